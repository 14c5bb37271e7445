"""The pages of a file of results: docs/Performance.md, and that of all tables."""

from pathlib import Path

from . import measure, plots
from .fusion_table import fusion_facts, fusion_section
from .results import right
from .summary import MEAN_GROUPS
from .table import (GROUP_TITLES, build_notes, code_facts, code_section,
                    contender_notes, goal_table, group_table, noisy_count, ours_lines,
                    refusal_lines, summary_tables, thread_counts)

# The plots of docs/Performance.md.
PLOTS = ("bench-means-1.svg", "bench-sweep-1.svg")

METHOD = """\
## What is measured

Written by `scripts/bench --report RESULTS.json --docs`; do not edit. Each number is a line of
[`{source}`](../{source}), found by workload, contender and threads
(`zgrep '"crop", .*"numpy", "threads": 1,'`); its format is the docstring of `benchmark/padbench/results.py`. The workloads are lines of [`benchmark/workloads.txt`](../benchmark/workloads.txt).
`scripts/bench --report {source}` prints a table of them all, which is also a page of the site that `scripts/docs-site` builds.

- **Floor**: one `memcpy` of the distinct source bytes that the result reads (at most the bytes of the result) and one `memset` of the rest, or the same with
  streaming stores, whichever is faster for the workload; with several threads, also split among them. It only moves as many bytes; it does not put them in their
  places. A contender can be below 1: it may store in a better way for the size than either.
- **Forms**: `/shapes` is the workload with all extents as arguments of the kernel, `/pads` that with all pads as arguments.
- **Contenders** work on touched buffers, of which the source begins a page and the result half a page behind that (where both begin a page, kernels of 0.1 us take
  twice as long in one process in three, for some addresses), in a process that may use as many CPUs as there are threads. On one thread all take turns on the same
  buffers in one process. On several, each has a process of its own beside the floor, since the threads that a library keeps would hold the processors that the next
  contender needs: a ratio is that to the floor of the same process, and the column *floor* has the fastest floor (`floor_ns` in the results is that of the process). Threads are bound to
  CPUs where that can be asked for (the thread that calls, the floor's and OpenMP's), because the system may leave two on one CPU for milliseconds. Each way a
  contender could do a workload is checked bit for bit against an oracle in numpy, then tried; the fastest right one is measured (`variant` in the results).
  - *pad*: this project, one `padc` one-liner per workload, for the CPU of the machine. *pad:scf* is that with `--lowering=scf`, and *pad@x86-64-v3* that with
    `--cpu=x86-64-v3`; `--ours` and `--cpus` choose the columns. The width of the vectors is what a store of the kernel's LLVM IR writes. On one thread, the columns
    *bytes* and *ms* after a column of ours are the bytes of code of its kernel and the wall time of `padc`.
  - *loops*: C++ as anybody would write it, loops around `memcpy` (`benchmark/native/Loops.cpp`), with one mode, and every extent and pad an argument.
  - *stock*: upstream ops and passes only, then `clang -O3 -march=native`: `tensor.pad` as fill and copy, a `linalg.generic` that computes each position, and copies
    and fills of slabs image by image, as loops and vectorized by the transform dialect; static ones with bare `noalias` pointers.
  - *numpy*: assignments between prepared slices of a preallocated array, or `numpy.pad`.
  - *torch*: the kernels with `out=`, `torch.nn.functional.pad`, or copies between prepared slices. numpy and torch are called from Python, and
    the call is part of their time.
  - *onnxruntime*: a model of one Pad node through the C interface, warm, bound to the buffers.
- **Rounds**: contenders take turns, in a random order, the same in every run. A sample is the fastest of two or three stretches of calls after a warm-up call; the figure is the median
  over rounds of the ratio to the floor of the same round, ± half the interquartile range. The second half of the rounds follows after all other workloads,
  in another process and on other buffers. `*` marks figures whose interquartile range, or whose change from the first half to the second, is over {noise:.0%}.
- **Fusion**: `scripts/bench --fusion` times the listed ops that read pads, and `scripts/bench --fusion --random 200 --seed 1 --cpus x86-64-v3` as many that are drawn, with arrays
  at drawn places of a page, beside the same at pages. Quotients of drawn ones are of least times; Halide is the faster one of 14 and 21. [StencilMeasurements.md](StencilMeasurements.md) says what is behind it.
- **Code**: besides the workloads, `padc` compiles one dynamic pad of every mode and rank, modules of up to six dynamic pads of one mode and element width with
  different ranks, and modules of up to 1000 dynamic pads of all modes.
- `refused`: the contender has no such pad. `wrong`: it computes something else. `absent`: not installed.
"""


