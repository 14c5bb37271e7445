"""Imports ONNX models of pads, compiles and runs them, and compares with the oracle
and with ONNX Runtime, where it is installed.

import_onnx.py SOURCE PAD-TOOLS LLVM-TOOLS FOLDER

Where ONNX Runtime refuses a model or computes another result, `RULES` says why; a
case that no rule names fails.
"""

import os
import sys
from pathlib import Path

import numpy

import onnx_computed_pads
import onnx_function_models
import onnx_pad_models
from compiled_models import ELEMENTS, CompiledModels, Tools, import_model, remaining_nodes
from onnxruntime_opinion import Opinion



def sees(model):
    """Of each padded axis what the crops leave, and the pads that extend it."""
    axes = model.axes if model.axes is not None else range(len(model.shape))
    for axis, low, high in zip(axes, model.numbers, model.numbers[len(axes):]):
        yield (model.shape[axis] + min(low, 0) + min(high, 0), max(low, 0),
               max(high, 0))


# What ONNX Runtime 1.30 does not do as ONNX says, and of which models.
RULES = {
    "reflection repeats for ever: ONNX's own example pads an extent of 2 by 2":
        lambda model, error: error and model.mode == "reflect" and any(
            max(low, high) > left - 1 for left, low, high in sees(model)),
    "data is a torus however often it is wrapped around":
        lambda model, error: not error and model.mode == "wrap" and any(
            max(low, high) > left for left, low, high in sees(model)),
    "axes may be 32-bit integers":
        lambda model, error: error and model.axes_code == onnx_pad_models.INT32,
    "Pad is an operator of opset 1":
        lambda model, error: error and model.opset == 1,
    "Pad is an operator of 16-bit floats in opset 2":
        lambda model, error: error and model.opset == 2 and model.element == "FLOAT16",
    "a function's nodes are of the version that the function imports":
        lambda model, error: error and model.graph_opset != model.opset,
    "Pad takes every element type":
        lambda model, error: error and model.element in REFUSED_TYPES,
}
REFUSED_TYPES = ("INT16 UINT16 STRING BFLOAT16 COMPLEX64 COMPLEX128 UINT4 INT4 UINT2 "
                 "INT2 FLOAT4E2M1 FLOAT8E4M3FN FLOAT8E4M3FNUZ FLOAT8E5M2 "
                 "FLOAT8E5M2FNUZ FLOAT8E8M0").split()


def write_models(folder):
    models = [*onnx_pad_models.every_opset(), *onnx_pad_models.every_type(),
              *onnx_pad_models.every_axes(), *onnx_computed_pads.every_chain(),
              *onnx_function_models.every_function()]
    for model in models:
        (folder / f"{model.name}.onnx").write_bytes(model.bytes)
    return models


def same(a, b):
    """Whether all bits are equal."""
    return a.shape == b.shape and a.tobytes() == numpy.ascontiguousarray(b).tobytes()


def check(models, compiled):
    failed = 0
    for model in models:
        result = compiled.call(model.name, [array for _, array, _ in model.arrays],
                               model.dtype, model.expected.ndim)
        if not same(result, model.expected):
            failed += 1
            print(f"{model.name}: mode {model.mode} pads {model.numbers} of "
                  f"{model.shape}:\n{result}\nnot\n{model.expected}")
    return failed


def ask(models, opinion):
    """Runs ONNX Runtime on all; the number that neither agree nor have a rule."""
    agree = failed = 0
    explained = dict.fromkeys(RULES, 0)
    for model in models:
        result = numpy.zeros_like(numpy.ascontiguousarray(model.expected))
        error = opinion.run(model.bytes, model.arrays, "y", result, model.code)
        if not error and same(result, model.expected):
            agree += 1
            continue
        rule = next((why for why, applies in RULES.items() if applies(model, error)), None)
        if rule:
            explained[rule] += 1
            continue
        failed += 1
        print(f"ONNX Runtime on {model.name} ({model.element}, mode {model.mode}, pads "
              f"{model.numbers} of {model.shape}): {error or result}")
    print(f"ONNX Runtime {opinion.version}: {agree} agree")
    for rule, count in explained.items():
        print(f"  {count} not: {rule}")
    return failed


def main(source, pad_tools, llvm_tools, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    models = write_models(folder)
    texts = [import_model(tools, folder / f"{model.name}.onnx") for model in models]
    for model, text in zip(models, texts):
        if remaining_nodes(text) or "pad.pad" not in text:
            sys.exit(f"{model.name} is imported as\n{text}")
    failed = check(models, CompiledModels(tools, folder, texts))
    peers = os.environ.get("PAD_PEERS", Path(source) / "build/bench")
    opinion = Opinion(Path(source), peers)
    if opinion.version:
        failed += ask(models, opinion)
    else:
        print("ONNX Runtime is not installed: skipped")
    print(f"{len(models)} models, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
