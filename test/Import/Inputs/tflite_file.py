"""Writes TFLite models: a small writer of flatbuffers, and the tables of
tensorflow/lite/schema/schema.fbs, version 3, that a model of pads has."""

import struct
from pathlib import Path

import numpy

# Element types: the number of the type in `enum TensorType`, and the dtype of one
# element in memory.
TYPES = {
    "f32": (0, numpy.float32), "f16": (1, numpy.float16), "i32": (2, numpy.int32),
    "u8": (3, numpy.uint8), "i64": (4, numpy.int64), "string": (5, numpy.uint8),
    "bool": (6, numpy.uint8), "i16": (7, numpy.int16), "c64": (8, numpy.complex64),
    "i8": (9, numpy.int8), "f64": (10, numpy.float64), "c128": (11, numpy.complex128),
    "u64": (12, numpy.uint64), "resource": (13, numpy.uint8), "variant": (14, numpy.uint8),
    "u32": (15, numpy.uint32), "u16": (16, numpy.uint16), "i4": (17, numpy.uint8),
    "bf16": (18, numpy.uint16), "i2": (19, numpy.uint8), "u4": (20, numpy.uint8),
    "f8e4m3": (21, numpy.uint8), "f8e5m2": (22, numpy.uint8),
}
# Bits of the types of which files pack several elements into a byte.
PACKED = {"i4": 4, "u4": 4, "i2": 2}
# Numbers in `enum BuiltinOperator`, and in `union BuiltinOptions`.
OPERATORS = {
    "ADD": 0, "AVERAGE_POOL_2D": 1, "CONV_2D": 3, "DEPTHWISE_CONV_2D": 4, "DEQUANTIZE": 6,
    "FULLY_CONNECTED": 9, "MAX_POOL_2D": 17, "RELU": 19, "CALL": 31, "CUSTOM": 32, "PAD": 34,
    "NEG": 59, "PADV2": 60, "MIRROR_PAD": 100, "ABS": 101, "IF": 118, "WHILE": 119,
    "CALL_ONCE": 129, "STABLEHLO_PAD": 195, "DILATE": 203, "STABLEHLO_CBRT": 208,
}
OPTIONS = {"CALL": 16, "MIRROR_PAD": 77, "IF": 92, "WHILE": 93, "CALL_ONCE": 103}


class Scalar:
    def __init__(self, code, number):
        self.code, self.number = code, number


class Numbers:
    """A list of numbers; its bytes follow its length, aligned to `align`."""

    def __init__(self, code, numbers, align=4):
        self.data = struct.pack(f"<{len(numbers)}{code}", *numbers)
        self.count, self.align = len(numbers), align


class Table(dict):
    """Fields by number: scalars, lists, text, tables and lists of tables."""


class Writer:
    """Lays out objects from front to back: offsets point behind themselves."""

    def __init__(self):
        self.data, self.places = bytearray(), []
        # Where lists of numbers are, which several tables may have.
        self.shared = {}

    def align(self, to, behind=0):
        while (len(self.data) + behind) % to:
            self.data.append(0)

    def offset(self, item):
        """An offset to `item`, which is laid out later."""
        self.places.append((len(self.data), item))
        self.data += bytes(4)

    def finish(self):
        while self.places:
            at, item = self.places.pop(0)
            struct.pack_into("<I", self.data, at, self.place(item) - at)
        return bytes(self.data)

    def place(self, item):
        if id(item) in self.shared:
            return self.shared[id(item)]
        given = item
        if isinstance(item, str):
            item = Numbers("B", item.encode())
            item.data += b"\0"
        if isinstance(item, Table):
            return self.place_table(item)
        self.align(getattr(item, "align", 4), 4)
        at = len(self.data)
        if isinstance(item, list):
            self.data += struct.pack("<I", len(item))
            for table in item:
                self.offset(table)
        else:
            self.data += struct.pack("<I", item.count) + item.data
            if item is given:
                self.shared[id(item)] = at
        return at

    def place_table(self, table):
        self.align(4)
        slots = [0] * (max(table, default=-1) + 1)
        start = len(self.data)
        self.data += bytes(4 + 2 * len(slots))
        self.align(8)
        at = len(self.data)
        self.data += struct.pack("<i", at - start)
        for number, value in table.items():
            size = struct.calcsize("<" + value.code) if isinstance(value, Scalar) else 4
            self.align(size)
            slots[number] = len(self.data) - at
            if isinstance(value, Scalar):
                self.data += struct.pack("<" + value.code, value.number)
            else:
                self.offset(value)
        struct.pack_into(f"<HH{len(slots)}H", self.data, start, 4 + 2 * len(slots),
                         len(self.data) - at, *slots)
        return at


