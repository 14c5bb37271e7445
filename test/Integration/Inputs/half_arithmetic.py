"""Runs ops of f16 or bf16 that consume a pad, in every way to lower them, and compares bits with
sums, products and maxima that are rounded by double precision here:
half_arithmetic.py f16|bf16 CPU... In the first tier, each way is that of one CPU."""

import ctypes
import itertools
import pathlib
import string
import subprocess
import sys

import numpy
from tier import IS_LONG, is_of_share

TYPE, *CPUS = sys.argv[1:]
IS_F16 = TYPE == "f16"
# Bits of the significand, and the exponent of infinity in place.
PLACES, INFINITY = (10, 0x7C00) if IS_F16 else (7, 0x7F80)
NAN = INFINITY | 1 << PLACES - 1
ONE = (INFINITY >> PLACES + 1) << PLACES
WAYS = ("fuse=false lowering=scf", "fuse=false lowering=linalg", "fuse=false",
        "fuse=true lowering=scf", "fuse=true vector-width=128", "fuse=true vector-width=256",
        "fuse=true vector-width=512")


def maximum(a, b):
    """The greater one, a NaN if there is one, and of two zeros the positive one."""
    return numpy.where((a == 0) & (b == 0), a + b, numpy.maximum(a, b))


def widen(bits):
    if IS_F16:
        wide = bits.view(numpy.float16).astype(numpy.float64)
        # numpy.fmax takes a signaling one for the greater number.
        return numpy.where(numpy.isnan(wide), numpy.nan, wide)
    return (bits.astype(numpy.uint32) << 16).view(numpy.float32)


def rounded(numbers):
    """The bits of the nearest numbers of the type, of two the even one."""
    if IS_F16:
        result = numbers.astype(numpy.float16).view(numpy.uint16)
        return numpy.where(numpy.isnan(numbers), NAN, result).astype(numpy.uint16)
    wide = numbers.astype(numpy.float32)
    below = (wide.view(numpy.uint32) >> 16).astype(numpy.uint16)
    above = (below + 1).astype(numpy.uint16)
    # What is beyond the greatest number counts as the power of two that it would be.
    ends = [widen(bits).astype(numpy.float64) for bits in (below, above)]
    ends = [numpy.where(numpy.isinf(end), numpy.copysign(2.0 ** 128, end), end) for end in ends]
    distances = [numpy.abs(numbers.astype(numpy.float64) - end) for end in ends]
    is_above = (distances[1] < distances[0]) | (
        (distances[1] == distances[0]) & (below % 2 == 1))
    result = numpy.where(is_above & ~numpy.isinf(wide), above, below)
    return numpy.where(numpy.isnan(wide), NAN, result).astype(numpy.uint16)


def double_product(a, b):
    """A sum, both operands of which are results that are rounded."""
    product = widen(rounded(a * b))
    return product + product


def fma(a, b):
    """The sum of a product that is exact, or else both are far from each other."""
    return numpy.multiply(a, b, dtype=float) + b


# The body of an op, which makes %s of %a and %b, and what it computes.
OPS = {name: (f"%s = arith.{name} %a, %b : HALF", function) for name, function in (
    ("addf", numpy.add), ("subf", numpy.subtract), ("mulf", numpy.multiply),
    ("divf", numpy.divide), ("remf", numpy.fmod), ("maximumf", maximum),
    ("minimumf", lambda a, b: -maximum(-a, -b)), ("maxnumf", numpy.fmax),
    ("minnumf", numpy.fmin))}
OPS["sqrt"] = "%s = math.sqrt %a : HALF", lambda a, b: numpy.sqrt(a)
OPS["negf"] = "%s = arith.negf %a : HALF", lambda a, b: -a
OPS["select"] = ("%c = arith.cmpf ogt, %a, %b : HALF\n"
                 "    %s = arith.select %c, %a, %b : HALF"), lambda a, b: numpy.where(a > b, a, b)
OPS["products"] = ("%c = arith.mulf %a, %b : HALF\n"
                   "    %s = arith.addf %c, %c : HALF"), double_product
EXTENDED = """%c = arith.extf %a : HALF to f32
    %d = arith.extf %b : HALF to f32
    %e = arith.NAME %c, %d : f32
    %s = arith.truncf %e : f32 to HALF"""
OPS["rounded"] = EXTENDED.replace("NAME", "mulf"), numpy.multiply
OPS["extended"] = EXTENDED.replace("NAME", "maximumf"), maximum
# Sums of f64, which are rounded once, and not to f32 before.
OPS["double"] = """%c = arith.extf %a : HALF to f64
    %d = arith.extf %b : HALF to f64
    %e = arith.mulf %c, %d : f64
    %f = arith.addf %e, %d : f64
    %s = arith.truncf %f : f64 to HALF""", lambda a, b: a.astype(float) * b + b
