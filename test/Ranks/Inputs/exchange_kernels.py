"""Compiles kernels of many modes, element sizes and kinds, and writes the table by which the
driver (exchange_cases.c) calls them.

    exchange_kernels.py PADC OUTPUT-DIR MPI MORE-OPTIONS...
"""

import itertools
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
TYPES = {1: "i8", 2: "f16", 4: "f32", 8: "f64", 16: "complex<f64>"}
KINDS = ["", "--halo", "--in-place"]


class Kernel:
    def __init__(self, number, modes, size, kind, interior):
        self.name = f"k{number}"
        self.modes, self.size, self.kind, self.interior = modes, size, kind, interior
        self.takes_value = "constant" in modes

    def compile(self, padc, output, options):
        def each(separator):
            return separator.join("?" * len(self.modes))

        command = [padc, "--periodic", f"--name={self.name}", f"--type={TYPES[self.size]}"]
        command += [f"--mode={','.join(self.modes) or 'edge'}", f"--shape={each('x')}"]
        command += [f"--low={each(',')}", f"--high={each(',')}", f"--grid={each('x')}"]
        command += [f"--interior={each(',')}"] if self.interior else []
        command += ["--value=?"] if self.takes_value else []
        command += [self.kind] if self.kind else []
        command += ["-o", f"{output}/{self.name}.o", "--header", f"{output}/{self.name}.h"]
        subprocess.run([*command, *options], check=True)

    def glue(self):
        """Functions with the same signatures for all kernels."""
        name = self.name
        lists = ["extent", "low", "high"] + ["interior"] * self.interior + ["grid"]
        numbers = "".join(f"n->{x}[{axis}], " for x in lists for axis in range(len(self.modes)))
        value = ", value" if self.takes_value else ""
        return f"""
static void {name}_pieces(int rank, const struct numbers *n, struct pieces *p) {{
  {name}_local_shape(rank, {numbers}p->source_offset, p->source, p->result_offset, p->result);
}}
static int {name}_make(MPI_Comm comm, const struct numbers *n, void **plan) {{
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
        flags = f"{int(self.kind == '--in-place')}, {int(self.interior)}, {int(self.takes_value)}"
        functions = ", ".join(f"{self.name}_{x}" for x in ("pieces", "make", "move", "end"))
        text = f"{','.join(self.modes)} {self.kind}"
        return f'{{"{text}", {len(self.modes)}, {{{modes}}}, {self.size}, {flags}, {functions}}},\n'


def make_kernels():
    """Each mode in each kind and with interior, each pair of modes, and some of three and four."""
    sizes = itertools.cycle(TYPES)
    kernels = []

    def add(modes, kind, interior=False):
        kernels.append(Kernel(len(kernels), modes, next(sizes), kind, interior))

    add([], "")
    for mode in MODES:
        for kind in KINDS:
            add([mode], kind)
        add([mode], "", interior=True)
    for number, pair in enumerate(itertools.product(MODES, MODES)):
        add(list(pair), KINDS[number % 3], interior=number % 6 == 0)
    for rank, count in ((3, 9), (4, 5)):
        for first in range(count):
            modes = [MODES[(first + 2 * axis) % 5] for axis in range(rank)]
            add(modes, KINDS[first % 3], interior=first % 6 == 0)
    return kernels


padc, output, *options = sys.argv[1:]
kernels = make_kernels()
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda kernel: kernel.compile(padc, output, options), kernels))
text = "".join(f'#include "{kernel.name}.h"\n' for kernel in kernels)
text += "".join(kernel.glue() for kernel in kernels)
text += "static const struct kernel kernels[] = {\n"
text += "".join(kernel.entry() for kernel in kernels) + "};\n"
pathlib.Path(output, "kernels.h").write_text(text)
print(f"{len(kernels)} kernels")
