"""Runs chains of two stencils, which are computed by tiles of rows, between pages that
nobody may read or write, and compares bits with the unfused kernels: fused_chains.py
BENCHMARK, where BENCHMARK is the folder that has padbench. Kernels are functions of two
modules: of one thread, and of several, which write past the caches."""

import ctypes
import os
import subprocess
import sys

import numpy

from failing_case import fail
from tier import share

sys.path.insert(0, sys.argv[1])
from fused_guards import SHARED, Guarded  # noqa: E402
from padbench.fusion_workloads import stencil_text  # noqa: E402

BYTES = {"i8": 1, "f32": 4, "f64": 8}
UNFUSED, WAYS = ["--fuse=false"], (["--fuse=true"], [f"--{option}" for option in SHARED.split()])

# Sums of windows of 2x3 and of 3x1 around them, divided behind each: the first windows are
# as far apart as two rows. The images are in planes, each of which has tiles of its own.
POOLS = """
#same = affine_map<(n, i, j) -> (n, i, j)>
func.func @kernel(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %d = tensor.dim %x, %i0 : tensor<?x?x?xf32>
  %h = tensor.dim %x, %i1 : tensor<?x?x?xf32>
  %w = tensor.dim %x, %i2 : tensor<?x?x?xf32>
  %v = arith.constant -7.5 : f32
  %z = arith.constant 0.0 : f32
  %half = arith.constant 0.3 : f32
  %p = pad.pad MODE %x VALUE low[0, 1, 1] high[0, 0, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
  %e = tensor.empty(%d, %h, %w) : tensor<?x?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %k = tensor.empty() : tensor<2x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, i, j, a, b) -> (n, i + a, j + b)>,
                                        affine_map<(n, i, j, a, b) -> (a, b)>,
                                        affine_map<(n, i, j, a, b) -> (n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %k : tensor<?x?x?xf32>, tensor<2x3xf32>) outs(%f : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %o, %a : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  %m = linalg.generic {indexing_maps = [#same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%s : tensor<?x?x?xf32>) {
  ^bb0(%o: f32):
    %t = arith.mulf %o, %half : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  %q = pad.pad MODE %m VALUE low[0, 2, 0] high[0, 1, 0] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
  %h2 = arith.divui %h, %i2 : index
  %e2 = tensor.empty(%d, %h2, %w) : tensor<?x?x?xf32>
  %f2 = linalg.fill ins(%half : f32) outs(%e2 : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %k2 = tensor.empty() : tensor<3xf32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(n, i, j, a) -> (n, 2 * i + a, j)>,
                                         affine_map<(n, i, j, a) -> (a)>,
                                         affine_map<(n, i, j, a) -> (n, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k2 : tensor<?x?x?xf32>, tensor<3xf32>) outs(%f2 : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i32
    %g = arith.sitofp %c : i32 to f32
    %u = arith.mulf %g, %a : f32
    %t = arith.addf %o, %u : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s2 : tensor<?x?x?xf32>) outs(%e2 : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.subf %half, %a : f32
    linalg.yield %t : f32
  } -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}
"""

# Finite differences that read neighbours at the indices of the loops plus constants.
EXTRACTS = """
#same = affine_map<(i, j) -> (i, j)>
func.func @kernel(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %n = tensor.dim %x, %i0 : tensor<?x?xf64>
  %m = tensor.dim %x, %i1 : tensor<?x?xf64>
  %p = pad.pad MODE %x low[1, 1] high[1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %s = linalg.generic {indexing_maps = [#same, #same],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %b = arith.addi %i, %i2 : index
    %c = arith.addi %i1, %j : index
    %up = tensor.extract %p[%i, %c] : tensor<?x?xf64>
    %down = tensor.extract %p[%b, %c] : tensor<?x?xf64>
    %d = arith.subf %up, %down : f64
    %t = arith.addf %a, %d : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  %q = pad.pad MODE %s low[1, 1] high[1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#same],
                       iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x?xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %b = arith.addi %i, %i1 : index
    %c = arith.addi %j, %i2 : index
    %left = tensor.extract %q[%b, %j] : tensor<?x?xf64>
    %right = tensor.extract %q[%b, %c] : tensor<?x?xf64>
    %below = tensor.extract %q[%i, %c] : tensor<?x?xf64>
    %d = arith.subf %right, %left : f64
    %t = arith.subf %d, %below : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
"""


def shapes_of(mode, reach, rows):
    """Shapes of a plane, from the least one on that the mode allows."""
    least = {"constant": 0, "reflect": reach + 1, "symmetric": reach}.get(mode, 1)
    return [(n, m) for n in (*range(least, least + 4), *rows) for m in
            sorted({least, least + 1, 21, 131})]


