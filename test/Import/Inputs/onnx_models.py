"""Writes the ONNX models of the tests of the importer.

usage: onnx_models.py FOLDER [NAME...]   (all models without names)
"""

import os
import sys

import numpy as np
from onnx import AttributeProto, TensorProto, helper, numpy_helper

# The numbers of the element types; those above 16 are younger than the library.
TYPES = (
    "FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 STRING BOOL FLOAT16 DOUBLE UINT32"
    " UINT64 COMPLEX64 COMPLEX128 BFLOAT16 FLOAT8E4M3FN FLOAT8E4M3FNUZ FLOAT8E5M2"
    " FLOAT8E5M2FNUZ UINT4 INT4 FLOAT4E2M1 FLOAT8E8M0 UINT2 INT2"
).split()
CODES = {name: number for number, name in enumerate(TYPES, 1)}

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def info(name, element=FLOAT, shape=None):
    """The name and type of a value; without a shape its rank is unknown."""
    value = helper.make_tensor_value_info(name, FLOAT, shape)
    value.type.tensor_type.elem_type = element
    return value


def save(folder, name, nodes, inputs, outputs, opset=13, graph="g", **parts):
    """Writes a model of one graph."""
    model = helper.make_model(
        helper.make_graph(nodes, graph, inputs, outputs, **parts),
        opset_imports=[helper.make_opsetid("", opset)],
    )
    model.ir_version = 8
    with open(os.path.join(folder, name + ".onnx"), "wb") as file:
        file.write(model.SerializeToString())


def raw_tensor(name, code, dims, data):
    tensor = TensorProto(name=name, data_type=code, raw_data=data)
    tensor.dims.extend(dims)
    return tensor


def element_types(folder):
    """Three elements of each type: raw, and in the field of the type."""
    raw = {
        "FLOAT": np.float32([1, -2, 0.5]).tobytes(),
        "DOUBLE": np.float64([1, -2, 0.5]).tobytes(),
        "FLOAT16": np.float16([1, -2, 0.5]).tobytes(),
        "BFLOAT16": np.uint16([0x3F80, 0xC000, 0x3F00]).tobytes(),
        "BOOL": bytes([1, 0, 1]),
        "COMPLEX64": np.complex64([1 + 2j, -3, 4j]).tobytes(),
        "COMPLEX128": np.complex128([1 + 2j, -3, 4j]).tobytes(),
        "FLOAT8E4M3FN": bytes([0x38, 0xC0, 0x30]),
        "FLOAT8E4M3FNUZ": bytes([0x40, 0xC8, 0x38]),
        "FLOAT8E5M2": bytes([0x3C, 0xC0, 0x38]),
        "FLOAT8E5M2FNUZ": bytes([0x40, 0xC4, 0x3C]),
        "FLOAT8E8M0": bytes([127, 128, 126]),
        # 1.0, -2.0, 0.5; two in a byte, the first in the low bits.
        "FLOAT4E2M1": bytes([0xC2, 0x01]),
        # 1, 15 or -1, 7.
        "UINT4": bytes([0xF1, 0x07]),
        "INT4": bytes([0xF1, 0x07]),
        # 1, 3 or -1, 2 or -2.
        "UINT2": bytes([0b101101]),
        "INT2": bytes([0b101101]),
    }
    for bits in (8, 16, 32, 64):
        raw["INT%d" % bits] = np.array([1, -1, 7], "int%d" % bits).tobytes()
        raw["UINT%d" % bits] = np.array([1, 200, 7], "uint%d" % bits).tobytes()
    initializers, outputs = [], []

    def add(tensor):
        initializers.append(tensor)
        outputs.append(info(tensor.name, tensor.data_type, [3]))

    for name in TYPES:
        if name != "STRING":
            add(raw_tensor("raw_" + name, CODES[name], [3], raw[name]))
    for name in TYPES:
        tensor = TensorProto(name="typed_" + name, data_type=CODES[name])
        tensor.dims.extend([3])
        if name in ("FLOAT", "COMPLEX64"):
            tensor.float_data.extend(np.frombuffer(raw[name], np.float32))
        elif name in ("DOUBLE", "COMPLEX128"):
            tensor.double_data.extend(np.frombuffer(raw[name], np.float64))
        elif name == "INT64":
            tensor.int64_data.extend([1, -1, 7])
        elif name in ("UINT32", "UINT64"):
            tensor.uint64_data.extend([1, 200, 7])
        elif name == "STRING":
            tensor.string_data.extend([b"one", b"", b'q"\xff'])
        elif name in ("FLOAT16", "BFLOAT16"):
            tensor.int32_data.extend(np.frombuffer(raw[name], np.uint16))
        elif name in ("INT8", "INT16", "INT32"):
            tensor.int32_data.extend([1, -1, 7])
        elif name in ("UINT8", "UINT16"):
            tensor.int32_data.extend([1, 200, 7])
        else:
            tensor.int32_data.extend(raw[name])
        add(tensor)
    add(raw_tensor("splat", FLOAT, [3], np.float32([2, 2, 2]).tobytes()))
    initializers.append(raw_tensor("empty", FLOAT, [3, 0], b""))
    initializers.append(raw_tensor("scalar", FLOAT, [], np.float32(5).tobytes()))
    outputs += [info("empty"), info("scalar")]
    inputs = [info("in_" + name, CODES[name], [2]) for name in TYPES]
    save(folder, "element-types", [], inputs, outputs, initializer=initializers)


