"""Runs tests that wait and tests that do not end, as those of a mutant, with a limit of two seconds:
limits.py FOLDER. What waits longer than that, as on a busy machine, passes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation import suite  # noqa: E402

suite.LEAST_LIMIT, suite.LIMIT_FACTOR, suite.CLOCK_FACTOR = 2, 0, 100
WAITS, TURNS = "sleep 3", "while :; do :; done"
REPORT = '{"testsuites": [{"name": "Code", "testsuite": [{"name": "Walks", "status": "RUN", "time": "0.1s"}]}]}'


class Tree:
    """A build with one lit test and one unit test, which run `command`."""

    def __init__(self, folder, command):
        self.build, self.source = folder, folder
        unit = folder / "test/Unit"
        unit.mkdir(parents=True, exist_ok=True)
        (folder / "test/lit.cfg").write_text(
            "import lit.formats\nconfig.name, config.suffixes = 'Code', ['.test']\n"
            "config.test_format = lit.formats.ShTest()\n")
        (folder / "test/walks.test").write_text(f"RUN: sh -c '{command}'\n")
        (unit / "PadUnitTests").write_text(
            f"#!/bin/sh\necho '[ RUN      ] Code.Walks'\n{command}\n"
            f"for argument; do case $argument in --gtest_output=json:*) echo '{REPORT}' >${{argument#*:}} ;; esac; done\n")
        (unit / "PadUnitTests").chmod(0o755)

    def lit(self):
        return sys.argv[2]


for name, command in (("waits", WAITS), ("turns", TURNS)):
    folder = Path(sys.argv[1]) / name
    run = suite.Suite(Tree(folder, command), 1, folder / "results")
    run.baseline.passed = {"Code.Walks": 0.1, "Code :: walks.test": 0.1}
    for test in (("lit", "walks"), ("gtest", "Code.*")):
        outcome = run.run([test])
        print(f"{name} {test[0]}: passed {list(outcome.passed)}, failed {outcome.failed}")
