"""Padding values as kernels take them."""

from __future__ import annotations

import ctypes
import numbers
from typing import Any

import numpy as np

#: The element types of arrays, and of kernels: a pad moves elements as they are, so that those of
#: one size have one kernel.
ELEMENT_TYPES = {
    "bool": "i8", "float16": "i16", "bfloat16": "i16", "float32": "i32", "float64": "i64",
    "complex64": "i64", "complex128": "complex<f64>",
    **{f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}

#: What C passes an element as. A complex number is passed by its address.
_SCALARS = {"i8": ctypes.c_uint8, "i16": ctypes.c_uint16, "i32": ctypes.c_uint32,
            "i64": ctypes.c_uint64}


def argument_type(element_type: str) -> Any:
    """The ctypes type of the padding value of a kernel."""
    return _SCALARS.get(element_type, ctypes.c_void_p)


def size_of(element_type: str) -> int:
    """The bytes of an element."""
    return ctypes.sizeof(_SCALARS[element_type]) if element_type in _SCALARS else 16


def of_bytes(element_type: str, data: bytes) -> Any:
    """The element whose bytes in memory are `data`, as a kernel takes it."""
    return _SCALARS.get(element_type, ctypes.c_char * len(data)).from_buffer_copy(data)


def encode(dtype: np.dtype, value: Any) -> Any:
    """The number `value` as a kernel of elements of type `dtype` takes it. An element of that type
    keeps its bits; a fraction becomes the nearest one.

    Raises `TypeError` for what is no number or a complex one among real elements, `ValueError` for
    arrays, fractions and NaN among integers, and `OverflowError` for numbers that are too large."""
    kind = type(value)
    # Zeros of two signs are equal.
    if kind is not int and kind is not float or value == 0 and kind is float:
        return _encode(dtype, value)
    key = dtype.char, kind, value
    known = _known.get(key)
    if known is None:
        known = _encode(dtype, value)
        if len(_known) >= 1024:
            _known.clear()
        _known[key] = known
    return known


#: What the latest numbers of Python are, for the types of elements.
_known: dict[tuple[str, type, Any], Any] = {}


def _encode(dtype: np.dtype, value: Any) -> Any:
    return of_bytes(ELEMENT_TYPES[dtype.name], _element(dtype, value).tobytes())


def is_zero(value: Any) -> bool:
    """Whether the number `value` is zero. Raises what `encode` raises."""
    return type(value) is int and value == 0 or bool(_element(np.dtype(complex), value) == 0)


def _element(dtype: np.dtype, value: Any) -> np.ndarray:
    """The element of type `dtype` that the number `value` is."""
    given = np.asarray(value)
    if given.ndim:
        raise ValueError(f"value has shape {given.shape}, but must be one number")
    if given.dtype == dtype:
        return given
    # Integers of more than 64 bits and fractions are objects.
    kind = given.dtype.kind
    if kind not in "biufc" and not (kind == "O" and isinstance(value, numbers.Number)):
        raise TypeError(f"value is {value!r}, but must be a number")
    if kind == "c" and dtype.kind != "c":
        raise TypeError(f"value is {value!r}, but {dtype.name} has no complex numbers")
    if dtype.kind in "biu":
        return np.asarray(_integer(dtype, given.item()), dtype)
    too_large = f"value is {value!r}, which is too large for {dtype.name}"
    try:
        with np.errstate(over="ignore"):
            element = given.astype(dtype)
    except OverflowError:
        raise OverflowError(too_large) from None
    if any(np.isinf(part) and not (kind in "fc" and np.isinf(own))
           for part, own in ((element.real, given.real), (element.imag, given.imag))):
        raise OverflowError(too_large)
    return element


def _integer(dtype: np.dtype, value: Any) -> int:
    """`value`, if it is an integer that `dtype` has."""
    try:
        whole = int(value)
    except (OverflowError, ValueError) as error:
        raise type(error)(f"value is {value!r}, but {dtype.name} has integers only") from None
    if whole != value:
        raise ValueError(f"value is {value!r}, but {dtype.name} has integers only")
    limits = np.iinfo(dtype) if dtype.kind != "b" else None
    least, most = (limits.min, limits.max) if limits else (0, 1)
    if not least <= whole <= most:
        raise OverflowError(f"value is {value!r}, but {dtype.name} has numbers from {least} to "
                            f"{most} only")
    return whole
