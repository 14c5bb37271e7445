"""Models with large weights: they are not read, but where something asks for them.

usage: onnx_weights.py TOOLS FOLDER
"""

import os
import re
import subprocess
import sys

import numpy
from onnx import TensorProto, helper, numpy_helper

TOOLS, FOLDER = sys.argv[1:]
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
MEBIBYTE = 1 << 20


def info(name, shape=None, element=FLOAT):
    return helper.make_tensor_value_info(name, element, shape)


def save(name, nodes, inputs, outputs, initializers):
    graph = helper.make_graph(nodes, "g", inputs, outputs, initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    path = os.path.join(FOLDER, name + ".onnx")
    with open(path, "wb") as file:
        file.write(model.SerializeToString())
    return path


# The memory of a process counts that of the one that it was forked from, which has to be a
# small one.
MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def run(tool, *arguments):
    """The exit code, the texts, and the most memory that the tool took, in bytes."""
    most = os.path.join(FOLDER, "most")
    child = subprocess.run([sys.executable, "-S", "-c", MEASURE, most, os.path.join(TOOLS, tool), *arguments],
                           capture_output=True, text=True)
    with open(most) as file:
        return child.returncode, child.stdout, child.stderr, int(file.read()) * 1024


def check(holds, *what):
    if not holds:
        sys.exit(" ".join(map(str, what)))


def external(name, dims, location, element=FLOAT):
    tensor = TensorProto(name=name, data_type=element, dims=dims, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=location)
    return tensor


def products(name, count, *more):
    """A pad by edge, and a product with weights of `count` numbers."""
    weights = TensorProto(name="w", data_type=FLOAT, dims=[6, count // 6],
                          raw_data=numpy.arange(count // 6 * 6, dtype=numpy.float32).tobytes())
    return save(name, [helper.make_node("Pad", ["x", "pads"], ["p"], "pad", mode="edge"),
                       helper.make_node("MatMul", ["p", "w"], ["y"], "product")],
                [info("x", [1, 3])], [info("y")],
                [numpy_helper.from_array(numpy.int64([0, 1, 0, 2]), "pads"), weights, *more])


def check_memory():
    """Weights of 48 MiB take no memory in a report, and stay in a rewrite."""
    small, large = products("small", 60), products("large", 12 * MEBIBYTE)
    other = os.path.join(FOLDER, "rewritten.onnx")
    for command in (("pad-translate", "--report"), ("padc", "--node", "pad", "--emit-mlir")):
        code, _, err, least = run(*command, small)
        check(code == 0, command, err)
        code, _, err, used = run(*command, large)
        check(code == 0, command, err)
        check(used - least < 8 * MEBIBYTE, command, "takes", used - least, "bytes more")
    code, _, err, _ = run("pad-translate", "--rewrite-onnx", "--for=constant-only", "-o", other, large)
    check(code == 0, err)
    with open(large, "rb") as before, open(other, "rb") as after:
        weights = numpy.arange(12 * MEBIBYTE, dtype=numpy.float32).tobytes()
        check(weights in before.read() and weights in after.read(), "the weights are other ones")


def check_elements():
    """Large tensors of every kind of field have the bytes that the file has."""
    count = 5000
    arrays = {"f32": numpy.float32, "f64": numpy.float64, "i64": numpy.int64, "i32": numpy.int32}
    wanted, tensors = {}, []
    for name, dtype in arrays.items():
        array = numpy.arange(1, count + 1).astype(dtype)
        for form in ("raw", "typed"):
            key = f"{name}_{form}"
            wanted[key] = array.tobytes()
            tensors.append(helper.make_tensor(key, numpy_helper.from_array(array).data_type, [count],
                                              array.tobytes() if form == "raw" else array.tolist(),
                                              raw=form == "raw"))
    with open(os.path.join(FOLDER, "all.bin"), "wb") as file:
        file.write(wanted["f32_raw"])
    wanted["outside"] = wanted["f32_raw"]
    tensors.append(external("outside", [count], "all.bin"))
    path = save("elements", [], [], [info(name) for name in wanted], tensors)
    code, out, err, _ = run("pad-translate", "--import-onnx", path)
    check(code == 0, err)
    found = dict(re.findall(r'^ *(\w+): "0x[0-9A-F]{8}([0-9A-F]+)"', out, re.M))
    for name, data in wanted.items():
        check(f"dense_resource<{name}>" in out and bytes.fromhex(found[name]) == data, name, "is another one")
    # The text is read again.
    text = os.path.join(FOLDER, "elements.mlir")
    with open(text, "w") as file:
        file.write(out)
    code, again, err, _ = run("pad-opt", "--allow-unregistered-dialect", text)
    check(code == 0 and again.strip() == out.strip(), "the text is read as another one:", err)


def check_files():
    """Files of weights need not be there, and those of pads and fill values are read."""
    path = products("no-weights", 60, external("v", [512, 512], "nothing.bin"))
    for command in (("--report",), ("--rewrite-onnx", "--for=fold", "-o", "/dev/null")):
        code, _, err, _ = run("pad-translate", *command, path)
        check(code == 0 and "nothing.bin" not in err, command, err)
    zeros = numpy.zeros((1, 2, 4096), numpy.float32)
    numpy.int64([0, 0, 1, 0, 0, 2]).tofile(os.path.join(FOLDER, "pads.bin"))
    zeros.tofile(os.path.join(FOLDER, "zeros.bin"))
    nodes = [helper.make_node("Pad", ["x", "pads"], ["a"], "pad", mode="edge"),
             helper.make_node("Concat", ["x", "outside"], ["b"], "outer", axis=2),
             helper.make_node("Concat", ["inside", "x"], ["c"], "inner", axis=2)]
    path = save("constants", nodes, [info("x", [1, 2, 3])], [info(name) for name in "abc"],
                [external("pads", [6], "pads.bin", INT64), external("outside", zeros.shape, "zeros.bin"),
                 numpy_helper.from_array(zeros, "inside")])
    code, out, err, _ = run("pad-translate", "--report", path)
    check(code == 0 and not err, err)
    for line in ("'pad': edge low[0, 0, 1] high[0, 0, 2]", "'outer': constant low[0, 0, 0] high[0, 0, 4096]",
                 "'inner': constant low[0, 0, 4096] high[0, 0, 0]"):
        check(line in out, line, "is not in", out)
    os.remove(os.path.join(FOLDER, "pads.bin"))
    code, _, err, _ = run("pad-translate", "--import-onnx", path)
    check(code == 1 and "the external data 'pads.bin' cannot be read" in err, err)


os.makedirs(FOLDER, exist_ok=True)
for step in (check_memory, check_elements, check_files):
    step()
    print(step.__name__, "holds")
