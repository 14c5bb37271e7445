"""Runs tests that wait and tests that do not end, as those of a mutant, with a limit of two seconds:
limits.py FOLDER. What waits longer than that, as on a busy machine, passes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mutation import suite  # noqa: E402
from stand_in import Tree  # noqa: E402

suite.LEAST_LIMIT, suite.LIMIT_FACTOR, suite.CLOCK_FACTOR = 2, 0, 100
WAITS, TURNS = "sleep 3", "while :; do :; done"

for name, command in (("waits", WAITS), ("turns", TURNS)):
    folder = Path(sys.argv[1]) / name
    run = suite.Suite(Tree(folder, command, sys.argv[2]), 1, folder / "results")
    run.baseline.passed = {"Code.Walks": 0.1, "Code :: walks.test": 0.1}
    for test in (("lit", "walks"), ("gtest", "Code.*")):
        outcome = run.run([test])
        print(f"{name} {test[0]}: passed {list(outcome.passed)}, failed {outcome.failed}")
