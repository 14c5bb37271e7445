"""Writes every model of TFLite that the tests execute to a folder, and some with what is
not executed: operators that are no pads, constants, and subgraphs.

usage: tflite_files.py FOLDER
"""

import sys
from pathlib import Path

import numpy

from tflite_file import Model, Scalar, Table
from tflite_models import build, cases

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for case in cases():
    case.model.write(folder)

# A border of zeros that several operators read. Those of TFLite have no paddings of their
# own but what VALID and SAME mean.
m = Model("network")
x = m.input("f32", [1, 8, 8, 3], "image", signature=[-1, 8, 8, 3])
border = build(m, "PAD", x, [0, 1, 1, 0], [0, 1, 1, 0], ("f32", [-1, 10, 10, 3]), name="border")
weights = m.const("f32", numpy.ones((1, 3, 3, 3)), name="weights")
for kind in "CONV_2D", "DEPTHWISE_CONV_2D", "AVERAGE_POOL_2D", "MAX_POOL_2D", "RELU", "CUSTOM":
    inputs = [border, weights, -1] if "CONV" in kind else [border]
    m.output(m.op(kind, inputs, [m.tensor("f32", [-1, -1, -1, -1], kind.lower())],
                  custom="FlexPad:0" if kind == "CUSTOM" else None))
m.op("CUSTOM", [border], [], custom="PAD")
m.op("STABLEHLO_CBRT", [x], [m.tensor("f32", None, "root")])
m.write(folder)

# Subgraphs that call others, of one name and of none; one is called in a circle.
m = Model("subgraphs")
x = m.input("i32", [2], "x")
for kind, options in (("IF", (1, 2)), ("WHILE", (3, 0)), ("CALL_ONCE", (2,)), ("CALL", (1,))):
    m.op(kind, [x], [m.tensor("i32", None, kind.lower())], options)
for name in "branch", "branch", "":
    graph = m.subgraph(name)
    y = graph.input("i32", [-1], "x")
    graph.output(build(graph, "PAD", y, [1], [1], ("i32", [-1]), name=""))
m.write(folder)

# How elements lie in the file, and what is not read.
m = Model("constants")
for element, numbers in (("i4", [1, 15, 7]), ("u4", [[1, 15], [8, 2]]), ("i2", [1, 2, 3, 0, 1]),
                         ("bool", [0, 1, 2]), ("i64", [[1, -1], [2 ** 40, 3]]), ("f16", 0.5),
                         ("bf16", [0x40A0]), ("c64", [1 + 2j]), ("u64", [2 ** 64 - 1])):
    m.output(m.const(element, numbers))
m.output(m.tensor("f32", [0, 3], data=b""))
# Field 5 is `is_variable`, and field 6 `sparsity`.
m.output(m.tensor("i32", [2, 2], data=bytes(12), f6=Table()))
m.output(m.tensor("string", [1], data=b"\1\0\0\0abc"))
m.output(m.tensor("f32", [2], name="state", f5=Scalar("B", 1)))
m.write(folder)
