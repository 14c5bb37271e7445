"""OpenVINO models with pads, each with inputs and the result that
docs/Semantics.md gives them."""

from itertools import product

import numpy

from oracle import pad
from openvino_bodies import BODY_FORMS, bodies
from openvino_ir import TYPES, Model, form_of

MODES = ["constant", "edge", "reflect", "symmetric"]
FORMS = [form_of(opset) for opset in ("opset1", "opset11", "opset12", "opset16")]
FORMS += BODY_FORMS.values()


class Case:
    """`pads` are the numbers by which the first pad of the model pads. With `node`, it is
    the pad of that node that runs, of form `form`."""

    def __init__(self, model, inputs, expected, pads, node=None, form=None):
        self.model, self.inputs, self.expected = model, inputs, expected
        self.pads, self.node, self.form = pads, node, form or model.form
        self.name = node or model.name


def numbers(element, shape, start=1):
    """Distinct small elements, as they are in memory."""
    dtype, bits = TYPES[element][1:]
    count = int(numpy.prod(shape))
    limit = 2 if element in ("boolean", "u1") else 2 ** min(bits, 7)
    return ((numpy.arange(count) * 3 + start) % limit).astype(dtype).reshape(shape)


def padded_shape(shape, low, high):
    return [-1 if d == -1 else max(0, l + d + h)
            for d, l, h in zip(shape, low, high)]


def simple(name, mode, low, high, shape=(3, 4), element="i32", declared=None,
           opset="opset12", value=None, **model):
    """One pad by constants; `declared` is the shape that the model knows."""
    declared = list(declared or shape)
    m = Model(name, **model)
    x = m.parameter(element, declared)
    scalar = None if value is None else m.const(element, value)
    m.result(m.pad(mode, x, low, high, padded_shape(declared, low, high), scalar,
                   opset))
    data = numbers(element, shape)
    return Case(m, [data], pad(data, low, high, mode, 0 if value is None else value),
                list(low) + list(high))


def tables():
    """The tables of both specifications, and each mode and sign."""
    for mode in MODES:
        yield simple(f"pad1_{mode}", mode, [0, 1], [2, 3], opset="opset1")
        yield simple(f"positive_{mode}", mode, [0, 1], [2, 3])
        yield simple(f"negative_{mode}", mode, [-1, -1], [-1, -1])
        yield simple(f"mixed_{mode}", mode, [2, -1], [-1, 3])
        yield simple(f"dynamic_{mode}", mode, [2, -1], [-1, 3], declared=[-1, -1])
        yield simple(f"nchw_{mode}", mode, [0, 0, 1, 2], [0, 0, 2, 1],
                     (1, 2, 3, 4), "f32", declared=[-1, 2, 3, -1], opset="opset11")


def elements():
    """Each element type, with a padding value and without."""
    for number, element in enumerate(sorted(set(TYPES) - {"nf4", "string"})):
        if element not in ("u2", "u3", "u6"):
            value = {"boolean": 1, "u1": 1}.get(element, 5)
            yield simple(f"value_{element}", "constant", [1, 0], [0, 2], (2, 3),
                         element, value=value)
        yield simple(f"type_{element}", MODES[number % 4], [1, 1], [0, 2], (2, 3),
                     element)


def values():
    """Padding values that are not constant, or not equal to zero by their bits
    alone."""
    m = Model("value_input")
    x, v = m.parameter("f32", [-1]), m.parameter("f32", [])
    m.result(m.pad("constant", x, [2], [1], [-1], v))
    data = numbers("f32", (3,))
    yield Case(m, [data, numpy.float32(7.5)], pad(data, [2], [1], "constant", 7.5), [2, 1])
    for name, value in (("nan", numpy.nan), ("minus_zero", -0.0)):
        yield simple(f"value_{name}", "constant", [1], [1], (2,), "f32",
                     value=numpy.float32(value))


