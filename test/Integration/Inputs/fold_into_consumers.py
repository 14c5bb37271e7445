"""Random pads before ops that have padding of their own:
  fold_into_consumers.py convolution|reduce_window|onnx|torch print
  fold_into_consumers.py convolution|reduce_window|onnx|torch compare FILE FOLDED
The latter evaluates what the passes made of the module: in FILE, the pads are ops of the
system, and in FOLDED they are padding of the other ops. It counts those that are left."""

import random
import struct
import sys
from pathlib import Path

import foreign_ops
from export_cases import get_bodies
from import_cases import count, dilated, join, tensor

COUNT = 150
SPECIAL = [float("nan"), float("inf"), float("-inf"), -0.0]


def draw_axis(rng, is_signed, is_pool):
    """An axis that is padded and then read by windows."""
    axis = {}
    while True:
        least = -2 if is_signed else 0
        axis["extent"] = rng.randint(0 if is_signed and rng.random() < 0.1 else 1, 4)
        axis["window"] = rng.randint(1, 3)
        most = axis["window"] - 1 if is_pool else 2
        axis["own"] = [rng.randint(least, most) if rng.random() < 0.6 else 0 for _ in range(2)]
        axis["pads"] = [rng.randint(least, most - max(0, n)) if is_pool else rng.randint(least, 2)
                        for n in axis["own"]]
        axis["interior"] = rng.choice([0, 0, 1, 2]) if is_signed else 0
        axis["step"] = rng.choice([1, 1, 2, 3]) if is_signed else 1
        axis["stride"], axis["dilation"] = rng.randint(1, 2), rng.randint(1, 2)
        low, high = axis["pads"]
        axis["padded"] = low + dilated(axis["extent"], axis["interior"]) + high
        reach = sum(axis["own"]) + dilated(max(0, axis["padded"]), axis["step"] - 1)
        span = (axis["window"] - 1) * axis["dilation"] + 1
        axis["results"] = (reach - span) // axis["stride"] + 1
        if axis["padded"] >= 0 and axis["results"] >= 1:
            return axis


def draw_even_axis(rng, is_pool):
    """The same for PyTorch, which pads both ends alike, in pools by half a window at most."""
    while True:
        axis = draw_axis(rng, False, False)
        most = axis["window"] // 2 if is_pool else 2
        axis["own"] = [rng.randint(0, most)] * 2
        if rng.random() < 0.9:
            axis["pads"] = [rng.randint(0, max(1, most - axis["own"][0]))] * 2
        axis["padded"] = sum(axis["pads"]) + axis["extent"]
        span = (axis["window"] - 1) * axis["dilation"] + 1
        axis["results"] = (axis["padded"] + sum(axis["own"]) - span) // axis["stride"] + 1
        if axis["results"] >= 1:
            return axis


def draw_value(rng, element):
    if element != "f32":
        return rng.randint(-9, 9)
    return rng.choice(SPECIAL) if rng.random() < 0.05 else float(rng.randint(-9, 9))


def spell(number, element):
    return f"0x{struct.pack('>f', number).hex()}" if element == "f32" else str(number)


