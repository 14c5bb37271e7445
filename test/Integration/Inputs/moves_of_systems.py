"""The ops of each system that only move elements: see moved_elements.py."""

import functools

from import_cases import count, join, read_twice, tensor
from moved_elements import LAST, Moved, Program, describe_types, get_reads


def dense_list(numbers, type="i64"):
    return f"dense<[{join(numbers)}]> : tensor<{len(numbers)}x{type}>"


class Stablehlo(Program):
    elements = ["f32", "f64", "i8", "i32", "i64"]
    pieces = "`slice`, `reverse`, `broadcast_in_dim` and `pad` joined by `concatenate`"
    loops = "`slice`, `reverse` and `concatenate` in turn, as `jnp.pad`"
    gathers = "`gather`, as `jnp.take` and indexing"
    opens = "`real_dynamic_slice`, `reverse` and `concatenate` of unknown extents"
    computed = "`gather` at indices that are computed of unknown extents"
    counts = {pieces: 70, loops: 30, gathers: 24, opens: 16, computed: 16}
    prefix = "stablehlo."
    # A slice of more elements than there are is an error.
    strict, whole = True, 0

    def op(self, name, operands, attributes):
        """The text of an op; of its result type only a name."""
        return (f'"stablehlo.{name}"({join(v.name for v in operands)}) {attributes} : '
                f"({describe_types(operands, self)}) -> RESULT")

    def slice(self, moved, axis, start, size):
        starts = [start if a == axis else 0 for a in range(len(moved.shape))]
        limits = [start + size if a == axis else n for a, n in enumerate(moved.shape)]
        ones = join([1] * len(moved.shape))
        text = self.op("slice", [moved],
                       f"<{{limit_indices = array<i64: {join(limits)}>, start_indices = "
                       f"array<i64: {join(starts)}>, strides = array<i64: {ones}>}}>")
        if self.names % 4 == 0:
            # The start is clamped to what is in bounds.
            type = "tensor<i32>"
            sizes = [b - a for a, b in zip(starts, limits)]
            starts = [at + 2 if limit == n else at
                      for at, limit, n in zip(starts, limits, moved.shape)]
            indices = [self.add(f'"stablehlo.constant"() <{{value = dense<{at}> : {type}}}> '
                                f": () -> {type}") for at in starts]
            text = (f'"stablehlo.dynamic_slice"({join([moved.name, *indices])}) '
                    f"<{{slice_sizes = array<i64: {join(sizes)}>}}> : "
                    f"({join([self.type(moved.seen)] + [type] * len(indices))}) -> RESULT")
        return self.taken(text, moved, axis, range(start, start + size))

    def reverse(self, moved, axis):
        text = self.op("reverse", [moved], f"<{{dimensions = array<i64: {axis}>}}>")
        return self.taken(text, moved, axis, range(moved.shape[axis])[::-1])

    def join(self, parts, axis):
        return self.joined(self.op("concatenate", parts, f"<{{dimension = {axis} : i64}}>"),
                           parts, axis)

    def repeat(self, moved, axis, times):
        """As `jnp.repeat` does it, or at once."""
        rank = len(moved.shape)
        if self.names % 3 == 0:
            text = self.op("broadcast_in_dim", [moved], "<{broadcast_dimensions = "
                           f"array<i64: {join(range(rank))}>}}>")
            return self.taken(text, moved, axis, [0] * times)
        between = moved.shape[:axis + 1] + [times] + moved.shape[axis + 1:]
        dimensions = [a if a <= axis else a + 1 for a in range(rank)]
        text = self.op("broadcast_in_dim", [moved], "<{broadcast_dimensions = "
                       f"array<i64: {join(dimensions)}>}}>")
        name = self.add(text.replace("RESULT", self.type(between)))
        return self.taken(f'"stablehlo.reshape"({name}) : ({self.type(between)}) -> RESULT',
                          moved, axis, [0] * times)

    def numbers(self, numbers, column=False):
        """A vector of numbers of 32 bits, or one as a column."""
        count = len(numbers)
        type = f"tensor<{count}x1xi32>" if column else f"tensor<{count}xi32>"
        text = join(f"[{n}]" if column else str(n) for n in numbers)
        return self.typed(f'"stablehlo.constant"() <{{value = dense<[{text}]> : {type}}}> : () -> '
                          "RESULT", type)

    def typed(self, text, type):
        name = self.add(text.replace("RESULT", type))
        self.types[name] = type
        return name

    def compute(self, name, operands, attributes="", type=None):
        types = join(self.types[operand] for operand in operands)
        return self.typed(f'"stablehlo.{name}"({join(operands)}) {attributes} : ({types}) -> '
                          "RESULT", type or self.types[operands[0]])

    def splat(self, name, type):
        """The scalar `name` in all elements of `type`."""
        return self.compute("broadcast_in_dim", [name],
                            "<{broadcast_dimensions = array<i64>}>", type)

    def constant(self, number, type):
        return self.typed(f'"stablehlo.constant"() <{{value = dense<{number}> : {type}}}> : () -> '
                          "RESULT", type)

    def compare(self, lhs, rhs, direction):
        return self.compute("compare", [lhs, rhs], "<{comparison_direction = "
                            f"#stablehlo<comparison_direction {direction}>}}>",
                            self.types[lhs].replace("i32", "i1"))

    def gather(self, moved, axis, indices):
        """With indices that are out of bounds, where the nearest element is taken, or count
        from the end. JAX fills with NaN where an index of `jnp.take` is out of bounds."""
        n, kind = moved.shape[axis], self.names % 3
        if kind == 0:
            listed = [-2 if i == 0 else n + 3 if i == n - 1 else i for i in indices]
            return self.gather_at(moved, axis, self.numbers(listed, self.names % 2), indices)
        given = self.numbers([i - n if i % 2 else i for i in indices], True)
        type = self.types[given]
        isNegative = self.compare(given, self.constant(0, type), "LT")
        positions = self.compute("select", [isNegative, self.compute(
            "add", [given, self.constant(n, type)]), given], type=type)
        taken = self.gather_at(moved, axis, positions, indices)
        if kind == 1 or not self.element.startswith("f"):
            return taken
        both = self.compute("and", [self.compare(positions, self.constant(0, type), "GE"),
                                    self.compare(positions, self.constant(n - 1, type), "LE")])
        line, whole = f"tensor<{len(indices)}xi1>", tensor(taken.seen, "i1")
        inside = self.typed(
            f'"stablehlo.reduce"({both}, {self.constant("true", "tensor<i1>")}) <{{dimensions = '
            "array<i64: 1>}> ({ ^bb0(%a: tensor<i1>, %b: tensor<i1>): "
            '%c = "stablehlo.and"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1> '
            '"stablehlo.return"(%c) : (tensor<i1>) -> () }) : '
            f"({self.types[both]}, tensor<i1>) -> RESULT", line)
        mask = self.compute("broadcast_in_dim", [inside], "<{broadcast_dimensions = "
                            f"array<i64: {axis}>}}>", whole)
        fill = self.fill(taken.seen, 0)
        self.types[taken.name] = self.types[fill.name] = self.type(taken.seen)
        taken.name = self.compute("select", [mask, taken.name, fill.name],
                                  type=self.type(taken.seen))
        return taken

    def gather_at(self, moved, axis, positions, indices):
        rank = len(moved.shape)
        others = [a for a in range(rank) if a != axis]
        offsets = f"offset_dims = [{join(others)}], " if others else ""
        sizes = [1 if a == axis else n for a, n in enumerate(moved.seen)]
        operands, types = [moved.name, positions], [self.type(moved.seen), self.types[positions]]
        name, slices = "gather", f", slice_sizes = array<i64: {join(sizes)}>"
        if None in sizes:
            ones = [self.numbers([1]) if a == axis else self.extents(moved, a)
                    for a in range(rank)]
            name, slices = "dynamic_gather", ""
            operands.append(self.compute("concatenate", ones, "<{dimension = 0 : i64}>",
                                         f"tensor<{rank}xi32>"))
            types.append(f"tensor<{rank}xi32>")
        text = (f'"stablehlo.{name}"({join(operands)}) <{{dimension_numbers = '
                f"#stablehlo.gather<{offsets}collapsed_slice_dims = [{axis}], start_index_map = "
                f"[{axis}], index_vector_dim = 1>{slices}, indices_are_sorted = false}}> : "
                f"({join(types)}) -> RESULT")
        seen = moved.seen
        moved = Moved(moved.name, moved.shape, [len(indices) if a == axis else n
                                                for a, n in enumerate(seen)], moved.data)
        return self.taken(text, moved, axis, indices)

    def extent(self, moved, axis):
        """The extent of an axis, a scalar."""
        self.types[moved.name] = self.type(moved.seen)
        return self.compute("get_dimension_size", [moved.name],
                            f"<{{dimension = {axis} : i64}}>", "tensor<i32>")

    def extents(self, moved, axis):
        return self.compute("reshape", [self.extent(moved, axis)], type="tensor<1xi32>")

    def cut(self, moved, axis, start, end, indices):
        """By numbers that are computed of the extents of axes."""
        def position(a, number):
            if number is not None and number >= 0:
                return self.numbers([number])
            extent = self.extents(moved, a)
            return extent if number is None else self.compute(
                "subtract", [extent, self.numbers([-number])])

        lists = []
        for given, other in ((start, 0), (None if end == LAST else end, None)):
            numbers = [position(a, given if a == axis else other)
                       for a in range(len(moved.shape))]
            lists.append(self.compute("concatenate", numbers, "<{dimension = 0 : i64}>",
                                      f"tensor<{len(numbers)}xi32>"))
        lists.append(self.numbers([1] * len(moved.shape)))
        types = [self.type(moved.seen)] + [self.types[name] for name in lists]
        seen = [len(indices) if a == axis and self.names % 2 else n
                for a, n in enumerate(moved.seen)]
        shown = Moved(moved.name, moved.shape, seen, moved.data)
        return self.taken(f'"stablehlo.real_dynamic_slice"({join([moved.name, *lists])}) : '
                          f"({join(types)}) -> RESULT", shown, axis, indices)

    def indices(self, numbers):
        return self.numbers(numbers)

    def apply(self, name, lhs, rhs):
        """Of two vectors, or of a vector and a scalar."""
        type = max(self.types[lhs], self.types[rhs], key=len)
        return self.compute(name, [operand if self.types[operand] == type else
                                   self.splat(operand, type) for operand in (lhs, rhs)])

    add_to = functools.partialmethod(apply, "add")

    def read_at(self, mode, index, extent):
        """What `mode` reads at the positions `index`, repeated for ever."""
        type, period, half = self.types[index], extent, extent
        one = self.constant(1, "tensor<i32>") if mode != "wrap" else None
        if mode in ("edge", "reflect"):
            half = self.apply("subtract", extent, one)
        if mode == "edge":
            return self.compute("clamp", [self.constant(0, type), index, self.splat(half, type)],
                                type=type)
        if mode != "wrap":
            period = self.apply("maximum", self.apply("add", half, half), one)
        # The remainder has the sign of the dividend.
        place = self.apply("remainder", index, period)
        place = self.apply("remainder", self.apply("add", place, period), period)
        if mode == "wrap":
            return place
        turn = period if mode == "reflect" else self.apply("subtract", period, one)
        return self.apply("minimum", place, self.apply("subtract", self.splat(
            turn, self.types[place]), place))

    def scalar(self, value):
        return self.add(f'"stablehlo.constant"() <{{value = dense<{self.number(value)}> : '
                        f"tensor<{self.element}>}}> : () -> tensor<{self.element}>")

    def fill(self, shape, value):
        text = (f'"stablehlo.broadcast_in_dim"({self.scalar(value)}) '
                f"<{{broadcast_dimensions = array<i64>}}> : (tensor<{self.element}>) -> "
                f"{self.type(shape)}")
        return self.filled(text, shape)

    def pad(self, moved, axis, low, high, value):
        lists = [[n if a == axis else 0 for a in range(len(moved.shape))]
                 for n in (low, high, 0)]
        names = ["edge_padding_low", "edge_padding_high", "interior_padding"]
        attributes = join(f"{name} = array<i64: {join(numbers)}>"
                          for name, numbers in zip(names, lists))
        text = (f'"stablehlo.pad"({moved.name}, {self.scalar(value)}) <{{{attributes}}}> : '
                f"({self.type(moved.seen)}, tensor<{self.element}>) -> RESULT")
        return self.padded(text, moved, axis, low, high)


