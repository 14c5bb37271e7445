"""Compiles a model of one dynamic pad with a limit of its result, and calls it
with results of just that many bytes and of more: only the latter may trap.

usage: max_result_bytes.py MODEL FOLDER PAD_TOOLS LLVM_TOOLS EXTENTxCOLUMNS...
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
    model, folder, pad_tools, llvm_tools, *sizes = sys.argv[1:]
    tools = Tools(pad_tools, llvm_tools)
    text = tools.run("pad-translate", "--import-onnx", "--max-result-bytes=800", model)
    compiled = CompiledModels(tools, folder, [text], "scf")
    for size in sizes:
        extent, columns = map(int, size.split("x"))
        fits = (extent + 96) * columns * 4 <= 800
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
