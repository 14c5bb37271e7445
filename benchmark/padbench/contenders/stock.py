"""Stock MLIR: upstream ops through upstream passes only, then clang.

Each form of stock_text.py goes through two pipelines: linalg to loops, which LLVM
then vectorizes, and fills and copies tiled and vectorized by the transform dialect
first. The fastest combination that is right is the contender's figure.
"""

import ctypes
import re

import numpy

from ..tools import Cache, ToolError, identity, run
from . import Absent, Refused, Variant, refused
from .stock_text import FORMS

BUFFERIZE = ["--convert-tensor-to-linalg", "--eliminate-empty-tensors",
             "--one-shot-bufferize"]
CLEAN = ["--canonicalize", "--cse"]
LOOPS = ["--convert-linalg-to-loops", "--lower-vector-mask",
         "--convert-vector-to-scf", "--lower-affine", "--expand-strided-metadata",
         "--lower-affine", *CLEAN, "--loop-invariant-code-motion",
         "--convert-scf-to-cf"]
VECTOR_BITS = 256
# (form, vectorized)
COMBINATIONS = [("tensor.pad", False), ("generic", False), ("slabs", False),
                ("slabs", True)]


def to_llvm(static):
    """Static kernels take bare pointers, which can be marked noalias."""
    bare = "=use-bare-ptr-memref-call-conv=1" if static else ""
    return ["--convert-vector-to-llvm", "--convert-ub-to-llvm",
            "--convert-arith-to-llvm", "--convert-index-to-llvm",
            "--finalize-memref-to-llvm", f"--convert-func-to-llvm{bare}",
            "--convert-cf-to-llvm", "--reconcile-unrealized-casts"]


def vectorize_script(workload):
    """Tiles every fill and copy to one vector of the last axis, and vectorizes it,
    masked where the row is no multiple."""
    lanes = VECTOR_BITS // 8 // workload.element_bytes
    sizes = ", ".join(["1"] * (workload.rank - 1) + [str(lanes)])
    op = "!transform.any_op"
    loops = ", ".join([op] * workload.rank)
    return f"""
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: {op} {{transform.readonly}}) {{
    %ops = transform.structured.match ops{{["linalg.copy", "linalg.fill"]}} in %root
        : ({op}) -> {op}
    transform.foreach %ops : {op} {{
    ^bb0(%op: {op}):
      %tile, %loops:{workload.rank} = transform.structured.tile_using_for %op
          tile_sizes [{sizes}] : ({op}) -> ({op}, {loops})
      transform.structured.vectorize %tile vector_sizes [{sizes}] : {op}
    }}
    transform.yield
  }}
}}
"""


class Stock:
    name = "stock"

    def __init__(self, native, llvm_bin, folder):
        self.native, self.bin, self.cache = native, llvm_bin, Cache(folder)
        for tool in ("mlir-opt", "mlir-translate", "clang"):
            if not (llvm_bin / tool).exists():
                raise Absent(f"no {llvm_bin / tool}")
        version = run([llvm_bin / "mlir-opt", "--version"])
        self.version = re.search(r"version (\S+)", version).group(1)
        self.identity = identity(llvm_bin / "mlir-opt")

    def variants(self, workload, source, result):
        for form, vectorized in COMBINATIONS:
            name = f"{form}, vectorized" if vectorized else form
            try:
                library = ctypes.CDLL(str(self.compile(workload, form, vectorized)))
            except (Refused, ToolError, OSError) as reason:
                yield refused(name, reason)
                continue
            yield Variant(name, self._kernel(library, workload, source, result))

    def compile(self, workload, form, vectorized):
        text = FORMS[form](workload)
        script = vectorize_script(workload) if vectorized else ""

        def make(path):
            opt, static = self.bin / "mlir-opt", not workload.form
            first = BUFFERIZE if form == "tensor.pad" else []
            lowered = run([opt, *first, *CLEAN], text)
            # A memref.copy of a subview would call MLIR's runtime library.
            lowered = re.sub(r"memref\.copy (\S+), (\S+) : (.*) to (.*)",
                             r"linalg.copy ins(\1 : \3) outs(\2 : \4)", lowered)
            if script:
                library = path.with_suffix(".transform.mlir")
                library.write_text(script)
                preload = f"--transform-preload-library=transform-library-paths={library}"
                lowered = run([opt, preload, "--transform-interpreter", *CLEAN],
                              lowered)
                library.unlink()
            lowered = run([opt, *LOOPS, *to_llvm(static)], lowered)
            ir = run([self.bin / "mlir-translate", "--mlir-to-llvmir"], lowered)
            run([self.bin / "clang", "-x", "ir", "-", "-O3", "-march=native",
                 "-Wno-override-module", "-fPIC", "-shared", "-o", path], ir)

        key = (self.identity, text, script, BUFFERIZE, CLEAN, LOOPS,
               to_llvm(not workload.form))
        return self.cache.get(key, ".so", make)

    def _kernel(self, library, workload, source, result):
        if not workload.form:
            arguments = [source.ctypes.data, result.ctypes.data]
            return self.native.kernel(library.pad, arguments)
        descriptors = [descriptor(source), descriptor(result)]
        amounts = []
        if workload.form == "pads":
            amounts = [*workload.low, *workload.high]
            if any(workload.interior):
                amounts += workload.interior
        arguments = [descriptors[0].ctypes.data, *amounts, descriptors[1].ctypes.data]
        timed = self.native.kernel(library._mlir_ciface_pad, arguments)
        return lambda calls, _keep=descriptors: timed(calls)


def descriptor(array):
    """A memref descriptor of a dense array."""
    strides = [s // array.itemsize for s in array.strides]
    data = array.ctypes.data
    return numpy.array([data, data, 0, *array.shape, *strides], numpy.int64)
