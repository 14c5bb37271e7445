"""Workloads of scripts/bench --fusion --random N --seed S, drawn instead of listed."""

import dataclasses
import math
import random

from .copy_workloads import frames, patches, unfold
from .fusion_workloads import (CHAINS, STENCILS, causal, convolution, depthwise, pool,
                               stencil)
from .modes import MODES
from .program_workloads import activated, layer, magnitude, product, wave
from .several_workloads import divergence, slopes, sum_of_two

# Bytes behind a page: where it begins, behind a header of malloc, between two lines, at
# lines of other sets of a cache, and, of bytes, at odd addresses.
PLACES = (0, 16, 32, 48, 64, 1088, 2048)
# The most elements of a source, and products of a convolution.
MOST_ELEMENTS, MOST_PRODUCTS = 1 << 23, 1 << 28
# Kinds of workloads, and how often each is drawn.
KINDS = {"stencil": 10, "chain": 2, "average pool": 2, "max pool": 3, "convolution": 4,
         "depthwise": 2, "causal": 1, "im2col": 1, "patches": 1, "frames": 1,
         "slopes": 1, "divergence": 1, "sum of two": 1}


def extent(draw, most):
    """Powers of two, primes, and any number in between, small ones as often as large ones."""
    size = min(round(2 ** draw.uniform(3, 12)), most)
    form = draw.choice(("any", "power", "odd"))
    if form == "power":
        return 1 << max(size.bit_length() - 1, 3)
    return size | 1 if form == "odd" else size


def shape(draw, rank, most=MOST_ELEMENTS):
    """Extents of at least 8 whose product is at most `most`."""
    while True:
        made = tuple(extent(draw, 4096) for _ in range(rank))
        if math.prod(made) <= most:
            return made


def image(draw, channels):
    """One to four images in NHWC with up to so many channels."""
    while True:
        made = (draw.choice((1, 1, 2, 4)), *shape(draw, 2, 1 << 18),
                draw.choice([c for c in (3, 8, 16, 24, 32, 64, 96, 128, 256)
                             if c <= channels]))
        if max(made[1:3]) <= 512 and math.prod(made) <= MOST_ELEMENTS:
            return made


def shape_of_windows(draw):
    """An image whose windows are not much memory."""
    while True:
        made = image(draw, 64)
        if math.prod(made) <= MOST_ELEMENTS // 9:
            return made


def products(draw, channels, every_taps, every_filters):
    """An image of up to so many channels, the taps and the filters of a convolution of it."""
    while True:
        size, taps, filters = image(draw, channels), draw.choice(every_taps), \
            draw.choice(every_filters)
        if math.prod(size) * taps * taps * filters <= MOST_PRODUCTS:
            return size, taps, filters


def draw_workload(draw):
    """A workload at any place of a page."""
    kind = draw.choices(list(KINDS), KINDS.values())[0]
    mode, layout = draw.choice(MODES), draw.choice(("NHWC", "NCHW"))
    if kind == "chain":
        name = draw.choice(list(CHAINS))
        made = stencil(mode, name, shape(draw, 2), draw.choice(("f32", "f64")))
    elif kind == "stencil":
        name = draw.choice(list(STENCILS))
        element = draw.choice(("f32", "f32", "f64", "f64", "f16", "bf16", "i8")
                              [:None if name == "3x3 blur" else -1])
        made = stencil(mode, name, shape(draw, len(STENCILS[name][0])), element)
    elif kind == "average pool":
        made = pool(mode, image(draw, 128), layout)
    elif kind == "max pool":
        made = pool(mode, image(draw, 128), layout, "max", draw.choice((1, 2, 3)))
    elif kind == "depthwise":
        made = depthwise(mode, image(draw, 256))
    elif kind == "im2col":
        made = unfold(mode, shape_of_windows(draw), layout)
    elif kind == "patches":
        made = patches(mode, shape(draw, 2, 1 << 22), draw.choice((8, 16, 14)))
    elif kind == "frames":
        made = frames(mode, extent(draw, 4096) * 256, draw.choice((512, 1024)),
                      draw.choice((128, 256, 441)))
    elif kind == "slopes":
        made = slopes(mode, shape(draw, draw.choice((2, 3))), draw.choice(("f32", "f64")))
    elif kind == "divergence":
        made = divergence((mode, draw.choice(MODES)), shape(draw, 2), draw.choice(("f32", "f64")))
    elif kind == "sum of two":
        size, _, filters = products(draw, 64, (3,), (8, 16, 32, 64))
        made = sum_of_two(mode, size, filters)
    elif kind == "causal":
        made = causal(mode, (1, extent(draw, 4096), draw.choice((16, 64, 256, 512))))
    else:
        size, taps, filters = products(draw, 256, (3, 3, 3, 5, 7), (8, 16, 32, 64, 128, 256))
        made = convolution(mode, size, layout, taps, filters)
    places = PLACES + ((1, 3) if made.type == "i8" else ())
    return dataclasses.replace(made, places=tuple(draw.choices(places, k=3)))


def draw_program(draw):
    """A program of several ops, at any place of a page."""
    kind = draw.choice(("wave", "magnitude", "product", "activated", "layer"))
    mode = draw.choice(MODES)
    element = draw.choice(("f32", "f64"))
    if kind == "wave":
        made = wave(mode, shape(draw, draw.choice((2, 3))), element)
    elif kind == "magnitude":
        made = magnitude(mode, shape(draw, 2), element)
    elif kind == "product":
        rows, terms, columns = (extent(draw, 512) for _ in range(3))
        made = product(rows, terms, columns, draw.choice((8, 16, 32)), element)
    else:
        size, _, filters = products(draw, 64, (3,), (8, 16, 32, 64))
        made = activated(mode, size, filters) if kind == "activated" else layer(
            size, draw.choice((filters, filters, None)), draw.choice((1, 1, 2)))
    return dataclasses.replace(made, places=tuple(draw.choices(PLACES, k=3)))


def draw_workloads(count, seed):
    """`count` workloads with names of their own, of which the last tenth are programs."""
    draw, made = random.Random(seed), {}
    while len(made) < count:
        workload = (draw_workload if len(made) < count - count // 10 else draw_program)(draw)
        made.setdefault(workload.name, workload)
    return list(made.values())