def limits():
    """The most that modes allow, empty results and sources, ranks 0, 1 and 5."""
    yield simple("limit_reflect", "reflect", [2, 3], [2, 3], opset="opset1")
    yield simple("limit_symmetric", "symmetric", [3, 4], [3, 4], opset="opset1")
    yield simple("reflect_of_one", "reflect", [0], [0], (1,))
    yield simple("cropped_to_nothing", "edge", [-1, 0], [-2, 0])
    yield simple("cropped_beyond", "constant", [-2, 1], [-2, 1])
    yield simple("window_outside", "constant", [-5], [4], (3,))
    yield simple("empty_source", "constant", [2, 1], [1, 0], (0, 3))
    yield simple("empty_source_edge", "edge", [0, 1], [0, 1], (0, 3))
    yield simple("rank_0", "constant", [], [], ())
    yield simple("rank_5", "symmetric", [1, 0, 1, 0, 1], [0, 1, 0, 1, 0],
                 (2, 2, 2, 2, 2), "i8")
    yield simple("version_10", "edge", [1, 1], [1, 1], version=10)
    yield simple("opset_16", "reflect", [1, -1], [1, 2], opset="opset16")


def pads_at_run_time():
    for mode, element in product(MODES, ("i64", "i32")):
        m = Model(f"run_time_{mode}_{element}")
        x = m.parameter("f32", [-1, 4])
        begin, end = m.parameter(element, [2]), m.parameter(element, [2])
        m.result(m.pad(mode, x, begin, end, [-1, -1]))
        data, low, high = numbers("f32", (3, 4)), [2, -1], [-1, 3]
        dtype = TYPES[element][1]
        yield Case(m, [data, numpy.array(low, dtype), numpy.array(high, dtype)],
                   pad(data, low, high, mode), low + high)


def pads_of_unknown_number():
    """Pads whose shape the model does not say; the rank of the source does."""
    for mode in MODES:
        m = Model(f"open_{mode}")
        x = m.parameter("f32", [-1, 4])
        begin, end = m.parameter("i64", [-1]), m.parameter("i32", [-1])
        m.result(m.pad(mode, x, begin, end, [-1, -1]))
        data, low, high = numbers("f32", (3, 4)), [2, -1], [-1, 3]
        yield Case(m, [data, numpy.array(low), numpy.array(high, numpy.int32)],
                   pad(data, low, high, mode), low + high)


def computed(name, build, low, high, shape=(5, 7), declared=(-1, -1), mode="constant"):
    """`build` makes the values of pads_begin and pads_end from the model and its
    input."""
    m = Model("computed_" + name)
    x = m.parameter("f32", list(declared))
    begin, end = build(m, x)
    m.result(m.pad(mode, x, begin, end, [-1] * len(shape)))
    data = numbers("f32", shape)
    return Case(m, [data], pad(data, low, high, mode), low + high)


