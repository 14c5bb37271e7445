"""The CPU kernels of `torch_shim.cpp`, compiled for the PyTorch in use."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import _kernels

#: `bool fill(numbers, count, source, result, value)`, as in torch_shim.cpp.
Fill = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p,
                        ctypes.c_void_p, ctypes.c_void_p)
#: `void accepted(numbers, count)`.
Accepted = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)

_SOURCE = Path(__file__).with_name("torch_shim.cpp")
_NEED = ("padkernels.install() compiles a few lines of C++ for PyTorch, once, as kernels in Python "
         "would make small pads slower; ")


def _command(torch) -> list[str]:
    """The compiler, and what it is given besides input and output."""
    compiler = os.environ.get("CXX", "").split() or [
        name for name in ("c++", "g++", "clang++") if shutil.which(name)][:1]
    if not compiler:
        raise ImportError(_NEED + "it needs a C++ compiler, so install g++, or set CXX")
    folder = Path(torch.__file__).parent
    if not (folder / "include/torch/library.h").exists():
        raise ImportError(_NEED + f"it needs PyTorch's headers, and there are none in {folder}/"
                          "include; Debian has them in libtorch-dev")
    names = "WarningUtils" if int(torch.__version__.partition(".")[0]) > 1 else "Warning"
    return [*compiler, "-std=c++20", "-O2", "-w", "-shared", "-fPIC",
            f"-DPADKERNELS_TORCH_WARNINGS={names}",
            f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}",
            "-isystem", str(folder / "include"), f"-L{folder / 'lib'}", "-ltorch_cpu", "-lc10"]


def _compile(command: list[str]) -> bytes:
    with tempfile.TemporaryDirectory(prefix="padkernels-") as folder:
        result = Path(folder, "shim.so")
        # The libraries come behind the source that needs them.
        run = subprocess.run([command[0], str(_SOURCE), *command[1:], "-o", str(result)],
                             capture_output=True, text=True, check=False)
        if run.returncode:
            raise ImportError(_NEED + f"{command[0]} could not: {run.stderr.strip()[:2000]}")
        return result.read_bytes()


def _cached(name, make):
    folder = _kernels._cache_folder()
    path = folder / name if folder else None
    if path is not None:
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            digest, code = data[:_kernels._DIGEST_BYTES], data[_kernels._DIGEST_BYTES:]
            if digest == _kernels._digest(code):
                return code
    code = make()
    if path is not None:
        _kernels._write(path, _kernels._digest(code) + code)
    return code


@functools.cache
def load() -> ctypes.CDLL:
    """The library, from the cache of kernels or the compiler. Raises `ImportError`."""
    import torch
    command = _command(torch)
    key = repr((command, torch.__version__, torch.version.git_version, platform.machine(),
                _SOURCE.read_bytes()))
    code = _cached("torch-" + hashlib.sha256(key.encode()).hexdigest() + ".so",
                   lambda: _compile(command))
    # From memory, so that what was checked is what is loaded.
    with open(os.memfd_create("padkernels-torch-shim"), "wb") as file:
        file.write(code)
        file.flush()
        shim = ctypes.CDLL(f"/proc/self/fd/{file.fileno()}")
    shim.padkernels_install.argtypes = [Fill, Accepted, ctypes.POINTER(ctypes.c_int64)]
    shim.padkernels_install.restype = ctypes.c_char_p
    return shim
