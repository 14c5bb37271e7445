"""Runs sums of products, and compares bits with `fmaf` of the C library, and with products
that are rounded: contracted.py. Prints a line for each function and way."""

import ctypes
import ctypes.util
import os
import subprocess
import sys

import numpy

# Three taps of a padded row, with weights; of the two sums, FLAGS are of the second one.
TEXT = """
func.func @flags(%x: tensor<67xf32>, %k: tensor<3xf32>) -> tensor<67xf32> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<67xf32> to tensor<69xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<67xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<67xf32>) -> tensor<67xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>,
                                        affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p, %k : tensor<69xf32>, tensor<3xf32>) outs(%f : tensor<67xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b fastmath<contract> : f32
    %s = arith.addf %o, %m fastmath<contract> : f32
    linalg.yield %s : f32
  } -> tensor<67xf32>
  return %r : tensor<67xf32>
}
func.func @named(%x: tensor<67xf32>, %k: tensor<3xf32>) -> tensor<67xf32> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<67xf32> to tensor<69xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<67xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<67xf32>) -> tensor<67xf32>
  %r = linalg.conv_1d ins(%p, %k : tensor<69xf32>, tensor<3xf32>) outs(%f : tensor<67xf32>) -> tensor<67xf32>
  return %r : tensor<67xf32>
}
"""
CPUS = {"x86-64-v3": True, "x86-64-v2": False} if os.uname().machine == "x86_64" else \
    {"host": True}


def main():
    fmaf = ctypes.CDLL(ctypes.util.find_library("m")).fmaf
    fmaf.argtypes, fmaf.restype = [ctypes.c_float] * 3, ctypes.c_float
    numbers = numpy.random.default_rng(5)
    x, k = numbers.uniform(-1, 1, 67).astype("f4"), numbers.uniform(-1, 1, 3).astype("f4")
    padded = numpy.pad(x, 1, mode="reflect")
    rounded, contracted = numpy.zeros(67, "f4"), numpy.zeros(67, "f4")
    for tap in range(3):
        rounded += padded[tap: tap + 67] * k[tap]
        contracted = numpy.array([fmaf(a, k[tap], o) for a, o in
                                  zip(padded[tap: tap + 67], contracted)], "f4")
    if (rounded == contracted).all():
        sys.exit("the numbers tell nothing apart")
    for cpu, has_fma in CPUS.items():
        for option in ("--contract=false", "--contract"):
            for form in ("--fuse=false", "--fuse", "--lowering=scf", "--lowering=linalg"):
                path = os.path.abspath(f"{cpu}{option}{form}.so")
                subprocess.run(["padc", "-", f"--cpu={cpu}", option, form, "-o", path],
                               input=TEXT, text=True, check=True)
                library = ctypes.CDLL(path)
                for name in ("flags", "named"):
                    result = numpy.full(67, numpy.nan, "f4")
                    library[name](*(ctypes.c_void_p(a.ctypes.data) for a in (x, k, result)))
                    wanted = contracted if has_fma and (
                        name == "flags" or option == "--contract") else rounded
                    if not (result.view("u4") == wanted.view("u4")).all():
                        sys.exit(f"{name} {cpu} {option} {form}: differs")
        print(f"{cpu}: 16 results agree")


main()
