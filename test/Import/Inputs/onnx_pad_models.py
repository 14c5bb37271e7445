"""ONNX models of one Pad each: every opset, element type, mode and sign, and every
way in which models give pads, axes and the padding value."""

import itertools
import random

import numpy
from onnx import TensorProto, helper

from compiled_models import BITS, ELEMENTS
from onnx_oracle import pad

INT64, INT32 = 7, 6
OPSETS = [1, 2, 11, 13, 18, 19, 21, 23, 24, 25]
END = 2**63 - 1


def modes_of(opset):
    return ["constant", "reflect", "edge"] + (["wrap"] if opset >= 19 else [])


def info(name, code, shape):
    value = helper.make_tensor_value_info(name, 1, shape)
    value.type.tensor_type.elem_type = code
    return value


def tensor(name, code, array):
    """A tensor of raw data; of packed types at most one element."""
    proto = TensorProto(name=name, data_type=code)
    proto.dims.extend(array.shape)
    if code == 8:
        proto.string_data.extend(b"" for _ in range(array.size))
    else:
        proto.raw_data = array.tobytes()
    return proto


class Model:
    """A model that is being written, and what it has to compute."""

    def __init__(self, name, opset, element="FLOAT", shape=(3, 4), seen=None, seed=0):
        self.name, self.opset, self.element = name, opset, element
        # That of the graph, whose functions may import another one.
        self.graph_opset = opset
        self.code, self.dtype = ELEMENTS[element]
        self.shape, self.seen = shape, shape if seen is None else seen
        self.nodes, self.initializers, self.inputs, self.arrays = [], [], [], []
        self.count, self.axes_code = 0, INT64
        self.data = self.fill(shape, seed)
        self.add_input("x", self.code, self.seen, self.data)

    def fill(self, shape, seed):
        """Any bits that are elements of the type, but no NaN of 16 bits: ONNX
        Runtime goes through 32 bits, which makes them quiet."""
        rng = numpy.random.default_rng(seed)
        item = numpy.dtype(self.dtype).itemsize
        size = int(numpy.prod(shape))
        bits = rng.integers(0, 1 << BITS.get(self.element, 8), size * item, numpy.uint8)
        if self.element == "FLOAT16":
            bits &= 0xBB
        return bits.view(self.dtype).reshape(shape)

    def add_input(self, name, code, seen, array):
        self.inputs.append(info(name, code, seen))
        self.arrays.append((name, array, code))
        return name

    def fresh(self, base):
        self.count += 1
        return f"{base}{self.count}"

    def node(self, type, *inputs, **attributes):
        output = self.fresh(type.lower())
        self.nodes.append(helper.make_node(type, list(inputs), [output], **attributes))
        return output

    def constant(self, numbers, code=INT64):
        """A constant list, or one number."""
        array = numpy.array(numbers, {INT64: numpy.int64, INT32: numpy.int32}[code])
        return self.node("Constant", value=tensor("", code, array))

    def initializer(self, array, code=INT64):
        name = self.fresh("init")
        self.initializers.append(tensor(name, code, array))
        return name

    def give(self, numbers, form, code=INT64):
        """`numbers` as a constant, an initializer or an input of the model, whose
        shape the model does not say in form "open"."""
        array = numpy.array(numbers, {INT64: numpy.int64, INT32: numpy.int32}[code])
        if form == "initializer":
            return self.initializer(array, code)
        if form == "input":
            return self.add_input(self.fresh("in"), code, array.shape, array)
        if form == "open":
            name = self.fresh("in")
            shape = [f"{name}_{axis}" for axis in range(array.ndim)]
            return self.add_input(name, code, shape, array)
        return self.constant(numbers, code)

    def finish(self, numbers, computed=None, mode="constant", value=None, axes=None,
               given=None, rank_known=True, **attributes):
        """Ends in a Pad by `numbers`, which `computed` is the name of, if they are no
        attributes. `given` is what the axes are called."""
        scalar = 0
        inputs = ["x"] + ([computed] if computed else [])
        if isinstance(value, str):
            # The name of a value, and its element.
            scalar = self.scalar
            inputs.append(value)
        elif value is not None:
            scalar = self.dtype(value)
            attributes["value"] = float(value)
        if given:
            inputs += [""] * (3 - len(inputs)) + [given]
        if mode != "constant" or self.opset % 2:
            attributes["mode"] = mode
        self.nodes.append(helper.make_node("Pad", inputs, ["y"], **attributes))
        self.mode, self.numbers, self.axes = mode, numbers, axes
        self.expected = pad(self.data, list(numbers), mode, scalar, axes)
        shape = [None] * self.expected.ndim if rank_known else None
        graph = helper.make_graph(self.nodes, self.name, self.inputs,
                                  [info("y", self.code, shape)], self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)])
        model.ir_version = 8 if self.opset < 19 else 9 if self.opset < 21 else 10
        if self.opset > 22:
            model.ir_version = {23: 11, 24: 12, 25: 13}[self.opset]
        self.bytes = model.SerializeToString()
        return self

    def padding_value(self, form, rank=0):
        """A padding value of any bits, in one of the forms."""
        array = self.fill((1,) * rank, 99)
        self.scalar = array.reshape(())[()]
        if self.element == "STRING" and form != "input":
            # The empty string, a null pointer.
            self.scalar = 0
        if form == "input":
            return self.add_input("value", self.code, array.shape, array)
        if form == "initializer":
            return self.initializer(array, self.code)
        return self.node("Constant", value=tensor("", self.code, array))