def external_tensor(name, location, dims, **entries):
    tensor = TensorProto(name=name, data_type=FLOAT)
    tensor.dims.extend(dims)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in dict(location=location, **entries).items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def external(folder):
    """Data in files: beside the model, and outside of its folder."""
    os.makedirs(os.path.join(folder, "weights"), exist_ok=True)
    data = np.arange(8, dtype=np.float32).tobytes()
    for path in ("weights/w.bin", "../outside.bin"):
        with open(os.path.join(folder, path), "wb") as file:
            file.write(data)
    link = os.path.join(folder, "link.bin")
    if os.path.lexists(link):
        os.remove(link)
    os.symlink(os.path.join(folder, "../outside.bin"), link)
    # A folder whose name begins with that of the models.
    beside = os.path.abspath(folder) + "-beside"
    os.makedirs(beside, exist_ok=True)
    with open(os.path.join(beside, "w.bin"), "wb") as file:
        file.write(data)
    link = os.path.join(folder, "link-beside.bin")
    if os.path.lexists(link):
        os.remove(link)
    os.symlink(os.path.join(beside, "w.bin"), link)

    def write(name, *tensors):
        outputs = [info(tensor.name) for tensor in tensors]
        save(folder, "external-" + name, [], [], outputs, initializer=tensors)

    write(
        "data",
        external_tensor("all", "weights/w.bin", [2, 4]),
        external_tensor("part", "weights/w.bin", [2], offset=8, length=8),
        external_tensor("none", "weights/w.bin", [0], offset=32),
    )
    write("absolute", external_tensor("w", "/etc/hostname", [1]))
    write("parent", external_tensor("w", "../outside.bin", [2]))
    write("inner-parent", external_tensor("w", "weights/../../outside.bin", [2]))
    write("link", external_tensor("w", "link.bin", [2]))
    pipe = os.path.join(folder, "pipe.bin")
    if not os.path.lexists(pipe):
        os.mkfifo(pipe)
    write("nul", external_tensor("w", "weights/w.bin\0.txt", [2]))
    write("pipe", external_tensor("w", "pipe.bin", [2]))
    write("link-beside", external_tensor("w", "link-beside.bin", [2]))
    write("folder", external_tensor("w", "weights", [1]))
    write("missing", external_tensor("w", "nothing.bin", [1]))
    write("nameless", external_tensor("w", "", [1]))
    write("short", external_tensor("w", "weights/w.bin", [9]))
    write("behind", external_tensor("w", "weights/w.bin", [1], offset=2**63))
    write("length", external_tensor("w", "weights/w.bin", [2], length=4))
    write("number", external_tensor("w", "weights/w.bin", [2], offset="-8"))
    write("huge", external_tensor("w", "weights/w.bin", [2**40]))


