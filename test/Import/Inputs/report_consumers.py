"""Writes a model of pads that each one op reads, and checks what --report says of it.

report_consumers.py onnx|openvino|ngraph FOLDER

The name of an op begins with what it can do with its pad: take it, or have it fused.
"""

import json
import subprocess
import sys
from pathlib import Path

LOWEST = float("-inf")


def cases(system):
    """The kind of an op, its attributes, the padding value, and what it can do."""
    conv, average, auto = {
        "onnx": ("Conv", "AveragePool", "auto_pad"),
        "openvino": ("Convolution", "AvgPool", "auto_pad"),
        "ngraph": ("Convolution", "AvgPool", "pad_type"),
    }[system]
    counted = {"onnx": {"count_include_pad": 1}, "openvino": {"exclude-pad": "false"},
               "ngraph": {"include_padding_in_avg_computation": True}}[system]
    ignored = {"onnx": {"count_include_pad": 0}, "openvino": {"exclude-pad": "true"},
               "ngraph": {"include_padding_in_avg_computation": False}}[system]
    up = {"onnx": {"ceil_mode": 1}, "openvino": {"rounding_type": "ceil"},
          "ngraph": {"ceil_mode": True}}[system]
    down = {"onnx": {"ceil_mode": 0}, "openvino": {"rounding_type": "floor"},
            "ngraph": {"ceil_mode": False}}[system]
    explicit = {"onnx": ["NOTSET", "VALID"], "openvino": ["explicit", "valid"],
                "ngraph": ["EXPLICIT", "VALID", 0, 3]}[system]
    implied = {"onnx": ["SAME_UPPER", "SAME_LOWER"], "openvino": ["same_upper", "same_lower"],
               "ngraph": ["SAME_UPPER", 1, 2]}[system]
    yield conv, {}, 0.0, "takes"
    yield conv, {}, -0.0, "fuses"
    yield conv, {}, 1.0, "fuses"
    yield average, counted, 0.0, "takes"
    yield average, counted | down, 0.0, "takes"
    yield average, counted | up, 0.0, "fuses"
    yield average, counted, 1.0, "fuses"
    yield average, ignored, 0.0, "fuses"
    yield average, {}, 0.0, "fuses"
    yield "MaxPool", {}, LOWEST, "takes"
    yield "MaxPool", down, LOWEST, "takes"
    yield "MaxPool", up, LOWEST, "fuses"
    yield "MaxPool", {}, 0.0, "fuses"
    for kind, extra, value in ((conv, {}, 0.0), (average, counted, 0.0), ("MaxPool", {}, LOWEST)):
        for text in explicit:
            yield kind, extra | {auto: text}, value, "takes"
        for text in implied:
            yield kind, extra | {auto: text}, value, "fuses"
    if system == "openvino":
        yield "BinaryConvolution", {"pad_value": "0"}, 0.0, "takes"
        yield "BinaryConvolution", {"pad_value": "-1.0"}, 0.0, "fuses"
    if system == "ngraph":
        yield average, {"exclude_pad": False}, 0.0, "takes"
        yield average, {"exclude_pad": True}, 0.0, "fuses"
        yield average, {"exclude_pad": False, "rounding_type": "CEIL"}, 0.0, "fuses"
        yield average, {"exclude_pad": False, "auto_pad": "SAME_UPPER"}, 0.0, "fuses"
        yield conv, {"data_dilation_strides": [1]}, 0.0, "takes"
        yield conv, {"data_dilation_strides": [2]}, 0.0, "fuses"


