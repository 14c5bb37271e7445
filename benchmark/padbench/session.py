"""One run: a measuring process per number of threads, then the tools."""

import datetime
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from . import machine, results
from .compile_time import CompileTimer
from .journal import Journal
from .tools import identity
from .workloads import WorkloadError, parse

# rounds, nanoseconds of a sample, nanoseconds of a trial, pads of the module that
# is compiled, repetitions of a compilation.
SETTINGS = {
    "full": (11, 1_000_000, 1_000_000, 1000, 3),
    "quick": (7, 300_000, 200_000, 100, 1),
    # One round, for the tests: the numbers mean nothing.
    "smoke": (1, 1_000, 1_000, 2, 1),
}

# How a kernel that is wrong may end the process that measures.
CRASHES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT)


class Failure(Exception):
    """What the user has to know; ends the run."""


def choose(arguments):
    """The workloads of this run."""
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


class Session:
    def __init__(self, arguments):
        self.arguments, self.workloads = arguments, choose(arguments)
        name = ("smoke" if arguments.smoke else
                "quick" if arguments.quick else "full")
        rounds, sample, trial, self.module_pads, self.repeats = SETTINGS[name]
        self.settings = {
            "name": name, "rounds": arguments.rounds or rounds, "sample_ns": sample,
            "trial_ns": trial, "ours": arguments.ours,
            "peers": arguments.peers, "padc_options": arguments.padc_option,
        }
        available = len(os.sched_getaffinity(0))
        self.counts = ([arguments.threads] if arguments.threads
                       else sorted({1, available}))
        self.path = Path(arguments.json or Path(arguments.cache) / "results.json")
        self.journal = Journal(f"{self.path}.partial")

    def run(self):
        """Measures what is missing, writes the results and returns them."""
        if self.arguments.resume:
            self.journal.resume(self._key())
        else:
            self.journal.start(self._key(), {
                "format": results.FORMAT,
                "date": datetime.datetime.now(
                    datetime.timezone.utc).strftime("%Y-%m-%d %H:%M"),
                "revision": machine.revision(),
                "settings": self.settings, "machine": machine.describe(),
            })
        for threads in self.counts:
            self._measure(threads)
        if not self.arguments.no_compile_time:
            for lowering in self.arguments.ours.split(","):
                self._time_tools(lowering)
        made = self.journal.results()
        partial = self.path.with_name(self.path.name + ".new")
        partial.write_text(results.dump(made))
        partial.replace(self.path)
        self.journal.remove()
        print(f"results: {self.path}")
        return made

    def _key(self):
        """What has to be as it was for an interrupted run to go on."""
        arguments, tools = self.arguments, []
        for tool in (Path(arguments.bin) / "padc", Path(arguments.bin) / "pad-opt",
                     arguments.native, Path(arguments.llvm_bin) / "mlir-opt"):
            tools.append(identity(tool) if Path(tool).exists() else str(tool))
        text = repr(self.workloads)
        return {"settings": self.settings, "threads": self.counts, "tools": tools,
                "workloads": hashlib.sha256(text.encode()).hexdigest(),
                "compile time": not arguments.no_compile_time}

    def _measure(self, threads):
        done = self.journal.measured(threads)
        resumed = f" ({len(done)} done before)" if done else ""
        print(f"== {len(self.workloads)} workloads, {threads} thread"
              f"{'' if threads == 1 else 's'}{resumed}", flush=True)
        while True:
            done = self.journal.measured(threads)
            names = [w.name for w in self.workloads if w.name not in done]
            if not names:
                return
            status = self._work(threads, names)
            self.journal.reload()
            doing = self.journal.doing()
            if -status in CRASHES and doing and doing[1] != "floor":
                # Only this check is lost.
                how = f"crashed: {signal.strsignal(-status)}"
                print(f"{doing[0]}: {doing[1]} {how}", flush=True)
                self.journal.add({"threads": threads, "crashed": [*doing, how]})
            elif status:
                raise Failure(
                    f"the measuring process ended with status {status}; what it had "
                    f"finished is in {self.journal.path}, and --resume goes on from "
                    "there")

    def _work(self, threads, names):
        """The status of a process that measures these workloads."""
        arguments = self.arguments
        command = [sys.executable, "-m", "padbench.worker", "--threads", str(threads),
                   "--settings", json.dumps(self.settings), "--names",
                   json.dumps(names), "--crashed",
                   json.dumps(self.journal.crashed(threads)),
                   "--journal", self.journal.path]
        for option in ("workloads", "bin", "llvm_bin", "native", "cache"):
            command += [f"--{option.replace('_', '-')}", getattr(arguments, option)]
        # LLVM's OpenMP threads would spin for 200 ms and slow the next contender
        # down.
        here = Path(__file__).resolve().parent.parent
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads),
                       "KMP_BLOCKTIME": "1", "PYTHONPATH": str(here),
                       "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run([str(c) for c in command], env=environment).returncode

    def _time_tools(self, lowering):
        arguments = self.arguments
        timer = CompileTimer(
            Path(arguments.bin), Path(arguments.llvm_bin),
            "" if lowering == "default" else lowering, arguments.padc_option,
            self.repeats)
        forms = [w for w in self.workloads if w.group != "sweep"] or self.workloads
        done = self.journal.compiled(lowering)
        for number, workload in enumerate(forms, 1):
            if sys.stdout.isatty() or number == len(forms):
                print(f"\rcompile time: {number}/{len(forms)} ", end="", flush=True)
            if workload.name not in done:
                self.journal.add({"subject": workload.name, "lowering": lowering,
                                  "compile": list(timer.workload(workload))})
        subject = f"module of {self.module_pads} static pads"
        print(f"and a {subject}", flush=True)
        if subject not in done:
            static = [w for w in forms if not w.form] or forms
            self.journal.add({
                "subject": subject, "lowering": lowering,
                "compile": list(timer.module(static, self.module_pads, subject))})
