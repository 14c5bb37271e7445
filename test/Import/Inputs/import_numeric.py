"""Imports the models of a generator, compiles all into one shared object, and
compares what they compute with the oracle, bit for bit.

usage: import_numeric.py openvino|ngraph PAD_TOOLS LLVM_TOOLS FOLDER
"""

import importlib
import sys
from pathlib import Path

import numpy

from compiled_models import CompiledModels, Tools


def main():
    system, pad_tools, llvm_tools, folder = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    cases = list(importlib.import_module(system + "_models").cases())
    texts = []
    for case in cases:
        text = tools.run("pad-translate", "--import-" + system,
                         case.model.write(folder))
        if f'"{system}.' in text:
            sys.exit(f"{case.model.name}: nodes are left:\n{text}")
        body = text.partition("{\n")[2]
        texts.append(body.rstrip()[:-1])
    models = CompiledModels(tools, folder, texts)
    for case in cases:
        result = models.call(case.model.name, case.inputs, case.expected.dtype,
                             case.expected.ndim)
        if (result.shape != case.expected.shape
                or result.tobytes() != case.expected.tobytes()):
            sys.exit(f"{case.model.name}: {result}\nbut the oracle:\n{case.expected}")
    names = {case.model.name for case in cases}
    assert len(names) == len(cases), "two models of one name"
    print(f"{len(cases)} models equal the oracle")


main()
