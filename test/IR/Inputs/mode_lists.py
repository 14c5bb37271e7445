"""Compares the lists of all modes in the tests with the table of the dialect."""

import os
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
    "test/Integration/Inputs/static_numbers.py": PYTHON,
    "test/Integration/fusion-every-mode.mlir": RUN_LINE,
    "test/Integration/tiling-every-mode.mlir": RUN_LINE,
    "test/Target/Inputs/scalable_kernels.py": PYTHON,
}


def names_in(text, pattern):
    found = re.findall(pattern, text, re.MULTILINE)
    if pattern == PYTHON:
        found = re.findall(r'"([^"]+)"', "".join(found))
    return {name.removesuffix(PERIODIC) for name in found}


modes = os.environ["PAD_MODES"].split()
failed = False
for path, pattern in LISTS.items():
    names = names_in((SOURCE / path).read_text(), pattern)
    if names != set(modes):
        print(f"error: {path} has the modes {', '.join(sorted(names))}; expected {', '.join(modes)}")
        failed = True
if failed:
    sys.exit(1)
print(f"{len(LISTS)} lists have the modes {', '.join(modes)}")
