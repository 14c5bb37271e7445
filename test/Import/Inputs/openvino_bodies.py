"""OpenVINO models whose bodies pad, each with what its pads run with."""

import numpy

from openvino_ir import Model

# Of the type of the layer: how docs/FrontEnds.md calls a pad in its body.
BODY_FORMS = {kind: f"`Pad` in a body of `{kind}`" for kind in ("TensorIterator", "Loop", "If")}


class BodyPad:
    """The pad of node `node` in a body of a layer of type `kind`: `inputs` are the arrays
    that it runs with, the source first."""

    def __init__(self, node, kind, mode, inputs, low, high, value=0):
        self.node, self.mode = node, mode
        self.form, self.inputs = BODY_FORMS[kind], inputs
        self.low, self.high, self.value = low, high, value


def source(shape):
    return numpy.arange(1, 1 + numpy.prod(shape), dtype=numpy.float32).reshape(shape)


def iterator():
    m = Model("iterator")
    x = m.parameter("f32", [3, 4])
    body = m.body()
    y = body.parameter("f32", [3, 4])
    body.result(body.pad("edge", y, [1, 0], [0, 1], [4, 5], name="inner"))
    m.result(m.layer(
        "TensorIterator", "opset1", [x], [("f32", [4, 5])], name="iterator",
        inner='<port_map><input external_port_id="0" internal_layer_id="0"/>'
        '<output external_port_id="1" internal_layer_id="4" axis="0"/></port_map>'
        '<back_edges><edge from-layer="4" from-port="0" to-layer="0" to-port="0"/>'
        "</back_edges>" + body.body_text("body")))
    return m, [BodyPad("inner", "TensorIterator", "edge", [source((3, 4))], [1, 0], [0, 1])]


def branches(name="branches", is_swapped=False):
    """A pad in either branch; the second reads its numbers from outside. Swapped, the
    file has the second one first."""
    m = Model(name)
    condition = m.parameter("boolean", [], name="condition")
    x = m.parameter("f32", [3, -1], name="x")
    amounts = m.parameter("i64", [2], name="amounts")
    first = m.body()
    y = first.parameter("f32", [3, -1])
    first.result(first.pad("reflect", y, [1, 2], [0, -1], [4, -1], name="mirror"))
    second = m.body()
    y, pads = second.parameter("f32", [3, -1]), second.parameter("i64", [2])
    second.result(second.pad("symmetric", y, pads, [1, 0], [-1, -1], name="fold"))
    texts = [first.body_text("then_body"), second.body_text("else_body")]
    m.result(m.layer(
        "If", "opset8", [condition, x, amounts], [("f32", [-1, -1])], name="choose",
        inner='<then_port_map><input external_port_id="1" internal_layer_id="0"/>'
        '<output external_port_id="3" internal_layer_id="4"/></then_port_map>'
        '<else_port_map><input external_port_id="1" internal_layer_id="0"/>'
        '<input external_port_id="2" internal_layer_id="1"/>'
        '<output external_port_id="3" internal_layer_id="4"/></else_port_map>'
        + "".join(reversed(texts) if is_swapped else texts)))
    data = source((3, 4))
    return m, [
        BodyPad("mirror", "If", "reflect", [data], [1, 2], [0, -1]),
        BodyPad("fold", "If", "symmetric", [data, numpy.int64([-1, 3])], [-1, 3], [1, 0]),
    ]


def loop():
    """A Loop that pads by constants and by its iteration, and a pad in an If of its
    body."""
    m = Model("loop")
    count, go = m.parameter("i64", []), m.parameter("boolean", [])
    x = m.parameter("f32", [-1, 4], name="x")
    body = m.body()
    iteration = body.parameter("i64", [1], name="iteration")
    y = body.parameter("f32", [-1, 4])
    end = body.op("Concat", [iteration, body.const("i64", [2])], "i64", [2],
                  [("axis", 0)])
    grown = body.pad("constant", y, [1, 0], [3, 2], [-1, 6], body.const("f32", 2.5),
                     name="grow")
    slid = body.pad("edge", grown, [0, -1], end, [-1, -1], name="slide")
    stay = body.const("boolean", 1)
    inner = body.body()
    z = inner.parameter("f32", [-1, -1])
    inner.result(inner.pad("edge", z, [0, -1], [2, 0], [-1, -1], name="deep"))
    other = body.body()
    other.result(other.parameter("f32", [-1, -1]))
    cut = body.layer(
        "If", "opset8", [stay, slid], [("f32", [-1, -1])],
        inner='<then_port_map><input external_port_id="1" internal_layer_id="0"/>'
        '<output external_port_id="2" internal_layer_id="4"/></then_port_map>'
        '<else_port_map><input external_port_id="1" internal_layer_id="0"/>'
        '<output external_port_id="2" internal_layer_id="1"/></else_port_map>'
        + inner.body_text("then_body") + other.body_text("else_body"))
    results = body.result(cut), body.result(stay)
    m.result(m.layer(
        "Loop", "opset5", [count, go, x], [("f32", [-1, 4])], name="repeat",
        inner='<port_map><input external_port_id="-1" internal_layer_id="0" '
        'purpose="current_iteration"/><input external_port_id="2" internal_layer_id="1"/>'
        f'<output external_port_id="3" internal_layer_id="{results[0]}"/>'
        f'<output external_port_id="-1" internal_layer_id="{results[1]}" '
        'purpose="execution_condition"/></port_map>'
        f'<back_edges><edge from-layer="{results[0]}" to-layer="1"/></back_edges>'
        + body.body_text("body")))
    return m, [
        BodyPad("grow", "Loop", "constant", [source((3, 4))], [1, 0], [3, 2], 2.5),
        BodyPad("slide", "Loop", "edge", [source((3, 6)), numpy.int64([3])], [0, -1],
                [3, 2]),
        BodyPad("deep", "If", "edge", [source((2, 5))], [0, -1], [2, 0]),
    ]


def bodies():
    """Each model, and its pads."""
    yield iterator()
    yield branches()
    yield loop()
