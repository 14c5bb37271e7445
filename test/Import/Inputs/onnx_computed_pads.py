"""ONNX models whose pads are computed: as PyTorch's exporter does, and by every
operator that such arithmetic uses."""

import numpy

from onnx_pad_models import END, INT32, INT64, Model, tensor

BOOL, FLOAT, DOUBLE = 9, 1, 11


def axes_of(model, name, data, axes):
    """Squeeze or Unsqueeze, whose axes are an operand from opset 13 on."""
    if model.opset < 13:
        return model.node(name, data, axes=axes)
    return model.node(name, data, model.constant(axes))


def zeros(model, shape, code=INT64):
    value = tensor("", code, numpy.zeros(1, numpy.int64 if code == INT64 else numpy.int32))
    return model.node("ConstantOfShape", shape, value=value)


def as_pytorch(model, numbers, form):
    """Pads from the last axis backwards, that become ONNX's."""
    rank = len(model.shape)
    listed = [n for axis in reversed(range(rank))
              for n in (numbers[axis], numbers[rank + axis])]
    while len(listed) > 2 and listed[-2:] == [0, 0]:
        listed = listed[:-2]
    pads = model.give(listed, form)
    size = model.node("Gather", model.node("Shape", pads), model.constant([0]), axis=0)
    missing = model.node("Sub", model.node("Mul", model.constant(rank), model.constant(2)), size)
    pads = model.node("Cast", pads, to=INT64)
    pads = model.node("Concat", pads, zeros(model, missing), axis=0)
    pads = model.node("Reshape", pads, model.constant([-1, 2]))
    pads = model.node("Slice", pads, model.constant([-1]), model.constant([-END]),
                      model.constant([0]), model.constant([-1]))
    pads = model.node("Transpose", pads, perm=[1, 0])
    return model.node("Cast", model.node("Reshape", pads, model.constant([-1])), to=INT64)


def by_slices(model, numbers, form):
    """Reversed, picked from a longer list, and reversed again."""
    longer = [n for pair in zip(reversed(numbers), range(7, 99)) for n in pair]
    pads = model.give(longer, form, INT32)
    pads = model.node("Slice", pads, model.constant([0]), model.constant([END]),
                      model.constant([-1]), model.constant([2]))
    pads = model.node("Cast", pads, to=INT64)
    return model.node("Slice", pads, model.constant([END]), model.constant([-2**63]),
                      model.constant([0]), model.constant([-1]))


def by_shapes(model, numbers, form):
    """Through tensors of more axes."""
    pads = model.give(numbers, form)
    pads = axes_of(model, "Unsqueeze", pads, [0, 2])
    pads = model.node("Transpose", pads)
    pads = axes_of(model, "Squeeze", pads, [-1])
    pads = model.node("Reshape", pads, model.constant([2, -1]))
    pads = model.node("Identity", model.node("Transpose", pads, perm=[1, 0]))
    pads = model.node("Transpose", model.node("Reshape", pads, model.constant([0, 2])))
    return model.node("Reshape", pads, model.constant([len(numbers)]))


def by_arithmetic(model, numbers, form):
    """(7 n + 9 - 9) / 7 of a column and a row, with broadcasting, and its negative
    twice: the quotient of a negative number is truncated toward zero."""
    pads = model.give(numbers, form)
    pads = model.node("Add", model.node("Mul", pads, model.constant(7)), model.constant([9]))
    pads = model.node("Div", model.node("Sub", pads, model.constant([9])), model.constant(7))
    pads = model.node("Sub", model.constant(0), pads)
    odd = model.node("Sub", model.node("Mul", pads, model.constant(2)), model.constant(0))
    pads = model.node("Div", odd, model.constant([-2]))
    return model.node("Add", pads, zeros(model, model.constant([len(numbers)])))


