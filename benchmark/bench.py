#!/usr/bin/python3
"""The driver of scripts/bench: runs workers, gathers their results, reports."""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from padbench import compare, document, machine, plots, results, table, worker  # noqa: E402
from padbench.compile_time import CompileTimer  # noqa: E402
from padbench.workloads import WorkloadError, parse  # noqa: E402


class Failure(Exception):
    """What the user has to know; ends the run."""


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Times padding kernels against the floor "
        "(memcpy and memset) and against stock MLIR, numpy, PyTorch and ONNX Runtime.")
    add = parser.add_argument
    add("--setup", action="store_true", help="install the peers first")
    add("--quick", action="store_true", help="some workloads, fewer rounds: 2 minutes")
    add("--smoke", action="store_true", help=argparse.SUPPRESS)
    add("--only", metavar="REGEX", help="workloads whose name matches")
    add("--threads", type=int, metavar="N",
        help="this number of threads only (default: one, then all, as separate runs)")
    add("--ours", default="default", metavar="LIST",
        help="lowerings of padc, each a column: default, scf, linalg, vector")
    add("--lowering", help="the same for one lowering")
    add("--padc-option", action="append", default=[], metavar="OPTION",
        help="passed to padc; may be repeated")
    add("--no-compile-time", action="store_true", help="do not time the tools")
    add("--json", metavar="FILE", help="where to write the results "
        "(default: build/bench/results.json)")
    add("--plots", metavar="FOLDER", help="write SVG plots there "
        "(default: build/bench/plots)")
    add("--compare", metavar="OLD.json", help="say what got slower or faster")
    add("--report", metavar="RESULTS.json", help="report these results, do not measure")
    add("--docs", action="store_true",
        help="with --report: write docs/Performance.md and its plots")
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
    if made.docs and not made.report:
        parser.error("--docs needs --report")
    return made


def choose(arguments):
    try:
        workloads = parse(Path(arguments.workloads).read_text(), arguments.workloads)
        if arguments.only:
            workloads = [w for w in workloads if re.search(arguments.only, w.name)]
    except (OSError, WorkloadError, re.error) as error:
        raise Failure(str(error)) from None
    if arguments.quick:
        workloads = [w for w in workloads if w.quick]
    if not workloads:
        raise Failure("no workload is left of those in " + arguments.workloads)
    return workloads


def run_worker(arguments, workloads, threads, settings, folder):
    out = Path(folder) / f"{threads}.json"
    command = [sys.executable, "-m", "padbench.worker", "--threads", str(threads),
               "--settings", settings, "--out", str(out),
               "--names", json.dumps([w.name for w in workloads]),
               *(f"--padc-option={o}" for o in arguments.padc_option)]
    for option in ("workloads", "ours", "bin", "llvm_bin", "native", "cache"):
        command += [f"--{option.replace('_', '-')}", getattr(arguments, option)]
    # LLVM's OpenMP threads would spin for 200 ms and slow the next contender down.
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "KMP_BLOCKTIME": "1",
                   "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment)
    if done.returncode:
        raise Failure(f"the measuring process ended with status {done.returncode}")
    return json.loads(out.read_text())


def time_tools(arguments, workloads, settings):
    records = []
    forms = [w for w in workloads if w.group != "sweep"] or workloads
    for lowering in arguments.ours.split(","):
        timer = CompileTimer(
            Path(arguments.bin), Path(arguments.llvm_bin),
            "" if lowering == "default" else lowering, arguments.padc_option,
            repeats=3 if settings == "full" else 1)
        pads = {"full": 1000, "quick": 100, "smoke": 2}[settings]
        for number, workload in enumerate(forms, 1):
            if sys.stdout.isatty() or number == len(forms):
                print(f"\rcompile time: {number}/{len(forms)} ", end="", flush=True)
            records += timer.workload(workload)
        print(f"and a module of {pads} pads", flush=True)
        records += timer.module([w for w in forms if not w.form] or forms, pads)
    return records


def measure(arguments):
    workloads = choose(arguments)
    settings = ("smoke" if arguments.smoke else "quick" if arguments.quick else "full")
    available = len(os.sched_getaffinity(0))
    counts = [arguments.threads] if arguments.threads else sorted({1, available})
    made = {
        "format": results.FORMAT,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M"),
        "settings": {"name": settings, "rounds": worker.SETTINGS[settings].rounds,
                     "ours": arguments.ours, "padc_options": arguments.padc_option},
        "machine": machine.describe(),
        "contenders": [], "workloads": {}, "records": [], "compile": [],
    }
    with tempfile.TemporaryDirectory() as folder:
        for threads in counts:
            print(f"== {len(workloads)} workloads, {threads} thread"
                  f"{'' if threads == 1 else 's'}", flush=True)
            part = run_worker(arguments, workloads, threads, settings, folder)
            made["contenders"] += part["contenders"]
            made["workloads"].update(part["workloads"])
            made["records"] += part["records"]
    if not arguments.no_compile_time:
        made["compile"] = time_tools(arguments, workloads, settings)
    path = Path(arguments.json or Path(arguments.cache) / "results.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(results.dump(made))
    print(f"results: {path}")
    return made


def write_docs(made, source):
    root = HERE.parent
    try:
        source = Path(source).resolve().relative_to(root)
    except ValueError:
        raise Failure("--docs shows results that are kept in the project, under "
                      "benchmark/results") from None
    written = plots.write(made, root / "docs/img")
    page = root / "docs/Performance.md"
    page.write_text(document.document(made, source, written))
    print(f"written: {page} and {len(written)} plots")


def main():
    arguments = options()
    if arguments.report:
        made = results.load(arguments.report)
    else:
        made = measure(arguments)
    print("\n".join(table.text_report(made)))
    if arguments.docs:
        write_docs(made, arguments.report)
    elif not arguments.report or arguments.plots:
        folder = Path(arguments.plots or Path(arguments.cache) / "plots")
        try:
            written = plots.write(made, folder)
            print(f"\nplots: {len(written)} in {folder}")
        except plots.NoPlots as reason:
            print(f"\nplots: none, {reason}")
    if arguments.compare:
        print(f"\nAgainst {arguments.compare}:")
        print("\n".join(compare.report(
            compare.compare(results.load(arguments.compare), made))))


if __name__ == "__main__":
    try:
        main()
    except (Failure, results.ResultsError, plots.NoPlots) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\ninterrupted: no results were written", file=sys.stderr)
        sys.exit(130)
