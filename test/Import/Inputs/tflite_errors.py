"""Writes TFLite models that are wrong, each file in one way, to a folder.

usage: tflite_errors.py FOLDER
"""

import sys
from pathlib import Path

from tflite_file import Model, Numbers, Scalar, Table, quantization
from tflite_models import build, rows

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


def plain(name, op="PAD", low=(1, 1), high=(1, 1), element="f32", shape=(3, 4), result=None,
          input_is=None, **pad):
    m = Model(name)
    x = m.input(element, list(shape), "x", quantized=input_is)
    result = result or (element, [-1] * len(shape))
    m.output(build(m, op, x, low, high, result, name="border", **pad))
    return m


def change(name, edit, model=None):
    """A good model after `edit` has changed it."""
    m = model or plain(name)
    edit(m)
    m.write(folder)


def write(name, data):
    (folder / (name + ".tflite")).write_bytes(data)


# Not TFLite, or not of this version.
good = plain("good").serialize()
write("empty", b"")
write("text", b"no flatbuffer at all")
write("identifier", good.replace(b"TFL3", b"TFL2"))
write("cut-off", good[:-40])
write("only-a-head", good[:8])
write("root-outside", b"\xff\xff\xff\x7f" + good[4:])
change("old-version", lambda m: setattr(m, "version", 2))
change("no-subgraph", lambda m: m.subgraphs.clear(), Model("no-subgraph"))

# One list of numbers that all of many operators have, one that all tensors have, and a name of
# many results.
m = plain("shared-inputs")
m.operators += [Table({0: Scalar("I", 0), 1: Numbers("i", [0] * 6000)})] * 6000
m.write(folder)
m = plain("shared-scales")
m.tensors[0][4] = quantization([0.5] * 3000, [0] * 3000)
m.operators[0][1] = Numbers("i", [0] * 3000)
m.write(folder)
m = plain("shared-name")
m.tensors[0][3] = "n" * 20000
m.outputs += [0] * 20000
m.write(folder)

# Numbers of what the model does not have.
change("no-operator-code", lambda m: m.operators[0].update({0: Scalar("I", 7)}))
change("no-input-tensor", lambda m: m.operators[0].update({1: Numbers("i", [0, 9])}))
change("no-output-tensor", lambda m: m.operators[0].update({2: Numbers("i", [-1])}))
change("no-graph-input", lambda m: m.inputs.append(99))
change("no-graph-output", lambda m: m.outputs.append(-1))
change("no-buffer", lambda m: m.tensors[1].update({2: Scalar("I", 44)}))
change("no-type", lambda m: m.tensors[0].update({1: Scalar("b", 99)}))

# Tensors.
change("negative-dimension", lambda m: m.tensors[0].update({0: Numbers("i", [3, -2])}))
change("other-signature", lambda m: m.tensors[0].update({7: Numbers("i", [-1])}))
change("input-twice", lambda m: m.inputs.append(0))
change("computed-twice", lambda m: m.operators.append(m.operators[0]))
change("computes-an-input", lambda m: m.operators[0].update({2: Numbers("i", [0])}))
change("never-computed", lambda m: m.op("ABS", [m.tensor("f32", [2], "nothing")],
                                        [m.tensor("f32", [2])]))
change("computed-later", lambda m: m.operators.reverse() or m.outputs.append(
    m.op("ABS", [2], [m.tensor("f32", [5, 6])])) or m.operators.reverse())
change("data-too-short", lambda m: m.buffers[1].update({0: Numbers("B", bytes(15))}))
change("data-too-long", lambda m: m.buffers[1].update({0: Numbers("B", bytes(17))}))
change("data-overflow", lambda m: m.tensors[1].update({0: Numbers("i", [2 ** 31 - 1] * 4)}))
change("data-of-unknown-shape", lambda m: m.tensors[1].update({0: Numbers("i", [2, -1])}))
m = plain("data-outside")
m.outside = 2048
data = m.serialize()
write("data-outside", data[:-1])

