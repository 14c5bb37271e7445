"""Writes functions as nGraph's serializer does."""

import json
from pathlib import Path

import numpy

# Element types: the C type that names one in a file, the dtype of one element in
# memory.
TYPES = {
    "boolean": ("char", numpy.uint8), "bf16": ("bfloat16", numpy.uint16),
    "f16": ("float16", numpy.float16), "f32": ("float", numpy.float32),
    "f64": ("double", numpy.float64), "i8": ("int8_t", numpy.int8),
    "i16": ("int16_t", numpy.int16), "i32": ("int32_t", numpy.int32),
    "i64": ("int64_t", numpy.int64), "u8": ("uint8_t", numpy.uint8),
    "u16": ("uint16_t", numpy.uint16), "u32": ("uint32_t", numpy.uint32),
    "u64": ("uint64_t", numpy.uint64),
}


def form_of(op, version=0):
    return "`DynPad`" if op == "DynPad" else f"`Pad` of version {version}"


class Model:
    def __init__(self, name):
        self.name = name
        self.parameters, self.results, self.ops = [], [], []
        # The form of the first pad, as docs/FrontEnds.md calls it, and the type of the
        # first input's elements.
        self.form = self.element = None

    def node(self, op, inputs=(), **members):
        """Adds a node; its name is what inputs call it."""
        name = members.pop("name", f"{op}_{len(self.ops)}")
        if op in ("Pad", "DynPad"):
            self.form = self.form or form_of(op, members.get("op_version", 0))
        self.ops.append({"name": name, "op": op, "inputs": list(inputs),
                         "outputs": [name + "_0"], **members})
        return name

    def parameter(self, element, extents, **members):
        self.element = self.element or element
        name = self.node("Parameter", **{
            "shape": [None if extent == -1 else extent for extent in extents],
            "element_type": TYPES[element][0], "cacheable": False, **members})
        self.parameters.append(name)
        return name

    def const(self, element, array, **members):
        array = numpy.asarray(array)
        return self.node("Constant", **{
            "element_type": TYPES[element][0], "shape": list(array.shape),
            "value": [str(number) for number in array.reshape(-1)], **members})

    def result(self, output, node=True):
        """With `node`, the result is a Result node, as newer versions have it."""
        self.results.append(self.node("Result", [output]) if node else output)

    def functions(self):
        return [{"name": self.name, "parameters": self.parameters,
                 "result": self.results, "ops": self.ops}]

    def write(self, folder):
        path = Path(folder) / (self.name + ".json")
        path.write_text(json.dumps(self.functions(), indent=2) + "\n")
        return path
