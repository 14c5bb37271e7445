"""Halide as a peer of scripts/bench --fusion: which of its versions there are, and kernels of it.

Each workload has several schedules, and the fastest one of all versions counts. Those of a
stencil: rows as vectors; the same with four rows at a time; the same with each row of the pad
computed into a line that the rows share. Of a chain of two stencils, the first one is computed
by tiles of 32 rows; by four rows; and row by row, all into lines that the rows share. Halide
takes the modes that repeat or mirror their source for ones that may read all of it for
each row; there it computes all of the first one before. A dense convolution is computed
from a padded copy by tiles in registers: so many columns, or filters where rows are those
of an image, times so many vectors.

Arithmetic is strict, as ours is: a product is rounded before it is added. The schedules
that end with FAST are without that.
"""

import ctypes
import json
import subprocess
from pathlib import Path

from .tools import ToolError, run

FAST = " fast"
ROWS, TILES = ("vectors", "rows", "lines"), ("4x2", "6x2", "8x1")
# What both compilers compile for: this machine, or one with AVX2.
CPUS = ("host", "x86-64-v3")
# halide_type_code_t of numpy's kinds.
CODES = {"u": 1, "f": 2}


class Buffer(ctypes.Structure):
    """halide_buffer_t, of HalideRuntime.h."""
    _fields_ = [("device", ctypes.c_uint64), ("interface", ctypes.c_void_p),
                ("host", ctypes.c_void_p), ("flags", ctypes.c_uint64),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("dimensions", ctypes.c_int32),
                ("dim", ctypes.c_void_p), ("padding", ctypes.c_void_p)]


def buffer_of(array):
    """Describes a dense array. Keep it while it is used."""
    dims, stride = (ctypes.c_int32 * (4 * array.ndim))(), 1
    for n, extent in enumerate(reversed(array.shape)):
        dims[4 * n:4 * n + 4] = [0, extent, stride, 0]
        stride *= extent
    made = Buffer(host=array.ctypes.data, code=CODES[array.dtype.kind], bits=8 * array.itemsize, lanes=1,
                  dimensions=array.ndim, dim=ctypes.addressof(dims))
    made.kept = dims
    return made


def is_dense(workload):
    """Whether it is a convolution over channels."""
    return workload.element is None and len(workload.filter) == 4


def schedules_of(workload):
    """Those that it has. Halide begins the last block inside of an axis, and has no bf16 in
    Python."""
    if workload.type == "bf16":
        names = []
    elif is_dense(workload):
        names = [name for name in TILES if tile_of(workload, name, 1)]
    elif not workload.element:
        names = []
    elif workload.first:
        names = ROWS if workload.result[-2] >= 32 else ROWS[:1]
    else:
        # Windows that are copied read no line of the pad twice.
        names = ROWS[:2 if len(workload.result) != len(workload.source) else 3]
        if len(workload.result) < 2 or workload.result[-2] < 4:
            names = ROWS[:1]
    return [name + end for name in names for end in ("", FAST)]


def lanes_of(natural, extent):
    """Lanes of a vector of a row."""
    while natural > extent:
        natural //= 2
    return natural


def tile_of(workload, name, natural):
    """The columns or filters, and the vectors, of a tile, and its lanes; None where rows
    have no such tile."""
    count, vectors = map(int, name.split("x"))
    result = workload.result
    lanes = lanes_of(natural, result[-1])
    of_count = result[-2] if workload.layout.endswith("C") else result[1]
    vectors = min(vectors, result[-1] // lanes)
    return (count, vectors, lanes) if count <= of_count else None


class Halide:
    """A version of Halide, in a Python of its own, which compiles kernels. `drawn` says which
    workloads are meant: the count of drawn ones or None, their seed, and whether the small ones
    of the tests are."""

    def __init__(self, python, drawn):
        folder = str(Path(__file__).resolve().parent.parent)
        self.process = subprocess.Popen(
            [python, "-B", "-c", f"import sys; sys.path.insert(0, {folder!r}); "
             "from padbench import halide_kernels; halide_kernels.serve()"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.drawn, self.version = drawn, self.process.stdout.readline().strip()

    def _ask(self, *command):
        self.process.stdin.write(json.dumps([*self.drawn, *command]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if answer != "\n":
            raise ToolError(f"Halide {self.version}: {answer.strip() or 'it ended'}")

    def compile(self, cache, clang, workload, schedule, cpu):
        """The shared object of a kernel, of `cache`."""
        here = Path(__file__)
        sources = [here.read_text(), here.with_name("halide_kernels.py").read_text()]
        runtime = cache.get((*sources, self.version), ".o",
                            lambda path: self._ask(None, None, None, str(path)))

        def make(path):
            code = path.with_suffix(".o")
            self._ask(workload.name, schedule, cpu, str(code))
            run([clang, "-shared", code, runtime, "-lpthread", "-ldl", "-o", path])
            code.unlink()

        return cache.get((*sources, self.version, workload.name, schedule, cpu), ".so", make)

    def close(self):
        """Ends its process."""
        self.process.stdin.close()
        self.process.wait()


def find_halides(cache, drawn):
    """Those that scripts/peers has installed: Debian's own one, and the one of its unstable
    suite, in the folder `cache`."""
    pythons = ["/usr/bin/python3", Path(cache) / "halide/python"]
    return [Halide(python, drawn) for python in pythons
            if Path(python).exists() and
            not subprocess.run([python, "-c", "import halide"], capture_output=True).returncode]