class Tosa(Program):
    elements = ["f32", "i8", "i32"]
    pieces = "`slice`, `reverse`, `tile` and `pad` joined by `concat`"
    gathers = "`gather` at constant indices"
    counts = {pieces: 60, gathers: 40}
    prefix = "tosa."

    def shape(self, numbers):
        return self.add(f"tosa.const_shape {{values = {dense_list(numbers, 'index')}}} : () "
                        f"-> !tosa.shape<{len(numbers)}>")

    def with_shapes(self, name, moved, *lists):
        """An op of a tensor and of shapes."""
        shapes = [self.shape(numbers) for numbers in lists]
        types = join([self.type(moved.seen)] + [f"!tosa.shape<{len(n)}>" for n in lists])
        return f"tosa.{name} {join([moved.name, *shapes])} : ({types}) -> RESULT"

    def slice(self, moved, axis, start, size):
        starts = [start if a == axis else 0 for a in range(len(moved.shape))]
        sizes = [size if a == axis else n for a, n in enumerate(moved.shape)]
        return self.taken(self.with_shapes("slice", moved, starts, sizes), moved, axis,
                          range(start, start + size))

    def reverse(self, moved, axis):
        text = (f"tosa.reverse {moved.name} {{axis = {axis} : i32}} : "
                f"({self.type(moved.seen)}) -> RESULT")
        return self.taken(text, moved, axis, range(moved.shape[axis])[::-1])

    def join(self, parts, axis):
        text = (f"tosa.concat {join(part.name for part in parts)} {{axis = {axis} : i32}} : "
                f"({describe_types(parts, self)}) -> RESULT")
        return self.joined(text, parts, axis)

    def repeat(self, moved, axis, times):
        """By `tile`, or by copies that are joined."""
        if self.names % 2 == 0 and times > 1:
            return self.join([moved] * times, axis)
        multiples = [times if a == axis else 1 for a in range(len(moved.shape))]
        return self.taken(self.with_shapes("tile", moved, multiples), moved, axis,
                          [0] * times)

    def gather(self, moved, axis, indices):
        """Of the middle axis of three, or between reshapes to these."""
        shape, n = moved.shape, len(indices)
        three = [count(shape[:axis]), shape[axis], count(shape[axis + 1:])]
        name = moved.name
        reshapes = three != shape or self.names % 2 == 0
        if reshapes:
            name = self.add(self.with_shapes("reshape", moved, three).replace(
                "RESULT", self.type(three)))
        type = tensor([three[0], n], "i32")
        rows = join([f"[{join(indices)}]"] * three[0])
        constant = self.add(f'"tosa.const"() <{{values = dense<[{rows}]> : {type}}}> : () -> '
                            f"{type}")
        text = (f"tosa.gather {name}, {constant} : ({self.type(three)}, {type}) -> "
                f"{self.type([three[0], n, three[2]])}")
        if not reshapes:
            return self.taken(text, moved, axis, indices)
        gathered = self.moved(text, [three[0], n, three[2]], [three[0], n, three[2]], [])
        result = [n if a == axis else m for a, m in enumerate(shape)]
        return self.taken(self.with_shapes("reshape", gathered, result), moved, axis, indices)

    def constant(self, shape, value):
        return (f'"tosa.const"() <{{values = dense<{self.number(value)}> : '
                f"{self.type(shape)}}}> : () -> {self.type(shape)}")

    def fill(self, shape, value):
        return self.filled(self.constant(shape, value), shape)

    def pad(self, moved, axis, low, high, value):
        amounts = [n for a in range(len(moved.shape))
                   for n in ((low, high) if a == axis else (0, 0))]
        shape, scalar = self.shape(amounts), self.add(self.constant([1], value))
        text = (f"tosa.pad {moved.name}, {shape}, {scalar} : ({self.type(moved.seen)}, "
                f"!tosa.shape<{len(amounts)}>, {self.type([1])}) -> RESULT")
        return self.padded(text, moved, axis, low, high)


