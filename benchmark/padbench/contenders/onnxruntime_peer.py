"""ONNX Runtime through its C interface: a model of one Pad node, warm, with input
and output over the buffers of the benchmark."""

import ctypes
import platform
from pathlib import Path

import numpy

from . import Absent, Variant, refused
from .onnx_model import ELEMENT_TYPES, pad_model

# Positions in the table of functions that OrtGetApiBase()->GetApi(version) gives:
# the order of struct OrtApi in onnxruntime_c_api.h, which only ever grows.
API_VERSION = 13
FUNCTIONS = {
    "GetErrorMessage": 2,
    "CreateEnv": 3,
    "CreateSessionFromArray": 8,
    "Run": 9,
    "CreateSessionOptions": 10,
    "SetSessionGraphOptimizationLevel": 23,
    "SetIntraOpNumThreads": 24,
    "SetInterOpNumThreads": 25,
    "CreateTensorWithDataAsOrtValue": 49,
    "CreateCpuMemoryInfo": 69,
    "ReleaseStatus": 93,
    "ReleaseSession": 95,
    "ReleaseValue": 96,
    "ReleaseSessionOptions": 100,
}
LOG_FATAL = 4
OPTIMIZE_ALL = 99
DEVICE_ALLOCATOR, MEMORY_DEFAULT = 0, 0


class _Error(Exception):
    """A status that is not success."""


def find_library(folder):
    """The libonnxruntime of npm's package in `folder`, or else of the system."""
    npm = Path(folder) / "node_modules/onnxruntime-node/bin"
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), "none")
    found = sorted(npm.glob(f"*/linux/{machine}/libonnxruntime.so*"))
    found += sorted(Path("/usr/lib").glob("*/libonnxruntime.so.*"))
    return found[0] if found else None


class OnnxRuntime:
    name = "onnxruntime"

    def __init__(self, native, threads, folder):
        path = find_library(folder)
        if path is None:
            raise Absent("no libonnxruntime; scripts/bench --setup installs one")
        try:
            base = ctypes.CDLL(str(path)).OrtGetApiBase
        except OSError as error:
            raise Absent(str(error)) from None
        base.restype = ctypes.POINTER(ctypes.c_void_p * 2)
        get_api, get_version = base().contents
        self.version = ctypes.CFUNCTYPE(ctypes.c_char_p)(get_version)().decode()
        table = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)(get_api)(API_VERSION)
        if not table:
            raise Absent(f"libonnxruntime {self.version} lacks API {API_VERSION}")
        self.table = ctypes.cast(table, ctypes.POINTER(ctypes.c_void_p))
        self.native, self.threads = native, threads
        self.environment = self._create("CreateEnv", LOG_FATAL, b"pad")
        self.memory = self._create(
            "CreateCpuMemoryInfo", DEVICE_ALLOCATOR, MEMORY_DEFAULT)
        options = self._create("CreateSessionOptions")
        self._check("SetSessionGraphOptimizationLevel", options, OPTIMIZE_ALL)
        self._check("SetIntraOpNumThreads", options, threads)
        self._check("SetInterOpNumThreads", options, 1)
        self.options = options
        self.owned = []

    def _function(self, name, restype, *arguments):
        types = [
            ctypes.c_void_p if value is None or isinstance(value, (bytes, ctypes.Array))
            else ctypes.c_int64 if isinstance(value, int) else type(value)
            for value in arguments
        ]
        address = self.table[FUNCTIONS[name]]
        return ctypes.CFUNCTYPE(restype, *types)(address)

    def _check(self, name, *arguments):
        """Calls a function that returns a status; every argument is an integer, a
        pointer or bytes."""
        arguments = [
            ctypes.cast(ctypes.c_char_p(a), ctypes.c_void_p)
            if isinstance(a, bytes) else a for a in arguments
        ]
        status = self._function(name, ctypes.c_void_p, *arguments)(*arguments)
        if status:
            status = ctypes.c_void_p(status)
            get = self._function("GetErrorMessage", ctypes.c_char_p, status)
            message = get(status).decode(errors="replace")
            self._function("ReleaseStatus", None, status)(status)
            raise _Error(message)

    def _create(self, name, *arguments):
        """Calls a function whose last argument is where it puts what it made."""
        made = ctypes.c_void_p()
        self._check(name, *arguments, ctypes.pointer(made))
        return made

    def _release(self):
        for name, thing in reversed(self.owned):
            self._function(name, None, thing)(thing)
        self.owned = []

    def _tensor(self, array, element):
        shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        value = self._create(
            "CreateTensorWithDataAsOrtValue", self.memory,
            ctypes.c_void_p(array.ctypes.data), array.nbytes, shape, array.ndim,
            element)
        self.owned.append(("ReleaseValue", value))
        return value

    def variants(self, workload, source, result):
        self._release()
        if any(workload.interior):
            yield refused("Pad", "ONNX's Pad has no interior padding")
            return
        if len(set(workload.modes)) > 1:
            yield refused("Pad", "ONNX's Pad has one mode")
            return
        if workload.mode == "symmetric":
            yield refused("Pad", "ONNX's Pad has no mode symmetric")
            return
        value = numpy.array(workload.value).astype(source.dtype).tobytes()
        model = pad_model(workload, result.shape, value)
        try:
            session = self._create("CreateSessionFromArray", self.environment, model,
                                   len(model), self.options)
            self.owned.append(("ReleaseSession", session))
            element = ELEMENT_TYPES[workload.type]
            inputs = {b"x": self._tensor(source, element)}
            if workload.form == "pads":
                amounts = numpy.array(workload.low + workload.high, numpy.int64)
                inputs[b"pads"] = self._tensor(amounts, ELEMENT_TYPES["i64"])
                self.amounts = amounts
            outputs = {b"y": self._tensor(result, element)}
            run = self._run(session, inputs, outputs)
        except _Error as error:
            yield refused("Pad", error)
            return
        yield Variant("Pad", run)

    def _run(self, session, inputs, outputs):
        """Session::Run through the timing loop; checked once before."""
        names = (ctypes.c_char_p * len(inputs))(*inputs)
        values = (ctypes.c_void_p * len(inputs))(*(v.value for v in inputs.values()))
        out_names = (ctypes.c_char_p * len(outputs))(*outputs)
        out_values = (ctypes.c_void_p * len(outputs))(
            *(v.value for v in outputs.values()))
        arguments = [
            session, None, names, values, len(inputs), out_names, len(outputs),
            out_values,
        ]
        self._check("Run", *arguments)
        address = [
            0 if a is None else a if isinstance(a, int) else a.value
            if isinstance(a, ctypes.c_void_p) else ctypes.addressof(a)
            for a in arguments
        ]
        function = ctypes.CFUNCTYPE(ctypes.c_void_p)(self.table[FUNCTIONS["Run"]])
        timed = self.native.kernel(function, address)
        keep = (names, values, out_names, out_values)
        return lambda calls, _keep=keep: timed(calls)
