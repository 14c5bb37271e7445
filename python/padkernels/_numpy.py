"""`numpy_pad`: in the place of `numpy.pad`."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from . import _kernels, _pad

#: The widest pads of an extent: versions of numpy differ in what wider ones do.
LIMITS = {"constant": lambda d: 2**32, "edge": lambda d: 2**32 * d, "reflect": lambda d: d - 1,
          "symmetric": lambda d: d, "wrap": lambda d: d}

#: Of each pad that was asked for: its kernel, or None where numpy has to do it.
_calls = _kernels.Memo()


def find(modes: Sequence[Any], dtype: Any, name: str, shape: Sequence[int], low: Sequence[int],
         high: Sequence[int], value: Any) -> Optional[_kernels.Call]:
    """The kernel of a pad as libraries have it; None where the library has to do it itself."""
    if name not in _pad.ELEMENT_TYPES or not all(
            type(mode) is str and mode in LIMITS and 0 <= min(p, q)
            and max(p, q) <= LIMITS[mode](d) for mode, d, p, q in zip(modes, shape, low, high)):
        return None
    return _pad.prepare(name, dtype, shape, list(zip(low, high)), list(modes), None,
                        value if "constant" in modes or not modes else 0)


def modes_of(mode: Any, axes: int) -> list[Any]:
    """The mode of each of so many axes. Raises `ValueError`."""
    modes = [mode] * axes if isinstance(mode, str) or callable(mode) else list(mode)
    if len(modes) != axes:
        raise ValueError(f"mode has {len(modes)} entries, but there are {axes} axes; give one for "
                         "all of them or one for each")
    return modes


def _pad_by_numpy(array, widths, mode, modes, options):
    if modes == [mode] * array.ndim:
        return np.pad(array, widths, mode, **options)
    widths = np.broadcast_to(widths, (array.ndim, 2))
    for axis, own in enumerate(modes):
        only = [(0, 0)] * array.ndim
        only[axis] = tuple(widths[axis])
        array = np.pad(array, only, own, **(options if own == "constant" else {}))
    return array


def _find_call(array, pad_width, mode, options):
    """The kernel of `numpy_pad`; None where numpy has to do it."""
    widths, fill = np.asarray(pad_width), np.asarray(options.get("constant_values", 0))
    modes = modes_of(mode, array.ndim)
    if (widths.dtype.kind not in "iu" or widths.shape not in ((), (1,), (2,), (1, 2), (array.ndim, 2))
            or fill.ndim or not array.dtype.isnative
            or not set(options) <= ({"constant_values"} if "constant" in modes else set())):
        return None
    low, high = np.broadcast_to(widths, (array.ndim, 2)).T.tolist()
    name = array.dtype.name
    value = np.full((), fill, array.dtype).item() if name in _pad.ELEMENT_TYPES else 0
    return find(modes, array.dtype, name, array.shape, low, high, value)


def numpy_pad(array: Any, pad_width: Any, mode: Any = "constant", **options: Any) -> np.ndarray:
    """Pads as `numpy.pad` does: same arguments, results and errors; and `mode` may be a list with
    a mode for each axis. What has no kernel (other modes and types, very wide pads,
    `reflect_type="odd"`, a value for each side, arrays in Fortran order) is left to numpy, a pad
    of several modes one axis after the other.

    >>> numpy_pad(np.array([1, 2, 3]), 2, "wrap")
    array([2, 3, 1, 2, 3, 1, 2])
    """
    array = np.asarray(array)
    call = None
    if not array.flags.fnc:
        try:
            key = (array.dtype, array.shape, tuple(pad_width) if type(pad_width) is list
                   else pad_width, mode, repr(options) if options else "")
            call = _calls.get(key, _calls)
        except TypeError:
            key = (array.dtype, array.shape, _pad.hashable(pad_width), _pad.hashable(mode),
                   repr(options))
            call = _calls.get(key, _calls)
        if call is _calls:
            call = _calls.add(key, _find_call(array, pad_width, mode, options))
    if call is None:
        return _pad_by_numpy(array, pad_width, mode, modes_of(mode, array.ndim), options)
    source, result = np.ascontiguousarray(array), np.empty(call.extents, array.dtype)
    call.call(source.ctypes.data, result.ctypes.data)
    return result
