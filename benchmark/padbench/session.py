"""One run: the measuring processes of each number of threads, then the tools.

On one thread all contenders take turns in one process. On several, each has a process
of its own, beside the floor: the threads that one library keeps would hold the
processors that the next one needs.
"""

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
from .builds import builds, refusal
from .compile_time import Compilations, CompileTimer
from .journal import Journal
from .tools import identity
from .workloads import WorkloadError, parse

# rounds, nanoseconds of a sample, nanoseconds of a trial, and what of the tools is
# timed.
SETTINGS = {
    "full": (11, 1_000_000, 1_000_000,
             Compilations(repeats=3, many=(100, 300, 1000), ranks=5, further=6)),
    "quick": (7, 300_000, 200_000,
              Compilations(repeats=1, many=(20, 40), ranks=2, further=2)),
    # One round, for the tests: the numbers mean nothing.
    "smoke": (1, 1_000, 1_000,
              Compilations(repeats=1, many=(1, 2), ranks=1, further=2, modes=("wrap",))),
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


def thread_settings(threads):
    """Variables for so many threads of OpenMP. LLVM's would spin for 200 ms and slow down
    what else is measured, and two of them may be left on one CPU."""
    return {"OMP_NUM_THREADS": str(threads), "KMP_BLOCKTIME": "1", "OMP_PROC_BIND": "true"}


class Session:
    def __init__(self, arguments):
        self.arguments, self.workloads = arguments, choose(arguments)
        name = ("smoke" if arguments.smoke else
                "quick" if arguments.quick else "full")
        rounds, sample, trial, self.compilations = SETTINGS[name]
        self.settings = {
            "name": name, "rounds": arguments.rounds or rounds, "sample_ns": sample,
            "trial_ns": trial, "ours": arguments.ours, "cpus": arguments.cpus,
            "peers": arguments.peers, "padc_options": arguments.padc_option,
        }
        self.builds = builds(arguments.ours, arguments.cpus)
        self._check_cpus()
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
            for build in self.builds:
                self._time_tools(build)
        made = self.journal.results()
        partial = self.path.with_name(self.path.name + ".new")
        partial.write_text(results.dump(made))
        partial.replace(self.path)
        self.journal.remove()
        print(f"results: {self.path}")
        return made

    def _check_cpus(self):
        """A CPU that padc does not know ends the run before it begins."""
        padc = Path(self.arguments.bin) / "padc"
        for build in self.builds:
            if build.cpu and padc.exists():
                problem = refusal(padc, build, self.arguments.padc_option)
                if problem:
                    raise Failure(f"--cpus {self.arguments.cpus}: {problem}")

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

    def _processes(self, threads):
        """Names of the contenders of each process."""
        names = [build.name for build in self.builds]
        names += filter(None, self.arguments.peers.split(","))
        return [names] if threads == 1 else [[name] for name in names]

    def _measure(self, threads):
        processes = self._processes(threads)
        print(f"== {len(self.workloads)} workloads, {threads} thread"
              f"{'' if threads == 1 else 's'}", flush=True)
        rounds = self.settings["rounds"]
        middle = (rounds + 1) // 2
        for part in filter(None, (range(middle), range(middle, rounds))):
            for process in processes:
                if len(processes) > 1:
                    print(f"-- {process[0]}", flush=True)
                self._measure_part(threads, process, part)

    def _measure_part(self, threads, process, rounds):
        """The rounds of all workloads that do not have them yet; again without the
        check that crashed, if one does."""
        key, before = ",".join(process), None
        while True:
            done = self.journal.measured(threads, key)
            if rounds.stop < self.settings["rounds"]:
                done = done | set(self.journal.states(threads, key))
            names = [w.name for w in self.workloads if w.name not in done]
            if before is None and done:
                print(f"({len(done)} done before)", flush=True)
            before = done
            if not names:
                return
            status = self._work(threads, process, rounds, names)
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
            else:
                return

    def _work(self, threads, process, rounds, names):
        """The status of a process that measures these rounds of these workloads."""
        arguments = self.arguments
        command = [sys.executable, "-m", "padbench.worker", "--threads", str(threads),
                   "--settings", json.dumps(self.settings), "--names",
                   json.dumps(names), "--contenders", json.dumps(process),
                   "--rounds", rounds.start, rounds.stop, "--crashed",
                   json.dumps(self.journal.crashed(threads)),
                   "--journal", self.journal.path]
        for option in ("workloads", "bin", "llvm_bin", "native", "cache"):
            command += [f"--{option.replace('_', '-')}", getattr(arguments, option)]
        here = Path(__file__).resolve().parent.parent
        environment = {**os.environ, **thread_settings(threads), "PYTHONPATH": str(here),
                       "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run([str(c) for c in command], env=environment).returncode

    def _time_tools(self, build):
        arguments = self.arguments
        timer = CompileTimer(Path(arguments.bin), Path(arguments.llvm_bin), build,
                             arguments.padc_option, self.compilations)
        done = self.journal.compiled(build.name)
        subjects = timer.subjects(self.workloads, alone=bool(arguments.only))
        for number, (subject, records) in enumerate(subjects.items(), 1):
            if sys.stdout.isatty() or number == len(subjects):
                print(f"\r{build.name}, compile time and code size: {number}/"
                      f"{len(subjects)} ", end="", flush=True)
            if subject not in done:
                self.journal.add({"subject": subject, "contender": build.name,
                                  "compile": list(records())})
        print(flush=True)
