"""What the tests of the passes that write pads in ops of other systems share: a case for
each pad, and the comparison of what the passes made of it with the oracle.

A test's script calls run(cases, ARGUMENTS):
  print          prints the module
  run FILE       compares what main printed
  evaluate FILE  evaluates the ops of the converted module instead
Pads that a pass left are counted."""

import re
import sys
from pathlib import Path

import foreign_ops
from import_cases import Case, check, join, numbers, pad, print_module, result_shape, tensor


def make_case(element, modes, axes, seen, value=None, is_argument=False, unknown=None):
    """The pad of `axes`, the extent, low, high and interior of each, in `modes`, of a
    tensor of extents `seen`, where None is one that only run time knows. So are the low
    and high pads for which `unknown` is true."""
    shape, low, high, interior = map(list, zip(*axes))
    extents = result_shape(shape, low, high, interior)
    result = [None if d is None else n for d, n in zip(seen, extents)]
    text = modes[0] if len(set(modes)) == 1 else f"[{join(modes)}]"
    operand, arguments, body = "", [], []
    if value is not None:
        number = f"{value}.0" if element.startswith("f") else str(value)
        operand = " value(%v)"
        if is_argument:
            arguments.append(("%v", element, number))
        else:
            body.append(f"%v = arith.constant {number} : {element}")
    indices = []

    def spell(number):
        if not unknown or not unknown():
            return number
        indices.append((f"%i{len(indices)}", "index", str(number)))
        return indices[-1][0]

    spelled = [join(map(spell, pads)) for pads in (low, high)]
    arguments += indices
    if indices:
        result = [None] * len(result)
    gaps = f" interior[{join(interior)}]" if any(interior) else ""
    body.append(f"%r = pad.pad {text} %x{operand} low[{spelled[0]}] high[{spelled[1]}]{gaps}")
    body.append(f"    : {tensor(seen, element)} to {tensor(result, element)}")
    plain = [mode.split()[0] for mode in modes]
    expected, extents = pad(numbers(shape, element), shape, plain, low, high, value or 0,
                            interior)
    return Case(shape, seen, element, body, tensor(result, element), expected, extents,
                arguments)


def get_bodies(text):
    """The text of each function of a converted module."""
    functions = re.findall(r"func\.func private @case(\d+)\(.*?\) -> .*? \{\n(.*?)\n  \}",
                           text, re.DOTALL)
    if [int(number) for number, _ in functions] != list(range(len(functions))):
        sys.exit("the functions of the module are not those of the cases")
    return [body for _, body in functions]


def evaluate(cases, text):
    """Runs the functions of a converted module; the number of those not converted."""
    left = 0
    for k, (case, body) in enumerate(zip(cases, get_bodies(text), strict=True)):
        if "pad.pad" in body:
            left += 1
            continue
        inputs = [(case.shape, numbers(case.shape, case.element))]
        inputs += [([], [foreign_ops.parse_number(text)]) for *_, text in case.arguments]
        shape, data = foreign_ops.run(f"case{k}", body, inputs)
        if shape != case.extents or data != case.expected:
            sys.exit(f"case{k} is {shape} {data}, not {case.extents} {case.expected}:\n"
                     + "\n".join(case.body) + f"\n{body}")
    return left


def run(cases, action, file=None):
    if action == "print":
        print_module(cases)
    elif action == "run":
        check(cases, Path(file).read_text())
        print(f"{len(cases)} pads agree")
    else:
        left = evaluate(cases, Path(file).read_text())
        print(f"{len(cases) - left} pads agree, {left} left")
