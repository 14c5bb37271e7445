"""Runs kernels between pages that nobody may touch: guarded_kernels.py FOLDER COUNT SEED CPU [TOOL [FAULT]]

Draws so many pads and adjoints, compiles them for CPU by padc, and calls each with source and result
at random addresses: from the first byte behind such a page on, or up to the last one before it. The
bytes around them, the result and, if TOOL is valgrind, every access are checked. FAULT is read or write:
kernels are told that the source, or the result, begins an element late, and access one behind it.
"""

import itertools
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "Python/Inputs"))
import rule  # noqa: E402  (the folder is known only now)

TYPES = {"i8": "int8_t", "i16": "int16_t", "f32": "float", "i64": "int64_t"}
MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
DRIVER = Path(__file__).parent / "guarded_kernels.c"


def draw_axis(draw, most):
    """Mode, extent, low, high and interior of an axis that the verifier accepts."""
    while True:
        mode, extent, interior = draw.choice(MODES), draw.randint(0, most), draw.choice([0, 0, 0, 1, 2])
        low, high = draw.randint(-4, 40 if most > 30 else 6), draw.randint(-4, 40 if most > 30 else 6)
        if not rule.breaks(extent, low, high, mode, interior):
            return mode, extent, low, high, interior


def get_reads(axes):
    """The source element that each result element reads, or -1."""
    reads = []
    for mode, extent, low, high, interior in axes:
        step = interior + 1
        dilated = (extent - 1) * step + 1 if extent else 0
        places = [rule.position(mode, j - low, dilated) for j in range(max(low + dilated + high, 0))]
        reads.append([None if p is None or p % step else p // step for p in places])
    table = []
    for index in itertools.product(*reads):
        position = 0
        for place, axis in zip(index, axes):
            position = -1 if place is None or position < 0 else position * axis[1] + place
        table.append(position)
    return [len(places) for places in reads], table


def make_kernel(draw, number, fault):
    """The IR of a kernel, and its entry for the driver."""
    rank = draw.choice([1, 2, 2, 3])
    # Rows of several vectors, and short ones.
    axes = [draw_axis(draw, 70 if axis == rank - 1 and draw.random() < 0.7 else 5) for axis in range(rank)]
    extents, table = get_reads(axes)
    element, is_dynamic, is_adjoint = draw.choice(list(TYPES)), draw.random() < 0.5, draw.random() < 0.25
    if is_adjoint:
        element = draw.choice(["f32", "i64"])
    shape, padded = ("".join(f"{'?' if is_dynamic else n}x" for n in list_of) + element
                     for list_of in ([a[1] for a in axes], extents))
    modes = "[" + ", ".join(a[0] for a in axes) + "]"
    names, numbers = [], []
    lists = {}
    for name, place in (("low", 2), ("high", 3), ("interior", 4)):
        lists[name] = [a[place] for a in axes]
        if is_dynamic:
            numbers += lists[name]
            lists[name] = [f"%{name}{i}" for i in range(rank)]
            names += lists[name]
    lists = {name: f"[{', '.join(map(str, values))}]" for name, values in lists.items()}
    pads = f"low{lists['low']} high{lists['high']} interior{lists['interior']}"
    indices = "".join(f", {name}: index" for name in names)
    source, result = f"tensor<{shape}>", f"tensor<{padded}>"
    # A tensor of unknown extents is passed with them.
    given = [a[1] for a in axes]
    if is_adjoint:
        source, result, given = result, source, extents
        sizes = [f"%n{i}" for i in range(rank)] if is_dynamic else [a[1] for a in axes]
        if is_dynamic:
            indices = "".join(f", {n}: index" for n in sizes) + indices
            numbers = [a[1] for a in axes] + numbers
        op = f"pad.adjoint {modes} %x of[{', '.join(map(str, sizes))}] {pads}"
    else:
        op = f"pad.pad {modes} %x {pads}"
    text = (f"func.func @k{number}(%x: {source}{indices}) -> {result} {{\n"
            f"  %r = {op} : {source} to {result}\n  return %r : {result}\n}}\n")
    arguments = "".join(f", {n}" for n in (given if is_dynamic else []) + (numbers if is_dynamic else []))
    count = 1
    for axis in axes:
        count *= axis[1]
    ctype = TYPES[element]
    reads = f"static const int32_t reads{number}[] = {{{', '.join(map(str, table + [0]))}}};\n"
    call = (f"static void call{number}(const void *x, void *r) {{ k{number}((const {ctype} *)x + "
            f"{int(fault == 'read')}{arguments}, ({ctype} *)r + {int(fault == 'write')}); }}\n")
    entry = f"  {{call{number}, reads{number}, {count}, {len(table)}, {TYPE_NUMBERS[element]}, {int(is_adjoint)}}},\n"
    return text, reads + call, entry


TYPE_NUMBERS = {name: number for number, name in enumerate(TYPES)}


def main(folder, count, seed, cpu, tool="", fault=""):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(int(seed))
    kernels = [make_kernel(draw, number, fault) for number in range(int(count))]
    (folder / "kernels.mlir").write_text("".join(text for text, _, _ in kernels))
    subprocess.run(["padc", f"--cpu={cpu}", "-O1", folder / "kernels.mlir", "-o", folder / "kernels.o",
                    "--header", folder / "kernels.h"], check=True)
    (folder / "kernels.inc").write_text("".join(code for _, code, _ in kernels) + "static const struct Kernel kernels[] = {\n"
                                        + "".join(entry for _, _, entry in kernels) + "};\n")
    program = folder / "guarded"
    subprocess.run(["clang-22", "-O1", "-gdwarf-4", f"-I{folder}", DRIVER, folder / "kernels.o", "-lm", "-o", program], check=True)
    command = ["valgrind", "-q", "--error-exitcode=3", "--exit-on-first-error=yes"] if tool else []
    done = subprocess.run([*command, program, seed, "2" if tool else "8"], capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
