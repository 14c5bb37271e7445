"""What each workload has to compute, in numpy, independent of the compiler.

One vector of source indices per axis (docs/Semantics.md, rules 1 to 3), then one
numpy.take per axis. A position that is the padding value is -1.
"""

from functools import lru_cache

import numpy

NUMPY_TYPES = {
    "f32": numpy.float32,
    "f64": numpy.float64,
    "f16": numpy.float16,
    "i8": numpy.int8,
    "i64": numpy.int64,
}
PADDING = -1


def dilated(extent, interior):
    return 0 if extent == 0 else (extent - 1) * (interior + 1) + 1


def result_extent(extent, low, high, interior=0):
    return max(0, low + dilated(extent, interior) + high)


def result_shape(workload):
    return tuple(
        map(result_extent, workload.shape, workload.low, workload.high,
            workload.interior)
    )


def axis_positions(mode, extent, low, high, interior=0):
    """For each result index the source index that it reads, or PADDING."""
    d = dilated(extent, interior)
    n = result_extent(extent, low, high, interior)
    j = numpy.arange(n, dtype=numpy.int64) - low
    inside = (j >= 0) & (j < d)
    if mode == "constant" or d == 0:
        j = numpy.where(inside, j, PADDING)
    elif mode == "edge":
        j = numpy.clip(j, 0, d - 1)
    elif mode == "reflect" and d == 1:
        j = numpy.zeros_like(j)
    elif mode == "reflect":
        m = j % (2 * (d - 1))
        j = numpy.where(m < d, m, 2 * (d - 1) - m)
    elif mode == "symmetric":
        m = j % (2 * d)
        j = numpy.where(m < d, m, 2 * d - 1 - m)
    elif mode == "wrap":
        j = j % d
    else:
        raise ValueError(f"no mode '{mode}'")
    between = (j < 0) | (j % (interior + 1) != 0)
    return numpy.where(between, PADDING, j // (interior + 1))


@lru_cache(maxsize=1)
def _positions(workload):
    return [
        axis_positions(*axis)
        for axis in zip(workload.modes, workload.shape, workload.low, workload.high,
                        workload.interior)
    ]


def expected(workload, source):
    """The result of the workload for an array of its shape."""
    result = source
    value = numpy.array(workload.value).astype(source.dtype)
    for axis, index in enumerate(_positions(workload)):
        if numpy.array_equal(index, numpy.arange(source.shape[axis])):
            continue
        if source.shape[axis] == 0:
            shape = list(result.shape)
            shape[axis] = len(index)
            result = numpy.full(shape, value, source.dtype)
            continue
        result = numpy.take(result, numpy.maximum(index, 0), axis=axis)
        padding = numpy.nonzero(index == PADDING)[0]
        # Runs of padding as slices: an index array would copy.
        for run in numpy.split(padding, numpy.nonzero(numpy.diff(padding) > 1)[0] + 1):
            if len(run):
                where = [slice(None)] * result.ndim
                where[axis] = slice(run[0], run[-1] + 1)
                result[tuple(where)] = value
    return numpy.ascontiguousarray(result)


def bytes_from_source(workload):
    """How many bytes the floor copies: the distinct source bytes that the result
    reads, at most the bytes of the result."""
    used = read = 1
    for index in _positions(workload):
        used *= len(numpy.unique(index[index != PADDING]))
        read *= len(index)
    return min(used, read) * workload.element_bytes


def axis_runs(mode, extent, low, high, interior=0):
    """The window and the runs of an axis, in indices of the result.

    The window (begin, end) reads the dilated source in order. Each run (begin,
    length, first, step) outside of it can be copied from the window: index
    begin + i reads what index first + step * i holds. None in place of the runs
    if some index reads what the window does not hold.
    """
    d = dilated(extent, interior)
    n = result_extent(extent, low, high, interior)
    begin = min(n, max(0, low))
    end = max(begin, min(n, low + d))
    if mode == "constant":
        return (begin, end), []
    position = axis_positions(mode, extent, low, high)
    at = position + low
    runs = []
    for i in [*range(begin), *range(end, n)]:
        if not begin <= at[i] < end:
            return (begin, end), None
        if runs and i != end:
            first, length, start, step = runs[-1]
            if first + length == i:
                if length == 1 and -1 <= at[i] - start <= 1:
                    runs[-1] = (first, 2, start, int(at[i] - start))
                    continue
                if length > 1 and at[i] == start + step * length:
                    runs[-1] = (first, length + 1, start, step)
                    continue
        runs.append((i, 1, int(at[i]), 1))
    return (begin, end), runs
