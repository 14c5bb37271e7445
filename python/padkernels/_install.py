"""`install` and `uninstall`: padkernels under PyTorch's dispatcher."""

from __future__ import annotations

import atexit
import ctypes
import struct
import threading
from typing import Any, Optional

from . import _kernels, _library, _shim, _threads, _torch

#: The modes of the shim's ops, in its order, as PyTorch calls them.
OPS = ("constant", *["reflect"] * 3, *["replicate"] * 3, "circular")

#: Those of reflection and replication of two and three axes.
_OPS_OF_IMAGES = (2, 3, 5, 6)

_lock = threading.Lock()
_installed = False


def _find(numbers: int, count: int, threads: int) -> Optional[tuple[bytes, Any]]:
    """What does a pad, or the gradient of a pad's source, that so many threads may share: the words
    of a `Plan` of torch_plans.h, and what keeps its kernel. `numbers` is the address of `count`
    numbers, which `Key` describes there. No words where PyTorch has to do it, and None where it has
    to for reasons that may be others next time."""
    op, scalar_type, item_bytes, rank, *rows = (ctypes.c_int64 * count).from_address(numbers)
    shape, low, high = (tuple(rows[axis:axis + rank]) for axis in (0, rank, 2 * rank))
    try:
        call = (_torch.find([OPS[op]] * rank, item_bytes, shape, low, high) if op < len(OPS) else
                _torch.find_adjoint([OPS[op - len(OPS)]] * rank, scalar_type, item_bytes, shape, low,
                                    high))
    except (_library.CompileError, _torch.NotWorthIt, MemoryError):
        # PyTorch can do without.
        return None
    if call is None:
        return b"", None
    shares = call.shares(threads)
    words = [call.kernel.address, item_bytes if call.takes_value else 0, call.is_shared,
             len(shares[0][0].arguments), len(shares)]
    for share in shares:
        words.append(len(share))
        for piece in share:
            words += [piece.source, piece.result, *piece.arguments]
    return struct.pack(f"{len(words)}q", *words), call.kernel


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
        shim = _shim.load()
        if _shim.torch_version() > 1:
            for op in _OPS_OF_IMAGES:
                limits[-1][op] = min(limits[-1][op], _torch.MOST_BYTES_OF_IMAGES)
        if error := shim.padkernels_install(_find, ctypes.byref(_threads.chosen), *limits):
            raise RuntimeError("PyTorch did not take the kernels of padkernels: " + error.decode())
        if shim.padkernels_forget not in _kernels.forget_calls:
            _kernels.forget_calls.append(shim.padkernels_forget)
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
            _shim.load().padkernels_forget()
            _installed = False
            atexit.unregister(uninstall)
