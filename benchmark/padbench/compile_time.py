"""Wall time of the tools, and the size of what they make."""

import re
import tempfile
from pathlib import Path

from .kernels import function_text, padc_arguments
from .tools import ToolError, run, wall_ms

# A tool that takes longer has failed.
LIMIT_S = 600


def text_bytes(size_tool, file):
    """Bytes of code in an object file."""
    sections = run([size_tool, "-A", file])
    return sum(int(n) for n in re.findall(r"^\.text\S*\s+(\d+)", sections, re.M))


class CompileTimer:
    def __init__(self, bin_folder, llvm_bin, lowering="", options=(), repeats=3):
        self.pad_opt, self.padc = bin_folder / "pad-opt", bin_folder / "padc"
        self.size = llvm_bin / "llvm-size"
        self.lowering, self.options = lowering, list(options)
        if lowering:
            self.options.append(f"--lowering={lowering}")
        self.repeats = repeats

    def _best(self, subject, tool, command):
        record = {"subject": subject, "tool": tool}
        if self.lowering:
            record["lowering"] = self.lowering
        try:
            samples = [wall_ms(command, LIMIT_S) for _ in range(self.repeats)]
        except ToolError as error:
            return {**record, "status": "failed", "detail": str(error)}
        return {**record, "status": "right", "ms": round(min(samples), 2),
                "samples_ms": [round(s, 2) for s in samples]}

    def _pipeline(self):
        # The form that padc lowers too: results in memory of the caller.
        lowering = f" lowering={self.lowering}" if self.lowering else ""
        return f"--lower-pad-to-llvm=results=out-params{lowering}"

    def workload(self, workload):
        """The records of one workload."""
        with tempfile.TemporaryDirectory() as folder:
            source, made = Path(folder) / "pad.mlir", Path(folder) / "pad.o"
            source.write_text(function_text(workload))
            yield self._best(workload.name, "pad-opt", [
                self.pad_opt, self._pipeline(), source, "-o", "/dev/null"])
            if not self.padc.exists():
                return
            record = self._best(workload.name, "padc", [
                self.padc, *padc_arguments(workload), *self.options, "-o", made])
            if record["status"] == "right":
                record["object_bytes"] = made.stat().st_size
                record["code_bytes"] = text_bytes(self.size, made)
            yield record

    def module(self, workloads, pads, subject):
        """The records of a module of so many pads, the workloads in turn."""
        functions = [
            function_text(workloads[i % len(workloads)], f"pad{i}")
            for i in range(pads)
        ]
        with tempfile.TemporaryDirectory() as folder:
            source, made = Path(folder) / "pads.mlir", Path(folder) / "pads.o"
            source.write_text("".join(functions))
            self.repeats, saved = 1, self.repeats
            yield self._best(subject, "pad-opt", [
                self.pad_opt, self._pipeline(), source, "-o", "/dev/null"])
            if self.padc.exists():
                yield self._best(subject, "padc", [
                    self.padc, source, *self.options, "-o", made])
            self.repeats = saved
