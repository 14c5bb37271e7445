"""Prints a module of random pads with consumers, and a main that runs them all:
fusion_cases.py SEED COUNT static|dynamic [TYPE[:RESULT] [long]]. The extents are up to 8,
with "long" up to 70 along rows. All kinds of consumers have their turn, from one on that is SEED's;
those of four pads and ten SEEDs are all. With RESULT, convolutions and pools of elements of TYPE
compute a wider RESULT. What main prints are the bits of the results, so that two
ways to compile the module can be compared."""

import os
import random
import re
import sys

MODES = os.environ["PAD_MODES"].split()

# Axes of the padded operand, the filter and the result by letter: n and c, f are
# not padded; the window slides along d, h and w.
CONSUMERS = {
    "linalg.conv_1d_nwc_wcf": ("nwc", "wcf", "nwf"),
    "linalg.conv_1d_ncw_fcw": ("ncw", "fcw", "nfw"),
    "linalg.conv_2d_nhwc_hwcf": ("nhwc", "hwcf", "nhwf"),
    "linalg.conv_2d_nhwc_fhwc": ("nhwc", "fhwc", "nhwf"),
    "linalg.conv_2d_nchw_fchw": ("nchw", "fchw", "nfhw"),
    "linalg.conv_3d_ndhwc_dhwcf": ("ndhwc", "dhwcf", "ndhwf"),
    "linalg.depthwise_conv_2d_nhwc_hwc": ("nhwc", "hwc", "nhwc"),
    "linalg.depthwise_conv_2d_nhwc_hwcm": ("nhwc", "hwcm", "nhwcm"),
    "linalg.pooling_nhwc_sum": ("nhwc", "hw", "nhwc"),
    "linalg.pooling_nhwc_max": ("nhwc", "hw", "nhwc"),
    "linalg.pooling_nchw_sum": ("nchw", "hw", "nchw"),
    # Generic ops in a loop order of their own.
    "window_inside": ("nchw", "fchw", "nfhw"),
    "window_outside": ("nhwc", "hwcf", "nhwf"),
    "window_offset": ("nhwc", "hwcf", "nhwf"),
    "stencil": ("hw", "", "hw"),
    "stencil_of_planes": ("dhw", "", "dhw"),
    "elementwise": ("nhw", "", "nhw"),
    # Arithmetic on slices, of which each operation is an op.
    "arithmetic": ("hw", "", "hw"),
    # Tiles of y by x elements, as those of a linalg.pack.
    "tiles": ("nhw", "", "nHWyx"),
}


def tensor(extents):
    return f"tensor<{''.join(f'{e}x' for e in extents)}f32>"


def anonymous(extents):
    return tensor("?" * len(extents))


def wide(type_):
    """The type of a result for that of an operand."""
    return type_.replace("f32", "wide")


def of_type(text, element):
    """The module `text`, of f32 and results of "wide", with elements of type `element`."""
    element, _, result = element.partition(":")
    text = text.replace("f32", element).replace("wide", result or element)
    if not element.startswith("i"):
        return text
    for float_op, op in (("addf", "addi"), ("subf", "subi"), ("mulf", "muli"),
                         ("sitofp", "extsi" if element == "i64" else "trunci")):
        text = text.replace(f"arith.{float_op}", f"arith.{op}")
    # Numbers between -128 and 127.
    text = re.sub(r"constant (dense<)?0\.\d+(>?) : ", r"constant \g<1>3\2 : ", text)
    return text.replace("%f = arith.trunci %n : i32 to i32", "%f = arith.addi %n, %n : i32"
                        ).replace("%f = arith.trunci %j : i32 to i32",
                                  "%f = arith.addi %j, %j : i32")


def bits_of(element):
    """The type of integers that a result is printed as, and the op that makes them."""
    element = element.split(":")[-1]
    width = int(element.lstrip("bfi"))
    if element in ("i32", "i64"):
        return element, None
    if width in (32, 64):
        return f"i{width}", "bitcast"
    return "i32", "extui" if element.startswith("i") else "extf"


