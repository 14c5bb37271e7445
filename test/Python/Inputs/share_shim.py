"""Makes the empty cache that is argv[2] with the compiled C++ of padkernels.install(), which takes
longer than the tests that need it: the cache argv[1], which tests share, keeps it until PyTorch or
its sources change."""

import fcntl
import os
import shutil
import sys
from pathlib import Path

from padkernels import _shim

shared, own = map(Path, sys.argv[1:])
shared.mkdir(mode=0o700, parents=True, exist_ok=True)
os.environ["PADKERNELS_CACHE"] = str(shared)
with open(f"{shared}.lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    _shim.load()
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(shared, own)
