"""Runs drawn convolutions or pools between pages that nobody may read or write, and compares
bits with those of the unfused kernels: fused_products.py BENCHMARK KIND, where BENCHMARK is
the folder that has padbench, and KIND is `products`, `contracted`, `maxima`, `copies` or
`streamed`: maxima that are written past the caches."""

import ctypes
import math
import os
import random
import subprocess
import sys

import numpy

sys.path.insert(0, sys.argv[1])
from fused_guards import Guarded  # noqa: E402
from padbench.copy_workloads import frames, patches, unfold  # noqa: E402
from padbench.fusion_workloads import (convolution, depthwise, list_arguments, named,  # noqa: E402
                                       pool)
from tier import IS_LONG, QUICK, share  # noqa: E402

KIND = sys.argv[2]
MODES = os.environ["PAD_MODES"].split()
WIDTHS = (256,) if KIND == "streamed" else (128, 256, 512)
WAYS = ("--fuse=false",), *((f"--vector-width={bits}", "--fuse", *(
    ["--nontemporal-threshold=0"] if KIND == "streamed" else [])) for bits in WIDTHS)
PLACES = (0, 1, 16, 48, None)
# Bits of f32: zeros, infinities, the least normal number, and NaN of both signs, one of which
# signals.
SPECIAL = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x00800000, 0x80800000, 0x7FC00000,
           0xFFC00001, 0x7F800123)


