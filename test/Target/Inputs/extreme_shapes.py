"""Calls shape functions at the ends of 64 bits, and the kernels where results are small.

Usage: extreme_shapes.py PADC FOLDER
"""

import ctypes
import itertools
import subprocess
import sys

MAX, MIN = 2**63 - 1, -(2**63)
EXTENTS = [0, 1, 2, 3, 2**56, MAX // 2, MAX // 2 + 1, MAX - 1, MAX]
PADS = [0, 1, -1, -2, 5, MAX // 2, MAX // 2 + 1, MIN // 2, MIN // 2 - 1, -8353862602220610428,
        MAX - 1, MAX, MIN + 1, MIN]
INTERIORS = [0, 1, 126, 127, MAX // 2, MAX - 1, MAX, -1, MIN]
# Static numbers that some extents keep, and the largest extent that does.
CONSTANTS = [(1, 1, 0), (-1, -1, 0), (MAX - 5, -3, 0), (-7, MAX - 5, 0), (MIN // 2, MIN // 2, 0),
             (MIN + 1, MAX, 0), (MAX, 0, 0), (2, 1, 126), (0, 0, MAX // 2), (1, -1, MAX - 1)]


def dilate(extent, interior):
    return (extent - 1) * (max(interior, 0) + 1) + 1 if extent else 0


def shape(extent, low, high, interior):
    """The extent of the result, or -1."""
    if extent < 0:
        return -1
    dilated = dilate(extent, interior)
    sums = [dilated, dilated + high, -low, low + high, low + dilated + high]
    if any(not MIN <= number <= MAX for number in sums):
        return -1
    return max(0, low + dilated + high)


def result(data, low, high, interior):
    """The elements of a constant pad."""
    step = max(interior, 0) + 1
    dilated = dilate(len(data), interior)
    return [data[j // step] if 0 <= j < dilated and j % step == 0 else 0
            for j in range(-low, -low + shape(len(data), low, high, interior))]


def kernels():
    yield """
func.func @dynamic(%x: tensor<?xi8>, %l: index, %h: index, %i: index) -> tensor<?xi8> {
  %r = pad.pad constant %x low[%l] high[%h] interior[%i] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}
func.func @twice(%x: tensor<?xi8>, %l: index, %h: index) -> tensor<?xi8> {
  %r = pad.pad wrap %x low[%l] high[%h] : tensor<?xi8> to tensor<?xi8>
  %s = pad.pad edge %r low[1] high[%l] : tensor<?xi8> to tensor<?xi8>
  return %s : tensor<?xi8>
}"""
    for number, (low, high, interior) in enumerate(CONSTANTS):
        yield f"""
func.func @constant{number}(%x: tensor<?xi8>) -> tensor<?xi8> {{
  %r = pad.pad constant %x low[{low}] high[{high}] interior[{interior}] : tensor<?xi8> to tensor<?xi8>
  return %r : tensor<?xi8>
}}"""


class Kernels:
    def __init__(self, path):
        self.kernels = ctypes.CDLL(path)
        self.shapes = self.failures = self.results = 0

    def check_shape(self, name, numbers, expected):
        given = ctypes.c_int64(12345)
        getattr(self.kernels, name + "_shape")(*map(ctypes.c_int64, numbers),
                                               ctypes.byref(given))
        if given.value != expected:
            sys.exit(f"{name}_shape{tuple(numbers)} is {given.value}, not {expected}")
        self.shapes += 1
        self.failures += expected == -1

    def check(self, name, extent, pads, given):
        """`given` are those of `pads` that are arguments."""
        expected = shape(extent, *pads)
        self.check_shape(name, [extent, *given], expected)
        if not (extent <= 3 and 0 <= expected <= 64):
            return
        data = list(range(1, extent + 1))
        out = (ctypes.c_int8 * (expected + 2))(*[99] * (expected + 2))
        getattr(self.kernels, name)((ctypes.c_int8 * extent)(*data), ctypes.c_int64(extent),
                                    *map(ctypes.c_int64, given), ctypes.byref(out, 1))
        if list(out) != [99, *result(data, *pads), 99]:
            sys.exit(f"{name} of {data} by {pads}: {list(out)}")
        self.results += 1


def main(padc, folder):
    source, library = f"{folder}/kernels.mlir", f"{folder}/kernels.so"
    with open(source, "w") as file:
        file.write("".join(kernels()))
    subprocess.run([padc, source, "-O1", "--lowering=scf", "-o", library], check=True)
    compiled = Kernels(library)
    for extent, low, high in itertools.product(EXTENTS, PADS, PADS):
        for interior in INTERIORS:
            pads = low, high, interior
            compiled.check("dynamic", extent, pads, pads)
        inner = shape(extent, low, high, 0)
        compiled.check_shape("twice", [extent, low, high], shape(inner, 1, low, 0))
    for extent in EXTENTS:
        for number, pads in enumerate(CONSTANTS):
            compiled.check(f"constant{number}", extent, pads, [])
    print(f"{compiled.shapes} shapes, {compiled.failures} of them -1, and "
          f"{compiled.results} small results are right")


main(*sys.argv[1:])
