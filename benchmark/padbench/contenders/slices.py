"""A pad as copies between slices, for libraries that have slices.

The window of the source is copied first; then each axis, the last one first, copies
its borders from what is already there. The plan is made once per workload.
"""

from ..oracle import axis_runs, dilated
from . import Refused


def plan(workload):
    """(window of the result, its slices of the source, border copies).

    A border copy is (axis, indices of the result, begin, length, first, step): what
    `oracle.axis_runs` says, with the other axes as far as they are filled. Of an axis
    of constant mode, `first` is None: the border is filled.
    """
    windows, starts, borders = [], [], []
    for mode, extent, low, high, interior in zip(
        workload.modes, workload.shape, workload.low, workload.high, workload.interior
    ):
        if interior and not workload.is_constant:
            raise Refused("no slices for interior padding in this mode")
        (begin, end), runs = axis_runs(mode, extent, low, high, interior)
        if mode == "constant" and not workload.is_constant:
            n = low + extent + high
            runs = [(at, length, None, None)
                    for at, length in ((0, begin), (end, n - end)) if length]
        if runs is None:
            raise Refused("the result does not hold what its borders read")
        windows.append((begin, end))
        borders.append(runs)
        # Positions of the dilated axis that hold a source element.
        step = interior + 1
        first = -(-(begin - low) // step)
        stop = -(-min(end - low, dilated(extent, interior)) // step)
        starts.append((first * step + low, first, max(first, stop), step))
    window = tuple(
        slice(at, at + (stop - first - 1) * step + 1 if stop > first else at, step)
        for at, first, stop, step in starts
    )
    source = tuple(slice(first, stop) for _, first, stop, _ in starts)
    copies = []
    for axis in reversed(range(workload.rank)):
        for begin, length, first, step in borders[axis]:
            index = [slice(*w) for w in windows[:axis]]
            copies.append((axis, index, begin, length, first, step))
    return window, source, windows, copies


def constant_slabs(windows, shape):
    """Slices of the result that a constant pad without interior fills."""
    for axis, (begin, end) in enumerate(windows):
        outer = [slice(*w) for w in windows[:axis]]
        if begin > 0:
            yield (*outer, slice(0, begin))
        if end < shape[axis]:
            yield (*outer, slice(end, None))