class Case:
    def __init__(self, rng, turn, number, dynamic, element, is_long):
        self.name, self.dynamic = f"case{number}", dynamic
        self.element, self.is_long = element, is_long
        self.is_mixed = ":" in element
        kinds = [kind for kind in CONSUMERS
                 if not self.is_mixed or kind.startswith("linalg")]
        self.kind = kinds[turn % len(kinds)]
        # The modes have their turns, too, and others where extents are not known.
        self.mode = MODES[(turn + turn // len(kinds) + 2 * dynamic) % len(MODES)]
        self.axes, self.filter_axes, self.result_axes = CONSUMERS[self.kind]
        while not self.draw(rng):
            pass

    def draw(self, rng):
        # Half of the time, all axes have the mode of the first one.
        is_mixed, self.modes = rng.random() < 0.5, {}
        for axis in self.axes:
            mode = rng.choice(MODES) if self.modes else self.mode
            periodic = mode in ("reflect", "symmetric") and (
                self.is_stencil() or rng.random() < 0.3)
            if self.modes and not is_mixed:
                mode, periodic = next(iter(self.modes.values()))
            self.modes[axis] = mode, periodic
        dilates = rng.random() < 0.15
        self.extent, self.low, self.high, self.interior = {}, {}, {}, {}
        self.padded, self.kernel, self.out = {}, {}, {}
        self.stride, self.dilation = {}, {}
        sliding = not self.is_stencil() and self.kind not in ("elementwise", "arithmetic", "tiles")
        for axis in self.axes:
            limit = 3 if axis in "nc" else 8
            if self.is_long and axis == self.result_axes[-1]:
                limit = 70
            extent = self.extent[axis] = rng.randint(1, limit)
            low = high = interior = 0
            # Of channels, sums run along the pads.
            if axis in "dhw" or rng.random() < (0.3 if axis == "c" else 0.05):
                low, high = rng.randint(-2, 4), rng.randint(-2, 4)
                interior = rng.randint(0, 2) if dilates else 0
            dilated = (extent - 1) * (interior + 1) + 1
            mode, periodic = self.modes[axis]
            limit = {"reflect": dilated - 1, "symmetric": dilated}.get(mode)
            if limit is not None and not periodic and max(low, high) > limit:
                return False
            padded = low + dilated + high
            if padded < 1:
                return False
            self.low[axis], self.high[axis] = low, high
            self.interior[axis], self.padded[axis] = interior, padded
            self.out[axis] = padded
            if self.kind == "arithmetic":
                self.out[axis] -= 2
                if self.out[axis] < 1:
                    return False
            if axis in "dhw" and sliding:
                kernel = self.kernel[axis] = rng.randint(1, 4)
                strided = self.kind.startswith("linalg")
                stride = self.stride[axis] = rng.choice((1, 1, 2, 3)) if strided else 1
                dilation = self.dilation[axis] = rng.choice((1, 1, 2)) if strided else 1
                reach = dilation * (kernel - 1) + 1
                if padded < reach:
                    return False
                self.out[axis] = (padded - reach) // stride + 1
                if self.kind == "window_offset":
                    # Reads one further on.
                    self.out[axis] -= 1
                    if self.out[axis] < 1:
                        return False
        self.out["f"] = rng.randint(1, 40 if self.is_long else 3)
        self.out["m"] = rng.choice((1, 1, 2, 4))
        if self.kind == "tiles":
            for axis, inner in ("hy", "wx"):
                padded = self.padded[axis]
                tile = rng.choice([n for n in range(1, padded + 1) if padded % n == 0])
                self.out[inner], self.out[axis.upper()] = tile, padded // tile
        return True

    def is_stencil(self):
        return self.kind.startswith("stencil")

    def shape(self, axes, extents):
        return [extents[a] for a in axes]

    def filter_shape(self):
        return [self.kernel.get(a) or self.out[a] * (a in "fm") or self.padded[a]
                for a in self.filter_axes]

    def consumer(self):
        source, window, result = (
            (anonymous if self.dynamic else tensor)(shape) for shape in
            (self.shape(self.axes, self.padded), self.filter_shape(),
             self.shape(self.result_axes, self.out)))
        result = wide(result)
        if self.kind.startswith("linalg"):
            slides = [a for a in self.axes if a in self.stride]
            attributes = ", ".join(
                f"{name} = dense<[{', '.join(str(values[a]) for a in slides)}]> : "
                f"tensor<{len(slides)}xi64>"
                for name, values in (("strides", self.stride),
                                     ("dilations", self.dilation)))
            bias, start = self.bias(result)
            return (f"{bias}  %r = {self.kind} {{{attributes}}} ins(%p, %k : {source}, {window})"
                    f" outs({start} : {result}) -> {result}")
        if self.kind == "arithmetic":
            return self.arithmetic(source, result)
        split = ""
        if self.kind == "tiles":
            sizes = [self.out[a] for a in "nHyWx"]
            extents = [f"%{a}" if self.dynamic and a in "nHW" else str(self.out[a])
                       for a in "nHyWx"]
            padded, source = source, tensor("?" if e[0] == "%" else size
                                            for e, size in zip(extents, sizes))
            if self.dynamic:
                split = "".join(f"  %axis{n} = arith.constant {n} : index\n"
                                f"  %{a} = tensor.dim %init, %axis{n} : {result}\n"
                                for n, a in enumerate("nHW"))
            split += (f"  %split = tensor.expand_shape %p [[0], [1, 2], [3, 4]] output_shape "
                      f"[{', '.join(extents)}] : {padded} into {source}\n")
            loops, kinds = list(self.result_axes), ["parallel"] * 5
            maps, inputs, types = [list("nHyWx"), loops], "%split", source
            body = "^bb0(%a: f32, %o: f32):\n    linalg.yield %a : f32"
        elif self.kind.startswith("window"):
            loops = "n f h c y x w" if self.kind == "window_inside" else "n h w y x c f"
            loops = loops.split()
            more = " + 1" if self.kind == "window_offset" else ""
            maps = [[{"h": "h + y", "w": "w + x"}.get(a, a) + more * (a in "hw")
                     for a in self.axes],
                    [{"h": "y", "w": "x"}.get(a, a) for a in self.filter_axes],
                    list(self.result_axes)]
            kinds = ["reduction" if a in "cyx" else "parallel" for a in loops]
            inputs, types = "%p, %k", f"{source}, {window}"
            body = ("^bb0(%a: f32, %b: f32, %o: f32):\n    %m = arith.mulf %a, %b : f32\n"
                    "    %s = arith.addf %o, %m : f32\n    linalg.yield %s : f32")
        elif self.is_stencil():
            loops = list(self.axes)
            maps = [loops] * 6
            kinds = ["parallel"] * len(loops)
            inputs, types = "%p, %p1, %p2, %p3, %p4", ", ".join([source] * 5)
            body = ("^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %e: f32, %o: f32):\n"
                    "    %1 = arith.addf %b, %c : f32\n    %2 = arith.addf %d, %e : f32\n"
                    "    %3 = arith.addf %1, %2 : f32\n    %4 = arith.subf %3, %a : f32\n"
                    "    linalg.yield %4 : f32")
        else:
            loops, kinds = list(self.axes), ["parallel"] * len(self.axes)
            maps = [loops, loops]
            inputs, types = "%p", source
            body = ("^bb0(%a: f32, %o: f32):\n    %i = linalg.index 1 : index\n"
                    "    %j = arith.index_cast %i : index to i32\n"
                    "    %f = arith.sitofp %j : i32 to f32\n"
                    "    %s = arith.mulf %a, %f : f32\n    linalg.yield %s : f32")
        maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(m)})>"
                         for m in maps)
        kinds = ", ".join(f'"{kind}"' for kind in kinds)
        return (f"{split}  %r = linalg.generic {{indexing_maps = [{maps}], "
                f"iterator_types = [{kinds}]}}\n      ins({inputs} : {types}) "
                f"outs(%init : {result}) {{\n  {body}\n  }} -> {result}")

    def bias(self, result):
        """What every third sum begins with: %init, or the first row of it in all rows, or its first
        element."""
        turn, rank = int(self.name[4:]) % 3, len(self.result_axes)
        if turn == 0:
            return "", "%init"
        loops = [f"d{n}" for n in range(rank)]
        lines, last = [], str(self.out[self.result_axes[-1]]) if turn == 1 else "1"
        row = wide(tensor([last]))
        if self.dynamic and turn == 1:
            lines = [f"%last = arith.constant {rank - 1} : index",
                     f"%many = tensor.dim %init, %last : {result}"]
            last, row = "%many", wide(tensor(["?"]))
        sizes = ", ".join([*["1"] * (rank - 1), last])
        ones = ", ".join(["1"] * rank)
        kinds = ", ".join(['"parallel"'] * rank)
        lines += [f"%first = tensor.extract_slice %init[{ones.replace('1', '0')}] [{sizes}] [{ones}] "
                  f": {result} to {row}",
                  f"%start = linalg.generic {{indexing_maps = [affine_map<({', '.join(loops)}) -> "
                  f"({loops[-1] if turn == 1 else '0'})>, affine_map<({', '.join(loops)}) -> "
                  f"({', '.join(loops)})>], iterator_types = [{kinds}]}} ins(%first : {row}) "
                  f"outs(%init : {result}) {{",
                  "^bb0(%f: wide, %g: wide):", "  linalg.yield %f : wide", f"}} -> {result}"]
        return "".join(f"  {line}\n" for line in lines), "%start"

    def arithmetic(self, source, result):
        """A stencil as numpy programs have it, with what is read twice, numbers, and a second
        tensor. The destination is that of the first op."""
        sizes = ", ".join(map(str, self.shape(self.axes, self.out)))
        number, lines = f"arith.constant dense<0.5> : {result}", []
        if self.dynamic:
            lines = ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index",
                     f"%height = tensor.dim %init, %c0 : {result}",
                     f"%width = tensor.dim %init, %c1 : {result}", "%half = arith.constant 0.5 : f32"]
            sizes, number = "%height, %width", f"tensor.splat %half[%height, %width] : {result}"
        for name, place in (("up", "0, 1"), ("down", "2, 1"), ("left", "1, 0"), ("right", "1, 2"),
                            ("mid", "1, 1")):
            lines.append(f"%{name} = tensor.extract_slice %p[{place}] [{sizes}] [1, 1] : {source} "
                         f"to {result}")
        lines += [f"%number = {number}",
                  f"%rows = linalg.add ins(%up, %down : {result}, {result}) "
                  f"outs(%init : {result}) -> {result}",
                  f"%columns = arith.addf %left, %right : {result}",
                  f"%both = arith.subf %columns, %rows : {result}",
                  f"%square = arith.mulf %both, %both : {result}",
                  f"%part = arith.mulf %mid, %number : {result}",
                  f"%more = arith.addf %part, %init : {result}",
                  f"%most = arith.addf %more, %square : {result}",
                  f"%r = arith.subf %both, %most : {result}"]
        return "\n".join("  " + line for line in lines)

    def has_square(self):
        """Whether an elementwise op is between the pad and its consumer."""
        return int(self.name[4:]) % 3 == 1 and self.kind.startswith(("linalg", "window"))

    def square(self, pad):
        padded = (anonymous if self.dynamic else tensor)(self.shape(self.axes, self.padded))
        same = f"affine_map<({', '.join(self.axes)}) -> ({', '.join(self.axes)})>"
        kinds = ", ".join(['"parallel"'] * len(self.axes))
        return f"""{pad.replace("%p =", "%raw =")}
  %p = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{kinds}]}}
      ins(%raw : {padded}) outs(%raw : {padded}) {{
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    linalg.yield %m : f32
  }} -> {padded}"""

    def epilogue(self, result):
        """What is elementwise behind the consumer of every other case that is long."""
        self.result = "r"
        if not self.is_long or int(self.name[4:]) % 2:
            return ""
        self.result = "scaled"
        dims = ", ".join(f"d{n}" for n in range(len(self.result_axes)))
        same = f"affine_map<({dims}) -> ({dims})>"
        last = f"affine_map<({dims}) -> (d{len(self.result_axes) - 1})>"
        row = wide(tensor([self.out[self.result_axes[-1]]]))
        kinds = ", ".join(['"parallel"'] * len(self.result_axes))
        return f"""
  %bias = arith.constant dense<0.625> : {row}
  %scaled = linalg.generic {{indexing_maps = [{last}, {same}], iterator_types = [{kinds}]}}
      ins(%bias : {row}) outs(%r : {result}) {{
  ^bb0(%b: wide, %s: wide):
    %0 = arith.mulf %s, %b : wide
    linalg.yield %0 : wide
  }} -> {result}"""

    def pad(self, name, shift, source, arguments, values):
        lists = []
        for word, amounts in (("low", self.low), ("high", self.high),
                              ("interior", self.interior)):
            sign = {"low": -1, "high": 1, "interior": 0}[word]
            entries = [amounts[a] + sign * shift.get(a, 0) for a in self.axes]
            if self.dynamic and word != "interior":
                for n, axis in enumerate(self.axes):
                    if axis in "dhw":
                        values.append(entries[n])
                        entries[n] = f"%{name}{word}{n}"
                        arguments.append(f"{entries[n]}: index")
                lists.append(f"{word}[{', '.join(map(str, entries))}]")
            elif any(entries) or word != "interior":
                lists.append(f"{word}{entries}")
        is_read = (any(mode == "constant" for mode, _ in self.modes.values())
                   or any(self.interior.values()))
        value = " value(%v)" if is_read else ""
        modes = ", ".join(mode + " periodic" * periodic
                          for mode, periodic in self.modes.values())
        padded = self.shape(self.axes, self.padded)
        return f"""  %{name} = pad.pad [{modes}] %x{value} \
{" ".join(lists)}
      : {source} to {(anonymous if self.dynamic else tensor)(padded)}"""

    def text(self):
        shapes = [self.shape(self.axes, self.extent), self.filter_shape(),
                  self.shape(self.result_axes, self.out)]
        types = [(anonymous if self.dynamic else tensor)(s) for s in shapes]
        types[2] = wide(types[2])
        arguments, values, pads = [], [], []
        # A stencil reads shifted pads, which is what slices of one pad become.
        for name, down, right in (("p", 0, 0), ("p1", -1, 0), ("p2", 1, 0),
                                  ("p3", 0, -1), ("p4", 0, 1)):
            if name == "p" or self.is_stencil():
                pads.append(self.pad(name, {self.axes[0]: down, "w": right}, types[0],
                                     arguments, values))
        if self.has_square():
            pads = [self.square(pads[0])]
        # Every third padding value is known only at run time.
        value = "  %v = arith.constant 0.75 : f32"
        is_argument = int(self.name[4:]) % 3 == 2
        parameters = ", ".join([f"%x: {types[0]}", f"%k: {types[1]}", f"%init: {types[2]}",
                                *["%v: f32"] * is_argument, *arguments])
        function = f"""func.func private @{self.name}({parameters}) -> {types[2]} {{
{"" if is_argument else value}
{chr(10).join(pads)}
{self.consumer()}{self.epilogue(types[2])}
  return %{self.result} : {types[2]}
}}"""
        call = []
        names = []
        for letter, shape, type in zip("xki", shapes, types):
            name, made = f"%{self.name}{letter}", tensor(shape)
            call.append(f"  {name} = call @data{'_'.join(map(str, ['', *shape]))}() "
                        f": () -> {made}")
            if self.is_mixed and letter == "i":
                call.append(of_type(f"  {name}w = arith.extf {name} : {made} to {wide(made)}",
                                    self.element))
                name, made = name + "w", wide(made)
            if self.dynamic:
                call.append(f"  {name}d = tensor.cast {name} : {made} to {type}")
                name += "d"
            names.append(name)
        if is_argument:
            names.append(f"%{self.name}v")
            call.append(of_type(value.replace("%v", names[-1]), self.element))
        for number, amount in enumerate(values):
            names.append(f"%{self.name}p{number}")
            call.append(f"  {names[-1]} = arith.constant {amount} : index")
        inputs = ", ".join([*types, *["f32"] * is_argument, *["index"] * len(values)])
        call.append(f"  %{self.name} = call @{self.name}({', '.join(names)}) "
                    f": ({inputs}) -> {types[2]}")
        printed, op = bits_of(self.element)
        value, made = self.name, of_type(types[2], self.element)
        # Every value of a narrow floating-point type is one of f32.
        for op, integer in ([("extf", "f32"), ("bitcast", "i32")] if op == "extf" else
                            [(op, printed)] if op else []):
            bits = types[2].replace("wide", integer)
            call.append(f"  %{value}b = arith.{op} %{value} : {made} to {bits}")
            value, made = value + "b", bits
        call = [of_type(line, self.element) if "arith." not in line else line
                for line in call]
        call += [f"  %{value}u = tensor.cast %{value} : {made} to tensor<*x{printed}>",
                 f"  call @printMemref{printed.upper()}(%{value}u) "
                 f": (tensor<*x{printed}>) -> ()"]
        return of_type(function, self.element), "\n".join(call), shapes