# As LLVM narrows it, if it is left alone.
OPS["narrowed"] = EXTENDED.replace("NAME", "mulf").replace("f32", "f64"), numpy.multiply
# LLVM computes that of bf16 as one of f32.
if IS_F16:
    OPS["fma"] = "%s = math.fma %a, %b, %b : HALF", fma
# Either of two zeros is the greater one for these.
ANY_ZERO = ("maxnumf", "minnumf")

ELEMENTWISE = """
func.func @op_NAME(%x: tensor<?xHALF>, %y: tensor<?xHALF>) -> tensor<?xHALF> {
  %i = arith.constant 0 : index
  %n = tensor.dim %y, %i : tensor<?xHALF>
  %p = pad.pad wrap %x low[1] high[1] : tensor<?xHALF> to tensor<?xHALF>
  %t = tensor.empty(%n) : tensor<?xHALF>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<?xHALF>, tensor<?xHALF>) outs(%t : tensor<?xHALF>) {
  ^bb0(%a: HALF, %b: HALF, %o: HALF):
    BODY
    linalg.yield %s : HALF
  } -> tensor<?xHALF>
  return %r : tensor<?xHALF>
}
"""


def run_elementwise(library, way):
    """Every number, and those at the ends of exponents, denormals, infinities and NaNs with
    each other; how many results agree."""
    draw = numpy.random.default_rng(16)
    least = 1 << PLACES
    special = numpy.array([0, 1, 2, least - 1, least, least + 1, ONE - 1, ONE, ONE + 1,
                           INFINITY - least, INFINITY - 1, INFINITY, NAN], numpy.uint16)
    special = numpy.concatenate([special, special | 0x8000])
    every = numpy.arange(1 << 16, dtype=numpy.uint16)
    near = every ^ draw.integers(0, 1 << 10, every.size, dtype=numpy.uint16)
    a = numpy.concatenate([every, every, numpy.repeat(special, special.size)])
    b = numpy.concatenate([draw.permutation(every), near, numpy.tile(special, special.size)])
    count = 0
    # Of a short one, the scalars around vectors compute most.
    for (name, (_, function)), (first, size) in itertools.product(
            ops(way).items(), ((0, a.size), (a.size - 50, 50), (a.size - 19, 19), (7, 3))):
        padded, other = (v[first:first + size].copy() for v in (a, b))
        source = padded[1:-1].copy()
        padded[0], padded[-1] = source[-1], source[0]
        with numpy.errstate(all="ignore"):
            want = rounded(function(widen(padded), widen(other)))
        found = numpy.zeros(size, numpy.uint16)
        getattr(library, f"op_{name}")(pointer(source), ctypes.c_int64(size - 2), pointer(other),
                               ctypes.c_int64(size), pointer(found))
        count += compare(name, want, found, name in ANY_ZERO)
    return count


# Products of two elements of a padded matrix, which lose its first and last rows and columns.
WINDOW = string.Template("""
func.func @$name(%x: tensor<${source}xHALF>, %value: HALF, %l0: index, %l1: index, %h0: index,
                 %h1: index) -> tensor<${result}xHALF> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = pad.pad $mode %x $value low[$low] high[$high]
    : tensor<${source}xHALF> to tensor<${padded}xHALF>
  $extents
  %t = tensor.empty($sizes) : tensor<${result}xHALF>
  %r = linalg.generic {indexing_maps = [#right, #below, #here],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<${padded}xHALF>, tensor<${padded}xHALF>)
      outs(%t : tensor<${result}xHALF>) {
  ^bb0(%a: HALF, %b: HALF, %o: HALF):
    %s = arith.mulf %a, %b : HALF
    linalg.yield %s : HALF
  } -> tensor<${result}xHALF>
  return %r : tensor<${result}xHALF>
}
""")
EXTENTS = """%n = tensor.dim %p, %c0 : tensor<?x?xHALF>
  %m = tensor.dim %p, %c1 : tensor<?x?xHALF>
  %n2 = arith.subi %n, %c2 : index
  %m2 = arith.subi %m, %c2 : index"""
# Extents, low pads and high pads: short and long rows, one element, crops, crops past the
# data, and an empty source, of which only a padding value can be made.
SHAPES = {"short": ((4, 5), (1, 2), (2, 1)), "long": ((3, 70), (0, 3), (1, 2)),
          "one": ((1, 1), (0, 2), (3, 20)), "crop": ((6, 40), (-2, 3), (1, -5)),
          "gone": ((9, 12), (8, -13), (-11, 26)), "empty": ((0, 4), (2, 1), (1, 30))}
