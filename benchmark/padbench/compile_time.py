"""Wall time of the tools, and the size of what they make."""

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from .kernels import function_text, padc_arguments
from .tools import ToolError, run, wall_ms
from .workloads import FORMS, MODES, Workload

# A tool that takes longer has failed.
LIMIT_S = 600

# Ranks and forms of the pads that one module adds to each other, which share mode and
# element width.
FURTHER = ((2, "shapes"), (3, "pads"), (4, "shapes"), (1, "shapes"), (2, "pads"),
           (5, "shapes"))


class Compilations(NamedTuple):
    """What is compiled only to see time and size."""
    # Of the compilation of one pad; the fastest counts.
    repeats: int
    # Numbers of dynamic pads in a module; the last one is that of static pads too.
    many: tuple
    # Dynamic pads of every mode are compiled for each rank up to this one.
    ranks: int
    # The most pads of one mode in a module, at most as many as FURTHER has.
    further: int
    # Modes that are compiled for both; every one, unless only the harness is tested.
    modes: tuple = MODES


def text_bytes(size_tool, file):
    """Bytes of code in an object file."""
    sections = run([size_tool, "-A", file])
    return sum(int(n) for n in re.findall(r"^\.text\S*\s+(\d+)", sections, re.M))


def dynamic_pad(mode, rank, form, type_="f32", amount=1, interior=0):
    """A pad of every axis, for its code alone."""
    return Workload("", form, mode, type_, (8,) * rank, (amount,) * rank,
                    (amount,) * rank, (interior,) * rank, form=form)


def one_of_many(number):
    """The dynamic pad of that number in a module of many: modes, ranks, forms and two
    element widths in turn, every 20 the same, but for the amounts."""
    return dynamic_pad(MODES[number % len(MODES)], number % 4 + 1, FORMS[number // 5 % 2],
                       ("f32", "i8")[number // 10 % 2], 1 + number % 7)


class CompileTimer:
    def __init__(self, bin_folder, llvm_bin, build, options, compilations):
        self.pad_opt, self.padc = bin_folder / "pad-opt", bin_folder / "padc"
        self.size = llvm_bin / "llvm-size"
        self.build, self.options = build, [*options, *build.options]
        self.compilations = compilations

    def subjects(self, workloads, alone):
        """Subject -> function that gives its records: each workload, and unless it is
        `alone`, what shows the cost of code."""
        found = {w.name: partial(self.workload, w) for w in workloads}
        if alone:
            return found
        for rank in range(1, self.compilations.ranks + 1):
            for mode in (*self.compilations.modes, "constant with interior"):
                for form in FORMS:
                    subject = f"{mode}, rank {rank}, dynamic {form}"
                    name, _, interior = mode.partition(" ")
                    pad = dynamic_pad(name, rank, form, interior=int(bool(interior)))
                    found[subject] = partial(self.single, subject, pad)
        for mode in self.compilations.modes:
            subject = f"dynamic pads of mode {mode}"
            found[subject] = partial(self.further, subject, mode)
        for pads in self.compilations.many:
            subject = f"module of {pads} dynamic pads"
            functions = list(map(one_of_many, range(pads)))
            found[subject] = partial(self.module, subject, functions, dynamic=True)
        static = [w for w in workloads if not w.form] or workloads
        pads = self.compilations.many[-1]
        functions = [static[i % len(static)] for i in range(pads)]
        subject = f"module of {pads} static pads"
        found[subject] = partial(self.module, subject, functions)
        return found

    def workload(self, workload):
        """The records of one workload."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "pad.mlir"
            source.write_text(function_text(workload))
            yield from self._pad_opt(workload.name, source, self.compilations.repeats)
        yield from self._padc(workload.name, padc_arguments(workload),
                              self.compilations.repeats)

    def single(self, subject, workload):
        """A pad that is no workload."""
        yield from self._padc(subject, padc_arguments(workload), 1, kind="single")

    def further(self, subject, mode):
        """Modules of one pad, of two, ..."""
        pads = [dynamic_pad(mode, rank, form, ("f32", "i32")[place % 2])
                for place, (rank, form) in enumerate(FURTHER)]
        for count in range(1, self.compilations.further + 1):
            yield from self.module(f"{count} {subject}", pads[:count], kind="further",
                                   mode=mode)

    def module(self, subject, pads, kind="module", dynamic=False, **fields):
        """The records of a module of so many pads."""
        functions = [function_text(pad, f"pad{i}") for i, pad in enumerate(pads)]
        fields.update(kind=kind, pads=len(functions))
        if kind == "module":
            fields["dynamic"] = dynamic
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "pads.mlir"
            source.write_text("".join(functions))
            if kind == "module" and not dynamic:
                yield from self._pad_opt(subject, source, 1, **fields)
            yield from self._padc(subject, [source], 1, **fields)

    def _pad_opt(self, subject, source, repeats, **fields):
        # The form that padc lowers too: results in memory of the caller. The CPU is
        # no matter here.
        if self.build.cpu:
            return
        lowering = f" lowering={self.build.lowering}" if self.build.lowering else ""
        yield self._best(subject, "pad-opt", repeats, fields, [
            self.pad_opt, f"--lower-pad-to-llvm=results=out-params vector-isa=host{lowering}", source,
            "-o", "/dev/null"])

    def _padc(self, subject, arguments, repeats, **fields):
        if not self.padc.exists():
            return
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "pad.o"
            record = self._best(subject, "padc", repeats, fields, [
                self.padc, *arguments, *self.options, "-o", made])
            if record["status"] == "right":
                record["object_bytes"] = made.stat().st_size
                record["code_bytes"] = text_bytes(self.size, made)
            yield record

    def _best(self, subject, tool, repeats, fields, command):
        record = {"subject": subject, "tool": tool, **fields}
        record.update((key, value) for key, value in self.build._asdict().items()
                      if value)
        try:
            samples = [wall_ms(command, LIMIT_S) for _ in range(repeats)]
        except ToolError as error:
            return {**record, "status": "failed", "detail": str(error)}
        return {**record, "status": "right", "ms": round(min(samples), 2),
                "samples_ms": [round(s, 2) for s in samples]}