def _machine(results):
    machine, lines = results["machine"], []
    caches = ", ".join(f"{name[:-6]} {size}" for name, size in machine["caches"].items())
    lines.append(f"- Processor: {machine['processor']} (family/model "
                 f"{machine['family_model']}), {machine['cpus']} CPUs, "
                 f"{machine['simd']}; caches {caches}")
    lines.append(f"- Memory: {machine['memory_gib']} GiB; huge pages "
                 f"{machine['transparent_hugepages']}; hypervisor "
                 f"{machine['hypervisor']}")
    lines.append(f"- System: Linux {machine['kernel']}, {machine['libc']}")
    commit = results.get("revision", "unknown")
    lines.append(f"- Date: {results['date']}, at commit {commit}; "
                 f"{results['settings']['rounds']} rounds")
    if any(r["threads"] > 1 and "floor_ns" not in r for r in right(results)):
        lines.append("- This run is older than the processes of their own that "
                     "contenders now have with several threads: all took turns in one")
    versions = {}
    for row in results["contenders"]:
        text = row["version"] if row["present"] else f"absent: {row['detail']}"
        versions[row["name"]] = text
    lines.append("- Versions: " + "; ".join(
        f"{name} {text}" for name, text in versions.items() if name != "floor"))
    lines += [f"- {note}" for note in
              (*build_notes(results), *contender_notes(results))]
    return lines


def _threads(count):
    return "1 thread" if count == 1 else f"{count} threads"


def document(results, source, fusion, existing):
    """docs/Performance.md as text. `source` is the path of the kept results in the
    project, `fusion` that of the results of --fusion, and `existing` are the plots."""
    root = Path(__file__).resolve().parents[2]
    lines = ["# Performance", "", "Times as multiples of the floor: the time to move "
             "as many bytes with `memcpy` and `memset`. 1 is the limit.", ""]
    lines += _machine(results) + [""]
    for count in thread_counts(results):
        lines += [f"## {_threads(count).capitalize()}", ""]
        facts = [f"- {line}" for line in ours_lines(results, count)]
        noisy, total = noisy_count(results, count)
        facts.append(f"- {noisy} of {total} figures are noisy.")
        lines += [*facts, "", *summary_tables(results, count), ""]
        for file, caption in existing:
            if file.endswith(f"-{count}.svg"):
                lines += [f"![{caption}](img/{file})", ""]
    lines += ["## Compile time, code size and fusion", "", *code_facts(results),
              *fusion_facts(root / fusion), ""]
    lines += ["## Goals", "", "The goals of the project, and what each column of ours "
              "has on one thread.", "", *goal_table(results), ""]
    lines.append((root / "benchmark/limits.md").read_text())
    lines.append(METHOD.format(source=source, noise=measure.NOISE))
    return "\n".join(lines)


def tables(results, fusion):
    """The page of every figure, as text. `fusion` is the path of the results of
    --fusion."""
    lines = ["# Performance tables", "", "Every figure of the run that "
             "[Performance](Performance.md) describes, in multiples of the floor.", ""]
    for count in thread_counts(results):
        for group in (*MEAN_GROUPS, "sweep"):
            table = group_table(results, count, group)
            if table:
                lines += [f"## {GROUP_TITLES[group]}, {_threads(count)}", "", *table, ""]
        reasons = refusal_lines(results, count)
        if reasons:
            lines += ["Why there is no figure:", "", *(f"- {r}" for r in reasons), ""]
    code = code_section(results)
    if code:
        lines += ["## Compile time and code size", "", "Wall time of the commands, the "
                  "fastest of a few, start-up included; and bytes of code, of all "
                  "sections `.text` of the object file.", "", *code]
    lines += fusion_section(fusion)
    return "\n".join(lines)


def existing_plots(results, folder):
    """The plots in `folder` that belong to the page, as `plots.write` lists them."""
    return [plot for plot in plots.listed(results)
            if plot[0] in PLOTS and (Path(folder) / plot[0]).exists()]
