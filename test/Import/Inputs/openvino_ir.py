"""Writes OpenVINO IR: .xml files with their .bin."""

from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy

# Element types: the precision of ports, the dtype of one element in memory, and
# the bits of one element in files.
TYPES = {
    "f16": ("FP16", numpy.float16, 16), "f32": ("FP32", numpy.float32, 32),
    "f64": ("FP64", numpy.float64, 64), "bf16": ("BF16", numpy.uint16, 16),
    "i4": ("I4", numpy.uint8, 4), "i8": ("I8", numpy.int8, 8),
    "i16": ("I16", numpy.int16, 16), "i32": ("I32", numpy.int32, 32),
    "i64": ("I64", numpy.int64, 64), "u1": ("BIN", numpy.uint8, 1),
    "u2": ("U2", numpy.uint8, 2), "u3": ("U3", numpy.uint8, 3),
    "u4": ("U4", numpy.uint8, 4), "u6": ("U6", numpy.uint8, 6),
    "u8": ("U8", numpy.uint8, 8),
    "u16": ("U16", numpy.uint16, 16), "u32": ("U32", numpy.uint32, 32),
    "u64": ("U64", numpy.uint64, 64), "boolean": ("BOOL", numpy.uint8, 8),
    "f8e4m3": ("F8E4M3", numpy.uint8, 8), "f8e5m2": ("F8E5M2", numpy.uint8, 8),
    "nf4": ("NF4", numpy.uint8, 4), "string": ("STRING", numpy.uint8, 8),
}


def pack(array, bits):
    """The bytes of `array` in a file."""
    if bits >= 8:
        return array.tobytes()
    flat = array.reshape(-1)
    if bits == 1:
        return numpy.packbits(flat).tobytes()
    return numpy.packbits(flat[:, None] >> numpy.arange(bits) & 1, bitorder="little").tobytes()


def form_of(opset):
    """How docs/FrontEnds.md calls the Pad of an operation set."""
    return f"`Pad` of {opset}"


class Value:
    """An output of a layer."""

    def __init__(self, layer, port, element, shape):
        self.layer, self.port = layer, port
        self.element, self.shape = element, shape


class Model:
    """`data` is what goes to the .bin, shared by a model and its bodies."""

    def __init__(self, name, version=11, data=None):
        self.name, self.version = name, version
        self.layers, self.edges = [], []
        self.data = bytearray() if data is None else data
        # Of the first pad, and of the first input.
        self.form = self.element = None

    def layer(self, kind, opset, inputs=(), outputs=(), data=(), name=None,
              names=None, inner=""):
        """Adds a layer; `outputs` are pairs of an element type and a shape."""
        number = len(self.layers)
        name = name or f"{kind}_{number}"
        text = [f'<layer id="{number}" name={quoteattr(name)} type="{kind}" '
                f'version="{opset}">']
        if data:
            text.append("<data " + " ".join(f"{key}={quoteattr(str(value))}"
                                            for key, value in data) + "/>")

        def ports(tag, values, first, names=None):
            if not values:
                return
            text.append(f"<{tag}>")
            for port, (element, shape) in enumerate(values, first):
                extra = f" names={quoteattr(names)}" if names else ""
                text.append(f'<port id="{port}" precision="{TYPES[element][0]}"{extra}>')
                text.extend(f"<dim>{extent}</dim>" for extent in shape)
                text.append("</port>")
            text.append(f"</{tag}>")

        ports("input", [(v.element, v.shape) for v in inputs], 0)
        ports("output", outputs, len(inputs), names)
        self.layers.append("\n".join(text + [inner, "</layer>"]))
        for port, value in enumerate(inputs):
            self.edges.append(f'<edge from-layer="{value.layer}" '
                              f'from-port="{value.port}" to-layer="{number}" '
                              f'to-port="{port}"/>')
        values = [Value(number, len(inputs) + i, *output)
                  for i, output in enumerate(outputs)]
        return values[0] if len(values) == 1 else values

    def parameter(self, element, shape, name=None, text=None, names=None):
        """`text` is the attribute `shape` where it is no list of numbers."""
        self.element = self.element or element
        text = text if text is not None else ",".join(
            "?" if extent == -1 else str(extent) for extent in shape)
        return self.layer("Parameter", "opset1", [], [(element, shape)],
                          [("shape", text), ("element_type", element)], name, names)

    def const(self, element, array):
        array = numpy.asarray(array, TYPES[element][1])
        data = pack(array, TYPES[element][2])
        offset = len(self.data)
        self.data += data
        return self.layer("Const", "opset1", [], [(element, array.shape)],
                          [("element_type", element),
                           ("shape", ",".join(map(str, array.shape))),
                           ("offset", offset), ("size", len(data))])

    def pad(self, mode, source, begin, end, shape, value=None, opset="opset12",
            name=None):
        """`begin` and `end` are values, or lists of numbers."""
        begin, end = (pads if isinstance(pads, Value) else self.const("i64", pads)
                      for pads in (begin, end))
        self.form = self.form or form_of(opset)
        inputs = [source, begin, end] + ([value] if value else [])
        return self.layer("Pad", opset, inputs, [(source.element, shape)],
                          [("pad_mode", mode)], name)

    def op(self, kind, inputs, element, shape, data=(), opset="opset1"):
        return self.layer(kind, opset, inputs, [(element, shape)], data)

    def result(self, value):
        """Adds a Result; its id."""
        self.layer("Result", "opset1", [value])
        return len(self.layers) - 1

    def body(self):
        """A body for a layer of this model."""
        return Model("body", self.version, self.data)

    def body_text(self, tag):
        """This body as the element `tag` of its layer."""
        return "\n".join([f"<{tag}>", "<layers>", *self.layers, "</layers>", "<edges>",
                          *self.edges, "</edges>", f"</{tag}>"])

    def text(self):
        return "\n".join(['<?xml version="1.0"?>',
                          f'<net name={quoteattr(self.name)} version="{self.version}">',
                          "<layers>", *self.layers, "</layers>",
                          "<edges>", *self.edges, "</edges>", "<rt_info/>", "</net>", ""])

    def write(self, folder):
        path = Path(folder) / (self.name + ".xml")
        path.write_text(self.text())
        path.with_suffix(".bin").write_bytes(self.data)
        return path
