"""What the tests of imported pads share: the oracle, a module of functions with
a main that prints their results, and the comparison of what it printed.

A test's script defines cases and calls run(forms, cases): with the argument
`print` that prints the module; with `check PREFIX` it compares the outputs of main in
PREFIX.scf and, in the long tier, PREFIX.linalg and PREFIX.vector, one of each lowering, and writes what
agrees to PREFIX.json, for scripts/front-ends.
"""

import itertools
import json
import re
import sys
from pathlib import Path

from tier import IS_LONG

# The lowerings have tests of their own: the first tier imports by one of them.
LOWERINGS = ["scf", "linalg", "vector"] if IS_LONG else ["scf"]

PADDING = None


def dilated(extent, interior=0):
    return 0 if extent == 0 else (extent - 1) * (interior + 1) + 1


def position(mode, extent, index, low, interior=0):
    """The source index that `index` reads on an axis, or PADDING."""
    d = dilated(extent, interior)
    j = index - low
    if d == 0:
        return PADDING
    if not 0 <= j < d:
        if mode == "constant":
            return PADDING
        if mode == "edge":
            j = min(max(j, 0), d - 1)
        elif mode == "wrap":
            j %= d
        elif mode == "symmetric":
            j = min(j % (2 * d), 2 * d - 1 - j % (2 * d))
        elif d == 1:
            j = 0
        else:
            j = min(j % (2 * (d - 1)), 2 * (d - 1) - j % (2 * (d - 1)))
    return PADDING if j % (interior + 1) else j // (interior + 1)


def result_shape(shape, low, high, interior=None):
    interior = interior or [0] * len(shape)
    return [max(0, p + dilated(d, r) + q)
            for d, p, q, r in zip(shape, low, high, interior)]


def strides(shape):
    result = []
    for axis in range(len(shape)):
        stride = 1
        for extent in shape[axis + 1:]:
            stride *= extent
        result.append(stride)
    return result


def take(data, shape, axes, value):
    """The elements at the positions that `axes` lists, row by row."""
    steps = strides(shape)
    return [value if PADDING in at else data[sum(i * s for i, s in zip(at, steps))]
            for at in itertools.product(*axes)]


def pad(data, shape, modes, low, high, value=0, interior=None):
    """The padded elements and their shape; `modes` is one mode or one an axis."""
    interior = interior or [0] * len(shape)
    if isinstance(modes, str):
        modes = [modes] * len(shape)
    extents = result_shape(shape, low, high, interior)
    axes = [[position(mode, d, i, p, r) for i in range(n)]
            for mode, d, n, p, r in zip(modes, shape, extents, low, interior)]
    return take(data, shape, axes, value), extents


def join(values):
    return ", ".join(str(value) for value in values)


def tensor(shape, element):
    extents = "".join("?x" if e is None else f"{e}x" for e in shape)
    return f"tensor<{extents}{element}>"


def literal(data, shape, element):
    """The text of a dense constant."""
    numbers = [f"{number}.0" if element.startswith("f") else str(number)
               for number in data]
    if element == "i1":
        numbers = ["true" if number else "false" for number in data]
    for extent in reversed(shape):
        if not numbers or extent == 0:
            return f"dense<> : {tensor(shape, element)}"
        numbers = [f"[{join(numbers[i:i + extent])}]"
                   for i in range(0, len(numbers), extent)]
    return f"dense<{numbers[0]}> : {tensor(shape, element)}"


