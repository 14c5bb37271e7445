"""A pad in ops of upstream MLIR only, into a destination, in three forms:

tensor.pad  the op, for constant pads; upstream turns it into a fill and a copy
generic     one linalg.generic over the result that computes each position
slabs       image by image, the window is copied, then each axis fills or copies
            its borders, the last one first: no element is written twice

Extents and pads are constants or arguments, as the workload's form says.
"""

from ..oracle import axis_runs, result_shape
from . import Refused


class Emitter:
    """Lines of a function body. An index value is an int or the name of an SSA
    value; ints fold."""

    def __init__(self):
        self.lines, self.count = [], 0

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def line(self, text):
        self.lines.append(f"  {text}")

    def value(self, text):
        name = self.name()
        self.line(f"{name} = {text}")
        return name

    def index(self, value):
        """The SSA name of an index value."""
        if isinstance(value, int):
            return self.value(f"arith.constant {value} : index")
        return value

    def binary(self, op, fold, a, b):
        if isinstance(a, int) and isinstance(b, int):
            return fold(a, b)
        a, b = self.index(a), self.index(b)
        return self.value(f"arith.{op} {a}, {b} : index")

    def add(self, a, b):
        if b == 0 or a == 0:
            return a if b == 0 else b
        return self.binary("addi", lambda a, b: a + b, a, b)

    def sub(self, a, b):
        return a if b == 0 else self.binary("subi", lambda a, b: a - b, a, b)

    def mul(self, a, b):
        return self.binary("muli", lambda a, b: a * b, a, b)

    def max(self, a, b):
        return self.binary("maxsi", max, a, b)

    def min(self, a, b):
        return self.binary("minsi", min, a, b)

    def modulo(self, a, b):
        """Euclidean: never negative."""
        a, b = self.index(a), self.index(b)
        rest = self.value(f"arith.remsi {a}, {b} : index")
        zero = self.index(0)
        negative = self.value(f"arith.cmpi slt, {rest}, {zero} : index")
        wrapped = self.value(f"arith.addi {rest}, {b} : index")
        return self.value(f"arith.select {negative}, {wrapped}, {rest} : index")


class Kernel:
    """The values of one workload's function."""

    def __init__(self, workload):
        self.workload, self.e = workload, Emitter()
        self.element = workload.type
        rank = workload.rank
        self.static = not workload.form
        self.shape = list(workload.shape)
        self.low, self.high = list(workload.low), list(workload.high)
        self.step = [interior + 1 for interior in workload.interior]
        self.arguments = []
        if workload.form == "pads":
            for what, amounts in (("low", self.low), ("high", self.high)):
                for i in range(rank):
                    amounts[i] = f"%{what}{i}"
                    self.arguments.append(amounts[i])
            if any(workload.interior):
                for i in range(rank):
                    self.arguments.append(f"%interior{i}")
                    self.step[i] = self.e.add(f"%interior{i}", 1)
        source_dims = [None] * rank if workload.form == "shapes" else self.shape
        result_dims = [None] * rank if workload.form else result_shape(workload)
        self.source_type = self.memref(source_dims)
        self.result_type = self.memref(result_dims)
        self.result_shape = list(result_shape(workload))
        if workload.form:
            for i in range(rank):
                self.result_shape[i] = self.dim("%result", i, self.result_type)
        if workload.form == "shapes":
            for i in range(rank):
                self.shape[i] = self.dim("%source", i, self.source_type)

    def memref(self, shape):
        return f"memref<{self.dims(shape)}{self.element}>"

    @staticmethod
    def dims(shape):
        return "".join(f"{'?' if d is None else d}x" for d in shape)

    def dim(self, memref, axis, type_):
        return self.e.value(f"memref.dim {memref}, {self.e.index(axis)} : {type_}")

    def padding(self):
        suffix = ".0" if self.element.startswith("f") else ""
        return self.e.value(
            f"arith.constant {self.workload.value}{suffix} : {self.element}")

    def subview(self, memref, type_, offsets, sizes, strides=None):
        """(name, type) of a subview. Every amount is an operand, so that the type
        is dynamic throughout; canonicalization makes it static again."""
        rank = len(sizes)
        parts = (offsets, sizes, strides or [1] * rank)
        lists = "".join(
            "[" + ", ".join(map(self.e.index, part)) + "]" for part in parts)
        strides = ", ".join("?" * rank)
        view_type = (f"memref<{self.dims([None] * rank)}{self.element}, "
                     f"strided<[{strides}], offset: ?>>")
        view = self.e.value(
            f"memref.subview {memref}{lists} : {type_} to {view_type}")
        return view, view_type

    def text(self):
        attributes = "" if self.static else " attributes {llvm.emit_c_interface}"
        noalias = " {llvm.noalias}" if self.static else ""
        parameters = [f"%source: {self.source_type}{noalias}"]
        parameters += [f"{name}: index" for name in self.arguments]
        parameters.append(f"%result: {self.result_type}{noalias}")
        body = "\n".join(self.e.lines)
        return (f"func.func @pad({', '.join(parameters)}){attributes} {{\n"
                f"{body}\n  return\n}}\n")


