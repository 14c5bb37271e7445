"""nGraph functions with pads, each with inputs and the result that
docs/Semantics.md gives them."""

from itertools import product

import numpy

from ngraph_json import TYPES, Model, form_of
from oracle import pad

MODES = ["constant", "edge", "reflect", "symmetric"]
FORMS = [form_of("Pad", 0), form_of("Pad", 1), form_of("DynPad")]
# Each way in which serializers wrote a mode.
SPELLINGS = {"number": MODES.index, "upper": str.upper, "lower": str.lower}


class Case:
    """`pads` are the numbers by which the first pad of the model pads."""

    def __init__(self, model, inputs, expected, pads):
        self.model, self.inputs, self.expected = model, inputs, expected
        self.pads, self.node, self.form = pads, None, model.form
        self.name = model.name


def numbers(element, shape):
    """Distinct small elements, as they are in memory."""
    dtype = TYPES[element][1]
    limit = 2 if element == "boolean" else 120
    count = int(numpy.prod(shape))
    return ((numpy.arange(count) * 3 + 1) % limit).astype(dtype).reshape(shape)


def version_0(name, low, high, mode="constant", shape=(3, 4), element="i32",
              declared=None, interior=None, value=0, spelling="number",
              result_node=True, parameter=None, constant=None, pad_members=None):
    m = Model(name)
    x = m.parameter(element, list(declared or shape), **(parameter or {}))
    v = m.const(element, value, **(constant or {}))
    members = {"padding_below": low, "padding_above": high, **(pad_members or {})}
    if interior is not None:
        members["padding_interior"] = interior
    if spelling is not None:
        members["pad_mode"] = SPELLINGS[spelling](mode)
    m.result(m.node("Pad", [x, v], **members), result_node)
    data = numbers(element, shape)
    return Case(m, [data], pad(data, low, high, mode, value, interior), low + high)


def modes():
    """Each mode in each spelling, each sign; reflect and symmetric repeat."""
    for mode, spelling in product(MODES, SPELLINGS):
        yield version_0(f"mode_{mode}_{spelling}", [0, 1], [2, 3], mode,
                        spelling=spelling)
    for mode in MODES:
        yield version_0(f"mixed_{mode}", [2, -1], [-1, 3], mode)
        yield version_0(f"negative_{mode}", [-1, -1], [-1, -1], mode)
        yield version_0(f"wide_{mode}", [7, 9], [8, 11], mode)
        yield version_0(f"dynamic_{mode}", [7, -1], [-1, 9], mode, declared=[-1, -1])
    yield version_0("mode_absent", [1, 2], [0, 1], spelling=None, value=42)
    yield version_0("reflect_of_one", [3], [2], "reflect", (1,))


def interiors():
    """Padding between neighbours, in constant mode."""
    yield version_0("interior_example", [1, 2], [1, 0], shape=(3, 3), value=42,
                    interior=[1, 2], spelling=None)
    yield version_0("interior_cropped", [-2, 1], [1, -3], value=7, interior=[2, 1])
    yield version_0("interior_dynamic", [-2, 1], [1, -3], value=7, interior=[2, 1],
                    declared=[-1, -1])
    yield version_0("interior_of_one", [1], [1], shape=(1,), value=7, interior=[5])
    yield version_0("interior_of_none", [2, 1], [1, 0], shape=(0, 2), value=7,
                    interior=[3, 1])
    yield version_0("interior_zero", [1, 1], [0, 0], "edge", interior=[0, 0])


def elements():
    """Each element type, in each way in which files say it."""
    for element in TYPES:
        value = 1 if element == "boolean" else 5
        if element == "bf16":
            # The bits of 5.0.
            case = version_0("type_bf16", [1, 0], [0, 2], element=element)
            case.model.ops[1]["value"] = ["5"]
            case.expected = pad(case.inputs[0], [1, 0], [0, 2], "constant", 0x40A0)
            yield case
            continue
        yield version_0(f"type_{element}", [1, 0], [0, 2], element=element,
                        value=value)
    described = {"element_type": {"bitwidth": 32, "is_real": True, "is_signed": True,
                                  "is_quantized": False, "c_type_string": "float"}}
    yield version_0("type_object", [1], [1], "symmetric", (3,), "f32",
                    parameter=described, constant=described)
    yield version_0("type_short", [1], [1], shape=(3,), element="f32", value=9,
                    parameter={"element_type": "f32"},
                    constant={"element_type": "f32"})


def spellings():
    """Shapes, values, results and references as different versions write them."""
    m = Model("value_type")
    m.element = "i32"
    x = m.node("Parameter", value_type={"element_type": "int32_t", "shape": [3]})
    m.parameters.append(x)
    v = m.node("Constant", value_type={"element_type": "int32_t", "shape": []},
               value=["4"])
    m.result(m.node("Pad", [x, v], padding_below=[1], padding_above=[0],
                    padding_interior=[0]), node=False)
    yield Case(m, [numbers("i32", (3,))], pad(numbers("i32", (3,)), [1], [0], value=4),
               [1, 0])

    yield version_0("shape_minus_one", [1, 0], [0, 1], "edge",
                    parameter={"shape": [-1, 4]})
    yield version_0("value_number", [1, 0], [0, 1], value=6, constant={"value": 6})
    yield version_0("value_numbers", [1, 0], [0, 1], element="f32", value=6.5,
                    constant={"value": [6.5]})
    yield version_0("value_infinite", [1, 0], [0, 1], element="f32",
                    value=-numpy.inf, constant={"value": ["-inf"]})
    yield version_0("legacy_result", [1, 0], [0, 1], "edge", result_node=False)

    m = Model("references")
    x = m.parameter("f64", [4], friendly_name="image")
    v = m.const("f64", 0.5)
    p = m.node("Pad", [{"node": x, "index": 0}, v], padding_below=[2],
               padding_above=[1], friendly_name="border")
    m.result({"node": p, "index": 0})
    m.ops.reverse()
    yield Case(m, [numbers("f64", (4,))],
               pad(numbers("f64", (4,)), [2], [1], value=0.5), [2, 1])

    m = Model("twice")
    x = m.parameter("u8", [3, -1])
    v = m.const("u8", 0)
    once = m.node("Pad", [x, v], padding_below=[2, 0], padding_above=[0, 1],
                  pad_mode="REFLECT")
    m.result(m.node("Pad", [once, v], padding_below=[0, 9], padding_above=[-1, 0],
                    pad_mode="SYMMETRIC"))
    data = numbers("u8", (3, 4))
    yield Case(m, [data], pad(pad(data, [2, 0], [0, 1], "reflect"), [0, 9], [-1, 0],
                              "symmetric"), [2, 0, 0, 1])