def count(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def numbers(shape, element="i32"):
    """The elements of a source: all different where the type has as many."""
    return [n % 2 if element == "i1" else n for n in range(1, count(shape) + 1)]


def hide(rng, shape, chance=0.4):
    """`shape` with some extents unknown."""
    return [None if rng.random() < chance else extent for extent in shape]


def read_twice(reader, type):
    """Lines that make `%r` of `type`, what `reader` makes of a result: it reads that in the
    block of the result and in one within it."""
    return [f"%same = {reader}", "%always = arith.constant true",
            f"%r = scf.if %always -> ({type}) {{", f"  %nested = {reader}",
            f"  scf.yield %nested : {type}", "} else {", f"  scf.yield %same : {type}", "}"]


class Case:
    """A function: `body` makes `%r` of type `result` of `%x`, a tensor of
    `shape` that is passed as `seen`, and of `arguments`: (name, type, text of the
    constant). `form` and `mode` say which pad it is, and `traits` are letters of
    scripts/front-ends, to which that of unknown extents is added; `kind` is the element
    type as the form has it."""

    def __init__(self, shape, seen, element, body, result, expected, extents,
                 arguments=(), form=None, mode="constant", traits="", kind=None):
        self.shape, self.seen, self.element = shape, seen, element
        self.body, self.result = body, result
        self.expected, self.extents = expected, extents
        self.arguments = arguments
        traits += "u" if None in seen else ""
        self.row = {"form": form, "mode": mode, "traits": traits,
                    "element": kind or element}


PRINTED = {"f32": ("F32", None, "f32"), "f64": ("F64", None, "f64"),
           "i32": ("I32", None, "i32"), "i64": ("I64", None, "i64"),
           "i8": ("I32", "extsi", "i32"), "i1": ("I32", "extui", "i32")}


def function_text(k, case):
    """The function that is case `k`."""
    parameters = [f"%x: {tensor(case.seen, case.element)}"]
    parameters += [f"{name}: {type}" for name, type, _ in case.arguments]
    return "\n".join([f"func.func private @case{k}({join(parameters)}) -> {case.result} {{",
                      *("  " + line for line in case.body),
                      f"  return %r : {case.result}\n}}"])


def print_module(cases, texts=None):
    """`texts` are the functions, by the number of the case; only these are called."""
    if texts is None:
        texts = {k: function_text(k, case) for k, case in enumerate(cases)}
    for kind, element in (("F32", "f32"), ("F64", "f64"), ("I32", "i32"), ("I64", "i64")):
        print(f"func.func private @printMemref{kind}(tensor<*x{element}>) "
              "attributes {llvm.emit_c_interface}")
    main = []
    for k, text in texts.items():
        case = cases[k]
        seen = tensor(case.seen, case.element)
        print(text)
        data = literal(numbers(case.shape, case.element), case.shape, case.element)
        main.append(f"%s{k} = arith.constant {data}")
        main.append(f"%x{k} = tensor.cast %s{k} : "
                    f"{tensor(case.shape, case.element)} to {seen}")
        passed = [f"%x{k}"]
        for n, (_, type, text) in enumerate(case.arguments):
            passed.append(f"%a{k}_{n}")
            main.append(f"{passed[-1]} = arith.constant {text} : {type}")
        types = join([seen] + [type for _, type, _ in case.arguments])
        main.append(f"%r{k} = call @case{k}({join(passed)}) : ({types}) -> {case.result}")
        element = re.fullmatch(r"tensor<(?:[?\d]+x)*(\w+)>", case.result).group(1)
        kind, convert, printed = PRINTED[element]
        name, type = f"%r{k}", case.result
        if convert:
            type = case.result.replace(element, printed)
            main.append(f"%w{k} = arith.{convert} {name} : {case.result} to {type}")
            name = f"%w{k}"
        main.append(f"%u{k} = tensor.cast {name} : {type} to tensor<*x{printed}>")
        main.append(f"call @printMemref{kind}(%u{k}) : (tensor<*x{printed}>) -> ()")
    print("func.func @main() {")
    print("\n".join("  " + line for line in main))
    print("  return\n}")


def check(cases, text):
    printed = text.split("Unranked Memref")[1:]
    if len(printed) != len(cases):
        sys.exit(f"{len(printed)} results of {len(cases)} functions")
    for k, (case, block) in enumerate(zip(cases, printed)):
        head, _, data = block.partition("data =")
        sizes = re.search(r"sizes = \[(.*?)\]", head).group(1)
        sizes = [int(size) for size in sizes.split(",") if size.strip()]
        data = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", data)]
        # The printer reads elements of empty memrefs, too.
        data = data if count(sizes) else []
        if sizes != case.extents or data != [float(n) for n in case.expected]:
            sys.exit(f"case{k} is {sizes} {data}, not {case.extents} "
                     f"{case.expected}:\n" + "\n".join(case.body))


def run(forms, cases):
    """`forms` are all those that cases have, in the order of the page; none if the
    cases are not for it."""
    if sys.argv[1] == "print":
        print_module(cases)
        return
    prefix = sys.argv[2]
    for lowering in LOWERINGS:
        check(cases, Path(f"{prefix}.{lowering}").read_text())
    print(f"{len(cases)} functions agree")
    if forms:
        record = {"forms": forms, "rows": [case.row for case in cases]}
        Path(f"{prefix}.json").write_text(json.dumps(record))
