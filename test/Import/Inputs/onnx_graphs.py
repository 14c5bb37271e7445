"""Writes models that say less, or say it otherwise, than most: inputs with a default, nodes in
no order, types that are not known, names in other alphabets, and weights.

usage: onnx_graphs.py FOLDER
"""

import os
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
FOLDER = sys.argv[1]
node = helper.make_node


def info(name, shape=None, element=FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


def numbers(name, *values):
    return numpy_helper.from_array(numpy.int64(values), name)


def save(name, nodes, inputs, outputs, initializers=(), ir_version=8, graph="g", **parts):
    graph = helper.make_graph(nodes, graph, inputs, outputs, list(initializers))
    opsets = [helper.make_opsetid("", 13), helper.make_opsetid("com.example", 1)]
    model = helper.make_model(graph, opset_imports=opsets, **parts)
    model.ir_version = ir_version
    with open(os.path.join(FOLDER, name + ".onnx"), "wb") as file:
        file.write(model.SerializeToString())


def defaults():
    """A pad whose amounts are an input with a default, or, of IR version 3, a constant."""
    for version in (3, 4):
        save(f"default-{version}", [node("Pad", ["x", "pads"], ["y"], "pad", mode="edge")],
             [info("x", [4]), info("pads", [2], INT64)], [info("y", ["n"])],
             [numbers("pads", 1, 2)], version)


def open_types():
    """One pad of what an operator of another domain makes, one of an element of a sequence,
    one by pads that such an operator makes, a pad of the first one, and one that is known."""
    save("open-types", [
        node("Strange", ["x"], ["s"], "strange", domain="com.example"),
        node("Pad", ["s", "pads"], ["p"], "of_strange", mode="edge"),
        node("Pad", ["p", "pads"], ["q"], "of_that", mode="edge"),
        node("SplitToSequence", ["x"], ["parts"], "split"),
        node("SequenceAt", ["parts", "zero"], ["part"], "at"),
        node("Pad", ["part", "pads"], ["r"], "of_part", mode="edge"),
        node("Amounts", ["x"], ["amounts"], "amounts", domain="com.example"),
        node("Pad", ["x", "amounts"], ["t"], "by_strange", mode="edge"),
        node("Pad", ["x", "pads"], ["y"], "known", mode="edge"),
    ], [info("x", [4])], [info("q"), info("r"), info("t"), info("y", [7])],
         [numbers("pads", 1, 2), numpy_helper.from_array(numpy.int64(0), "zero")])


def readers():
    """Pads that a pad which crops first reads, that a node takes the shape of for other
    pads, and that a function reads; and names that are not of ASCII."""
    save("readers", [
        node("Pad", ["o", "a"], ["p"], "outer", mode="constant"),
        node("Pad", ["p", "b"], ["y"], "cropping", mode="edge"),
        node("Pad", ["x", "a"], ["q"], "measured", mode="constant"),
        node("Shape", ["q"], ["n"], "measure"),
        node("Sub", ["n", "less"], ["m"], "subtract"),
        node("Concat", ["none", "m"], ["d"], "list", axis=0),
        node("Pad", ["x", "d"], ["t"], "computed", mode="edge"),
        node("Conv", ["q", "w"], ["z"], "features"),
        node("Pad", ["x", "a"], ["r"], "called", mode="constant"),
        node("F", ["r"], ["v"], "call", domain="com.example"),
        node("Pad", ["x", "a"], ["u"], "r\u00e4nder/\u4fe1\u53f7\u0007\u202e", mode="edge"),
    ], [info("x", [1, 2, 4]), info("o", [1, 2, "n"])],
         [info(name) for name in "ytzvu"],
         [numbers("a", 0, 0, 1, 0, 0, 1), numbers("b", 0, 0, -1, 0, 0, 2),
          numbers("less", 1, 2, 5), numbers("none", 0, 0, 0),
          numpy_helper.from_array(numpy.ones((2, 2, 2), numpy.float32), "w")],
         functions=[helper.make_function("com.example", "F", ["a"], ["b"],
                                         [node("Relu", ["a"], ["b"], "inner")],
                                         [helper.make_opsetid("", 13)])])


os.makedirs(FOLDER, exist_ok=True)
for write in (defaults, open_types, readers):
    write()
