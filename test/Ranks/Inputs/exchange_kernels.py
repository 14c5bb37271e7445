"""Compiles kernels of many modes, element sizes and kinds, and writes the table by which the
driver (exchange_cases.c) calls them. Numbers are arguments of some, constants of others, and each
other one in turn of the rest; so is the padding value.

    exchange_kernels.py PADC OUTPUT-DIR STEP MORE-OPTIONS...

With a STEP of 3, a third of the kernels is made: each mode meets each kind and each way to know
the numbers, and so does each width.
"""

import itertools
import pathlib
import random
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
TYPES = {1: "i8", 2: "f16", 4: "f32", 8: "f64", 16: "complex<f64>"}
KINDS = ["", "--halo", "--in-place"]


# A padding value that is a constant, and its bytes.
VALUES = {
    1: ("-7", struct.pack("<b", -7)),
    2: ("1.5", struct.pack("<e", 1.5)),
    4: ("-2.25", struct.pack("<f", -2.25)),
    8: ("1e300", struct.pack("<d", 1e300)),
    16: ("0.5,-4", struct.pack("<2d", 0.5, -4.0)),
}
LISTS = ["extent", "low", "high", "interior", "grid"]
DYNAMIC, STATIC, MIXED = range(3)


class Kernel:
    def __init__(self, number, modes, size, kind, interior, known):
        self.name = f"k{number}"
        self.modes, self.size, self.kind, self.interior = modes, size, kind, interior
        self.known = known
        self.takes_value = "constant" in modes and known == DYNAMIC
        self.choose(random.Random(number))

    def choose(self, draw):
        """Numbers for at most four ranks, of which a kernel knows some."""
        self.numbers = {name: [] for name in LISTS}
        ranks = 1
        for mode in self.modes:
            grid = draw.randint(1, 4 // ranks)
            ranks *= grid
            extent = draw.choice([0, 1, 2, 5, 6])
            interior = draw.randint(0, 2) if self.interior else 0
            least, most = (0 if self.kind == "--in-place" else -4), 6
            if extent == 0 and mode != "constant":
                most = 0  # C6
            pads = draw.randint(least, most), draw.randint(least, most)
            for name, number in zip(LISTS, [extent, *pads, interior, grid]):
                self.numbers[name].append(number)

    def is_known(self, name, axis):
        place = LISTS.index(name) + axis
        return self.known == STATIC or (self.known == MIXED and place % 2 == 0)

    def text(self, name):
        """The numbers of a list as options have them."""
        numbers = enumerate(self.numbers[name])
        return [str(x) if self.is_known(name, axis) else "?" for axis, x in numbers]

    def compile(self, padc, output, options):
        command = [padc, "--periodic", f"--name={self.name}", f"--type={TYPES[self.size]}"]
        command += [f"--mode={','.join(self.modes) or 'edge'}"]
        command += [f"--shape={'x'.join(self.text('extent'))}"]
        command += [f"--low={','.join(self.text('low'))}", f"--high={','.join(self.text('high'))}"]
        command += [f"--grid={'x'.join(self.text('grid'))}"]
        command += [f"--interior={','.join(self.text('interior'))}"] if self.interior else []
        if "constant" in self.modes:
            command += ["--value=?" if self.takes_value else f"--value={VALUES[self.size][0]}"]
        command += [self.kind] if self.kind else []
        command += ["-o", f"{output}/{self.name}.o", "--header", f"{output}/{self.name}.h"]
        subprocess.run([*command, *options], check=True)

    def glue(self):
        """Functions with the same signatures for all kernels."""
        name = self.name
        lists = [x for x in LISTS if x != "interior" or self.interior]
        axes = range(len(self.modes))
        dynamic = [(x, axis) for x in lists for axis in axes if not self.is_known(x, axis)]
        numbers = "".join(f"n->{x}[{axis}], " for x, axis in dynamic)
        value = ", value" if self.takes_value else ""
        return f"""
static void {name}_pieces(int rank, const struct numbers *n, struct pieces *p) {{
  (void)n;
  {name}_local_shape(rank, {numbers}p->source_offset, p->source, p->result_offset, p->result);
}}
static int {name}_make(MPI_Comm comm, const struct numbers *n, void **plan) {{
  (void)n;
  return {name}_create(comm, {numbers}({name}_plan **)plan);
}}
static int {name}_move(void *plan, const void *source, void *result, const void *value) {{
  (void)value;
  return {name}_run(plan, source, result{value});
}}
static int {name}_end(void *plan) {{ return {name}_free(plan); }}
"""

    def entry(self):
        modes = ", ".join(str(MODES.index(mode)) for mode in self.modes) or "0"
        flags = [self.kind == "--in-place", self.interior, self.takes_value, self.known != DYNAMIC]
        lists = ", ".join(f"{{{', '.join(map(str, self.numbers[x])) or '0'}}}" for x in LISTS)
        constant = VALUES[self.size][1] if "constant" in self.modes else b"\0"
        value = ", ".join(map(str, constant))
        functions = ", ".join(f"{self.name}_{x}" for x in ("pieces", "make", "move", "end"))
        text = f"{','.join(self.modes)} {self.kind}"
        flags = ", ".join(str(int(x)) for x in flags)
        return (
            f'{{"{text}", {len(self.modes)}, {{{modes}}}, {self.size}, {flags}, '
            f"{{{lists}}}, {{{value}}}, {functions}}},\n"
        )


def make_kernels():
    """Each mode in each kind and with interior, each pair of modes, and some of three and four."""
    sizes = itertools.cycle(TYPES)
    kernels = []

    def add(modes, kind, known, interior=False):
        kernels.append(Kernel(len(kernels), modes, next(sizes), kind, interior, known))

    for known in (DYNAMIC, STATIC, MIXED):
        add([], "", known)
        for mode in MODES:
            for kind in KINDS:
                add([mode], kind, known)
            add([mode], "", known, interior=True)
        next(sizes)  # The next ones have other sizes.
    for number, pair in enumerate(itertools.product(MODES, MODES)):
        interior = number % 6 == 0
        add(list(pair), KINDS[number % 3], DYNAMIC, interior)
        if number % 2 == 0:
            add(list(pair), KINDS[number % 3], (STATIC, MIXED)[number % 4 // 2], interior)
    for rank, count in ((3, 9), (4, 5)):
        for first in range(count):
            modes = [MODES[(first + 2 * axis) % 5] for axis in range(rank)]
            add(modes, KINDS[first % 3], first % 3, interior=first % 6 == 0)
    return kernels


padc, output, step, *options = sys.argv[1:]
# The first ones come in groups of 21, of which each one gives others.
kernels = [k for number, k in enumerate(make_kernels()) if (number + number // 21) % int(step) == 0]
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda kernel: kernel.compile(padc, output, options), kernels))
text = "".join(f'#include "{kernel.name}.h"\n' for kernel in kernels)
text += "".join(kernel.glue() for kernel in kernels)
text += "static const struct kernel kernels[] = {\n"
text += "".join(kernel.entry() for kernel in kernels) + "};\n"
pathlib.Path(output, "kernels.h").write_text(text)
print(f"{len(kernels)} kernels")
