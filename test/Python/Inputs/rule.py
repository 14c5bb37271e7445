"""The rule of docs/Semantics.md, as the positions that a pad reads."""

import itertools

import numpy as np


def position(mode, j, d):
    """The position of the dilated axis of extent d that j reads; None for the padding value."""
    if 0 <= j < d:
        return j
    if mode == "constant":
        return None
    if mode == "edge":
        return 0 if j < 0 else d - 1
    if mode == "wrap":
        return j % d
    if mode.startswith("symmetric"):
        m = j % (2 * d)
        return m if m < d else 2 * d - 1 - m
    m = j % (2 * d - 2) if d > 1 else 0
    return m if m < d else 2 * d - 2 - m


def expect(x, pads, modes, interior, value):
    """The padded array, element by element."""
    reads, extents = [], []
    for axis, ((low, high), mode, inner) in enumerate(zip(pads, modes, interior)):
        step, d = inner + 1, x.shape[axis]
        dilated = (d - 1) * step + 1 if d else 0
        places = [position(mode, j - low, dilated) for j in range(low + dilated + high)]
        reads.append([None if p is None or p % step else p // step for p in places])
        extents.append(len(places))
    result = np.full(extents, value, x.dtype)
    for index in itertools.product(*(range(n) for n in extents)):
        source = tuple(read[i] for read, i in zip(reads, index))
        if None not in source:
            result[index] = x[source]
    return result


def breaks(extent, low, high, mode, interior):
    """Whether a pad of one axis breaks a rule (C5, C6)."""
    dilated = (extent - 1) * (interior + 1) + 1 if extent else 0
    if mode != "constant" and not dilated and low + high > 0:
        return True
    limit = {"reflect": dilated - 1, "symmetric": dilated}.get(mode)
    return limit is not None and max(low, high) > max(limit, 0)