def draw_workloads(draw):
    """Ten of the kind; of convolutions, some with as many filters as channels, whose extents may
    be unknown."""
    for number in range(10):
        image = (draw.choice((1, 2)), draw.randint(3, 7), draw.randint(3, 40),
                 draw.choice((1, 2, 5, 8, 33)))
        mode, layout = draw.choice(MODES), ("NHWC", "NCHW")[number % 2]
        if KIND == "copies":
            yield (lambda: unfold(mode, image, layout, draw.choice((3, 3, 5))),
                   lambda: patches(mode, (draw.randint(20, 70), draw.randint(20, 70)),
                                   draw.choice((5, 8, 14, 16))),
                   lambda: frames(mode, draw.randint(300, 900), draw.choice((32, 100)),
                                  draw.choice((8, 30, 32, 110)), number % 2 == 0))[number % 3]()
        elif KIND == "maxima":
            yield pool(mode, image, layout, "max", number // 2 % 3 + 1)
        else:
            yield convolution(mode, image, layout, draw.choice((1, 3, 3, 5)),
                              draw.choice((None, None, 3, 16, 20, 35, 64)))


def channel_pool(mode, image, taps, stride):
    """A maximum pool of NHWC, whose borders take half of its window."""
    n, h, w, c = image
    pads = (0, taps // 2, taps // 2, 0)
    result = (n, (h - 1) // stride + 1, (w - 1) // stride + 1, c)
    return named(mode, f"{taps}x{taps} max pool of stride {stride}", "pooling_nhwc_max", "NHWC", image,
                 (taps, taps), result, pads, pads, init="0xFF800000", stride=stride)


def list_workloads(draw):
    """Two pools of long rows; or four of ten that are drawn in the first tier, and products in blocks of all columns: with
    weights that are packed, and of several images; or pools whose rows are one vector, and whose blocks have
    columns in borders among them, or have fewer columns than a border."""
    if KIND == "streamed":
        for mode in ("edge", "constant"):
            yield pool(mode, (1, 10, 304, 2), "NCHW", "max")
        return
    yield from share(draw_workloads(draw), 3)
    if KIND in ("products", "contracted"):
        yield convolution(draw.choice(MODES), (1, 5, 7, 200), "NHWC", 3, 160)
        yield convolution(draw.choice(MODES), (2, 3, 11, 9), "NHWC", 5, 32)
        # Borders are wider than a block, and some columns between them are fewer.
        for columns in (11, 12, 13):
            yield convolution(draw.choice(MODES), (1, 6, columns, 8), "NHWC", 9, 16)
        # There are fewer columns than a block has, pads have more rows than the image, and rows are
        # shorter than a narrow vector and its borders.
        yield convolution(draw.choice(MODES), (1, 4, 3, 16), "NHWC", 3, 16)
        yield convolution("wrap", (1, 1, 20, 8), "NHWC", 5, 16)
        yield convolution(draw.choice(MODES), (1, 4, 4, 9), "NCHW", 3, 8)
        # Of the last one, no cache of level 2 holds the result.
        for image in ((2, 7, 9, 24), (1, 4, 5, 40), (1, 3, 2, 32), (1, 131, 97, 96)):
            yield depthwise(draw.choice(MODES), image)
        # Weights of thirteen vectors, of which blocks have two where weights are not packed.
        yield convolution(draw.choice(MODES), (1, 5, 12, 24), "NHWC", 3, 104)
    if KIND == "maxima":
        for columns in (8, 16):
            yield pool(draw.choice(MODES), (1, 7, columns, 3), "NCHW", "max")
        for columns in (8, 16, 32):
            yield pool(draw.choice(MODES), (1, 7, columns, 3), "NCHW", "max", 2)
        for mode in MODES:
            yield channel_pool(mode, (1, 5, 19, 24), 3, 2)
            yield channel_pool(mode, (1, 9, 17, 16), 7, 2)
            yield channel_pool(mode, (2, 7, 9, 24), 3, 1)
            yield channel_pool(mode, (1, 8, 5, 16), 5, 1)
        # Columns of four rows: no cache of level 2 holds the result.
        yield channel_pool(draw.choice(MODES), (1, 69, 131, 128), 3, 2)


def draw_data(seed, size):
    """Numbers; those of pools may be special, many or few of them, or zeros of both signs."""
    numbers = numpy.random.default_rng(seed)
    made = numbers.uniform(-1, 1, size).astype("f4")
    if KIND == "maxima":
        special = numpy.array(SPECIAL[: 2 if seed % 3 == 0 else None], "u4").view("f4")
        made = numpy.where(numbers.random(size) < (0.5, 0.02, 0.002)[seed % 3],
                           numbers.choice(special, size), made)
    return made.tobytes()


def forms_of(workload, number):
    """The functions of workload `number`: of known extents, of images of any size, and of any
    extents. The last two take long to compile: the first tier has the last one of half of the
    products, and one of both of half of the pools."""
    forms = {"known": workload.text, "images": workload.images, "any": workload.dynamic}
    turn = number + number // 4
    if not IS_LONG:
        left = (("images",), ("any",), ("images", "any"), ("images", "any"))[turn % 4] \
            if KIND == "maxima" else ("any",) * (turn % 2)
        for form in left:
            del forms[form]
    return {form: text for form, text in forms.items() if text}


def main():
    draw, libc = random.Random(17), ctypes.CDLL(None)
    workloads, text = list(list_workloads(draw)), []
    for number, workload in enumerate(workloads):
        for form, function in forms_of(workload, number).items():
            text.append(function.replace("@kernel", f"@{form}{number}"))
    shared = []
    for number, way in enumerate(WAYS):
        path = os.path.abspath(f"{KIND}{number}.so")
        contracted = ("--contract",) if KIND == "contracted" else ()
        # Both tiers have one way as LLVM optimizes it.
        quick = QUICK if way != WAYS[-1] else ()
        subprocess.run(["padc", "-", *way, *contracted, *quick, "-o", path],
                       input="".join(text), text=True, check=True)
        shared.append(ctypes.CDLL(path))
    buffers, count = [Guarded(libc) for _ in range(3)], 0
    for number, workload in enumerate(workloads):
        shapes = [shape for shape in (workload.source, workload.filter, workload.result) if shape]
        sizes = [4 * math.prod(shape) for shape in shapes]
        data = [draw_data(seed, size // 4) for seed, size in enumerate(sizes[:-1], number)]
        for places in (draw.choices(PLACES, k=3) for _ in range(3)):
            if KIND == "streamed":
                places[0] = None
            pointers = [buffer.place(size, place)
                        for buffer, size, place in zip(buffers, sizes, places)]
            for pointer, values in zip(pointers, data):
                ctypes.memmove(pointer, values, len(values))
            found = []
            for library in shared:
                count += 1
                for form, function in forms_of(workload, number).items():
                    ctypes.memset(pointers[-1], 0x55, sizes[-1])
                    library[f"{form}{number}"](*(
                        ctypes.c_int64(argument) if isinstance(argument, int) else argument
                        for argument in list_arguments(function, pointers, shapes)))
                    found.append(ctypes.string_at(pointers[-1], sizes[-1]))
            if len(set(found)) != 1:
                sys.exit(f"{workload.name} at {places} differs")
    print(count, "results agree")


main()
