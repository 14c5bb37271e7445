"""Compares the lists of all modes in the sources with the enum of the dialect."""

import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
# Modes that repeat for ever, which some tests have beside, or instead of, the others.
PERIODIC = " periodic"

# file -> what matches a list there. Its names are in quotes, or matched by a group.
PYTHON = r"^MODES = ([\[(][^\])]*[\])])"
RUN_LINE = r"%\{mode\} = ([a-z]+)(?: periodic)?$"
LISTS = {
    "include/pad-c/Ops.h": r"^  MlirPadMode(\w+)",
    "python/padkernels/_library.py": PYTHON,
    "benchmark/padbench/workloads.py": PYTHON,
    "benchmark/padbench/fusion_workloads.py": PYTHON,
    "test/Docs/Inputs/explorer_test.py": PYTHON,
    "test/Integration/Inputs/padded_producers.py": PYTHON,
    "test/Integration/Inputs/static_numbers.py": PYTHON,
    "test/Integration/fusion-every-mode.mlir": RUN_LINE,
    "test/Integration/tiling-every-mode.mlir": RUN_LINE,
    "test/Python/Inputs/pad_twin.py": PYTHON,
    "test/Target/Inputs/scalable_kernels.py": PYTHON,
    "test/Transforms/Inputs/fusion_cases.py": PYTHON,
}
# Lists whose order is that of the enum, as its numbers are used.
NUMBERED = {"include/pad-c/Ops.h", "python/padkernels/_library.py"}


def names_in(text, pattern):
    found = re.findall(pattern, text, re.MULTILINE)
    if pattern == PYTHON:
        found = re.findall(r'"([^"]+)"', "".join(found))
    return [name.removesuffix(PERIODIC).lower() for name in found]


enum = re.search(r'I32Enum<"PadMode".*?\]>',
                 (SOURCE / "include/Pad/IR/PadEnums.td").read_text(), re.DOTALL)
modes = re.findall(r'I32EnumCase<"\w+", \d+, "(\w+)">', enum[0])
failed = False
for path, pattern in LISTS.items():
    names = names_in((SOURCE / path).read_text(), pattern)
    if names != modes and (path in NUMBERED or set(names) != set(modes)):
        print(f"error: {path} has the modes {', '.join(names)}; expected {', '.join(modes)}")
        failed = True
if failed:
    sys.exit(1)
print(f"{len(LISTS)} lists have the modes {', '.join(modes)}")
