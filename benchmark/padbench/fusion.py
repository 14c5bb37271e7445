"""Pads fused into the ops that read them, against the same functions unfused and Halide.

The results are JSON with one record a line:

  format    1
  kind      fusion
  date, revision, machine, rounds
  random    [count, seed] of drawn workloads; absent if they are listed
  cpus      what drawn workloads were compiled for
  halides   the versions of Halide
  threads   how many of them `to_threads` is about; absent without them
  records   one per workload: memcpy_ns, unfused_ns, fused_ns, dynamic_ns, halide_ns,
            halide_fast_ns, opencv_ns and torch_ns (medians over rounds; those behind
            fused_ns may be absent; halide_fast is Halide without strict floats), halide
            and halide_fast (the version and schedule that were the fastest), ratio, to_halide, to_halide_fast, to_opencv
            and to_torch (medians of fused to unfused, or to that peer, of the same
            round), lowest_ratio and the same for each peer (of the least times, which
            what else the machine does disturbs least),
            to_threads (fused to the same with several threads, the number of which is
            `threads` of the head; of results of THREADED bytes and more),
            places (bytes behind a page at which the arrays begin) and to_pages (fused to
            itself with arrays that begin pages), if that is not where they begin,
            quartiles (of ratio), unfused_peak and fused_peak (bytes that the function
            allocates, the most at a time; the result is the caller's), code_bytes and
            compile_ms of the fused form
"""

import ctypes
import datetime
import os
import re
import time
from pathlib import Path

import numpy

from . import halide, libraries, machine, results
from .contenders import python_loop
from .fusion_workloads import list_arguments, small_workloads, workloads
from .measure import POISON, calls_for, compare_bytes, sample
from .native import Buffer, Native
from .random_workloads import draw_workloads
from .session import Failure, thread_settings
from .tools import Cache, ToolError, identity, run

HERE = Path(__file__).resolve().parent.parent
# rounds, nanoseconds of a sample.
SETTINGS = {"full": (9, 20_000_000), "quick": (5, 5_000_000), "smoke": (1, 1_000)}
# Bytes of a result that threads share.
THREADED = 8 << 20
# A library that takes this many times as long as the fused function is timed once.
SLOW = 20
# What the names of kernels of Halide begin with; its version and the schedule follow.
HALIDE = "Halide "
# bf16 is the upper half of f32.
TYPES = {"f16": numpy.float16, "bf16": numpy.uint16, "f32": numpy.float32,
         "f64": numpy.float64, "i8": numpy.uint8}


# How padc compiles a workload.
WAYS = {"unfused": ["--fuse=false"], "fused": [], "dynamic": [], "threads": ["--threads=openmp"]}


def is_killed(run_):
    """Whether `run_(1)` ends the process, as an instruction does that this processor lacks."""
    child = os.fork()
    if not child:
        run_(1)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


class Timed:
    """Something that can be timed: `run(calls)` returns the nanoseconds of all."""

    def __init__(self, name, run_):
        self.name, self.run, self.calls, self.samples = name, run_, 1, []

    def median(self):
        return round(float(numpy.median(self.samples)), 1)


class Kernel(Timed):
    """One way to compile a workload."""

    def __init__(self, native, name, path, arguments, result):
        self.shared_object, self.result = ctypes.CDLL(str(path)), result
        super().__init__(name, native.kernel(self.shared_object.kernel, arguments))

    def check(self):
        """The result of one call."""
        self.result.view(numpy.uint8).reshape(-1)[:] = POISON
        self.run(1)
        return self.result.copy()


def by_threads(kernel, threads):
    """The kernel by that many threads. Once the libraries are loaded, which are timed by one
    thread, OpenMP has one for the kernels, too."""
    openmp, run_ = ctypes.CDLL("libomp.so.5"), kernel.run

    def run_by_threads(calls):
        openmp.omp_set_num_threads(threads)
        elapsed = run_(calls)
        openmp.omp_set_num_threads(1)
        return elapsed

    kernel.run = run_by_threads
    return kernel


