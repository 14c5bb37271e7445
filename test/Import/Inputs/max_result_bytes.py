"""Compiles a model of one dynamic pad with a limit of its result, and calls it
with results of just that many bytes and of more: only the latter may trap.

usage: max_result_bytes.py MODEL FOLDER PAD_TOOLS LLVM_TOOLS
"""

import os
import signal
import subprocess
import sys

import numpy
from compiled_models import CompiledModels, Tools


def call(compiled, extent, columns):
    """How a process ends that pads `extent` x `columns` floats by 96 rows."""
    source = numpy.zeros((extent, columns), numpy.float32)
    child = os.fork()
    if child == 0:
        result = compiled.call("g", [source], numpy.float32, 2)
        os._exit(result.shape != (extent + 96, columns))
    _, status = os.waitpid(child, 0)
    return status


def main():
    model, folder, pad_tools, llvm_tools = sys.argv[1:]
    tools = Tools(pad_tools, llvm_tools)
    text = tools.run("pad-translate", "--import-onnx", "--max-result-bytes=800", model)
    compiled = CompiledModels(tools, folder, [text], "scf")
    for extent, columns, fits in [
        (4, 2, True),
        (5, 2, False),
        (104, 1, True),
        (105, 1, False),
        (1000, 0, True),
    ]:
        status = call(compiled, extent, columns)
        trapped = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (
            signal.SIGABRT,
            signal.SIGILL,
            signal.SIGTRAP,
        )
        if status != 0 if fits else not trapped:
            sys.exit(f"{extent} x {columns}: status {status}")
        print(extent, "x", columns, "fits" if fits else "traps")


main()
