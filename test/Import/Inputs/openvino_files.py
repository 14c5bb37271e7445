"""Writes every model of OpenVINO that the tests execute to a folder, and three with
what is not executed: layers that are no pads, bodies, and constants alone.

usage: openvino_files.py FOLDER
"""

import sys
from pathlib import Path

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

body = Model("body")
y = body.parameter("f32", [3, 4])
body.result(body.pad("edge", y, [1, 0], [0, 1], [4, 5], name="inner"))
m = Model("iterator")
x = m.parameter("f32", [3, 4])
m.data = body.data
m.result(m.layer(
    "TensorIterator", "opset1", [x], [("f32", [4, 5])], name="iterator",
    inner='<port_map><input external_port_id="0" internal_layer_id="0"/>'
    '<output external_port_id="1" internal_layer_id="4" axis="0"/></port_map>'
    '<back_edges><edge from-layer="4" from-port="0" to-layer="0" to-port="0"/></back_edges>'
    "<body><layers>" + "".join(body.layers) + "</layers><edges>" + "".join(body.edges)
    + "</edges></body>"))
m.write(folder)

# More elements than a byte has, and bytes of booleans that are neither 0 nor 1.
m = Model("constants")
for element, numbers in (("u1", [1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1]), ("u4", [1, 15, 7, 8, 2]),
                         ("i4", [1, 15, 7]), ("boolean", [0, 1, 2, 255]),
                         ("i64", [[1, -1], [2 ** 40, 3]])):
    m.result(m.const(element, numbers))
m.write(folder)