def by_gather(model, numbers, form):
    """Each number taken from a table, some from its end."""
    count = len(numbers)
    table = model.give([[n, -n] for n in reversed(numbers)], form)
    rows = model.node("Gather", table, model.constant([-1 - i for i in range(count)]), axis=0)
    return axes_of(model, "Squeeze", model.node("Gather", rows, model.constant([-2]), axis=-1), [1])


def by_divisors(model, numbers, form):
    """Quotients and remainders by numbers of any sign, in 32 bits, which wrap."""
    divisors = [(3, -1, -5, 2)[i % 4] for i in range(len(numbers))]
    quotients = [n - n % d for n, d in zip(numbers, divisors)]
    pads = model.give([q * d + abs(d) - 1 if q * d > 0 else q * d
                       for q, d in zip(quotients, divisors)], form, INT32)
    divisors = model.give(divisors, form, INT32)
    pads = model.node("Div", pads, divisors)
    rest = model.node("Mod", model.give(numbers, form, INT32), divisors)
    large = model.constant([2**31 - 1], INT32)
    pads = model.node("Add", model.node("Add", pads, large), rest)
    pads = model.node("Sub", pads, large)
    # Numbers in the range of pads are not changed.
    pads = model.node("Max", pads, model.constant([-9], INT32))
    return model.node("Neg", model.node("Neg", model.node("Cast", pads, to=INT64)))


def by_conditions(model, numbers, form):
    """Magnitudes and signs, put together again by truth values."""
    pads = model.give(numbers, form)
    zero = model.constant([0])
    is_negative = model.node("Less", pads, zero)
    is_positive = model.node("Greater", pads, zero)
    size = model.node("Where", is_negative, model.node("Neg", pads), pads)
    is_zero = model.node("Equal", size, model.constant(0))
    other = model.node("Xor", is_zero, model.node("Not", model.node("Or", is_negative, is_positive)))
    # Nowhere.
    size = model.node("Where", model.node("And", other, is_zero), model.constant([77]), size)
    pads = model.node("Where", is_positive, size, model.node("Sub", zero, size))
    return model.node("Mul", pads, model.node("Cast", model.node("Cast", pads, to=BOOL), to=INT64))


def by_limits(model, numbers, form):
    """Numbers in a range, by comparisons that hold for its ends too."""
    pads = model.give(numbers, form)
    low = model.node("Expand", model.constant([min(numbers)]), model.constant([len(numbers)]))
    high = model.constant(max(numbers))
    inside = model.node("And", model.node("GreaterOrEqual", pads, low),
                        model.node("LessOrEqual", pads, high))
    order = model.node("Range", model.constant(len(numbers) - 1), model.constant(-1),
                       model.constant(-1))
    pads = model.node("Where", inside, pads, model.constant([99]))
    return model.node("Gather", model.node("Gather", pads, order), order)


def by_rounding(model, numbers, form):
    """Quarters above the numbers in floating point, rounded down and up."""
    code, dtype = (FLOAT, numpy.float32) if form == "input" else (DOUBLE, numpy.float64)

    def real(number):
        return model.node("Constant", value=tensor("", code, numpy.array(number, dtype)))

    pads = model.node("Cast", model.give(numbers, form), to=code)
    pads = model.node("Div", model.node("Add", model.node("Mul", pads, real(2)), real(0.5)), real(2))
    sign = model.node("Sign", pads)
    low = model.node("Floor", pads)
    high = model.node("Sub", model.node("Ceil", pads), real([1]))
    pads = model.node("Where", model.node("Less", low, high), real([77]), high)
    pads = model.node("Abs", model.node("Max", pads, real(-9)))
    pads = model.node("Mul", pads, sign)
    pads = model.node("Cast", pads, to=INT64)
    return model.node("Clip", pads, model.constant(-9), model.constant(9))


