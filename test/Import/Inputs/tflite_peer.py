"""Runs the TFLite models of the tests by TFLite itself, and prints how many of them it
computes as docs/Semantics.md does, and why it differs where it does.

usage: tflite_peer.py NODE_MODULES FOLDER

Its functions take no shapes, so that all of the inputs are static here.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy

from tflite_file import Numbers
from tflite_models import cases

PACKAGE = "@tensorflow/tfjs-tflite"
# Why a result differs, by the name of the case; and why there is none, by what is printed.
DIFFERENCES = {
    r"far|negative_zero": "its kernel of floats pads with `+0.0` for `-0.0`",
    r"paddings_i(8|16|64)": "it takes these paddings for 32-bit integers; newer versions do not",
}
REFUSALS = {
    r"PadKernelMaxDimensionCount": "it pads at most 5 axes",
    r"builtin_code out of range": "the operator is younger than it (`STABLEHLO_PAD`, `DILATE`)",
    r"nsupported data type|not supported by Pad|has 0 bytes|\(MIRROR_PAD\) failed to invoke":
        "it does not pad elements of the type by this operator",
}


def make_static(case):
    """Gives the inputs the shapes that they have at run time; TFLite computes others."""
    graph = case.model.subgraphs[0]
    case.model.outside = None
    for number, tensor in enumerate(graph.tensors):
        tensor.pop(7, None)
        if number in graph.inputs:
            array = case.inputs[graph.inputs.index(number)]
            tensor[0] = Numbers("i", numpy.shape(array))
        elif 0 in tensor and b"\xff" * 4 in tensor[0].data:
            tensor[0] = Numbers("i", [1] * tensor[0].count)


def find(reasons, text):
    return next((why for pattern, why in reasons.items() if re.search(pattern, text)), None)


def main():
    modules, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    # The others have operators that are not meant to run.
    ran = [case for case in cases() if len(case.model.subgraphs) == 1]
    jobs = []
    for case in ran:
        make_static(case)
        inputs = [folder / f"{case.name}.{i}" for i in range(len(case.inputs))]
        for path, array in zip(inputs, case.inputs):
            path.write_bytes(array.tobytes())
        jobs.append({"model": str(case.model.write(folder)), "inputs": list(map(str, inputs))})
    (folder / "jobs.json").write_text(json.dumps(jobs))
    results = json.loads(subprocess.run(
        ["node", Path(__file__).with_suffix(".js"), (modules / PACKAGE / "wasm").resolve(),
         folder / "jobs.json"], check=True, capture_output=True, text=True).stdout)
    same, reasons = 0, Counter()
    for case, outcome in zip(ran, results, strict=True):
        if outcome.get("result") == case.expected.tobytes().hex():
            same += 1
            continue
        reason = find(DIFFERENCES, case.name)
        if reason is None and "message" in outcome:
            reason = find(REFUSALS, outcome["message"])
        if reason is None:
            sys.exit(f"{case.name}: {outcome}\nbut the oracle: {case.expected}")
        reasons[reason] += 1
    version = json.loads((modules / PACKAGE / "package.json").read_text())["version"]
    print(f"TFLite in npm's `{PACKAGE}` {version} computes the same for {same} of the {len(ran)} "
          "models that have one subgraph\n(`scripts/check-tflite`). For the others:\n")
    for reason, count in sorted(reasons.items()):
        print(f"- {reason} ({count} models)")


main()
