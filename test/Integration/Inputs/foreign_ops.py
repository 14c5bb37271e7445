"""Evaluates functions of StableHLO ops and ONNX nodes in generic form, as their
specifications define them: https://openxla.org/stablehlo/spec and
https://onnx.ai/onnx/operators. A tensor is its shape and its elements in order."""

import functools
import itertools
import operator
import re
import struct
import sys

from import_cases import count, pad, strides, take


def parse_number(text):
    if text in ("true", "false"):
        return int(text == "true")
    if text.startswith("0x"):
        return struct.unpack(">f", bytes.fromhex(text[2:]))[0]
    return float(text) if re.search(r"[.e]", text) else int(text)


def parse_dense(text):
    """The tensor that `dense<...> : tensor<...>` is."""
    elements, dims = re.fullmatch(r"dense<(.*)> : tensor<((?:\d+x)*)\w+>", text).groups()
    shape = [int(n) for n in dims.split("x")[:-1]]
    data = [parse_number(n) for n in re.findall(r"[-+.\w]+", elements)]
    return shape, data if len(data) == count(shape) else data * count(shape)


def parse_list(text, name):
    """The numbers of the attribute `name`, an array."""
    return [int(n) for n in
            re.search(name + r" = array<i64(?:: )?(.*?)>", text).group(1).split(",") if n]


def parse_int(text, name):
    return int(re.search(name + r" = (-?\d+)", text).group(1))


def slice_axes(source, ranges):
    """The elements at the indices of each axis."""
    shape, data = source
    return [len(r) for r in ranges], take(data, shape, ranges, None)


def concatenate(operands, axis):
    axis_of = [(k, i) for k, (shape, _) in enumerate(operands) for i in range(shape[axis])]
    shape = list(operands[0][0])
    for other, _ in operands:
        assert other[:axis] + other[axis + 1:] == shape[:axis] + shape[axis + 1:]
    shape[axis] = len(axis_of)
    data = []
    for at in itertools.product(*map(range, shape)):
        k, at = axis_of[at[axis]][0], list(at[:axis]) + [axis_of[at[axis]][1]] + list(
            at[axis + 1:])
        data.append(operands[k][1][sum(i * s for i, s in zip(at, strides(operands[k][0])))])
    return shape, data


def broadcast(source, axes, shape):
    """`source`, whose axes are `axes` of the result."""
    extents, data = source
    assert all(e in (1, shape[a]) for e, a in zip(extents, axes))
    steps = [0 if e == 1 else s for e, s in zip(extents, strides(extents))]
    return shape, [data[sum(at[a] * s for a, s in zip(axes, steps))]
                   for at in itertools.product(*map(range, shape))]


