"""Writes every model of OpenVINO that the tests execute to a folder, and five with
what is not executed: layers that are no pads, the branches of an If in the other order,
constants alone, pads that are rounded, and 30,000 layers in one line.

usage: openvino_files.py FOLDER
"""

import sys
from pathlib import Path

from openvino_bodies import branches
from openvino_ir import Model
from openvino_models import cases

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for case in cases():
    case.model.write(folder)

m = Model("network")
x = m.parameter("f32", [1, 3, -1, -1], name="image", names="in\\,put,alias")
p = m.pad("reflect", x, [0, 0, 1, 1], [0, 0, 1, 1], [1, 3, -1, -1], name="border")
w = m.const("f32", [[[[1.0]]]] * 1)
conv = m.op("Convolution", [p, w], "f32", [1, 1, -1, -1],
            [("strides", "1,1"), ("auto_pad", "explicit")])
m.result(conv)
m.write(folder)

model, _ = branches("swapped", is_swapped=True)
model.write(folder)

# More elements than a byte has, and bytes of booleans that are neither 0 nor 1.
m = Model("constants")
for element, numbers in (("u1", [1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1]), ("u4", [1, 15, 7, 8, 2]),
                         ("u2", [1, 2, 3]),
                         ("i4", [1, 15, 7]), ("boolean", [0, 1, 2, 255]),
                         ("i64", [[1, -1], [2 ** 40, 3]])):
    m.result(m.const(element, numbers))
m.write(folder)

m = Model("rounded")
x = m.parameter("f32", [4, 5])
amounts = m.const("f32", [0.5, 1.5])
begin, end = (m.op("Convert", [m.op(kind, [amounts], "f32", [2])], "i64", [2],
                   [("destination_type", "i64")]) for kind in ("Ceiling", "Floor"))
m.result(m.pad("edge", x, begin, end, [5, 8]))
m.write(folder)

m = Model("line")
x = m.parameter("f32", [4])
for _ in range(30000):
    x = m.op("Relu", [x], "f32", [4])
m.result(m.pad("edge", x, [1], [1], [6], name="border"))
path = m.write(folder)
path.write_text(path.read_text().replace("\n", " "))
