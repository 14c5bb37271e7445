"""Pads fused into the ops that read them, against the same functions unfused.

The results are JSON with one record a line:

  format    1
  kind      fusion
  date, revision, machine, rounds
  records   one per workload: unfused_ns and fused_ns (medians over rounds), ratio (the
            median of fused to unfused of the same round), quartiles (of the ratios),
            unfused_peak and fused_peak (bytes that the function allocates, the most at
            a time; the result is the caller's), samples of both
"""

import ctypes
import datetime
import re
from pathlib import Path

import numpy

from . import machine, results
from .fusion_workloads import IMAGES, workloads
from .measure import POISON, calls_for, compare_bytes, sample
from .native import Buffer, Native
from .session import Failure
from .tools import Cache, ToolError, identity, run

HERE = Path(__file__).resolve().parent.parent
# rounds, nanoseconds of a sample.
SETTINGS = {"full": (9, 20_000_000), "quick": (5, 5_000_000), "smoke": (1, 1_000)}
TYPES = {"f32": numpy.float32, "f64": numpy.float64}


class Kernel:
    """One way to compile a workload, as a function that can be timed."""

    def __init__(self, native, workload, arrays, path):
        self.shared_object = ctypes.CDLL(str(path))
        self.shared_object.pad_bench_peak.restype = ctypes.c_int64
        self.run = native.kernel(self.shared_object.kernel, [a.ctypes.data for a in arrays])
        self.result, self.calls, self.samples = arrays[-1], 1, []

    def check(self):
        """The result of one call, and the bytes it held at most."""
        self.result.view(numpy.uint8).reshape(-1)[:] = POISON
        self.shared_object.pad_bench_peak()
        self.run(1)
        return self.result.copy(), self.shared_object.pad_bench_peak()


class Compiler:
    def __init__(self, arguments):
        self.bin, self.llvm = Path(arguments.bin), Path(arguments.llvm_bin)
        self.cache = Cache(Path(arguments.cache) / "fusion")
        self.options = arguments.padc_option

    def compile(self, workload, fuse):
        """The shared object of the workload."""
        tools = [self.bin / "pad-opt", self.bin / "padc"]
        order, counter = HERE / "fusion-order.mlir", HERE / "native/PeakMemory.c"
        key = (workload.text, fuse, self.options, order.read_text(),
               counter.read_text(), *map(identity, tools))

        def make(path):
            text = run([tools[0], "-", "--transform-preload-library="
                        f"transform-library-paths={order}", "--transform-interpreter",
                        *(["--pad-tile-and-fuse"] if fuse else [])], workload.text)
            source, code = path.with_suffix(".mlir"), path.with_suffix(".o")
            source.write_text(text)
            run([tools[1], "-O3", *self.options, source, "-o", code])
            run([self.llvm / "clang", "-O2", "-shared", "-fPIC", code, counter,
                 "-Wl,--wrap=malloc,--wrap=free", "-o", path])
            source.unlink()
            code.unlink()

        return self.cache.get(key, ".so", make)


def fill(array, seed):
    generator = numpy.random.Generator(numpy.random.PCG64(seed))
    array[...] = generator.uniform(-1, 1, array.shape)


def measure(native, compiler, workload, rounds, sample_ns):
    """The record of one workload."""
    dtype = TYPES[workload.type]
    shapes = [s for s in (workload.source, workload.filter, workload.result) if s]
    buffers = [Buffer(native, int(numpy.prod(s)) * numpy.dtype(dtype).itemsize)
               for s in shapes]
    try:
        arrays = [b.array(s, dtype) for b, s in zip(buffers, shapes)]
        for seed, array in enumerate(arrays[:-1]):
            fill(array, seed)
        kernels = [Kernel(native, workload, arrays, compiler.compile(workload, fuse))
                   for fuse in (False, True)]
        (wanted, unfused_peak), (made, fused_peak) = (k.check() for k in kernels)
        if not compare_bytes(wanted, made):
            raise Failure(f"{workload.name}: the fused result differs")
        for kernel in kernels:
            kernel.calls = calls_for(kernel, sample_ns)[0]
        for round_ in range(rounds):
            for kernel in kernels if round_ % 2 else kernels[::-1]:
                kernel.samples.append(sample(kernel.run, kernel.calls, 0))
        unfused, fused = (numpy.array(k.samples) for k in kernels)
        quartiles = numpy.percentile(fused / unfused, [25, 50, 75])
        return {"workload": workload.name, "consumer": workload.consumer,
                "mode": workload.mode,
                "unfused_ns": round(float(numpy.median(unfused)), 1),
                "fused_ns": round(float(numpy.median(fused)), 1),
                "ratio": round(float(quartiles[1]), 4),
                "quartiles": [round(float(q), 4) for q in quartiles[::2]],
                "unfused_peak": unfused_peak, "fused_peak": fused_peak,
                "unfused_samples_ns": [round(s, 1) for s in unfused.tolist()],
                "fused_samples_ns": [round(s, 1) for s in fused.tolist()]}
    finally:
        for buffer in buffers:
            buffer.free()


def choose(arguments):
    """The workloads of this run: small ones for the tests."""
    sizes = (((1, 9, 10, 4),), 32) if arguments.smoke else (IMAGES, 1024)
    try:
        chosen = [w for w in workloads(*sizes)
                  if not arguments.only or re.search(arguments.only, w.name)]
    except re.error as error:
        raise Failure(f"--only {arguments.only}: {error}") from None
    if not chosen:
        raise Failure(f"no workload of --fusion matches {arguments.only}")
    return chosen


def run_fusion(arguments):
    """Measures, writes the results and returns them."""
    chosen, native = choose(arguments), Native(arguments.native)
    rounds, sample_ns = SETTINGS["smoke" if arguments.smoke else
                                 "quick" if arguments.quick else "full"]
    rounds = arguments.rounds or rounds
    made = {"format": results.FORMAT, "kind": "fusion",
            "date": datetime.datetime.now(datetime.timezone.utc).strftime(
                "%Y-%m-%d %H:%M"),
            "revision": machine.revision(), "machine": machine.describe(),
            "rounds": rounds, "records": []}
    compiler = Compiler(arguments)
    try:
        # All compilers first: none runs beside a measurement.
        for workload in chosen:
            for fuse in (False, True):
                compiler.compile(workload, fuse)
        for number, workload in enumerate(chosen, 1):
            record = measure(native, compiler, workload, rounds, sample_ns)
            made["records"].append(record)
            print(f"[{number}/{len(chosen)}] {workload.name}: ratio {record['ratio']}",
                  flush=True)
    except (ToolError, OSError) as error:
        raise Failure(str(error)) from None
    path = Path(arguments.json or Path(arguments.cache) / "fusion.json")
    path.write_text(results.dump(made))
    print(f"results: {path}")
    return made