def memcpy(native, source, result):
    """The bytes of the smaller one of source and result, copied."""
    size = min(source.nbytes, result.nbytes)
    return Timed("memcpy", native.kernel(
        ctypes.CDLL(None).memcpy, [result.ctypes.data, source.ctypes.data, size]))


class Compiler:
    def __init__(self, arguments):
        self.bin, self.llvm = Path(arguments.bin), Path(arguments.llvm_bin)
        self.cache = Cache(Path(arguments.cache) / "fusion")
        self.cpu = arguments.cpus
        self.threads = arguments.threads or 1
        self.threaded = 0 if arguments.smoke else THREADED
        self.halides = halide.find_halides(
            arguments.cache, (arguments.random, arguments.seed, arguments.smoke))
        self.options = ([] if self.cpu == "host" else [f"--cpu={self.cpu}"]) + \
            arguments.padc_option

    def compile(self, workload, way):
        """The shared object of the workload, one of WAYS. All get the loop order that vectors
        of unfused ops need."""
        tools = [self.bin / "pad-opt", self.bin / "padc"]
        order, counter = HERE / "fusion-order.mlir", HERE / "native/PeakMemory.c"
        text = get_dynamic(workload) if way == "dynamic" else workload.text
        key = (text, way, self.options, order.read_text(), counter.read_text(),
               *map(identity, tools))

        def make(path):
            source, code = path.with_suffix(".mlir"), path.with_suffix(".o")
            cost = path.with_name(path.name.split(".")[0] + ".cost")
            source.write_text(run(
                [tools[0], "-", "--transform-preload-library="
                 f"transform-library-paths={order}", "--transform-interpreter"], text))
            start = time.perf_counter_ns()
            run([tools[1], "-O3", *self.options, *WAYS[way], source, "-o", code])
            compile_ms = (time.perf_counter_ns() - start) / 1e6
            sizes = run([self.llvm / "llvm-size", "-A", code])
            code_bytes = sum(int(size) for size in
                             re.findall(r"^\.text\S*\s+(\d+)", sizes, re.MULTILINE))
            run([self.llvm / "clang", "-O2", "-shared", "-fPIC", code, counter,
                 "-Wl,--wrap=malloc,--wrap=free",
                 *(["-l:libomp.so.5"] if way == "threads" else []), "-o", path])
            cost.write_text(f"{code_bytes} {compile_ms:.1f}")
            source.unlink()
            code.unlink()

        return self.cache.get(key, ".so", make)

    def compile_halide(self, version, workload, schedule):
        """The shared object of the workload by a schedule of that version of Halide."""
        return version.compile(self.cache, self.llvm / "clang", workload, schedule, self.cpu)


def fill(array, seed):
    generator = numpy.random.Generator(numpy.random.PCG64(seed))
    if array.dtype == numpy.uint8:
        array[...] = generator.integers(0, 256, array.shape)
    elif array.dtype == numpy.uint16:
        made = generator.uniform(-1, 1, array.shape).astype(numpy.float32)
        array[...] = made.view(numpy.uint32) >> 16
    else:
        array[...] = generator.uniform(-1, 1, array.shape)


def get_pointers(workload, arrays):
    """What the function of a workload is called with, where extents are static."""
    results = arrays[-1] if workload.results > 1 else arrays[-1:]
    return [a.ctypes.data for a in (*arrays[:-1], *results)]


def get_dynamic(workload):
    """The form of a workload whose extents are not known, or those of its image are not."""
    return workload.images or workload.dynamic


