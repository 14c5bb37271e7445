"""Runs compilers and remembers what they made."""

import hashlib
import subprocess
import time
from pathlib import Path


class ToolError(Exception):
    """A tool failed; the message is its first line of errors."""


def run(command, text=None, limit_s=None):
    """The output of a command that must succeed."""
    try:
        done = subprocess.run([str(c) for c in command], input=text, text=True,
                              capture_output=True, timeout=limit_s)
    except subprocess.TimeoutExpired:
        raise ToolError(f"{Path(command[0]).name}: not done in {limit_s} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit {done.returncode}"]
        errors = [line for line in lines if "error" in line] or lines
        name = Path(command[0]).name
        raise ToolError(f"{name}: {errors[0].removeprefix(name + ': ')}")
    return done.stdout


def wall_ms(command, limit_s):
    """The wall time of a command that must succeed, in milliseconds."""
    start = time.perf_counter_ns()
    run(command, limit_s=limit_s)
    return (time.perf_counter_ns() - start) / 1e6


class Cache:
    """Shared objects by the hash of what they were made of."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def get(self, key, suffix, make):
        """The file made for `key`; `make(path)` makes a missing one."""
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:24]
        path = self.folder / f"{name}{suffix}"
        if not path.exists():
            partial = path.with_suffix(f".partial{suffix}")
            partial.unlink(missing_ok=True)
            make(partial)
            partial.rename(path)
        return path


def identity(path):
    """Changes when the tool does: part of the key of what it made."""
    resolved = Path(path).resolve()
    status = resolved.stat()
    return str(resolved), status.st_size, status.st_mtime_ns
