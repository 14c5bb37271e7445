"""`numpy_pad`: in the place of `numpy.pad`."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from . import _kernels, _pad, _values

#: numpy's own function, also once `numpy_pad` has its name.
_original = np.pad

#: The widest pads of an extent: versions of numpy differ in what wider ones do.
LIMITS = {"constant": lambda d: 2**32, "edge": lambda d: 2**32 * d, "reflect": lambda d: d - 1,
          "symmetric": lambda d: d, "wrap": lambda d: d}

#: The option that numpy's modes have.
_OPTIONS = {"constant": "constant_values", "linear_ramp": "end_values", "reflect": "reflect_type",
            "symmetric": "reflect_type", **dict.fromkeys(("maximum", "mean", "median", "minimum"),
                                                         "stat_length")}

#: Of each pad that was asked for: its kernel, or None where numpy has to do it.
_calls = _kernels.Memo()


def find(modes: Sequence[Any], dtype: np.dtype, shape: Sequence[int], low: Sequence[int],
         high: Sequence[int]) -> Optional[_kernels.Call]:
    """The kernel of a pad as libraries have it; None where the library has to do it itself."""
    if dtype.name not in _values.ELEMENT_TYPES or not dtype.isnative or not all(
            mode in LIMITS and 0 <= p <= LIMITS[mode](d) and 0 <= q <= LIMITS[mode](d)
            for mode, d, p, q in zip(modes, shape, low, high)):
        return None
    return _pad.prepare(dtype, shape, low, high, tuple((mode, False) for mode in modes),
                        (0,) * len(shape))


def modes_of(mode: Any, axes: int) -> list[Any]:
    """The mode of each of so many axes. Raises `ValueError`."""
    modes = list(mode) if isinstance(mode, (list, tuple)) else [mode] * axes
    if len(modes) != axes:
        raise ValueError(f"mode has {len(modes)} entries, but there are {axes} axes; give one for "
                         "all of them or one for each")
    return modes


def _pad_by_numpy(array, widths, mode, options):
    if not isinstance(mode, (list, tuple)):
        return _original(array, widths, mode, **options)
    modes = modes_of(mode, array.ndim)
    if other := set(options) - {_OPTIONS.get(own) for own in modes}:
        raise ValueError(f"unsupported keyword arguments for modes {mode!r}: {other}")
    widths = np.broadcast_to(widths, (len(modes), 2))
    for axis, own in enumerate(modes):
        only = [(0, 0)] * len(modes)
        only[axis] = tuple(widths[axis])
        array = _original(array, only, own, **{name: value for name, value in options.items()
                                               if name == _OPTIONS.get(own)})
    return array


def _find_call(array: np.ndarray, widths: Any, mode: Any) -> Optional[_kernels.Call]:
    """The kernel of `numpy_pad`; None where numpy has to do it, and for what it refuses."""
    if not array.ndim or np.shape(widths) not in ((), (1,), (2,), (1, 2), (array.ndim, 2)):
        return None
    low, high = np.broadcast_to(widths, (array.ndim, 2)).T.tolist()
    return find(modes_of(mode, array.ndim), array.dtype, array.shape, low, high)


def _key(array: np.ndarray, pad_width: Any, mode: Any, options: dict[str, Any]) -> Any:
    """The key of a call in `_calls`; None for what numpy has to read."""
    if type(mode) is not str:
        if not all(isinstance(own, str)
                   for own in (mode if isinstance(mode, (list, tuple)) else [mode])):
            return None
        mode = _pad.exact_modes(mode)
    if options and (len(options) > 1 or "constant_values" not in options
                    or mode != "constant" and (type(mode) is str or "constant" not in mode)):
        return None
    widths = _pad.exact(pad_width)
    if widths is None:
        given = np.asarray(pad_width)
        # numpy refuses unsigned ones.
        widths = _pad.exact(given.tolist()) if given.dtype.kind == "i" else None
    if widths is None or array.flags.fnc:
        return None
    return array.dtype, array.shape, widths, mode


def _element(dtype: np.dtype, value: Any) -> Any:
    """What numpy makes of `constant_values`, as kernels take it; None for a value for each side.
    Raises what numpy raises."""
    if (type(value) is int and 0 <= value < 128 and dtype.kind in "iufc"
            or type(value) is float and abs(value) < 2**15 and dtype.kind in "fc"):
        return _values.encode(dtype, value)
    given = np.asarray(value)
    if given.size != 1 or given.ndim > 2:
        return None
    # numpy assigns the element to a slice.
    element = np.empty(1, dtype)
    element[:] = given.ravel()[0]
    return _values.of_bytes(_values.ELEMENT_TYPES[dtype.name], element.tobytes())


def numpy_pad(array: Any, pad_width: Any, mode: Any = "constant", **options: Any) -> np.ndarray:
    """Pads as `numpy.pad` does: same arguments, results and errors; and `mode` may be a list with
    a mode for each axis. What has no kernel (other modes and types, very wide pads,
    `reflect_type="odd"`, a value for each side, arrays in Fortran order, arrays of other libraries)
    is left to numpy, a pad of several modes one axis after the other, each with the options of its
    mode.

    >>> numpy_pad(np.array([1, 2, 3]), 2, "wrap")
    array([2, 3, 1, 2, 3, 1, 2])
    """
    if type(array) is not np.ndarray:
        override = getattr(type(array), "__array_function__", None)
        if override not in (None, np.ndarray.__array_function__):
            return _pad_by_numpy(array, pad_width, mode, options)
        array = np.asarray(array)
    call = value = None
    key = _key(array, pad_width, mode, options)
    if key is not None:
        call = _calls.get(key, _calls)
        if call is _calls:
            call = _calls.add(key, _find_call(array, *key[2:]))
    if call is not None and call.takes_value:
        value = _element(array.dtype, options.get("constant_values", 0))
    if call is None or call.takes_value and value is None:
        return _pad_by_numpy(array, pad_width, mode, options)
    source, result = _pad.dense(array), np.empty(call.extents, array.dtype)
    call.call(source.ctypes.data, result.ctypes.data, value, (source, result))
    return result
