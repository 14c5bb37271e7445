"""Runs tests of a build of the copy: lit's and GoogleTest's.

A test hangs if one of its processes takes more seconds of a processor than any run may. Those
that other programs take do not count, so that a busy machine gives the verdicts of an idle one.
"""

import fnmatch
import json
import os
import re
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
# The tiers of scripts/check, the one with the fewest cases first.
TIERS = ("first", "long")
# The test of the list itself: no list applies to sources with a mutant in them.
LIST_TEST = "Mutants/"
# Seconds of a processor that any process may take, and how many times as long as its tests take
# without a mutant; those of a run of all tests.
LEAST_LIMIT, LIMIT_FACTOR, FULL_LIMIT = 60, 5, 3600
# How many times the limit a run may take by the clock: processes that wait for each other take no
# processor.
CLOCK_FACTOR = 10


class SuiteError(Exception):
    """The tests cannot be run."""


@dataclass
class Outcome:
    # Names of failed tests, with how in brackets where that is no plain failure.
    failed: list = field(default_factory=list)
    # Seconds of each test that ran to its end.
    passed: dict = field(default_factory=dict)
    skipped: list = field(default_factory=list)
    log: str = ""


class Suite:
    def __init__(self, tree, jobs, folder):
        self.tree, self.jobs, self.folder = tree, jobs, Path(folder)
        self.baseline, self.tier = Outcome(), TIERS[-1]
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, tests, stop_early=True):
        """The outcome of `tests`, (kind, pattern) each; after the first kind of which
        one failed, the other is left out if `stop_early`."""
        outcome = Outcome()
        lits = [pattern for kind, pattern in tests if kind == "lit"]
        gtests = [pattern for kind, pattern in tests if kind == "gtest"]
        if lits:
            self._lit("|".join(f"(?:{p})" for p in lits), outcome, stop_early)
        if gtests and not (outcome.failed and stop_early):
            self._gtest(":".join(gtests), outcome, stop_early)
        return outcome

    def run_all(self):
        """The outcome of every test but that of the list."""
        outcome = Outcome()
        self._lit("", outcome, stop_early=True)
        return outcome

    def _limit(self, matches):
        usual = sum(seconds for name, seconds in self.baseline.passed.items()
                    if matches(name))
        return LEAST_LIMIT + LIMIT_FACTOR * usual if self.baseline.passed else None

    def _lit(self, pattern, outcome, stop_early):
        report = self.folder / "lit.json"
        report.unlink(missing_ok=True)
        command = [self.tree.lit(), "-v", f"-j{self.jobs}", "--param", f"tier={self.tier}",
                   "--output", report, "--filter-out", LIST_TEST]
        command += ["--filter", pattern] if pattern else []
        command += ["--max-failures", "1"] if stop_early else []
        limit = (self._limit(lambda name: re.search(pattern, name)) if pattern
                 else FULL_LIMIT)
        (done,) = _wait([self._start(command + [self.tree.build / "test"], limit)], limit)
        outcome.log += done.output
        if done.status is None:
            outcome.failed.append(f"lit {pattern or 'all'} (hangs)")
            return
        if not report.exists():
            raise SuiteError("lit did not run to its end:\n" + done.output)
        for test in json.loads(report.read_text())["tests"]:
            if test["code"] in LIT_PASSED:
                outcome.passed[test["name"]] = test["elapsed"] or 0
            elif test["code"] in LIT_SKIPPED:
                outcome.skipped.append(test["name"])
            else:
                outcome.failed.append(test["name"])

    def _gtest(self, pattern, outcome, stop_early):
        program = self.tree.build / "test/Unit/PadUnitTests"
        limit = self._limit(lambda name: any(
            fnmatch.fnmatchcase(name, part) for part in pattern.split(":")))
        processes = []
        for shard in range(self.jobs):
            report = self.folder / f"gtest-{shard}.json"
            report.unlink(missing_ok=True)
            command = [program, f"--gtest_filter={pattern}",
                       f"--gtest_output=json:{report}"]
            command += ["--gtest_fail_fast"] if stop_early else []
            processes.append(self._start(command, limit, {
                "GTEST_TOTAL_SHARDS": str(self.jobs), "GTEST_SHARD_INDEX": str(shard)}))
        ran = 0
        for shard, done in enumerate(_wait(processes, limit, stop_early)):
            outcome.log += done.output
            report = self.folder / f"gtest-{shard}.json"
            if done.stopped:
                continue
            if report.exists():
                ran += _read_gtest(json.loads(report.read_text()), outcome)
            else:
                # No report: what was running is in the output.
                running = re.findall(r"^\[ RUN      \] (\S+)", done.output, re.M)
                name = running[-1] if running else f"PadUnitTests {pattern}"
                outcome.failed.append(f"{name} ({_how(done.status)})")
        if not ran and not outcome.failed:
            raise SuiteError(f"no test matches gtest {pattern}")

    def _start(self, command, limit, environment=()):
        """Starts a process in a group of its own, its output in a file. It and each that it starts
        may take `limit` seconds of a processor, if there is a limit."""
        output = tempfile.TemporaryFile()
        if limit is not None:
            command = ["sh", "-c", f'ulimit -S -t {int(limit)} && exec "$@"', "sh", *command]
        process = subprocess.Popen(
            [str(c) for c in command],
            env={**os.environ, "PAD_TEST_TIER": self.tier, **dict(environment)},
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            start_new_session=True)
        return process, output


def _how(status):
    """How a process without a report has ended."""
    if status in (None, -signal.SIGXCPU):
        return "hangs"
    return (f"crashes: {signal.strsignal(-status)}" if status < 0
            else f"ends with status {status}")


def _read_gtest(report, outcome):
    count = 0
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test["status"] != "RUN":
                continue
            count += 1
            if test.get("failures"):
                outcome.failed.append(name)
            elif test.get("result") == "SKIPPED":
                outcome.skipped.append(name)
            else:
                outcome.passed[name] = float(test["time"].rstrip("s"))
    return count


@dataclass
class _Done:
    # None: it hangs.
    status: int | None
    output: str
    # Whether another one's failure ended it.
    stopped: bool = False


def _wait(started, limit, stop_early=False):
    """Waits for all, or with `stop_early` until the first fails; ends what is left
    then, or takes longer than is plausible for `limit` seconds of a processor."""
    begin, hangs = time.monotonic(), False
    try:
        while True:
            statuses = [process.poll() for process, _ in started]
            if None not in statuses or stop_early and any(statuses):
                break
            hangs = limit is not None and time.monotonic() - begin > limit * CLOCK_FACTOR
            if hangs:
                break
            time.sleep(0.05)
    finally:
        ended = [process.poll() is None for process, _ in started]
        for process, _ in started:
            if process.poll() is None:
                # Its children too: lit's tests.
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    results = []
    for (process, output), was_ended in zip(started, ended):
        with output:
            output.seek(0)
            text = output.read().decode(errors="replace")
        status = None if was_ended and hangs else process.returncode
        results.append(_Done(status, text, stopped=was_ended and not hangs))
    return results
