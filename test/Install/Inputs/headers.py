"""Compiles headers alone: headers.py CC CXX SOURCE GENERATED MLIR. The last three are folders of
headers. The first tier compiles those of SOURCE that the last commit or the work tree changes, or
a part of them; the long tier, all."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tier import IS_LONG, share

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


def get_changed():
    """Names of the files in SOURCE that have changed; None if that is not known."""
    command = ["git", "diff", "--name-only", "--relative", "HEAD^", "--", "."]
    try:
        done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return None if done.returncode else set(done.stdout.split())


headers = sorted(path.relative_to(source) for path in Path(source).rglob("*.h"))
if not IS_LONG:
    changed = get_changed() or ()
    headers = [header for header in headers if str(header) in changed] or headers
    # A compiler takes about three seconds for each.
    headers = share(headers, len(headers) // 5 + 1)
with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    kinds = list(pool.map(compile_alone, headers))
print(len(kinds), "headers,", kinds.count(True), "of C")