# The elements that positions `j` of an axis of `d` elements read; -1 is the padding value.
POSITIONS = {"constant": lambda j, d: numpy.where((j >= 0) & (j < d), j, -1),
             "edge": lambda j, d: numpy.clip(j, 0, d - 1),
             "reflect periodic": lambda j, d: d - 1 - abs(j % max(2 * d - 2, 1) - d + 1),
             "symmetric periodic": lambda j, d: numpy.minimum(j % (2 * d), (-1 - j) % (2 * d)),
             "wrap": lambda j, d: j % d}


def windows(way):
    """Of each mode and shape, the kernel of these, and that of every extent and pad; each way has
    some of them in the first tier."""
    for number, ((mode, name), shape) in enumerate(itertools.product(
            ((mode, mode.split()[0]) for mode in POSITIONS), SHAPES)):
        if not is_of_share(number + way, 5):
            continue
        if mode == "constant" or 0 not in SHAPES[shape][0]:
            yield mode, SHAPES[shape], f"{name}_{shape}"
            yield mode, SHAPES[shape], f"{name}_any"


def by(extents):
    return "x".join(map(str, extents))


def listed(pads):
    return ", ".join(map(str, pads))


def text_of_window(mode, shape, name):
    padded = [sum(axis) for axis in zip(*shape)]
    value = "value(%value)" if mode == "constant" else ""
    if name.endswith("any"):
        return WINDOW.substitute(name=name, mode=mode, value=value, source="?x?", padded="?x?",
                                 result="?x?", low="%l0, %l1", high="%h0, %h1",
                                 extents=EXTENTS, sizes="%n2, %m2")
    source, low, high = shape
    return WINDOW.substitute(name=name, mode=mode, value=value, source=by(source),
                             padded=by(padded), result=by(n - 2 for n in padded),
                             low=listed(low), high=listed(high), extents="", sizes="")


def run_windows(library, way):
    draw = numpy.random.default_rng(17)
    count = 0
    for mode, shape, name in windows(way):
        near = ONE - 0xF80, ONE + 0xF80
        source = draw.integers(*near, shape[0], dtype=numpy.uint16)
        value = int(draw.integers(*near))
        reads = [POSITIONS[mode](numpy.arange(d + p + q) - p, d) for d, p, q in zip(*shape)]
        # What reads the last element or, at -1, the padding value behind it.
        padded = numpy.pad(source, ((0, 1), (0, 1)), constant_values=value)[numpy.ix_(*reads)]
        want = rounded(widen(padded[1:-1, 2:]) * widen(padded[2:, 1:-1]))
        found = numpy.zeros_like(want)
        extents = shape[0] if name.endswith("any") else ()
        getattr(library, name)(pointer(source), *map(ctypes.c_int64, extents),
                               ctypes.c_uint16(value), *map(ctypes.c_int64, shape[1] + shape[2]),
                               pointer(found))
        count += compare(name, want, found, False)
    return count


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def compare(name, want, found, is_any_zero):
    """The number of the bits that are equal: all of them. NaNs are equal."""
    is_equal = (found == want) | (numpy.isnan(widen(want)) & numpy.isnan(widen(found))) | (
        is_any_zero & (widen(found) == widen(want)))
    if not is_equal.all():
        at = numpy.unravel_index(numpy.flatnonzero(~is_equal)[0], want.shape)
        raise SystemExit(f"{name}: {found[at]:#06x} for {want[at]:#06x} at {at}")
    return want.size


def ops(way):
    """The ops that a way is tested with: a fifth of them in the first tier."""
    return {name: op for number, (name, op) in enumerate(OPS.items())
            if is_of_share(number + way, 5)}


def text_of(way):
    return "".join(("#same = affine_map<(i) -> (i)>", "\n#here = affine_map<(i, j) -> (i, j)>",
                    "\n#right = affine_map<(i, j) -> (i + 1, j + 2)>",
                    "\n#below = affine_map<(i, j) -> (i + 2, j + 1)>",
                    *(ELEMENTWISE.replace("NAME", name).replace("BODY", body)
                      for name, (body, _) in ops(way).items()),
                    *{name: text_of_window(mode, shape, name)
                      for mode, shape, name in windows(way)}.values())).replace("HALF", TYPE)


def main():
    for number, way in enumerate(WAYS):
        for cpu in CPUS if IS_LONG else [CPUS[number % len(CPUS)]]:
            path = pathlib.Path(f"{number}-{cpu}.so").resolve()
            subprocess.run(["padc", "-", f"--cpu={cpu}", *(f"--{option}" for option in way.split()),
                            "-o", path], input=text_of(number), text=True, check=True)
            if b"__truncsfbf2" in path.read_bytes():
                raise SystemExit(f"{way}: numbers are rounded by calls")
            library = ctypes.CDLL(path)
            print(f"{way}, {cpu}: {run_elementwise(library, number)} and "
                  f"{run_windows(library, number)} numbers agree")


main()
