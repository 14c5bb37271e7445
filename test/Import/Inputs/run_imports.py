"""Imports each file, and prints the file's name, the exit code and the errors.

usage: run_imports.py OPTIONS FILE...

A signal, another exit code than 0 and 1, and a failure without an error are
printed as what they are, and make the script fail. A file has ten seconds of
CPU, of which a signal tells the end, a minute, and 1 GiB of memory.
"""

import os
import resource
import subprocess
import sys

# A sanitizer needs more address space than there is memory.
if "ASAN_OPTIONS" not in os.environ:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))


failed = False
for path in sys.argv[2:]:
    name = os.path.basename(path)
    try:
        run = subprocess.run(
            ["pad-translate", *sys.argv[1].split(), path],
            capture_output=True,
            preexec_fn=limit_cpu,
            timeout=60,
        )
    except subprocess.TimeoutExpired:
        print(name, "takes too long")
        failed = True
        continue
    errors = run.stderr.decode(errors="replace").replace(path, name)
    print(name, "exit", run.returncode)
    print(errors, end="")
    if run.returncode not in (0, 1) or (run.returncode and "error:" not in errors):
        print(name, "crashes or says nothing")
        failed = True
sys.exit(failed)
