"""`pad`: arrays of numpy, and of others by DLPack."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _kernels
from ._library import MODES

#: Element types of arrays, as MLIR writes them.
ELEMENT_TYPES = {
    "bool": "i1", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "complex64": "complex<f32>", "complex128": "complex<f64>",
    **{f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}

#: The largest extent and pad; C takes no larger number.
LIMIT = 2**63 - 1

Mode = Union[str, Sequence[str]]
Pads = Union[int, Sequence[int], Sequence[Sequence[int]]]

_calls = _kernels.Memo()


def per_axis(mode: Mode, rank: int) -> tuple[tuple[str, bool], ...]:
    """The mode of each of `rank` axes, and whether it is periodic: from "reflect", "reflect
    periodic" or a list of such. Raises `TypeError` or `ValueError`."""
    if not isinstance(mode, (str, list, tuple)):
        raise TypeError(f"mode is {mode!r}; it must be one of {', '.join(MODES)}, or a list with one "
                        "for each axis")
    listed = [mode] * rank if isinstance(mode, str) else list(mode)
    if len(listed) != rank:
        raise ValueError(f"mode has {len(listed)} entries, but the array has {rank} axes; give "
                         "one for all axes or one for each")
    modes = []
    for entry in listed or [mode] * isinstance(mode, str):
        name, _, rest = entry.partition(" ")
        if name not in MODES or rest not in ("", "periodic"):
            raise ValueError(f"mode is {entry!r}; it must be one of {', '.join(MODES)}, or 'reflect "
                             "periodic' or 'symmetric periodic'")
        modes.append((name, bool(rest)))
    return tuple(modes[:rank])


def numbers_of(text: str, value: Any, rank: int, columns: int) -> list[list[int]]:
    """`value` as a list of `columns` integers for each axis: from an integer for all, from
    `columns` of them for all axes, or from such for each axis. Raises `TypeError` or
    `ValueError`."""
    given = np.asarray(value)
    if not rank and not given.size:
        return []
    if given.size and given.dtype.kind not in "iu":
        raise TypeError(f"{text} must be integers, but are of type {given.dtype}")
    numbers = given.ravel().tolist()
    if numbers and max(numbers) > LIMIT:
        raise ValueError(f"{text} are up to {max(numbers)}, but must be at most {LIMIT} (C7)")
    shape = (rank, columns) if columns > 1 else (rank,)
    try:
        wide = np.broadcast_to(given.astype(np.int64), shape)
    except ValueError:
        raise ValueError(f"{text} have shape {given.shape}, but the array has {rank} axes; give "
                         f"{'(low, high)' if columns > 1 else 'one number'} for each axis") from None
    return wide.reshape(rank, columns).tolist()


def value_text(value: Any, name: str, dtype: np.dtype) -> str:
    """The padding value as the compiler reads it, for elements of type `name`, which is `dtype`
    where numpy has it. Raises `OverflowError`, `TypeError` or `ValueError`."""
    if name == "bfloat16":
        return _float_text(float(value))
    number = np.asarray(value)
    if number.ndim:
        raise ValueError(f"value has shape {number.shape}, but must be one number")
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        if not limits.min <= int(number) <= limits.max:
            raise OverflowError(f"value is {value!r}, but {name} has numbers from {limits.min} to "
                                f"{limits.max} only")
    with np.errstate(over="ignore"):
        item = number.astype(dtype).item()
    if dtype.kind == "c":
        return f"{_float_text(item.real)},{_float_text(item.imag)}"
    if dtype.kind == "f":
        return _float_text(item)
    return str(item).lower()


def _float_text(number: float) -> str:
    return number.hex() if np.isfinite(number) else str(number)


def prepare(dtype_name: str, dtype: np.dtype, shape: Sequence[int], pads: Pads, mode: Mode,
            interior: Any, value: Any) -> _kernels.Call:
    """The kernel for these arguments of `pad`."""
    rank = len(shape)
    element_type = ELEMENT_TYPES.get(dtype_name)
    if element_type is None:
        raise TypeError(f"x has type {dtype_name}; padkernels has kernels for "
                        + ", ".join(ELEMENT_TYPES))
    modes = per_axis(mode, rank)
    low_high = numbers_of("pads", pads, rank, 2)
    inner = [row[0] for row in numbers_of("interior", 0 if interior is None else interior, rank, 1)]
    has_interior = any(inner)
    takes_value = has_interior or not modes or any(name == "constant" for name, _ in modes)
    text = value_text(value, dtype_name, dtype) if takes_value else ""
    if not takes_value and value:
        raise ValueError(f"value is {value!r}, but mode {mode!r} reads no padding value; leave "
                         "it out")
    signature = _kernels.Signature(modes, element_type, has_interior, text)
    numbers = _kernels.Numbers(tuple(shape), tuple(row[0] for row in low_high),
                               tuple(row[1] for row in low_high), tuple(inner))
    return _kernels.find(signature, numbers)


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
    value: the padding value of the constant mode and of `interior`.
    out: a C-contiguous array of the result's shape and of x's type, which does not overlap x.

    Returns the padded array: `out` if it is given, and else a new array of numpy.
    Raises `TypeError` for types without kernels, `ValueError` for pads that break a rule
    (docs/Semantics.md), and `ImportError` without libPadC.so.

    >>> pad(np.array([[1, 2], [3, 4]]), [(0, 1), (1, 1)], mode=["edge", "wrap"])
    array([[2, 1, 2, 1],
           [4, 3, 4, 3],
           [4, 3, 4, 3]])
    >>> pad(np.array([1, 2, 3]), 0, interior=1)
    array([1, 0, 2, 0, 3])
    """
    if type(x) is not np.ndarray:
        x = np.from_dlpack(x) if hasattr(x, "__dlpack__") else np.asarray(x)
    # The plain forms of arguments are written out here, as a cached call takes little else.
    value_key = value if type(value) is int else repr(value)
    try:
        key = (x.dtype, x.shape, tuple(pads) if type(pads) is list else pads,
               mode if type(mode) is str else tuple(mode), interior, value_key)
        call = _calls.get(key)
    except TypeError:
        key = (x.dtype, x.shape, hashable(pads), hashable(mode), hashable(interior), value_key)
        call = _calls.get(key)
    if call is None:
        if not x.dtype.isnative:
            raise TypeError(f"x has type {x.dtype} of foreign byte order; use "
                            "x.astype(x.dtype.newbyteorder('='))")
        call = _calls.add(key, prepare(x.dtype.name, x.dtype, x.shape, pads, mode, interior, value))
    function, extents, _ = call
    if not x.flags.c_contiguous:
        x = np.ascontiguousarray(x)
    if out is None:
        out = np.empty(extents, x.dtype)
    elif not _is_result(out, x, extents):
        raise ValueError(f"out must be a writable C-contiguous array of type {x.dtype} and shape "
                         f"{extents} that does not overlap x")
    function(x.ctypes.data, out.ctypes.data)
    return out


def _is_result(out: Any, x: np.ndarray, extents: tuple[int, ...]) -> bool:
    return (type(out) is np.ndarray and out.dtype == x.dtype and out.shape == extents
            and out.flags.c_contiguous and out.flags.writeable and not np.shares_memory(out, x))


def hashable(value: Any) -> Any:
    """`value` with tuples in the place of lists and arrays, and text in that of other objects
    that have no hash."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return tuple(map(hashable, value))
    return value if value.__hash__ else repr(value)
