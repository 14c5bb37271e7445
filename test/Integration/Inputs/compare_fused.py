"""Runs random pads with their consumers, fused into loops and not, and compares bits:
compare_fused.py CASES SEED COUNT RUNNER..., where CASES is fusion_cases.py. Prints a line
for each element type: the results compared, the pads fused into vectors and into
scalars, and the modes among these."""

import os
import re
import subprocess
import sys

from failing_case import fail
from tier import IS_LONG

UNFUSED = "fuse=false lowering=scf"
# What users get, every width, scalars, and stores past the caches.
FUSED = ("fuse=auto", "fuse=true vector-width=128", "fuse=true vector-width=256",
         "fuse=true vector-width=512 nontemporal-threshold=0", "fuse=true lowering=scf")
# The last ones are read and extended.
TYPES = "i8 i16 i32 i64 f16 bf16 f32 f64 f16:f32 bf16:f32".split()


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr[-4000:]}")
    return done


def main(cases, seed, count, *runner):
    for number, element in enumerate(TYPES):
        # In the first tier each type has one of the ways, and each way has static shapes for one
        # type and dynamic ones for another one.
        ways = FUSED if IS_LONG else FUSED[number % 5 :][:1]
        kinds = ("static", "dynamic")
        # The kinds of consumers have their turns.
        turn = str(int(seed) + number)
        results, vectors, scalars, modes = 0, 0, 0, set()
        for shapes in kinds if IS_LONG else kinds[number // 5 :][:1]:
            def write(number):
                return run([sys.executable, cases, turn, str(number), shapes, element, "long"],
                           "").stdout

            def execute(options, text):
                code = run(["pad-opt", f"--lower-pad-to-llvm={options}"], text).stdout
                lines = run(list(runner), code).stdout.splitlines()
                # The first line of a result has its address.
                return [line for line in lines if "base" not in line]

            text = write(count)
            wanted = execute(UNFUSED, text)
            for options in ways:
                if execute(options, text) != wanted:
                    # With fewer of the pads, the last one is that which differs.
                    text = next(fewer for fewer in map(write, range(1, int(count) + 1))
                                if execute(options, fewer) != execute(UNFUSED, fewer))
                    fail(f"{element}-{shapes}-{turn}", text,
                         (f"pad-opt %s --lower-pad-to-llvm='{way}' | {' '.join(runner)}"
                          for way in (UNFUSED, options)),
                         f"{element} {shapes} seed {turn}: '{options}' differs")
                results += int(count)
            remarks = run(["pad-opt", "--pad-fuse-into-loops=remarks vector-bits=256", "-o",
                           "/dev/null"], text).stderr
            vectors += len(re.findall("emitted as loops over vectors", remarks))
            scalars += len(re.findall("emitted as loops over scalars", remarks))
            # The operation that a remark is about follows it.
            for pad in re.findall(r"emitted as loops[^%]*.*?pad\.pad (\[.*?\]|\w+)",
                                  remarks, re.DOTALL):
                modes.update(re.findall(r"\w+", pad))
        print(f"{element}: {results} results agree; {vectors} pads in vectors, "
              f"{scalars} in scalars; "
              f"{len(modes.intersection(os.environ['PAD_MODES'].split()))} modes")


main(*sys.argv[1:])
