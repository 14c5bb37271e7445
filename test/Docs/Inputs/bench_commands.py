"""The commands of scripts/bench in the pages: bench_commands.py SOURCE PAGE...

Each has options that the benchmark knows and workloads that there are. What it would
measure takes minutes, and test/Benchmark runs a small one."""

import pathlib
import re
import shlex
import sys

source, *pages = sys.argv[1:]
source = pathlib.Path(source)
sys.path.insert(0, str(source / "benchmark"))

import bench  # noqa: E402
from padbench import session  # noqa: E402

for page in pages:
    text = (source / page).read_text()
    commands = re.findall(r"^(?:.*`)?scripts/bench ?([^`#\n]*)", text, re.MULTILINE)
    count = 0
    for command in commands:
        sys.argv = ["bench.py", *shlex.split(command)]
        arguments = bench.options()
        if not arguments.fusion and not arguments.report:
            assert session.choose(arguments), command
        count += 1
    print(f"{page}: {count} commands")
