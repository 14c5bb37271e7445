"""`pad`: arrays of numpy, and of others by DLPack."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _kernels, _library, _threads, _values
from ._values import ELEMENT_TYPES

#: The largest extent and pad; C takes no larger number.
LIMIT = 2**63 - 1

Mode = Union[str, Sequence[str]]
Pads = Union[int, Sequence[int], Sequence[Sequence[int]]]

_calls = _kernels.Memo()


def _all_modes() -> str:
    return ", ".join(_library.mode_names())


def exact_modes(mode: Any) -> Union[str, tuple[str, ...]]:
    """`mode` as a string, or as a tuple of strings. Raises `TypeError`."""
    if isinstance(mode, str):
        return str.__str__(mode)
    if not isinstance(mode, (list, tuple)) or not all(isinstance(own, str) for own in mode):
        raise TypeError(f"mode is {mode!r}; it must be one of {_all_modes()}, or a list with one for "
                        "each axis")
    return tuple(map(str.__str__, mode))


def per_axis(mode: Mode, rank: int) -> tuple[tuple[str, bool], ...]:
    """The mode of each of `rank` axes, and whether it is periodic: from "reflect", "reflect
    periodic" or a list of such. Raises `ValueError`."""
    listed = [mode] * rank if isinstance(mode, str) else list(mode)
    if len(listed) != rank:
        raise ValueError(f"mode has {len(listed)} entries, but the array has {rank} axes; give "
                         "one for all axes or one for each")
    modes = []
    for entry in listed or [mode] * isinstance(mode, str):
        name, _, rest = entry.partition(" ")
        if name not in _library.mode_names() or rest not in ("", "periodic"):
            raise ValueError(f"mode is {entry!r}; it must be one of {_all_modes()}, or 'reflect "
                             "periodic' or 'symmetric periodic'")
        modes.append((name, bool(rest)))
    return tuple(modes[:rank])


def numbers_of(text: str, value: Any, rank: int, columns: int) -> list[list[int]]:
    """`value` as a list of `columns` integers for each axis: from an integer for all, from
    `columns` of them for all axes, or from such for each axis. Raises `TypeError` or
    `ValueError`."""
    wanted = f"give {'(low, high)' if columns > 1 else 'one number'} for each axis"
    try:
        given = np.asarray(value)
    except ValueError:
        raise ValueError(f"{text} are {value!r}, whose entries are lists of several lengths; "
                         f"{wanted}") from None
    if not rank and not given.size:
        return []
    numbers = given.ravel().tolist()
    if numbers and given.dtype.kind not in "iu":
        # Also of integers for which numpy has no type, such as 2**64, and 2**63 beside -1.
        numbers = np.asarray(value, object).ravel().tolist()
        if given.dtype.kind not in ("f", "O") or set(map(type, numbers)) != {int}:
            raise TypeError(f"{text} must be integers, but are of type {given.dtype}")
    if numbers and max(numbers) > LIMIT:
        raise ValueError(f"{text} are up to {max(numbers)}, but must be at most {LIMIT} (C7)")
    if numbers and min(numbers) < -LIMIT - 1:
        raise ValueError(f"{text} are down to {min(numbers)}, but must be at least {-LIMIT} (C7)")
    shape = (rank, columns) if columns > 1 else (rank,)
    try:
        wide = np.broadcast_to(given.astype(np.int64), shape)
    except ValueError:
        raise ValueError(f"{text} have shape {given.shape}, but the array has {rank} axes; "
                         f"{wanted}") from None
    return wide.reshape(rank, columns).tolist()


def exact(value: Any) -> Any:
    """Integers, lists of them and lists of such lists as tuples, which are equal only if they mean
    the same; None for everything else, such as 2.0, True and arrays."""
    kind = type(value)
    if kind is int:
        return value
    if kind is not tuple and kind is not list:
        return None
    kinds = set(map(type, value))
    if kinds == {int}:
        return tuple(value)
    if kinds <= {tuple, list} and set(map(type, itertools.chain.from_iterable(value))) <= {int}:
        return tuple(map(tuple, value))
    return None


def prepare(dtype: np.dtype, shape: Sequence[int], low: Sequence[int], high: Sequence[int],
            modes: tuple[tuple[str, bool], ...], interior: Sequence[int]) -> _kernels.Call:
    """What pads arrays of elements of type `dtype`, by lists with an entry for each axis."""
    element_type = ELEMENT_TYPES.get(dtype.name)
    if element_type is None:
        raise TypeError(f"x has type {dtype.name}; padkernels has kernels for "
                        + ", ".join(ELEMENT_TYPES))
    if not dtype.isnative:
        raise TypeError(f"x has type {dtype} of foreign byte order; use "
                        "x.astype(x.dtype.newbyteorder('='))")
    has_interior = any(interior)
    takes_value = has_interior or not modes or any(name == "constant" for name, _ in modes)
    return _threads.find(
        _kernels.Signature(modes, element_type, has_interior, takes_value),
        _kernels.Numbers(tuple(shape), tuple(low), tuple(high), tuple(interior)))


