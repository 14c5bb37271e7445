"""Compiles the pads in the bodies of OpenVINO models with padc, and compares what the
kernels compute with the oracle, bit for bit.

usage: padc_bodies.py FOLDER PAD_TOOLS, where FOLDER has the models
"""

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import numpy

from openvino_models import body_cases


def call(library, header, inputs, expected):
    """The result of the only function of `header`, which takes of each input its
    address and the extents that the model does not know."""
    name, parameters = re.search(r"^void (\w+)\(([^)]*)\);", header.read_text(), re.M).groups()
    result = numpy.zeros_like(expected)
    arrays = iter([*map(numpy.ascontiguousarray, inputs), result])
    arguments = []
    for parameter in re.split(r",\s+", parameters):
        extent = re.match(r"int64_t \w+_d(\d+)$", parameter)
        if extent:
            arguments.append(ctypes.c_int64(array.shape[int(extent.group(1))]))
        else:
            array = next(arrays)
            arguments.append(ctypes.c_void_p(array.ctypes.data))
    getattr(ctypes.CDLL(str(library)), name)(*arguments)
    return result


def main(folder, pad_tools):
    for case in body_cases():
        if len(case.inputs) > 1:
            # No C caller knows the extents of the result.
            continue
        library = Path(folder, case.node + ".so").resolve()
        header = library.with_suffix(".h")
        subprocess.run([Path(pad_tools, "padc"), Path(folder, case.model.name + ".xml"),
                        "--node", case.node, "-o", library, "--header", header],
                       check=True)
        result = call(library, header, case.inputs, case.expected)
        if result.tobytes() != case.expected.tobytes():
            sys.exit(f"{case.node}: {result}\nbut the oracle:\n{case.expected}")
        print(f"{case.node} of {case.model.name}.xml agrees")


main(*sys.argv[1:])
