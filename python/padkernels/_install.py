"""`install` and `uninstall`: padkernels under PyTorch's dispatcher."""

from __future__ import annotations

import atexit
import ctypes
import threading

from . import _adjoint, _kernels, _library, _shim, _torch

#: The modes of the shim's ops, in its order, as PyTorch calls them.
OPS = ("constant", *["reflect"] * 3, *["replicate"] * 3, "circular")

_calls = _kernels.Memo()
_lock = threading.Lock()
_installed = False


def _fill(numbers, count, source, result, value):
    """Writes a pad of `source`, or the gradient of a pad's source, to `result`, both of them
    addresses, as is that of `numbers`, which `Request` of torch_shim.cpp describes; `value` is that
    of the padding value, an element. False where PyTorch has to do it."""
    key = ctypes.string_at(numbers, 8 * count)
    call = _calls.get(key)
    if call is None:
        try:
            call = _find(numbers)
        except (_library.CompileError, MemoryError):
            # PyTorch can do without.
            call = None
        if call is None:
            return False
        _calls.add(key, call)
    element = _torch.element_at(value, _item_bytes(numbers)) if call.takes_value else None
    call.call(source, result, element, None)
    return True


def _item_bytes(numbers: int) -> int:
    return ctypes.c_int64.from_address(numbers + 2 * 8).value


def _find(numbers):
    """The kernel for a request of the shim; None if there is none."""
    op, scalar_type, item_bytes, rank = (ctypes.c_int64 * 4).from_address(numbers)
    rows = (ctypes.c_int64 * (3 * rank)).from_address(numbers + 4 * 8)
    shape, low, high = (tuple(rows[axis:axis + rank]) for axis in (0, rank, 2 * rank))
    if op >= len(OPS):
        return _torch.find_adjoint([OPS[op - len(OPS)]] * rank, scalar_type, item_bytes, shape, low,
                                   high)
    return _torch.find([OPS[op]] * rank, item_bytes, shape, low, high)


class Installation:
    """What `install` gives: a context manager, which undoes that `install` at its end."""

    def __init__(self, is_first: bool):
        self._is_first = is_first

    def __enter__(self) -> Installation:
        return self

    def __exit__(self, *_) -> None:
        if self._is_first:
            uninstall()


def install() -> Installation:
    """Lets PyTorch pad by padkernels: every `torch.nn.functional.pad`, `ReflectionPad2d` and its
    like, and convolution with `padding_mode` pads large tensors of the CPU by our kernels, with
    the same results and memory formats. So are the gradients of reflection and replication pads,
    which have the same bits for any number of threads (A2 of docs/Semantics.md). `uninstall` undoes it; so does the end of
    `with padkernels.install():`, unless they were installed before.

    The first call on a machine compiles some C++ for the PyTorch in use, which takes about six
    seconds, and keeps it with the kernels. Raises `ImportError` where there is no C++ compiler,
    no header of PyTorch's or no libPadC.so.
    """
    global _installed
    with _lock:
        if _installed:
            return Installation(False)
        _library.c_api()
        limits = [(ctypes.c_int64 * len(OPS))(*(limit[mode] for mode in OPS))
                  for limit in (_torch.LEAST_ELEMENTS, _torch.MOST_BYTES,
                                _torch.MOST_BYTES_OF_THREADS)]
        if error := _shim.load().padkernels_install(_fill, *limits):
            raise RuntimeError("PyTorch did not take the kernels of padkernels: " + error.decode())
        _installed = True
        # Kernels in Python must not outlive it.
        atexit.register(uninstall)
        return Installation(True)


def uninstall() -> None:
    """Undoes `install`: PyTorch pads by its own kernels again. Harmless if it was not called."""
    global _installed
    with _lock:
        if _installed:
            _shim.load().padkernels_uninstall()
            _installed = False
            atexit.unregister(uninstall)
