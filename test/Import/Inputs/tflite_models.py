"""TFLite models with pads, each with inputs and the result that docs/Semantics.md and
TFLite's kernels give them."""

from itertools import product

import numpy

from oracle import pad
from tflite_file import PACKED, TYPES, Model

QUANTIZED = " of quantized elements"
FORMS = [f"`{op}`{what}" for what in ("", QUANTIZED) for op in ("PAD", "PADV2", "MIRROR_PAD")]
FORMS += ["`STABLEHLO_PAD`", "`DILATE`"]
MIRRORS = {"reflect": 0, "symmetric": 1}
# The bits of 5.0 in types that numpy does not have.
FIVE = {"bf16": 0x40A0, "f8e4m3": 0x4A, "f8e5m2": 0x45, "bool": 1, "i2": 1}


class Case:
    """`pads` are the numbers by which the first pad of the model pads. With `node`, it is
    the pad of that node that runs, in a function called `name`."""

    def __init__(self, model, op, inputs, expected, pads, quantized=False, node=None,
                 name=None):
        self.model, self.inputs, self.expected = model, inputs, expected
        self.pads, self.node, self.name = pads, node, name or model.name
        self.form = f"`{op}`{QUANTIZED if quantized else ''}"


def numbers(element, shape):
    """Distinct small elements, as they are in memory."""
    limit = 2 if element == "bool" else 2 ** min(PACKED.get(element, 8), 7)
    count = int(numpy.prod(shape))
    return ((numpy.arange(count) * 3 + 1) % limit).astype(TYPES[element][1]).reshape(shape)


def rows(low, high):
    return numpy.array(list(zip(low, high))).reshape(len(low), 2)


def padded_shape(shape, low, high):
    return [-1 if d == -1 else d + l + h for d, l, h in zip(shape, low, high)]


def build(graph, op, source, low, high, result, value=None, mode="constant",
          paddings="i32", quantized=None, value_is=None, **border):
    """Adds a pad to `graph`: `paddings` is the type of its constant paddings, or the
    tensor that they are; `result` are the element type and shape of what it computes."""
    if isinstance(paddings, str):
        paddings = graph.const(paddings, rows(low, high))
    inputs = [source, paddings]
    if value is not None:
        value = graph.const(result[0], value, quantized=value_is)
    if value_is == "omitted":
        value = -1
    if value is not None:
        inputs.append(value)
    padded = graph.tensor(*result, quantized=quantized, **border)
    options = (MIRRORS[mode],) if op == "MIRROR_PAD" else ()
    return graph.op(op, inputs, [padded], options)


def simple(name, op, low, high, shape=(3, 4), element="f32", mode="constant", value=None,
           input_is=None, result_is=None, value_is=None, expected_value=None, source=None,
           result=None, paddings="i32", by_padc=False):
    """One pad by constants. `source` and `result` are fields of the two tensors beyond
    their shapes; `..._is` says how tensors are quantized. `by_padc`, the pad is taken out
    of the model, so that its source has a rank."""
    m = Model(name)
    m.element = element
    source, result = dict(source or {}), dict(result or {})
    x = m.input(element, source.pop("shape", list(shape)), "x", quantized=input_is, **source)
    claimed = result.pop("shape", padded_shape(shape, low, high))
    m.output(build(m, op, x, low, high, (element, claimed), value, mode, paddings, result_is,
                   value_is, name=f"{name}_", **result))
    data = numbers(element, shape)
    if expected_value is None:
        expected_value = 0 if value is None else value
    is_quantized = any(isinstance(one, tuple) for one in (input_is, result_is))
    return Case(m, op, [data], pad(data, low, high, mode, expected_value),
                list(low) + list(high), is_quantized, *[f"{name}_"] * 2 * by_padc)


def elements():
    """Each element type by each op."""
    for element in TYPES:
        if element in ("string", "resource", "variant"):
            continue
        five = FIVE.get(element, 5)
        yield simple(f"type_{element}", "PAD", [1, 0], [0, 2], element=element)
        yield simple(f"value_{element}", "PADV2", [0, 1], [2, 1], element=element, value=five)
        mode = list(MIRRORS)[TYPES[element][0] % 2]
        yield simple(f"mirror_{element}", "MIRROR_PAD", [2, 1], [1, 3], element=element,
                     mode=mode)


