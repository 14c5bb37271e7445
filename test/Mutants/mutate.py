#!/usr/bin/python3
"""The driver of scripts/mutate: reads the list, makes the mutants, runs the tests."""

import argparse
import re
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from mutation import mutants, page, report  # noqa: E402
from mutation.suite import TIERS, Outcome, Suite, SuiteError  # noqa: E402
from mutation.tree import Tree, TreeError  # noqa: E402

ROOT = HERE.parents[1]


class Failure(Exception):
    """What the user has to know; ends the run."""


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/mutate", description="Makes small faults in a copy of the "
        "sources, one at a time, and expects a test to fail.")
    add = parser.add_argument
    add("--list", action="store_true", help="print the mutants and their tests")
    add("--check", action="store_true",
        help="only see that each mutant applies to the sources exactly once; runs none")
    add("--only", metavar="REGEX", help="mutants whose name or file matches")
    add("--jobs", type=int, default=2, metavar="N",
        help="compilations and tests at a time (default: %(default)s)")
    add("--full", action="store_true",
        help="run all tests where those named for a mutant pass")
    add("--docs", action="store_true",
        help="write the results, those of earlier runs and those that the page has of "
        "unchanged mutants to build/mutate/Mutants.md; with --check, without running any")
    add("--page", default="build/mutate/Mutants.md", help=argparse.SUPPRESS)
    add("--results", default="build/mutate/results.json", help=argparse.SUPPRESS)
    add("--lists", default=str(HERE), help=argparse.SUPPRESS)
    add("--source", default=str(ROOT), help=argparse.SUPPRESS)
    made = parser.parse_args()
    if made.jobs < 1:
        parser.error(f"--jobs {made.jobs}: at least 1")
    return made


def choose(listed, only):
    try:
        chosen = [m for m in listed
                  if not only or re.search(only, m.name) or re.search(only, m.file)]
    except re.error as error:
        raise Failure(f"--only {only}: {error}") from None
    if not chosen:
        raise Failure(f"no mutant matches --only {only}")
    return chosen


def build(tree, jobs):
    messages = tree.make(jobs)
    if messages is not None:
        raise Failure("the sources do not build without a mutant:\n" + messages)


def prove_baseline(suite, chosen):
    """Runs the tests of mutants without any, in the tier of `suite`; they have to pass."""
    begin = time.monotonic()
    suite.baseline = Outcome()
    tests = list(dict.fromkeys(test for m in chosen for test in m.tests))
    outcome = suite.run(tests, stop_early=False)
    if outcome.failed:
        raise Failure("without a mutant these tests fail: "
                      + ", ".join(outcome.failed) + "\n" + outcome.log)
    suite.baseline = outcome
    if suite.tier == TIERS[-1]:
        for name in outcome.skipped:
            print(f"skipped here, so that it catches nothing: {name}")
    print(f"{len(outcome.passed)} tests pass without a mutant in tier {suite.tier}, "
          f"{time.monotonic() - begin:.0f} s", flush=True)


def try_mutant(mutant, tree, suite, arguments, logs):
    """Makes the mutant, and returns its state and what says so."""
    text = (tree.source / mutant.file).read_text()
    tree.write(mutant.file, mutant.apply(text))
    log = logs / f"{mutant.name}.log"
    try:
        messages = tree.make(arguments.jobs)
        if messages is not None:
            log.write_text(messages)
            return "error", f"it does not compile, see {log.relative_to(ROOT)}"
        outcome = suite.run(mutant.tests)
        if not outcome.failed and arguments.full and suite.tier == TIERS[-1]:
            outcome = suite.run_all()
        log.write_text(outcome.log)
        if outcome.failed:
            return "caught", outcome.failed[0]
        return "survived", ""
    except SuiteError as error:
        return "error", str(error)
    finally:
        tree.write(mutant.file, text)


def try_mutants(chosen, tree, suite, arguments, logs):
    """The result of each mutant as soon as it has one: first of those that the tests see in the
    first tier, which takes a fraction of the time, and then of the others."""
    left = chosen
    for suite.tier in TIERS:
        tried, left = left, []
        if not tried:
            break
        build(tree, arguments.jobs)
        prove_baseline(suite, tried)
        for number, mutant in enumerate(tried, 1):
            begin = time.monotonic()
            state, by = try_mutant(mutant, tree, suite, arguments, logs)
            result = report.row(mutant, state, by, time.monotonic() - begin)
            (line,) = report.table([result])
            print(f"[{number}/{len(tried)}] {line}", flush=True)
            if state == "survived" and suite.tier != TIERS[-1]:
                left.append(mutant)
            else:
                yield result


def run(listed, chosen, arguments):
    folder = ROOT / "build/mutate"
    logs = folder / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    tree = Tree(ROOT, folder)
    print("== build (mutate)", flush=True)
    tree.sync()
    tree.configure()
    suite = Suite(tree, arguments.jobs, folder)
    path = ROOT / arguments.results
    rows, results = report.load(path, listed), []
    for result in try_mutants(chosen, tree, suite, arguments, logs):
        rows[result["name"]] = result
        results.append(result)
        report.save(path, rows, listed)
    print("\n".join(["", *report.table(results), report.summary(results)]))
    print(f"results: {arguments.results}")
    if arguments.docs:
        write_page(listed, arguments)
    return all(result["state"] == "caught" for result in results)


def write_page(listed, arguments):
    """Writes the page from what it has and from the results of this machine."""
    path = ROOT / arguments.page
    earlier = page.read(path.read_text(), listed) if path.exists() else {}
    own = report.load(ROOT / arguments.results, listed)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page.write({**earlier, **own}, listed))
    print(f"written: {arguments.page}")


def main():
    arguments = options()
    listed = mutants.read(arguments.lists)
    chosen = choose(listed, arguments.only)
    if arguments.list:
        for mutant in chosen:
            print(f"{mutant.name}: {mutant.file}\n  {mutant.fault}")
            for kind, pattern in mutant.tests:
                print(f"  {kind} {pattern}")
        return True
    problems = mutants.check(chosen, arguments.source)
    if problems:
        raise Failure("\nerror: ".join(problems))
    if arguments.check:
        print(f"{len(chosen)} mutant{' applies' if len(chosen) == 1 else 's apply'}")
        if arguments.docs:
            write_page(listed, arguments)
        return True
    return run(listed, chosen, arguments)


if __name__ == "__main__":
    try:
        sys.exit(0 if main() else 1)
    except (Failure, mutants.ListError, SuiteError, TreeError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        sys.exit(130)
