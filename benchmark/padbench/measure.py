"""Checks every variant of every contender, then times them side by side.

The rounds of a workload are in two parts, with all other workloads and minutes in
between, in another process and other buffers: what depends on chance, such as where
buffers lie in the caches or who else uses the memory, differs between the parts as it
does between runs, and a figure whose parts disagree is noisy.
"""

import ctypes
import os
import random
import statistics
import time
from contextlib import contextmanager

import numpy

from . import oracle

POISON = 0xA5
# Medians of the halves, or quartiles of the rounds, further apart than this make a
# figure noisy: then two runs of one that is not differ by less than 10 %.
NOISE = 0.08
# Stretches a sample is the fastest of: a preemption rarely hits all.
SHORT_STRETCHES, LONG_STRETCHES = 3, 2
# Variants whose trial is at most so many times the fastest one's are measured.
NEAR = 1.25
# With several threads: how long those of who ran before may still spin.
SETTLE_S = 0.004


@contextmanager
def first_cpu(threads):
    """Several threads: this one stays on the first CPU of the process meanwhile, and
    whoever starts threads has to have done so before. The kernel of the system
    otherwise leaves two threads on one CPU in a third of the samples, where they take
    twice the time of one."""
    if threads == 1:
        yield
        return
    available = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(available)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, available)


def compare_bytes(a, b):
    """Bit for bit, without a temporary."""
    memcmp = ctypes.CDLL(None).memcmp
    memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    return a.nbytes == b.nbytes and memcmp(
        a.ctypes.data, b.ctypes.data, a.nbytes) == 0


def check(variant, wanted, result):
    """Runs a variant once: "" or how its result differs."""
    result.view(numpy.uint8).reshape(-1)[:] = POISON
    variant.run(1)
    actual = numpy.ascontiguousarray(variant.result()) if variant.result else result
    if actual.shape != wanted.shape:
        return f"shape {actual.shape}, not {wanted.shape}"
    if compare_bytes(actual, wanted):
        return ""
    differing = int((actual.view(numpy.uint8) != wanted.view(numpy.uint8)).sum())
    return f"{differing} of {wanted.nbytes} bytes differ"


def fill_source(source, seed=1):
    """Distinct-looking bits of every element, the same in every run."""
    generator = numpy.random.Generator(numpy.random.PCG64(seed))
    data = source.view(numpy.uint8).reshape(-1)
    block = generator.integers(0, 256, min(len(data), 1 << 22), numpy.uint8)
    for begin in range(0, len(data), len(block)):
        part = data[begin:begin + len(block)]
        part[:] = block[:len(part)]
    if source.dtype.kind == "f":
        # Finite numbers: peers may go through arithmetic on NaNs.
        bits = source.view({2: numpy.uint16, 4: numpy.uint32, 8: numpy.uint64}[
            source.itemsize]).reshape(-1)
        bits &= bits.dtype.type(
            (1 << (8 * source.itemsize - 2)) - 1 | 1 << (8 * source.itemsize - 1))


class Settings:
    def __init__(self, sample_ns, trial_ns):
        self.sample_ns, self.trial_ns = sample_ns, trial_ns


def calls_for(variant, target_ns):
    """How many calls take about `target_ns`, and the time of one; warms up."""
    calls = 1
    while True:
        elapsed = max(1, variant.run(calls))
        if elapsed >= target_ns / 4 or calls >= 1 << 20:
            each = elapsed / calls
            return max(1, int(target_ns / each)), each
        calls *= max(2, min(64, int(target_ns / 2 / elapsed)))


def examine(contender, workload, source, result, wanted, settings, threads):
    """What `begin` keeps of a contender: a report on every variant, and those near
    the fastest as candidates."""
    reports, found = [], []
    for variant in contender.variants(workload, source, result):
        report = {"name": variant.name}
        reports.append(report)
        status, problem = "refused", variant.refusal
        try:
            if variant.run and wanted is not None:
                status, problem = "wrong", check(variant, wanted, result)
        except (RuntimeError, ValueError, TypeError, NotImplementedError) as error:
            status, problem = "refused", str(error).splitlines()[0][:200]
        if problem:
            report.update(status=status, detail=problem)
            continue
        with first_cpu(threads):
            trial = min(calls_for(variant, settings.trial_ns)[1] for _ in range(3))
        report.update(status="right", trial_ns=round(trial, 1))
        found.append((trial, {"variant": variant.name, "samples": [],
                              "calls": max(1, int(settings.sample_ns / trial))}))
    limit = NEAR * min((trial for trial, _ in found), default=0)
    return {"name": contender.name, "reports": reports,
            "candidates": [c for trial, c in found if trial <= limit]}