def computed_pads():
    """Pads that layers compute, as exporters write them."""
    def zeros(m):
        return m.const("i64", [0, 0])

    def to_multiple_of_8(m, x):
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        rest = m.op("Subtract", [m.const("i64", 8), shape], "i64", [2],
                    [("auto_broadcast", "numpy")])
        return zeros(m), rest

    def half_each(m, x):
        shape = m.op("ShapeOf", [x], "i32", [2], [("output_type", "i32")], "opset3")
        rest = m.op("Subtract", [m.const("i32", 9), shape], "i32", [2])
        half = m.op("Divide", [rest, m.const("i32", [2, 2])], "i32", [2],
                    [("m_pythondiv", "true")])
        return half, m.op("Subtract", [rest, half], "i32", [2])

    def divided_down(m, x):
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        over = m.op("Subtract", [m.const("i64", 4), shape], "i64", [2])
        half = m.op("Divide", [over, m.const("i64", 2)], "i64", [2])
        return half, zeros(m)

    def truncated(m, x):
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        over = m.op("Subtract", [m.const("i64", 4), shape], "i64", [2])
        half = m.op("Divide", [over, m.const("i64", 2)], "i64", [2],
                    [("m_pythondiv", "false")])
        return half, zeros(m)

    def gathered(m, x):
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        width = m.op("Gather", [shape, m.const("i64", [1]), m.const("i64", 0)],
                     "i64", [1], [("batch_dims", 0)], "opset8")
        less = m.op("Add", [width, m.const("i64", [-5])], "i64", [1])
        begin = m.op("Concat", [m.const("i64", [1]), less], "i64", [2], [("axis", 0)])
        return begin, m.op("Negative", [begin], "i64", [2])

    def sliced(m, x):
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        height = m.op("StridedSlice",
                      [shape] + [m.const("i64", [n]) for n in (0, 1, 1)], "i64", [],
                      [("begin_mask", "0"), ("end_mask", "0"), ("new_axis_mask", "0"),
                       ("shrink_axis_mask", "1"), ("ellipsis_mask", "0")])
        row = m.op("Unsqueeze", [height, m.const("i64", [0])], "i64", [1])
        both = m.op("Concat", [row, m.const("i64", [3])], "i64", [2], [("axis", -1)])
        return both, m.op("Slice", [both] + [m.const("i64", [n]) for n in (-1, -9, -1)],
                          "i64", [2], opset="opset8")

    def strided(m, source, first, last, step, shape, **masks):
        """A StridedSlice of one axis; masks that are set ignore their number."""
        data = [(f"{name}_mask", masks.get(name, 0))
                for name in ("begin", "end", "new_axis", "shrink_axis", "ellipsis")]
        return m.op("StridedSlice",
                    [source] + [m.const("i64", [n]) for n in (first, last, step)], "i64",
                    shape, data)

    def masked(m, x):
        pads = m.const("i64", [1, 2, 3, 4])
        return (strided(m, pads, 9, 2, 1, [2], begin=1),
                strided(m, pads, 2, 0, 1, [2], end=1))

    def masked_backwards(m, x):
        pads = m.const("i64", [4, 3, 2, 1])
        return (strided(m, pads, 1, 1, -1, [2], begin=1),
                strided(m, pads, 1, 2, -1, [2], end=1))

    def last_alone(m, x):
        pads = m.const("i64", [1, 2, 3])
        last = m.op("Unsqueeze", [strided(m, pads, -1, 0, 1, [], shrink_axis=1),
                                  m.const("i64", [0])], "i64", [1])
        both = m.op("Concat", [last, last], "i64", [2], [("axis", 0)])
        return both, zeros(m)

    def reshaped(m, x):
        """Zeros of a Reshape are extents of its input; a Slice has axes, a Split one
        that counts from the back."""
        table = m.const("i64", [[1, 2, 9], [3, 4, 9]])
        slices = [m.const("i64", [n]) for n in (0, 2, 1, 1)]
        rows = m.op("Slice", [table, *slices], "i64", [2, 2], opset="opset8")
        flat = m.op("Reshape", [rows, m.const("i64", [4])], "i64", [4],
                    [("special_zero", "false")])
        same = m.op("Reshape", [flat, m.const("i64", [0])], "i64", [4],
                    [("special_zero", "true")])
        return m.layer("Split", "opset1", [same, m.const("i64", -1)],
                       [("i64", [2]), ("i64", [2])], [("num_splits", 2)])

    def split(m, x):
        pads = m.const("i64", [1, 2, 3, 4])
        return m.layer("Split", "opset1", [pads, m.const("i64", 0)],
                       [("i64", [2]), ("i64", [2])], [("num_splits", 2)])

    def split_in_parts(m, x):
        pads = m.const("i32", [9, 1, 2, 3, 4])
        _, begin, end = m.layer(
            "VariadicSplit", "opset1",
            [pads, m.const("i64", 0), m.const("i64", [1, 2, -1])],
            [("i32", [1]), ("i32", [2]), ("i32", [2])])
        return begin, end

    def rearranged(m, x):
        pads = m.const("i64", [[1, 3], [2, 4]])
        turned = m.op("Transpose", [pads, m.const("i64", [1, 0])], "i64", [2, 2])
        flat = m.op("Reshape", [turned, m.const("i64", [-1])], "i64", [4],
                    [("special_zero", "false")])
        return m.layer("Split", "opset1", [flat, m.const("i64", 0)],
                       [("i64", [2]), ("i64", [2])], [("num_splits", 2)])

    def converted(m, x):
        wide = m.op("Convert", [m.const("u8", [1, 255])], "i8", [2],
                    [("destination_type", "i8")])
        end = m.op("Squeeze", [m.const("i64", [[2, 3]]), m.const("i64", [0])], "i64", [2])
        return wide, end

    def filled(m, x):
        begin = m.op("Broadcast", [m.const("i64", 2), m.const("i64", [2])], "i64", [2],
                     [("mode", "numpy")], "opset3")
        shape = m.op("ShapeOf", [x], "i64", [2], [("output_type", "i64")], "opset3")
        most = m.op("Maximum", [shape, m.const("i64", 6)], "i64", [2])
        least = m.op("Minimum", [most, m.const("i64", 3)], "i64", [2])
        return begin, m.op("Multiply", [least, m.const("i64", -1)], "i64", [2])

    yield computed("multiple", to_multiple_of_8, [0, 0], [3, 1], mode="reflect")
    yield computed("multiple_static", to_multiple_of_8, [0, 0], [3, 1], (5, 7), (5, 7))
    yield computed("half", half_each, [2, 1], [2, 1], mode="edge")
    yield computed("divided_down", divided_down, [-1, -2], [0, 0])
    yield computed("truncated", truncated, [0, -1], [0, 0])
    yield computed("gathered", gathered, [1, 2], [-1, -2], mode="symmetric")
    yield computed("sliced", sliced, [5, 3], [3, 5])
    yield computed("masked", masked, [1, 2], [3, 4])
    yield computed("masked_backwards", masked_backwards, [1, 2], [3, 4])
    yield computed("last_alone", last_alone, [3, 3], [0, 0])
    yield computed("reshaped", reshaped, [1, 2], [3, 4])
    yield computed("split", split, [1, 2], [3, 4], mode="edge")
    yield computed("split_in_parts", split_in_parts, [1, 2], [3, 4])
    yield computed("rearranged", rearranged, [1, 2], [3, 4])
    yield computed("converted", converted, [1, -1], [2, 3])
    yield computed("filled", filled, [2, 2], [-3, -3])


