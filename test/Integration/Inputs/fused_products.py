"""Runs drawn convolutions between pages that nobody may read or write, and compares bits
with those of the unfused kernels: fused_products.py BENCHMARK, where BENCHMARK is the
folder that has padbench."""

import ctypes
import math
import os
import random
import subprocess
import sys

import numpy

sys.path.insert(0, sys.argv[1])
from fused_guards import Guarded  # noqa: E402
from padbench.fusion_workloads import convolution  # noqa: E402

WAYS = ("--fuse=false",), *((f"--vector-width={bits}", "--fuse") for bits in (128, 256, 512))
PLACES = (0, 1, 16, 48, None)


def draw_workloads(draw):
    """Ten of them, some with as many filters as channels, whose extents may be unknown."""
    for number in range(10):
        image = (draw.choice((1, 2)), draw.randint(3, 7), draw.randint(3, 40),
                 draw.choice((1, 2, 5, 8, 33)))
        mode = draw.choice(os.environ["PAD_MODES"].split())
        yield convolution(mode, image, ("NHWC", "NCHW")[number % 2], draw.choice((1, 3, 3, 5)),
                          draw.choice((None, None, 3, 16, 20, 35, 64)))


def main():
    draw, libc = random.Random(17), ctypes.CDLL(None)
    workloads, text = list(draw_workloads(draw)), []
    for number, workload in enumerate(workloads):
        for form, function in (("known", workload.text), ("any", workload.dynamic)):
            if function:
                text.append(function.replace("@kernel", f"@{form}{number}"))
    shared = []
    for number, way in enumerate(WAYS):
        path = os.path.abspath(f"{number}.so")
        subprocess.run(["padc", "-", *way, "-o", path], input="".join(text), text=True,
                       check=True)
        shared.append(ctypes.CDLL(path))
    buffers, count = [Guarded(libc) for _ in range(3)], 0
    for number, workload in enumerate(workloads):
        shapes = workload.source, workload.filter, workload.result
        sizes = [4 * math.prod(shape) for shape in shapes]
        data = [numpy.random.default_rng(seed).uniform(-1, 1, size // 4).astype("f4").tobytes()
                for seed, size in enumerate(sizes)]
        for places in (draw.choices(PLACES, k=3) for _ in range(3)):
            pointers = [buffer.place(size, place)
                        for buffer, size, place in zip(buffers, sizes, places)]
            for pointer, values in zip(pointers[:2], data):
                ctypes.memmove(pointer, values, len(values))
            found = []
            for library in shared:
                ctypes.memset(pointers[2], 0x55, sizes[2])
                library[f"known{number}"](*pointers)
                found.append(ctypes.string_at(pointers[2], sizes[2]))
                count += 1
                if workload.dynamic:
                    ctypes.memset(pointers[2], 0x55, sizes[2])
                    library[f"any{number}"](
                        pointers[0], *map(ctypes.c_int64, shapes[0]), pointers[1],
                        *map(ctypes.c_int64, shapes[1]), pointers[2])
                    found.append(ctypes.string_at(pointers[2], sizes[2]))
            if len(set(found)) != 1:
                sys.exit(f"{workload.name} at {places} differs")
    print(count, "results agree")


main()