def quantized():
    """What quantized tensors are padded with."""
    for element, points in ("u8", (0, 3, 255)), ("i8", (0, -128, -7)), ("i16", (0, 5)):
        for point in points:
            same = (0.5, point)
            name = f"{element}_{point}".replace("-", "minus_")
            yield simple(f"zero_point_{name}", "PAD", [0, 1], [2, 1], element=element,
                         input_is=same, result_is=same, expected_value=point)
        yield simple(f"requantized_{element}", "PADV2", [1, 1], [0, 1], element=element,
                     value=9, input_is=same, result_is=same, value_is=same)
        for mode in MIRRORS:
            yield simple(f"quantized_{mode}_{element}", "MIRROR_PAD", [1, 2], [2, 1],
                         element=element, mode=mode, input_is=(0.25, 3), result_is=(0.25, 3))
    # Without a zero point, signed elements need no quantized input, and others never do.
    yield simple("only_result_i8", "PAD", [0, 1], [2, 1], element="i8", result_is=(0.5, 0))
    yield simple("only_result_u8", "PAD", [0, 1], [2, 1], element="u8", result_is=(0.5, 7),
                 expected_value=7)
    yield simple("other_result_i8", "PAD", [0, 1], [2, 1], element="i8", input_is=(0.5, 1),
                 result_is=(0.25, -3), expected_value=-3)
    # Others are padded with zero, whatever they stand for.
    yield simple("wide_i32", "PAD", [0, 1], [2, 1], element="i32", input_is=(0.5, 7),
                 result_is=(0.5, 7))
    yield simple("value_of_other_scale_i32", "PADV2", [0, 1], [2, 1], element="i32", value=4,
                 input_is=(0.5, 7), result_is=(0.5, 7), value_is=(0.25, 1))


def shapes():
    """Shapes that the model knows in part, and ranks."""
    for mode in ("constant", *MIRRORS):
        op = "PAD" if mode == "constant" else "MIRROR_PAD"
        low, high, shape = [0, 1, 2], [1, 0, 1], (2, 3, 4)
        # As converters write a batch of any size.
        batch = {"signature": [-1, 3, 4]}, {"signature": [-1, 4, 7]}
        yield simple(f"batch_{mode}", op, low, high, shape, mode=mode,
                     source={"shape": [1, 3, 4], **batch[0]},
                     result={"shape": [2, 4, 7], **batch[1]})
        unknown = {"shape": [-1, 3, -1]}, {"shape": [-1, -1, -1]}
        yield simple(f"unknown_{mode}", op, low, high, shape, mode=mode, source=unknown[0],
                     result=unknown[1])
        # The rank is that of the paddings.
        yield simple(f"unranked_{mode}", op, low, high, shape, mode=mode,
                     source={"shape": None}, result={"shape": None}, by_padc=True)
        yield simple(f"unranked_result_{mode}", op, low, high, shape, mode=mode,
                     result={"shape": [], "has_rank": False})
        yield simple(f"rank_6_{mode}", op, [0, 1, 0, 0, 1, 1], [1, 0, 0, 1, 0, 1],
                     (2, 2, 1, 3, 2, 2), "i16", mode=mode)
    yield simple("scalar", "PAD", [], [], (), "f32")
    yield simple("scalar_mirror", "MIRROR_PAD", [], [], (), "i32", mode="reflect")
    yield simple("empty", "PADV2", [2, 1], [1, 1], (0, 2), "i32", value=7)
    yield simple("nothing", "PAD", [0, 0], [0, 0])
    yield simple("far", "PADV2", [90, 1], [3, 200], value=-0.0)
    yield simple("limit_reflect", "MIRROR_PAD", [2, 3], [2, 3], mode="reflect")
    yield simple("limit_symmetric", "MIRROR_PAD", [3, 4], [3, 4], mode="symmetric")
    yield simple("negative_zero", "PADV2", [1, 0], [0, 1], value=-0.0)


def inputs():
    """Paddings and padding values, constant and at run time."""
    for mode, paddings in product(("constant", *MIRRORS), ("i32", "i64")):
        op = "PADV2" if mode == "constant" else "MIRROR_PAD"
        m = Model(f"run_time_{mode}_{paddings}")
        m.element = "f32"
        x, p = m.input("f32", [-1, 4]), m.input(paddings, [2, 2])
        inputs = [x, p] + ([m.input("f32", [])] if op == "PADV2" else [])
        y = m.tensor("f32", [-1, -1], "border")
        m.output(m.op(op, inputs, [y], (MIRRORS[mode],) if op == "MIRROR_PAD" else ()))
        data, low, high = numbers("f32", (3, 4)), [2, 1], [1, 3]
        given = [numpy.array(rows(low, high), TYPES[paddings][1])]
        if op == "PADV2":
            given.append(numpy.float32(2.5))
        yield Case(m, op, [data, *given], pad(data, low, high, mode, 2.5), low + high)

    for paddings in "i8", "i16", "i64":
        yield simple(f"paddings_{paddings}", "PAD", [1, 0], [0, 100], element="u8",
                     paddings=paddings)
    # How many there are, only the rank of the source says.
    for name, shape in ("open", [-1, 2]), ("unranked", None):
        m = Model(f"paddings_{name}")
        m.element = "i8"
        x, p = m.input("i8", [3, -1]), m.input("i32", shape)
        node = f"{m.name}_"
        m.output(m.op("PAD", [x, p], [m.tensor("i8", None, node)]))
        data, low, high = numbers("i8", (3, 2)), [1, 0], [2, 1]
        yield Case(m, "PAD", [data, rows(low, high).astype(numpy.int32)], pad(data, low, high),
                   low + high, node=node, name=node)

    # Both ops take two inputs or three.
    yield simple("pad_of_value", "PAD", [1, 0], [0, 1], element="i32", value=5)
    yield simple("padv2_without_value", "PADV2", [1, 0], [0, 1], element="i32")
    yield simple("omitted", "PADV2", [1, 0], [0, 1], element="u8", value_is="omitted",
                 result_is=(0.5, 6), expected_value=6)
    yield simple("value_in_a_list", "PADV2", [1, 0], [0, 1], value=[[2.5]],
                 expected_value=2.5)
    m = Model("list_at_run_time")
    m.element = "c64"
    x, v = m.input("c64", [3]), m.input("c64", [1, 1])
    p = m.const("i32", rows([1], [2]))
    m.output(m.op("PADV2", [x, p, v], [m.tensor("c64", [6], "border")]))
    data = numbers("c64", (3,)) * (1 - 2j)
    yield Case(m, "PADV2", [data.astype(numpy.complex64), numpy.complex64([[3 + 4j]])],
               pad(data.astype(numpy.complex64), [1], [2], value=3 + 4j), [1, 2])