def data(shape):
    """A function that makes numbers whose sums depend on the order."""
    loops = [f"d{n}" for n in range(len(shape))]
    index = "\n".join(f"""    %i{n} = linalg.index {n} : index
    %m{n} = arith.muli %s{n}, %c : index
    %s{n + 1} = arith.addi %m{n}, %i{n} : index""" for n in range(len(shape)))
    return f"""func.func private @data{'_'.join(map(str, ['', *shape]))}() -> {tensor(shape)} {{
  %c = arith.constant 31 : index
  %s0 = arith.constant 7 : index
  %scale = arith.constant 0.0137 : f32
  %p = arith.constant 101 : index
  %e = tensor.empty() : {tensor(shape)}
  %r = linalg.generic {{indexing_maps = [affine_map<({', '.join(loops)}) -> ({', '.join(loops)})>],
      iterator_types = [{', '.join(['"parallel"'] * len(shape))}]}} outs(%e : {tensor(shape)}) {{
  ^bb0(%o: f32):
{index}
    %q = arith.muli %s{len(shape)}, %s{len(shape)} : index
    %w = arith.remui %q, %p : index
    %n = arith.index_cast %w : index to i32
    %f = arith.sitofp %n : i32 to f32
    %g = arith.mulf %f, %scale : f32
    linalg.yield %g : f32
  }} -> {tensor(shape)}
  return %r : {tensor(shape)}
}}"""


def main(seed, count, shapes, element="f32", length="short"):
    rng = random.Random(int(seed))
    printed, _ = bits_of(element)
    print(f"func.func private @printMemref{printed.upper()}(tensor<*x{printed}>) "
          "attributes {llvm.emit_c_interface}")
    calls, needed = [], {}
    for number in range(int(count)):
        function, call, used = Case(rng, 7 * int(seed) + number, number, shapes == "dynamic",
                                    element, length == "long").text()
        print(function)
        calls.append(call)
        needed.update((tuple(shape), shape) for shape in used)
    for shape in needed.values():
        print(of_type(data(shape), element))
    print("func.func @main() {", *calls, "  return", "}", sep="\n")


main(*sys.argv[1:])
