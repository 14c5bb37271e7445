"""padkernels.pad_adjoint against a walk over the gradient in the order of docs/Semantics.md."""

import itertools
import random

import numpy as np
import padkernels
from padkernels import _adjoint, _library
from rule import breaks, position
from tier import IS_LONG

rng = np.random.default_rng(1)
draw = random.Random(1)
checked = 0


def readers(mode, low, high, inner, d):
    """The source index that each position of a padded axis reads; None for the padding value."""
    step, dilated = inner + 1, (d - 1) * (inner + 1) + 1 if d else 0
    places = [position(mode, j - low, dilated) if dilated else None
              for j in range(low + dilated + high)]
    return [None if p is None or p % step else p // step for p in places]


def scatter(g, shape, pads, modes, interior):
    """The gradient, one axis after the other (A2)."""
    narrow = g.dtype == np.float16
    sums = g.astype(np.float32) if narrow else g
    for axis, own in enumerate(zip(modes, (p[0] for p in pads), (p[1] for p in pads), interior, shape)):
        extents = list(sums.shape)
        extents[axis] = shape[axis]
        result, has = np.zeros(extents, sums.dtype), [False] * shape[axis]
        # Rows along the axis are independent of each other.
        for i, s in enumerate(readers(*own)):
            if s is None:
                continue
            place, term = [slice(None)] * g.ndim, [slice(None)] * g.ndim
            place[axis], term[axis] = s, i
            place, term = tuple(place), tuple(term)
            with np.errstate(over="ignore"):
                result[place] = result[place] + sums[term] if has[s] else sums[term]
            has[s] = True
        sums = result
    with np.errstate(over="ignore"):
        return sums.astype(g.dtype)


def agree(dtype, shape, pads, modes, interior):
    """One gradient, by one thread and by two."""
    global checked
    extents = [max(0, p + ((d - 1) * (r + 1) + 1 if d else 0) + q)
               for (p, q), r, d in zip(pads, interior, shape)]
    if np.dtype(dtype).kind in "iu":
        g = rng.integers(0, 100, extents).astype(dtype)
    else:
        g = (rng.standard_normal(extents) * 2.0 ** rng.integers(-3, 9, extents)).astype(dtype)
    expected = scatter(g, shape, pads, modes, interior)
    for threads in (1, 2):
        padkernels.set_num_threads(threads)
        ours = padkernels.pad_adjoint(g, shape, pads, modes, interior=interior)
        assert ours.dtype == expected.dtype and ours.shape == expected.shape
        assert ours.tobytes() == expected.tobytes(), (dtype, shape, pads, modes, interior)
        checked += 1
    if g.dtype.kind in "iu":
        # Integers wrap, so that the law of the adjoint holds exactly.
        x = rng.integers(0, 100, shape).astype(dtype)
        y = padkernels.pad(x, pads, modes, interior=interior)
        assert np.sum(ours * x, dtype=dtype) == np.sum(g * y, dtype=dtype), (shape, pads, modes)


MODES = [*_library.mode_names(), "reflect periodic", "symmetric periodic"]
TYPES = list(_adjoint.SUMMED_TYPES)
for number in range(len(MODES) * len(TYPES) * (2 if IS_LONG else 1)):
    mode, dtype = MODES[number % len(MODES)], TYPES[number // len(MODES) % len(TYPES)]
    while True:
        rank = draw.randint(1, 3)
        shape = tuple(draw.randint(0, 6) for _ in range(rank - 1)) + (draw.randint(0, 90),)
        pads = [(draw.randint(-2, 4), draw.randint(-2, 4)) for _ in range(rank)]
        if number % 5 == 0:
            pads[-1] = (draw.randint(-80, 80), draw.randint(-80, 80))
        modes = [draw.choice(MODES) for _ in range(rank - 1)] + [mode]
        interior = [draw.choice([0, 0, 0, 1, 2]) for _ in range(rank)]
        if not any(breaks(*own) for own in
                   zip(shape, (p[0] for p in pads), (p[1] for p in pads), modes, interior)):
            break
    agree(dtype, shape, pads, modes, interior)

# Results that threads share, and channels behind the padded axes.
agree("float32", (5, 3, 600, 601), [(0, 0), (0, 0), (2, 1), (1, 3)], ["reflect"] * 4, [0] * 4)
agree("float32", (2, 50, 60, 7), [(0, 0), (2, 1), (1, 3), (0, 0)], ["symmetric"] * 4, [0] * 4)
agree("float64", (1, 2000, 2100), [(0, 0), (2, 1), (1, 3)], ["edge"] * 3, [0] * 3)


def refuses(error, text, *arguments, **options):
    try:
        padkernels.pad_adjoint(*arguments, **options)
    except error as raised:
        assert text in str(raised), raised
    else:
        raise AssertionError(text)


refuses(ValueError, "g has shape (6,), but the pad of an array of shape (4,) has shape (5,) (A1)",
        np.zeros(6), (4,), (1, 0), "edge")
refuses(TypeError, "g has type bool; pad_adjoint adds elements of", np.zeros(5, bool), (4,), (1, 0))
refuses(ValueError, "reflect extends an axis of extent 4 by at most 3", np.zeros(8), (4,), (4, 0), "reflect")
refuses(ValueError, f"the gradient has extents ({2**62},) and {2**65} bytes, but an address space has at "
        "most 9223372036854775807 (C7)", np.zeros(0), (2**62,), (0, -2**62))
refuses(TypeError, "the extents of shape must be integers", np.zeros(5), None, (1, 0))
assert padkernels.pad_adjoint(np.ones(5), 4, (1, 0), "edge").tolist() == [2, 1, 1, 1]
refuses(ValueError, "out must be a writable, aligned and C-contiguous array of type float64 and shape (4,) that does not "
        "overlap g, but it has shape (5,)", np.zeros(5), (4,), (1, 0), out=np.zeros(5))
print(checked, "gradients agree with the walk")