# Pads.
for op in "PAD", "PADV2", "MIRROR_PAD":
    plain(f"negative-{op}", op, (0, -1), mode="reflect").write(folder)
plain("negative-behind", high=(-2, 0)).write(folder)
m = Model("dilation-of-nothing")
m.output(build(m, "DILATE", m.input("f32", [3, 4], "x"), None, None, ("f32", [-1, -1]), [7],
               paddings=m.const("i32", [1, 0]), name="border"))
m.write(folder)
for mode, most in ("reflect", 3), ("symmetric", 4):
    plain(f"limit-{mode}", "MIRROR_PAD", (0, most + 1), mode=mode).write(folder)
    plain(f"limit-behind-{mode}", "MIRROR_PAD", (0, 0), (0, most + 1), mode=mode).write(folder)
plain("mirror-of-nothing", "MIRROR_PAD", (1, 0), (0, 0), shape=(0, 2), mode="symmetric").write(
    folder)
change("no-mode", lambda m: (m.operators[0].pop(3), m.operators[0].pop(4)),
       plain("no-mode", "MIRROR_PAD", mode="reflect"))
change("other-mode", lambda m: m.operators[0][4].update({0: Scalar("b", 2)}),
       plain("other-mode", "MIRROR_PAD", mode="reflect"))
change("no-paddings", lambda m: m.operators[0].update({1: Numbers("i", [0])}))
change("omitted-paddings", lambda m: m.operators[0].update({1: Numbers("i", [0, -1])}))
change("four-inputs", lambda m: m.operators[0].update({1: Numbers("i", [0, 1, -1, -1])}))
change("mirror-of-value", lambda m: m.operators[0].update({1: Numbers("i", [0, 1, -1])}),
       plain("mirror-of-value", "MIRROR_PAD", mode="reflect"))
plain("rank", low=(1, 1, 1), high=(1, 1, 1)).write(folder)


def reshape_paddings(m):
    m.tensors[1][0] = Numbers("i", [4])


change("paddings-in-a-list", reshape_paddings)
change("paddings-of-three", lambda m: m.operators[0].update(
    {1: Numbers("i", [0, m.const("i32", [[1, 1, 1], [1, 1, 1]])])}))
for element in "f32", "u8":
    plain(f"paddings-{element}", paddings=element).write(folder)
plain("too-long", low=(2 ** 63 - 1, 0), paddings="i64").write(folder)
plain("result-extent", result=("f32", [9, 6])).write(folder)
plain("result-rank", result=("f32", [-1])).write(folder)
plain("result-type", result=("f16", [-1, -1])).write(folder)
for element in "string", "resource", "variant":
    plain(f"elements-{element}", element=element).write(folder)

# Padding values.
change("value-type", lambda m: m.operators[0].update(
    {1: Numbers("i", [0, 1, m.const("f64", 1)])}))
change("value-count", lambda m: m.operators[0].update(
    {1: Numbers("i", [0, 1, m.const("f32", [1, 1])])}))
change("value-unknown-count", lambda m: m.operators[0].update(
    {1: Numbers("i", [0, 1, m.input("f32", [-1])])}))
same = (0.5, 3)
for element, value_is in ("u8", (0.25, 3)), ("i8", (0.5, 4)), ("i16", None):
    plain(f"value-of-other-scale-{element}", "PADV2", element=element, value=5, input_is=same,
          quantized=same, value_is=value_is).write(folder)

# Quantization.
for element, point in ("u8", -1), ("u8", 256), ("i8", 128), ("i16", 2 ** 40):
    plain(f"zero-point-{element}-{point}", element=element, input_is=(0.5, point),
          quantized=(0.5, point)).write(folder)


for element in "i8", "i16":
    plain(f"only-result-quantized-{element}", element=element, quantized=same).write(folder)


def quantize(name, parameters):
    change(name, lambda m: m.tensors[2].update({4: parameters}),
           plain(name, element="i8", input_is=same))


quantize("by-axis", quantization([0.5, 0.25], [0, 1], 1))
quantize("by-details", quantization([0.5], [3], details=1))
