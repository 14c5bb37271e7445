"""Runs kernels of fused stencils between pages that nobody may read or write, and compares
bits with the unfused kernels: fused_guards.py BENCHMARK, where BENCHMARK is the folder
that has padbench. Every mode and element width has a kernel with static extents, whose
first and last vectors are composed, and one with every extent unknown, for rows of 0 to
35 elements, and more, in planes and in several planes. Rows of 1101 are written past the caches,
by one thread and by several."""

import ctypes
import itertools
import math
import mmap
import os
import random
import re
import subprocess
import sys

import numpy

from failing_case import fail
from tier import QUICK, is_of_share

sys.path.insert(0, sys.argv[1])
from padbench.fusion_workloads import stencil_text  # noqa: E402

# Bytes of the elements, and a stencil.
TYPES = {"i8": (1, "5-point stencil"), "i16": (2, "3x3 box"), "i32": (4, "5-point stencil"),
         "i64": (8, "3x3 box"), "f16": (2, "3x3 box"), "f32": (4, "7x7 box"),
         "f64": (8, "5-point stencil")}
PAGE = mmap.PAGESIZE
STREAMED = "fuse=true nontemporal-threshold=0 vector-width="
# Short vectors have one row at a time, long ones several.
SHARED = f"{STREAMED}512 threads=openmp parallel-threshold=0"
WAYS = (("--fuse=false",), ("--fuse",), *(tuple(f"--{option}" for option in options.split())
                                 for options in (f"{STREAMED}128", SHARED)))

# A window that begins behind its index, on rows that are mostly border.
OFFSET = """
func.func @kernel(%x: tensor<?x?xTYPE>) -> tensor<?x?xTYPE> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = tensor.dim %x, %i0 : tensor<?x?xTYPE>
  %m = tensor.dim %x, %i1 : tensor<?x?xTYPE>
  %p = pad.pad edge %x low[0, 50] high[0, 0] : tensor<?x?xTYPE> to tensor<?x?xTYPE>
  %e = tensor.empty(%n, %m) : tensor<?x?xTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j + 50)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x?xTYPE>) outs(%e : tensor<?x?xTYPE>) {
  ^bb0(%a: TYPE, %o: TYPE):
    %s = arith.addf %a, %a : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?x?xTYPE>
  return %r : tensor<?x?xTYPE>
}
"""

# Five windows on one pad. With a high pad of 1, rows end with the padded axis, and with
# one of 2, they are shorter.
WINDOWS = """
#up = affine_map<(i, j) -> (i + 1, j + 2)>
#down = affine_map<(i, j) -> (i + 3, j + 2)>
#left = affine_map<(i, j) -> (i + 2, j + 1)>
#right = affine_map<(i, j) -> (i + 2, j + 3)>
#here = affine_map<(i, j) -> (i, j)>
func.func @kernel(%x: tensor<?x?xTYPE>) -> tensor<?x?xTYPE> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = tensor.dim %x, %i0 : tensor<?x?xTYPE>
  %m = tensor.dim %x, %i1 : tensor<?x?xTYPE>
  %p = pad.pad MODE %x low[2, 2] high[HIGH, HIGH] : tensor<?x?xTYPE> to tensor<?x?xTYPE>
  %e = tensor.empty(%n, %m) : tensor<?x?xTYPE>
  %r = linalg.generic {indexing_maps = [#up, #down, #left, #right, #here],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %p, %p, %p : tensor<?x?xTYPE>, tensor<?x?xTYPE>, tensor<?x?xTYPE>,
          tensor<?x?xTYPE>) outs(%e : tensor<?x?xTYPE>) {
  ^bb0(%a: TYPE, %b: TYPE, %c: TYPE, %d: TYPE, %o: TYPE):
    %s = arith.ADD %a, %b : TYPE
    %t = arith.ADD %s, %c : TYPE
    %u = arith.ADD %t, %d : TYPE
    linalg.yield %u : TYPE
  } -> tensor<?x?xTYPE>
  return %r : tensor<?x?xTYPE>
}
"""

# A single row, around which there is no loop; two elements shorter than the source.
LINE = """
func.func @kernel(%x: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %i0 = arith.constant 0 : index
  %p = pad.pad MODE %x low[1] high[-3] : tensor<?xTYPE> to tensor<?xTYPE>
  %n = tensor.dim %p, %i0 : tensor<?xTYPE>
  %e = tensor.empty(%n) : tensor<?xTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%p : tensor<?xTYPE>) outs(%e : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %o: TYPE):
    %s = arith.ADD %a, %a : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xTYPE>
  return %r : tensor<?xTYPE>
}
"""

