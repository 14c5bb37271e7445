#!/usr/bin/python3
"""The driver of scripts/bench: runs workers, gathers their results, reports."""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from padbench import (compare, document, fusion, fusion_table,  # noqa: E402
                      plots, results, table)
from padbench.random_pads import random_workloads  # noqa: E402
from padbench.session import Failure, Session  # noqa: E402

LOWERINGS = ("default", "scf", "linalg", "vector")
PEERS = ("loops", "stock", "numpy", "torch", "onnxruntime")


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Times padding kernels against the floor "
        "(memcpy and memset) and against loops in C++, stock MLIR, numpy, PyTorch and "
        "ONNX Runtime.")
    add = parser.add_argument
    add("--setup", action="store_true", help="install the peers first")
    add("--quick", action="store_true", help="some workloads, fewer rounds: a few minutes")
    add("--smoke", action="store_true", help=argparse.SUPPRESS)
    add("--only", metavar="REGEX", help="workloads whose name matches, and the code of no other "
        "kernels")
    add("--fusion", action="store_true",
        help="time pads fused into the ops that read them against the same unfused")
    add("--random", type=int, metavar="N",
        help="N workloads that are drawn instead of those that are listed; with --fusion "
        "their places in memory, too")
    add("--seed", type=int, default=0, help="of what --random draws (default: %(default)s)")
    add("--threads", type=int, metavar="N",
        help="this number of threads only (default: one, then all). On one thread all "
        "contenders take turns in one process; on several, each has a process of its "
        "own, beside the floor. With --fusion, large results are computed by them, too")
    add("--ours", default="default", metavar="LIST",
        help="lowerings of padc, each a column: default, scf, linalg, vector")
    add("--cpus", default="host", metavar="LIST",
        help="CPUs that our kernels are compiled for, each a column for each lowering: "
        "host, or what padc --cpu takes. On a machine with AVX-512, host,x86-64-v3 "
        "measures its kernels and those of AVX2 in one run (default: %(default)s)")
    add("--lowering", help="the same for one lowering")
    add("--peers", default=",".join(PEERS), metavar="LIST",
        help="only these peers, or none (default: %(default)s)")
    add("--rounds", type=int, metavar="N", help="rounds of measurement (default: 11)")
    add("--padc-option", action="append", default=[], metavar="OPTION",
        help="passed to padc; may be repeated")
    add("--no-compile-time", action="store_true",
        help="do not time the tools, nor measure the code that padc makes")
    add("--json", metavar="FILE", help="where to write the results "
        "(default: build/bench/results.json)")
    add("--resume", action="store_true",
        help="go on with the interrupted run of the same options")
    add("--plots", metavar="FOLDER", help="write SVG plots there "
        "(default: build/bench/plots)")
    add("--compare", metavar="OLD.json", help="say what got slower or faster")
    add("--report", metavar="RESULTS.json", help="report these results, do not measure")
    add("--docs", action="store_true", help="with --report: keep these results in the "
        "project, and write docs/Performance.md and its plots")
    add("--tables", metavar="FILE.md", help="write a page of all figures of the results "
        "that the project keeps, and do nothing else")
    add("--workloads", default=str(HERE / "workloads.txt"), help=argparse.SUPPRESS)
    add("--bin", default=str(HERE.parent / "build/dev/bin"), help=argparse.SUPPRESS)
    add("--llvm-bin", default="/usr/lib/llvm-22/bin", help=argparse.SUPPRESS)
    add("--native", default=str(HERE.parent / "build/dev/lib/pad-bench-native.so"),
        help=argparse.SUPPRESS)
    add("--cache", default=str(HERE.parent / "build/bench"), help=argparse.SUPPRESS)
    made = parser.parse_args()
    if made.lowering:
        made.ours = made.lowering
    if made.threads is not None and not 1 <= made.threads <= len(os.sched_getaffinity(0)):
        parser.error(f"--threads {made.threads}: this process may use "
                     f"{len(os.sched_getaffinity(0))} CPUs")
    if made.rounds is not None and made.rounds < 1:
        parser.error(f"--rounds {made.rounds}: at least 1")
    if made.peers == "none":
        made.peers = ""
    for option, known in (("ours", LOWERINGS), ("peers", PEERS)):
        names = getattr(made, option).split(",") if getattr(made, option) else []
        if any(name not in known or names.count(name) > 1 for name in names):
            parser.error(f"--{option} {','.join(names)}: a list of different names "
                         f"of {', '.join(known)}")
    cpus = made.cpus.split(",")
    if not all(cpus) or len(set(cpus)) < len(cpus):
        parser.error(f"--cpus {made.cpus}: a list of different names")
    if made.docs and not made.report:
        parser.error("--docs needs --report")
    if made.random is not None and made.random < 1:
        parser.error(f"--random {made.random}: at least 1")
    if made.fusion and (made.report or made.compare):
        parser.error("--fusion measures; --report of the other results shows its "
                     "figures with theirs")
    return made


KEPT = "benchmark/results/latest.json.gz"
FUSION = "benchmark/results/fusion.json"


def draw(arguments):
    """Has the workloads of `arguments` drawn."""
    path = Path(arguments.cache) / f"random-{arguments.random}-{arguments.seed}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(random_workloads(arguments.random, arguments.seed))
    arguments.workloads = str(path)


def write_docs(made):
    root = HERE.parent
    results.keep(made, root / KEPT)
    written = plots.write(made, root / "docs/img", document.PLOTS)
    page = root / "docs/Performance.md"
    page.write_text(document.document(made, KEPT, FUSION, written))
    print(f"written: {root / KEPT}, {page} and {len(written)} plots")


def main():
    arguments = options()
    # Read first: the run may replace the file, and a bad one should not cost a run.
    old = results.load(arguments.compare) if arguments.compare else None
    if arguments.tables:
        kept = results.load(HERE.parent / KEPT)
        Path(arguments.tables).write_text(document.tables(kept, HERE.parent / FUSION))
        return
    if arguments.fusion:
        print("\n".join(fusion_table.fusion_report(fusion.run_fusion(arguments))))
        return
    if arguments.report:
        made = results.load(arguments.report)
    else:
        if arguments.random:
            draw(arguments)
        made = Session(arguments).run()
    print("\n".join(table.text_report(made)))
    if arguments.docs:
        write_docs(made)
    elif not arguments.report or arguments.plots:
        folder = Path(arguments.plots or Path(arguments.cache) / "plots")
        try:
            written = plots.write(made, folder)
            print(f"\nplots: {len(written)} in {folder}")
        except plots.NoPlots as reason:
            print(f"\nplots: none, {reason}")
    if old:
        print(f"\nAgainst {arguments.compare}:")
        print("\n".join(compare.report(compare.compare(old, made))))


if __name__ == "__main__":
    try:
        main()
    except (Failure, results.ResultsError, plots.NoPlots) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read the report has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command with --resume goes on",
              file=sys.stderr)
        sys.exit(130)
