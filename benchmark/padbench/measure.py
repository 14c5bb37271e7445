"""Checks every variant of every contender, then times them side by side."""

import ctypes
import statistics
import time

import numpy

from . import oracle

POISON = 0xA5
# Two medians of halves, or a spread between rounds, further apart than this make a
# workload noisy.
NOISE = 0.10
# Stretches a sample is the fastest of: a preemption rarely hits all.
SHORT_STRETCHES, LONG_STRETCHES = 3, 2
# Variants whose trial is at most so many times the fastest one's are measured.
NEAR = 1.25
# With several threads: how long those of the contender before may still spin.
SETTLE_S = 0.004


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
    def __init__(self, rounds, sample_ns, trial_ns):
        self.rounds, self.sample_ns, self.trial_ns = rounds, sample_ns, trial_ns


def calls_for(variant, target_ns):
    """How many calls take about `target_ns`, and the time of one; warms up."""
    calls = 1
    while True:
        elapsed = max(1, variant.run(calls))
        if elapsed >= target_ns / 4 or calls >= 1 << 20:
            each = elapsed / calls
            return max(1, int(target_ns / each)), each
        calls *= max(2, min(64, int(target_ns / 2 / elapsed)))


class Candidate:
    """A way of one contender, measured."""

    def __init__(self, variant, report, trial_ns, settings):
        self.variant, self.report, self.trial_ns = variant, report, trial_ns
        self.calls = max(1, int(settings.sample_ns / trial_ns))
        self.samples = []


def examine(contender, workload, source, result, wanted, settings):
    """(candidates near the fastest, report on every variant)."""
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
        trial = min(calls_for(variant, settings.trial_ns)[1] for _ in range(3))
        report.update(status="right", trial_ns=round(trial, 1))
        found.append(Candidate(variant, report, trial, settings))
    if found:
        limit = NEAR * min(c.trial_ns for c in found)
        found = [c for c in found if c.trial_ns <= limit]
    return found, reports


def sample(candidate, settle_s):
    """Nanoseconds per call: the fastest of a few stretches, after one call that
    brings the caches to where this kernel leaves them."""
    run, calls = candidate.variant.run, candidate.calls
    stretches = SHORT_STRETCHES if calls > 1 else LONG_STRETCHES
    time.sleep(settle_s)
    run(1)
    return min(run(calls) for _ in range(stretches)) / calls


def rebind(everyone, workload, source, result):
    """The candidates on other buffers."""
    for contender, candidates, _ in everyone:
        if not candidates:
            continue
        variants = {v.name: v for v in contender.variants(workload, source, result)}
        for candidate in candidates:
            candidate.variant = variants[candidate.variant.name]


def measure(workload, contenders, memory, settings, threads, doing, crashed):
    """One record per contender; the first contender is the floor. `memory()` gives a
    source, which it has filled, and a result in buffers that were not in use.
    `doing(name)` is told whose check begins, and None after the last one. `crashed`
    says which contenders are not to be run again, and why."""
    source, result = memory()
    wanted = oracle.expected(workload, source)
    everyone, running = [], []
    for contender in contenders:
        if contender.name in crashed:
            reports = [{"name": "all", "status": "wrong",
                        "detail": crashed[contender.name]}]
            everyone.append((contender, [], reports))
            continue
        doing(contender.name)
        # The floor computes nothing; it only moves as many bytes.
        expected = None if contender is contenders[0] else wanted
        candidates, reports = examine(
            contender, workload, source, result, expected, settings)
        everyone.append((contender, candidates, reports))
        running += candidates
    doing(None)
    del wanted
    settle_s = SETTLE_S if threads > 1 else 0
    for round_ in range(settings.rounds):
        if round_ and round_ == (settings.rounds + 1) // 2:
            # Where buffers lie in the caches is chance, and another run's is
            # another: two halves that disagree are noise.
            source, result = memory()
            rebind(everyone, workload, source, result)
        # The order rotates: nobody is always behind the same neighbour.
        shift = round_ % len(running)
        for candidate in running[shift:] + running[:shift]:
            candidate.samples.append(sample(candidate, settle_s))
    records, floor = [], None
    for contender, candidates, reports in everyone:
        made = {"workload": workload.name, "group": workload.group,
                "contender": contender.name, "threads": threads, "variants": reports}
        best = min(candidates, key=lambda c: statistics.median(c.samples), default=None)
        floor = floor or best
        records.append(made)
        if best is None:
            worst = next((r for r in reports if r["status"] == "wrong"), reports[0])
            made.update(status=worst["status"], detail=worst["detail"])
            continue
        for candidate in candidates:
            candidate.report["median_ns"] = round(
                statistics.median(candidate.samples), 1)
        ratios = [s / f for s, f in zip(best.samples, floor.samples)]
        made.update(status="right", variant=best.variant.name, calls=best.calls,
                    **summarize(best.samples, ratios))
    return records


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
        "noisy": bool(spread > NOISE or drift > NOISE),
        "samples_ns": [round(s, 1) for s in samples],
        "ratios": [round(r, 4) for r in ratios],
    }
