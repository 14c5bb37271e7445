"""Imports models, compiles all of them into one shared object for each lowering, and
calls it."""

import ctypes
import re
import subprocess
from pathlib import Path

import numpy
from tier import IS_LONG

# The name of an element type in ONNX, its number there, the dtype that stores
# one element in memory, and whether files pack several into a byte.
ELEMENTS = {
    "FLOAT": (1, numpy.float32), "UINT8": (2, numpy.uint8),
    "INT8": (3, numpy.int8), "UINT16": (4, numpy.uint16),
    "INT16": (5, numpy.int16), "INT32": (6, numpy.int32),
    "INT64": (7, numpy.int64), "STRING": (8, numpy.uint64),
    "BOOL": (9, numpy.uint8), "FLOAT16": (10, numpy.float16),
    "DOUBLE": (11, numpy.float64), "UINT32": (12, numpy.uint32),
    "UINT64": (13, numpy.uint64), "COMPLEX64": (14, numpy.complex64),
    "COMPLEX128": (15, numpy.complex128), "BFLOAT16": (16, numpy.uint16),
    "FLOAT8E4M3FN": (17, numpy.uint8), "FLOAT8E4M3FNUZ": (18, numpy.uint8),
    "FLOAT8E5M2": (19, numpy.uint8), "FLOAT8E5M2FNUZ": (20, numpy.uint8),
    "UINT4": (21, numpy.uint8), "INT4": (22, numpy.uint8),
    "FLOAT4E2M1": (23, numpy.uint8), "FLOAT8E8M0": (24, numpy.uint8),
    "UINT2": (25, numpy.uint8), "INT2": (26, numpy.uint8),
}
# The lowerings have tests of their own: the first tier imports by one of them.
LOWERINGS = ["scf", "linalg", "vector"] if IS_LONG else ["scf"]
# Bits of the types that do not fill their bytes.
BITS = {"BOOL": 1, "UINT4": 4, "INT4": 4, "FLOAT4E2M1": 4, "UINT2": 2, "INT2": 2}


class Tools:
    def __init__(self, pad_tools, llvm_tools):
        self.pad_tools, self.llvm_tools = Path(pad_tools), Path(llvm_tools)

    def run(self, tool, *arguments, text=None):
        folder = self.pad_tools if tool.startswith("pad") else self.llvm_tools
        done = subprocess.run([str(folder / tool), *map(str, arguments)],
                              input=text, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{tool} {arguments}: {done.stderr[:4000]}")
        return done.stdout


def module_body(text):
    head, _, body = text.partition("{\n")
    if not head.startswith("module"):
        raise RuntimeError(f"not a module:\n{text}")
    return body.rstrip()[:-1]


def import_model(tools, path):
    """The functions of a model, as text."""
    return module_body(tools.run("pad-translate", "--import-onnx", path))


def descriptor(rank):
    """The type of a memref as C has it."""
    sizes = [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    class MemRef(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                    ("offset", ctypes.c_int64)] + (sizes if rank else [])

    return MemRef


def describe(array):
    memref = descriptor(array.ndim)()
    memref.allocated = memref.aligned = array.ctypes.data
    if array.ndim:
        memref.sizes[:] = array.shape
        memref.strides[:] = [s // array.itemsize for s in array.strides]
    return memref


class CompiledModels:
    """A shared object of all functions in `texts`."""

    def __init__(self, tools, folder, texts, lowering):
        self.lowering = lowering
        folder = Path(folder)
        module = folder / "models.mlir"
        module.write_text("\n".join(texts))
        lowered = tools.run("pad-opt", module, "--allow-unregistered-dialect",
                            f"--lower-pad-to-llvm=lowering={lowering} emit-c-interface")
        ir = folder / f"models-{lowering}.ll"
        ir.write_text(tools.run("mlir-translate", "--mlir-to-llvmir", text=lowered))
        library = folder / f"models-{lowering}.so"
        # Optimizing the long code of rows as vectors takes minutes; the tests of the
        # lowering itself do that.
        level = "-O0" if lowering == "vector" or not IS_LONG else "-O1"
        tools.run("clang", level, "-w", "-shared", "-o", library, ir)
        self.kernels = ctypes.CDLL(str(library))
        self.free = ctypes.CDLL(None).free
        self.free.argtypes = [ctypes.c_void_p]

    def call(self, name, inputs, dtype, rank):
        """The result of function `name`, a tensor of rank `rank`."""
        result = descriptor(rank)()
        arrays = [numpy.require(a, requirements="C") for a in inputs]
        memrefs = [describe(a) for a in arrays]
        getattr(self.kernels, "_mlir_ciface_" + name)(
            ctypes.byref(result), *map(ctypes.byref, memrefs))
        shape = tuple(result.sizes) if rank else ()
        count = int(numpy.prod(shape))
        item = numpy.dtype(dtype).itemsize
        data = ctypes.string_at(result.aligned + result.offset * item, count * item)
        array = numpy.frombuffer(data, dtype).reshape(shape)
        self.free(result.allocated)
        return array


def compile_by_every_lowering(tools, folder, texts):
    return [CompiledModels(tools, folder, texts, lowering) for lowering in LOWERINGS]


def remaining_nodes(text):
    """The names of the ONNX nodes in `text`."""
    return sorted(set(re.findall(r'"(onnx\.\w+)"', text)))
