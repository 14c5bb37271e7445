"""What got slower or faster since an earlier run."""

from .builds import is_ours

# The least change that is ever reported.
FLOOR_OF_NOISE = 0.05


def spread(record):
    """Half the distance between the quartiles relative to the median, or how far the
    halves of the rounds are apart: a half may be the chance that another run has."""
    low, high = record["quartiles"]
    return max((high - low) / 2 / record["ratio"], record.get("drift", 0))


def key(record):
    return record["workload"], record["contender"], record["threads"]


def compare(old, new):
    """[(key, old ratio, new ratio, verdict)] of this project's kernels; verdict is
    slower, faster, same, broken (right before, not now), fixed or new."""
    before = {key(r): r for r in old["records"]}
    verdicts = []
    for record in new["records"]:
        if not is_ours(record["contender"]):
            continue
        was, now = before.get(key(record)), record.get("ratio")
        earlier = was.get("ratio") if was else None
        if earlier is None and now is None:
            continue
        if earlier is None:
            verdict = "fixed" if was else "new"
        elif now is None:
            verdict = "broken"
        else:
            noise = max(FLOOR_OF_NOISE, spread(was) + spread(record))
            change = now / earlier
            verdict = ("slower" if change > 1 + noise
                       else "faster" if change < 1 / (1 + noise) else "same")
        verdicts.append((key(record), earlier, now, verdict))
    return verdicts


def report(verdicts):
    """The comparison as lines of text, the greatest changes first."""
    lines = []
    for verdict in ("broken", "slower", "faster", "fixed"):
        chosen = [v for v in verdicts if v[3] == verdict]
        if verdict in ("slower", "faster"):
            chosen.sort(key=lambda v: v[2] / v[1], reverse=verdict == "slower")
        for (workload, contender, threads), earlier, now, _ in chosen:
            was = "-" if earlier is None else f"{earlier:.2f}"
            is_ = "-" if now is None else f"{now:.2f}"
            change = f" ({now / earlier:.2f} times)" if earlier and now else ""
            lines.append(f"{verdict}: {workload}, {contender}, {threads} thread"
                         f"{'s' if threads > 1 else ''}: {was} -> {is_} x floor{change}")
    counts = {v: sum(1 for x in verdicts if x[3] == v)
              for v in ("slower", "faster", "same", "broken", "fixed", "new")}
    lines.append(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return lines