def control(folder):
    """Pads in the bodies of If and Loop, with names of the graph around them."""

    def pad(result, value):
        return helper.make_node(
            "Pad", [value, "pads"], [result], name=result + "_node", mode="edge"
        )

    yes = helper.make_graph([pad("yes", "x")], "then", [], [info("yes")])
    no = helper.make_graph(
        [
            helper.make_node("Neg", ["x"], ["minus"]),
            pad("no", "minus"),
        ],
        "else",
        [],
        [info("no")],
    )
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go_on"], ["go_on_out"]),
            helper.make_node("Add", ["carried", "step"], ["carried_out"]),
            pad("collected", "carried_out"),
        ],
        "body",
        [
            info("i", INT64, []),
            info("go_on", TensorProto.BOOL, []),
            info("carried", FLOAT, [2]),
        ],
        [
            info("go_on_out", TensorProto.BOOL, []),
            info("carried_out", FLOAT, [2]),
            info("collected", FLOAT, [5]),
        ],
        initializer=[raw_tensor("step", FLOAT, [], np.float32(1).tobytes())],
    )
    save(
        folder,
        "control",
        [
            helper.make_node(
                "If", ["c"], ["r"], name="branch", then_branch=yes, else_branch=no
            ),
            helper.make_node("Loop", ["n", "", "x"], ["s", "t"], body=body),
        ],
        [
            info("c", TensorProto.BOOL, []),
            info("n", INT64, []),
            info("x", FLOAT, [2]),
        ],
        [info("r", FLOAT, ["m"]), info("s", FLOAT, [2]), info("t")],
        initializer=[numpy_helper.from_array(np.int64([1, 2]), "pads")],
    )


def names(folder):
    """Names of everything, symbolic extents, foreign domains."""
    node = helper.make_node
    save(
        folder,
        "names",
        [
            node("Relu", ["in put"], ["a"], name="first/relu"),
            node("Relu", ["a"], ["b"]),
            node("Fused.Thing", ["b", ""], ["c", "", "d"], domain="com.example"),
            node("return", ["c"], ["e"], domain="func"),
            node("Pad", ["c"], ["f"], domain="onnx"),
            node("Relu", ["b"], ["g"], domain="ai.onnx"),
        ],
        [
            info("in put", FLOAT, ["batch", 3, None, "w"]),
            info("unranked"),
            info("minus", FLOAT, [-1, 2]),
        ],
        [info("g", FLOAT, ["batch", 3, "h", "w"]), info("e"), info("f")],
        graph="torch-jit export.1",
        value_info=[info("d", FLOAT, [4])],
    )


def attributes(folder):
    """Every kind of attribute that is read, and every way to write a Constant."""
    element = helper.make_tensor_type_proto(FLOAT, ["n", 2])
    one = numpy_helper.from_array(np.int32([1, 2]), "one")

    other = helper.make_node("Other", [], ["o"], domain="example", name="other")
    other.attribute.extend(
        [
            helper.make_attribute("f", 0.5),
            helper.make_attribute("i", -7),
            helper.make_attribute("s", b"text"),
            helper.make_attribute("t", one),
            helper.make_attribute("floats", [0.5, 1.5]),
            helper.make_attribute("ints", [1, -2]),
            helper.make_attribute("strings", [b"a", b"b"]),
            AttributeProto(name="tp", type=13, tp=element),
            AttributeProto(name="none", type=AttributeProto.INTS),
            helper.make_attribute("graph", helper.make_graph([], "empty", [], [])),
        ]
    )
    constants = dict(
        value=one,
        value_float=0.5,
        value_int=3,
        value_string=b"text",
        value_floats=[0.5, 1.5],
        value_ints=[4, 5],
        value_strings=[b"a", b"b"],
    )
    nodes = [
        helper.make_node("Constant", [], ["c_" + name], **{name: value})
        for name, value in constants.items()
    ]
    save(folder, "attributes", nodes + [other], [], [info("o")])


