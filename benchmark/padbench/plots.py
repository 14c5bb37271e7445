"""SVG plots of the results, by matplotlib."""

from .builds import is_ours
from .results import contender_names, right
from .summary import MEAN_GROUPS, by_group
from .table import thread_counts


class NoPlots(Exception):
    """matplotlib is not installed."""


def _pyplot():
    try:
        import matplotlib
    except ImportError:
        raise NoPlots("no python3-matplotlib; scripts/bench --setup installs it"
                      ) from None
    matplotlib.use("svg")
    # Text as text, and the same bytes for the same figures.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "pad",
                                "font.size": 9})
    from matplotlib import pyplot
    return pyplot


def _save(pyplot, figure, path):
    figure.savefig(path, format="svg", metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
    # matplotlib leaves blanks at the ends of lines.
    path.write_text("\n".join(l.rstrip() for l in path.read_text().splitlines()) + "\n")


def _colors(results):
    """One color per contender, the same in every plot."""
    names = [n for n in contender_names(results) if n != "floor"]
    return {name: f"C{i}" for i, name in enumerate(names)}


def listed(results):
    """The plots that `write` makes: [(file name, caption)]."""
    made = []
    for threads in thread_counts(results):
        word = "thread" if threads == 1 else "threads"
        made += [(f"bench-{name}-{threads}.svg",
                  f"Multiples of the floor, {caption}, {threads} {word}")
                 for name, (_, caption) in _DRAWN.items()]
    return made


def write(results, folder, only=None):
    """Writes the plots, or those of the names `only`, and returns
    [(file name, caption)] of what there are figures for."""
    pyplot = _pyplot()
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for file, caption in listed(results):
        if only is not None and file not in only:
            continue
        _, name, threads = file.removesuffix(".svg").split("-")
        figure = _DRAWN[name][0](pyplot, results, int(threads))
        if figure is not None:
            _save(pyplot, figure, folder / file)
            made.append((file, caption))
    return made


def _means(pyplot, results, threads):
    table = by_group(results, threads)
    groups = [g for g in MEAN_GROUPS if g in table]
    colors = _colors(results)
    if not groups:
        return None
    figure, axes = pyplot.subplots(figsize=(8, 3))
    width = 0.8 / len(colors)
    for place, (name, color) in enumerate(colors.items()):
        at = [i + place * width for i, g in enumerate(groups) if name in table[g]]
        means = [table[g][name][0] for g in groups if name in table[g]]
        bars = axes.bar(at, means, width, color=color, label=name)
        axes.bar_label(bars, [f"{m:.1f}" for m in means], fontsize=7)
    axes.set_xticks([i + 0.4 - width / 2 for i in range(len(groups))], groups)
    axes.axhline(1, color="black", linewidth=0.8)
    axes.set_ylabel("times the floor")
    axes.set_yscale("log")
    _plain(axes.yaxis)
    axes.yaxis.set_minor_formatter(lambda y, _: f"{y:g}" if y in (2, 3, 5) else "")
    axes.legend(ncol=len(colors), fontsize=7, loc="upper center",
                bbox_to_anchor=(0.5, 1.15))
    return figure


def _static(pyplot, results, threads):
    records = [r for r in right(results, threads) if r["group"] == "static"]
    names = list(dict.fromkeys(r["workload"] for r in records))
    if not names:
        return None
    figure, axes = pyplot.subplots(figsize=(8, 1 + 0.18 * len(names)))
    for name, color in _colors(results).items():
        mine = [r for r in records if r["contender"] == name]
        axes.scatter([r["ratio"] for r in mine],
                     [names.index(r["workload"]) for r in mine],
                     s=22 if is_ours(name) else 12, color=color, label=name,
                     marker="D" if is_ours(name) else "o")
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.invert_yaxis()
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    _plain(axes.xaxis)
    axes.set_xlabel("times the floor")
    axes.grid(axis="y", linewidth=0.3)
    axes.legend(fontsize=7)
    return figure


def _sweep(pyplot, results, threads):
    """A column per mode: the time above, multiples of the floor below."""
    records = [r for r in right(results, threads) if r["group"] == "sweep"]
    what = results["workloads"]
    modes = list(dict.fromkeys(what[r["workload"]]["mode"] for r in records))
    if not modes:
        return None
    figure, all_axes = pyplot.subplots(2, len(modes), figsize=(8, 6), sharex=True,
                                       sharey="row", squeeze=False)
    colors = {"floor": "black", **_colors(results)}
    for row, (value, title) in enumerate((
            (lambda r: r["median_ns"] / 1e3, "microseconds"),
            (lambda r: r["ratio"], "times the floor"))):
        for mode, axes in zip(modes, all_axes[row]):
            for name, color in colors.items():
                points = sorted(
                    (what[r["workload"]]["source_bytes"], value(r)) for r in records
                    if r["contender"] == name
                    and what[r["workload"]]["mode"] == mode)
                if points:
                    axes.plot(*zip(*points), marker=".", color=color, label=name,
                              linewidth=1)
            axes.set_xscale("log", base=2)
            axes.set_xticks([1 << power for power in range(10, 31, 5)])
            axes.xaxis.set_major_formatter(lambda x, _: _bytes(x))
            axes.set_yscale("log")
            _plain(axes.yaxis)
            axes.grid(linewidth=0.3)
        all_axes[row][0].set_ylabel(title)
    for mode, top, bottom in zip(modes, *all_axes):
        top.set_title(mode)
        bottom.set_xlabel("bytes of source")
    all_axes[0][0].legend(fontsize=7)
    return figure


def _plain(axis):
    """1, 10, 100 instead of powers."""
    axis.set_major_formatter(lambda x, _: f"{x:g}")
    axis.set_minor_formatter(lambda x, _: "")


def _bytes(count):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:g} {unit}"
    return f"{count:g} B"


# What is drawn for each number of threads.
_DRAWN = {
    "means": (_means, "geometric mean by group"),
    "static": (_static, "each static workload"),
    "sweep": (_sweep, "cost against size"),
}