def graphs():
    """Shapes with ranges, layers in any order, pads of pads."""
    m = Model("ranges")
    x = m.parameter("f32", [-1, -1, -1], text="?,2..5,1..")
    m.result(m.pad("edge", x, [0, 1, 2], [1, 0, 0], [-1, -1, -1]))
    data = numbers("f32", (2, 3, 4))
    yield Case(m, [data], pad(data, [0, 1, 2], [1, 0, 0], "edge"), [0, 1, 2, 1, 0, 0])

    m = Model("unordered")
    x = m.parameter("f32", [4])
    m.result(m.pad("reflect", x, [1], [2], [7]))
    m.layers.reverse()
    data = numbers("f32", (4,))
    yield Case(m, [data], pad(data, [1], [2], "reflect"), [1, 2])

    m = Model("twice")
    x = m.parameter("u8", [3, -1])
    inner = m.pad("reflect", x, [2, 0], [0, 1], [5, -1])
    m.result(m.pad("symmetric", inner, [0, 3], [-1, 0], [4, -1]))
    data = numbers("u8", (3, 4))
    once = pad(data, [2, 0], [0, 1], "reflect")
    yield Case(m, [data], pad(once, [0, 3], [-1, 0], "symmetric"), [2, 0, 0, 1])


def body_cases():
    """The pads in the bodies of models, each on its own."""
    for model, pads in bodies():
        for p in pads:
            expected = pad(p.inputs[0], p.low, p.high, p.mode, p.value)
            yield Case(model, p.inputs, expected, p.low + p.high, p.node, p.form)


def cases():
    for family in (tables, elements, values, limits, pads_at_run_time, pads_of_unknown_number,
                   computed_pads, graphs, body_cases):
        yield from family()
