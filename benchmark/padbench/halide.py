"""Halide's form of a workload of scripts/bench --fusion, compiled ahead of time.

Each workload has several schedules, and the fastest one counts. Those of a stencil: rows
as vectors; the same with four rows at a time; the same with each row of the pad computed
into a line that the rows share. Of a chain of two stencils, the first one is computed by
tiles of 32 rows; by four rows; and row by row, all into lines that the rows share. Halide
takes the modes that repeat or mirror their source for ones that may read all of it for
each row; there it computes all of the first one before. A dense convolution is computed
from a padded copy by tiles in registers: so many columns, or filters where rows are those
of an image, times so many vectors.

Arithmetic is strict, as ours is: a product is rounded before it is added. The schedules
that end with FAST are without that.
Debian: python3-halide.
"""

import ctypes

try:
    import halide
except ImportError:
    halide = None

FAST = " fast"
ROWS, TILES = ("vectors", "rows", "lines"), ("4x2", "6x2", "8x1")
SCHEDULES = tuple(s + end for s in (*ROWS, *TILES) for end in ("", FAST))
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

    def __init__(self, padded, window, variables, type_, steps):
        self.padded, self.window, self.type = padded, window, type_
        self.variables, self.steps = variables, steps

    def tap(self, *offsets):
        # The innermost axis is Halide's first one.
        tap = self.padded[tuple(v * step + o for v, step, o in zip(
            self.variables, reversed(self.steps), reversed(offsets)))]
        return halide.cast(halide.UInt(16), tap) if self.type.is_uint() else tap

    def weight(self, *indices):
        return self.window[tuple(reversed(indices))]

    def copy(self, reads, low, has_window):
        """What `reads`, the results of a map of the pad, say, times a window along rows."""
        loops = {f"d{n}": self.index(n) for n in range(len(self.variables))}
        value = self.padded[tuple(eval(read, {}, loops) - pad
                                  for read, pad in zip(reversed(reads), reversed(low)))]
        return value * self.weight(self.variables[0]) if has_window else value

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

    @staticmethod
    def max(a, b):
        return halide.max(a, b)

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


def target_of(cpu, is_strict):
    """The target of Halide that is `cpu`."""
    target, features = halide.get_host_target(), halide.TargetFeature
    # The functions that a kernel calls are one object for all.
    target.set_feature(features.NoRuntime)
    if is_strict:
        target.set_feature(features.StrictFloat)
    if cpu != "host":
        for name in dir(features):
            if name.startswith("AVX512"):
                target.set_feature(getattr(features, name), False)
    return target


def compile_runtime(path):
    """Writes an object file with the functions that kernels call."""
    halide.compile_standalone_runtime(str(path), halide.get_host_target())


def is_dense(workload):
    """Whether it is a convolution over channels."""
    return workload.element is None and len(workload.filter) == 4


def schedules_of(workload):
    """Those that it has. Halide begins the last block inside of an axis."""
    if is_dense(workload):
        names = [name for name in TILES if _tile(workload, name, 1)]
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


def _lanes(natural, extent):
    """Lanes of a vector of a row."""
    while natural > extent:
        natural //= 2
    return natural