def _dilated(kernel, axis):
    """Extent of the dilated axis; the workloads have no empty axes."""
    e, step = kernel.e, kernel.step[axis]
    if step == 1:
        return kernel.shape[axis]
    return e.add(e.mul(e.sub(kernel.shape[axis], 1), step), 1)


def _repeats(workload, axis):
    """Whether the extension goes round more than once."""
    extent, low, high = (getattr(workload, name)[axis]
                         for name in ("shape", "low", "high"))
    limit = extent - 1 if workload.modes[axis] == "reflect" else extent
    return max(low, high) > limit


def _position(kernel, axis, j):
    """The source index that position `j` of an axis reads, not constant mode."""
    e, mode = kernel.e, kernel.workload.modes[axis]
    d = kernel.shape[axis]
    if mode == "edge":
        return e.min(e.max(j, 0), e.sub(d, 1))
    repeats = _repeats(kernel.workload, axis)
    if mode == "wrap":
        if repeats:
            return e.modulo(j, d)
        folded = _select(e, "slt", j, 0, e.add(j, d), j)
        return _select(e, "sge", folded, d, e.sub(folded, d), folded)
    # reflect is even about 0, symmetric about -1/2.
    shift = 0 if mode == "reflect" else 1
    last = e.sub(e.mul(d, 2), 2 - shift)
    if repeats:
        m = e.modulo(j, e.add(last, shift))
        return e.min(m, e.sub(last, m))
    folded = e.max(j, e.sub(e.sub(0, j), shift))
    return e.min(folded, e.sub(last, folded))


def _select(e, predicate, a, b, then, otherwise):
    condition = e.value(f"arith.cmpi {predicate}, {e.index(a)}, {e.index(b)} : index")
    return e.value(f"arith.select {condition}, {e.index(then)}, "
                   f"{e.index(otherwise)} : index")


def _generic(kernel, outs, outs_type, body):
    """A linalg.generic over `outs`; `body(indices)` gives what to yield."""
    e, rank = kernel.e, kernel.workload.rank
    dims = ", ".join(f"d{i}" for i in range(rank))
    parallel = ", ".join(['"parallel"'] * rank)
    e.line(f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], "
           f"iterator_types = [{parallel}]}} outs({outs} : {outs_type}) {{")
    e.line(f"^bb0(%old{e.count}: {kernel.element}):")
    indices = [e.value(f"linalg.index {i} : index") for i in range(rank)]
    result = body(indices)
    e.line(f"linalg.yield {result} : {kernel.element}")
    e.line("}")


