"""The project's goals beside what a run has measured, on one thread."""

from math import inf

from . import code_cost
from .results import right
from .summary import against_best_peer, geometric_mean
from .workloads import GROUPS

# Group of the results -> goals for geometric mean and worst multiple of the floor.
FLOOR_GOALS = {
    ("static", "interior"): (1.05, 1.35),
    ("mixed",): (1.10, 1.35),
    ("shapes",): (1.15, 2.0),
    ("pads",): (1.15, 2.0),
}
BEHIND_PEER = 1.02
KERNEL_BYTES = 10_000
FURTHER_BYTES = 2_000
DYNAMIC_COMPILE_TIME = 3
MANY_PADS, MANY_SECONDS = 1000, 60
# What a further pad takes in the larger modules is at most so many times what it takes
# in the smaller ones.
LINEAR = 1.25


def goals(results, ours):
    """[(goal, limit, measured or None, where)]; the figures as numbers."""
    found = []
    for groups, (mean_limit, worst_limit) in FLOOR_GOALS.items():
        ratios = [(r["ratio"], r["workload"]) for r in right(results, 1)
                  if r["group"] in groups and r["contender"] == ours]
        title = " and ".join(groups)
        mean = geometric_mean([r for r, _ in ratios]) if ratios else None
        found += [(f"{title}: geometric mean, times the floor", mean_limit, mean,
                   f"mean of {len(ratios)}"),
                  (f"{title}: worst, times the floor", worst_limit,
                   *max(ratios, default=(None, "")))]
    peers = against_best_peer(results, 1, ours, GROUPS)
    found.append(("time, times that of the fastest peer", BEHIND_PEER,
                  *((1 / peers[0][0], f"{peers[0][1]}, {peers[0][2]}") if peers
                    else (None, ""))))
    found.append(("bytes of code of a dynamic kernel", KERNEL_BYTES,
                  *next(iter(code_cost.dynamic_kernels(results, ours)), (None, ""))))
    added = code_cost.increments(results, ours)
    found.append(("bytes of a further one in the module", FURTHER_BYTES,
                  *((added[0][0], f"{added[0][2]}, pad {added[0][1]}") if added
                    else (None, ""))))
    found.append(("padc, dynamic form, times the static form", DYNAMIC_COMPILE_TIME,
                  *next(iter(code_cost.dynamic_compile_time(results, ours)),
                        (None, ""))))
    modules = code_cost.many_pads(results, ours)
    seconds = [(ms / 1000, "") for pads, ms, _ in modules if pads == MANY_PADS]
    seconds += [(inf, detail) for pads, detail in
                code_cost.failed_modules(results, ours) if pads == MANY_PADS]
    found.append((f"seconds of padc, {MANY_PADS} dynamic pads", MANY_SECONDS,
                  *(seconds[0] if seconds else (None, ""))))
    steps = code_cost.slopes(modules)
    found.append(("time of a further pad there, times that in a smaller module", LINEAR,
                  *((steps[-1] / steps[0], "") if len(steps) > 1 and steps[0] > 0
                    else (None, ""))))
    return found