def errors(folder):
    """What is not a model; the file's name says why."""
    node = helper.make_node
    x, y = info("x", FLOAT, [2]), info("y", FLOAT, [2])
    relu = node("Relu", ["x"], ["y"], name="relu")

    def write(name, nodes, inputs=(x,), outputs=(y,), **parts):
        save(folder, "error-" + name, list(nodes), inputs, outputs, **parts)

    write("undefined", [node("Relu", ["z"], ["y"], name="relu")])
    write(
        "cycle",
        [
            node("Add", ["x", "b"], ["a"], name="first"),
            node("Relu", ["a"], ["b"], name="second"),
            node("Relu", ["b"], ["y"]),
        ],
    )
    write("own-input", [node("Relu", ["y"], ["y"], name="relu")])
    write("twice", [relu, node("Neg", ["x"], ["y"], name="neg")])
    write("input-twice", [relu], inputs=(x, x))
    write("no-output", [], outputs=(info("gone"),))
    write("element-type", [relu], inputs=(info("x", 99, [2]),))
    write("extent", [relu], inputs=(info("x", FLOAT, [-2]),))
    write("inner-type", [relu], value_info=[info("y", 77, [2])], outputs=(x,))
    write("no-operator", [node("", ["x"], ["y"], name="blank")])
    sized = {
        "short": ([4], b"\0" * 12),
        "long": ([2], b"\0" * 12),
        "negative": ([-4], b"\0" * 16),
        "huge": ([2**40], b"\0" * 16),
        "overflow": ([2**32, 2**32], b""),
        "near-overflow": ([2**61], b""),
    }
    for name, (dims, data) in sized.items():
        tensor = raw_tensor("w", FLOAT, dims, data)
        write("data-" + name, [relu], initializer=[tensor])
    tensor = raw_tensor("w", 99, [1], b"\0")
    write("data-type", [relu], initializer=[tensor])
    tensor = TensorProto(name="w", data_type=TensorProto.INT8)
    tensor.dims.extend([1])
    tensor.int32_data.extend([300])
    write("data-range", [relu], initializer=[tensor])
    tensor = TensorProto(name="w", data_type=TensorProto.STRING, raw_data=b"a")
    tensor.dims.extend([1])
    write("data-strings", [relu], initializer=[tensor])
    tensor = raw_tensor("w", FLOAT, [1], b"\0\0\0\0")
    tensor.segment.begin = 1
    write("segment", [relu], initializer=[tensor])
    constant = node("Constant", [], ["y"], name="constant")
    write("constant-empty", [constant], inputs=())
    twice = node("Relu", ["x"], ["y"], name="relu", a=1)
    twice.attribute.extend(twice.attribute[:])
    write("attribute-twice", [twice])
    for name, attribute in {
        "name": AttributeProto(name="func.name", type=AttributeProto.INT, i=1),
        "reference": AttributeProto(name="a", ref_attr_name="b"),
        "empty": AttributeProto(name="a"),
        "graph": AttributeProto(name="a", type=AttributeProto.GRAPH),
    }.items():
        bad = node("Relu", ["x"], ["y"], name="relu")
        bad.attribute.append(attribute)
        write("attribute-" + name, [bad])
    write("opset", [relu], opset=0)
    deep = node("Relu", ["x"], ["y"])
    for _ in range(40):
        inner = helper.make_graph([deep], "inner", [], [y])
        deep = node("Deep", [], ["y"], domain="example", body=inner)
    write("deep", [deep])
    with open(os.path.join(folder, "error-text.onnx"), "w") as file:
        file.write("module {}\n")
    with open(os.path.join(folder, "error-empty.onnx"), "w") as file:
        pass


