"""Compiles windows that are written out, and compares the bytes of their code with a bound.

Each is compiled for AVX2 and AVX-512, with static extents, where windows are written out in
full, and with unknown ones, for which the documented bound of 32 KiB holds.
"""

import re
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
from padbench.fusion_workloads import convolution, stencil

# The windows, and the most bytes of code where extents are known.
WINDOWS = (
    (stencil("wrap", "7x7 box", (1024, 1023), "f64"), 6000),
    (stencil("edge", "7x7 box", (128, 128), "f32"), 7000),
    (stencil("constant", "17-point star", (200, 201), "f32"), 4500),
    (stencil("reflect", "25-point star", (64, 65, 66), "f32"), 7500),
    (stencil("constant", "25-point star", (40, 41, 42), "f64"), 8000),
    (convolution("wrap", (2, 20, 20, 3), "NCHW", 7, 16), 6000),
)
UNKNOWN = 32 << 10


def code_bytes(text, options):
    """The bytes of the code that padc makes of `text`."""
    with open("window.mlir", "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(["padc", "-O3", *options, "window.mlir", "-o", "window.o"], check=True)
    sizes = subprocess.run(["llvm-size", "-A", "window.o"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    return sum(map(int, re.findall(r"^\.text\S*\s+(\d+)", sizes, re.MULTILINE)))


fitting = 0
for number, (window, most) in enumerate(WINDOWS):
    # Each form for one width of vectors.
    options = (["--cpu=x86-64-v3", "--vector-width=256"],
               ["--cpu=x86-64-v4", "--vector-width=512"])
    for text, bound, option in ((window.text, most, options[number % 2]),
                                (window.dynamic, UNKNOWN, options[(number + 1) % 2])):
        if not text:
            continue
        size = code_bytes(text, option)
        if size > bound:
            print(f"{window.name}: {size} bytes of code, more than {bound}")
        else:
            fitting += 1
print(f"{fitting} windows fit")
