"""`pad_adjoint`: the gradient of a pad."""

from __future__ import annotations

import math
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _kernels, _library, _pad, _threads

#: The types of numpy that are added, as MLIR has them.
SUMMED_TYPES = {**{f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
                **{f"float{bits}": f"f{bits}" for bits in (16, 32, 64)},
                **{f"complex{bits}": f"complex<f{bits // 2}>" for bits in (64, 128)}}

_calls = _kernels.Memo()


class _Batches(_threads.Shared):
    """An adjoint whose outermost axis is not padded: threads share its indices."""

    def __init__(self, signature: _kernels.Signature, numbers: _kernels.Numbers, batch_bytes: int,
                 gradient_batch_bytes: int):
        self._numbers, self._bytes = numbers, (gradient_batch_bytes, batch_bytes)
        shape, *pads = numbers
        super().__init__(_kernels.Binding(
            signature, _kernels.Numbers((_library.DYNAMIC, *shape[1:]), *pads)))

    def divide(self, threads: int) -> list[list[_kernels.Piece]]:
        shape, *pads = self._numbers
        threads = min(threads, shape[0])
        shares = []
        for thread in range(threads):
            begin, end = (k * shape[0] // threads for k in (thread, thread + 1))
            own = _kernels.Numbers((end - begin, *shape[1:]), *pads)
            shares.append([_kernels.Piece(*(begin * size for size in self._bytes),
                                          self.binding.arguments(own))])
        return shares


def find(modes: tuple[tuple[str, bool], ...], element_type: str,
         numbers: _kernels.Numbers, size: int, only_own: bool = False) -> Optional[_kernels.Call]:
    """What computes the gradient of the source of a pad by `numbers`, of elements of `size` bytes,
    and the extents of the gradient of its result. With `only_own`, None where only the kernel for any
    shape does it. Raises `ValueError` for a pad that breaks a rule (docs/Semantics.md)."""
    extents = _library.infer_extents(modes, *numbers)
    signature = _kernels.Signature(modes, element_type, any(numbers.interior), False,
                                   is_adjoint=True)
    signature, merged, merged_extents = _threads.merge_outer(signature, numbers, extents)
    total = math.prod(numbers.shape) * size
    if total > _threads.MOST_BYTES:
        raise ValueError(f"the gradient has extents {numbers.shape} and {total} bytes, but an address "
                         f"space has at most {_threads.MOST_BYTES} (C7)")
    shape, *pads = merged
    is_shared = len(shape) > 1 and total >= _threads.LEAST_BYTES and not any(own[0] for own in pads)
    wanted = (merged._replace(shape=(_library.DYNAMIC, *shape[1:])) if is_shared else merged)
    if only_own and not _kernels.kernels.makes_own(signature, wanted):
        return None
    if is_shared:
        return _Batches(signature, merged, math.prod(shape[1:]) * size,
                        math.prod(merged_extents[1:]) * size).call(extents, False)
    return _kernels.Binding(signature, merged).call(merged, extents)


def _find(g: np.ndarray, shape: tuple[int, ...], pads: Any, mode: Any, interior: Any) -> _kernels.Call:
    element_type = SUMMED_TYPES.get(g.dtype.name)
    if element_type is None:
        raise TypeError(f"g has type {g.dtype.name}; pad_adjoint adds elements of "
                        + ", ".join(SUMMED_TYPES) + " (A3)")
    if not g.dtype.isnative:
        raise TypeError(f"g has type {g.dtype} of foreign byte order; use "
                        "g.astype(g.dtype.newbyteorder('='))")
    rank = len(shape)
    low, high = zip(*_pad.numbers_of("pads", pads, rank, 2)) if rank else ((), ())
    inner = [row[0] for row in _pad.numbers_of("interior", interior, rank, 1)]
    call = find(_pad.per_axis(mode, rank), element_type,
                _kernels.Numbers(shape, low, high, tuple(inner)), g.dtype.itemsize)
    if g.shape != call.extents:
        raise ValueError(f"g has shape {g.shape}, but the pad of an array of shape {shape} has "
                         f"shape {call.extents} (A1)")
    return call


def pad_adjoint(g: Any, shape: Union[int, Sequence[int]], pads: Any, mode: Any = "constant", *,
                interior: Any = None, out: Optional[Any] = None) -> Any:
    """The gradient of `x` where `g` is that of `pad(x, pads, mode, interior=interior)`, and `x` has
    shape `shape`: each element is the sum of those of `g` whose positions read it, in the order of
    docs/Semantics.md, so with the same bits for any number of threads.

    g: an array of integers, floating-point or complex numbers, as `pad` takes it.
    out: as for `pad`, of the shape `shape`.

    Returns the gradient, as `pad` its result. Raises what `pad` raises.

    >>> pad_adjoint(np.array([1, 2, 3, 4, 5, 6]), (4,), (2, 0), "reflect")
    array([3, 6, 6, 6])
    """
    tensor = None
    if getattr(g, "requires_grad", False):
        tensor, g = g, g.detach()
    g = _pad.as_array(g)
    shape = tuple(row[0] for row in _pad.numbers_of("the extents of shape", shape, np.size(shape), 1))
    if min(shape, default=0) < 0:
        raise ValueError(f"shape is {shape}, but extents must not be negative (A1)")
    if type(mode) is not str:
        mode = _pad.exact_modes(mode)
    pads_key = _pad.exact(pads)
    if pads_key is None:
        pads_key = _pad.exact(_pad.numbers_of("pads", pads, len(shape), 2))
    inner_key = 0 if interior is None else _pad.exact(interior)
    if inner_key is None:
        inner_key = _pad.exact([row[0] for row in _pad.numbers_of("interior", interior, len(shape), 1)])
    if tensor is not None:
        from . import _autograd
        if _autograd.is_enabled():
            if out is not None:
                raise ValueError("out cannot be given for a tensor that requires a gradient")
            return _autograd.Adjoint.apply(tensor, shape, pads_key, mode, inner_key)
    key = (g.dtype, g.shape, shape, pads_key, mode, inner_key)
    call = _calls.get(key)
    if call is None:
        call = _calls.add(key, _find(g, shape, pads_key, mode, inner_key))
    source = _pad.dense(g)
    if out is None:
        out = np.empty(shape, g.dtype)
    elif flaw := _pad.flaw_of_result(out, source, shape):
        raise ValueError(f"out must be a writable, aligned and C-contiguous array of type {g.dtype} "
                         f"and shape {shape} that does not overlap g, but it {flaw}")
    call.call(source.ctypes.data, out.ctypes.data, None, (source, out))
    return out
