"""Checks the nodes of a converted module with onnx's checker and shape inference, each
function as a model: export_onnx.py OPSET FILE."""

import re
import sys
from pathlib import Path

from onnx import TensorProto, checker, helper, shape_inference

from foreign_ops import OP, parse_dense

TYPES = {"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE, "i1": TensorProto.BOOL,
         "i8": TensorProto.INT8, "i32": TensorProto.INT32, "i64": TensorProto.INT64}


def make_info(name, type):
    """The type of a value; a scalar is a tensor of rank 0."""
    dims, element = re.fullmatch(r"(?:tensor<)?((?:[?\d]+x)*)(\w+)>?", type).groups()
    shape = [None if n == "?" else int(n) for n in dims.split("x")[:-1]]
    return helper.make_tensor_value_info(name, TYPES[element], shape)


def make_node(line, aliases):
    result, dialect, op, operands, attributes, _ = OP.fullmatch(line).groups()
    assert dialect == "onnx", line
    inputs = [aliases.get(name, name) for name in operands.split(", ") if name]
    if op == "Constant":
        text = re.search(r"dense<.*>", attributes).group()
        element = re.search(r"[<x](\w\d+)>$", text).group(1)
        shape, data = parse_dense(text)
        value = helper.make_tensor("value", TYPES[element], shape, data)
        return helper.make_node(op, inputs, [result], value=value)
    # The attributes are one string or one integer.
    found = re.fullmatch(r'(\w+) = (?:"(\w+)"|(\d+) : si64)', attributes or "")
    given = {found[1]: found[2] or int(found[3])} if found else {}
    return helper.make_node(op, inputs, [result], **given)


def check(arguments, result, body, opset):
    nodes, aliases = [], {}
    for line in map(str.strip, body.splitlines()):
        if found := re.match(r"return (%\w+)", line):
            output = aliases.get(found[1], found[1])
        elif found := re.match(r"(%\w+) = tensor\.from_elements (%\w+)", line):
            aliases[found[1]] = found[2]
        else:
            nodes.append(make_node(line, aliases))
    if not nodes:
        return
    graph = helper.make_graph(
        nodes, "pad", [make_info(*part.split(": ")) for part in arguments.split(", ")],
        [make_info(output, result)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 8
    checker.check_model(model)
    shape_inference.infer_shapes(model, check_type=True, strict_mode=True, data_prop=True)


opset, text = int(sys.argv[1]), Path(sys.argv[2]).read_text()
functions = re.findall(r"func\.func private @case\d+\((.*?)\) -> (.*?) \{\n(.*?)\n  \}",
                       text, re.DOTALL)
for function in functions:
    try:
        check(*function, opset)
    except (checker.ValidationError, shape_inference.InferenceError) as error:
        sys.exit(f"{error}\n{function[2]}")
print(f"{len(functions)} models are valid")
