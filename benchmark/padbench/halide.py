"""Halide's form of a workload of scripts/bench --fusion, compiled ahead of time.

Each workload has three schedules, and the fastest one counts: rows as vectors; the same
with four rows at a time; the same with each row of the pad computed into a line that the
rows share. Of a chain of two stencils, the first one is computed by tiles of 32 rows; by
four rows; and row by row, all into lines that the rows share. Halide takes the modes that
repeat or mirror their source for ones that may read all of it for each row; there it
computes all of the first one before. Arithmetic is strict, as ours is: a product is
rounded before it is added.
Debian: python3-halide.
"""

import ctypes

try:
    import halide
except ImportError:
    halide = None

SCHEDULES = ("vectors", "rows", "lines")
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


class Element:
    """Writes the element of a result at the loops' variables."""

    def __init__(self, padded, window, variables, type_):
        self.padded, self.window, self.type = padded, window, type_
        self.variables = variables

    def tap(self, *offsets):
        # The innermost axis is Halide's first one.
        tap = self.padded[tuple(v + o for v, o in zip(self.variables,
                                                      reversed(offsets)))]
        return halide.cast(halide.UInt(16), tap) if self.type.is_uint() else tap

    def weight(self, *indices):
        return self.window[tuple(reversed(indices))]

    def index(self, axis):
        return self.variables[len(self.variables) - 1 - axis]

    def constant(self, value):
        if self.type.is_uint():
            return halide.cast(halide.UInt(16), round(value))
        return halide.cast(self.type, halide.f64(value))

    @staticmethod
    def add(a, b):
        return a + b

    @staticmethod
    def sub(a, b):
        return a - b

    @staticmethod
    def mul(a, b):
        return a * b

    def quotient(self, value, bits):
        if not self.type.is_uint():
            return value * self.constant(0.5 ** bits)
        return halide.cast(self.type, value >> bits)


def _pad(workload, source, low, high, zero):
    """`source` with a border, one condition for each mode of the padded axes."""
    conditions = halide.BoundaryConditions
    modes = workload.mode.split(", ")
    modes = modes * (len(workload.source) // len(modes))
    for mode in dict.fromkeys(modes):
        axes = [(halide.Expr(0), halide.Expr(n)) if own == mode and (a or b) else
                (halide.Expr(), halide.Expr())
                for own, n, a, b in zip(modes, workload.source, low, high)][::-1]
        source = (conditions.constant_exterior(source, zero, axes)
                  if mode == "constant" else
                  {"edge": conditions.repeat_edge, "reflect": conditions.mirror_interior,
                   "symmetric": conditions.mirror_image,
                   "wrap": conditions.repeat_image}[mode](source, axes))
    return source


def target_of(cpu):
    """The target of Halide that is `cpu`."""
    target, features = halide.get_host_target(), halide.TargetFeature
    target.set_feature(features.StrictFloat)
    if cpu != "host":
        for name in dir(features):
            if name.startswith("AVX512"):
                target.set_feature(getattr(features, name), False)
    return target


def fits(workload):
    """Whether the rows have a vector, and whether there are enough of them: Halide begins
    the last block inside of an axis."""
    bits = {"f32": 32, "f64": 64, "i8": 8}[workload.type]
    return (workload.result[-1] >= 512 // bits and
            workload.result[-2] >= (32 if workload.first else 4))


def compile_object(workload, schedule, cpu, path):
    """Writes an object file with the function `kernel`."""
    type_ = {"f32": halide.Float(32), "f64": halide.Float(64),
             "i8": halide.UInt(8)}[workload.type]
    rank = len(workload.source)
    source = halide.ImageParam(type_, rank, "source")
    window = halide.ImageParam(type_, len(workload.filter), "window")
    variables = [halide.Var(f"axis{n}") for n in range(rank)]

    def stage(name, source, low, high, element):
        padded, made = _pad(workload, source, low, high, halide.cast(type_, 0)), halide.Func(name)
        made[tuple(variables)] = element(Element(padded, window, variables, type_))
        return padded, made

    first = None
    if workload.first:
        reach, element = workload.first
        _, first = stage("first", source, reach, reach, element)
    padded, made = stage("made", first or source, workload.low, workload.high,
                         workload.element)
    for param, shape in ((source, workload.source), (window, workload.filter)):
        stride = 1
        for n, extent in enumerate(reversed(shape)):
            param.dim(n).set_bounds(0, extent)
            param.dim(n).set_stride(stride)
            stride *= extent
    stride = 1
    for n, extent in enumerate(reversed(workload.result)):
        made.output_buffer().dim(n).set_bounds(0, extent)
        made.output_buffer().dim(n).set_stride(stride)
        stride *= extent
    target = target_of(cpu)
    columns, rows = variables[0], variables[1]
    lanes = target.natural_vector_size(type_)
    by_tiles = first and workload.mode in ("constant", "edge")
    outer, inner = halide.Var("rows_outer"), halide.Var("rows_inner")
    for each in [made] + [first] * bool(first):
        each.vectorize(columns, lanes)
        if schedule == "rows":
            each.split(rows, outer, inner, 4).unroll(inner)
    if first and not by_tiles:
        first.compute_root()
    if by_tiles and schedule == "vectors":
        made.split(rows, outer, inner, 32)
        first.compute_at(made, outer)
    elif by_tiles:
        first.store_root().compute_at(made, outer if schedule == "rows" else rows)
    elif schedule == "lines":
        padded.store_root().compute_at(made, rows).vectorize(padded.args()[0], lanes)
    arguments = [source] + ([window] if workload.filter else [])
    made.compile_to({halide.OutputFileType.object: str(path)}, arguments, "kernel",
                    target)