class Torch(Program):
    elements = ["f32", "f64", "si8", "si32", "si64"]
    builtins = {"si8": "i8", "si32": "i32", "si64": "i64"}
    pieces = "`slice.Tensor`, `flip`, `expand`, `repeat` and `constant_pad_nd` joined by `cat`"
    gathers = "`index_select` and `index.Tensor` at constant indices"
    decomposed = "`_unsafe_index` at computed indices, as PyTorch decomposes pads"
    opens = "`slice.Tensor`, `flip` and `cat` of axes of unknown extents"
    computed = "`_unsafe_index` at indices that are computed of unknown extents"
    counts = {pieces: 60, gathers: 28, decomposed: 12, opens: 24, computed: 12}
    prefix = "torch."
    dynamic = True
    # PyTorch decomposes pads that are narrower than the axis.
    computed_modes, whole, is_narrow = ["edge", "reflect"], 1, True

    def type(self, seen):
        extents = ",".join("?" if n is None else str(n) for n in seen)
        return f"!torch.vtensor<[{extents}],{self.element}>"

    def begin(self, name, shape, seen, first=1):
        moved = super().begin(name, shape, seen, first)
        moved.name = self.add(f"builtin.unrealized_conversion_cast {name} : "
                              f"{tensor(seen, self.stored)} to {self.type(seen)}")
        return moved

    def end(self, moved):
        type = tensor(moved.seen, self.stored)
        return self.lines + read_twice(f"builtin.unrealized_conversion_cast {moved.name} : "
                                       f"{self.type(moved.seen)} to {type}", type)

    def int(self, number):
        return self.add(f'"torch.constant.int"() <{{value = {number} : i64}}> : () -> '
                        "!torch.int")

    def none(self):
        return self.add('"torch.constant.none"() : () -> !torch.none')

    def list(self, names, types, result):
        return self.add(f'"torch.prim.ListConstruct"({join(names)}) : ({join(types)}) -> '
                        f"!torch.list<{result}>")

    def ints(self, numbers):
        names = [self.int(number) for number in numbers]
        return self.list(names, ["!torch.int"] * len(names), "int")

    def op(self, name, operands, types, result="RESULT"):
        """An op of that name, or one time in four a `torch.operator`."""
        name, called = f"torch.aten.{name}", ""
        if self.names % 4 == 0:
            name, called = "torch.operator", f'<{{name = "{name}"}}> '
        return f'"{name}"({join(operands)}) {called}: ({join(types)}) -> {result}'

    def cut(self, moved, axis, start, end, indices):
        numbers = [self.int(number) for number in (axis, start, end, 1)]
        return self.taken(self.op("slice.Tensor", [moved.name, *numbers],
                                  [self.type(moved.seen)] + ["!torch.int"] * 4),
                          moved, axis, indices)

    def slice(self, moved, axis, start, size):
        """Also with numbers that count from the end, or exceed it."""
        rank, n = len(moved.shape), moved.shape[axis]
        end = start + size
        begin = self.none() if start == 0 and self.names % 2 else self.int(
            start - n if self.names % 3 == 0 else start)
        end = self.int(9223372036854775807 if end == n else
                       end - n if self.names % 2 else end)
        dim, step = self.int(axis - rank if self.names % 2 else axis), self.int(1)
        first = "!torch.int" if "constant.int" in self.lines[-4] else "!torch.none"
        return self.taken(self.op("slice.Tensor", [moved.name, dim, begin, end, step],
                                  [self.type(moved.seen), "!torch.int", first,
                                   "!torch.int", "!torch.int"]),
                          moved, axis, range(start, start + size))

    def reverse(self, moved, axis):
        dims = self.ints([axis - len(moved.shape) if self.names % 2 else axis])
        return self.taken(self.op("flip", [moved.name, dims],
                                  [self.type(moved.seen), "!torch.list<int>"]),
                          moved, axis, range(moved.shape[axis])[::-1])

    def join(self, parts, axis):
        tensors = self.list([part.name for part in parts],
                            [self.type(part.seen) for part in parts], "vtensor")
        return self.joined(self.op("cat", [tensors, self.int(axis)],
                                   ["!torch.list<vtensor>", "!torch.int"]), parts, axis)

    def repeat(self, moved, axis, times):
        if None in moved.seen:
            return self.join([moved] * times, axis) if times > 1 else moved
        if self.names % 3 == 0:
            counts = self.ints([times if a == axis else 1 for a in range(len(moved.shape))])
            return self.taken(self.op("repeat", [moved.name, counts],
                                      [self.type(moved.seen), "!torch.list<int>"]),
                              moved, axis, [0] * times)
        sizes = self.ints([times if a == axis else -1 for a in range(len(moved.shape))])
        implicit = self.add('"torch.constant.bool"() <{value = false}> : () -> !torch.bool')
        return self.taken(self.op("expand", [moved.name, sizes, implicit],
                                  [self.type(moved.seen), "!torch.list<int>",
                                   "!torch.bool"]), moved, axis, [0] * times)

    def literal(self, numbers):
        type = f"!torch.vtensor<[{len(numbers)}],si64>"
        return self.add(f'"torch.vtensor.literal"() <{{value = {dense_list(numbers, "si64")}}}> '
                        f": () -> {type}")

    def gather(self, moved, axis, indices):
        n, type = moved.shape[axis], f"!torch.vtensor<[{len(indices)}],si64>"
        if self.names % 2 == 0:
            # Those that are negative count from the end.
            return self.index(moved, axis, self.literal([i - n if i % 2 else i
                                                         for i in indices]), indices)
        return self.taken(self.op("index_select",
                                  [moved.name, self.int(axis), self.literal(indices)],
                                  [self.type(moved.seen), "!torch.int", type]),
                          moved, axis, indices)

    def index(self, moved, axis, name, indices, is_computed=False):
        """`moved` at the indices `name`, which are those of the list."""
        type = f"!torch.vtensor<[{'?' if is_computed else len(indices)}],si64>"
        names = [name if a == axis else self.none() for a in range(axis + 1)]
        types = [type if a == axis else "!torch.none" for a in range(axis + 1)]
        ops = ["index.Tensor", "_unsafe_index.Tensor"]
        ops = ops[1:] * 2 if is_computed else ops
        tensors = self.list(names, types, "optional<vtensor>")
        return self.taken(self.op(ops[self.names % 2], [moved.name, tensors],
                                  [self.type(moved.seen), "!torch.list<optional<vtensor>>"]),
                          moved, axis, indices)

    def derived(self, name, operands, types, size):
        self.size = size
        return self.add(self.op(name, operands, types, self.vector()))

    def vector(self):
        return f"!torch.vtensor<[{self.size}],si64>"

    def arange(self, start, end):
        operands = [self.int(start), self.int(end)] + [self.none() for _ in range(4)]
        types = ["!torch.int"] * 2 + ["!torch.none"] * 4
        name = "arange.start"
        if self.names % 2:
            operands.insert(2, self.int(1))
            types.insert(2, "!torch.int")
            name = "arange.start_step"
        return self.derived(name, operands, types, end - start)

    def absolute(self, indices):
        return self.derived("abs", [indices], [self.vector()], self.size)

    def from_last(self, last, indices):
        """`last - indices`."""
        last = last if isinstance(last, str) else self.int(last)
        return self.derived("rsub.Scalar", [indices, last, self.int(1)],
                            [self.vector(), "!torch.int", "!torch.int"], self.size)

    def clamp(self, indices, last):
        last = last if isinstance(last, str) else self.int(last)
        return self.derived("clamp", [indices, self.int(0), last],
                            [self.vector(), "!torch.int", "!torch.int"], self.size)

    def extent(self, moved, axis):
        return self.add(self.op("size.int", [moved.name, self.int(axis)],
                                [self.type(moved.seen), "!torch.int"], "!torch.int"))

    def combined(self, name, number, other):
        return self.add(self.op(name, [number, self.int(other)], ["!torch.int"] * 2,
                                "!torch.int"))

    def range(self, start, extent, more):
        operands = [self.int(start), self.combined("add.int", extent, more)]
        operands += [self.none() for _ in range(4)]
        return self.derived("arange.start", operands,
                            ["!torch.int"] * 2 + ["!torch.none"] * 4, "?")

    def read_at(self, mode, indices, extent):
        last = self.combined("sub.int", extent, 1)
        if mode == "edge":
            return self.clamp(indices, last)
        return self.from_last(last, self.absolute(self.from_last(last, self.absolute(indices))))

    def gather_at(self, moved, axis, positions, indices):
        return self.index(moved, axis, positions, indices, is_computed=True)

    def fill(self, shape, value):
        text = (f'"torch.vtensor.literal"() <{{value = dense<{self.number(value)}> : '
                f"{tensor(shape, self.element)}}}> : () -> {self.type(shape)}")
        return self.filled(text, shape)

    def pad(self, moved, axis, low, high, value):
        rank = len(moved.shape)
        pads = self.ints([n for a in reversed(range(axis, rank))
                          for n in ((low, high) if a == axis else (0, 0))])
        kind = "float" if self.element.startswith("f") else "int"
        number = f"{self.number(value)} : {'f64' if kind == 'float' else 'i64'}"
        scalar = self.add(f'"torch.constant.{kind}"() <{{value = {number}}}> : () -> '
                          f"!torch.{kind}")
        return self.padded(self.op("constant_pad_nd", [moved.name, pads, scalar],
                                   [self.type(moved.seen), "!torch.list<int>",
                                    f"!torch.{kind}"]), moved, axis, low, high)