def pack(element, array):
    """The bytes of a constant."""
    data = numpy.asarray(array).astype(TYPES[element][1]).reshape(-1)
    bits = PACKED.get(element)
    if not bits:
        return data.tobytes()
    each = 8 // bits
    packed = bytearray(-(-len(data) // each))
    for i, number in enumerate(data.tolist()):
        packed[i // each] |= (number & (1 << bits) - 1) << i % each * bits
    return bytes(packed)


def quantization(scale, zero_point, axis=0, details=0):
    return Table({2: Numbers("f", scale), 3: Numbers("q", zero_point, 8),
                  4: Scalar("B", details), 6: Scalar("i", axis)})


class Subgraph:
    def __init__(self, model, name):
        self.model, self.name = model, name
        self.tensors, self.inputs, self.outputs, self.operators = [], [], [], []

    def tensor(self, element, shape, name=None, data=None, quantized=None, signature=None,
               has_rank=True, **fields):
        """Adds a tensor; its number is what operators call it. Without a shape, its
        rank is unknown. `quantized` is a scale and a zero point, and `f5` another
        field by its number."""
        name = f"t{len(self.tensors)}" if name is None else name
        table = Table({1: Scalar("b", TYPES[element][0] if element in TYPES else element),
                       2: Scalar("I", self.model.buffer(data)), 3: name})
        if shape is not None:
            table[0] = Numbers("i", shape)
            table[8] = Scalar("B", has_rank)
        if quantized:
            scale, zero_point = quantized
            table[4] = quantization([scale], [zero_point])
        if signature is not None:
            table[7] = Numbers("i", signature)
        table.update({int(number[1:]): field for number, field in fields.items()})
        self.tensors.append(table)
        return len(self.tensors) - 1

    def input(self, element, shape, name=None, **more):
        self.inputs.append(self.tensor(element, shape, name, **more))
        return self.inputs[-1]

    def const(self, element, array, **more):
        array = numpy.asarray(array)
        return self.tensor(element, array.shape, data=pack(element, array), **more)

    def op(self, kind, inputs, outputs, options=(), custom=None):
        """Adds an operator that computes the tensors `outputs`."""
        table = Table({0: Scalar("I", self.model.code(kind, custom)),
                       1: Numbers("i", inputs), 2: Numbers("i", outputs)})
        if kind == "STABLEHLO_PAD" and options:
            # Lists, in `union BuiltinOptions2`.
            table[11] = Scalar("B", 10)
            table[12] = Table({i: Numbers("q", numbers, 8) for i, numbers in
                               enumerate(options)})
        elif options:
            table[3] = Scalar("B", OPTIONS[kind])
            code = "b" if kind == "MIRROR_PAD" else "i"
            table[4] = Table({i: Scalar(code, number) for i, number in enumerate(options)})
        self.operators.append(table)
        return outputs[0] if outputs else None

    def output(self, tensor):
        self.outputs.append(tensor)

    def table(self):
        return Table({0: self.tensors, 1: Numbers("i", self.inputs),
                      2: Numbers("i", self.outputs), 3: self.operators, 4: self.name})


class Model:
    """A model whose first subgraph has the name of the file."""

    def __init__(self, name):
        self.name, self.version = name, 3
        self.codes, self.buffers = {}, [Table()]
        self.subgraphs = [Subgraph(self, name)]
        # The type of the first input's elements in docs/FrontEnds.md.
        self.element = None
        # Data of buffers outside of the flatbuffer, as in models of more than 2 GiB.
        self.outside = None

    def __getattr__(self, name):
        return getattr(self.subgraphs[0], name)

    def subgraph(self, name):
        self.subgraphs.append(Subgraph(self, name))
        return self.subgraphs[-1]

    def buffer(self, data):
        if data is None:
            return 0
        self.buffers.append(Table({0: Numbers("B", data, 16)}))
        return len(self.buffers) - 1

    def code(self, kind, custom):
        return self.codes.setdefault((kind, custom), len(self.codes))

    def serialize(self):
        codes = []
        for kind, custom in self.codes:
            number = OPERATORS[kind]
            # The old field holds a byte, and old files have no other.
            table = Table({0: Scalar("b", min(number, 127)), 3: Scalar("i", number)})
            if number < 100:
                del table[3 if number % 2 else 0]
            if custom is not None:
                table[1] = custom
            codes.append(table)
        outside = b""
        if self.outside is not None:
            # Offsets are known once the size of the tables is.
            for buffer in self.buffers[1:]:
                data = buffer.pop(0).data
                buffer[1] = Scalar("Q", self.outside + len(outside))
                buffer[2] = Scalar("Q", len(data))
                outside += data
        writer = Writer()
        writer.offset(Table({
            0: Scalar("I", self.version), 1: codes,
            2: [graph.table() for graph in self.subgraphs], 3: "of the tests of Pad",
            4: self.buffers}))
        writer.data += b"TFL3"
        data = writer.finish()
        if self.outside is not None:
            assert len(data) <= self.outside
            data = data.ljust(self.outside, b"\0") + outside
        return data

    def write(self, folder):
        path = Path(folder) / (self.name + ".tflite")
        path.write_bytes(self.serialize())
        return path