def _find(x: np.ndarray, pads: Any, mode: Mode, interior: Any) -> _kernels.Call:
    """What `pad` calls."""
    low, high = zip(*numbers_of("pads", pads, x.ndim, 2)) if x.ndim else ((), ())
    inner = [row[0] for row in numbers_of("interior", interior, x.ndim, 1)]
    return prepare(x.dtype, x.shape, low, high, per_axis(mode, x.ndim), inner)


def as_array(x: Any) -> np.ndarray:
    """`x` as an array of numpy and of no class that is derived from it."""
    if not isinstance(x, np.ndarray) and hasattr(x, "__dlpack__"):
        if hasattr(x, "resolve_neg"):
            # DLPack says nothing of the bits by which PyTorch conjugates and negates.
            x = x.resolve_conj().resolve_neg()
        # What DLPack cannot say, such as that memory is only read, numpy may be told otherwise.
        with contextlib.suppress(BufferError, RuntimeError, TypeError):
            return np.from_dlpack(x)
    return np.asarray(x)


def dense(x: np.ndarray) -> np.ndarray:
    """`x`, or a copy of it, as kernels read it: aligned and in C's order."""
    flags = x.flags
    return x if flags.c_contiguous and flags.aligned else np.array(x, order="C")


def pad(x: Any, pads: Pads, mode: Mode = "constant", *, interior: Any = None, value: Any = 0,
        out: Optional[Any] = None) -> Any:
    """Pads an array.

    x: an array of numpy, or anything that `numpy.asarray` or `numpy.from_dlpack` reads. Any
        shape; element types bool, integers, float16 to float64, complex.
    pads: `(low, high)` for each axis, in elements; negative ones crop. One pair, or one integer,
        stands for all axes.
    mode: "constant", "edge", "reflect", "symmetric" or "wrap", or a list with one for each axis.
        "reflect periodic" and "symmetric periodic" repeat for ever.
    interior: elements that are put between neighbours, one number for each axis or one for all.
    value: the padding value of the constant mode and of `interior`, a number that the type of x
        has; fractions are rounded to it among floats only.
    out: an aligned C-contiguous array of the result's shape and of x's type, which does not
        overlap x.

    Returns the padded array: `out` if it is given, and else a new array of numpy; of a tensor of
    PyTorch that requires a gradient, a tensor with the gradient of x (`pad_adjoint`).
    Raises `TypeError` for types without kernels, `ValueError` for pads that break a rule
    (docs/Semantics.md), `OverflowError` for a value that the type has not, and `ImportError`
    without libPadC.so.

    >>> pad(np.array([[1, 2], [3, 4]]), [(0, 1), (1, 1)], mode=["edge", "wrap"])
    array([[2, 1, 2, 1],
           [4, 3, 4, 3],
           [4, 3, 4, 3]])
    >>> pad(np.array([1, 2, 3]), 0, interior=1)
    array([1, 0, 2, 0, 3])
    """
    tensor = None
    if type(x) is not np.ndarray:
        if getattr(x, "requires_grad", False):
            tensor, x = x, x.detach()
        x = as_array(x)
    if getattr(value, "requires_grad", False):
        raise ValueError("value requires a gradient, which pad does not give; detach it")
    if type(mode) is not str:
        mode = exact_modes(mode)
    pads_key = exact(pads)
    if pads_key is None:
        pads_key = exact(numbers_of("pads", pads, x.ndim, 2))
    inner_key = 0 if interior is None else exact(interior)
    if inner_key is None:
        inner_key = exact([row[0] for row in numbers_of("interior", interior, x.ndim, 1)])
    if tensor is not None:
        from . import _autograd
        if _autograd.is_enabled():
            if out is not None:
                raise ValueError("out cannot be given for a tensor that requires a gradient")
            return _autograd.Pad.apply(tensor, pads_key, mode, inner_key, value)
    key = (x.dtype, x.shape, pads_key, mode, inner_key)
    call = _calls.get(key)
    if call is None:
        call = _calls.add(key, _find(x, pads_key, mode, inner_key))
    function, extents, takes_value = call[:3]
    if takes_value:
        value = _values.encode(x.dtype, value)
    elif not _values.is_zero(value):
        raise ValueError(f"value is {value!r}, but mode {mode!r} reads no padding value; leave "
                         "it out")
    source = dense(x)
    if out is None:
        out = np.empty(extents, x.dtype)
    elif flaw := flaw_of_result(out, source, extents):
        raise ValueError(f"out must be a writable, aligned and C-contiguous array of type {x.dtype} "
                         f"and shape {extents} that does not overlap x, but it {flaw}")
    function(source.ctypes.data, out.ctypes.data, value, (source, out))
    return out


def flaw_of_result(out: Any, source: np.ndarray, extents: tuple[int, ...]) -> str:
    """Why a kernel cannot write `out` while it reads `source`, which is dense; empty if it can."""
    if type(out) is not np.ndarray:
        return f"is of class {type(out).__module__}.{type(out).__qualname__}, not numpy.ndarray"
    if out.dtype != source.dtype:
        return f"has type {out.dtype}"
    if out.shape != extents:
        return f"has shape {out.shape}"
    if not out.flags.carray:
        return ("is read-only" if not out.flags.writeable else
                "is not aligned" if not out.flags.aligned else "is not C-contiguous")
    # Both are dense, so that their bounds say whether they overlap.
    return "overlaps" if np.may_share_memory(out, source) else ""