class Onnx(Program):
    """Nodes of opset 1, whose numbers are attributes, or of opset 13, where they are
    inputs and slices have steps."""

    elements = ["f32", "f64", "i8", "i32"]
    pieces = "`Slice`, `Expand`, `Tile` and `Pad` joined by `Concat`"
    gathers = "`Gather` at constant indices"
    opens = "`Slice` and `Concat` of axes of unknown extents"
    computed = "`Gather` at positions that the graph computes of unknown extents"
    splits = "`Split` and `Concat`"
    compressed = "`Pad` twice and `Compress`, as tf2onnx writes symmetric pads"
    counts = {pieces: 70, gathers: 32, opens: 24, computed: 32, splits: 20, compressed: 6}
    prefix = "onnx."
    dynamic = True

    def __init__(self, element, rng):
        super().__init__(element, rng)
        self.opset = rng.choice([1, 13])
        # Without shape inference, the types of what nodes make are open.
        self.is_open, self.open = rng.random() < 0.3, set()

    def moved(self, text, shape, seen, data):
        if self.is_open and "Constant" not in text:
            text = text.rpartition("-> ")[0] + f"-> tensor<*x{self.element}>"
            self.open.add(f"%t{self.names + 1}")
        return super().moved(text, shape, seen, data)

    def type_of(self, moved):
        if moved.name in self.open:
            return f"tensor<*x{self.element}>"
        return self.type(moved.seen)

    def end(self, moved):
        type = self.type(moved.seen)
        return self.lines + read_twice(f"tensor.cast {moved.name} : {self.type_of(moved)} to "
                                       f"{type}", type)

    def op(self, name, operands, types, *attributes):
        """In onnx-mlir's spelling of a version, or with the attribute of an opset."""
        if self.names % 2:
            name = f"{name}V{self.opset}"
        else:
            attributes += (f"onnx.opset_version = {self.opset} : i64",)
        return (f'"onnx.{name}"({join(operands)}) {{{join(attributes)}}} : '
                f"({join(types)}) -> RESULT")

    def vector(self, numbers):
        if self.names % 2:
            return self.add(f'"onnx.Constant"() {{value_ints = [{join(numbers)}]}} : () -> '
                            f"tensor<{len(numbers)}xi64>")
        return self.add(f'"onnx.Constant"() {{value = {dense_list(numbers)}}} : () -> '
                        f"tensor<{len(numbers)}xi64>")

    def cut(self, moved, axis, start, end, indices, step=1):
        type, rank = self.type_of(moved), len(moved.shape)
        if self.opset == 1:
            return self.taken(self.op("Slice", [moved.name], [type], f"starts = [{start}]",
                                      f"ends = [{end}]", f"axes = [{axis}]"),
                              moved, axis, indices)
        lists = [[start], [end], [axis - rank if self.names % 2 else axis], [step]]
        if step == 1 and self.names % 3 == 0:
            lists.pop()
        vectors = [self.vector(numbers) for numbers in lists]
        return self.taken(self.op("Slice", [moved.name, *vectors],
                                  [type] + ["tensor<1xi64>"] * len(vectors)),
                          moved, axis, indices)

    def slice(self, moved, axis, start, size):
        n, end = moved.shape[axis], start + size
        if self.form == self.splits:
            return self.split(moved, axis, start, size)
        if self.names % 3 == 0:
            start -= n
        if end == n:
            end = 9223372036854775807
        elif self.names % 2:
            end -= n
        return self.cut(moved, axis, start, end, range(start % n, start % n + size))

    def split(self, moved, axis, start, size):
        """One of the parts that are given by an attribute, an input or their number."""
        n = moved.shape[axis]
        parts = [part for part in (start, size, n - start - size) if part]
        result = 1 if start else 0
        lists = []
        attributes = [f"axis = {axis} : si64"] if axis or self.names % 2 else []
        version = 13
        if self.names % 3 == 0 and n % size == start % size == 0:
            version, parts, result = 18, [size] * (n // size), start // size
            attributes.append(f"num_outputs = {n // size} : si64")
        elif self.opset == 1:
            version = 2
            attributes.append(f"split = [{join(parts)}]")
        else:
            lists = [self.vector(parts)]
        types = [self.type([part if a == axis else m for a, m in enumerate(moved.seen)])
                 for part in parts]
        name = self.add(f'"onnx.SplitV{version}"({join([moved.name, *lists])}) '
                        f"{{{join(attributes)}}} : "
                        f"({join([self.type_of(moved)] + [f'tensor<{len(parts)}xi64>'] * len(lists))})"
                        f" -> ({join(types)})")
        if len(parts) > 1:
            self.lines[-1] = self.lines[-1].replace(f"{name} =", f"{name}:{len(parts)} =")
            name += f"#{result}"
        moved = self.taken("RESULT", moved, axis, range(start, start + size))
        self.lines.pop()
        moved.name = name
        return moved

    def mirror(self, moved, axis, low, high):
        """A symmetric pad: an element at each end, a reflection, and without these elements."""
        self.opset, self.is_open, rank = 13, False, len(moved.shape)
        wide = self.pad(moved, axis, 1, 1, 0)
        amounts = [n if a == axis else 0 for n in (low, high) for a in range(rank)]
        wide = self.taken(f'"onnx.PadV13"({wide.name}, {self.vector(amounts)}) {{mode = "reflect"}} '
                          f": ({self.type(wide.seen)}, tensor<{2 * rank}xi64>) -> RESULT",
                          wide, axis, get_reads("reflect", wide.shape[axis], low, high))
        self.types[wide.name] = self.type(wide.seen)
        count = wide.shape[axis]
        extents = self.compute("Shape", [wide.name], f"tensor<{rank}xi64>")
        if rank > 1:
            extents = self.compute("Split", [extents], f"({join(['tensor<1xi64>'] * rank)})")
            self.lines[-1] = self.lines[-1].replace(f"{extents} =", f"{extents}:{rank} =")
            extents = f"{extents}#{axis}"
        self.types[extents] = "tensor<1xi64>"
        ones = self.compute("ConstantOfShape", [extents], f"tensor<{count}xi1>",
                            "value = dense<true> : tensor<1xi1>, ")
        places = self.indices([low, -1 - high])
        zeros = self.compute("Constant", [], "tensor<2xi1>",
                             "value = dense<false> : tensor<2xi1>, ")
        kept = self.compute("ScatterElements", [ones, places, zeros], f"tensor<{count}xi1>")
        indices = [i for i in range(count) if i not in (low, count - 1 - high)]
        return self.taken(self.op("Compress", [wide.name, kept],
                                  [self.type(wide.seen), f"tensor<{count}xi1>"],
                                  f"axis = {axis} : si64"), wide, axis, indices)

    def compute(self, name, operands, type, attributes=""):
        """A node of opset 13 that computes integers of `type`."""
        types = [self.types[operand] for operand in operands]
        name = self.add(f'"onnx.{name}"({join(operands)}) {{{attributes}onnx.opset_version = '
                        f"13 : i64}} : ({join(types)}) -> {type}")
        self.types[name] = type
        return name

    def indices(self, numbers):
        name = self.vector(numbers)
        self.types[name] = f"tensor<{len(numbers)}xi64>"
        return name

    def scalar(self, number):
        name = self.add(f'"onnx.Constant"() {{value_int = {number} : si64}} : () -> tensor<i64>')
        self.types[name] = "tensor<i64>"
        return name

    def extent(self, moved, axis):
        """The extent of an axis, a scalar."""
        self.opset, self.is_open = 13, False
        self.types[moved.name] = self.type_of(moved)
        shape = self.compute("Shape", [moved.name], f"tensor<{len(moved.shape)}xi64>")
        return self.compute("Gather", [shape, self.scalar(axis)], "tensor<i64>")

    def apply(self, name, lhs, rhs):
        type = max(self.types[lhs], self.types[rhs], key=len)
        return self.compute(name, [lhs, rhs], type)

    add_to = functools.partialmethod(apply, "Add")

    def range(self, start, extent, more):
        return self.compute("Range", [self.scalar(start), self.add_to(extent, self.scalar(more)),
                                      self.scalar(1)], "tensor<?xi64>")

    def read_at(self, mode, index, extent):
        """What `mode` reads at the positions `index`, repeated for ever."""
        if mode == "wrap":
            return self.apply("Mod", index, extent)
        one = self.scalar(1)
        half = extent if mode == "symmetric" else self.apply("Sub", extent, one)
        if mode == "edge":
            return self.apply("Max", self.apply("Min", index, half), self.scalar(0))
        period = self.apply("Max", self.add_to(half, half), one)
        place = self.apply("Mod", index, period)
        turn = period if mode == "reflect" else self.apply("Sub", period, one)
        return self.apply("Min", place, self.apply("Sub", turn, place))

    def gather_at(self, moved, axis, positions, indices):
        return self.taken(self.op("Gather", [moved.name, positions],
                                  [self.type_of(moved), self.types[positions]],
                                  f"axis = {axis} : si64"), moved, axis, indices)

    def reverse(self, moved, axis):
        n = moved.shape[axis]
        if self.opset == 1 and None not in moved.seen:
            return self.gather(moved, axis, list(range(n))[::-1])
        self.opset = 13
        return self.cut(moved, axis, -1, -9223372036854775808, range(n)[::-1], -1)

    def join(self, parts, axis):
        axis_text = axis - len(parts[0].shape) if self.opset > 10 and self.names % 2 else axis
        # Before opset 4, the axis is 1 where none is given.
        attributes = [f"axis = {axis_text} : si64"]
        if self.opset == 1 and axis == 1:
            attributes = []
        return self.joined(self.op("Concat", [part.name for part in parts],
                                   [self.type_of(part) for part in parts], *attributes),
                           parts, axis)

    def repeat(self, moved, axis, times):
        if None in moved.seen or self.opset == 1 or self.is_open:
            return self.join([moved] * times, axis) if times > 1 else moved
        sizes = self.vector([times if a == axis else 1 for a in range(len(moved.shape))])
        name = "Tile" if self.names % 4 < 2 else "Expand"
        return self.taken(self.op(name, [moved.name, sizes],
                                  [self.type(moved.seen), f"tensor<{len(moved.shape)}xi64>"]),
                          moved, axis, [0] * times)

    def gather(self, moved, axis, indices):
        n = moved.shape[axis]
        numbers = [i - n if self.opset > 10 and i % 2 else i for i in indices]
        return self.taken(self.op("Gather", [moved.name, self.vector(numbers)],
                                  [self.type_of(moved), f"tensor<{len(indices)}xi64>"],
                                  f"axis = {axis} : si64"), moved, axis, indices)

    def fill(self, shape, value):
        """A constant, or what repeats one of one element."""
        def constant(extents):
            return (f'"onnx.Constant"() {{value = dense<{self.number(value)}> : '
                    f"{self.type(extents)}}} : () -> {self.type(extents)}")

        kind = self.names % 3
        if kind == 0:
            return self.filled(constant(shape), shape)
        extents = self.vector(shape)
        type = f"tensor<{len(shape)}xi64>"
        if kind == 1:
            return self.filled(f'"onnx.ConstantOfShape"({extents}) {{value = dense<'
                               f"{self.number(value)}> : {self.type([1])}}} : ({type}) -> "
                               f"{self.type(shape)}", shape)
        return self.filled(f'"onnx.Expand"({self.add(constant([1]))}, {extents}) : '
                           f"({self.type([1])}, {type}) -> {self.type(shape)}", shape)

    def pad(self, moved, axis, low, high, value):
        pads = self.vector([n if a == axis else 0 for n in (low, high)
                            for a in range(len(moved.shape))])
        scalar = self.add(f'"onnx.Constant"() {{value = dense<{self.number(value)}> : '
                          f"tensor<{self.element}>}} : () -> tensor<{self.element}>")
        text = (f'"onnx.PadV13"({moved.name}, {pads}, {scalar}) : ({self.type_of(moved)}, '
                f"tensor<{2 * len(moved.shape)}xi64>, tensor<{self.element}>) -> RESULT")
        return self.padded(text, moved, axis, low, high)


SYSTEMS = {"stablehlo": Stablehlo, "tosa": Tosa, "torch": Torch, "onnx": Onnx}
