"""What a pad computes, in numpy, by docs/Semantics.md: for each axis a vector of
the source indices that its result indices read."""

import numpy

PADDING = -1


def source_indices(mode, extent, low, high, interior=0):
    """For each result index of an axis the source index, or PADDING."""
    dilated = (extent - 1) * (interior + 1) + 1 if extent else 0
    j = numpy.arange(max(0, low + dilated + high)) - low
    if dilated == 0:
        return numpy.full_like(j, PADDING)
    if mode == "edge":
        m = numpy.clip(j, 0, dilated - 1)
    elif mode == "reflect":
        period = max(2 * (dilated - 1), 1)
        m = j % period
        m = numpy.where(m < dilated, m, period - m)
    elif mode == "symmetric":
        m = j % (2 * dilated)
        m = numpy.where(m < dilated, m, 2 * dilated - 1 - m)
    elif mode == "wrap":
        m = j % dilated
    else:
        m = numpy.where((j >= 0) & (j < dilated), j, PADDING)
    isSource = (m >= 0) & (m % (interior + 1) == 0)
    return numpy.where(isSource, m // (interior + 1), PADDING)


def pad(data, low, high, mode="constant", value=0, interior=None):
    """`data` padded by `low` and `high`, one number an axis."""
    interior = interior or [0] * data.ndim
    is_padding = numpy.zeros((), bool)
    for axis in range(data.ndim):
        at = source_indices(mode, data.shape[axis], low[axis], high[axis],
                            interior[axis])
        outside = (at == PADDING).reshape([-1] + [1] * (data.ndim - axis - 1))
        is_padding = is_padding | outside
        if data.shape[axis]:
            data = data.take(numpy.maximum(at, 0), axis)
        else:
            shape = data.shape[:axis] + at.shape + data.shape[axis + 1:]
            data = numpy.zeros(shape, data.dtype)
    return numpy.where(is_padding, numpy.asarray(value).astype(data.dtype), data)
