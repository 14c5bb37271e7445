"""Measures in one process, with one number of threads: some rounds of some contenders,
each beside the floor."""

import argparse
import faulthandler
import json
import os
import sys
import time
from contextlib import contextmanager
from math import prod
from pathlib import Path

from . import measure, oracle
from .builds import builds
from .contenders import Absent
from .contenders.floor import Floor
from .contenders.loops import Loops
from .contenders.numpy_peer import Numpy
from .contenders.onnxruntime_peer import OnnxRuntime
from .contenders.ours import Pad
from .contenders.stock import Stock
from .contenders.torch_peer import Torch
from .journal import Journal
from .native import Buffer, Native
from .table import duration
from .workloads import parse


def contenders(arguments, settings, native):
    """(those present of --contenders, what the results say of each); first the
    floor."""
    llvm_bin, cache = Path(arguments.llvm_bin), Path(arguments.cache)
    threads = arguments.threads
    makers = {
        "loops": lambda: Loops(native),
        "stock": lambda: Stock(native, llvm_bin, cache / "kernels"),
        "numpy": Numpy,
        "torch": lambda: Torch(threads),
        "onnxruntime": lambda: OnnxRuntime(native, threads, cache),
        "floor": lambda: Floor(native, threads),
    }
    for build in builds(settings["ours"], settings["cpus"]):
        makers[build.name] = lambda build=build: Pad(
            native, Path(arguments.bin) / "padc", cache / "kernels", threads, build,
            settings["padc_options"])
    present, described = [], []
    for name in ["floor", *json.loads(arguments.contenders)]:
        row = {"name": name, "threads": threads}
        try:
            contender = makers[name]()
            row.update(present=True, version=contender.version)
            if isinstance(contender, Pad):
                row["compiled_for"] = contender.compiled_for
            note = getattr(contender, "note", "")
            if note:
                row["note"] = note
                print(f"note: {name}: {note}", flush=True)
            present.append(contender)
        except Absent as reason:
            row.update(present=False, detail=str(reason))
            print(f"absent: {name} ({reason})", flush=True)
        described.append(row)
    return present, described


def describe(workload):
    return {
        "group": workload.group, "mode": workload.mode, "type": workload.type,
        "what": workload.describe(), "source_bytes": workload.source_bytes,
        "result_bytes": prod(oracle.result_shape(workload)) * workload.element_bytes,
        "floor_copies_bytes": oracle.bytes_from_source(workload),
    }


def progress(number, count, workload, records, seconds, part):
    """One line: what each contender needs, in multiples of the floor, and how long
    that took to find out."""
    by_name = {r["contender"]: r for r in records}
    floor = duration(by_name["floor"]["median_ns"])
    cells = [f"{r['contender']} {r['ratio']:.2f}" if r["status"] == "right"
             else f"{r['contender']} {r['status']}"
             for r in records if r["contender"] != "floor"]
    noisy = "  (noisy)" if any(r.get("noisy") for r in records) else ""
    print(f"[{number}/{count}{part}] {workload.name}: floor {floor}; {', '.join(cells)}"
          f"{noisy}  [{seconds:.1f} s]", flush=True)


# Bytes behind the start of a page. Lines of the same place in a page can push each other
# out of the first-level cache, by the addresses of their pages, and then small kernels
# take twice as long in one process in three. In front of the source, as behind a header
# of an allocator, memory is mapped: masked lanes of a load of a page that is not take
# 0.1 to 0.4 us.
SOURCE_OFFSET, RESULT_OFFSET = 64, 2048


@contextmanager
def buffers(native, workload):
    """(source, filled; result) in memory of their own."""
    dtype, shape = oracle.NUMPY_TYPES[workload.type], oracle.result_shape(workload)
    source_buffer = Buffer(native, workload.source_bytes, SOURCE_OFFSET)
    result_buffer = Buffer(native, prod(shape) * workload.element_bytes,
                           RESULT_OFFSET)
    try:
        source = source_buffer.array(workload.shape, dtype)
        measure.fill_source(source)
        yield source, result_buffer.array(shape, dtype)
    finally:
        source_buffer.free()
        result_buffer.free()


def pin(threads):
    """To the last of the CPUs of this process, or to as many as there are threads:
    the first ones serve most interrupts."""
    available = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, available[-threads:])


def main(argv):
    parser = argparse.ArgumentParser(prog="worker")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--settings", required=True, help="JSON")
    parser.add_argument("--workloads", required=True)
    parser.add_argument("--names", required=True, help="of workloads, a JSON list")
    parser.add_argument("--contenders", required=True, help="JSON list of names")
    parser.add_argument("--rounds", required=True, type=int, nargs=2,
                        help="the first one, and the first one that is not to be run")
    parser.add_argument("--crashed", required=True, help="JSON, as in the journal")
    for option in ("bin", "llvm-bin", "native", "cache", "journal"):
        parser.add_argument(f"--{option}", required=True)
    arguments = parser.parse_args(argv)
    faulthandler.enable()
    pin(arguments.threads)
    settings, crashed = json.loads(arguments.settings), json.loads(arguments.crashed)
    threads, journal = arguments.threads, Journal(arguments.journal)
    journal.reload()
    native = Native(arguments.native)
    present, described = contenders(arguments, settings, native)
    journal.add({"threads": threads, "contenders": described})
    if len(present) == 1:
        # Nobody but the floor.
        return
    process = ",".join(json.loads(arguments.contenders))
    timing = measure.Settings(settings["sample_ns"], settings["trial_ns"])
    names = json.loads(arguments.names)
    workloads = [w for w in parse(Path(arguments.workloads).read_text())
                 if w.name in names]
    rounds = range(*arguments.rounds)
    last = rounds.stop == settings["rounds"]
    part = "" if len(rounds) == settings["rounds"] else (
        f", {2 if last else 1} of 2")
    states = journal.states(threads, process)
    for number, workload in enumerate(workloads, 1):
        start = time.monotonic()
        with buffers(native, workload) as (source, result):
            state = states.get(workload.name) or measure.begin(
                workload, present, source, result, timing,
                lambda contender: journal.add({
                    "threads": threads, "doing": [workload.name, contender]}),
                crashed.get(workload.name, {}), threads)
            measure.go_on(state, workload, present, source, result, rounds, threads)
        records = measure.records(state, workload, threads)
        line = {"threads": threads, "process": process}
        if last:
            journal.add({**line, "workload": workload.name,
                         "what": describe(workload), "records": records})
        else:
            journal.add({**line, "half": workload.name, "state": state})
        progress(number, len(workloads), workload, records,
                 time.monotonic() - start, part)


if __name__ == "__main__":
    main(sys.argv[1:])
