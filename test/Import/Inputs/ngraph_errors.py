"""Writes functions of nGraph that are wrong, each file in one way, to a folder.

usage: ngraph_errors.py FOLDER
"""

import json
import sys
from pathlib import Path

from ngraph_json import Model

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def write(name, text):
    (folder / (name + ".json")).write_text(text)


def plain(low=(1, 1), high=(1, 1), shape=(3, 4), constant=None, parameter=None, **pad):
    m = Model("g")
    x = m.parameter("f32", list(shape), **(parameter or {}))
    v = m.const("f32", 0.0, **(constant or {}))
    m.result(m.node("Pad", [x, v], name="border", padding_below=list(low),
                    padding_above=list(high), **pad))
    return m


def edited(name, edit, model=None):
    """A good file after `edit` of its function."""
    functions = (model or plain()).functions()
    edit(functions[0])
    write(name, json.dumps(functions, indent=1))


def op(number, **members):
    """An edit that changes members of an op; None removes one."""
    def edit(function):
        for key, value in members.items():
            function["ops"][number][key] = value
            if value is None:
                del function["ops"][number][key]
    return edit


# Not JSON, or no functions of nGraph.
write("empty", "")
write("text", "no JSON")
write("unclosed", '[{"name": "g", "ops": [{"name": "a"')
(folder / "archive.json").write_bytes(b"\xc7\x71\0\0\0\0")
write("deep", "[" * 200000)
write("deep-member", '[{"name": "g", "ops": [], "x": ' + "[" * 300 + "]" * 300 + "}]")
write("number", "3")
write("no-function", "[]")
write("list-of-numbers", "[1]")
edited("no-ops", lambda f: f.pop("ops"))
edited("no-parameters", lambda f: f.pop("parameters"))
edited("no-result", lambda f: f.pop("result"))
two = plain().functions()
write("two-functions", json.dumps(two + two))

# Nodes.
edited("node-number", lambda f: f["ops"].append(7))
edited("node-without-name", op(0, name=None))
edited("node-without-op", op(2, op=None))
edited("node-twice", op(1, name="Parameter_0"))
edited("input-unknown", op(2, inputs=["nowhere", "Constant_1"]))
edited("input-number", op(2, inputs=[3, "Constant_1"]))
edited("input-index", op(2, inputs=[{"node": "Parameter_0", "index": 1}, "Constant_1"]))
edited("input-index-negative",
       op(2, inputs=[{"node": "Parameter_0", "index": -1}, "Constant_1"]))
edited("input-index-of-33-bits",
       op(2, inputs=[{"node": "Parameter_0", "index": 2 ** 32}, "Constant_1"]))
edited("inputs-text", op(2, inputs="Parameter_0"))
edited("outputs-number", op(2, outputs=1))
edited("cycle", op(2, inputs=["border", "Constant_1"]))
edited("parameter-constant", lambda f: f.update(parameters=["Constant_1"]))
edited("parameter-twice", lambda f: f["parameters"].append("Parameter_0"))
edited("parameter-unlisted", lambda f: f.update(parameters=[]))
edited("result-unknown", lambda f: f.update(result=["nowhere"]))
edited("result-index", lambda f: f.update(result=[{"node": "border", "index": 1}]))
edited("result-without-input", op(3, inputs=[]))
edited("no-type", op(0, element_type=None))
edited("unknown-type", op(0, element_type="float80"))
edited("bad-shape", op(0, shape=[3, -3]))
edited("huge-extent", op(0, shape=[3, 1e30]))

# Files that ask for more than they have.
def share_name(function):
    function["ops"][2]["friendly_name"] = "n" * 10000
    function["result"] *= 7000


edited("shared-name", share_name)

# Constants.
edited("no-value", op(1, value=None))
edited("value-count", op(1, value=["1", "2"]))
edited("value-of-nothing", op(1, shape=[0], value=["1"]))
edited("value-text", op(1, value=["one"]))
edited("value-range", op(1, element_type="int8_t", value=["128"]))
edited("value-sign", op(1, element_type="uint8_t", value=["-1"]))
edited("huge-shape", op(1, shape=[2 ** 40, 2 ** 40], value=["1", "2"]))
edited("dynamic-constant", op(1, shape=[None]))
edited("huge-splat", op(1, shape=[2 ** 62]))

# Pads.
edited("mode-4", op(2, pad_mode=4))
edited("mode-wrap", op(2, pad_mode="WRAP"))
edited("interior-of-edge", op(2, pad_mode=1, padding_interior=[0, 2]))
edited("interior-negative", op(2, padding_interior=[0, -2]))
edited("interior-rank", op(2, padding_interior=[1]))
edited("below-rank", op(2, padding_below=[1, 1, 1]))
edited("below-absent", op(2, padding_below=None))
edited("below-text", op(2, padding_below=["1", "1"]))
edited("below-of-64-bits", op(2, padding_below=2 ** 64 - 1), plain(shape=(4,)))
edited("below-of-64-bits-each", op(2, padding_below=[2 ** 64 - 1, 0]))
edited("negative-extent", op(2, padding_below=[-2, 0], padding_above=[-2, 0]))
edited("edge-of-nothing", op(2, pad_mode=1), plain(shape=(0, 4)))
edited("too-long", op(2, padding_below=[2 ** 63 - 1, 0]))
edited("version-2", op(2, op_version=2))
edited("inputs-of-version-1", op(2, op_version=1))
edited("value-type", op(1, element_type="double"))
edited("value-rank", op(1, shape=[1]))
edited("result-shape", op(2, output_shapes=[[9, 9]]))
edited("pad-in-body", lambda f: f["ops"].append(
    {"name": "loop", "op": "TensorIterator", "inputs": ["Parameter_0"],
     "outputs": ["loop_0"], "body": {"ops": [{"name": "inner", "op": "Pad"}]}}))


def replaced(name, old, new, edit=lambda function: None):
    """A good file after `edit`, with the text `old` replaced by `new`."""
    edited(name, edit)
    text = (folder / (name + ".json")).read_text()
    assert text.count(old) == 1, (name, text)
    write(name, text.replace(old, new))


# Numbers that are too large for their type.
edited("value-too-large", op(1, value=["1e400"]))
edited("value-number-too-large", op(1, value=[1e39]))
edited("value-too-large-half", op(1, element_type="float16", value=["-65520"]))
edited("value-too-large-byte", op(1, element_type="f8e4m3", value=["1e9"]))

# What small types lack of NaN, infinity, zero, sign, and large numbers.
for element, values in (("f4e2m1", ("nan", "inf", "7", "-1e9")),
                        ("f8e8m0", ("0", "-1", "inf", "1e39")),
                        ("f8e4m3", ("inf", "-infinity", "465"))):
    for value in values:
        edited(f"value-{element}-{value}", op(1, element_type=element, value=[value]))
