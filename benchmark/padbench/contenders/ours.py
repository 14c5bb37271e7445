"""This project: one function per workload, compiled by padc."""

import ctypes
import tempfile

from ..builds import compiled_for
from ..kernels import kernel_arguments, padc_arguments
from ..tools import Cache, ToolError, identity, run
from . import Absent, Variant, refused

# What makes padc's kernels use all CPUs.
THREADS = "--threads=openmp"


class Pad:
    def __init__(self, native, padc, folder, threads, build, options=()):
        if not padc.exists():
            raise Absent(f"no {padc}; scripts/bench builds it")
        self.name = build.name
        self.native, self.padc = native, padc
        self.cache = Cache(folder)
        self.options = [*options, *build.options]
        self.note = ""
        try:
            self.compiled_for = compiled_for(padc, self.options)
        except ToolError as error:
            raise Absent(str(error)) from None
        if threads > 1:
            problem = self._threads_problem()
            if problem:
                self.note = f"runs on one thread; {problem}"
            else:
                self.options.append(THREADS)
        version = run([padc, "--version"]).splitlines()[0]
        self.version = " ".join([version, *self.options])

    def _threads_problem(self):
        """Why this padc cannot make a kernel with threads, or ""."""
        one = ["--mode", "constant", "--type", "f32", "--shape", "4", "--low=1",
               "--high=1", *self.options, THREADS, "-o"]
        with tempfile.TemporaryDirectory() as folder:
            try:
                run([self.padc, *one, f"{folder}/pad.so"])
                ctypes.CDLL(f"{folder}/pad.so")
            except (ToolError, OSError) as error:
                return str(error)
        return ""

    def compile(self, workload):
        """The shared object of the workload."""
        arguments = [*padc_arguments(workload), *self.options]

        def make(path):
            run([self.padc, *arguments, "-o", path])

        return self.cache.get((identity(self.padc), arguments), ".so", make)

    def variants(self, workload, source, result):
        try:
            library = ctypes.CDLL(str(self.compile(workload)))
        except (ToolError, OSError) as error:
            yield refused("padc", error)
            return
        arguments = kernel_arguments(workload, source, result)
        yield Variant("padc", self.native.kernel(library.pad, arguments))