# Windows of TAPS elements that begin STRIDE elements apart, in rows of which the last
# elements may be left.
STRIDED = """
func.func @kernel(%x: tensor<ROWSxCOLUMNSxTYPE>) -> tensor<ROWSxRESULTxTYPE> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %l = arith.constant LEFT : index
  %s = arith.constant STRIDE : index
  %n = tensor.dim %x, %i0 : tensor<ROWSxCOLUMNSxTYPE>
  %m = tensor.dim %x, %i1 : tensor<ROWSxCOLUMNSxTYPE>
  %p = pad.pad MODE %x low[0, 3] high[0, 3] : tensor<ROWSxCOLUMNSxTYPE> to tensor<ROWSxWHOLExTYPE>
  %t = arith.addi %m, %l : index
  %q = arith.divui %t, %s : index
  %w = arith.addi %q, %i1 : index
  %z = arith.constant ZERO : TYPE
  %e = tensor.empty(SIZES) : tensor<ROWSxRESULTxTYPE>
  %f = linalg.fill ins(%z : TYPE) outs(%e : tensor<ROWSxRESULTxTYPE>) -> tensor<ROWSxRESULTxTYPE>
  %k = tensor.empty() : tensor<TAPSxTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j * STRIDE + k)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<ROWSxWHOLExTYPE>, tensor<TAPSxTYPE>)
      outs(%f : tensor<ROWSxRESULTxTYPE>) {
  ^bb0(%a: TYPE, %b: TYPE, %o: TYPE):
    %u = arith.ADD %o, %a : TYPE
    linalg.yield %u : TYPE
  } -> tensor<ROWSxRESULTxTYPE>
  return %r : tensor<ROWSxRESULTxTYPE>
}
"""


