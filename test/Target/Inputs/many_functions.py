"""Four times the functions take four times the processor time, not sixteen.

Usage: many_functions.py PADC FOLDER
"""

import resource
import subprocess
import sys
from pathlib import Path

FUNCTION = """func.func @pad{n}(%x: tensor<{d}xf32>) -> tensor<{e}xf32> {{
  %r = pad.pad edge %x low[1] high[1] : tensor<{d}xf32> to tensor<{e}xf32>
  return %r : tensor<{e}xf32>
}}
"""


def seconds(padc, folder, count):
    source = folder / "pads.mlir"
    source.write_text("".join(FUNCTION.format(n=n, d=n + 1, e=n + 3) for n in range(count)))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([padc, source, "-O0", "--lowering=scf", "-o", folder / "pads.o"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def main(padc, folder):
    few, many = (seconds(padc, Path(folder), count) for count in (200, 800))
    print(f"200 functions: {few:.2f} s, 800: {many:.2f} s")
    assert many < 8 * few, "time grows faster than the number of functions"


main(*sys.argv[1:])
