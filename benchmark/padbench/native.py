"""The compiled part: buffers, the timing loop and the floor."""

import ctypes

import numpy

_MAX_ARGUMENTS = 40


class Native:
    def __init__(self, path):
        self.shared = ctypes.CDLL(str(path))
        self.shared.pad_bench_allocate.restype = ctypes.c_void_p
        self.shared.pad_bench_allocate.argtypes = [ctypes.c_size_t]
        self.shared.pad_bench_free.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        self.shared.pad_bench_time.restype = ctypes.c_int64
        self.shared.pad_bench_time.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64,
        ]
        self.shared.pad_bench_set_threads.argtypes = [ctypes.c_int64]

    @property
    def has_streaming(self):
        return bool(self.shared.pad_bench_has_streaming())

    def set_threads(self, threads):
        self.shared.pad_bench_set_threads(threads)

    def kernel(self, function, arguments):
        """A call of `function` (a ctypes function) with integers and pointers,
        as a function that repeats it and returns the nanoseconds."""
        if len(arguments) > _MAX_ARGUMENTS:
            raise ValueError(f"{len(arguments)} arguments, at most {_MAX_ARGUMENTS}")
        address = ctypes.cast(function, ctypes.c_void_p)
        values = (ctypes.c_int64 * len(arguments))(*arguments)
        time, count = self.shared.pad_bench_time, len(arguments)
        # The function object keeps its library loaded.
        return lambda calls, _keep=function: time(address, values, count, calls)


class Buffer:
    """Memory that begins `offset` bytes behind the start of a page, touched, as arrays of
    any shape. Each buffer begins on another of the first 256 pages of a huge page: where
    source and result begin equally many bytes behind a page, loads from the one may wait
    for stores to the other (a 3x3 box of 0.07 us then takes 0.33 on a Zen 4), as they did for
    one pair in six of buffers that all began huge pages, and do for one in 18 of these."""

    made = 0

    def __init__(self, native, size, offset=0):
        page = Buffer.made * 101 % 256
        Buffer.made += 1
        self.native, self.size, self.offset = native, max(size, 1), page * 4096 + offset
        self.mapped = self.offset + self.size
        self.address = native.shared.pad_bench_allocate(self.mapped)
        if not self.address:
            raise MemoryError(f"cannot map {self.mapped} bytes")

    def array(self, shape, dtype):
        count = int(numpy.prod(shape, dtype=numpy.int64))
        size = count * numpy.dtype(dtype).itemsize
        if size > self.size:
            raise ValueError(f"{size} bytes in a buffer of {self.size}")
        memory = (ctypes.c_char * size).from_address(self.address + self.offset)
        return numpy.frombuffer(memory, dtype, count).reshape(shape)

    def free(self):
        if self.address:
            self.native.shared.pad_bench_free(self.address, self.mapped)
        self.address = None
