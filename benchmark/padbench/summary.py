"""Geometric means, worst cases, and how ours compares."""

from math import exp, log

from .builds import is_ours
from .results import contender_names, right
from .workloads import GROUPS

MEAN_GROUPS = tuple(g for g in GROUPS if g != "sweep")


def geometric_mean(values):
    return exp(sum(map(log, values)) / len(values))


def by_group(results, threads):
    """group -> contender -> (mean, worst, workload of the worst, count, of)."""
    table = {}
    for group in MEAN_GROUPS:
        names = {r["workload"] for r in results["records"]
                 if r["group"] == group and r["threads"] == threads}
        rows = {}
        for contender in contender_names(results):
            ratios = [(r["ratio"], r["workload"]) for r in right(results, threads)
                      if r["group"] == group and r["contender"] == contender]
            if ratios and contender != "floor":
                worst = max(ratios)
                rows[contender] = (geometric_mean([r for r, _ in ratios]), *worst,
                                   len(ratios), len(names))
        if rows:
            table[group] = rows
    return table


def against_best_peer(results, threads, ours, groups=MEAN_GROUPS):
    """[(how many times faster than the fastest peer, workload, peer)], the least
    first."""
    found = []
    times = {}
    for r in right(results, threads):
        if r["group"] in groups and r["contender"] != "floor":
            times.setdefault(r["workload"], {})[r["contender"]] = r["ratio"]
    for workload, row in times.items():
        peers = {name: t for name, t in row.items() if not is_ours(name)}
        if ours in row and peers:
            best = min(peers, key=peers.get)
            found.append((peers[best] / row[ours], workload, best))
    return sorted(found)


def dynamic_cost(results, threads, ours):
    """[(time of a dynamic form over its static form, workload)], the most first."""
    times = {r["workload"]: r["median_ns"] for r in right(results, threads)
             if r["contender"] == ours}
    found = [(time / times[name.split("/")[0]], name) for name, time in times.items()
             if "/" in name and name.split("/")[0] in times]
    return sorted(found, reverse=True)


def floor_spread(results, threads):
    """[(slowest floor of a workload over its fastest, workload)], the most first: of
    the processes that measured its contenders. Empty if it was one process."""
    floors = {}
    for r in right(results, threads):
        if r["contender"] != "floor" and "floor_ns" in r:
            floors.setdefault(r["workload"], set()).add(r["floor_ns"])
    if all(len(times) == 1 for times in floors.values()):
        return []
    return sorted(((max(times) / min(times), name) for name, times in floors.items()),
                  reverse=True)


def scaling(results, ours):
    """[(one thread's time over all threads', workload)], the least first; empty if
    only one number of threads was run."""
    counts = sorted({r["threads"] for r in results["records"]})
    if len(counts) < 2:
        return []
    times = {
        count: {r["workload"]: r["median_ns"] for r in right(results, count)
                if r["contender"] == ours}
        for count in (counts[0], counts[-1])
    }
    one, all_ = times[counts[0]], times[counts[-1]]
    return sorted((one[name] / all_[name], name) for name in one if name in all_)
