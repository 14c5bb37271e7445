"""Writes OpenVINO IR that is wrong, each file in one way, to a folder.

usage: openvino_errors.py FOLDER
"""

import sys
from pathlib import Path

from openvino_ir import Model

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def plain(name, mode="constant", low=(1, 1), high=(1, 1), shape=(3, 4),
          element="f32", value=None, result=None, **pad):
    m = Model(name)
    x = m.parameter(element, list(shape))
    scalar = value and m.const(*value)
    result = result or [-1] * len(shape)
    m.result(m.pad(mode, x, list(low), list(high), result, scalar, name="border", **pad))
    return m


def edit(name, old, new, model=None):
    """A good file with `old` replaced by `new`."""
    m = model or plain(name)
    path = m.write(folder)
    text = path.read_text()
    assert old in text, (name, old)
    path.write_text(text.replace(old, new, 1))


def write(name, text):
    (folder / (name + ".xml")).write_text(text)


# Not XML, or not OpenVINO IR.
write("empty", "")
write("text", "no XML")
write("unclosed", '<net name="g" version="11"><layers>')
write("other-root", "<model/>")
write("old-version", '<net name="g" version="7"><layers/></net>')
write("no-layers", '<net name="g" version="11"/>')
write("deep", '<net version="11">' + "<layers>" * 100000)
write("deep-closed", '<net version="11">' + "<a>" * 100000 + "</a>" * 100000 + "</net>")
bodies = ('<net version="11">' + '<layers><layer id="0" name="loop" type="Loop"><body>' * 40
          + "<layers/>" + "</body></layer></layers>" * 40 + "</net>")
write("deep-bodies", bodies)

# Layers and ports.
edit("layer-without-id", 'id="1" name', 'name')
edit("layer-id-too-large", 'layer id="1"', 'layer id="99999999999999999999"')
edit("layer-id-negative", 'layer id="1"', 'layer id="-1"')
edit("layer-id-twice", 'layer id="1"', 'layer id="0"')
edit("layer-without-type", 'type="Pad"', "")
edit("port-id-twice", '<port id="1" precision="I64">', '<port id="0" precision="I64">')
edit("unknown-precision", '"FP32">\n<dim>-1', '"FP33">\n<dim>-1')
edit("bad-dimension", "<dim>-1</dim>", "<dim>-2</dim>")
edit("huge-dimension", "<dim>-1</dim>", "<dim>9223372036854775808</dim>")
edit("bad-range", 'shape="3,4"', 'shape="3,4..x"')
edit("other-shape", 'shape="3,4"', 'shape="3,5"')
edit("other-type", 'element_type="f32"', 'element_type="f16"')


# Edges.
edit("edge-from-nowhere", 'from-layer="0"', 'from-layer="77"')
edit("edge-from-no-port", 'from-layer="0" from-port="0"', 'from-layer="0" from-port="5"')
edit("edge-to-no-port", 'to-port="2"', 'to-port="9"')
edit("edge-twice", "</edges>",
     '<edge from-layer="0" from-port="0" to-layer="3" to-port="0"/></edges>')
edit("edge-missing", '<edge from-layer="2" from-port="0" to-layer="3" to-port="2"/>', "")
edit("edge-without-port", 'from-port="0"', "")
edit("edge-from-result", "</layer>\n</layers>",
     '<output><port id="1" precision="FP32"/></output></layer>\n'
     '<layer id="9" name="last" type="Result" version="opset1">'
     '<input><port id="0"/></input></layer></layers>')
text = (folder / "edge-from-result.xml").read_text()
write("edge-from-result", text.replace(
    "</edges>", '<edge from-layer="4" from-port="1" to-layer="9" to-port="0"/></edges>'))
edit("cycle", '<edge from-layer="0" from-port="0"', '<edge from-layer="3" from-port="3"')

# Constants.
edit("offset-too-large", 'offset="16"', 'offset="17"')
edit("offset-overflow", 'offset="16"', 'offset="18446744073709551615"')
edit("size-too-small", 'size="16"', 'size="15"')
edit("size-too-large", 'size="16"', 'size="18446744073709551615"')
edit("count-overflow", 'shape="2" offset', 'shape="4294967296,4294967296,4294967296" offset',
     plain("count-overflow"))