def draw_pads(rng, shape, mode, signed):
    """Two pads an axis, that leave something for a mode to extend."""
    low, high = [], []
    for extent in shape:
        while True:
            p, q = (rng.choice([0, 1, 1, 2, 2, 6] + ([-1, -1, -2] if signed else []))
                    for _ in range(2))
            left = extent + min(p, 0) + min(q, 0)
            if left >= (mode != "constant") and p + extent + q > 0:
                break
        low.append(p)
        high.append(q)
    return low + high


def hide(rng, shape):
    """Some extents of a model are names."""
    return tuple(extent if rng.random() < 0.5 else f"n{axis}"
                 for axis, extent in enumerate(shape))


def every_opset():
    for opset, signed, k in itertools.product(OPSETS, (False, True), (0, 1)):
        for mode in modes_of(opset):
            rng = random.Random(f"{opset} {mode} {signed} {k}")
            shape = tuple(rng.randint(2, 5) for _ in range(rng.randint(1, 4)))
            name = f"opset{opset}_{mode}_{'crop' if signed else 'grow'}{k}"
            model = Model(name, opset, rng.choice(["FLOAT", "DOUBLE", "FLOAT16"]), shape,
                          hide(rng, shape))
            numbers = draw_pads(rng, shape, mode, signed)
            if opset < 11:
                value = rng.choice([None, 1.5, -2.25]) if mode == "constant" else None
                yield model.finish(numbers, None, mode, value,
                                   **{"paddings" if opset == 1 else "pads": numbers})
                continue
            form = ["constant", "initializer", "input"][(k + signed + opset) % 3]
            value = None
            if mode == "constant" or k:
                # Other modes have no use for it.
                value = model.padding_value(["constant", "initializer", "input"][k + signed],
                                            rank=(k + opset) % 2)
            yield model.finish(numbers, model.give(numbers, form), mode, value)


def every_type():
    for element in ELEMENTS:
        # An element type needs the opset that has it.
        code = ELEMENTS[element][0]
        opset = 25 if code > 24 else 24 if code > 23 else 23 if code > 22 else 21 if code > 16 else 19
        for mode in ("constant", "wrap"):
            model = Model(f"type_{element.lower()}_{mode}", opset, element, (2, 3))
            value = None
            if mode == "constant":
                form = "input" if element == "STRING" else "initializer"
                value = model.padding_value(form)
            yield model.finish([1, 0, 0, 2], model.constant([1, 0, 0, 2]), mode, value)
        if element != "FLOAT8E8M0":
            model = Model(f"type_{element.lower()}_default", opset, element, (2, 3))
            yield model.finish([0, 1, 2, 0], model.constant([0, 1, 2, 0]))


def every_axes():
    lists = [[1], [-1], [2, 0], [-3, -1], [1, -1, 0], []]
    for axes, mode in itertools.product(lists, ("constant", "reflect", "wrap")):
        rng = random.Random(f"{axes} {mode}")
        opset = rng.choice([19, 21, 23, 24, 25])
        shape = (3, 2, 4)
        name = f"axes_{'_'.join(str(a).replace('-', 'm') for a in axes)}_{mode}"
        model = Model(name, opset, "INT32", shape, hide(rng, shape))
        numbers = draw_pads(rng, [shape[a] for a in axes], mode, rng.random() < 0.5)
        code = rng.choice([INT64, INT64, INT32])
        given = model.give(axes, rng.choice(["constant", "initializer"]), code)
        pads = model.give(numbers, rng.choice(["constant", "initializer", "input"]))
        model.axes_code = code
        yield model.finish(numbers, pads, mode, None, axes, given)


def every_axes_at_run_time():
    """Axes that are an input, with and without a known number of entries, or computed
    of one."""
    lists = [[1], [-1], [2, 0], [-3, -1], [1, -1, 0], []]
    for axes, opset, k in itertools.product(lists, OPSETS[4:], (0, 1)):
        rng = random.Random(f"{axes} {opset} {k}")
        mode = rng.choice(modes_of(opset))
        shape = (3, 2, 4)
        name = f"run_axes{opset}_{'_'.join(str(a).replace('-', 'm') for a in axes)}_{k}"
        model = Model(name, opset, "INT32", shape, hide(rng, shape))
        numbers = draw_pads(rng, [shape[a] for a in axes], mode, signed=k == 1)
        code = rng.choice([INT64, INT32])
        # The number of entries of one list says that of the other.
        form, pads_form = rng.choice([("input", "open"), ("open", "input"), ("input", "input"),
                                      ("input", "constant")])
        if k:
            given = model.give([a + 1 for a in axes], "input", code)
            given = model.node("Sub", given, model.constant(1, code))
        else:
            given = model.give(axes, form, code)
        pads = model.give(numbers, pads_form)
        model.axes_code = code
        yield model.finish(numbers, pads, mode, None, axes, given)


def every_crop():
    """Pads that extend nothing, by numbers of every kind."""
    for mode, form, seen in itertools.product(modes_of(19), ["constant", "input", "open"],
                                              [(4, 5), ("h", "w")]):
        name = f"only_crop_{mode}_{form}_{'static' if seen == (4, 5) else 'dynamic'}"
        numbers = [-1, 0, -2, -5]
        model = Model(name, 19, "FLOAT", (4, 5), seen)
        yield model.finish(numbers, model.give(numbers, form), mode)
        # One side of each axis is known to be kept.
        for side, signed in itertools.product((0, 1), (-2, 2)):
            model = Model(f"{name}_{side}_{signed + 2}", 19, "FLOAT", (4, 5), seen)
            given, kept = model.give([signed, 1], form), model.constant([0, 0])
            lists = [given, kept] if side == 0 else [kept, given]
            pads = model.node("Concat", *lists, axis=0)
            numbers = [signed, 1, 0, 0] if side == 0 else [0, 0, signed, 1]
            yield model.finish(numbers, pads, mode)
