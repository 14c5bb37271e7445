"""Code that is kept between processes: files in a folder that nobody but the user writes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import stat
from pathlib import Path
from typing import Optional

#: The most bytes of disk that the files of the folder take; those that were used longest ago make
#: room.
MOST_BYTES = 32 << 20
#: A file takes a whole number of blocks.
_BLOCK_BYTES = 4096

#: What a file begins with, so that code that was damaged, or is that of another key, is not run.
_DIGEST_BYTES = 32

#: The names of files: of code, and of code that is being written.
_NAME = re.compile(r"[0-9a-f]{64}\.(o|[0-9a-f]{16})")


def _find_folder() -> Optional[Path]:
    """Where the files are; None if `PADKERNELS_CACHE` is empty, or the user has no home."""
    own = os.environ.get("PADKERNELS_CACHE")
    if own is not None:
        return Path(own) if own else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.cache")
    return Path(base, "padkernels") if os.path.isabs(base) else None


def _is_trusted(file: int) -> bool:
    """Whether the user owns the open file or folder, and nobody else may write it."""
    status = os.fstat(file)
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class _Folder:
    """The open folder, which is made where there is none if `make` says so; None if it cannot be
    used: it is a link, or another user could have put something there. No generator, as the
    exception of a signal that comes while Python frees one is lost."""

    def __init__(self, make: bool):
        self._make = make
        self._file: Optional[int] = None

    def __enter__(self) -> Optional[int]:
        path = _find_folder()
        if path is None:
            return None
        if self._make:
            os.makedirs(path, 0o700, exist_ok=True)
        self._file = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        return self._file if _is_trusted(self._file) else None

    def __exit__(self, *_) -> None:
        if self._file is not None:
            os.close(self._file)


def _name(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()


def _disk_bytes(size: int) -> int:
    return -(-size // _BLOCK_BYTES) * _BLOCK_BYTES


def _digest(key: bytes, code: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + code).digest()


def load(key: bytes) -> Optional[bytes]:
    """The code that `store` kept for `key`, in this or another process; None if there is none."""
    with contextlib.suppress(OSError), _Folder(make=False) as folder:
        if folder is None:
            return None
        # A pipe of this name does not make the process wait.
        file = os.open(_name(key) + ".o", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK,
                       dir_fd=folder)
        with os.fdopen(file, "rb") as opened:
            if not _is_trusted(file):
                return None
            data = opened.read()
            digest, code = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
            if digest != _digest(key, code):
                return None
            with contextlib.suppress(OSError):
                os.utime(file)
            return code
    return None


def store(key: bytes, code: bytes) -> None:
    """Keeps `code` for `key`. Other processes see all of it or nothing. Where it cannot be kept (no
    home, a folder that others may write, a full disk), nothing happens."""
    size = _disk_bytes(_DIGEST_BYTES + len(code))
    with contextlib.suppress(OSError), _Folder(make=True) as folder:
        if folder is None or size > MOST_BYTES:
            return
        _make_room(folder, size)
        name = _name(key)
        written = f"{name}.{secrets.token_hex(8)}"
        file = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        try:
            with os.fdopen(file, "wb") as opened:
                opened.write(_digest(key, code) + code)
            os.replace(written, name + ".o", src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            os.unlink(written, dir_fd=folder)


def _make_room(folder: int, size: int) -> None:
    """Removes the files that were used longest ago, until `size` more bytes of disk are within the
    bound. Files that are none of the cache's stay."""
    with os.scandir(folder) as entries:
        files = [(status.st_mtime_ns, _disk_bytes(status.st_size), entry.name)
                 for entry in entries if _NAME.fullmatch(entry.name)
                 for status in [entry.stat(follow_symlinks=False)]]
    size += sum(own for _, own, _ in files)
    for _, own, name in sorted(files):
        if size <= MOST_BYTES:
            break
        # Another process may have been faster.
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)
        size -= own