edit("count-and-port-overflow", "<dim>2</dim>", "<dim>4294967296</dim>" * 3)
text = (folder / "count-and-port-overflow.xml").read_text()
write("count-and-port-overflow", text.replace('shape="2"', 'shape="4294967296,4294967296,4294967296"', 1))
# Elements of two bits, which versions of OpenVINO pack in different ways.
plain("packed-u2", element="u2", value=("u2", 1)).write(folder)
plain("no-binary").write(folder)
(folder / "no-binary.bin").unlink()
plain("linked-binary").write(folder)
(folder / "linked-binary.bin").unlink()
(folder / "linked-binary.bin").symlink_to("/etc/passwd")
plain("directory-binary").write(folder)
(folder / "directory-binary.bin").unlink()
(folder / "directory-binary.bin").mkdir()

# Pads.
for mode in ("constant", "edge", "reflect", "symmetric"):
    plain(f"pad1-negative-{mode}", mode, (0, -1), opset="opset11").write(folder)
plain("reflect-limit", "reflect", (0, 4)).write(folder)
plain("reflect-limit-end", "reflect", (0, 0), (3, 0), opset="opset1").write(folder)
plain("symmetric-limit", "symmetric", (0, 5)).write(folder)
plain("edge-of-nothing", "edge", (1, 0), (0, 0), (0, 3)).write(folder)
plain("wrap", "wrap").write(folder)
plain("no-opset", opset="extension").write(folder)
plain("rank", "edge", (1, 1, 1)).write(folder)
plain("value-unused", "edge", value=("f32", 1)).write(folder)
plain("value-type", value=("f64", 1)).write(folder)
plain("value-rank", value=("f32", [1])).write(folder)
plain("string", element="string").write(folder)
plain("nf4", element="nf4").write(folder)
plain("result-extent", result=[9, 6]).write(folder)
plain("result-rank", result=[-1]).write(folder)
plain("too-long", low=(2 ** 63 - 1, 0)).write(folder)
plain("least-integer", low=(-2 ** 63, 0)).write(folder)
edit("no-mode", '<data pad_mode="constant"/>', "")
m = Model("unknown-length")
x, begin = m.parameter("f32", ["..."]), m.parameter("i64", [-1])
m.result(m.pad("edge", x, begin, begin, ["..."], name="border"))
m.write(folder)
m = Model("float-pads")
x, begin = m.parameter("f32", [3, 4]), m.parameter("f32", [2])
m.result(m.pad("edge", x, begin, begin, [-1, -1], name="border"))
m.write(folder)
m = Model("division-by-zero")
x = m.parameter("f32", [3, 4])
pads = m.op("Divide", [m.const("i64", [1, 1]), m.const("i64", [0, 1])], "i64", [2],
            [("m_pythondiv", "false")])
m.result(m.pad("edge", x, pads, pads, [-1, -1], name="border"))
m.write(folder)
m = Model("element-behind-all")
x = m.parameter("f32", [3, 4])
element = m.op("StridedSlice", [m.const("i64", n) for n in ([1, 2], [2 ** 63 - 1], [0])],
               "i64", [], [("shrink_axis_mask", "1")])
pads = m.op("Broadcast", [element, m.const("i64", [2])], "i64", [2])
m.result(m.pad("edge", x, pads, pads, [-1, -1], name="border"))
m.write(folder)
m = Model("no-input")
x = m.parameter("f32", [3, 4])
m.result(m.layer("Pad", "opset12", [x], [("f32", [3, 4])], [("pad_mode", "edge")], "border"))
m.write(folder)
m = Model("unknown-body")
x = m.parameter("f32", [3, 4])
m.result(m.layer("Custom", "opset1", [x], [("f32", [3, 4])], name="custom",
                 inner="<graph><layers/></graph>"))
m.write(folder)
m = Model("body-limit")
body = plain("body", "reflect", (0, 4))
x = m.parameter("f32", [3, 4])
m.data = body.data
m.result(m.layer(
    "TensorIterator", "opset1", [x], [("f32", [-1, -1])], name="iterator",
    inner='<port_map><input external_port_id="0" internal_layer_id="0"/></port_map>'
    "<body><layers>" + "".join(body.layers) + "</layers><edges>" + "".join(body.edges)
    + "</edges></body>"))
m.write(folder)
edit("body-port", 'internal_layer_id="0"', 'internal_layer_id="3"', m)
(folder / "body-limit.xml").rename(folder / "body-port.xml")
m.write(folder)
m = Model("shared-name")
x = m.parameter("f32", [3, 4], name="n" * 10000)
for _ in range(7000):
    m.result(x)
m.write(folder)
