"""Compiles each header alone: headers.py CC CXX SOURCE GENERATED MLIR. The last three are folders of
headers; those of SOURCE are compiled."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

cc, cxx, source, generated, mlir = sys.argv[1:]
FOLDERS = ["-I", source, "-I", generated, "-isystem", mlir]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]


def compile_alone(header):
    # A file that includes it: nothing that it declares counts as unused.
    is_c = header.parts[0] == "pad-c"
    language = [cc, "-std=c11", "-x", "c"] if is_c else [cxx, "-std=c++17", "-fno-rtti", "-x", "c++"]
    done = subprocess.run([*language, "-fsyntax-only", *WARNINGS, *FOLDERS, "-"],
                          input=f'#include "{header}"\n', capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{header} does not compile alone:\n{done.stderr}")
    return is_c


headers = sorted(path.relative_to(source) for path in Path(source).rglob("*.h"))
with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    kinds = list(pool.map(compile_alone, headers))
print(kinds.count(False), "headers of C++,", kinds.count(True), "of C")
