"""The table of scripts/bench --fusion."""

import statistics

from .results import load
from .table import duration, rows_to_text

SECTION = """\
## Fusion

Pads computed inside the ops that read them (`--pad-tile-and-fuse`) against the same functions without: time of the function, fused to unfused (median over {rounds} rounds, the
two in turn in one process, ± half the interquartile range), and the most bytes that the function allocates at a time. Both forms get the same loop order
([`benchmark/fusion-order.mlir`](../benchmark/fusion-order.mlir)) and `padc -O3`; one thread; every result is bitwise the same. The filters are as deep as the images;
`scripts/bench --fusion --json benchmark/results/fusion.json` measures ({date}, at commit {revision}).
"""


def size_text(size):
    for unit, bytes_ in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= bytes_:
            return f"{size / bytes_:.3g} {unit}"
    return f"{size} B"


def rows(records):
    for r in records:
        spread = (r["quartiles"][1] - r["quartiles"][0]) / 2
        yield [f"{r['consumer']}, {r['mode']}", duration(r["unfused_ns"]),
               duration(r["fused_ns"]), f"{r['ratio']:.2f} ±{spread:.2f}",
               size_text(r["unfused_peak"]), size_text(r["fused_peak"])]


def fusion_report(results):
    """The table and a line on it."""
    header = ["pad and", "unfused", "fused", "ratio", "peak unfused", "peak fused"]
    records = results["records"]
    return [*rows_to_text([header, *rows(records)]), "", _summary(records)]


def _summary(records):
    mean = statistics.geometric_mean(r["ratio"] for r in records)
    worst = max(records, key=lambda r: r["ratio"])
    memory = sum(r["fused_peak"] for r in records) / sum(
        r["unfused_peak"] for r in records)
    return (f"Geometric mean {mean:.2f}, worst {worst['ratio']:.2f} "
            f"({worst['workload']}); {memory:.0%} of the memory.")


def fusion_facts(path):
    """How long fused pads take, as a line of docs/Performance.md."""
    records = load(path, kind="fusion")["records"]
    summary = _summary(records)
    return [f"- {len(records)} pads computed inside the ops that read them "
            f"(`--pad-tile-and-fuse`), fused to unfused: {summary[0].lower()}{summary[1:]}"]


def fusion_section(path):
    """The section of the tables."""
    results = load(path, kind="fusion")
    return [SECTION.format(**results), *fusion_report(results), ""]
