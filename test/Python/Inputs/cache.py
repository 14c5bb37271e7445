"""The folder of kernels: cache.py FOLDER. What others could have written there is not used, what
cannot be kept is not missed, and the files stay within their bound."""

import os
import resource
import stat
import sys
from pathlib import Path
from unittest import mock

import numpy as np
import padkernels
from padkernels import _cache, _kernels, _library, _pad

root = Path(sys.argv[1])
KEY, CODE = b"a key", bytes(range(256)) * 8


def use(folder):
    """Makes `folder` that of the kernels."""
    os.environ["PADKERNELS_CACHE"] = str(folder)
    return folder


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def pad_again():
    """A pad whose kernel this process does not have; how many kernels were compiled."""
    _pad._calls.clear()
    _kernels._static.clear()
    _kernels._dynamic.clear()
    with mock.patch.object(_library, "compile_pad", wraps=_library.compile_pad) as compiled:
        assert padkernels.pad(np.arange(3), 1, "edge").tolist() == [0, 0, 1, 2, 2]
    return compiled.call_count


# What is kept, and that only the user can write it, whatever the umask is.
folder = use(root / "new" / "folder")
assert _cache.load(KEY) is None and not folder.exists()
for mask in (0o000, 0o077):
    before = os.umask(mask)
    _cache.store(KEY, CODE)
    os.umask(before)
    [file] = folder.iterdir()
    assert mode_of(folder) == 0o700 and mode_of(file) == 0o600, oct(mask)
assert _cache.load(KEY) == CODE and _cache.load(b"another key") is None
assert pad_again() == 1 and pad_again() == 0 and len(list(folder.iterdir())) == 2

# A file that was damaged, is that of another key, or that another user could have written, is none.
whole = file.read_bytes()
for damaged in (b"", whole[:20], whole[:99], whole[:99] + bytes([whole[99] ^ 1]) + whole[100:]):
    file.write_bytes(damaged)
    assert _cache.load(KEY) is None, len(damaged)
file.write_bytes(whole)
other = folder / (_cache._name(b"another key") + ".o")
other.write_bytes(whole)
assert _cache.load(b"another key") is None and _cache.load(KEY) == CODE
other.unlink()
for mode in (0o620, 0o602, 0o666):
    file.chmod(mode)
    assert _cache.load(KEY) is None, oct(mode)
file.chmod(0o644)
assert _cache.load(KEY) == CODE
moved = file.rename(root / "elsewhere.o")
file.symlink_to(moved)
assert _cache.load(KEY) is None
file.unlink()
os.mkfifo(file)
assert _cache.load(KEY) is None
file.unlink()
moved.rename(file)
uid = os.geteuid()
with mock.patch("os.fstat", lambda opened, fstat=os.fstat: os.stat_result(
        [*fstat(opened)[:4], uid + stat.S_ISREG(fstat(opened).st_mode), *fstat(opened)[5:10]])):
    assert _cache.load(KEY) is None
assert _cache.load(KEY) == CODE

# Folders that are not used: pads work without, and nothing is changed there.
left_alone = 0


def is_left_alone(path):
    global left_alone
    before = sorted(root.rglob("*"))
    use(path)
    _cache.store(KEY, CODE)
    assert _cache.load(KEY) is None, path
    assert pad_again() == 1 and pad_again() == 1, path
    assert sorted(root.rglob("*")) == before, path
    left_alone += 1


for mode in (0o777, 0o770, 0o702, 0o1777):
    folder.chmod(mode)
    is_left_alone(folder)
folder.chmod(0o700)
(root / "link").symlink_to(folder)
is_left_alone(root / "link")
is_left_alone(f"{root}/link/")
(root / "file").write_text("no folder")
is_left_alone(root / "file")
is_left_alone(root / "file" / "below")
(root / "nothing").symlink_to(root / "absent")
is_left_alone(root / "nothing")
is_left_alone("/proc/padkernels")
is_left_alone("")
use(folder)
with mock.patch("os.geteuid", return_value=uid + 1):
    is_left_alone(folder)

# A full disk: neither a part of a file nor one that is being written stays.
folder = use(root / "full")
folder.mkdir(0o700)
limit = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
_cache.store(KEY, CODE)
resource.setrlimit(resource.RLIMIT_FSIZE, limit)
assert not list(folder.iterdir())

# The bound: what was used longest ago goes, with what a process that was killed left behind, and
# what is not of the cache stays.
folder = use(root / "bound")
keys = [bytes([number]) for number in range(20)]
foreign = [folder / "thesis.o", folder / ("0" * 64 + ".txt"), folder / ("0" * 64 + ".o.bak")]
left_behind = folder / f"{_cache._name(b'killed')}.{'0' * 16}"
for number, key in enumerate(keys):
    _cache.store(key, CODE)
    os.utime(folder / (_cache._name(key) + ".o"), (number, number))
for path in (*foreign, left_behind):
    path.write_bytes(CODE)
    os.utime(path, (1, 1))
assert _cache.load(keys[0]) == CODE
with mock.patch.object(_cache, "MOST_BYTES", 10 * _cache._BLOCK_BYTES):
    _cache.store(KEY, CODE)
    _cache.store(b"too large", CODE * 20)
    kept = [key for key in keys if _cache.load(key)]
    assert kept == keys[:1] + keys[12:] and _cache.load(KEY) == CODE, kept
    assert _cache.load(b"too large") is None
assert all(path.exists() for path in foreign) and not left_behind.exists()
assert len(list(folder.iterdir())) == 10 + len(foreign)

# Where the folder is without PADKERNELS_CACHE; a relative XDG_CACHE_HOME is none.
del os.environ["PADKERNELS_CACHE"]
for variables, expected in (({"XDG_CACHE_HOME": "/a", "HOME": "/b"}, "/a/padkernels"),
                            ({"XDG_CACHE_HOME": "a", "HOME": "/b"}, "/b/.cache/padkernels"),
                            ({"XDG_CACHE_HOME": "", "HOME": "/b"}, "/b/.cache/padkernels"),
                            ({"HOME": "/b"}, "/b/.cache/padkernels"), ({"HOME": "b"}, None)):
    with mock.patch.dict(os.environ, variables, clear=True):
        assert _cache._find_folder() == (expected and Path(expected)), variables

# A user without a home or an entry in the list of users, as a container's --user makes one.
with mock.patch.dict(os.environ, clear=True), mock.patch("pwd.getpwuid", side_effect=KeyError):
    assert _cache._find_folder() is None
    assert pad_again() == 1
if uid == 0 and not (child := os.fork()):
    os.environ.clear()
    os.setgroups([])
    os.setgid(54321)
    os.setuid(54321)
    os._exit(pad_again() != 1)
assert uid or os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

print(left_alone, "folders that are none of the user's are left alone")
