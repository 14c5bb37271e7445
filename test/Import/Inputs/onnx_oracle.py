"""What ONNX's Pad computes, in numpy, by docs/Semantics.md: one vector of source
positions an axis, and negative pads that crop first in modes but constant."""

import numpy

PADDING = -1


def axis_positions(mode, extent, low, high):
    """For each result index the source index that it reads, or PADDING."""
    if mode != "constant":
        # The mode sees what the crops leave.
        first, left = max(-low, 0), extent + min(low, 0) + min(high, 0)
        low, high = max(low, 0), max(high, 0)
    else:
        first, left = 0, extent
    j = numpy.arange(max(0, low + left + high)) - low
    if mode == "constant":
        return numpy.where((j >= 0) & (j < left), j, PADDING)
    if mode == "edge":
        return first + numpy.clip(j, 0, left - 1)
    if mode == "wrap":
        return first + j % left
    period = 2 * (left - 1)
    if period == 0:
        return first + numpy.zeros_like(j)
    m = j % period
    return first + numpy.where(m < left, m, period - m)


def pad(data, pads, mode="constant", value=0, axes=None):
    """`pads` lists the beginnings of the axes, then their ends."""
    axes = list(range(data.ndim)) if axes is None else axes
    for axis, low, high in zip(axes, pads, pads[len(axes):]):
        extent = data.shape[axis]
        at = axis_positions(mode, extent, low, high)
        shape = list(data.shape)
        shape[axis] = 1
        padding = numpy.full(shape, value, data.dtype)
        data = numpy.concatenate([data, padding], axis).take(
            numpy.where(at == PADDING, extent, at), axis)
    return data
