"""Runs ops of bf16 that consume a pad, in every way to lower them, and compares bits with
sums, products and maxima that are rounded by double precision here."""

import ctypes
import os
import subprocess

import numpy

WAYS = ("lowering=scf fuse=false", "fuse=false", "fuse=true lowering=scf",
        "fuse=true vector-width=128", "fuse=true vector-width=256",
        "fuse=true vector-width=512")


def maximum(a, b):
    """The greater one, a NaN if there is one, and of two zeros the positive one."""
    return numpy.where((a == 0) & (b == 0), a + b, numpy.maximum(a, b))


OPS = {"addf": numpy.add, "subf": numpy.subtract, "mulf": numpy.multiply,
       "divf": numpy.divide, "maximumf": maximum, "minimumf": lambda a, b: -maximum(-a, -b),
       "maxnumf": numpy.fmax, "minnumf": numpy.fmin}
KERNEL = """
#same = affine_map<(i) -> (i)>
func.func @kernel(%x: tensor<?xbf16>, %y: tensor<?xbf16>) -> tensor<?xbf16> {
  %i = arith.constant 0 : index
  %n = tensor.dim %y, %i : tensor<?xbf16>
  %p = pad.pad wrap %x low[1] high[1] : tensor<?xbf16> to tensor<?xbf16>
  %e = tensor.empty(%n) : tensor<?xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<?xbf16>, tensor<?xbf16>) outs(%e : tensor<?xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    BODY
    linalg.yield %s : bf16
  } -> tensor<?xbf16>
  return %r : tensor<?xbf16>
}
"""
# Both operands of the second one are results that are rounded.
BODIES = {name: f"%s = arith.{name} %a, %b : bf16" for name in OPS}
BODIES["sum of products"] = ("%c = arith.mulf %a, %b : bf16\n"
                             "    %s = arith.addf %c, %c : bf16")


def widen(bits):
    return (bits.astype(numpy.uint32) << 16).view(numpy.float32)


def rounded(numbers):
    """The bits of the nearest numbers of bf16, of two the even one."""
    wide = numbers.astype(numpy.float32)
    below = (wide.view(numpy.uint32) >> 16).astype(numpy.uint16)
    above = (below + 1).astype(numpy.uint16)
    # What is beyond the greatest number counts as the power of two that it would be.
    ends = [numpy.where(numpy.isinf(end), numpy.copysign(2.0 ** 128, end),
                        end.astype(numpy.float64)) for end in map(widen, (below, above))]
    distances = [numpy.abs(wide.astype(numpy.float64) - end) for end in ends]
    is_above = (distances[1] < distances[0]) | (
        (distances[1] == distances[0]) & (below % 2 == 1))
    result = numpy.where(is_above & ~numpy.isinf(wide), above, below)
    return numpy.where(numpy.isnan(wide), 0x7FC0, result).astype(numpy.uint16)


def wanted_of(name, a, b):
    if name == "sum of products":
        product = widen(rounded(a * b))
        return rounded(product + product)
    return rounded(OPS[name](a, b))


def main():
    draw = numpy.random.default_rng(16)
    # Every number, and those at the ends of exponents, denormals, infinities and NaNs with
    # each other.
    special = numpy.array([0, 1, 2, 0x7F, 0x80, 0x81, 0x3F7F, 0x3F80, 0x3F81, 0x7F00, 0x7F7F,
                           0x7F80, 0x7FC0], numpy.uint16)
    special = numpy.concatenate([special, special | 0x8000])
    every = numpy.arange(1 << 16, dtype=numpy.uint16)
    near = every ^ draw.integers(0, 1 << 10, every.size, dtype=numpy.uint16)
    a = numpy.concatenate([every, every, numpy.repeat(special, special.size)])
    b = numpy.concatenate([draw.permutation(every), near, numpy.tile(special, special.size)])
    count = 0
    for name, body in BODIES.items():
        with numpy.errstate(all="ignore"):
            wanted = wanted_of(name, widen(a), widen(b))
        for number, way in enumerate(WAYS):
            path = os.path.abspath(f"{name.replace(' ', '-')}-{number}.so")
            subprocess.run(["padc", "-", *(f"--{option}" for option in way.split()), "-o", path],
                           input=KERNEL.replace("BODY", body), text=True, check=True)
            kernel = ctypes.CDLL(path).kernel
            # Of a short one, the scalars around vectors compute most.
            for first, size in ((0, a.size), (a.size - 50, 50), (a.size - 19, 19), (7, 3)):
                x, y, want = (v[first:first + size] for v in (a, b, wanted))
                source, other = numpy.ascontiguousarray(x[1:-1]), numpy.ascontiguousarray(y)
                found = numpy.zeros(size, numpy.uint16)
                kernel(source.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(size - 2),
                       other.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(size),
                       found.ctypes.data_as(ctypes.c_void_p))
                # The pad puts other numbers at the ends.
                ends = numpy.array([source[-1], source[0]])
                with numpy.errstate(all="ignore"):
                    outer = wanted_of(name, widen(ends), widen(other[[0, -1]]))
                want = numpy.concatenate([outer[:1], want[1:-1], outer[1:]])
                is_nan = numpy.isnan(widen(want))
                # Zeros of both signs are equal, and either is the greater one.
                is_equal = (found == want) | (is_nan & numpy.isnan(widen(found))) | (
                    name.endswith("numf") & (widen(found) == widen(want)))
                if not is_equal.all():
                    at = int(numpy.flatnonzero(~is_equal)[0])
                    raise SystemExit(f"{name} {way}: {at} of {size}: {found[at]:#06x} for "
                                     f"{want[at]:#06x}, of {other[at]:#06x}")
                count += size
    print(f"{count} numbers agree")


main()