def by_reductions(model, numbers, form):
    """Two rows of numbers and zeros, and columns of them, added up, multiplied, and the
    largest and the smallest ones taken."""
    count = len(numbers)
    zeros_too = model.give([numbers, [0] * count], form)
    pads = model.node("ReduceSum", zeros_too, model.constant([0]), keepdims=0)
    row = axes_of(model, "Unsqueeze", model.node("Concat", pads, pads, axis=0), [0])
    copies = model.node("Concat", row, row, row, axis=0)
    # Of three equal rows, each number twice. The axes are operands from opset 18 on.
    name = ("ReduceMax", "ReduceMin")[count % 2]
    extra = [model.constant([-2])] if model.opset >= 18 else []
    axes = {} if extra else {"axes": [-2]}
    rows = model.node(name, copies, *extra, keepdims=1, **axes)
    first = model.node("Slice", rows, model.constant([0]), model.constant([count]), model.constant([1]))
    ones = model.node("ReduceProd", model.constant([[1, 1], [1, 1]]), keepdims=0)
    return model.node("Reshape", model.node("Mul", first, ones), model.constant([-1]))


CHAINS = {"pytorch": as_pytorch, "slices": by_slices, "shapes": by_shapes,
          "arithmetic": by_arithmetic, "gather": by_gather,
          "divisors": by_divisors, "conditions": by_conditions, "limits": by_limits, "rounding": by_rounding,
          "reductions": by_reductions}


def as_tf2onnx(model, of, code):
    """TensorFlow's padding SAME for windows that do not overlap, as tf2onnx writes it: the
    extents of the last two axes are divided in floating point and rounded up."""
    shape = model.node("Shape", "x")
    rank = len(model.shape)
    spatial = model.node("Slice", shape, model.constant([rank - 2]), model.constant([rank]))
    dtype = numpy.float32 if code == FLOAT else numpy.float64
    stride = model.node("Constant", value=tensor("", code, numpy.array([of, of], dtype)))
    up = model.node("Ceil", model.node("Div", model.node("Cast", spatial, to=code), stride))
    wanted = model.node("Cast", model.node("Mul", up, stride), to=INT64)
    total = model.node("Max", model.node("Sub", wanted, spatial), model.constant(0))
    half = model.node("Cast", model.node("Floor", model.node(
        "Div", model.node("Cast", total, to=code), model.node(
            "Constant", value=tensor("", code, numpy.array(2, dtype))))), to=INT64)
    none = zeros(model, model.constant([rank - 2]))
    numbers = [0] * (2 * rank)
    for axis in range(rank - 2, rank):
        most = -model.shape[axis] % of
        numbers[axis], numbers[rank + axis] = most // 2, most - most // 2
    return model.node("Concat", none, half, none, model.node("Sub", total, half), axis=0), numbers


def up_to_multiple(model, of, early):
    """Pads of the last two axes up to a multiple: half of it before and after, and
    what is left over on one side."""
    shape = model.node("Shape", "x")
    rank = len(model.shape)
    lows, highs = [], []
    for axis in range(rank - 2, rank):
        extent = model.node("Gather", shape, model.constant(axis), axis=0)
        up = model.node("Div", model.node("Add", extent, model.constant(of - 1)), model.constant(of))
        total = model.node("Sub", model.node("Mul", up, model.constant(of)), extent)
        half = model.node("Div", total, model.constant(2))
        rest = model.node("Sub", total, half)
        pair = [rest, half] if early else [half, rest]
        lows.append(axes_of(model, "Unsqueeze", pair[0], [0]))
        highs.append(axes_of(model, "Unsqueeze", pair[1], [0]))
    none = [zeros(model, model.constant([rank - 2]))]
    numbers = [0] * (2 * rank)
    for axis in range(rank - 2, rank):
        total = -model.shape[axis] % of
        numbers[axis] = total - total // 2 if early else total // 2
        numbers[rank + axis] = total - numbers[axis]
    return model.node("Concat", *none, *lows, *none, *highs, axis=0), numbers