def generic_form(workload):
    kernel = Kernel(workload)
    e = kernel.e
    value = kernel.padding() if "constant" in workload.modes else None

    def load(positions):
        at = ", ".join(map(e.index, positions))
        return e.value(f"memref.load %source[{at}] : {kernel.source_type}")

    def constant(indices):
        inside, positions = None, []
        for axis, i in enumerate(indices):
            if not (workload.low[axis] or workload.high[axis]
                    or workload.interior[axis] or workload.form == "pads"):
                positions.append(i)
                continue
            if workload.modes[axis] != "constant":
                positions.append(_position(kernel, axis, e.sub(i, kernel.low[axis])))
                continue
            j = e.sub(i, kernel.low[axis])
            # One unsigned comparison for both ends.
            tests = [("ult", j, _dilated(kernel, axis))]
            if kernel.step[axis] != 1:
                step = e.index(kernel.step[axis])
                rest = e.value(f"arith.remui {e.index(j)}, {step} : index")
                tests.append(("eq", rest, 0))
                j = e.value(f"arith.divui {e.index(j)}, {step} : index")
            positions.append(j)
            for predicate, a, b in tests:
                test = e.value(
                    f"arith.cmpi {predicate}, {e.index(a)}, {e.index(b)} : index")
                inside = test if inside is None else e.value(
                    f"arith.andi {inside}, {test} : i1")
        if inside is None:
            return load(positions)
        name = e.name()
        e.line(f"{name} = scf.if {inside} -> ({kernel.element}) {{")
        e.line(f"scf.yield {load(positions)} : {kernel.element}")
        e.line("} else {")
        e.line(f"scf.yield {value} : {kernel.element}")
        e.line("}")
        return name

    def other(indices):
        positions = []
        for axis, i in enumerate(indices):
            if workload.low[axis] or workload.high[axis] or workload.form == "pads":
                i = _position(kernel, axis, e.sub(i, kernel.low[axis]))
            positions.append(i)
        return load(positions)

    if not workload.is_constant and any(workload.interior):
        raise Refused("interior padding in this mode")
    _generic(kernel, "%result", kernel.result_type,
             constant if "constant" in workload.modes else other)
    return kernel.text()


