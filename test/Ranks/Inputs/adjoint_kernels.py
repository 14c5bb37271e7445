"""Compiles gradients of pads on ranks, and writes the table by which the driver (adjoint_cases.c)
calls them. Numbers are arguments of the first ones, and constants of the others.

    adjoint_kernels.py PADC OUTPUT-DIR STEP MORE-OPTIONS...

With a STEP of 4, each fourth kernel is made: each mode, type and pair of known and unknown
numbers is among them.
"""

import itertools
import pathlib
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
TYPES = {"I8": "i8", "F16": "f16", "F32": "f32", "F64": "f64", "C32": "complex<f32>"}
LISTS = ["extent", "low", "high", "interior", "grid"]


def choose(draw, rank):
    """Constants for at most four ranks."""
    numbers, ranks = {name: [] for name in LISTS}, 1
    for _ in range(rank):
        grid = draw.randint(1, 4 // ranks)
        ranks *= grid
        row = [draw.randint(1, 9), draw.randint(-3, 5), draw.randint(-3, 5), draw.randint(0, 2), grid]
        for name, number in zip(LISTS, row):
            numbers[name].append(number)
    return numbers


def make_kernel(number, modes, type, is_static):
    numbers = choose(random.Random(number), len(modes))

    def text(name, separator):
        return separator.join(map(str, numbers[name]) if is_static else "?" * len(modes))

    name = f"k{number}"
    command = [padc, "--adjoint", "--periodic", f"--name={name}", f"--type={TYPES[type]}"]
    command += [f"--mode={','.join(modes)}", f"--shape={text('extent', 'x')}", f"--grid={text('grid', 'x')}"]
    command += [f"--low={text('low', ',')}", f"--high={text('high', ',')}", f"--interior={text('interior', ',')}"]
    command += ["-o", f"{output}/{name}.o", "--header", f"{output}/{name}.h", *options]
    arguments = "" if is_static else "".join(f"n->{x}[{axis}], " for x in LISTS for axis in range(len(modes)))
    glue = f"""
static void {name}_pieces(int rank, const struct numbers *n, struct pieces *p) {{
  (void)n;
  {name}_local_shape(rank, {arguments}p->gradient_offset, p->gradient, p->result_offset, p->result);
}}
static int {name}_make(MPI_Comm comm, const struct numbers *n, void **plan) {{
  (void)n;
  return {name}_create(comm, {arguments}({name}_plan **)plan);
}}
static int {name}_sum(void *plan, const void *gradient, void *result) {{ return {name}_run(plan, gradient, result); }}
static int {name}_end(void *plan) {{ return {name}_free(plan); }}
"""
    codes = ", ".join(str(MODES.index(mode)) for mode in modes)
    lists = ", ".join("{" + ", ".join(map(str, numbers[x])) + "}" for x in LISTS)
    functions = ", ".join(f"{name}_{x}" for x in ("pieces", "make", "sum", "end"))
    entry = f'{{"{",".join(modes)} {type}", {len(modes)}, {{{codes}}}, {type}, {int(is_static)}, {{{lists}}}, {functions}}},\n'
    return command, f'#include "{name}.h"\n', glue, entry


padc, output, step, *options = sys.argv[1:]
types = itertools.cycle(TYPES)
kernels = []
for is_static in (False, True):
    for mode in MODES:
        for _ in TYPES:
            kernels.append(([mode], next(types), is_static))
    # Pairs of modes, each in one form at least, and some of three.
    for pair in list(itertools.product(MODES, MODES))[is_static :: 1 + 4 * is_static]:
        kernels.append((list(pair), next(types), is_static))
    for first in range(5):
        kernels.append(([MODES[(first + 2 * axis) % 5] for axis in range(3)], next(types), is_static))
made = [make_kernel(number, *kernel) for number, kernel in list(enumerate(kernels))[:: int(step)]]
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda kernel: subprocess.run(kernel[0], check=True), made))
text = "".join(kernel[1] for kernel in made) + "".join(kernel[2] for kernel in made)
text += "static const struct kernel kernels[] = {\n" + "".join(kernel[3] for kernel in made) + "};\n"
pathlib.Path(output, "kernels.h").write_text(text)
print(f"{len(made)} kernels")
