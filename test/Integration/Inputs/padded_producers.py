"""Prints a module of random pads of tensors that a producer makes, and a main
that prints every result: padded_producers.py SEED COUNT."""

import os
import random
import sys

MODES = os.environ["PAD_MODES"].split()


def join(values):
    return ", ".join(str(value) for value in values)


def tensor(extents):
    return "tensor<" + "".join(f"{extent}x" for extent in extents) + "i32>"


def dense(numbers, shape):
    if not shape:
        return str(next(numbers))
    return "[" + join(dense(numbers, shape[1:]) for _ in range(shape[0])) + "]"


def draw_axis(rng, mode, dynamic):
    """Extent, low, high and interior of an axis that C5 allows."""
    extent, interior = rng.randint(1, 5), 0 if dynamic else rng.choice([0, 1, 2])
    dilated = (extent - 1) * (interior + 1) + 1
    most = {"reflect": dilated - 1, "symmetric": dilated}.get(mode, 4)
    low, high = rng.randint(0, min(4, most)), rng.randint(0, min(4, most))
    if rng.random() < 0.1:
        high = -rng.randint(0, dilated - 1)
    return extent, low, high, interior


def produce(kind, sizes, type):
    """The lines that make %y from %x, both of `type`; `sizes` are as in IR."""
    dims = join(size for size in sizes if str(size).startswith("%"))
    empty = f"%e = tensor.empty({dims}) : {type}"
    if kind == "elementwise":
        return [f"%y = arith.addi %x, %x : {type}"]
    if kind == "named":
        return [
            empty,
            f"%y = linalg.mul ins(%x, %x : {type}, {type}) outs(%e : {type}) -> {type}",
        ]
    if kind == "chain":
        loops = join(f"d{i}" for i in range(len(sizes)))
        iterators = join(['"parallel"'] * len(sizes))
        return [
            empty,
            "%seven = arith.constant 7 : i32",
            f"%f = linalg.fill ins(%seven : i32) outs(%e : {type}) -> {type}",
            f"%y = linalg.generic {{indexing_maps = [affine_map<({loops}) -> ({loops})>,",
            f"    affine_map<({loops}) -> ({loops})>], iterator_types = [{iterators}]}}",
            f"    ins(%x : {type}) outs(%f : {type}) {{",
            "^bb0(%a: i32, %b: i32):",
            "  %s = arith.subi %b, %a : i32",
            "  linalg.yield %s : i32",
            f"}} -> {type}",
        ]
    row = type.replace("<" + type[7:].split("x")[0], "<1", 1)
    inner = len(sizes) - 1
    part = f"[{join(['%i'] + [0] * inner)}] [{join([1] + sizes[1:])}] [{join([1] * len(sizes))}]"
    body = [
        f"  %a = tensor.extract_slice %x{part} : {type} to {row}",
        f"  %b = tensor.extract_slice %o{part} : {type} to {row}",
        f"  %c = linalg.mul ins(%a, %a : {row}, {row}) outs(%b : {row}) -> {row}",
    ]
    if kind == "parallel rows":
        return [
            empty,
            f"%y = scf.forall (%i) in ({sizes[0]}) shared_outs(%o = %e) -> ({type}) {{",
            *body,
            "  scf.forall.in_parallel {",
            f"    tensor.parallel_insert_slice %c into %o{part} : {row} into {type}",
            "  }",
            "}",
        ]
    end = sizes[0] if str(sizes[0]).startswith("%") else "%end"
    return [
        empty,
        "%from = arith.constant 0 : index",
        "%step = arith.constant 1 : index",
        *([] if end != "%end" else [f"%end = arith.constant {sizes[0]} : index"]),
        f"%y = scf.for %i = %from to {end} step %step iter_args(%o = %e) -> ({type}) {{",
        *body,
        f"  %n = tensor.insert_slice %c into %o{part} : {row} into {type}",
        f"  scf.yield %n : {type}",
        "}",
    ]


def print_case(rng, name):
    dynamic = [rng.random() < 0.4 for _ in range(rng.randint(1, 3))]
    modes = [rng.choice(MODES)] * len(dynamic)
    if rng.random() < 0.5:
        modes = [rng.choice(MODES) for _ in dynamic]
    axes = [draw_axis(rng, mode, d) for mode, d in zip(modes, dynamic)]
    shape = [axis[0] for axis in axes]
    type = tensor("?" if d else extent for d, extent in zip(dynamic, shape))
    result = tensor(
        "?" if d else max(0, low + high + (extent - 1) * (interior + 1) + 1)
        for d, (extent, low, high, interior) in zip(dynamic, axes)
    )
    sizes = [f"%d{i}" if d else extent for i, (d, extent) in enumerate(zip(dynamic, shape))]
    lows = [f"%l{i}" if d else axis[1] for i, (d, axis) in enumerate(zip(dynamic, axes))]
    kind = rng.choice(["elementwise", "named", "chain", "rows", "parallel rows"])

    print(f"func.func private @{name}(%x: {type}, %low: index) -> {result} {{")
    for i, (d, axis) in enumerate(zip(dynamic, axes)):
        if d:
            print(f"  %c{i} = arith.constant {i} : index")
            print(f"  %d{i} = tensor.dim %x, %c{i} : {type}")
    for line in produce(kind, sizes, type):
        print("  " + line)
    for i, (d, axis) in enumerate(zip(dynamic, axes)):
        if d:
            print(f"  %l{i} = affine.max affine_map<()[s0] -> (s0 + {axis[1]}, 0)>()[%low]")
    value = ""
    if "constant" in modes:
        print("  %v = arith.constant -9 : i32")
        value = " value(%v)"
    interior = [axis[3] for axis in axes]
    print(f"  %r = pad.pad [{join(modes)}] %y{value} low[{join(lows)}] high[{join(a[2] for a in axes)}]")
    print(f"      interior[{join(interior)}] : {type} to {result}")
    print(f"  return %r : {result}\n}}")

    numbers = (rng.randint(-99, 99) for _ in iter(int, 1))
    return [
        f"%x_{name} = arith.constant dense<{dense(numbers, shape)}> : {tensor(shape)}",
        f"%y_{name} = tensor.cast %x_{name} : {tensor(shape)} to {type}",
        f"%r_{name} = call @{name}(%y_{name}, %zero) : ({type}, index) -> {result}",
        f"%u_{name} = tensor.cast %r_{name} : {result} to tensor<*xi32>",
        f"call @printMemrefI32(%u_{name}) : (tensor<*xi32>) -> ()",
    ]


def main(seed, count):
    rng = random.Random(seed)
    print("func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}")
    lines = ["%zero = arith.constant 0 : index"]
    for i in range(count):
        lines += print_case(rng, f"case{i}")
    print("func.func @main() {")
    for line in lines:
        print("  " + line)
    print("  return\n}")


main(int(sys.argv[1]), int(sys.argv[2]))
