"""The table of scripts/bench --fusion."""

import statistics

from .results import load
from .table import duration, rows_to_text

SECTION = """\
## Fusion

Ops that read pads, as loops over the sources, in multiples of one `memcpy` of the smaller one of source and result: with static extents, with every
extent `?`, by Halide (ahead of time, the fastest of three schedules, extents known), by calls of OpenCV and
PyTorch from Python where they have such a function, and unfused. *ratio* is fused to unfused (median over {rounds} rounds, the two in turn in one
process, ± half the interquartile range); *bytes* and *ms* are the code and compile time of the fused function, and *peak* the most bytes that the unfused one allocates at a
time. One thread; all results are bitwise equal, Halide's (whose arithmetic is strict) too. OpenCV
and PyTorch sum in another order; their results are compared with a tolerance. Unfused ops get the loop order that vectors need
([`benchmark/fusion-order.mlir`](../benchmark/fusion-order.mlir)).
`scripts/bench --fusion --json benchmark/results/fusion.json` measures ({date}, at commit {revision}, {machine[processor]}, {machine[simd]}).
"""


def size_text(size):
    for unit, bytes_ in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= bytes_:
            return f"{size / bytes_:.3g} {unit}"
    return f"{size} B"


def rows(records):
    def times(record, name):
        return (f"{record[name] / record['memcpy_ns']:.2f}" if name in record else "")
    for r in records:
        spread = (r["quartiles"][1] - r["quartiles"][0]) / 2
        yield [f"{r['consumer']}, {r['mode']}", duration(r["memcpy_ns"]),
               *(times(r, f"{name}_ns") for name in
                 ("fused", "dynamic", "halide", "opencv", "torch", "unfused")),
               f"{r['ratio']:.2f} ±{spread:.2f}",
               str(r["code_bytes"]), f"{r['compile_ms']:.0f}",
               size_text(r["unfused_peak"])]


def fusion_report(results):
    """The table and a line on it."""
    header = ["pad and", "memcpy", "fused", "all ?", "Halide", "OpenCV", "PyTorch",
              "unfused", "ratio", "bytes", "ms", "peak"]
    records = results["records"]
    return [*rows_to_text([header, *rows(records)]), "", _summary(records)]


def _summary(records):
    mean = statistics.geometric_mean(r["ratio"] for r in records)
    worst = max(records, key=lambda r: r["ratio"])
    text = (f"Fused to unfused: geometric mean {mean:.2f}, worst {worst['ratio']:.2f} "
            f"({worst['workload']}).")
    for name, title in (("halide", "Halide"), ("opencv", "OpenCV"), ("torch", "PyTorch"),
                        ("pages", "itself with arrays that begin pages")):
        quotients = {r["workload"]: r[f"to_{name}"] for r in records if f"to_{name}" in r}
        if quotients:
            worst = max(quotients, key=quotients.get)
            mean = statistics.geometric_mean(quotients.values())
            text += (f" To {title}: geometric mean {mean:.2f} over {len(quotients)} "
                     f"workloads, worst {quotients[worst]:.2f} ({worst}).")
    return text


def fusion_facts(path):
    """How long fused pads take, as a line of docs/Performance.md."""
    records = load(path, kind="fusion")["records"]
    return [f"- {len(records)} pads computed inside the ops that read them "
            f"by default. {_summary(records)}"]


def fusion_section(path):
    """The section of the tables."""
    results = load(path, kind="fusion")
    return [SECTION.format(**results), *fusion_report(results), ""]
