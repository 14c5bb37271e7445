"""The C API of Pad, `pad-c/Geometry.h` and `pad-c/Kernel.h`, by ctypes."""

from __future__ import annotations

import ctypes
import functools
import operator
import os
from collections.abc import Callable
from ctypes import (POINTER, byref, c_bool, c_char_p, c_int, c_int8, c_int64, c_size_t, c_ssize_t,
                    c_uint, c_void_p)
from pathlib import Path
from typing import Any

#: What `MLIR_PAD_DYNAMIC` is: an extent or pad that only the call knows.
DYNAMIC = -2**63


class _String(ctypes.Structure):
    """`MlirStringRef`."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def read(self) -> bytes:
        return ctypes.string_at(self.data, self.length)


class _Mode(ctypes.Structure):
    """`MlirPadAxisMode`."""

    _fields_ = [("mode", c_int), ("periodic", c_bool)]


class _Spec(ctypes.Structure):
    """`MlirPadKernelSpec`."""

    _fields_ = [("rank", c_ssize_t), ("numModes", c_ssize_t), ("modes", POINTER(_Mode)),
                ("elementType", _String), ("shape", POINTER(c_int64)), ("low", POINTER(c_int64)),
                ("high", POINTER(c_int64)), ("interior", POINTER(c_int64)), ("value", _String),
                ("adjoint", c_bool)]


class _Result(ctypes.Structure):
    """`MlirLogicalResult`."""

    _fields_ = [("value", c_int8)]


class _Kernel(ctypes.Structure):
    """`MlirPadKernel`."""

    _fields_ = [("ptr", c_void_p)]


_Callback = ctypes.CFUNCTYPE(None, _String, c_void_p)


class CompileError(RuntimeError):
    """A kernel that the compiler refused; the text is its diagnostic."""


def _find_library() -> list[str]:
    """Where the library may be, best first: `PADKERNELS_LIBRARY`, beside this package, and
    where the dynamic linker looks."""
    name = "libPadC.so"
    if path := os.environ.get("PADKERNELS_LIBRARY"):
        return [path]
    beside = Path(__file__).with_name(name)
    return ([str(beside)] if beside.exists() else []) + [name + ".0.1", name]


@functools.cache
def c_api() -> ctypes.CDLL:
    """The loaded library. Raises `ImportError` where there is none."""
    errors = []
    for path in _find_library():
        try:
            found = ctypes.CDLL(path)
            break
        except OSError as error:
            errors.append(str(error))
    else:
        raise ImportError("padkernels needs libPadC.so, which `cmake --install` and the package "
                          "libpad-mlir0.1 put into a library folder; set PADKERNELS_LIBRARY to "
                          "its path (" + "; ".join(errors) + ")")
    infer, numbers = found.mlirPadInferExtents, POINTER(c_int64)
    infer.argtypes = [c_ssize_t, c_ssize_t, POINTER(_Mode), *[numbers] * 5, _Callback, c_void_p]
    infer.restype = _Result
    create = found.mlirPadKernelCreate
    create.argtypes, create.restype = [POINTER(_Spec), _String, _Callback, c_void_p], _Kernel
    load = found.mlirPadKernelCreateFromObject
    load.argtypes, load.restype = [_String, _Callback, c_void_p], _Kernel
    for name, arguments, result in (("mlirPadKernelGetObject", [_Kernel], _String),
                                    ("mlirPadKernelLookup", [_Kernel, _String], c_void_p),
                                    ("mlirPadKernelDestroy", [_Kernel], None),
                                    ("mlirPadGetHostKey", [], _String),
                                    ("mlirPadGetModeName", [c_uint], _String)):
        function = getattr(found, name)
        function.argtypes, function.restype = arguments, result
    return found


@functools.cache
def mode_names() -> tuple[str, ...]:
    """The modes, in the order of `MlirPadMode`."""
    names = []
    while (name := c_api().mlirPadGetModeName(len(names))).data:
        names.append(name.read().decode())
    return tuple(names)


def _string(data: bytes) -> _String:
    """`data` for C; the caller keeps it alive."""
    return _String(ctypes.cast(c_char_p(data), c_void_p), len(data))


def _collect(call) -> tuple[Any, str]:
    """What `call` gives, with a callback for errors, and their text."""
    errors = []
    given = call(_Callback(lambda text, _: errors.append(text.read().decode(errors="replace"))), None)
    return given, "\n".join(errors)


def _modes(axes: tuple[tuple[str, bool], ...]) -> ctypes.Array[_Mode]:
    """The modes of `axes` for C. An array without axes has a mode, too, which has no effect."""
    known = mode_names()
    return (_Mode * max(len(axes), 1))(*((known.index(mode), periodic) for mode, periodic in axes))


def _numbers(entries: tuple[int, ...]) -> ctypes.Array[c_int64]:
    """`entries`, each of at most 64 bits, for C."""
    return (c_int64 * len(entries))(*entries)


def infer_extents(modes: tuple[tuple[str, bool], ...], shape: tuple[int, ...], low: tuple[int, ...],
                  high: tuple[int, ...], interior: tuple[int, ...]) -> tuple[int, ...]:
    """The extents of the result of a pad of an array of `shape`; `modes` has a mode and whether it
    is periodic for each axis. Raises `ValueError` for a pad that breaks a rule (C2, C5 to C7)."""
    listed, extents = _modes(modes), (c_int64 * len(shape))()
    result, errors = _collect(functools.partial(
        c_api().mlirPadInferExtents, len(shape), len(listed), listed, _numbers(shape),
        _numbers(low), _numbers(high), _numbers(interior), extents))
    if not result.value:
        raise ValueError(errors)
    return tuple(extents)


class Kernel:
    """A compiled pad. `address` is that of its function, which lives as long as this."""

    # What an object does whose `__init__` was interrupted.
    _destroy: Callable[[], object] = tuple
    # Python handles signals when a Python function is entered, and ignores what a finalizer raises:
    # a finalizer in Python would lose the error of a signal. This one is a chain of calls in C.
    __del__ = property(operator.attrgetter("_destroy"))

    def __init__(self, kernel: _Kernel):
        self._destroy = functools.partial(c_api().mlirPadKernelDestroy, kernel)
        self._kernel = kernel
        self.address: int = c_api().mlirPadKernelLookup(kernel, _string(b"pad"))

    def object_file(self) -> bytes:
        """What `load` takes."""
        return c_api().mlirPadKernelGetObject(self._kernel).read()


def host_key() -> bytes:
    """What object files depend on, besides the pad itself."""
    return c_api().mlirPadGetHostKey().read()


def load(data: bytes) -> Kernel | None:
    """The kernel of an object file; None if it is no such file."""
    kernel, _ = _collect(functools.partial(c_api().mlirPadKernelCreateFromObject, _string(data)))
    loaded = Kernel(kernel) if kernel.ptr else None
    return loaded if loaded and loaded.address else None


def compile_pad(modes: tuple[tuple[str, bool], ...], element_type: str, shape: tuple[int, ...],
                low: tuple[int, ...], high: tuple[int, ...], interior: tuple[int, ...] | None,
                value: str, lowering: str = "", adjoint: bool = False) -> Kernel:
    """Compiles a pad, or the gradient of its source with `adjoint`; `modes` is what
    `infer_extents` takes, `DYNAMIC` is an extent or pad that is an argument, and "?" a value that
    is one; `lowering` has options of `--lower-pad-to-llvm`. Raises `CompileError`."""
    listed, kind, text = _modes(modes), element_type.encode(), value.encode()
    options = lowering.encode()
    spec = _Spec(len(shape), len(listed), listed, _string(kind), _numbers(shape), _numbers(low),
                 _numbers(high), _numbers(interior) if interior else None, _string(text), adjoint)
    kernel, errors = _collect(functools.partial(c_api().mlirPadKernelCreate, byref(spec),
                                                _string(options)))
    if not kernel.ptr:
        raise CompileError(errors or "the compiler gave no reason")
    return Kernel(kernel)
