"""Halide's form of a workload of scripts/bench --fusion, compiled ahead of time.

`serve` runs in a Python that has the module halide, of any version: see halide.py, which
says what the schedules are.
"""

import json
import re
import sys
from pathlib import Path

import halide

from .fusion_workloads import small_workloads, workloads
from .halide import FAST, is_dense, lanes_of, tile_of
from .random_workloads import draw_workloads


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

    def field(self):
        return self.window[tuple(self.variables)]

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
    count, vectors, lanes = tile_of(workload, name, natural)
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
    copy.compute_root().vectorize(row, lanes_of(natural, workload.source[-1]))
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
    type_ = {"f16": halide.Float(16), "f32": halide.Float(32), "f64": halide.Float(64),
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
        _schedule(workload, padded, first, made, name, lanes_of(natural, workload.result[-1]))
    _bound(made.output_buffer(), workload.result)
    arguments = [source] + ([window] if workload.filter else [])
    made.compile_to({halide.OutputFileType.object: str(path)}, arguments, "kernel",
                    target)


def _drawn(count, seed, is_small):
    """The workloads of a run by their names."""
    made = (draw_workloads(count, seed) if count else
            small_workloads() if is_small else workloads())
    return {workload.name: workload for workload in made}


def serve():
    """Prints the version of Halide. Reads a command a line, which is the count of drawn
    workloads (or null), their seed, whether the small ones are meant, the name of a workload,
    a schedule, a CPU and the object file to write, as JSON; without a workload, the functions
    that kernels call are written. Prints an error, or an empty line, for each."""
    maps = Path("/proc/self/maps").read_text()
    print(re.search(r"libHalide(\d+)", maps)[1], flush=True)
    known = {}
    for line in sys.stdin:
        *drawn, name, schedule, cpu, path = json.loads(line)
        try:
            if name is None:
                compile_runtime(path)
            else:
                of = known.get(tuple(drawn)) or known.setdefault(tuple(drawn), _drawn(*drawn))
                compile_object(of[name], schedule, cpu, path)
            print(flush=True)
        except Exception as error:  # Which ones differs by version.
            print(" ".join(str(error).split()) or "Halide failed", flush=True)
