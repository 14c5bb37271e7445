"""The floor: memcpy of the bytes from the source, memset of the rest."""

from ..oracle import bytes_from_source
from . import Variant


class Floor:
    name = "floor"
    version = "memcpy and memset of libc, and streaming stores"

    def __init__(self, native, threads):
        self.native, self.threads = native, threads
        native.set_threads(threads)

    def variants(self, workload, source, result):
        copied = bytes_from_source(workload)
        arguments = [source.ctypes.data, result.ctypes.data, copied,
                     result.nbytes - copied]
        names = {"cached": "pad_bench_floor"}
        if self.native.has_streaming:
            names["streaming"] = "pad_bench_floor_streaming"
        if self.threads > 1:
            names["parallel"] = "pad_bench_floor_parallel"
            if self.native.has_streaming:
                names["parallel streaming"] = "pad_bench_floor_parallel_streaming"
        for name, symbol in names.items():
            function = getattr(self.native.shared, symbol)
            yield Variant(name, self.native.kernel(function, arguments))