def version_1():
    """Pads as inputs: constants, dynamic ones, computed ones."""
    for mode in MODES:
        m = Model(f"version_1_{mode}")
        x = m.parameter("f32", [3, 4])
        low, high = m.const("i64", [2, -1]), m.const("i64", [-1, 6])
        m.result(m.node("Pad", [x, low, high, m.const("f32", 2.5)], op_version=1,
                        type_info={"name": "Pad", "version": 1},
                        attribute_visitor=True, pad_mode=mode.upper()))
        data = numbers("f32", (3, 4))
        yield Case(m, [data], pad(data, [2, -1], [-1, 6], mode, 2.5), [2, -1, -1, 6])

        for op, members in (("Pad", {"op_version": 1}), ("DynPad", {})):
            m = Model(f"run_time_{op}_{mode}")
            x = m.parameter("f32", [-1, 4])
            low, high = m.parameter("i64", [2]), m.parameter("i64", [2])
            v = m.parameter("f32", [])
            m.result(m.node(op, [x, low, high, v], pad_mode=mode, **members))
            pads = [numpy.array(p, numpy.int64) for p in ([2, -1], [-1, 6])]
            yield Case(m, [data, *pads, numpy.float32(2.5)],
                       pad(data, [2, -1], [-1, 6], mode, 2.5), [2, -1, -1, 6])

    for mode in MODES:
        m = Model(f"open_{mode}")
        x = m.parameter("f32", [-1, 4])
        low, high = m.parameter("i64", [-1]), m.parameter("i32", [-1])
        m.result(m.node("Pad", [x, low, high, m.const("f32", 2.5)], op_version=1,
                        pad_mode=mode))
        pads = [numpy.array([2, -1]), numpy.array([-1, 6], numpy.int32)]
        yield Case(m, [data, *pads], pad(data, [2, -1], [-1, 6], mode, 2.5), [2, -1, -1, 6])

    m = Model("version_1_no_value")
    x = m.parameter("i16", [3])
    m.result(m.node("Pad", [x, m.const("i64", [1]), m.const("i64", [2])], op_version=1,
                    pad_mode="constant"))
    yield Case(m, [numbers("i16", (3,))], pad(numbers("i16", (3,)), [1], [2]), [1, 2])

    # All numbers equal: the file has one of them.
    m = Model("version_1_splat")
    x = m.parameter("i16", [3, 2])
    same = m.node("Constant", element_type="int64_t", shape=[2], value=["2"])
    m.result(m.node("Pad", [x, same, same], op_version=1, pad_mode="REFLECT"))
    data = numbers("i16", (3, 2))
    yield Case(m, [data], pad(data, [2, 2], [2, 2], "reflect"), [2, 2, 2, 2])

    # Numbers without sign that have the highest bit.
    m = Model("version_1_unsigned")
    x = m.parameter("i16", [3])
    m.result(m.node("Pad", [x, m.const("u8", [200]), m.const("u8", [128])], op_version=1,
                    pad_mode="EDGE"))
    data = numbers("i16", (3,))
    yield Case(m, [data], pad(data, [200], [128], "edge"), [200, 128])

    m = Model("every_second")
    x = m.parameter("f32", [3, 4])
    low = m.node("StridedSlice", [m.const("i64", [1, 9, 2]), m.const("i64", [0]),
                                  m.const("i64", [3]), m.const("i64", [2])],
                 begin_mask=[0], end_mask=[0])
    m.result(m.node("Pad", [x, low, low], op_version=1, pad_mode="EDGE"))
    data = numbers("f32", (3, 4))
    yield Case(m, [data], pad(data, [1, 2], [1, 2], "edge"), [1, 2, 1, 2])

    m = Model("computed")
    x = m.parameter("f32", [-1, -1])
    pads = m.const("i64", [[1, 3], [2, 4]])
    rows = m.node("Transpose", [pads, m.const("i64", [1, 0])])
    flat = m.node("Reshape", [rows, m.const("i64", [4])])
    low = m.node("StridedSlice", [flat, m.const("i64", [0]), m.const("i64", [2])],
                 begin_mask=[0], end_mask=[0])
    shape = m.node("ShapeOf", [x])
    turned = m.node("Gather", [shape, m.const("i64", [1, 0]), m.const("i64", 0)])
    high = m.node("Subtract", [turned, m.const("i64", [5, 5])])
    m.result(m.node("Pad", [x, low, high], op_version=1, pad_mode="EDGE"))
    data = numbers("f32", (5, 7))
    yield Case(m, [data], pad(data, [1, 2], [2, 0], "edge"), [1, 2, 2, 0])


def cases():
    for family in (modes, interiors, elements, spellings, version_1):
        yield from family()