class Consumer:
    """A function that pads `%x` and reads that by one op."""

    def __init__(self, rng, system):
        self.axes = [draw_axis(rng, system != "onnx", False) for _ in range(rng.randint(1, 2))]
        self.names = 0
        self.element = rng.choice(["f32", "i32"])
        self.inputs, self.parameters, self.lines = [], [], []
        getattr(self, system)(rng)

    def of(self, name):
        return [axis[name] for axis in self.axes]

    def input(self, rng, name, shape, element):
        self.inputs.append((shape, [draw_value(rng, element) for _ in range(count(shape))]))
        self.parameters.append(f"{name}: {tensor(shape, element)}")

    def pad(self, rng, order, others, value=None):
        """Pads an input whose axes are `order`: names in `others`, which are extents, and
        numbers of `axes`."""
        def listed(of_axis, other=lambda _: 0):
            return [of_axis(self.axes[n]) if isinstance(n, int) else other(n) for n in order]

        source, self.padded = (listed(lambda axis: axis[name], lambda n: others[n])
                               for name in ("extent", "padded"))
        self.input(rng, "%x", source, self.element)
        operand = " value(%v)" if value else ""
        low, high, gaps = (join(listed(f)) for f in (
            lambda axis: axis["pads"][0], lambda axis: axis["pads"][1],
            lambda axis: axis["interior"]))
        self.type = tensor(self.padded, self.element)
        self.lines += [f"%p = pad.pad constant %x{operand} low[{low}] high[{high}]",
                       f"    interior[{gaps}] : {tensor(source, self.element)} to {self.type}"]

    def apply(self, op, operands, types, shape, attributes, region="", element=None):
        """The op that reads the pad."""
        self.result = tensor(shape, element or self.element)
        listed = ", ".join(f"{name} = {value}" for name, value in attributes.items())
        self.lines.append(f'%r = "{op}"({join(["%p", *operands])}){region} {{{listed}}}')
        self.lines.append(f"    : ({join([self.type, *types])}) -> {self.result}")

    def own_padding(self):
        numbers = join([list(own) for own in self.of("own")])
        return f"dense<[{numbers}]> : tensor<{len(self.axes)}x2xi64>"

    def lists(self, **names):
        return {key: f"array<i64: {join(self.of(name))}>" for key, name in names.items()}

    def convolution(self, rng):
        spatial = list(range(len(self.axes)))
        extents = {name: rng.randint(1, 2) for name in "bfo"}
        orders = [rng.sample([*names, *spatial], len(spatial) + 2) for names in ("bf", "io", "bf")]
        self.pad(rng, orders[0], extents)
        sizes = [{**extents, "i": extents["f"], **dict(enumerate(self.of("window")))},
                 {**extents, "f": extents["o"], **dict(enumerate(self.of("results")))}]
        weights, shape = ([size[n] for n in order] for size, order in zip(sizes, orders[1:]))
        self.input(rng, "%w", weights, self.element)
        numbers = "#stablehlo.conv<[{}]x[{}]->[{}]>".format(*map(join, orders))
        self.apply("stablehlo.convolution", ["%w"], [tensor(weights, self.element)], shape, {
            "dimension_numbers": numbers, "padding": self.own_padding(), **self.lists(
                lhs_dilation="step", rhs_dilation="dilation", window_strides="stride")})

    def reduce_window(self, rng):
        scalar, element = tensor([], self.element), self.element
        initial = rng.choice([0, -2, float("-inf"), -0.0])
        initial = float(initial) if element == "f32" else max(-128, initial)
        if rng.random() < 0.5:
            text = spell(initial if element == "f32" else int(initial), element)
            self.lines += [f"%v = arith.constant {text} : {element}",
                           f'%i = "stablehlo.constant"() {{value = dense<{text}> : {scalar}}}',
                           f"    : () -> {scalar}"]
        else:
            self.lines.append(f"%v = tensor.extract %i[] : {scalar}")
        is_argument = len(self.lines) == 1
        self.pad(rng, range(len(self.axes)), {}, value=True)
        if is_argument:
            self.input(rng, "%i", [], element)
        reducer = rng.choice(["add", "subtract", "maximum", "minimum"])
        region = (f' ({{\n  ^bb0(%a: {scalar}, %b: {scalar}):\n    %s = "stablehlo.{reducer}"(%a, %b)'
                  f" : ({scalar}, {scalar}) -> {scalar}\n"
                  f'    "stablehlo.return"(%s) : ({scalar}) -> ()\n  }})')
        self.apply("stablehlo.reduce_window", ["%i"], [scalar], self.of("results"), {
            "padding": self.own_padding(), **self.lists(
                base_dilations="step", window_dilations="dilation", window_strides="stride",
                window_dimensions="window")}, region)

    def onnx(self, rng):
        kind = rng.choice(["Conv", "ConvInteger", "MaxPool", "AveragePool"])
        is_pool = kind.endswith("Pool")
        self.axes = [draw_axis(rng, False, is_pool) for _ in self.axes]
        element = self.element = "i8" if kind == "ConvInteger" else "f32"
        value = {"ConvInteger": rng.randint(-9, 9), "MaxPool": float("-inf")}.get(kind)
        if value is not None:
            self.lines.append(f"%v = arith.constant {spell(value, element)} : {element}")
        features, made = rng.randint(1, 2), rng.randint(1, 2)
        self.pad(rng, ["b", "f", *range(len(self.axes))], {"b": 1, "f": features}, value is not None)
        attributes = {"dilations": self.of("dilation"), "strides": self.of("stride"),
                      "pads": [own[side] for side in (0, 1) for own in self.of("own")]}
        operands, types = [], []
        if is_pool:
            made = features
            attributes.update(kernel_shape=self.of("window"), count_include_pad="1 : si64")
        else:
            weights = [made, features, *self.of("window")]
            self.input(rng, "%w", weights, element)
            operands, types = ["%w"], [tensor(weights, element)]
        if kind == "ConvInteger":
            self.lines.append(f'%z = "onnx.Constant"() {{value = dense<{value}> : tensor<i8>}}'
                              " : () -> tensor<i8>")
            operands, types = ["%w", "%z"], [*types, "tensor<i8>"]
        self.apply(f"onnx.{kind}", operands, types, [1, made, *self.of("results")], attributes,
                   element="i32" if kind == "ConvInteger" else None)

    def value(self, kind, value=None):
        """A constant of torch, and its type."""
        self.names += 1
        attributes = "" if value is None else f"<{{value = {value}}}>"
        self.lines.append(f'%c{self.names} = "torch.constant.{kind}"() {attributes} : () -> '
                          f"!torch.{kind}")
        return f"%c{self.names}", f"!torch.{kind}"

    def list(self, numbers):
        names, types = zip(*(self.value("int", f"{n} : i64") for n in numbers))
        self.names += 1
        self.lines.append(f'%c{self.names} = "torch.prim.ListConstruct"({join(names)}) : '
                          f"({join(types)}) -> !torch.list<int>")
        return f"%c{self.names}", "!torch.list<int>"

    def cast(self, name, shape):
        type = f"!torch.vtensor<[{','.join(map(str, shape))}],f32>"
        self.lines.append(f"{name}t = builtin.unrealized_conversion_cast {name} : "
                          f"{tensor(shape, 'f32')} to {type}")
        return f"{name}t", type

    def torch(self, rng):
        rank = len(self.axes)
        kind = rng.choice(["convolution", f"conv{rank}d", f"max_pool{rank}d", f"avg_pool{rank}d"])
        is_pool, self.element = "pool" in kind, "f32"
        self.axes = [draw_even_axis(rng, is_pool) for _ in self.axes]
        if "avg" in kind:
            for axis in self.axes:
                axis["dilation"] = 1
                axis["results"] = (axis["padded"] + sum(axis["own"]) - axis["window"]) // \
                    axis["stride"] + 1
        value = float("-inf") if "max" in kind else None
        if value:
            self.lines.append(f"%v = arith.constant {spell(value, 'f32')} : f32")
        features, made = rng.randint(1, 2), rng.randint(1, 2)
        self.pad(rng, ["b", "f", *range(rank)], {"b": 1, "f": features}, value is not None)
        operands = [self.cast("%p", self.padded)]
        own = [low for low, _ in self.of("own")]
        strides, padding = self.list(self.of("stride")), self.list(
            own[:1] if is_pool and len(set(own)) == 1 else own)
        false = self.value("bool", "false")
        if not is_pool:
            weights = [made, features, *self.of("window")]
            self.input(rng, "%w", weights, "f32")
            operands += [self.cast("%w", weights), self.value("none"), strides, padding,
                         self.list(self.of("dilation"))]
            if kind == "convolution":
                operands += [false, self.list([0] * rank)]
            operands.append(self.value("int", "1 : i64"))
        else:
            made = features
            operands += [self.list(self.of("window")), strides, padding]
            if "max" in kind:
                operands += [self.list(self.of("dilation")), false]
            else:
                divisor = rank == 2 and rng.random() < 0.5
                operands += [false, self.value("bool", "false" if divisor else "true")]
                if rank == 2:
                    operands.append(self.value("int", "4 : i64") if divisor else
                                    self.value("none"))
        shape = [1, made, *self.of("results")]
        type = f"!torch.vtensor<[{','.join(map(str, shape))}],f32>"
        names, types = zip(*operands)
        self.result = tensor(shape, "f32")
        self.lines += [f'%t = "torch.aten.{kind}"({join(names)}) : ({join(types)}) -> {type}',
                       f"%r = builtin.unrealized_conversion_cast %t : {type} to {self.result}"]

    def text(self, number):
        return "\n".join([f"func.func private @case{number}({join(self.parameters)}) -> "
                          f"{self.result} {{", *("  " + line for line in self.lines),
                          f"  return %r : {self.result}\n}}"])


def compare(cases, before, after):
    left = 0
    for number, (case, *bodies) in enumerate(zip(cases, before, after, strict=True)):
        if "pad.pad" in bodies[1]:
            left += 1
            continue
        results = [foreign_ops.run(f"case{number}", body, case.inputs) for body in bodies]
        # Numbers of either sign, and NaNs.
        if repr(results[0]) != repr(results[1]):
            sys.exit(f"case{number} is {results[1]}, not {results[0]}:\n{case.text(number)}\n"
                     f"{bodies[1]}")
    print(f"{len(cases) - left} agree, {left} left")


def main(system, action, *files):
    rng = random.Random(system)
    cases = [Consumer(rng, system) for _ in range(COUNT)]
    if action == "print":
        print("\n".join(case.text(number) for number, case in enumerate(cases)))
    else:
        compare(cases, *(get_bodies(Path(file).read_text()) for file in files))


main(*sys.argv[1:])
