"""Writes ONNX models with functions: what they look like, what is wrong with them, and
small ones that ask for much.

usage: onnx_function_files.py FOLDER
"""

import os
import sys

import numpy as np
from onnx import AttributeProto, TensorProto, helper, numpy_helper

from onnx_function_models import DOMAIN, call, make_function, refer

FLOAT = TensorProto.FLOAT
node = helper.make_node
PADS = numpy_helper.from_array(np.int64([1, 2]), "pads")


def info(name, shape, element=FLOAT):
    value = helper.make_tensor_value_info(name, FLOAT, shape)
    value.type.tensor_type.elem_type = element
    return value


def save(folder, name, functions, nodes, inputs=None, outputs=None, **parts):
    graph = helper.make_graph(nodes, "g", inputs or [info("x", [4])],
                              outputs or [info("y", [7])], **parts)
    model = helper.make_model(graph, functions=functions, opset_imports=[
        helper.make_opsetid("", 19), helper.make_opsetid(DOMAIN, 1)])
    model.ir_version = 9
    with open(os.path.join(folder, name + ".onnx"), "wb") as file:
        file.write(model.SerializeToString())


def young(message, number, value):
    """`message` with a field that ONNX 1.12 does not have."""
    data = value if isinstance(value, bytes) else value.SerializeToString()
    assert len(data) < 128
    message.MergeFromString(bytes([number << 3 | 2, len(data)]) + data)
    return message


def structure(folder):
    """Names, places, types, versions, graphs in functions, overloads."""
    edge = node("Pad", ["a", "p"], ["b"], name="edge", mode="edge")
    inner = make_function("Inner", ["a", "p"], ["b"], [edge], 13)
    branch = helper.make_graph([node("Neg", ["a"], ["minus"]), node("Pad", ["minus", "p"], ["c"])],
                               "branch", [], [info("c", None)])
    outer = make_function(
        "Outer", ["c", "a", "p"], ["d", "e"],
        [node("If", ["c"], ["d"], name="if", then_branch=branch, else_branch=branch),
         call("Inner", ["a", "p"], ["e"], name="border"),
         node("Unknown", ["a"], ["f"], domain="example"),
         node("Relu", ["f"], ["g"])], 13)
    # The type of a value that no operator tells.
    young(outer, 12, info("f", [4]))
    small = young(make_function("Inner", ["a"], ["b"], [node("Neg", ["a"], ["b"])], 19), 13, b"small")
    chosen = young(call("Inner", ["x"], ["z"]), 8, b"small")
    save(folder, "structure", [outer, inner, small],
         [call("Outer", ["c", "x", "pads"], ["w", "y"], name="call"), chosen],
         [info("c", [], TensorProto.BOOL), info("x", [4])],
         [info("w", [7]), info("y", ["n"]), info("z", [4])], initializer=[PADS])


