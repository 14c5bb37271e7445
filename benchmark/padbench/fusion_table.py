"""The table of scripts/bench --fusion."""

import statistics

from .results import load
from .table import duration, rows_to_text

SECTION = """\
## Fusion

Ops that read pads, as loops over the sources, in multiples of one `memcpy` of the smaller one of source and result: with static extents, with every
extent `?`, by Halide (ahead of time, the fastest of three schedules of each version that there is, extents known), by calls of OpenCV and
PyTorch from Python where they have such a function, and unfused. *ratio* is fused to unfused (median over {rounds} rounds, the two in turn in one
process, ± half the interquartile range); *bytes* and *ms* are the code and compile time of the fused function, and *peak* the most bytes that the unfused one allocates at a
time. One thread; all results are bitwise equal, Halide's (whose arithmetic is strict) too. OpenCV
and PyTorch sum in another order; their results are compared with a tolerance. Fused or not, ops get the loop order that vectors of unfused ones need
([`benchmark/fusion-order.mlir`](../benchmark/fusion-order.mlir)).
`scripts/bench --fusion --json benchmark/results/fusion.json` measures ({date}, at commit {revision}, {machine[processor]}, {machine[simd]}).
"""

# Of a peer's time, from which on the fused form counts as behind it.
BEHIND = 1.05
PEERS = (("halide", "Halide"), ("halide_fast", "Halide without strict floats"),
         ("opencv", "OpenCV"), ("torch", "PyTorch"),
         ("pages", "itself with arrays that begin pages"))


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


def _summary(records, lowest="", peers=PEERS):
    """Means and worst ratios: with "lowest_" of the least times, else medians."""
    def text(key, title):
        quotients = {r["workload"]: r[lowest + key] for r in records if lowest + key in r}
        if not quotients:
            return ""
        worst = max(quotients, key=quotients.get)
        behind = sum(q > BEHIND for q in quotients.values())
        return (f"{title}: geometric mean {statistics.geometric_mean(quotients.values()):.2f} "
                f"over {len(quotients)} workloads, above {BEHIND} in {behind}, worst "
                f"{quotients[worst]:.2f} ({worst}).")
    made = [text("ratio", "Fused to unfused"),
            *(text(f"to_{name}", f"To {title}") for name, title in peers)]
    gains = {r["workload"]: r["to_threads"] for r in records if "to_threads" in r}
    if gains:
        least = min(gains, key=gains.get)
        made.append("Several threads: "
                    f"{statistics.geometric_mean(gains.values()):.2f} times as fast as one "
                    f"(geometric mean over {len(gains)} workloads of 8 MiB and more), least "
                    f"{gains[least]:.2f} ({least}).")
    return " ".join(line for line in made if line)


def _random_facts(path):
    """What drawn workloads take, as a line of docs/Performance.md."""
    results = load(path, kind="fusion")
    (count, seed), records = results["random"], results["records"]
    return (f"- `scripts/bench --fusion --random {count} --seed {seed} --cpus "
            f"{results['cpus']}` ({results['machine']['processor']}, commit "
            f"{results['revision']}): {_summary(records, 'lowest_', PEERS[:1])}")


def fusion_facts(path):
    """How long fused pads take, as lines of docs/Performance.md: those that are listed,
    and those that were drawn, whose results are beside `path`."""
    records = load(path, kind="fusion")["records"]
    drawn = sorted(path.parent.glob(f"{path.stem}-random-*.json"))
    return [f"- {len(records)} pads computed inside the ops that read them "
            f"by default. {_summary(records)}",
            *map(_random_facts, drawn)]


def fusion_section(path):
    """The section of the tables."""
    results = load(path, kind="fusion")
    return [SECTION.format(**results), *fusion_report(results), ""]