def _tile(workload, name, natural):
    """The columns or filters, and the vectors, of a tile, and its lanes; None where rows
    have no such tile."""
    count, vectors = map(int, name.split("x"))
    result = workload.result
    lanes = _lanes(natural, result[-1])
    of_count = result[-2] if workload.layout.endswith("C") else result[1]
    vectors = min(vectors, result[-1] // lanes)
    return (count, vectors, lanes) if count <= of_count else None


def _bound(param, shape):
    """Tells Halide that `param` is dense, and its extents."""
    stride = 1
    for n, extent in enumerate(reversed(shape)):
        param.dim(n).set_bounds(0, extent)
        param.dim(n).set_stride(stride)
        stride *= extent


def _convolution(workload, padded, window, variables, type_, name, natural):
    """A dense convolution by tiles."""
    by_channels = workload.layout.endswith("C")
    count, vectors, lanes = _tile(workload, name, natural)
    taps = workload.filter[:2] if by_channels else workload.filter[2:]
    channels = workload.filter[2 if by_channels else 1]
    copy, conv, made = halide.Func("copy"), halide.Func("conv"), halide.Func("made")
    copy[tuple(variables)] = padded[tuple(variables)]
    terms = halide.RDom([(0, channels), (0, taps[1]), (0, taps[0])])
    reach = [n // 2 for n in taps]
    conv[tuple(variables)] = halide.cast(type_, 0)
    if by_channels:
        f, x, y, n = variables
        tap = copy[terms.x, x + terms.y - reach[1], y + terms.z - reach[0], n]
        weight, across = window[f, terms.x, terms.y, terms.z], x
    else:
        x, y, f, n = variables
        tap = copy[x + terms.y - reach[1], y + terms.z - reach[0], terms.x, n]
        weight, across = window[terms.y, terms.z, terms.x, f], f
    conv[tuple(variables)] += tap * weight
    made[tuple(variables)] = conv[tuple(variables)]
    row = variables[0]
    others = [v for v in variables if v is not row and v is not across]
    blocks, inside = halide.Var("blocks"), halide.Var("inside")
    tiles, each = halide.Var("tiles"), halide.Var("each")
    made.split(row, blocks, inside, lanes * vectors).split(across, tiles, each, count)
    made.reorder(inside, each, blocks, tiles, *others).vectorize(inside, lanes).unroll(each)
    made.unroll(inside)
    conv.compute_at(made, blocks).vectorize(row, lanes).unroll(row).unroll(across)
    update = conv.update(0)
    update.reorder(row, across, terms.x, terms.y, terms.z, *others)
    update.vectorize(row, lanes).unroll(row).unroll(across)
    copy.compute_root().vectorize(row, _lanes(natural, workload.source[-1]))
    return made


def _schedule(workload, padded, first, made, schedule, lanes):
    """Schedules what is no dense convolution."""
    variables = made.args()
    columns, rows = variables[0], variables[1] if len(variables) > 1 else None
    by_tiles = first and workload.mode in ("constant", "edge")
    outer, inner = halide.Var("rows_outer"), halide.Var("rows_inner")
    for each in [made] + [first] * bool(first):
        each.vectorize(columns, lanes)
        if schedule == "rows":
            each.split(rows, outer, inner, 4).unroll(inner)
    if first and not by_tiles:
        first.compute_root()
    if by_tiles and schedule == "vectors" and workload.result[-2] >= 32:
        made.split(rows, outer, inner, 32)
        first.compute_at(made, outer)
    elif by_tiles and schedule != "vectors":
        first.store_root().compute_at(made, outer if schedule == "rows" else rows)
    elif by_tiles:
        first.compute_root()
    elif schedule == "lines":
        padded.store_root().compute_at(made, rows).vectorize(padded.args()[0], lanes)


def compile_object(workload, schedule, cpu, path):
    """Writes an object file with the function `kernel`."""
    type_ = {"f32": halide.Float(32), "f64": halide.Float(64),
             "i8": halide.UInt(8)}[workload.type]
    source = halide.ImageParam(type_, len(workload.source), "source")
    window = halide.ImageParam(type_, len(workload.filter), "window")
    variables = [halide.Var(f"axis{n}") for n in range(len(workload.result))]
    is_strict = not schedule.endswith(FAST)
    name = schedule.removesuffix(FAST)
    target = target_of(cpu, is_strict)
    natural = target.natural_vector_size(type_)
    steps = [1] * len(workload.source)
    if workload.pool == "max":
        steps = [-(-a // b) for a, b in zip(workload.source, workload.result)]
    _bound(source, workload.source)
    _bound(window, workload.filter)

    def stage(title, of, low, high, element):
        padded, made = _pad(workload, of, low, high, halide.cast(type_, 0)), halide.Func(title)
        made[tuple(variables)] = element(Element(padded, window, variables, type_, steps))
        return padded, made

    if is_dense(workload):
        padded = _pad(workload, source, workload.low, workload.high, halide.cast(type_, 0))
        made = _convolution(workload, padded, window, variables, type_, name, natural)
    else:
        first = None
        if workload.first:
            reach, element = workload.first
            _, first = stage("first", source, reach, reach, element)
        padded, made = stage("made", first or source, workload.low, workload.high,
                             workload.element)
        _schedule(workload, padded, first, made, name, _lanes(natural, workload.result[-1]))
    _bound(made.output_buffer(), workload.result)
    arguments = [source] + ([window] if workload.filter else [])
    made.compile_to({halide.OutputFileType.object: str(path)}, arguments, "kernel",
                    target)