def errors(folder):
    pad = node("Pad", ["x", "pads"], ["y"], name="pad", mode="cubic")
    relu = node("Relu", ["x"], ["y"], name="relu")

    def function(*nodes, name="F", inputs=("x",), outputs=("y",), version=19, attributes=()):
        return make_function(name, list(inputs), list(outputs), list(nodes), version, attributes)

    def write(name, *functions, node=None, **parts):
        save(folder, "error-" + name, functions,
             [node or call("F", ["x"], ["y"], name="call")], **parts)

    write("mode", function(pad, inputs=["x", "pads"]), initializer=[PADS],
          node=call("F", ["x", "pads"], ["y"], name="call"))
    pad_of_four = function(node("Pad", ["x", "pads"], ["y"], name="pad"), inputs=["x", "pads"])
    save(folder, "limit", [pad_of_four], [call("F", ["x", "pads"], ["y"], name="call")],
         initializer=[PADS])
    # Names of the graph are not seen in a function.
    write("outer-name", function(pad), initializer=[PADS])
    write("inputs", function(relu), node=call("F", ["x", "x"], ["y"], name="call"))
    write("outputs", function(relu), node=call("F", ["x"], ["y", "z"], name="call"))
    write("undefined", function(relu), node=call("F", ["nothing"], ["y"], name="call"))
    write("no-output", function(relu, outputs=["z"]))
    write("input-twice", function(relu, inputs=["x", "x"]))
    write("output-twice", function(relu, outputs=["y", "y"]),
          node=call("F", ["x"], ["y", "y"], name="call"))
    write("twice", function(relu), function(relu))
    doubled = call("F", ["x"], ["y"], name="call", a=1)
    doubled.attribute.extend(doubled.attribute[:])
    write("attribute-twice", function(relu), node=doubled)
    write("reference", function(relu),
          node=refer(call("F", ["x"], ["y"], name="call"), a=(AttributeProto.INT, "a")))
    body = helper.make_graph([node("Neg", ["x"], ["z"])], "body", [], [info("z", [4])])
    choose = refer(node("If", ["x"], ["y"], name="choose"), then_branch=(AttributeProto.GRAPH, "body"))
    write("graph", function(choose, attributes=["body"]),
          node=call("F", ["x"], ["y"], name="call", body=body))
    write("constant", function(refer(node("Constant", [], ["y"], name="constant"),
                                     value_ints=(AttributeProto.INTS, "numbers"))))
    unversioned = function(relu)
    del unversioned.opset_import[:]
    write("no-version", unversioned)
    versions = function(relu)
    versions.opset_import.append(helper.make_opsetid("ai.onnx", 13))
    write("versions", versions)
    write("version", function(relu, version=0))
    write("itself", function(call("F", ["x"], ["y"])))
    write("cycle", function(call("G", ["x"], ["y"])),
          function(relu, node("If", ["x"], ["z"], then_branch=helper.make_graph(
              [call("H", ["x"], ["z"])], "body", [], [info("z", [4])])), name="G"),
          function(call("F", ["x"], ["y"]), name="H"))
    ring = [function(call(f"F{(i + 1) % 60}", ["x"], ["y"]), name=f"F{i}") for i in range(60)]
    write("long-cycle", function(call("F0", ["x"], ["y"])), *ring)
    write("damaged")
    damaged = function(relu).SerializeToString() + bytes([11 << 3 | 2, 3]) + b"\xff\xff\xff"
    assert len(damaged) < 128
    with open(os.path.join(folder, "error-damaged.onnx"), "ab") as file:
        # Field 25, the functions, by hand: a newer library reads all of a message that it takes.
        file.write(bytes([0xCA, 0x01, len(damaged)]) + damaged)


def hostile(folder):
    """Each of 64 functions calls the next one twice; 300 call one another in turn; one
    with much in it is called often, as are names that become long."""
    def level(i, calls):
        values = ["x"] + [f"v{k}" for k in range(calls - 1)] + ["y"]
        return make_function(f"F{i}", ["x"], ["y"],
                             [call(f"F{i + 1}", [a], [b]) for a, b in zip(values, values[1:])], 19)

    def write(name, functions, nodes):
        save(folder, "hostile-" + name, functions, nodes)

    first = [call("F0", ["x"], ["y"], name="call")]
    last = make_function("F64", ["x"], ["y"], [node("Relu", ["x"], ["y"])], 19)
    write("doubling", [level(i, 2) for i in range(64)] + [last], first)
    write("deep", [level(i, 1) for i in range(300)] +
          [make_function("F300", ["x"], ["y"], [node("Relu", ["x"], ["y"])], 19)], first)
    empty = make_function("F64", ["x"], ["x"], [], 19)
    write("empty", [level(i, 2) for i in range(64)] + [empty], first)

    def chain(count):
        values = ["x"] + [f"v{i}" for i in range(count - 1)] + ["y"]
        return [call("F0", [a], [b]) for a, b in zip(values, values[1:])]

    # 2,000 calls of 100,000 bytes, and of 100,000 results without a name.
    large = make_function("F0", ["x"], ["y"], [
        node("Relu", ["x"], ["y"]), node("O", [], ["z"], domain="d", s=b"0" * 100000)], 19)
    write("large", [large], chain(2000))
    wide = make_function("F0", ["x"], ["y"], [
        node("Relu", ["x"], ["y"]), node("O", [], [""] * 100000, domain="d")], 19)
    write("wide", [wide], chain(2000))
    many = make_function("F0", ["x"], ["y"], [
        node("Relu", ["x"], [f"y{i}"]) for i in range(999)] + [node("Relu", ["x"], ["y"])], 19)
    # Each of 1,000 nodes has a name of 1,000,000 characters.
    write("names", [many], [call("F0", ["x"], ["y"], name="n" * 1000000)])
    # A model that calls a function of many nodes once, and one of few nodes often.
    write("fits", [many, last], [call("F0", ["x"], ["a"])] +
          [call("F64", ["a"], [f"b{i}"]) for i in range(10000)] + [call("F64", ["a"], ["y"])])


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for writer in (structure, errors, hostile):
        writer(folder)


if __name__ == "__main__":
    main()
