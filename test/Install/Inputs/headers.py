"""Compiles headers alone: headers.py CC CXX SOURCE GENERATED MLIR [all]. The last three are folders
of headers. Those of SOURCE are compiled that the last commit or the work tree changes, and those
that include them; all of them if asked for, or without git."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

cc, cxx, source, generated, mlir, *rest = sys.argv[1:]
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
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    return None if done.returncode else set(done.stdout.split())


def is_affected(header, changed, seen):
    """Whether `header`, or what it includes, comes from a file that has changed."""
    if header in seen:
        return False
    seen.add(header)
    stem = re.sub(r"(\.h|\.[a-z.]*inc)$", "", header)
    if {header, stem + ".td"} & changed:
        return True
    path = Path(source, header)
    includes = re.findall(r'#include "(.*)"', path.read_text()) if path.exists() else []
    return any(is_affected(include, changed, seen) for include in includes)


headers = sorted(path.relative_to(source) for path in Path(source).rglob("*.h"))
changed = None if "all" in rest else get_changed()
if changed is not None:
    headers = [header for header in headers if is_affected(str(header), changed, set())]
with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    kinds = list(pool.map(compile_alone, headers))
print(kinds.count(False), "headers of C++,", kinds.count(True), "of C")