def refused(folder):
    """Pads that mean nothing, also in bodies; the other nodes are as they were."""
    pads = numpy_helper.from_array(np.int64([1, 2]), "pads")
    bad = helper.make_node("Pad", ["x", "pads"], ["z"], name="bad", mode="mirror")
    body = helper.make_graph([bad], "body", [], [info("z")])
    save(
        folder,
        "refused",
        [
            helper.make_node("If", ["c"], ["y"], then_branch=body, else_branch=body),
            helper.make_node("Pad", ["y", "pads"], ["w"], mode="cubic"),
        ],
        [info("c", TensorProto.BOOL, []), info("x", FLOAT, [4])],
        [info("w")],
        initializer=[pads],
    )


def hostile(folder):
    """Small files that ask for much: nothing of them is large but by claim."""
    node = helper.make_node
    x = info("x", FLOAT, [4])
    one = numpy_helper.from_array(np.int64([1]), "one")
    pads = numpy_helper.from_array(np.int64([0, 1]), "a0")

    def write(name, nodes, opset=13, value=x, initializers=(one, pads)):
        nodes = list(nodes)
        nodes.append(node("Pad", ["x", nodes[-1].output[0]], ["y"], name="pad"))
        save(
            folder,
            "hostile-" + name,
            nodes,
            [value],
            [info("y")],
            opset,
            initializer=list(initializers),
        )

    def chain(kind, count, repeat):
        for i in range(count):
            inputs = ["a%d" % i] * repeat
            extra = {"axis": 0} if kind == "Concat" else {}
            yield node(kind, inputs, ["a%d" % (i + 1)], **extra)

    # The length doubles 60 times.
    write("concat", chain("Concat", 60, 2))
    # The data doubles 60 times: a pad of what is not too long, and of that.
    doubled = [
        node("Concat", ["d%d" % i] * 2, ["d%d" % (i + 1)], axis=0) for i in range(60)
    ]
    save(folder, "hostile-doubled", doubled, [info("d0", FLOAT, [4])], [info("d60")])
    # 2^60 ways lead to the first sum, and 60,000 nodes to the first copy.
    write("sums", chain("Add", 60, 2))
    write("copies", chain("Identity", 60000, 1))
    write("deep-sums", chain("Add", 20000, 2))
    for name, value in {"large": 2**40, "overflow": 2**62, "negative": -1}.items():
        shape = numpy_helper.from_array(np.int64([value, 4]), "shape")
        fill = node("ConstantOfShape", ["shape"], ["p"], value=one)
        write("fill-" + name, [fill], initializers=[shape])
    for name, value in {
        "pads": [2**62, 2**62],
        "large": [0, 2**40],
        "least": [-(2**63), 2**63 - 1],
        "five": [1, 2, 3, 4, 5],
        "none": [],
    }.items():
        amounts = numpy_helper.from_array(np.int64(value), "p0")
        write(name, [node("Identity", ["p0"], ["p"])], initializers=[amounts])
    wide = info("x", FLOAT, [2**62, 2**62])
    amounts = numpy_helper.from_array(np.int64([0, 0, 0, 1]), "p0")
    write("wide", [node("Identity", ["p0"], ["p"])], 13, wide, [amounts])
    wide = info("x", FLOAT, [1] * 5000)
    amounts = numpy_helper.from_array(np.ones(10000, np.int64), "p0")
    write("rank", [node("Identity", ["p0"], ["p"])], 13, wide, [amounts])
    ranks = info("x", FLOAT, None)
    write("unranked", [node("Identity", ["p0"], ["p"])], 13, ranks, [amounts])
    write("float-pads", [node("Cast", ["one"], ["p"], to=FLOAT)])
    write("bad-cast", [node("Cast", ["one"], ["p"], to=99)])
    write("divide", [node("Sub", ["one", "one"], ["z"]), node("Div", ["a0", "z"], ["p"])])


