"""The CPU kernels of `torch_shim.cpp`, compiled for the PyTorch in use."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import _cache

_SOURCE = Path(__file__).with_name("torch_shim.cpp")
_SOURCES = (_SOURCE, _SOURCE.with_name("torch_plans.h"))
_NEED = ("padkernels.install() compiles some C++ for PyTorch, once, as kernels in Python would make "
         "small pads slower; ")


def _compiler() -> list[str]:
    if own := os.environ.get("CXX", "").split():
        return own
    for name in ("c++", "g++", "clang++"):
        if shutil.which(name):
            return [name]
    raise ImportError(_NEED + "it needs a C++ compiler, so install g++, or set CXX to one")


def _compile(flags: list[str], folder: Path) -> bytes:
    """The library, for the PyTorch in `folder`. Raises `ImportError`."""
    compiler = _compiler()
    if not (folder / "include/torch/library.h").exists():
        raise ImportError(_NEED + f"it needs PyTorch's headers, and there are none in {folder}/"
                          "include; Debian has them in libtorch-dev")
    with tempfile.TemporaryDirectory(prefix="padkernels-") as temporary:
        library = Path(temporary, "shim.so")
        command = [*compiler, *flags, "-isystem", str(folder / "include"), str(_SOURCE), "-o",
                   str(library), f"-L{folder / 'lib'}", "-ltorch_cpu", "-lc10"]
        try:
            subprocess.run(command, capture_output=True, text=True, check=True)
        except OSError as error:
            raise ImportError(_NEED + f"the compiler does not run: {error}") from error
        except subprocess.CalledProcessError as error:
            raise ImportError(_NEED + f"{' '.join(compiler)} could not: "
                              + error.stderr.strip()[:2000]) from error
        return library.read_bytes()


def _load(code: bytes) -> ctypes.CDLL:
    """The library, from memory, so that what was checked is what is loaded. Raises `OSError`."""
    with open(os.memfd_create("padkernels-torch-shim"), "wb") as file:
        file.write(code)
        file.flush()
        return ctypes.CDLL(f"/proc/self/fd/{file.fileno()}")


def torch_version() -> int:
    """The first number of PyTorch's version."""
    import torch
    return int(torch.__version__.partition(".")[0])


@functools.cache
def load() -> ctypes.CDLL:
    """The library, from the cache of kernels or the compiler. Raises `ImportError`."""
    import torch
    folder = Path(torch.__file__).parent
    warnings = "WarningUtils" if torch_version() > 1 else "Warning"
    flags = ["-std=c++20", "-O2", "-w", "-shared", "-fPIC", "-DPADKERNELS_WARNINGS=" + warnings,
             f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"]
    status = (folder / "lib/libtorch_cpu.so").stat()
    key = repr((flags, torch.__version__, status.st_size, status.st_mtime_ns, platform.machine(),
                [source.read_bytes() for source in _SOURCES])).encode()
    shim = None
    if code := _cache.load(key):
        # Where another machine made it, this one may lack what it needs.
        with contextlib.suppress(OSError):
            shim = _load(code)
    if shim is None:
        code = _compile(flags, folder)
        try:
            shim = _load(code)
        except OSError as error:
            raise ImportError(_NEED + f"what was compiled does not load: {error}") from error
        _cache.store(key, code)
    shim.padkernels_install.argtypes = [ctypes.py_object, *[ctypes.POINTER(ctypes.c_int64)] * 4]
    shim.padkernels_install.restype = ctypes.c_char_p
    shim.padkernels_num_done.restype = ctypes.c_int64
    return shim
