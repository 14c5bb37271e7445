"""Runs maxima and minima of integers and indices over windows between pages that nobody may read or write,
and compares them with numpy: every type with every op, in channels of NHWC and in rows of an
image of unknown size, by vectors of each width: fused_maxima.py BENCHMARK, where BENCHMARK is the
folder that has padbench. In the first tier, each function has one width or two."""

import ctypes
import itertools
import os
import random
import subprocess
import sys

import numpy

from fused_guards import Guarded
from tier import QUICK, is_of_share

MODES = os.environ["PAD_MODES"].split()
OPS = {"maxsi": ("max", "", numpy.maximum), "maxui": ("max_unsigned", "u", numpy.maximum),
       "minsi": ("min", "", numpy.minimum), "minui": ("min_unsigned", "u", numpy.minimum)}
FILL = 3


def tensor(extents, element):
    return f"tensor<{'x'.join(map(str, extents))}x{element}>"


def pool_text(name, image, result, taps, stride, mode, element, op):
    """A pool of NHWC."""
    n, h, w, c = image
    pad = taps // 2
    padded = tensor((n, h + 2 * pad, w + 2 * pad, c), element)
    value = " value(%v)" if mode == "constant" else ""
    made, window = tensor(result, element), tensor((taps, taps), element)
    return f"""
func.func @{name}(%x: {tensor(image, element)}) -> {made} {{
  %v = arith.constant {FILL} : {element}
  %e = tensor.empty() : {made}
  %k = tensor.empty() : {window}
  %f = linalg.fill ins(%v : {element}) outs(%e : {made}) -> {made}
  %p = pad.pad {mode} %x{value} low[0, {pad}, {pad}, 0] high[0, {pad}, {pad}, 0] : {tensor(image, element)} to {padded}
  %r = linalg.pooling_nhwc_{OPS[op][0]} {{strides = dense<{stride}> : tensor<2xi64>}} ins(%p, %k : {padded}, {window}) outs(%f : {made}) -> {made}
  return %r : {made}
}}
"""


def image_text(name, taps, mode, element, op):
    """Windows of an image of unknown size."""
    pad = taps // 2
    image, window = f"tensor<?x?x{element}>", tensor((taps, taps), element)
    value = " value(%v)" if mode == "constant" else ""
    return f"""
func.func @{name}(%x: {image}) -> {image} {{
  %v = arith.constant {FILL} : {element}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c0 : {image}
  %w = tensor.dim %x, %c1 : {image}
  %e = tensor.empty(%h, %w) : {image}
  %k = tensor.empty() : {window}
  %f = linalg.fill ins(%v : {element}) outs(%e : {image}) -> {image}
  %p = pad.pad {mode} %x{value} low[{pad}, {pad}] high[{pad}, {pad}] : {image} to {image}
  %r = linalg.generic {{indexing_maps = [affine_map<(a, b, c, d) -> (a + c, b + d)>, affine_map<(a, b, c, d) -> (c, d)>, affine_map<(a, b, c, d) -> (a, b)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}}
      ins(%p, %k : {image}, {window}) outs(%f : {image}) {{
  ^bb0(%a: {element}, %b: {element}, %s: {element}):
    %m = arith.{op} %s, %a : {element}
    linalg.yield %m : {element}
  }} -> {image}
  return %r : {image}
}}
"""


def compute(source, result, axes, taps, stride, mode, best):
    """The result by numpy."""
    widths = [(taps // 2, taps // 2) if axis in axes else (0, 0) for axis in range(source.ndim)]
    more = {"constant_values": FILL} if mode == "constant" else {}
    padded = numpy.pad(source, widths, mode, **more)
    made = numpy.full(result, FILL, source.dtype)
    for offsets in itertools.product(range(taps), repeat=2):
        part = [slice(None)] * source.ndim
        for axis, offset in zip(axes, offsets):
            part[axis] = slice(offset, offset + stride * (result[axis] - 1) + 1, stride)
        made = best(made, padded[tuple(part)])
    return made


def main():
    draw, libc, cases = random.Random(23), ctypes.CDLL(None), []
    modes = itertools.cycle(MODES)
    for number, (element, op) in enumerate(itertools.product(("i8", "i16", "i32", "i64", "index"), OPS)):
        bits = 64 if element == "index" else int(element[1:])
        dtype = OPS[op][1] + f"int{bits}"
        # The named ops refuse index.
        pools = [("pool", 1), ("pool", 2)] * (element != "index")
        for kind, stride in (*pools, ("image", 1)):
            mode, taps, name = next(modes), draw.choice((3, 3, 5)), f"{kind}{stride}_{number}"
            if kind == "pool":
                image = (draw.choice((1, 2)), draw.randint(3, 9), draw.randint(3, 13),
                         draw.choice((1, 3, 8, 16, 24, 40, 64)))
                result = (image[0], *((extent - 1) // stride + 1 for extent in image[1:3]), image[3])
                text = pool_text(name, image, result, taps, stride, mode, element, op)
            else:
                image = result = (draw.randint(3, 12), draw.randint(3, 90))
                text = image_text(name, taps, mode, element, op)
            axes = (1, 2) if kind == "pool" else (0, 1)
            source = numpy.random.default_rng(number).integers(
                -(1 << bits - 1), 1 << bits - 1, image).astype(f"int{bits}").view(dtype)
            want = compute(source, result, axes, taps, stride, mode, OPS[op][2])
            cases.append((name, kind, text, source, want))
    buffers, count = [Guarded(libc) for _ in range(2)], 0
    for width, bits in enumerate((128, 256, 512)):
        chosen = [case for number, case in enumerate(cases) if is_of_share(number + width, 2)]
        path = os.path.abspath(f"maxima{bits}.so")
        subprocess.run(["padc", "-", *(QUICK or ("-O1",)), f"--vector-width={bits}", "--fuse", "-o", path],
                       input="".join(text for _, _, text, *_ in chosen), text=True, check=True)
        library = ctypes.CDLL(path)
        for name, kind, _, source, want in chosen:
            for place in (0, 16, None):
                pointers = [buffer.place(array.nbytes, place)
                            for buffer, array in zip(buffers, (source, want))]
                ctypes.memmove(pointers[0], source.tobytes(), source.nbytes)
                ctypes.memset(pointers[1], 0x55, want.nbytes)
                extents = map(ctypes.c_int64, source.shape if kind == "image" else ())
                getattr(library, name)(pointers[0], *extents, pointers[1])
                if ctypes.string_at(pointers[1], want.nbytes) != want.tobytes():
                    sys.exit(f"{name} of {source.shape} {source.dtype} at {place} differs")
                count += 1
    print(count, "results agree")


main()
