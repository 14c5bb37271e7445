"""Random pads for the passes that write them in ops of other systems:
  export_pads.py STYLE print|run|evaluate [FILE]     see export_cases.py
Styles: `any`; `elements`, without empty tensors; `spelled`, of which the import passes make
a pad again whatever they are written with; `dynamic`, with extents that only run
time knows; `open`, with one such axis, which is read again, if not as one pad; `positions`, with
borders of such axes that repeat the source; `SYSTEM-back`, what the system's import pass reads again as the same pad;
`SYSTEM-numbers`, the same with pads that only run time knows."""

import random
import sys

from export_cases import make_case, run
from import_cases import count, dilated
from tier import IS_LONG

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]


def draw_axis(rng, style, mode, periodic):
    """The extent, low, high and interior of an axis."""
    extent = 0 if style == "any" and rng.random() < 0.05 else rng.randint(1, 5)
    if style in ("spelled", "open"):
        extent += 1 + (style == "open")
    # Of crops at both ends, something is left.
    least = 3 if style in ("spelled", "open") else 2
    interior = rng.choice([1, 2]) if rng.random() < 0.15 else 0
    d = dilated(extent, interior)
    if rng.random() < 0.25:
        return extent, 0, 0, 0
    if d == 0 and mode != "constant":
        return extent, 0, 0, interior
    most = 4
    if mode == "wrap" or periodic:
        most = 3 * d
    elif mode in ("reflect", "symmetric"):
        most = min(d - (mode == "reflect"), most)
    if rng.random() < 0.05 and (periodic or mode in ("edge", "wrap")) and style != "open":
        most = 40
    low, high = (rng.randint(-d // least if rng.random() < 0.3 else 0, most)
                 for _ in range(2))
    if rng.random() < 0.04 and style not in ("elements", "spelled", "open"):
        low = -d - 1
    if style in ("elements", "spelled", "open") and low + d + high < 1:
        low = high = 0
    return extent, low, high, interior


def draw_axis_back(rng, style, mode):
    """The same of what one pad of the system says."""
    # Of two elements, a reflection wraps, too.
    extent = rng.randint(3 if style == "onnx-wrap-back" else 1, 5)
    interior = rng.choice([0, 0, 1, 2]) if style == "stablehlo-back" else 0
    d = dilated(extent, interior)
    least = -((d - 1) // 2) if mode == "constant" and style != "tosa-back" else 0
    most = {"reflect": d - 1, "wrap": d - (style == "onnx-wrap-back")}.get(mode, 4)
    return extent, rng.randint(least, most), rng.randint(least, most), interior


def draw_axis_dynamic(rng, style, mode):
    """The same of an axis whose extent only run time knows: `dynamic`, of one that any
    system can pad."""
    if style == "positions":
        return rng.randint(1, 4), rng.randint(0, 6), rng.randint(-1, 6), 0
    most = 1 if mode == "wrap" else 2
    if style == "open":
        return 5, rng.randint(0, most), rng.randint(1, most), 0
    low, high = (rng.randint(-1 if rng.random() < 0.3 else 0, most) for _ in range(2))
    return rng.randint(3, 5), low, high, 0


def draw(rng, style):
    element = rng.choice(["f32", "i8", "i32", "i64", "f64", "i1"])
    # Vectors of i64 may be the numbers of a node of ONNX, and stay.
    if style in ("spelled", "open", "onnx-wrap-back") and element == "i64":
        element = "i32"
    uniform, repeats = rng.choice(MODES), rng.random() < 0.5
    has_numbers = style.endswith("-numbers")
    style = style.replace("-numbers", "-back")
    if style.endswith("-back"):
        uniform = "constant"
    if style == "onnx-wrap-back":
        uniform = "wrap"
    if style == "onnx-back" and not has_numbers:
        uniform, repeats = rng.choice(["constant", "edge", "reflect", "wrap"]), True
    modes, axes, seen = [], [], []
    for _ in range(rng.randint(1, 3)):
        isolated = not style.endswith("-back") and rng.random() < 0.4
        mode = rng.choice(MODES) if isolated else uniform
        unknown = style in ("dynamic", "positions") and rng.random() < 0.5
        unknown |= style == "open" and None not in seen
        periodic = (mode in ("reflect", "symmetric") and
                    (style == "positions" if unknown else repeats))
        if style.endswith("-back"):
            axes.append(draw_axis_back(rng, style, mode))
        elif unknown:
            axes.append(draw_axis_dynamic(rng, style, mode))
        else:
            axes.append(draw_axis(rng, style, mode, periodic))
        modes.append(mode + " periodic" * periodic)
        seen.append(None if unknown else axes[-1][0])
    # Systems have ops that only slice, rotate or reverse.
    if style == "spelled" and all(low + high <= 0 and not interior
                                  for _, low, high, interior in axes):
        return draw(rng, style)
    value = None
    if ("constant" in modes or any(interior for *_, interior in axes)) and rng.random() < 0.7:
        value = rng.randint(0, 1) if element == "i1" else rng.randint(-9, 9)
    return make_case(element, modes, axes, seen, value, is_argument=rng.random() < 0.5,
                     unknown=(lambda: rng.random() < 0.5) if has_numbers else None)


def cases(style):
    rng = random.Random(style)
    made = []
    while len(made) < (160 if IS_LONG else 48):
        case = draw(rng, style)
        # The elements may be bytes.
        if count(case.shape) < 127 and count(case.extents) < 4000:
            made.append(case)
    return made


run(cases(sys.argv[1]), *sys.argv[2:])