def slabs_form(workload):
    kernel = Kernel(workload)
    e, rank = kernel.e, workload.rank
    shape = kernel.result_shape
    value = kernel.padding() if "constant" in workload.modes else None
    if any(workload.interior):
        if not workload.is_constant:
            raise Refused("interior padding in this mode")
        e.line(f"linalg.fill ins({value} : {kernel.element}) "
               f"outs(%result : {kernel.result_type})")
    # Leading axes without pads become loops around the rest, so that the borders of
    # one image are written while it is in cache.
    begins, ends, windows, taken = [], [], [], []
    loops = 0
    while loops < rank - 1 and not workload.form == "pads" and not (
        workload.low[loops] or workload.high[loops] or workload.interior[loops]
    ):
        bounds = [e.index(bound) for bound in (0, shape[loops], 1)]
        i = e.name()
        e.line(f"scf.for {i} = {bounds[0]} to {bounds[1]} step {bounds[2]} {{")
        begins.append(i)
        ends.append(None)
        windows.append((i, 1, 1))
        taken.append((i, 1))
        loops += 1
    for axis in range(loops, rank):
        low, step = kernel.low[axis], kernel.step[axis]
        begin = e.min(shape[axis], e.max(0, low))
        end = e.max(begin, e.min(shape[axis], e.add(low, _dilated(kernel, axis))))
        begins.append(begin)
        ends.append(end)
        if step == 1:
            windows.append((begin, e.sub(end, begin), 1))
            taken.append((e.sub(begin, low), e.sub(end, begin)))
            continue
        divide = lambda a: e.binary("ceildivsi", lambda a, b: -(-a // b), a, step)
        first = divide(e.sub(begin, low))
        count = e.sub(divide(e.sub(end, low)), first)
        windows.append((e.add(e.mul(first, step), low), count, step))
        taken.append((first, count))
    to, to_type = kernel.subview("%result", kernel.result_type, *zip(*windows))
    source, source_type = kernel.subview("%source", kernel.source_type, *zip(*taken))
    e.line(f"linalg.copy ins({source} : {source_type}) outs({to} : {to_type})")
    if not any(workload.interior):
        for axis in reversed(range(loops, rank)):
            _slabs(kernel, axis, begins, ends, value)
    for _ in range(loops):
        e.line("}")
    return kernel.text()


def _slabs(kernel, axis, begins, ends, value):
    """The borders of one axis: the outer axes in their window, the inner whole."""
    e, workload, shape = kernel.e, kernel.workload, kernel.result_shape
    for begin, length, first, step in _runs(kernel, axis, begins, ends):
        if length == 0:
            continue
        offsets = [*begins[:axis], begin] + [0] * (workload.rank - axis - 1)
        sizes = [1 if end is None else e.sub(end, begin)
                 for begin, end in zip(begins[:axis], ends)]
        sizes += [length, *shape[axis + 1:]]
        view, view_type = kernel.subview("%result", kernel.result_type, offsets, sizes)
        if workload.modes[axis] == "constant":
            e.line(f"linalg.fill ins({value} : {kernel.element}) "
                   f"outs({view} : {view_type})")
            continue

        def body(indices):
            at = list(map(e.add, indices, offsets))
            move = {0: lambda i: first, 1: lambda i: e.add(i, first),
                    -1: lambda i: e.sub(first, i)}[step]
            at[axis] = move(indices[axis])
            at = ", ".join(map(e.index, at))
            return e.value(f"memref.load %result[{at}] : {kernel.result_type}")

        _generic(kernel, view, view_type, body)


def _runs(kernel, axis, begins, ends):
    """Runs as oracle.axis_runs gives them, in index values."""
    workload, e = kernel.workload, kernel.e
    begin, end, n = begins[axis], ends[axis], kernel.result_shape[axis]
    mode = workload.modes[axis]
    if mode == "constant":
        return [(0, begin, 0, 0), (end, e.sub(n, end), 0, 0)]
    extent, low, high = (getattr(workload, name)[axis]
                         for name in ("shape", "low", "high"))
    if kernel.static:
        runs = axis_runs(mode, extent, low, high)[1]
        if runs is None:
            raise Refused("the result does not hold what its borders read")
        return runs
    if not workload.form == "pads" and low == 0 and high == 0:
        return []
    if min(low, high) < 0 or _repeats(workload, axis):
        raise Refused("no dynamic slabs for crops and repeated extensions")
    low_length, high_length = begin, e.sub(n, end)
    d = kernel.shape[axis]
    first, last = {
        "edge": lambda: ((begin, 0), (e.sub(end, 1), 0)),
        "reflect": lambda: ((e.mul(begin, 2), -1), (e.sub(end, 2), -1)),
        "symmetric": lambda: ((e.sub(e.mul(begin, 2), 1), -1), (e.sub(end, 1), -1)),
        "wrap": lambda: ((d, 1), (begin, 1)),
    }[mode]()
    return [(0, low_length, *first), (end, high_length, *last)]


def tensor_pad_form(workload):
    if not workload.is_constant:
        raise Refused("tensor.pad is constant")
    if any(workload.interior):
        raise Refused("tensor.pad has no interior padding")
    if min(*workload.low, *workload.high) < 0:
        # Found by running it; where pads are dynamic it crashes.
        raise Refused("upstream makes a negative pad a slice at a negative offset, "
                      "and writes out of bounds")
    kernel = Kernel(workload)
    e = kernel.e
    tensor = lambda type_: type_.replace("memref", "tensor")
    source = e.value(f"bufferization.to_tensor %source restrict : "
                     f"{kernel.source_type} to {tensor(kernel.source_type)}")
    value = kernel.padding()
    amounts = [", ".join(map(str, part)) for part in (kernel.low, kernel.high)]
    indices = ", ".join(f"%i{i}: index" for i in range(workload.rank))
    padded = e.name()
    e.line(f"{padded} = tensor.pad {source} low[{amounts[0]}] high[{amounts[1]}] {{")
    e.line(f"^bb0({indices}):")
    e.line(f"tensor.yield {value} : {kernel.element}")
    result_type = tensor(kernel.result_type)
    e.line(f"}} : {tensor(kernel.source_type)} to {result_type}")
    e.line(f"bufferization.materialize_in_destination {padded} in restrict writable "
           f"%result : ({result_type}, {kernel.result_type}) -> ()")
    return kernel.text()


FORMS = {"tensor.pad": tensor_pad_form, "generic": generic_form, "slabs": slabs_form}