def make_kernels(native, compiler, workload, arrays):
    """The ways to compute a workload, checked against the unfused one."""
    pointers, result = get_pointers(workload, arrays), arrays[-1]
    kernels = [Kernel(native, way, compiler.compile(workload, way), pointers, result)
               for way in ("unfused", "fused")]
    if text := get_dynamic(workload):
        kernels.append(Kernel(native, "dynamic", compiler.compile(workload, "dynamic"),
                              list_arguments(text, [a.ctypes.data for a in arrays],
                                             [a.shape for a in arrays]), result))
    wanted = kernels[0].check()
    for kernel in kernels[1:]:
        if not compare_bytes(wanted, kernel.check()):
            raise Failure(f"{workload.name}: the {kernel.name} result differs")
    if compiler.threads > 1 and result.nbytes >= compiler.threaded:
        kernels.append(by_threads(
            Kernel(native, "threads", compiler.compile(workload, "threads"), pointers, result),
            compiler.threads))
        if not compare_bytes(wanted, kernels[-1].check()):
            raise Failure(f"{workload.name}: the result of threads differs")
    buffers = [halide.buffer_of(a) for a in arrays]
    for version in compiler.halides:
        for schedule in halide.schedules_of(workload):
            kernel = Kernel(native, f"{HALIDE}{version.version} {schedule}",
                            compiler.compile_halide(version, workload, schedule),
                            [ctypes.addressof(b) for b in buffers], result)
            kernel.buffers = buffers
            if is_killed(kernel.run):
                print(f"{workload.name}: {kernel.name} is killed, and left out", flush=True)
                continue
            # Halide rounds to 16 bits when it pleases.
            is_exact = not (schedule.endswith(halide.FAST) or halide.is_dense(workload) or
                            workload.type.endswith("f16"))
            if not (compare_bytes if is_exact else libraries.near)(wanted, kernel.check()):
                raise Failure(f"{workload.name}: the result differs of {kernel.name}")
            kernels.append(kernel)
    for name, function, take in libraries.calls(workload, arrays):
        if not libraries.near(wanted, take(function())):
            raise Failure(f"{workload.name}: the result of {name} differs")
        kernels.append(Timed(name, python_loop(function)))
    return kernels


def peaks(kernels):
    """The bytes that each of them holds at most."""
    found = []
    for kernel in kernels:
        peak = kernel.shared_object.pad_bench_peak
        peak.restype = ctypes.c_int64
        peak()
        kernel.run(1)
        found.append(peak())
    return found


def measure(native, compiler, workload, rounds, sample_ns):
    """The record of one workload."""
    dtype = TYPES[workload.type]
    result = workload.result if workload.results == 1 else (workload.results, *workload.result)
    shapes = [s for s in (workload.source, workload.filter, *workload.more, result) if s]
    places = (*(workload.places[n % 2] for n in range(len(shapes) - 1)), workload.places[-1])
    buffers = [Buffer(native, int(numpy.prod(s)) * numpy.dtype(dtype).itemsize, place)
               for place_of in ((places, (0,) * len(shapes)) if any(places) else (places,))
               for s, place in zip(shapes, place_of)]
    try:
        arrays = [b.array(s, dtype) for b, s in zip(buffers, shapes)]
        for seed, array in enumerate(arrays[:-1]):
            fill(array, seed)
        kernels = make_kernels(native, compiler, workload, arrays)
        unfused_peak, fused_peak = peaks(kernels[:2])
        at_lines = [b.array(s, dtype) for b, s in zip(buffers[len(shapes):], shapes)]
        if at_lines:
            for array, same in zip(at_lines, arrays):
                array[...] = same
            kernels.append(Kernel(native, "pages", compiler.compile(workload, "fused"),
                                  get_pointers(workload, at_lines), at_lines[-1]))
        timed = [memcpy(native, arrays[0], arrays[-1]), *kernels]
        by_name = {kernel.name: kernel for kernel in timed}
        for kernel in timed:
            kernel.calls, kernel.each = calls_for(kernel, sample_ns)
        slow = [k for k in timed if k.name in libraries.NAMES and
                k.each > SLOW * by_name["fused"].each]
        for kernel in slow:
            kernel.samples.append(kernel.each)
            timed.remove(kernel)
        for round_ in range(rounds):
            for kernel in timed if round_ % 2 else timed[::-1]:
                kernel.samples.append(sample(kernel.run, kernel.calls, 0))
        unfused, fused = (numpy.array(by_name[n].samples) for n in ("unfused", "fused"))
        quartiles = numpy.percentile(fused / unfused, [25, 50, 75])
        record = {"workload": workload.name, "consumer": workload.consumer,
                  "mode": workload.mode, "memcpy_ns": by_name["memcpy"].median(),
                  "unfused_ns": by_name["unfused"].median(),
                  "fused_ns": by_name["fused"].median()}
        if "dynamic" in by_name:
            record["dynamic_ns"] = by_name["dynamic"].median()
        if at_lines:
            record["places"] = list(places)
            record["to_pages"] = round(float(numpy.median(
                fused / numpy.array(by_name["pages"].samples))), 4)
        if "threads" in by_name:
            record["to_threads"] = round(float(numpy.median(
                fused / numpy.array(by_name["threads"].samples))), 4)
        for name, end in (("halide", ""), ("halide_fast", halide.FAST)):
            schedules = [k for k in timed if k.name.startswith(HALIDE) and
                         k.name.endswith(halide.FAST) == bool(end)]
            if schedules:
                by_name[name] = min(schedules, key=Timed.median)
                record[name] = by_name[name].name.removeprefix(HALIDE)
        record["lowest_ratio"] = round(float(fused.min() / unfused.min()), 4)
        for name in ("halide", "halide_fast", *libraries.NAMES):
            if name in by_name:
                samples = numpy.array(by_name[name].samples)
                record |= {f"{name}_ns": by_name[name].median(),
                           f"to_{name}": round(float(numpy.median(fused / samples)), 4),
                           f"lowest_to_{name}": round(
                               float(fused.min() / samples.min()), 4)}
        cost = compiler.compile(workload, "fused").with_suffix(".cost").read_text()
        code_bytes, compile_ms = map(float, cost.split())
        return record | {
            "ratio": round(float(quartiles[1]), 4),
            "quartiles": [round(float(q), 4) for q in quartiles[::2]],
            "unfused_peak": unfused_peak, "fused_peak": fused_peak,
            "code_bytes": int(code_bytes), "compile_ms": compile_ms}
    finally:
        for buffer in buffers:
            buffer.free()