def strided(stride, rows, columns, type_, mode):
    """The function `STRIDED`, whose extents may be "?". Windows are shorter than strides,
    too."""
    is_any = columns == "?"
    return of_type(STRIDED, type_, mode).replace("STRIDE", str(stride)).replace(
        "TAPS", str(5 - stride)).replace("LEFT", str(stride + 1)).replace(
        "SIZES", "%n, %w" if is_any else "").replace("ROWS", str(rows)).replace(
        "COLUMNS", str(columns)).replace("WHOLE", "?" if is_any else str(columns + 6)).replace(
        "RESULT", "?" if is_any else str((columns + 1) // stride + 2))


# Rows of channels, which are not padded, and windows of three of them.
CHANNELS = """
func.func @kernel(%x: tensor<?x?xTYPE>) -> tensor<?x?xTYPE> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = tensor.dim %x, %i0 : tensor<?x?xTYPE>
  %m = tensor.dim %x, %i1 : tensor<?x?xTYPE>
  %p = pad.pad MODE %x low[1, 0] high[1, 0] : tensor<?x?xTYPE> to tensor<?x?xTYPE>
  %z = arith.constant ZERO : TYPE
  %e = tensor.empty(%n, %m) : tensor<?x?xTYPE>
  %f = linalg.fill ins(%z : TYPE) outs(%e : tensor<?x?xTYPE>) -> tensor<?x?xTYPE>
  %k = tensor.empty() : tensor<3xTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xTYPE>, tensor<3xTYPE>) outs(%f : tensor<?x?xTYPE>) {
  ^bb0(%a: TYPE, %w: TYPE, %o: TYPE):
    %s = arith.ADD %o, %a : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?x?xTYPE>
  return %r : tensor<?x?xTYPE>
}
"""

# Channels of a known number that have weights and an addend each, which are the same in all
# rows, so that no vector may run from one row into the next one.
WEIGHTS = """
func.func @kernel(%z: tensor<?x?xTYPE>) -> tensor<?xCOUNTxTYPE> {
  %x = tensor.cast %z : tensor<?x?xTYPE> to tensor<?xCOUNTxTYPE>
  %i0 = arith.constant 0 : index
  %n = tensor.dim %x, %i0 : tensor<?xCOUNTxTYPE>
  %p = pad.pad MODE %x low[1, 0] high[1, 0] : tensor<?xCOUNTxTYPE> to tensor<?xCOUNTxTYPE>
  %c = arith.constant ZERO : TYPE
  %e = tensor.empty(%n) : tensor<?xCOUNTxTYPE>
  %f = linalg.fill ins(%c : TYPE) outs(%e : tensor<?xCOUNTxTYPE>) -> tensor<?xCOUNTxTYPE>
  %w = arith.constant dense<WEIGHTS> : tensor<3xCOUNTxTYPE>
  %b = tensor.extract_slice %w[1, 0] [1, COUNT] [1, 1] : tensor<3xCOUNTxTYPE> to tensor<COUNTxTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %w : tensor<?xCOUNTxTYPE>, tensor<3xCOUNTxTYPE>) outs(%f : tensor<?xCOUNTxTYPE>) {
  ^bb0(%a: TYPE, %v: TYPE, %o: TYPE):
    %m = arith.MUL %a, %v : TYPE
    %s = arith.ADD %o, %m : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xCOUNTxTYPE>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<COUNTxTYPE>) outs(%r : tensor<?xCOUNTxTYPE>) {
  ^bb0(%a: TYPE, %o: TYPE):
    %s = arith.ADD %o, %a : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xCOUNTxTYPE>
  return %t : tensor<?xCOUNTxTYPE>
}
"""


def weights(count, type_, mode):
    """The function `WEIGHTS` with `count` channels."""
    numbers = [[f"{(k + 3 * j) % 100}" + ".0" * (type_[0] == "f") for j in range(count)]
               for k in range(3)]
    return of_type(WEIGHTS.replace("dense<WEIGHTS>", f"dense<{numbers}>".replace("'", "")),
                   type_, mode).replace("COUNT", str(count))


def of_type(text, type_, mode):
    is_integer = type_[0] == "i"
    return (text.replace("TYPE", type_).replace("MODE", mode)
            .replace("ADD", "addi" if is_integer else "addf")
            .replace("MUL", "muli" if is_integer else "mulf")
            .replace("ZERO", "0" if is_integer else "0.0"))


class Guarded:
    """Memory between two pages that are not there."""

    def __init__(self, libc):
        self.size = 1 << 23
        self.memory = mmap.mmap(-1, self.size + 2 * PAGE)
        begin = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.begin = begin + PAGE
        for page in (begin, self.begin + self.size):
            if libc.mprotect(ctypes.c_void_p(page), PAGE, 0):
                sys.exit("cannot protect a page")

    def place(self, size, offset):
        """So many bytes from the begin on, or at the end if there is no offset."""
        return ctypes.c_void_p(self.begin + (self.size - size if offset is None else offset))


def static_of(text, rows, columns):
    """The function of tensors of unknown extents `text`, for one of known ones."""
    type_ = text.split("%x: tensor<?x?x")[1].split(">")[0]
    whole = f"tensor<{rows}x{columns}x{type_}>"
    return text.replace(f"(%x: tensor<?x?x{type_}>) -> tensor<?x?x{type_}>",
                        f"(%z: {whole}) -> {whole}").replace(
        "  %i0 =", f"  %x = tensor.cast %z : {whole} to tensor<?x?x{type_}>\n  %i0 =").replace(
        f"  return %r : tensor<?x?x{type_}>",
        f"  %s = tensor.cast %r : tensor<?x?x{type_}> to {whole}\n  return %s : {whole}")


def kernels(text, name, has_ends, is_streamed):
    fused = subprocess.run(["pad-opt", "--canonicalize", "--pad-fuse-into-loops=vector-bits=512"],
                           input=text, text=True, check=True, capture_output=True).stdout
    if "pad.pad" in fused or "vector.transfer_read" not in fused or (
            has_ends and "vector.shuffle" not in fused):
        sys.exit(f"{name}: is not fused into vectors")
    if is_streamed and "?x?" in text:
        lowered = subprocess.run(["pad-opt", f"--lower-pad-to-llvm={SHARED}"], input=text,
                                 text=True, check=True, capture_output=True).stdout
        if "nontemporal" not in lowered or "omp.parallel" not in lowered:
            sys.exit(f"{name}: is not written past the caches, or not by threads")
    # Threads write past the caches, too.
    ways = WAYS if "constant" in name else (*WAYS[:2], WAYS[3])
    for number, way in enumerate(ways):
        path = os.path.abspath(f"{name}-{number}.so")
        # Both tiers have what users get as LLVM optimizes it.
        quick = QUICK if way != ("--fuse",) else ()
        subprocess.run(["padc", "-", *way, *quick, "-o", path], input=text, text=True, check=True)
        yield ctypes.CDLL(path).kernel


functions = itertools.count()
# Of each kind of functions, how many come before the one that the first tier has.
kinds = {}


def check(name, text, type_, shapes, buffers, has_ends=True, is_streamed=True,
          offsets=(0, None), stride=0):
    """Runs the kernels on sources of these shapes; their extents are arguments if there
    are several. Source and result lie at each of the offsets, and at two pairs that are drawn:
    places behind a cache line, and ones that may be between two elements. With a stride, the function is `STRIDED`."""
    # The first tier has one function of each kind, and some more for each type and mode.
    kind, number = re.sub(r"\d+", "", name.split("-", 2)[-1]), next(functions)
    kinds.setdefault(kind, len(kinds) % 2)
    kinds[kind] -= 1
    if kinds[kind] != -1 and not is_of_share(number, 61):
        return 0
    made, (source, result) = list(kernels(text, name, has_ends, has_ends and is_streamed)), buffers
    for shape in shapes:
        numbers, elements = numpy.random.default_rng(shape[-1]), math.prod(shape)
        data = (numbers.bytes(elements * TYPES[type_][0]) if type_[0] == "i" else
                numbers.uniform(-1, 1, elements).astype(f"{type_[0]}{TYPES[type_][0]}")
                .tobytes())
        size = (shape[0] * ((shape[1] + 1) // stride + 2) * TYPES[type_][0] if stride else
                len(data))
        extents = [ctypes.c_int64(n) for n in shape] * (len(shapes) > 1)
        draw = random.Random(f"{name} {shape}")
        shifts = draw.choices((1, 2, 3, 7), k=2), draw.choices((0, 8, 16, 32, 48, 1088), k=2)
        for at, to in (*((offset, offset) for offset in offsets), *shifts):
            x, out = source.place(len(data), at), result.place(size, to)
            ctypes.memmove(x, data, len(data))
            found = set()
            for kernel in made:
                ctypes.memset(out, 0x55, size)
                kernel(x, *extents, out)
                found.add(ctypes.string_at(out, size))
            if len(found) != 1:
                fail(name, text, (f"padc %s {' '.join(way)} -o case.so" for way in WAYS),
                     f"{name}: {'x'.join(map(str, shape))} at {at} to {to} differs")
    return (len(offsets) + 2) * len(shapes)


def shapes_from(least, *more_rows):
    """Shapes of at least `least` rows and columns."""
    return [(rows, columns) for columns in (*range(least, 36), 64, 67, 130, 1101)
            for rows in (least, least + 1, 5, *more_rows)]


def main():
    libc, count = ctypes.CDLL(None), 0
    buffers = Guarded(libc), Guarded(libc)
    for type_, (_, kind) in TYPES.items():
        reach = 3 if kind == "7x7 box" else 1
        for mode in os.environ["PAD_MODES"].split():
            least = {"constant": 0, "reflect": reach + 1, "symmetric": reach}.get(mode, 1)
            for name, shapes in (("?x?", shapes_from(least)), ("5x37", [(5, 37)])):
                extents = ("?", "?") if len(shapes) > 1 else shapes[0]
                count += check(f"{type_}-{mode}-{name}".replace("?", "n"),
                               stencil_text(mode, kind, extents, type_), type_, shapes,
                               buffers)
    # Rows of two planes at a time, and of one that is left.
    for number, mode in enumerate(os.environ["PAD_MODES"].split()):
        type_, least = ("f32", "i8", "f64")[number % 3], 2 if mode == "reflect" else 1
        count += check(f"{type_}-{mode}-planes",
                       stencil_text(mode, "7-point stencil", (6 - number % 2, 5, 70), type_),
                       type_, [(6 - number % 2, 5, 70)], buffers)
        if number % 2:
            continue
        shapes = [(planes, rows, columns) for planes in (*range(least, 7), 9)
                  for rows in (least, 5) for columns in (least, 9, 34, 67, 1101)]
        if mode == "constant":
            shapes += [(0, 3, 40), (3, 0, 40), (3, 40, 0)]
        count += check(f"{type_}-{mode}-any-planes",
                       stencil_text(mode, "7-point stencil", ("?",) * 3, type_), type_, shapes,
                       buffers)
    # Rows that are one vector, with both ends.
    for number, mode in enumerate(os.environ["PAD_MODES"].split()):
        for type_, columns in (("f64", 8), ("f32", 16), ("f32", 8), ("i8", 32)):
            shape = (5 - number % 2, 7, columns)
            count += check(f"{type_}-{mode}-{columns}-rows-of-one-vector",
                           stencil_text(mode, "7-point stencil", shape, type_), type_,
                           [shape], buffers)
    # Windows that are as far apart as vectors compose, and each element width.
    for number, mode in enumerate(os.environ["PAD_MODES"].split()):
        for stride in (2, 3, 4):
            type_ = ("i8", "f16", "f32", "f64")[(number + stride) % 4]
            least = {"reflect": 4, "symmetric": 3}.get(mode, 1)
            shapes = [(3, columns) for columns in (*range(least, 40), *range(60, 70),
                                                   *range(120, 150), 259, 1101)]
            empty = [(0, 40), (3, 0)] if mode == "constant" else [(0, 40)]
            count += check(f"{type_}-{mode}-{stride}-strides",
                           strided(stride, "?", "?", type_, mode), type_, empty + shapes,
                           buffers, is_streamed=False, stride=stride)
            for columns in (62, 137, 138, 271):
                count += check(f"{type_}-{mode}-{stride}-strides-of-{columns}",
                               strided(stride, 3, columns, type_, mode), type_,
                               [(3, columns)], buffers, is_streamed=False, stride=stride)
    # As few elements as none.
    for number, mode in enumerate(os.environ["PAD_MODES"].split()):
        type_, least = ("f32", "i8", "f64")[number % 3], {"constant": 0, "reflect": 2}.get(mode, 1)
        count += check(f"{type_}-{mode}-line", of_type(LINE, type_, mode), type_,
                       [(length,) for length in (*range(least, 40), 130)], buffers,
                       is_streamed=False)
    for type_ in ("f32", "f64"):
        count += check(f"{type_}-offset", OFFSET.replace("TYPE", type_), type_,
                       shapes_from(1), buffers, has_ends=False)
    for number, mode in enumerate(os.environ["PAD_MODES"].split()):
        type_ = ("i8", "f64")[number % 2]
        windows = of_type(WINDOWS, type_, mode).replace("HIGH", "12"[number // 2 % 2])
        count += check(f"{type_}-{mode}-windows", windows, type_, shapes_from(3), buffers)
        # A destination that is read, too, but not what is there before.
        count += check(f"{type_}-{mode}-destination", windows.replace("outs(%e", "outs(%x"),
                       type_, [(3, 3), (5, 37), (11, 130)], buffers)
        # A sum that is there before, which no vector may be added to twice.
        summed = windows.replace("outs(%e", "outs(%x").replace("yield %u", "yield %w").replace(
            "    linalg.yield", f"    %w = arith.add{type_[0]} %u, %o : {type_}\n"
            "    linalg.yield")
        for name, shapes in (("nxn", shapes_from(3)), ("3x55", [(3, 55)])):
            text = summed if len(shapes) > 1 else static_of(summed, 3, 55)
            count += check(f"{type_}-{mode}-sums-{name}", text, type_, shapes, buffers,
                           is_streamed=False)
        count += check(f"{type_}-{mode}-channels", of_type(CHANNELS, type_, mode), type_,
                       shapes_from(2, 6, 11), buffers, has_ends=False)
        # Each element width, and tensors without pixels or channels.
        empty = [(0, 0), (0, 5), (5, 0)] if mode == "constant" else [(5, 0)]
        for other in ("i8", "i16", "f32", "f64"):
            count += check(f"{other}-{mode}-few-channels", of_type(CHANNELS, other, mode), other,
                           [*empty, (2, 1), (5, 3), (11, 33), (130, 3)], buffers,
                           has_ends=False)
        # A part of a vector, one, and several of them; lines that begin inside of one. Those
        # of many channels are not merged.
        for channels in (8, 16, 48, 256):
            count += check(f"{type_}-{mode}-{channels}-weights",
                           weights(channels, type_, mode), type_,
                           [(rows, channels) for rows in (*range(2, 14), 21, 40, 99)],
                           buffers, has_ends=False, offsets=(0, None, 8))
    print(f"{count} results agree")


if __name__ == "__main__":
    main()
