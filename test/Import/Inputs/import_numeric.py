"""Imports the models of a generator, compiles all by every lowering, and compares what
they compute with the oracle, bit for bit.

usage: import_numeric.py openvino|ngraph PAD_TOOLS LLVM_TOOLS FOLDER

FOLDER/rows.json is for scripts/front-ends.
"""

import importlib
import sys
from pathlib import Path

import numpy

from compiled_models import LOWERINGS, Tools, compile_by_every_lowering, module_body
from imported_rows import make_row, write_rows


def check(cases, compiled):
    for case in cases:
        result = compiled.call(case.name, case.inputs, case.expected.dtype,
                               case.expected.ndim)
        if (result.shape != case.expected.shape
                or result.tobytes() != case.expected.tobytes()):
            sys.exit(f"{case.name} by {compiled.lowering}: {result}\nbut the "
                     f"oracle:\n{case.expected}")


def main():
    system, pad_tools, llvm_tools, folder = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    generator = importlib.import_module(system + "_models")
    cases = list(generator.cases())
    texts, rows = [], []
    for case in cases:
        path = case.model.write(folder)
        # Bodies stay in the model: padc takes their pads out.
        text = (tools.run("padc", path, "--node", case.node, "--emit-mlir")
                if case.node else tools.run("pad-translate", "--import-" + system, path))
        if f'"{system}.' in text:
            sys.exit(f"{case.name}: nodes are left:\n{text}")
        texts.append(module_body(text))
        rows.append(make_row(text, case.form, case.model.element, case.pads))
    names = {case.name for case in cases}
    assert len(names) == len(cases), "two functions of one name"
    for compiled in compile_by_every_lowering(tools, folder, texts):
        check(cases, compiled)
    write_rows(folder / "rows.json", generator.FORMS, rows)
    print(f"{len(cases)} functions equal the oracle by {len(LOWERINGS)} lowerings")


main()
