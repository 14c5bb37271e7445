"""A copy of the sources and its build, in which the mutants are made."""

import filecmp
import re
import shutil
import subprocess
from pathlib import Path

TARGETS = ("pad-opt", "pad-translate", "pad-reduce", "pad-read-malformed", "pad-run-ir", "pad-run-seeds", "padc",
           "PadC", "PadUnitTests", "pad-bench-native")


class TreeError(Exception):
    """The copy cannot be made or built."""


class Tree:
    def __init__(self, root, folder):
        self.root, self.folder = Path(root), Path(folder)
        self.source, self.build = self.folder / "source", self.folder / "build"

    def sync(self):
        """Makes the copy that of the working tree. What is the same is left alone,
        so that only what changed is built; what differs is written anew, so that it is
        built also where an interrupted run has left a mutant."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=self.root, check=True,
                                capture_output=True, text=True).stdout
        files = {name for name in listed.split("\0")
                 if name and (self.root / name).is_file()}
        for name in files:
            here, there = self.root / name, self.source / name
            if there.is_file() and filecmp.cmp(here, there, shallow=False):
                shutil.copymode(here, there)
                continue
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(here, there)
            shutil.copymode(here, there)
        for path in self.source.rglob("*"):
            if path.is_file() and str(path.relative_to(self.source)) not in files:
                path.unlink()

    def configure(self):
        """As for development, but that a mutant may leave something unused."""
        if (self.build / "build.ninja").exists():
            return
        done = subprocess.run(
            ["cmake", "--preset", "dev", "-S", self.source, "-B", self.build,
             "-DPAD_WERROR=OFF"], cwd=self.source, capture_output=True, text=True)
        if done.returncode:
            raise TreeError(f"cannot configure {self.build}:\n{done.stdout}"
                            f"{done.stderr}")

    def make(self, jobs):
        """Builds; the messages if that failed, else None."""
        done = subprocess.run(["ninja", "-C", self.build, f"-j{jobs}", *TARGETS],
                              capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else None

    def write(self, name, text):
        """Replaces the text of a file of the copy; it counts as changed now."""
        (self.source / name).write_text(text)

    def lit(self):
        """The lit that the build has found."""
        cache = (self.build / "CMakeCache.txt").read_text()
        found = re.search(r"^PAD_LIT:\w+=(.+)$", cache, re.M)
        if not found:
            raise TreeError("the build has not found lit")
        return found.group(1)