def write_onnx(folder, listed):
    import numpy
    from onnx import TensorProto, helper, numpy_helper

    def info(name, element=TensorProto.FLOAT):
        return helper.make_tensor_value_info(name, element, None if "y" in name else [1, 2, 4])

    nodes = []
    values = {"0.0": "zero", "-0.0": "minus", "1.0": "one", "-inf": "lowest"}
    initializers = [numpy_helper.from_array(numpy.float32(value), name)
                    for value, name in values.items()]
    for name, array in {
        "pads": numpy.int64([0, 0, 1, 0, 0, 1]), "w": numpy.ones((1, 2, 1), numpy.float32),
        "wq": numpy.ones((1, 2, 1), numpy.uint8), "zq": numpy.uint8(0), "nq": numpy.uint8(7),
        "s": numpy.float32(1),
    }.items():
        initializers.append(numpy_helper.from_array(array, name))

    def add(kind, inputs, what, value="zero", outputs=1, **attributes):
        at = len(nodes)
        data = "q" if kind in ("ConvInteger", "QLinearConv") else "x"
        nodes.append(helper.make_node("Pad", [data, "pads"] + ([value] if data == "x" else []),
                                      [f"p{at}"], name=f"pad{at}"))
        names = [name.replace("P", f"p{at}") for name in inputs]
        nodes.append(helper.make_node(
            kind, names, [f"y{at}"] + [f"y{at}_{i}" for i in range(1, outputs)],
            name=f"{what}/{kind}{at}", **attributes))

    for kind, attributes, value, what in listed:
        if kind != "Conv":
            attributes = attributes | {"kernel_shape": [2]}
        add(kind, ["P", "w"] if kind == "Conv" else ["P"], what, values[str(value)], **attributes)
    # Positions are those in the padded tensor, if anything reads them.
    add("MaxPool", ["P"], "fuses", "lowest", outputs=2, kernel_shape=[2])
    add("LpPool", ["P"], "takes", kernel_shape=[2])
    # A zero point is what quantized convolutions pad with.
    add("ConvInteger", ["P", "wq"], "takes")
    add("ConvInteger", ["P", "wq", "", "zq"], "takes")
    add("ConvInteger", ["P", "wq", "zq"], "takes")
    add("ConvInteger", ["P", "wq", "nq"], "fuses")
    add("QLinearConv", ["P", "s", "zq", "wq", "s", "zq", "s", "zq"], "takes")
    add("QLinearConv", ["P", "s", "nq", "wq", "s", "zq", "s", "zq"], "fuses")
    add("QLinearConv", ["P", "s", "given", "wq", "s", "zq", "s", "zq"], "fuses")
    # Weights are no data.
    add("Conv", ["x", "P"], "needs")
    add("Conv", ["P", "P"], "needs")
    add("Conv", ["P", "w"], "needs", domain="com.example")
    add("Relu", ["P"], "fuses")
    outputs = [info(name) for node in nodes for name in node.output if name[0] == "y"]
    inputs = [info("x"), info("q", TensorProto.UINT8),
              helper.make_tensor_value_info("given", TensorProto.UINT8, [])]
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    path = folder / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def write_openvino(folder, listed):
    from openvino_ir import Model

    model = Model("model")
    x = model.parameter("f32", [1, 2, 4])
    weights = model.const("f32", [[[1], [1]]])
    for at, (kind, attributes, value, what) in enumerate(listed):
        padded = model.pad("constant", x, [0, 0, 1], [0, 0, 1], [1, 2, 6],
                           model.const("f32", value))
        inputs = [padded] + ([weights] if "Conv" in kind else [])
        model.result(model.layer(kind, "opset1", inputs, [("f32", [1, 2, 6])],
                                 list(attributes.items()), f"{what}/{kind}{at}"))
    return model.write(folder)


def write_ngraph(folder, listed):
    def node(name, op, inputs=(), **members):
        ops.append({"name": name, "op": op, "inputs": list(inputs), "outputs": [name + "_0"],
                    **members})

    ops = []
    node("x", "Parameter", element_type="float", shape=[1, 2, 4])
    node("w", "Constant", element_type="float", shape=[1, 2, 1], value=["1", "1"])
    for at, (kind, attributes, value, what) in enumerate(listed):
        text = "-inf" if value == LOWEST else str(value)
        node(f"v{at}", "Constant", element_type="float", shape=[], value=[text])
        node(f"p{at}", "Pad", ["x", f"v{at}"], padding_below=[0, 0, 1], padding_above=[0, 0, 1])
        node(f"{what}/{kind}{at}", kind, [f"p{at}"] + (["w"] if kind == "Convolution" else []),
             **attributes)
    path = folder / "model.json"
    path.write_text(json.dumps([{"name": "net", "parameters": ["x"], "ops": ops, "result": [
        op["name"] for op in ops if "/" in op["name"]]}]))
    return path


def main(system, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write = {"onnx": write_onnx, "openvino": write_openvino, "ngraph": write_ngraph}[system]
    path = write(folder, list(cases(system)))
    report = json.loads(subprocess.run(["pad-translate", "--report-json", path], check=True,
                                       capture_output=True, text=True).stdout)
    expected = {"takes": "takes-pad", "fuses": "can-fuse", "needs": "needs-tensor"}
    count = failed = 0
    for pad in report["pads"]:
        for consumer in pad["consumers"]:
            count += 1
            if consumer["can"] != expected[consumer["node"].split("/")[0]]:
                failed += 1
                print(consumer)
    print(f"{system}: {count} ops, {failed} failed")
    sys.exit(failed != 0)


main(*sys.argv[1:])