def read_windows(source, padding, gaps, kernel, steps, dilations, value):
    """The windows of `source` after it is dilated and padded: how many there are, and
    the elements of each. `padding` has a low and a high number for each axis."""
    data, extents = pad(source[1], source[0], "constant", *zip(*padding), value, gaps)
    shape = [max(0, (e - (k - 1) * d - 1) // s + 1)
             for e, k, s, d in zip(extents, kernel, steps, dilations)]
    at = list(zip(steps, dilations, strides(extents)))
    return shape, [[data[sum((i * s + k * d) * t for i, k, (s, d, t) in zip(first, inner, at))]
                    for inner in itertools.product(*map(range, kernel))]
                   for first in itertools.product(*map(range, shape))]


def convolve(lhs, rhs, names, padding, gaps, steps, dilations):
    """`names` are those of the axes of the operands and of the result, as in StableHLO."""
    def of_axes(numbers, other):
        return [numbers[int(n)] if n.isdigit() else other for n in names[0]]

    # Windows of one batch with all features.
    extents, weight_steps = (dict(zip(names[1], n)) for n in (rhs[0], strides(rhs[0])))
    extents.update(b=1, f=extents["i"])
    weight_steps.update(b=0, f=weight_steps["i"])
    kernel = [extents[n] for n in names[0]]
    count, windows = read_windows(lhs, of_axes(padding, (0, 0)), of_axes(gaps, 0), kernel,
                                  of_axes(steps, 1), of_axes(dilations, 1), 0)
    weights = [sum(i * weight_steps[n] for i, n in zip(index, names[0]))
               for index in itertools.product(*map(range, kernel))]
    sizes = dict(zip(names[0], count)) | {"f": extents["o"]}
    shape, data = [sizes[n] for n in names[2]], []
    for index in itertools.product(*map(range, shape)):
        place = dict(zip(names[2], index))
        first = weight_steps["o"] * place.pop("f")
        window = windows[sum(place.get(n, 0) * s for n, s in zip(names[0], strides(count)))]
        data.append(sum(x * rhs[1][first + w] for x, w in zip(window, weights)))
    return shape, data


def parse_padding(attributes):
    _, numbers = parse_dense(re.search(r"padding = (dense<.*?> : tensor<\w+>)", attributes)[1])
    return list(zip(numbers[::2], numbers[1::2]))


REDUCERS = {"add": operator.add, "subtract": operator.sub, "maximum": max, "minimum": min}


LISTS = "edge_padding_low", "edge_padding_high", "interior_padding"


def run_stablehlo(op, operands, attributes, shape):
    source = operands[0] if operands else None
    if op == "constant":
        return parse_dense(re.search(r"value = (dense<.*>)", attributes).group(1))
    if op in ("pad", "dynamic_pad"):
        low, high, interior = ([data for _, data in operands[2:]] if op == "dynamic_pad"
                               else [parse_list(attributes, name) for name in LISTS])
        # A negative result extent is an error.
        assert all(p + max(0, d + (d - 1) * r) + q >= 0
                   for d, p, q, r in zip(source[0], low, high, interior))
        data, extents = pad(source[1], source[0], "constant", low, high, operands[1][1][0],
                            interior)
        return extents, data
    if op == "slice":
        bounds = [parse_list(attributes, name)
                  for name in ("start_indices", "limit_indices", "strides")]
        assert all(0 <= b <= e <= d for b, e, d in zip(*bounds[:2], source[0]))
        return slice_axes(source, [range(*bound) for bound in zip(*bounds)])
    if op == "reverse":
        axes = parse_list(attributes, "dimensions")
        return slice_axes(source, [range(d)[::-1] if k in axes else range(d)
                                   for k, d in enumerate(source[0])])
    if op == "concatenate":
        return concatenate(operands, parse_int(attributes, "dimension"))
    if op == "broadcast_in_dim":
        return broadcast(source, parse_list(attributes, "broadcast_dimensions"), shape)
    if op in ("reshape", "convert"):
        return shape, source[1]
    if op == "get_dimension_size":
        return [], [source[0][parse_int(attributes, "dimension")]]
    if op == "subtract":
        return shape, [a - b for a, b in zip(source[1], operands[1][1], strict=True)]
    if op == "convolution":
        names = [part.split(", ") for part in re.search(
            r"conv<\[(.*?)\]x\[(.*?)\]->\[(.*?)\]>", attributes).groups()]
        gaps = [d - 1 for d in parse_list(attributes, "lhs_dilation")]
        return convolve(source, operands[1], names, parse_padding(attributes), gaps,
                        parse_list(attributes, "window_strides"),
                        parse_list(attributes, "rhs_dilation"))
    if op == "reduce_window":
        gaps = [d - 1 for d in parse_list(attributes, "base_dilations")]
        lists = [parse_list(attributes, name) for name in (
            "window_dimensions", "window_strides", "window_dilations")]
        first = operands[1][1][0]
        shape, windows = read_windows(source, parse_padding(attributes), gaps, *lists, first)
        reducer = REDUCERS[re.search(r'body = "(\w+)"', attributes)[1]]
        return shape, [functools.reduce(reducer, window, first) for window in windows]
    sys.exit(f"no stablehlo.{op}")


ARITHMETIC = {"Abs": abs, "Add": lambda a, b: a + b, "Div": lambda a, b: int(a / b),
              "Max": max, "Min": min, "Mod": lambda a, b: a % b, "Sign": lambda a: (a > 0) - (a < 0),
              "Sub": lambda a, b: a - b}


def run_onnx(op, operands, attributes):
    source = operands[0] if operands else None
    if op in ARITHMETIC:
        # Of lists; those of one element are broadcast.
        n = max(len(data) for _, data in operands)
        return [n], [ARITHMETIC[op](*numbers)
                     for numbers in zip(*(data * (n // len(data)) for _, data in operands))]
    if op == "Constant":
        return parse_dense(re.search(r"value = (dense<.*>)", attributes).group(1))
    if op == "Concat":
        return concatenate(operands, parse_int(attributes, "axis"))
    shape, lists = source[0], [data for _, data in operands[1:]]
    if op == "Shape":
        extents = shape
        if "start" in (attributes or ""):
            extents = shape[parse_int(attributes, "start"):parse_int(attributes, "end")]
        return [len(extents)], extents
    if op == "Gather":
        axis = parse_int(attributes, "axis")
        return slice_axes(source, [lists[0] if k == axis else range(d)
                                   for k, d in enumerate(shape)])
    if op == "Slice":
        starts, ends, axes = lists[:3]
        steps = lists[3] if len(lists) > 3 else [1] * len(axes)
        ranges = [range(d) for d in shape]
        for start, end, axis, step in zip(starts, ends, axes, steps):
            ranges[axis] = ranges[axis][slice(start, None if end < -2**62 else end, step)]
        return slice_axes(source, ranges)
    if op == "Pad":
        mode = re.search(r'mode = "(\w+)"', attributes).group(1)
        low, high = lists[0][:len(shape)], lists[0][len(shape):]
        assert mode == "constant" or min(low + high, default=0) >= 0
        # Negative pads crop first.
        cropped, data = slice_axes(source, [range(d)[max(0, -p):max(0, d + min(0, q))]
                                            for d, p, q in zip(shape, low, high)])
        value = lists[1][0] if mode == "constant" and len(lists) > 1 else 0
        data, extents = pad(data, cropped, mode, [max(0, p) for p in low],
                            [max(0, q) for q in high], value)
        return extents, data
    if op == "Expand":
        rank = max(len(shape), len(lists[0]))
        shape = [1] * (rank - len(shape)) + shape
        wanted = [1] * (rank - len(lists[0])) + lists[0]
        return broadcast((shape, source[1]), range(rank),
                         [w if d == 1 else d for d, w in zip(shape, wanted)])
    if op == "Tile":
        for axis, times in enumerate(lists[0]):
            if times != 1:
                source = concatenate([source] * times, axis)
        return source
    if op == "Reshape":
        known = count(n for n in lists[0] if n != -1)
        return [count(shape) // known if n == -1 else n for n in lists[0]], source[1]
    if op in ("Conv", "ConvInteger", "MaxPool", "AveragePool"):
        def numbers(name):
            return [int(n) for n in re.search(name + r" = \[(.*?)\]", attributes)[1].split(",")]

        spatial = [str(n) for n in range(len(shape) - 2)]
        pads = numbers("pads")
        padding = list(zip(pads[:len(spatial)], pads[len(spatial):]))
        windows = numbers("strides"), numbers("dilations")
        if op in ("Conv", "ConvInteger"):
            zero = operands[2][1][0] if op == "ConvInteger" else 0
            source = shape, [x - zero for x in source[1]] if zero else source[1]
            return convolve(source, operands[1], [["b", "f", *spatial], ["o", "i", *spatial],
                                                  ["b", "f", *spatial]],
                            padding, [0] * len(spatial), *windows)
        shape, windows = read_windows(
            source, [(0, 0)] * 2 + padding, None, [1, 1] + numbers("kernel_shape"),
            *([1, 1] + n for n in windows), float("-inf") if op == "MaxPool" else 0)
        return shape, [max(w) if op == "MaxPool" else sum(w) / len(w) for w in windows]
    sys.exit(f"no onnx.{op}")


def run_torch(op, operands, attributes):
    """An op of torch-mlir; lists and numbers are operands."""
    if op in ("constant.int", "constant.bool", "constant.none"):
        found = re.search(r"value = (\S+)", attributes or "")
        return found and parse_number(found[1])
    if op == "prim.ListConstruct":
        return operands
    source, rank = operands[0], len(operands[0][0]) - 2
    if "conv" in op:
        weights, bias, strides, padding, dilations = operands[1:6]
        assert bias is None and operands[-1] == 1 and (op[-1] == "d" or not operands[6])
        spatial = [str(n) for n in range(rank)]
        names = [["b", "f", *spatial], ["o", "i", *spatial], ["b", "f", *spatial]]
        return convolve(source, weights, names, [(p, p) for p in padding], [0] * rank, strides,
                        dilations)
    kernel, strides, padding = operands[1:4]
    padding = padding * (rank // len(padding))
    is_max = "max_pool" in op
    # The least number is padding that a maximum ignores.
    assert all(2 * p <= k for p, k in zip(padding, kernel))
    shape, windows = read_windows(
        source, [(0, 0)] * 2 + [(p, p) for p in padding], None, [1, 1] + kernel, [1, 1] + strides,
        [1, 1] + (operands[4] if is_max else [1] * rank), float("-inf") if is_max else 0)
    if is_max:
        return shape, [max(w) for w in windows]
    divisor = operands[6] if len(operands) > 6 else None
    assert divisor is not None or operands[5]
    return shape, [sum(w) / (divisor or len(w)) for w in windows]


OP = re.compile(r'(%[-\w]+) = "(\w+)\.(\w+)"\((.*?)\)(?: \{(.*)\})? : \(.*\) -> '
                r"tensor<((?:[?\d]+x)*)\w+>")


def run(name, body, inputs):
    """The result of a function of body `body`."""
    values = {f"%arg{k}": value for k, value in enumerate(inputs)}
    # A body that reduces is one op.
    body = re.sub(r' \(\{.*?"stablehlo\.(\w+)".*?\}\) \{', r' {body = "\1", ', body,
                  flags=re.DOTALL)
    for line in map(str.strip, body.splitlines()):
        if line.startswith("return"):
            return values[re.match(r"return (%[-\w]+)", line).group(1)]
        if found := re.match(r"(%[-\w]+) = arith\.constant (\S+)", line):
            values[found[1]] = ([], [parse_number(found[2])])
            continue
        if found := re.match(r"(%[-\w]+) = (?:tensor\.cast|tensor\.extract|arith\.index_cast|"
                             r"builtin\.unrealized_conversion_cast) (%[-\w]+)", line):
            values[found[1]] = values[found[2]]
            continue
        if found := re.match(r"(%[-\w]+) = tensor\.from_elements (.*) : tensor<(.*)>", line):
            data = [values[name][1][0] for name in found[2].split(", ")]
            values[found[1]] = [len(data)] * ("x" in found[3]), data
            continue
        if found := re.match(r'(%[-\w]+) = "torch\.(?:aten\.)?([.\w]+)"\((.*?)\)(?: <?\{(.*)\}>?)? :',
                             line):
            values[found[1]] = run_torch(found[2], [
                values[operand] for operand in found[3].split(", ") if operand], found[4])
            continue
        found = OP.fullmatch(line)
        if not found:
            sys.exit(f"{name}: what is\n{line}")
        result, dialect, op, operands, attributes, dims = found.groups()
        operands = [values[operand] for operand in operands.split(", ") if operand]
        stated = [None if n == "?" else int(n) for n in dims.split("x")[:-1]]
        made = (run_onnx(op, operands, attributes) if dialect == "onnx" else
                run_stablehlo(op, operands, attributes, stated))
        if len(made[0]) != len(stated) or any(
                s not in (None, n) for n, s in zip(made[0], stated)):
            sys.exit(f"{name}: the result has shape {made[0]}:\n{line}")
        values[result] = made
    sys.exit(f"{name} does not return")