def sizes(folder):
    """Pads of known, of partly known and of unknown size: 96 rows more."""
    for name, shape, element in (
        ("static", [4, 2], FLOAT),
        ("bytes", [4, 2], TensorProto.UINT8),
        ("partly", ["n", 2], FLOAT),
        ("dynamic", ["n", "m"], FLOAT),
    ):
        save(
            folder,
            "size-" + name,
            [helper.make_node("Pad", ["x", "pads"], ["y"], name="grow", mode="edge")],
            [info("x", element, shape)],
            [info("y", element)],
            initializer=[numpy_helper.from_array(np.int64([0, 0, 96, 0]), "pads")],
        )


def values(folder):
    """A padding value of which only its node tells that it is a scalar."""
    save(
        folder,
        "value",
        [
            helper.make_node("CastLike", ["v", "x"], ["like"]),
            helper.make_node("Pad", ["x", "pads", "like"], ["y"], name="pad"),
        ],
        [info("x", FLOAT, [4]), info("v", TensorProto.DOUBLE, [])],
        [info("y", FLOAT)],
        opset=15,
        initializer=[numpy_helper.from_array(np.int64([1, 2]), "pads")],
    )


def nodes(folder):
    """A pad that crops first, one that only crops, one of which all numbers are inputs,
    the axes too, and one whose pads have no shape."""
    save(
        folder,
        "only-crop",
        [
            helper.make_node("Pad", ["x", "pads"], ["c"], name="only_crop", mode="reflect"),
            helper.make_node("Relu", ["c"], ["y"], name="relu"),
        ],
        [info("x", FLOAT, [5])],
        [info("y", FLOAT, [2])],
        initializer=[numpy_helper.from_array(np.int64([-1, -2]), "pads")],
    )
    save(
        folder,
        "axes",
        [helper.make_node("Pad", ["x", "pads", "", "axes"], ["y"], name="axes", mode="edge")],
        [
            info("x", FLOAT, [2, 2]),
            info("pads", TensorProto.INT64, [2]),
            info("axes", TensorProto.INT32, ["n"]),
        ],
        [info("y", FLOAT, ["a", "b"])],
        opset=18,
    )
    save(
        folder,
        "open-pads",
        [
            helper.make_node("NonZero", ["pads"], ["p"], name="nonzero"),
            helper.make_node("Squeeze", ["p"], ["q"], name="squeeze"),
            helper.make_node("Pad", ["x", "q"], ["y"], name="open_pads", mode="edge"),
        ],
        [info("x", FLOAT, [2]), info("pads", TensorProto.INT64, ["k"])],
        [info("y", FLOAT, ["m"])],
    )
    save(
        folder,
        "crop",
        [helper.make_node("Pad", ["x", "pads"], ["y"], name="crop", mode="reflect")],
        [info("x", FLOAT, [5])],
        [info("y", FLOAT, [6])],
        initializer=[numpy_helper.from_array(np.int64([-1, 2]), "pads")],
    )
    save(
        folder,
        "inputs",
        [helper.make_node("Pad", ["x", "pads", "v"], ["y"], name="inputs")],
        [info("pads", TensorProto.INT64, [2]), info("v", FLOAT, []), info("x", FLOAT, ["n"])],
        [info("y", FLOAT, ["m"])],
    )


WRITERS = [
    element_types,
    external,
    control,
    names,
    attributes,
    errors,
    refused,
    hostile,
    sizes,
    values,
    nodes,
]


def main():
    folder, chosen = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    for writer in WRITERS:
        if not chosen or writer.__name__ in chosen:
            writer(folder)


main()
