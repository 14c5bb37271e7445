"""The results as tables of Markdown, which also read well as text."""

from statistics import median

from . import code_cost
from .builds import is_ours
from .goals import goals
from .results import contender_names, right
from .summary import (against_best_peer, by_group, dynamic_cost, floor_spread,
                      geometric_mean, scaling)

GROUP_TITLES = {
    "static": "Static shapes and pads",
    "interior": "Interior padding",
    "mixed": "A mode for each axis",
    "shapes": "Dynamic shapes",
    "pads": "Dynamic pads",
    "sweep": "Sizes from 1 KiB to 1 GiB",
}

# Workloads that a sentence names.
NAMED = 10


def duration(ns):
    """With three digits."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        # 999.6 would be 1000 with three digits.
        if ns >= 0.9995 * size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def rows_to_text(rows):
    """A Markdown table; the first row is the header, the first column is text."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        lines.append("| " + " | ".join(cells) + " |")
        if number == 0:
            rule = ["-" * widths[0]] + ["-" * (w - 1) + ":" for w in widths[1:]]
            lines.append("| " + " | ".join(rule) + " |")
    return lines


def cell(record):
    if record is None:
        return "absent"
    if record["status"] != "right":
        return record["status"]
    half = (record["quartiles"][1] - record["quartiles"][0]) / 2
    mark = "*" if record["noisy"] else ""
    return f"{record['ratio']:.2f} ±{half:.2f}{mark}"


def group_table(results, threads, group):
    """Multiples of the floor, one workload a row. On one thread, bytes of code and
    milliseconds of padc follow each of our columns, where they were measured."""
    records = {(r["workload"], r["contender"]): r for r in results["records"]
               if r["threads"] == threads and r["group"] == group}
    names = list(dict.fromkeys(name for name, _ in records))
    if not names:
        return []
    columns = [["workload", *names], ["floor"]]
    for name in names:
        floor = records.get((name, "floor"))
        columns[1].append(duration(floor["median_ns"]) if floor else "-")
    for contender in contender_names(results):
        if contender == "floor":
            continue
        columns.append([contender, *(cell(records.get((name, contender)))
                                     for name in names)])
        kernels = code_cost.kernels(results, contender) if threads == 1 else {}
        if not any(name in kernels for name in names):
            continue
        sizes, times = ["bytes"], ["ms"]
        for name in names:
            known = name in kernels
            sizes.append(str(kernels[name]["code_bytes"]) if known else "-")
            times.append(f"{kernels[name]['ms']:.0f}" if known else "-")
        columns += [sizes, times]
    return rows_to_text(list(zip(*columns)))


def summary_tables(results, threads):
    rows = [["group, contender", "geometric mean", "worst", "of workload", "done"]]
    for group, contenders in by_group(results, threads).items():
        for contender, (mean, worst, name, count, of) in contenders.items():
            rows.append([f"{group}, {contender}", f"{mean:.2f}", f"{worst:.2f}", name,
                         f"{count} of {of}"])
    return rows_to_text(rows)


def ours_lines(results, threads):
    """How this project stands, one line a fact."""
    lines = []
    for ours in filter(is_ours, contender_names(results)):
        peers = against_best_peer(results, threads, ours)
        if peers:
            mean = geometric_mean([p[0] for p in peers])
            ahead = [f"{name} ({peer}, {factor:.2f})"
                     for factor, name, peer in peers if factor < 1]
            lines.append(
                f"{ours}: {mean:.2f} times as fast as the fastest peer of each workload"
                f" (geometric mean of {len(peers)}); a peer is faster on {len(ahead)}"
                f"{': ' + ', '.join(ahead[:NAMED]) if ahead else ''}"
                f"{', ...' if len(ahead) > NAMED else '.'}")
        dynamic = dynamic_cost(results, threads, ours)
        if dynamic:
            lines.append(
                f"{ours}: a dynamic form takes "
                f"{geometric_mean([d[0] for d in dynamic]):.2f} times its static form "
                f"(geometric mean of {len(dynamic)}); most {dynamic[0][0]:.2f}, "
                f"{dynamic[0][1]}.")
        if threads > 1:
            speedups = scaling(results, ours)
            if speedups:
                lines.append(
                    f"{ours}: {threads} threads are "
                    f"{geometric_mean([s[0] for s in speedups]):.2f} times as fast as "
                    f"one (geometric mean of {len(speedups)}); least "
                    f"{speedups[0][0]:.2f}, {speedups[0][1]}.")
    spread = floor_spread(results, threads)
    if spread:
        lines.append(
            "The floors of the processes that measured one workload differ by a factor "
            f"of {median(s[0] for s in spread):.2f} (median of {len(spread)}); most "
            f"{spread[0][0]:.2f}, {spread[0][1]}.")
    return lines


def goal_table(results):
    """The project's goals: what each of ours has, and where."""
    columns = []
    for ours in filter(is_ours, contender_names(results)):
        found = goals(results, ours)
        if not columns:
            columns = [["goal", *(title for title, *_ in found)],
                       ["at most", *(f"{limit:g}" for _, limit, *_ in found)]]
        figures, places = [ours], ["of"]
        for _, limit, value, where in found:
            places.append(where if value is not None and where else "-")
            if value is None:
                figures.append("not measured")
                continue
            text = str(value) if isinstance(value, int) else f"{value:.2f}"
            figures.append(f"{text}, {'met' if value <= limit else 'missed'}")
        columns += [figures, places]
    return rows_to_text(list(zip(*columns))) if columns else []