def sample(run, calls, settle_s):
    """Nanoseconds per call: the fastest of a few stretches, after one call that
    brings the caches to where this kernel leaves them."""
    stretches = SHORT_STRETCHES if calls > 1 else LONG_STRETCHES
    time.sleep(settle_s)
    run(1)
    return min(run(calls) for _ in range(stretches)) / calls


def begin(workload, contenders, source, result, settings, doing, crashed, threads=1):
    """Checks and tries everything, and returns the state of the measurement, which
    JSON can hold. The first contender is the floor. `doing(name)` is told whose check
    begins, and None after the last one. `crashed` says which contenders are not to be
    run again, and why."""
    wanted, state = oracle.expected(workload, source), []
    for contender in contenders:
        if contender.name in crashed:
            state.append({"name": contender.name, "candidates": [], "reports": [{
                "name": "all", "status": "wrong",
                "detail": crashed[contender.name]}]})
            continue
        doing(contender.name)
        # The floor computes nothing; it only moves as many bytes.
        expected = None if contender is contenders[0] else wanted
        state.append(examine(contender, workload, source, result, expected, settings,
                             threads))
    doing(None)
    return state


def go_on(state, workload, contenders, source, result, rounds, threads=1):
    """Adds the samples of some rounds to the candidates."""
    by_name = {contender.name: contender for contender in contenders}
    running = []
    for row in state:
        if row["candidates"]:
            variants = {v.name: v for v in by_name[row["name"]].variants(
                workload, source, result)}
            running += [(variants[c["variant"]].run, c) for c in row["candidates"]]
    for run, _ in running:
        run(1)
    settle_s = SETTLE_S if threads > 1 else 0
    with first_cpu(threads):
        for round_ in rounds:
            # Nobody is always behind the same neighbour: one that streams its result
            # leaves the caches without it.
            order = random.Random(round_).sample(running, len(running))
            for run, candidate in order:
                taken = sample(run, candidate["calls"], settle_s)
                candidate["samples"].append(round(taken, 1))


def records(state, workload, threads):
    """One record per contender of what was measured so far."""
    made, floor = [], None
    for row in state:
        reports, candidates = row["reports"], row["candidates"]
        record = {"workload": workload.name, "group": workload.group,
                  "contender": row["name"], "threads": threads, "variants": reports}
        made.append(record)
        best = min(candidates, key=lambda c: statistics.median(c["samples"]),
                   default=None)
        floor = floor or best
        if best is None:
            worst = next((r for r in reports if r["status"] == "wrong"), reports[0])
            record.update(status=worst["status"], detail=worst["detail"])
            continue
        medians = {c["variant"]: statistics.median(c["samples"]) for c in candidates}
        record["variants"] = [
            {**r, "median_ns": round(medians[r["name"]], 1)}
            if r["name"] in medians else r for r in reports]
        ratios = [s / f for s, f in zip(best["samples"], floor["samples"])]
        record.update(status="right", variant=best["variant"], calls=best["calls"],
                      floor_ns=round(statistics.median(floor["samples"]), 1),
                      **summarize(best["samples"], ratios))
    return made


def summarize(samples, ratios):
    """Medians, quartiles and noise of one contender's rounds."""
    quartiles = numpy.percentile(ratios, [25, 50, 75])
    half = len(ratios) // 2
    drift = 0.0
    if half:
        first, second = statistics.median(ratios[:half]), statistics.median(
            ratios[-half:])
        drift = abs(first / second - 1)
    spread = (quartiles[2] - quartiles[0]) / quartiles[1]
    return {
        "median_ns": round(statistics.median(samples), 1),
        "ratio": round(float(quartiles[1]), 4),
        "quartiles": [round(float(quartiles[0]), 4), round(float(quartiles[2]), 4)],
        "drift": round(drift, 4),
        "noisy": bool(spread > NOISE or drift > NOISE),
        "samples_ns": samples,
        "ratios": [round(r, 4) for r in ratios],
    }