def interiors():
    """What pads between elements, by lists and by dilations."""
    def finish(m, op, sources, options, low, high, interior, shape, seen, value, given=()):
        data = numbers(m.element, shape)
        expected = pad(data, low, high, value=value, interior=interior)
        result = [-1 if d == -1 else n for d, n in zip(seen, expected.shape)]
        m.output(m.op(op, sources, [m.tensor(m.element, result, "border")], options))
        return Case(m, op, [data, *given], expected, list(low) + list(high))

    for number, (element, seen, low, high, interior) in enumerate((
            ("f32", [3, 4], [1, 0], [0, 2], [0, 0]), ("f32", [3, 4], [0, -1], [1, -2], [2, 1]),
            ("i8", [-1, 4], [2, 1], [-1, 0], [0, 3]), ("i64", [3, -1], [-9, 1], [2, 1], [1, 0]),
            ("f16", [3, 4], [0, 0], [0, 0], [1, 1]))):
        m = Model(f"stablehlo_{number}")
        m.element = element
        x, v = m.input(element, seen), m.const(element, 5)
        yield finish(m, "STABLEHLO_PAD", [x, v], (low, high, interior), low, high, interior,
                     (3, 4), seen, 5)
    for number, (element, seen, dilations) in enumerate((
            ("f32", [3, 4], [1, 2]), ("i32", [-1, 4], [3, 1]), ("i8", [3, -1], [2, 5]))):
        m = Model(f"dilate_{number}")
        m.element = element
        x, v = m.input(element, seen), m.const(element, [7])
        yield finish(m, "DILATE", [x, m.const("i32", dilations), v], (), [0, 0], [0, 0],
                     [d - 1 for d in dilations], (3, 4), seen, 7)
    m = Model("dilate_at_run_time")
    m.element = "f32"
    x, d, v = m.input("f32", [-1, -1]), m.input("i32", [2]), m.input("f32", [])
    yield finish(m, "DILATE", [x, d, v], (), [0, 0], [0, 0], [1, 2], (3, 4), [-1, -1], 2.5,
                 [numpy.array([2, 3], numpy.int32), numpy.float32(2.5)])


def files():
    """Several pads, other subgraphs, and data behind the tables."""
    m = Model("twice")
    m.element = "i32"
    x = m.input("i32", [3, -1])
    once = build(m, "MIRROR_PAD", x, [2, 0], [0, 1], ("i32", None), mode="reflect", name="a")
    m.output(build(m, "PADV2", once, [0, 1], [1, 0], ("i32", None), 8, name="b"))
    data = numbers("i32", (3, 4))
    yield Case(m, "MIRROR_PAD", [data], pad(pad(data, [2, 0], [0, 1], "reflect"), [0, 1],
                                            [1, 0], value=8), [2, 0, 0, 1])

    case = simple("outside", "PADV2", [1, 2], [0, 1], element="i64", value=2 ** 40)
    case.model.outside = 2048
    yield case

    # What calls the other subgraphs is no pad; padc takes the pad of one of them.
    m = Model("loop")
    m.element = "i32"
    x = m.input("i32", [3], "x")
    m.output(m.op("WHILE", [x], [m.tensor("i32", [-1], "y")], (1, 2)))
    condition, body = m.subgraph("condition"), m.subgraph("body")
    condition.output(condition.op("RELU", [condition.input("i32", [-1])],
                                  [condition.tensor("bool", [], "less")]))
    b = body.input("i32", [-1])
    body.output(build(body, "PADV2", b, [1], [2], ("i32", [-1]), 4, name="border"))
    data = numbers("i32", (3,))
    yield Case(m, "PADV2", [data], pad(data, [1], [2], value=4), [1, 2], node="body/border",
               name="body_border")


def cases():
    for family in (elements, quantized, shapes, inputs, interiors, files):
        yield from family()
