"""Imports the models of ONNX's own test data that pad, compiles them, and
compares what they compute with the stored outputs.

usage: onnx_testdata.py DATA FOLDER PAD_TOOLS LLVM_TOOLS
"""

import re
import sys
from pathlib import Path

import numpy
import onnx
from compiled_models import (
    LOWERINGS, CompiledModels, Tools, import_model, remaining_nodes)
from onnx import numpy_helper


def find_models(data):
    """The models with a Pad node."""
    for path in sorted(Path(data).glob("*/*/model.onnx")):
        graph = onnx.load(str(path)).graph
        if any(node.op_type == "Pad" for node in graph.node):
            yield path


def read_tensors(folder, kind):
    """The tensors KIND_0.pb, KIND_1.pb, ... of a data set."""
    paths = sorted(folder.glob(kind + "_*.pb"))
    for path in paths:
        tensor = onnx.TensorProto()
        tensor.ParseFromString(path.read_bytes())
        yield numpy_helper.to_array(tensor)


def main():
    data, folder, pad_tools, llvm_tools = sys.argv[1:]
    tools = Tools(pad_tools, llvm_tools)
    models, texts = [], []
    for path in find_models(data):
        text = import_model(tools, path)
        remaining = remaining_nodes(text)
        if "onnx.Pad" in remaining or "pad.pad" not in text:
            sys.exit(f"{path}: a node is not converted:\n{text}")
        if not remaining:
            texts.append(re.sub(r"@\w+\(", f"@model_{len(models)}(", text, count=1))
            models.append(path)
    compared = 0
    for lowering in LOWERINGS:
        library = Path(folder, lowering)
        library.mkdir(parents=True, exist_ok=True)
        compiled = CompiledModels(tools, library, texts, lowering)
        for number, path in enumerate(models):
            for data_set in sorted(path.parent.glob("test_data_set_*")):
                inputs = list(read_tensors(data_set, "input"))
                (expected,) = read_tensors(data_set, "output")
                result = compiled.call(
                    f"model_{number}", inputs, expected.dtype, expected.ndim
                )
                if (
                    result.shape != expected.shape
                    or result.tobytes() != expected.tobytes()
                ):
                    sys.exit(f"{data_set}: {result}\nis not\n{expected}")
                compared += 1
    print(f"{len(models)} models, {compared} outputs equal")


main()