def cases():
    """The name of each kernel, its text, the type, the shapes, and that of the result."""
    kinds = (("two 5-point stencils", "f64", 1), ("7-tap Gaussian", "i8", 3),
             ("two 3x3 blurs", "i8", 1), ("7-tap Gaussian", "f32", 3))
    mixed = [*os.environ["PAD_MODES"].split(), "wrap, edge", "constant, reflect",
             "symmetric periodic"]
    for number, mode in enumerate(mixed):
        kind, type_, reach = kinds[number % 4]
        # One tile has 32 rows, or 48.
        yield (stencil_text(mode, kind, ("?", "?"), type_), type_,
               shapes_of("reflect" if "reflect" in mode else mode, reach,
                         (31, 32, 33, 47, 48, 49, 64, 65, 97, 130)), None)
        kind, type_, _ = kinds[(number + 1) % 4]
        # Tiles of 64 rows and a part of one, and tiles that are all alike.
        shape = ((131, 37), (128, 24))[number // 2 % 2]
        yield stencil_text(mode, kind, shape, type_), type_, [shape], None
        if mode in ("reflect", "constant"):
            yield (EXTRACTS.replace("MODE", mode), "f64",
                   shapes_of(mode, 1, (32, 33, 65)), None)
        if mode in ("constant", "wrap"):
            text = POOLS.replace("MODE", mode).replace(
                "VALUE", "value(%v)" if mode == "constant" else "")
            yield (text, "f32", [(planes, rows, 19) for planes in (0, 1, 3) for rows in
                                 (3, 4, 31, 32, 33, 34, 63, 64, 65, 66, 67, 130, 131)],
                   lambda shape: (shape[0], shape[1] // 2, shape[2]))


def compile_all(name, texts, way):
    """The unfused library and the fused one of functions @kernel0, @kernel1, ..."""
    module = ""
    for number, text in enumerate(texts):
        # Maps have names for the whole module.
        module += text.replace("#same", f"#same{number}").replace(
            "@kernel", f"@kernel{number}")
    remarks = subprocess.run(
        ["pad-opt", "-", "--canonicalize", "--cse", "--pad-fuse-into-loops=remarks",
         "-o", os.devnull], input=module, text=True, check=True, capture_output=True).stderr
    tiled = remarks.count("remark: its source is computed by tiles")
    if tiled != len(texts):
        sys.exit(f"{tiled} of {len(texts)} chains are computed by tiles")
    for each in (UNFUSED, way):
        path = os.path.abspath(f"{name}{each[0]}.so")
        subprocess.run(["padc", "-", *each, "-o", path], input=module, text=True, check=True)
        yield ctypes.CDLL(path)


def check(kernels, text, type_, shapes, result_shape, buffers):
    """Runs the kernels on sources of these shapes at both ends of guarded memory."""
    source, result = buffers
    for shape in shapes:
        size, written = (BYTES[type_] * int(numpy.prod(s)) for s in (
            shape, result_shape(shape) if result_shape else shape))
        numbers = numpy.random.default_rng(size)
        data = (numbers.bytes(size) if type_ == "i8" else numbers.uniform(
            -1, 1, shape).astype(f"f{BYTES[type_]}").tobytes())
        extents = [ctypes.c_int64(n) for n in shape] * ("?" in text)
        for offset in (0, None):
            x, out = source.place(size, offset), result.place(written, offset)
            ctypes.memmove(x, data, size)
            found = set()
            for kernel in kernels:
                ctypes.memset(out, 0x55, written)
                kernel(x, *extents, out)
                found.add(ctypes.string_at(out, written))
            if len(found) != 1:
                fail(f"chain-{'x'.join(map(str, shape))}", text,
                     (f"padc %s {' '.join(way)} -o case.so" for way in (UNFUSED, *WAYS)),
                     f"{shape} at {offset} differs")
    return 2 * len(shapes)


def main():
    libc, count, made = ctypes.CDLL(None), 0, share(cases(), 3)
    buffers = Guarded(libc), Guarded(libc)
    for half, way in enumerate(WAYS):
        chosen = [case for number, case in enumerate(made) if number // 2 % 2 == half]
        libraries = list(compile_all(f"chains{half}", [text for text, *_ in chosen], way))
        for number, case in enumerate(chosen):
            kernels = [getattr(library, f"kernel{number}") for library in libraries]
            count += check(kernels, *case, buffers)
    print(f"{len(made)} chains, {count} results agree")


if __name__ == "__main__":
    main()