def refusal_lines(results, threads):
    """Why cells have no number, each reason once per contender."""
    reasons = {}
    for record in results["records"]:
        if record["threads"] == threads and record["status"] != "right":
            where = record["contender"], record["status"], record["detail"]
            reasons.setdefault(where, []).append(record["workload"])
    return [f"{contender}, {status}: {detail} ({', '.join(names)})"
            for (contender, status, detail), names in reasons.items()]


def compile_table(results):
    """Medians and extremes over the workloads, and the modules of many pads."""
    rows = [["tool", "subject", "ms", "code bytes"]]
    titles = {}
    for c in results["compile"]:
        title = c["tool"] + code_cost.build_name(c).removeprefix("pad")
        titles.setdefault(title, []).append(c)
    for title, mine in titles.items():
        pads = [c for c in mine if c["status"] == "right"
                and c["subject"] in results["workloads"]]
        sized = [c for c in pads if "code_bytes" in c]
        if pads:
            code = str(int(median(c["code_bytes"] for c in sized))) if sized else "-"
            rows.append([title, f"median of {len(pads)} pads",
                         f"{median(c['ms'] for c in pads):.0f}", code])
        chosen = [("slowest", max(pads, key=lambda c: c["ms"]))] if pads else []
        if sized:
            chosen.append(("largest", max(sized, key=lambda c: c["code_bytes"])))
        for word, c in chosen:
            rows.append([title, f"{word}: {c['subject']}", f"{c['ms']:.0f}",
                         str(c.get("code_bytes", "-"))])
        failed = [c["subject"] for c in mine if c["status"] != "right"]
        if failed:
            rows.append([title, f"failed: {', '.join(failed)}", "-", "-"])
        for c in mine:
            if c["subject"].startswith("module") and "ms" in c:
                rows.append([title, c["subject"], f"{c['ms']:.0f}",
                             str(c.get("code_bytes", "-"))])
    return rows_to_text(rows) if len(rows) > 1 else []


def further_table(results):
    """Bytes of modules of a few dynamic pads of one mode and element width."""
    rows = []
    for ours in filter(is_ours, contender_names(results)):
        for mode, sizes in code_cost.further_pads(results, ours).items():
            rows.append([f"{ours}, {mode}", *map(str, sizes)])
    if not rows:
        return []
    width = max(map(len, rows))
    rows = [row + ["-"] * (width - len(row)) for row in rows]
    return rows_to_text([["pads in the module", *map(str, range(1, width))], *rows])


def code_facts(results):
    """How large our code is, and how long padc takes, one line a fact."""
    return [f"- {line}" for ours in filter(is_ours, contender_names(results))
            for line in code_cost.lines(results, ours)]


def code_section(results):
    """Facts and tables on the tools and their code; none if they were not timed."""
    table, facts = compile_table(results), code_facts(results)
    if not table:
        return []
    lines = [*facts, *([""] if facts else []), *table, ""]
    further = further_table(results)
    if further:
        lines += ["Bytes of code of a module of so many dynamic pads of one mode and "
                  "element width, of different ranks:", "", *further, ""]
    return lines


def thread_counts(results):
    return sorted({r["threads"] for r in results["records"]})


def noisy_count(results, threads):
    records = right(results, threads)
    return sum(r["noisy"] for r in records), len(records)


def contender_notes(results):
    """What to know of contenders: who is absent, who runs on one thread."""
    lines = []
    for contender in results["contenders"]:
        what = (f"absent; {contender['detail']}" if not contender["present"]
                else contender.get("note"))
        if what:
            threads = contender["threads"]
            lines.append(f"{contender['name']}, {threads} thread"
                         f"{'' if threads == 1 else 's'}: {what}")
    return lines


def build_notes(results):
    """What each of our columns was compiled for."""
    found = {}
    for contender in results["contenders"]:
        what = contender.get("compiled_for")
        if what:
            width = what.get("vector_bits", "unknown")
            if isinstance(width, int):
                width = f"{width} bits"
            found[contender["name"]] = (
                f"{contender['name']} was compiled for the CPU "
                f"{what.get('cpu', 'unknown')}; width of its vectors: {width}")
    return list(found.values())


def text_report(results):
    """What the command prints at its end."""
    lines = []
    for threads in thread_counts(results):
        word = "thread" if threads == 1 else "threads"
        lines += ["", f"Multiples of the floor, {threads} {word} "
                      "(median ± half the interquartile range; * noisy)", ""]
        for group, title in GROUP_TITLES.items():
            table = group_table(results, threads, group)
            if table:
                lines += [title, "", *table, ""]
        lines += [*summary_tables(results, threads), ""]
        lines += ours_lines(results, threads)
        noisy, count = noisy_count(results, threads)
        lines += [f"{noisy} of {count} figures are noisy.", ""]
        lines += refusal_lines(results, threads)
    lines += [*build_notes(results), *contender_notes(results)]
    code = code_section(results)
    if code:
        lines += ["", "Compile time and code size", "", *code]
    return [*lines, "Goals, on one thread", "", *goal_table(results)]
