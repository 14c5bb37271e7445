"""The table of docs/BackEnds.md: which ops a pad becomes in each system.
  export_table.py print|run|evaluate [FILE]     see export_cases.py
  export_table.py table FILE...
                      the table, from what the passes made of the pads, in the order of
                      SYSTEMS; a dash where the pad was left"""

import re
import sys
from pathlib import Path

from export_cases import get_bodies, make_case, run

SYSTEMS = ["TOSA", "StableHLO", "ONNX", "ONNX, `pad-modes=false`"]

# What the pad does, its modes, for each axis the extent (None: dynamic), low, high and
# interior, and whether only run time knows low and high.
PADS = [
    ("constant", "constant", [(4, 2, 1, 0)]),
    ("constant, and crops another axis", "constant", [(4, -1, 2, 0), (4, -1, -1, 0)]),
    ("constant, only crops", "constant", [(4, -1, 0, 0)]),
    ("constant, interior", "constant", [(4, 0, 2, 1)]),
    ("constant, interior, less at the end than between", "constant", [(4, 0, 0, 1)]),
    ("constant, of which nothing reads the source", "constant", [(4, 7, -5, 0)]),
    ("any other mode, only crops", "reflect", [(4, -1, 0, 0), (4, 0, -1, 0)]),
    ("any other mode, a source of one element", "wrap", [(1, 2, 1, 0)]),
    ("edge at one end", "edge", [(4, 2, 0, 0)]),
    ("edge", "edge", [(4, 2, 1, 0)]),
    ("edge, more than `max-pieces`", "edge", [(4, 20, 0, 0)]),
    ("edge, crops the other end", "edge", [(4, 2, -1, 0)]),
    ("reflect by one element", "reflect", [(4, 1, 1, 0)]),
    ("reflect at one end", "reflect", [(4, 2, 0, 0)]),
    ("reflect, the same elements at both ends", "reflect", [(4, 2, 2, 0)]),
    ("reflect", "reflect", [(4, 3, 2, 0)]),
    ("reflect, crops the other end", "reflect", [(4, 2, -1, 0)]),
    ("reflect, interior", "reflect", [(4, 2, 0, 1)]),
    ("reflect, longer than the source", "reflect periodic", [(4, 5, 0, 0)]),
    ("reflect, more than `max-pieces`", "reflect periodic", [(4, 60, 0, 0)]),
    ("symmetric by one element", "symmetric", [(4, 1, 1, 0)]),
    ("symmetric", "symmetric", [(4, 2, 1, 0)]),
    ("symmetric by the whole source", "symmetric", [(4, 4, 4, 0)]),
    ("symmetric, more than `max-pieces`", "symmetric periodic", [(4, 80, 0, 0)]),
    ("wrap at one end", "wrap", [(4, 2, 0, 0)]),
    ("wrap", "wrap", [(4, 2, 1, 0)]),
    ("wrap, the source several times", "wrap", [(4, 8, 4, 0)]),
    ("wrap, more than `max-pieces`", "wrap", [(4, 80, 0, 0)]),
    ("edge and reflect on different axes", "[edge, reflect]", [(4, 0, 1, 0), (4, 2, 0, 0)]),
    ("constant and wrap on different axes", "[constant, wrap]",
     [(4, 0, 1, 0), (4, 2, 0, 0)]),
    ("dynamic axis, constant", "constant", [(None, 2, -1, 0)]),
    ("dynamic axis, low edge", "edge", [(None, 2, 0, 0)]),
    ("dynamic axis, high edge", "edge", [(None, 0, 2, 0)]),
    ("dynamic axis, low reflect", "reflect", [(None, 2, 0, 0)]),
    ("dynamic axis, high reflect", "reflect", [(None, 0, 2, 0)]),
    ("dynamic axis, symmetric", "symmetric", [(None, 2, 2, 0)]),
    ("dynamic axis, reflect, crops the other end", "reflect", [(None, 2, -1, 0)]),
    ("dynamic axis, wrap by one element", "wrap", [(None, 1, 1, 0)]),
    ("dynamic axis, wrap by more, or any periodic mode", "wrap", [(None, 2, 0, 0)]),
    ("reflect next to a dynamic axis", "reflect", [(None, 0, 0, 0), (4, 2, 0, 0)]),
    ("reflect on a dynamic axis next to another", "reflect", [(None, 0, 0, 0),
                                                              (None, 2, 0, 0)]),
    ("constant by pads that only run time knows", "constant", [(4, 2, -1, 0)], True),
    ("any other mode by such pads, whose signs are not known", "edge", [(4, 2, 1, 0)],
     True),
]
# Not the ops of a pad: its numbers and its padding value.
OPERANDS = {"const", "const_shape", "constant", "Constant"}


def cases():
    made = []
    for _, modes, axes, *unknown in PADS:
        seen = [extent for extent, *_ in axes]
        # A dynamic axis has four elements, too.
        axes = [(4 if extent is None else extent, *pads) for extent, *pads in axes]
        modes = modes.strip("[]").split(", ")
        made.append(make_case("f32", modes * (len(axes) // len(modes)), axes, seen,
                              unknown=unknown and (lambda: True)))
    return made


def list_ops(body):
    if "pad.pad" in body:
        return "—"
    counts = {}
    for op in re.findall(r'= "?(?:tosa|stablehlo|onnx)\.(\w+)', body):
        if op not in OPERANDS:
            counts[op] = counts.get(op, 0) + 1
    return ", ".join(f"{n} {op}" if n > 1 else op for op, n in counts.items())


def print_table(files):
    columns = [get_bodies(Path(file).read_text()) for file in files]
    print(f"| pad | {' | '.join(SYSTEMS)} |")
    print("| --- " * (1 + len(SYSTEMS)) + "|")
    for (name, *_), *bodies in zip(PADS, *columns, strict=True):
        print(f"| {name} | {' | '.join(map(list_ops, bodies))} |")


if sys.argv[1] == "table":
    print_table(sys.argv[2:])
else:
    run(cases(), *sys.argv[1:])