def to_square(model, side):
    """Pads, or crops, every axis to `side`, at its end."""
    target = model.constant([side] * len(model.shape))
    high = model.node("Sub", target, model.node("Shape", "x"))
    none = zeros(model, model.node("Shape", model.node("Shape", "x")))
    numbers = [0] * len(model.shape) + [side - extent for extent in model.shape]
    return model.node("Concat", none, high, axis=0), numbers


def by_steps(model, first, form):
    """Pads of equal distance, of which nothing but the rank of data says how many they
    are."""
    count = 2 * len(model.shape)
    inputs = [model.give(number, form, INT32) for number in (first, first + count, 1)]
    pads = model.node("Identity", model.node("Range", *inputs))
    return model.node("Cast", pads, to=INT64), list(range(first, first + count))


def every_open_list():
    """Lists of pads that have no shape in the model."""
    for k, mode in enumerate(["constant", "reflect", "edge", "wrap"]):
        for form in ("constant", "input"):
            name = f"steps_{mode}_{form}"
            model = Model(name, 19 + 2 * (k % 2), "FLOAT", (4, 5), ("h", 5))
            pads, numbers = by_steps(model, -1, form)
            yield model.finish(numbers, pads, mode)
        for opset in (11 + 2 * (k % 2), 19 + k):
            if opset < 19 and mode == "wrap":
                continue
            opset = opset if opset in (11, 13, 19) else 21
            model = Model(f"open_{mode}_{opset}", opset, "FLOAT", (3, 6), ("h", "w"))
            numbers = [0, 2, -1, 1]
            value = None
            if mode == "constant":
                value = model.add_input("value", model.code, ("one",), model.fill((1,), 3))
                model.scalar = model.arrays[-1][1][0]
            yield model.finish(numbers, model.give(numbers, "open"), mode, value)


def every_chain():
    signs = {"grow": [0, 1, 2, 0], "crop": [-1, 2, 1, -1]}
    for chain, (sign, numbers) in ((c, s) for c in CHAINS for s in signs.items()):
        for k, (mode, form) in enumerate([("constant", "constant"), ("reflect", "input"),
                                          ("wrap", "input"), ("edge", "initializer")]):
            opset = 19 + 2 * (k % 3) if mode == "wrap" or k % 2 else 11 + 2 * (k % 2)
            # Max is an operator of integers from opset 12 on, and so is LessOrEqual
            # known.
            opset = max(opset, 13) if chain in ("divisors", "limits", "rounding", "reductions") else opset
            model = Model(f"by_{chain}_{sign}_{mode}", opset, "INT32", (4, 5), ("n", 5))
            pads = CHAINS[chain](model, numbers, form)
            yield model.finish(numbers, pads, mode)
    for k, mode in enumerate(["constant", "reflect", "edge", "wrap"]):
        for early in (False, True):
            for seen in ((2, 5, 7), (2, "h", "w"), ("b", 5, "w")):
                name = f"multiple_{mode}_{'early' if early else 'late'}_{sum(map(str.isalpha, map(str, seen)))}{seen[0]}"
                model = Model(name, 19 if mode == "wrap" else 11 + 2 * early, "FLOAT", (2, 5, 7), seen)
                pads, numbers = up_to_multiple(model, 4, early)
                yield model.finish(numbers, pads, mode)
        for code, seen in ((FLOAT, (2, 5, 7)), (FLOAT, (2, "h", "w")), (DOUBLE, ("b", 5, "w"))):
            name = f"same_{mode}_{code}_{sum(map(str.isalpha, map(str, seen)))}"
            model = Model(name, 19 if mode == "wrap" else 13, "FLOAT", (2, 5, 7), seen)
            pads, numbers = as_tf2onnx(model, 4, code)
            yield model.finish(numbers, pads, mode)
        model = Model(f"square_{mode}", 19 if mode == "wrap" else 13, "FLOAT", (3, 6), ("h", "w"))
        pads, numbers = to_square(model, 5)
        yield model.finish(numbers, pads, mode)
