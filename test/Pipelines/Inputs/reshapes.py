"""Pads of every mix of the extents 0, 1, 3 and ? are lowered after each pass that makes reshapes.

Usage: reshapes.py PAD_OPT FOLDER
"""

import itertools
import subprocess
import sys
from pathlib import Path

from tier import share

PASSES = ["--pad-collapse-axes", "--pad-drop-unit-axes", "--pad-propagate-reshape",
          "--pad-propagate-reshape=direction=down"]
RANK = 3
EXTENTS = [0, 1, 3, "?"]

# The pad as a value, and into a destination.
FUNCTION = """func.func @f{n}(%x: {source}, %out: {result}) -> ({result}, {result}) {{
  %r = pad.pad constant %x low[{low}] high[{high}] : {source} to {result}
  %s = pad.pad_into constant %x into %out low[{low}] high[{high}] : {source} into {result} -> {result}
  return %r, %s : {result}, {result}
}}
"""
# Unit axes on both sides of it, for the passes that move reshapes.
RESHAPED = """func.func @g{n}(%x: {collapsed}) -> {collapsed_result} {{
{sizes}  %e = tensor.expand_shape %x {groups} output_shape [{shape}] : {collapsed} into {source}
  %r = pad.pad constant %e low[{low}] high[{high}] : {source} to {result}
  %c = tensor.collapse_shape %r {groups} : {result} into {collapsed_result}
  return %c : {collapsed_result}
}}
"""


def type_of(extents):
    return "tensor<" + "".join(f"{extent}x" for extent in extents) + "f32>"


def amounts(padded, rank):
    return ", ".join("1" if axis == padded else "0" for axis in range(rank))


def padded_extents(extents, padded):
    return [extent + 2 if axis == padded and extent != "?" else extent
            for axis, extent in enumerate(extents)]


def direct(n, extents, padded):
    low = amounts(padded, RANK)
    return FUNCTION.format(n=n, source=type_of(extents), low=low, high=low,
                           result=type_of(padded_extents(extents, padded)))


def reshaped(n, extents, padded):
    """Axis 0 stands before a unit axis, and the others follow."""
    expanded = [extents[0], 1, *extents[1:]]
    position = padded + (padded > 0)
    result = padded_extents(extents, padded)
    groups = "[[0, 1]" + "".join(f", [{axis + 1}]" for axis in range(1, RANK)) + "]"
    sizes, shape = "", []
    for axis, extent in enumerate(extents):
        if extent == "?":
            sizes += (f"  %c{axis} = arith.constant {axis} : index\n"
                      f"  %d{axis} = tensor.dim %x, %c{axis} : {type_of(extents)}\n")
        shape.append(f"%d{axis}" if extent == "?" else str(extent))
    low = amounts(position, RANK + 1)
    return RESHAPED.format(n=n, collapsed=type_of(extents), collapsed_result=type_of(result),
                           sizes=sizes, groups=groups, shape=", ".join([shape[0], "1", *shape[1:]]),
                           source=type_of(expanded), low=low, high=low,
                           result=type_of(padded_extents(expanded, position)))


def main(pad_opt, folder):
    cases = share(itertools.product(itertools.product(EXTENTS, repeat=RANK), range(RANK)), 5)
    source = Path(folder) / "pads.mlir"
    source.write_text("// -----\n".join(
        make(n, extents, padded) for n, (extents, padded) in enumerate(cases)
        for make in (direct, reshaped)))
    for name in PASSES:
        made = subprocess.run([pad_opt, source, "-split-input-file", name,
                               "--lower-pad-to-llvm=lowering=scf", "-o", "/dev/null"],
                              capture_output=True, text=True)
        assert made.returncode == 0, (name, made.stderr[:2000])
    print(2 * len(cases), "pads lowered after each of", len(PASSES), "passes")


main(*sys.argv[1:])
