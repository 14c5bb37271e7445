"""What is measured: the floor, this project, and its peers.

A contender has a `name` (the column), a `version`, and `variants(workload, source,
result)`, which gives Variant objects: the ways it could do the workload. The
harness checks each, measures the fastest, and records which that was.
"""

from dataclasses import dataclass
from itertools import repeat
from time import perf_counter_ns
from typing import Any, Callable, Optional


class Absent(Exception):
    """The contender is not installed, or cannot start."""


class Refused(Exception):
    """The contender cannot do the workload."""


@dataclass
class Variant:
    name: str
    # Runs the kernel so many times, and returns the nanoseconds that took.
    run: Callable[[int], int]
    # Returns the result where it is not in the shared buffer.
    result: Optional[Callable[[], Any]] = None
    # Why there is no `run`.
    refusal: str = ""


def refused(name, reason):
    lines = str(reason).strip().splitlines() or ["no reason given"]
    return Variant(name, None, refusal=lines[0][:200])


def python_loop(function):
    """Times a Python function: the cost of the call from Python included."""

    def run(calls):
        start = perf_counter_ns()
        for _ in repeat(None, calls):
            function()
        return perf_counter_ns() - start

    return run


def returning(name, function):
    """A variant whose function allocates its result."""

    def keep():
        keep.last = function()

    return Variant(name, python_loop(keep), result=lambda: keep.last)
