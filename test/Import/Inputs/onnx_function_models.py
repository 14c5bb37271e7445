"""ONNX models whose pads are in functions of the model, and what they compute."""

import itertools

import numpy
from onnx import AttributeProto, ModelProto, helper

import onnx_computed_pads
import onnx_pad_models
from onnx_pad_models import Model

DOMAIN = "test.functions"


def finish(model, name, functions, nodes, version):
    """The bytes of `model` with `nodes`, which call `functions`; the operators of the
    graph are of `version`."""
    proto = ModelProto.FromString(model.bytes)
    model.name = proto.graph.name = name
    model.graph_opset = version
    del proto.graph.node[:], proto.opset_import[:]
    proto.graph.node.extend(nodes)
    proto.functions.extend(functions)
    proto.opset_import.extend([helper.make_opsetid("", version), helper.make_opsetid(DOMAIN, 1)])
    proto.ir_version = max(proto.ir_version, 8)
    model.bytes = proto.SerializeToString()
    return model


def make_function(name, inputs, outputs, nodes, version, attributes=()):
    return helper.make_function(
        DOMAIN, name, inputs, outputs, nodes,
        [helper.make_opsetid("", version), helper.make_opsetid(DOMAIN, 1)], attributes)


def call(function, inputs, outputs, **attributes):
    return helper.make_node(function, inputs, outputs, domain=DOMAIN, **attributes)


def refer(node, **attributes):
    """Gives `node` attributes that are those of the function around it."""
    for name, (kind, parameter) in attributes.items():
        node.attribute.add(name=name, type=kind, ref_attr_name=parameter)
    return node


def with_default(function, attribute):
    """`function` with a default of an attribute, a field that ONNX 1.12 does not have."""
    message = attribute.SerializeToString()
    assert len(message) < 128
    function.MergeFromString(bytes([11 << 3 | 2, len(message)]) + message)
    return function


def outline(model, version):
    """All nodes of `model` in a function, which sees the names of the graph as inputs."""
    graph = ModelProto.FromString(model.bytes).graph
    names = [value.name for value in [*graph.input, *graph.initializer]]
    function = make_function("All", names, ["y"], graph.node, model.opset)
    return finish(model, f"function_{model.name}_{version}", [function],
                  [call("All", names, ["y"])], version)


def pad_of_attributes():
    """Pads and mode are attributes of the function."""
    constant = refer(helper.make_node("Constant", [], ["p"]),
                     value_ints=(AttributeProto.INTS, "pads"))
    node = refer(helper.make_node("Pad", ["x", "p", "v", "a"], ["y"]),
                 mode=(AttributeProto.STRING, "mode"))
    return make_function("Border", ["x", "v", "a"], ["y"], [constant, node], 19,
                         ["pads", "mode"])


def attributes_given(mode, numbers, optional):
    """The call gives the attributes, and leaves out optional inputs."""
    model = Model("given", 19, "FLOAT", (3, 4), ("n", 4))
    axes = [1] if "axes" in optional else None
    given = model.initializer(numpy.int64(axes)) if axes else ""
    model.scalar = 0
    value = model.padding_value("initializer") if "value" in optional else ""
    expected = model.finish(numbers, "p", mode, value or None, axes, given)
    inputs = ["x", value, given]
    while not inputs[-1]:
        inputs.pop()
    node = call("Border", inputs, ["y"], pads=numbers)
    if mode != "constant":
        node.attribute.append(helper.make_attribute("mode", mode))
    name = f"function_given_{mode}_{'_'.join(optional)}"
    return finish(expected, name, [pad_of_attributes()], [node], 19)


def attributes_by_default(form):
    """Attributes that no call gives have defaults; one that is given has none."""
    model = Model("default", 19, "INT32", (3, 4), ("n", "m"))
    numbers = {"default": [1, 0, 2, 1], "given": [0, 1, 0, 2]}[form]
    expected = model.finish(numbers, "p", "edge")
    function = pad_of_attributes()
    del function.attribute[:]
    with_default(function, helper.make_attribute("pads", [1, 0, 2, 1]))
    with_default(function, helper.make_attribute("mode", "edge"))
    given = {"pads": numbers} if form == "given" else {}
    return finish(expected, f"function_default_{form}", [function],
                  [call("Border", ["x"], ["y"], **given)], 19)


def nested(depth):
    """A function calls the next one with its own attributes, down to a pad; another
    pad of other attributes crops what it adds."""
    model = Model("nested", 19, "DOUBLE", (4, 3), (4, "m"))
    expected = model.finish([1, 2, 0, 1], "p", "reflect")
    functions = [pad_of_attributes()]
    for level in range(depth):
        node = refer(call(functions[-1].name, ["x"], ["y"]),
                     pads=(AttributeProto.INTS, "pads"), mode=(AttributeProto.STRING, "mode"))
        functions.append(make_function(f"Level{level}", ["x"], ["y"], [node], 18 + level % 2,
                                       ["pads", "mode"]))
    last = functions[-1].name
    nodes = [call(last, ["x"], ["wide"], pads=[3, 1, 2, 4], mode="constant"),
             call(last, ["wide"], ["same"], pads=[-3, -1, -2, -4]),
             call(last, ["same"], ["y"], pads=[1, 2, 0, 1], mode="reflect")]
    # A function may come before or after those that it calls.
    return finish(expected, f"function_nested{depth}", functions[::-1 if depth % 2 else 1],
                  nodes, 19)


def swapped():
    """Names inside of a function are not those outside, and the second of two results
    is asked for."""
    model = Model("swapped", 13, "FLOAT", (2, 3))
    model.nodes.append(helper.make_node("Constant", [], ["p"], value_ints=[0, 1, 2, 0]))
    expected = model.finish([0, 1, 2, 0], "p", "edge")
    nodes = [helper.make_node("Neg", ["p"], ["x"]),
             helper.make_node("Neg", ["x"], ["pads"]),
             helper.make_node("Pad", ["y", "pads"], ["wide"], mode="edge")]
    function = make_function("Swap", ["p", "y"], ["x", "wide"], nodes, 13)
    return finish(expected, "function_swapped", [function],
                  [expected.nodes[0], call("Swap", ["p", "x"], ["", "y"])], 13)


def every_function():
    for model in itertools.islice(onnx_pad_models.every_opset(), 0, None, 5):
        # The function's own version counts, whatever that of the model is.
        yield outline(model, model.opset)
    for model in itertools.islice(onnx_pad_models.every_opset(), 0, None, 7):
        yield outline(model, 19 if model.opset != 19 else 10)
    for model in itertools.islice(onnx_computed_pads.every_chain(), 0, None, 6):
        yield outline(model, model.opset)
    for mode, optional in itertools.product(["constant", "edge", "reflect", "wrap"],
                                            [[], ["value"], ["axes"], ["value", "axes"]]):
        yield attributes_given(mode, [1, 2] if "axes" in optional else [1, 0, 0, 2], optional)
    yield attributes_by_default("default")
    yield attributes_by_default("given")
    for depth in (1, 2, 30):
        yield nested(depth)
    yield swapped()
