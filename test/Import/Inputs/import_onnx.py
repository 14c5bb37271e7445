"""Imports ONNX models of pads, compiles them by every lowering, runs them, and compares
with the oracle and with ONNX Runtime, where it is installed.

import_onnx.py SOURCE PAD-TOOLS LLVM-TOOLS FOLDER

FOLDER/rows.json and FOLDER/peer.txt are for scripts/front-ends; the second only where
ONNX Runtime has run.

Where ONNX Runtime refuses a model or computes another result, `RULES` says why; a
case that no rule names fails.
"""

import os
import re
import sys
from pathlib import Path

import numpy

import onnx_computed_pads
import onnx_function_models
import onnx_op_forms
import onnx_pad_models
from compiled_models import (
    LOWERINGS, Tools, compile_by_every_lowering, import_model, module_body,
    remaining_nodes)
from imported_rows import make_row, write_rows
from onnxruntime_opinion import Opinion
from tier import share


def sees(model):
    """Of each padded axis what the crops leave, and the pads that extend it."""
    axes = model.axes if model.axes is not None else range(len(model.shape))
    for axis, low, high in zip(axes, model.numbers, model.numbers[len(axes):]):
        yield (model.shape[axis] + min(low, 0) + min(high, 0), max(low, 0),
               max(high, 0))


# What ONNX Runtime 1.30 does not do as ONNX says, and of which models.
RULES = {
    "a pad that only crops may leave nothing":
        lambda model, error: error and model.mode != "constant" and any(
            left <= 0 and not low and not high for left, low, high in sees(model)),
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
    models = [*share(onnx_pad_models.every_opset(), 3), *share(onnx_pad_models.every_type(), 3),
              *onnx_pad_models.every_axes(), *share(onnx_pad_models.every_axes_at_run_time(), 5),
              *share(onnx_pad_models.every_crop(), 5), *share(onnx_computed_pads.every_chain(), 4),
              *onnx_computed_pads.every_open_list(),
              *share(onnx_function_models.every_function(), 4)]
    for model in models:
        (folder / f"{model.name}.onnx").write_bytes(model.bytes)
    return models


def same(a, b):
    """Whether all bits are equal."""
    return a.shape == b.shape and a.tobytes() == numpy.ascontiguousarray(b).tobytes()


class Case:
    """A function of a model, as `text`, that has the pad in a form."""

    def __init__(self, name, model, form, text):
        self.name, self.model, self.form, self.text = name, model, form, text


def import_cases(tools, folder, models):
    """Every model as pad-translate imports it, and half of those of every opset also as
    nodes in the syntax of other tools."""
    for model in models:
        path = folder / f"{model.name}.onnx"
        yield Case(model.name, model, form_of(model.opset), import_model(tools, path))
        if not re.fullmatch(r"opset.*0", model.name):
            continue
        nodes = tools.run("pad-translate", "--import-onnx", "--convert-pads=false", path)
        spellings = []
        if model.opset in onnx_op_forms.VERSIONS:
            spellings.append((onnx_op_forms.VERSIONED, onnx_op_forms.as_versioned))
        if model.opset >= 11:
            spellings.append((onnx_op_forms.OPERATOR, onnx_op_forms.as_operator))
        for form, spell in spellings:
            name = f"{model.name}_{spell.__name__}"
            text = tools.run("pad-opt", "--allow-unregistered-dialect",
                             "--convert-onnx-to-pad=verify=true",
                             "--reconcile-unrealized-casts",
                             text=spell(nodes, name, model.opset))
            yield Case(name, model, form, module_body(text))


def check(cases, compiled):
    """The names of the functions that a lowering computes wrongly."""
    failed = set()
    for case in cases:
        model = case.model
        result = compiled.call(case.name, [array for _, array, _ in model.arrays],
                               model.dtype, model.expected.ndim)
        if not same(result, model.expected):
            failed.add(case.name)
            print(f"{case.name} by {compiled.lowering}: mode {model.mode} pads {model.numbers} of "
                  f"{model.shape}:\n{result}\nnot\n{model.expected}")
    return failed


def form_of(opset):
    return f"`Pad` of opset {opset}"


def ask(models, opinion, path):
    """Runs ONNX Runtime on all; the number that neither agree nor have a rule. Writes
    what it says to `path`."""
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
    lines = [f"ONNX Runtime {opinion.version} computes the same for {agree} of these "
             f"{len(models)} models. For the others ONNX says:", ""]
    lines += [f"- {rule} ({count} models)" for rule, count in explained.items() if count]
    path.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    return failed


def main(source, pad_tools, llvm_tools, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    models = write_models(folder)
    cases = list(import_cases(tools, folder, models))
    for case in cases:
        if remaining_nodes(case.text) or "pad.pad" not in case.text:
            sys.exit(f"{case.name} is imported as\n{case.text}")
    wrong = set()
    for compiled in compile_by_every_lowering(tools, folder, [case.text for case in cases]):
        wrong |= check(cases, compiled)
    rows = [make_row(case.text, case.form, case.model.element, case.model.numbers)
            for case in cases if case.name not in wrong]
    forms = [form_of(opset) for opset in onnx_pad_models.OPSETS]
    write_rows(folder / "rows.json",
               [*forms, onnx_op_forms.VERSIONED, onnx_op_forms.OPERATOR], rows)
    failed = len(wrong)
    peers = os.environ.get("PAD_PEERS", Path(source) / "build/bench")
    opinion = Opinion(Path(source), peers)
    if opinion.version:
        failed += ask(models, opinion, folder / "peer.txt")
    else:
        print("ONNX Runtime is not installed: skipped")
    print(f"{len(models)} models, {len(cases)} functions by {len(LOWERINGS)} lowerings, "
          f"{failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
