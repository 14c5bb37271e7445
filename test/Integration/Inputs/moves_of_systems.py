"""The ops of each system that only move elements: see moved_elements.py."""

from import_cases import join, tensor
from moved_elements import Program, describe_types


def dense_list(numbers, type="i64"):
    return f"dense<[{join(numbers)}]> : tensor<{len(numbers)}x{type}>"


class Stablehlo(Program):
    elements = ["f32", "f64", "i8", "i32", "i64"]
    pieces = "`slice`, `reverse`, `broadcast_in_dim` and `pad` joined by `concatenate`"
    loops = "`slice`, `reverse` and `concatenate` in turn, as `jnp.pad`"
    gathers = None
    forms = [pieces, loops]
    counts = {pieces: 80, loops: 30}
    dynamic = False

    @staticmethod
    def rank(form):
        return None

    @staticmethod
    def axes(form, rank):
        return list(range(rank))

    @staticmethod
    def builtin(element):
        return element

    @staticmethod
    def remains(text):
        return "stablehlo." in text

    def builtin_type(self, shape):
        return tensor(shape, self.element)

    def result(self, moved):
        return tensor(moved.seen, self.element)

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
            indices = [self.add(f'"stablehlo.constant"() <{{value = dense<{at + (2 if at + n == m else 0)}>'
                                f" : {type}}}> : () -> {type}")
                       for at, n, m in zip(starts, [b - a for a, b in zip(starts, limits)],
                                           moved.shape)]
            sizes = [b - a for a, b in zip(starts, limits)]
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


SYSTEMS = {"stablehlo": Stablehlo}