def choose(arguments):
    """The workloads of this run: small ones for the tests."""
    if arguments.random:
        listed = draw_workloads(arguments.random, arguments.seed)
    else:
        listed = small_workloads() if arguments.smoke else workloads()
    try:
        chosen = [w for w in listed
                  if not arguments.only or re.search(arguments.only, w.name)]
    except re.error as error:
        raise Failure(f"--only {arguments.only}: {error}") from None
    if not chosen:
        raise Failure(f"no workload of --fusion matches {arguments.only}")
    return chosen


def run_fusion(arguments):
    """Measures, writes the results and returns them."""
    if arguments.cpus not in halide.CPUS:
        raise Failure(f"--fusion --cpus {arguments.cpus}: one of {', '.join(halide.CPUS)}")
    chosen, native = choose(arguments), Native(arguments.native)
    rounds, sample_ns = SETTINGS["smoke" if arguments.smoke else
                                 "quick" if arguments.quick else "full"]
    rounds = arguments.rounds or rounds
    made = {"format": results.FORMAT, "kind": "fusion",
            "date": datetime.datetime.now(datetime.timezone.utc).strftime(
                "%Y-%m-%d %H:%M"),
            "revision": machine.revision(), "machine": machine.describe(),
            "rounds": rounds, "records": []}
    if arguments.random:
        made |= {"random": [arguments.random, arguments.seed], "cpus": arguments.cpus}
    if arguments.threads and arguments.threads > 1:
        made["threads"] = arguments.threads
        os.environ |= thread_settings(arguments.threads)
    path = Path(arguments.json or Path(arguments.cache) / "fusion.json")
    compiler = Compiler(arguments)
    made["halides"] = [version.version for version in compiler.halides]
    try:
        for number, workload in enumerate(chosen, 1):
            record = measure(native, compiler, workload, rounds, sample_ns)
            made["records"].append(record)
            path.write_text(results.dump(made))
            peer = f", to Halide {record['to_halide']:.2f}" if "halide" in record else ""
            if "to_pages" in record:
                peer += f", to itself at pages {record['to_pages']:.2f}"
            print(f"[{number}/{len(chosen)}] {workload.name}: to memcpy "
                  f"{record['fused_ns'] / record['memcpy_ns']:.2f}, to unfused "
                  f"{record['ratio']:.2f}{peer}", flush=True)
    except (ToolError, OSError) as error:
        raise Failure(str(error)) from None
    finally:
        for version in compiler.halides:
            version.close()
    print(f"results: {path}")
    return made
