"""C++ as anybody would write it: loops around memcpy, every extent and pad an argument."""

import ctypes

import numpy

from ..modes import MODES
from . import Variant, refused


class Loops:
    name = "loops"
    version = "C++ of benchmark/native/Loops.cpp"

    def __init__(self, native):
        self.native = native

    def variants(self, workload, source, result):
        pads = (*workload.low, *workload.high)
        if len(set(workload.modes)) > 1 or any(workload.interior):
            yield refused("C++", "one mode, and no interior padding")
            return
        limit = [extent - (workload.modes[0] == "reflect") for extent in workload.shape]
        is_limited = workload.modes[0] in ("reflect", "symmetric", "wrap")
        if min(pads) < 0 or is_limited and any(map(int.__gt__, pads, 2 * limit)):
            yield refused("C++", "no crop, and no border that repeats the data twice")
            return
        get = self.native.shared.pad_bench_get_loops
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.c_int64] * 3
        function = get(MODES.index(workload.modes[0]), workload.element_bytes, workload.rank)
        if not function:
            yield refused("C++", "at most five axes")
            return
        axes = numpy.array([workload.shape, workload.low, workload.high], numpy.int64).T.copy()
        value = numpy.array(workload.value, source.dtype)
        run = self.native.kernel(function, [source.ctypes.data, result.ctypes.data,
                                            axes.ctypes.data, value.ctypes.data])
        yield Variant("C++", lambda calls, _keep=(axes, value): run(calls))
