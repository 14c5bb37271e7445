"""The ways in which padc compiles our kernels: a column of the tables each."""

import re
import tempfile
from pathlib import Path
from typing import NamedTuple

from .tools import ToolError, run

# A kernel that stores vectors of full width.
PROBE = ["--mode", "constant", "--type", "f32", "--shape", "?x?", "--low=1,1",
         "--high=1,1"]


class Build(NamedTuple):
    # "" is padc's own choice, and this host's CPU.
    lowering: str = ""
    cpu: str = ""

    @property
    def name(self):
        """The column: pad, pad:scf, pad@x86-64-v3, pad:scf@x86-64-v3."""
        return "pad" + (self.lowering and f":{self.lowering}") + (
            self.cpu and f"@{self.cpu}")

    @property
    def options(self):
        """What padc is told."""
        options = [f"--lowering={self.lowering}"] if self.lowering else []
        return options + ([f"--cpu={self.cpu}"] if self.cpu else [])


def is_ours(contender):
    return contender.startswith(("pad:", "pad@")) or contender == "pad"


def builds(ours, cpus):
    """One for each lowering of the list `ours` and each CPU of the list `cpus`."""
    return [Build("" if lowering == "default" else lowering,
                  "" if cpu == "host" else cpu)
            for cpu in cpus.split(",") for lowering in ours.split(",")]


def compiled_for(padc, options):
    """{"cpu": name, "vector_bits": the widest vector that a kernel stores, or
    "scalable"}, as its LLVM IR has them; without what the IR does not say. A ToolError
    if padc refuses."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "pad.ll"
        run([padc, *PROBE, *options, "-o", made])
        text = made.read_text(errors="replace")
    found = {}
    cpu = re.search(r'"target-cpu"="([^"]+)"', text)
    if cpu:
        found["cpu"] = cpu.group(1)
    stored = [int(lanes) * (32 if type_ == "float" else int(type_[1:]))
              for lanes, type_ in re.findall(r"store <(\d+) x (i\d+|float)>", text)]
    if "<vscale x" in text:
        found["vector_bits"] = "scalable"
    elif stored:
        found["vector_bits"] = max(stored)
    return found


def refusal(padc, build, options):
    """Why padc cannot compile in this way, or ""."""
    try:
        compiled_for(padc, [*build.options, *options])
    except ToolError as error:
        return str(error)
    return ""
