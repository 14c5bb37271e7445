"""Workloads of scripts/bench --random N --seed S: pads that are drawn instead of listed."""

import math
import random

from .modes import MODES
from .workloads import TYPES, join

# The most bytes of a source, and the fewest.
MOST_BYTES, FEWEST_BYTES = 1 << 25, 1 << 9
# f32 is drawn three times as often as each other type.
DRAWN_TYPES = ("f32", "f32", *TYPES)
# Which axes are padded: all, images as NCHW and NHWC have them, one, or up to a multiple.
KINDS = ("all", "rows and columns", "in front of channels", "last", "one", "multiple", "crop")


def extent(draw, most):
    """Powers of two, odd numbers, and any, small ones as often as large ones."""
    size = max(min(round(2 ** draw.uniform(0, 11)), most), 1)
    form = draw.choice(("any", "power", "odd"))
    if form == "power":
        return 1 << (size.bit_length() - 1)
    return size | 1 if form == "odd" else size


def draw_shape(draw, element_bytes):
    """One to four extents; sources of all sizes are equally frequent by their logarithm."""
    most = 2 ** draw.uniform(math.log2(FEWEST_BYTES), math.log2(MOST_BYTES))
    while True:
        shape = [extent(draw, 2048) for _ in range(draw.choice((1, 2, 2, 3, 3, 4, 4)))]
        if most / 4 <= math.prod(shape) * element_bytes <= most:
            return shape


def most_pad(mode, size):
    """C5, for pads that do not repeat."""
    return {"reflect": size - 1, "symmetric": size, "wrap": size}.get(mode, 1 << 16)


def padded_axes(draw, kind, rank):
    if kind == "rows and columns":
        return range(max(0, rank - 2), rank)
    if kind == "in front of channels":
        return range(max(0, rank - 3), max(1, rank - 1))
    if kind == "last" or (kind in ("multiple", "crop") and draw.random() < 0.5):
        return [rank - 1]
    return [draw.randrange(rank)] if kind == "one" else range(rank)


def draw_pads(draw, mode, shape):
    """(low, high): mostly a few elements."""
    low, high = [0] * len(shape), [0] * len(shape)
    kind = draw.choice(KINDS)
    for axis in padded_axes(draw, kind, len(shape)):
        size = shape[axis]
        if kind == "multiple":
            high[axis] = min(-size % draw.choice((4, 8, 16, 32, 64)), most_pad(mode, size))
            continue
        for pads in (low, high):
            amount = draw.choice((0, 1, 1, 2, 3, draw.randint(0, 8), draw.randint(0, 64)))
            pads[axis] = min(amount, size, most_pad(mode, size))
        if kind == "crop" and size > 8:
            draw.choice((low, high))[axis] = -draw.randint(1, size // 4)
    return low, high


def random_workloads(count, seed):
    """The text of a file of `count` workloads, as workloads.txt documents it."""
    draw, lines = random.Random(seed), {}
    while len(lines) < count:
        mode, type_ = draw.choice(MODES), draw.choice(DRAWN_TYPES)
        shape = draw_shape(draw, TYPES[type_])
        low, high = draw_pads(draw, mode, shape)
        if not any(low) and not any(high):
            continue
        shape = "x".join(map(str, shape))
        pads = f"{mode} {type_} {shape} {join(low)} {join(high)}"
        lines.setdefault(pads, f"drawn{len(lines)}-{shape}-{mode}-{type_} static {pads} quick=forms")
    return "\n".join(lines.values()) + "\n"
