"""Writes kernels of every mode, element width and way of giving the numbers, some that
move channels of any number as inner blocks, and some of each mode beside each other one.

scalable_kernels.py KERNELS.mlir CHECKS.inc

CHECKS.inc has a line CHECK(mode, bits, low, high, step, name) for each kernel,
where low and high are the fixed pads or the program's, or INNER_BLOCKS(mode, bits, step,
name), whose columns are padded by 1 and 2, or MODES(outer, mode, bits, name), whose rows
are padded by 2 and 1 in the mode `outer`, and columns by 1 and 2 in `mode`.
"""

import itertools
import sys

from tier import share

MODES = ["constant", "edge", "reflect periodic", "symmetric periodic", "wrap"]
TYPES = {8: "i8", 16: "bf16", 32: "f32", 64: "i64"}
# How the pads of the row are given: as the program's arguments, as constants
# beside the op, or as attributes; and the interior pad.
GIVEN = {"arguments": ("%l", "%h"), "constants": ("%one", "%two"),
         "attributes": ("1", "2")}
INTERIORS = {"none": None, "attribute": "2", "constant": "%two",
             "argument": "%i", "negative": "%minus"}
STEPS = {"none": 1, "attribute": 3, "constant": 3, "argument": 2, "negative": 1}

FUNCTION = """
func.func @{name}(%x: tensor<?x?x{type}>, %l: index, %h: index, %i: index)
    -> tensor<?x?x{type}> {{
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %minus = arith.constant -1 : index
  %r = pad.pad {mode} %x low[0, {low}] high[0, {high}]{interior}
      : tensor<?x?x{type}> to tensor<?x?x{type}>
  return %r : tensor<?x?x{type}>
}}
"""

INNER_BLOCKS = """
func.func @{name}(%x: tensor<?x?x?x{type}>) -> tensor<?x?x?x{type}> {{
  %r = pad.pad {mode} %x low[0, 1, 0] high[0, 2, 0]{interior}
      : tensor<?x?x?x{type}> to tensor<?x?x?x{type}>
  return %r : tensor<?x?x?x{type}>
}}
"""

TWO_MODES = """
func.func @{name}(%x: tensor<?x?x{type}>) -> tensor<?x?x{type}> {{
  %r = pad.pad [{outer}, {mode}] %x low[2, 1] high[1, 2]
      : tensor<?x?x{type}> to tensor<?x?x{type}>
  return %r : tensor<?x?x{type}>
}}
"""


def main(kernels, checks):
    with open(kernels, "w") as mlir, open(checks, "w") as lines:
        for (number, mode), (place, (bits, kind)), (k, interior) in share(
                itertools.product(enumerate(MODES), enumerate(TYPES.items()),
                                  enumerate(INTERIORS)), 3):
            # In turn, so that each meets every mode, width and interior.
            given = list(GIVEN)[(number + place + k) % len(GIVEN)]
            name = f"{mode.split()[0]}_{bits}_{given}_{interior}"
            low, high = GIVEN[given]
            amount = INTERIORS[interior]
            mlir.write(FUNCTION.format(
                name=name, type=kind, mode=mode, low=low, high=high,
                interior=f" interior[0, {amount}]" if amount else ""))
            fixed = "low, high" if given == "arguments" else "1, 2"
            lines.write(f"CHECK({number}, {bits}, {fixed}, {STEPS[interior]}, "
                        f"{name})\n")
        for (number, mode), (bits, kind) in share(
                itertools.product(enumerate(MODES), TYPES.items()), 3):
            # Without gaps, the channels of constant mode are part of the row.
            step = 2 if mode == "constant" else 1
            name = f"{mode.split()[0]}_{bits}_inner_blocks"
            mlir.write(INNER_BLOCKS.format(
                name=name, type=kind, mode=mode,
                interior=" interior[0, 1, 0]" if step == 2 else ""))
            lines.write(f"INNER_BLOCKS({number}, {bits}, {step}, {name})\n")
        for (first, outer), (number, mode) in share(
                itertools.product(enumerate(MODES), repeat=2), 3):
            # In turn, so that each mode of each axis meets every width.
            bits, kind = list(TYPES.items())[(first + number) % len(TYPES)]
            name = f"{outer.split()[0]}_{mode.split()[0]}_{bits}"
            mlir.write(TWO_MODES.format(name=name, type=kind, outer=outer,
                                        mode=mode))
            lines.write(f"MODES({first}, {number}, {bits}, {name})\n")


main(*sys.argv[1:])
