"""ONNX models of many pads before the nodes that may take them over. The name of a pad
begins with what becomes of it."""

import itertools
import random

import numpy
from onnx import TensorProto, helper, numpy_helper

LOWEST = float("-inf")
DOMAIN = "test"
OPSETS = [2, 7, 9, 10, 11, 13, 17, 18, 21, 25]


def code_of(dtype):
    """ONNX's number of an element type."""
    return numpy_helper.from_array(numpy.zeros(0, dtype)).data_type


class Net:
    """A graph that is being written, and its inputs."""

    def __init__(self, opset):
        self.opset, self.rng = opset, random.Random(opset)
        self.nodes, self.inputs, self.outputs, self.initializers = [], [], [], []
        self.types = []
        self.arrays, self.count, self.functions = {}, 0, []

    def fresh(self, base):
        self.count += 1
        return f"{base}{self.count}"

    def numbers(self, shape, dtype=numpy.float32):
        """Small integers, so that sums of floats are exact in any order."""
        low = 0 if numpy.dtype(dtype).kind == "u" else -4
        return numpy.array([self.rng.randint(low, 4) for _ in range(int(numpy.prod(shape)))],
                           dtype).reshape(shape)

    def data(self, shape, dtype=numpy.float32, open_axes=()):
        name = self.fresh("x")
        self.arrays[name] = self.numbers(shape, dtype)
        seen = [f"{name}_{axis}" if axis in open_axes else extent
                for axis, extent in enumerate(shape)]
        self.inputs.append(helper.make_tensor_value_info(name, code_of(dtype), seen))
        return name

    def initializer(self, array):
        name = self.fresh("init")
        self.initializers.append(numpy_helper.from_array(numpy.array(array), name))
        return name

    def constant(self, array):
        """An initializer or a Constant node."""
        if self.rng.random() < 0.5:
            return self.initializer(array)
        return self.node("Constant", value=numpy_helper.from_array(numpy.array(array)))

    def node(self, type, *inputs, name=None, outputs=None, nodes=None, **attributes):
        outputs = outputs or [self.fresh(type.lower())]
        made = helper.make_node(type, list(inputs), outputs,
                                name=name or self.fresh(f"{type.lower()}_"), **attributes)
        (self.nodes if nodes is None else nodes).append(made)
        return outputs[0]

    def pad(self, what, data, pads, mode="constant", value=None, dtype=numpy.float32,
            pads_name=None, **options):
        """`pads` lists the beginnings of the axes, then their ends."""
        name = self.fresh(what + "/")
        if self.opset < 11:
            attributes = {} if value is None else {"value": float(value)}
            return self.node("Pad", data, name=name, mode=mode, pads=pads, **attributes, **options)
        inputs = [data, pads_name or self.constant(numpy.int64(pads))]
        if value is not None:
            inputs.append(self.constant(dtype(value)))
        return self.node("Pad", *inputs, name=name, mode=mode, **options)

    def conv(self, data, channels=2, rank=2, nodes=None, **attributes):
        group = attributes.get("group", 1)
        weights = self.initializer(self.numbers((2 * group, channels // group) + (2,) * rank))
        bias = [self.initializer(self.numbers((2 * group,)))] * self.rng.randint(0, 1)
        return self.node("Conv", data, weights, *bias, nodes=nodes, **attributes)

    def returned(self, name, code=TensorProto.FLOAT, rank=4):
        self.outputs.append(helper.make_tensor_value_info(name, code, [None] * rank))

    def model(self):
        graph = helper.make_graph(self.nodes, "g", self.inputs, self.outputs, self.initializers,
                                  value_info=self.types)
        model = helper.make_model(graph, functions=self.functions, opset_imports=[
            helper.make_opsetid("", self.opset), helper.make_opsetid(DOMAIN, 1)])
        model.ir_version = 8
        return model


def image(net, rank=2, channels=2):
    return net.data((1, channels, 5, 6, 4)[:2 + rank])


def border(net, rank, most=2):
    """Pads of the last `rank` axes, of which one is not 0."""
    pads = [0, 0] + [net.rng.randint(0, most) for _ in range(rank)]
    pads += [0, 0] + [net.rng.randint(0, most) for _ in range(rank)]
    pads[2] = 1
    return pads


def typed(net, padded, shape):
    """The pad `padded`, of which the model states the type."""
    net.types.append(helper.make_tensor_value_info(padded, TensorProto.FLOAT, shape))
    return padded


def windows(net):
    """Pads that convolutions and pools take over, or not."""
    for rank, _ in itertools.product((1, 2, 3), range(2)):
        attributes = {"strides": [net.rng.randint(1, 2) for _ in range(rank)],
                      "dilations": [net.rng.randint(1, 2) for _ in range(rank)]}
        if net.rng.random() < 0.5:
            attributes["pads"] = [net.rng.randint(0, 2) for _ in range(2 * rank)]
        value = net.rng.choice([None, 0.0])
        padded = net.pad("folds", image(net, rank), border(net, rank), value=value)
        net.returned(net.conv(padded, rank=rank, **attributes), rank=2 + rank)
    padded = net.pad("folds", image(net, channels=4), border(net, 2))
    net.returned(net.conv(padded, 4, group=2, auto_pad="VALID"))
    padded = net.pad("folds", image(net), [0, 0, 1, 0, 0, 0, 0, 2])
    typed(net, padded, [1, 2, 6, 8])
    net.returned(net.conv(padded, auto_pad="NOTSET", kernel_shape=[2, 2]))
    for what, pads, value in (("stays", border(net, 2), 1.0), ("stays", border(net, 2), -0.0),
                              ("stays", [0, 1, 1, 1] * 2, 0.0),
                              ("stays", [1, 0, 1, 1] * 2, None),
                              ("stays", [0, 0, 1, -1, 0, 0, 0, 0], None)):
        channels = 2 + pads[1] + pads[5]
        net.returned(net.conv(net.pad(what, image(net), pads, value=value), channels))
    for mode in ("edge", "reflect"):
        net.returned(net.conv(net.pad("stays", image(net), border(net, 2), mode)))
    if net.opset >= 19:
        padded = net.pad("folds", image(net), [0, 0, 1, 2, 0, 0, 0, 1])
        offsets = net.initializer(numpy.float32(net.numbers((1, 8, 5, 8)) / 2))
        net.returned(net.node("DeformConv", padded, net.initializer(net.numbers((2, 2, 2, 2))),
                              offsets, kernel_shape=[2, 2]))
    # Several readers.
    padded = net.pad("folds", image(net), border(net, 2))
    net.returned(net.conv(padded))
    net.returned(net.conv(padded, strides=[2, 2]))
    padded = net.pad("stays", image(net), border(net, 2))
    net.returned(net.conv(padded))
    net.returned(net.node("Neg", padded))
    padded = net.pad("stays", image(net), border(net, 2))
    net.returned(net.conv(padded))
    net.returned(padded)
    net.returned(net.node("Conv", image(net), net.pad("stays", net.initializer(
        net.numbers((2, 2, 2, 2))), [0, 0, 1, 1] * 2)))


def pools(net):
    for value, pads, kernel, what in ((LOWEST, [0, 0, 1, 1, 0, 0, 1, 0], [2, 3], "folds"),
                                      (LOWEST, [0, 0, 1, 2, 0, 0, 1, 0], [2, 2], "stays"),
                                      (0.0, [0, 0, 1, 1, 0, 0, 1, 0], [2, 3], "stays"),
                                      (numpy.finfo(numpy.float32).min, [0, 0, 1, 1, 0, 0, 1, 0], [2, 3], "stays")):
        padded = net.pad(what, image(net), pads, value=value)
        net.returned(net.node("MaxPool", padded, kernel_shape=kernel))
    for counted, value, what in ((1, 0.0, "folds"), (0, 0.0, "stays"), (1, 1.0, "stays")):
        if net.opset < 7:
            continue
        padded = net.pad(what, image(net), [0, 0, 1, 1, 0, 0, 0, 1], value=value)
        net.returned(net.node("AveragePool", padded, kernel_shape=[2, 2], strides=[1, 2],
                              count_include_pad=counted))
    padded = net.pad("folds", image(net), [0, 0, 1, 1, 0, 0, 0, 1])
    net.returned(net.node("LpPool", padded, kernel_shape=[2, 2], pads=[0] * 4))
    if net.opset >= 12:
        for dtype, value, what in ((numpy.int8, -128, "folds"), (numpy.int8, -127, "stays"),
                                   (numpy.uint8, 0, "folds"), (numpy.uint8, 128, "stays")):
            padded = net.pad(what, net.data((1, 2, 4), dtype), [0, 0, 1, 0, 0, 1], value=value,
                             dtype=dtype)
            net.returned(net.node("MaxPool", padded, kernel_shape=[2]), code_of(dtype), 3)


def pads_of_pads(net):
    for inner, outer, fates in (
            ([0, 0, 1, 0, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0, 1, 0], ("stays", "folds")),
            ([0, 0, 1, 0, 0, 0, 0, 1], [0, 0, -1, 1, 0, 0, 1, 0], ("stays", "stays")),
            ([0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0], ("gone", "folds")),
            ([0, 0, -1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0], ("stays", "folds"))):
        first = net.pad(fates[0], image(net), inner)
        net.returned(net.conv(net.pad(fates[1], first, outer)))
    for mode, inner, outer, fates in (
            ("constant", [1, 0, 0, 2], [0, 1, 3, 0], ("stays", "stays")),
            ("constant", [1, 0, 0, 2], [0, -1, 3, 0], ("stays", "stays")),
            ("edge", [1, 0, 0, 2], [2, 1, 0, 1], ("stays", "stays")),
            ("edge", [0, 2, 0, 0], [-1, -1, -1, 0], ("stays", "stays")),
            ("edge", [0, 0, 0, 2], [1, 0, 0, -1], ("stays", "stays")),
            ("edge", [0, 0, 0, 0], [0, 0, 0, 0], ("gone", "stays")),
            ("reflect", [1, 0, 2, 0], [0, 2, 0, 1], ("stays", "stays")),
            ("reflect", [1, 0, 2, 0], [1, 2, 0, 1], ("stays", "stays")),
            # A crop of the far end would come first in one pad.
            ("reflect", [2, 0, 0, 0], [0, 0, -1, 0], ("stays", "stays")),
            ("constant", [-1, 0, 0, 0], [2, 0, 0, 0], ("stays", "stays"))):
        value = net.rng.choice([None, 2.0]) if mode == "constant" else None
        first = net.pad(fates[0], net.data((3, 4)), inner, mode, value)
        net.returned(net.pad(fates[1], first, outer, mode, value), rank=2)
    # Other values, other modes, and another reader.
    first = net.pad("stays", net.data((3, 4)), [1, 0, 0, 0], value=1.0)
    net.returned(net.pad("stays", first, [1, 0, 0, 0], value=2.0), rank=2)
    first = net.pad("stays", net.data((3, 4)), [1, 0, 1, 0], value=1.0)
    net.returned(net.pad("stays", first, [-1, 0, 0, 0], value=2.0), rank=2)
    first = net.pad("stays", net.data((3, 4)), [1, 0, 0, 0], "edge")
    net.returned(net.pad("stays", first, [0, 1, 0, 0], value=2.0), rank=2)
    first = net.pad("stays", net.data((3, 4)), [1, 0, 0, 0], "edge")
    net.returned(net.pad("stays", first, [0, 1, 0, 0], "edge"), rank=2)
    net.returned(net.node("Neg", first), rank=2)
    # Three, and one that pads nothing between two.
    last = net.data((3, 4))
    for what, pads in (("stays", [1, 0, 0, 0]), ("stays", [0, 1, 0, 0]), ("gone", [0] * 4),
                       ("stays", [0, 0, 2, 1])):
        last = net.pad(what, last, pads, "edge")
    net.returned(last, rank=2)
    # Nothing, read by several nodes.
    gone = typed(net, net.pad("gone", image(net), [0] * 8, "reflect"), [1, 2, 5, 6])
    net.returned(net.conv(gone))
    net.returned(net.node("Neg", gone))


def bodies(net):
    """Pads in graphs of If and Loop, and in front of them."""
    condition = net.data((), numpy.bool_)
    padded, other = net.pad("folds", image(net), border(net, 2)), image(net)
    branches = {}
    for name in ("then_branch", "else_branch"):
        nodes = []
        result = net.conv(padded, nodes=nodes)
        branches[name] = helper.make_graph(
            nodes, name, [], [helper.make_tensor_value_info(result, TensorProto.FLOAT, [None] * 4)])
    net.returned(net.node("If", condition, **branches))
    for name, mode in (("then_branch", "constant"), ("else_branch", "edge")):
        made, net.nodes = net.nodes, []
        result = net.conv(net.pad("folds" if mode == "constant" else "stays", other,
                                  border(net, 2), mode))
        branches[name] = helper.make_graph(
            net.nodes, name, [], [helper.make_tensor_value_info(result, TensorProto.FLOAT, [None] * 4)])
        net.nodes = made
    net.returned(net.node("If", condition, **branches))


    turns, state, after = net.initializer(numpy.int64(3)), "state", net.fresh("after")
    made, net.nodes = net.nodes, []
    convolved = net.conv(net.pad("folds", state, border(net, 2)))
    edges = net.pad("stays", net.pad("gone", state, [0] * 8), border(net, 2), "edge")
    net.node("Neg", state, outputs=["next"])
    net.node("Identity", "go", outputs=["on"])
    body = helper.make_graph(net.nodes, "body", [
        helper.make_tensor_value_info("turn", TensorProto.INT64, []),
        helper.make_tensor_value_info("go", TensorProto.BOOL, []),
        helper.make_tensor_value_info(state, TensorProto.FLOAT, [1, 2, 5, 6])], [
        helper.make_tensor_value_info("on", TensorProto.BOOL, []),
        *[helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * 4)
          for name in ("next", convolved, edges)]])
    net.nodes = made
    results = [after, net.fresh("stacked"), net.fresh("stacked")]
    net.node("Loop", turns, net.initializer(numpy.bool_(True)), image(net), outputs=results,
             body=body)
    for name, rank in zip(results, (4, 5, 5)):
        net.returned(name, rank=rank)


def calls(net):
    """A function that reads its input twice, once by a pad, and pads that it reads."""
    made, net.nodes = net.nodes, []
    pads = net.node("Constant", value=numpy_helper.from_array(numpy.int64([0, 0, 1, 1] * 2)))
    inside = {"pads": [0, 0, 1, 1] * 2} if net.opset < 11 else {}
    padded = net.node("Pad", *["x", pads][:1 if inside else 2], name="stays/inside", mode="edge",
                      **inside)
    net.node("Conv", padded, "w", outputs=["y"])
    net.node("Conv", "x", "w", outputs=["z"])
    net.functions.append(helper.make_function(
        DOMAIN, "Block", ["x", "w"], ["y", "z"], net.nodes,
        [helper.make_opsetid("", net.opset)], []))
    net.nodes = made
    for what, pads in (("stays", border(net, 2)), ("gone", [0] * 8)):
        weights = net.initializer(net.numbers((2, 2, 2, 2)))
        outputs = [net.fresh("called"), net.fresh("called")]
        net.node("Block", net.pad(what, image(net), pads), weights, outputs=outputs, domain=DOMAIN)
        for output in outputs:
            net.returned(output)


def quantized(net):
    if net.opset < 11:
        return
    for value, zero, what in ((None, 0, "folds"), (0, 0, "folds"), (3, 3, "folds"),
                              (3, 4, "stays"), (None, 4, "stays")):
        for kind in ("QLinearConv", "ConvInteger"):
            padded = net.pad(what, net.data((1, 2, 5), numpy.uint8), [0, 0, 1, 0, 0, 1],
                             value=value, dtype=numpy.uint8)
            weights = net.initializer(net.numbers((2, 2, 2), numpy.uint8))
            point = net.initializer(numpy.uint8(zero))
            if kind == "ConvInteger":
                net.returned(net.node(kind, padded, weights, point), TensorProto.INT32, 3)
                continue
            scale, other = net.initializer(numpy.float32(0.5)), net.initializer(numpy.uint8(2))
            net.returned(net.node(kind, padded, scale, point, weights, scale, other, scale, other),
                         TensorProto.UINT8, 3)


def requantized(net):
    """Pads between nodes that quantize: with the same numbers, others, and other readers."""
    if net.opset < 11:
        return
    for dtype, kind in itertools.product((numpy.uint8, numpy.int8),
                                         ("same", "twice", "zero", "scale", "value", "neg", "q")):
        scale, zero = net.constant(numpy.float32(0.3)), net.constant(dtype(3))
        other_scale, other_zero = net.constant(numpy.float32(0.5)), net.constant(dtype(4))
        data = net.node("DequantizeLinear", net.data((1, 2, 5), dtype), scale, zero)
        padded = net.pad("folds" if kind in ("same", "twice") else "stays", data,
                         [0, 0, 1, 0, 0, 2], value=1.0 if kind == "value" else 0.0)
        numbers = [other_scale if kind == "scale" else scale, other_zero if kind == "zero" else zero]
        quantized = net.node("QuantizeLinear", padded, *numbers)
        read = net.node("DequantizeLinear", quantized, *numbers)
        if kind == "twice":
            quantized = net.node("QuantizeLinear", read, *numbers)
            read = net.node("DequantizeLinear", quantized, *numbers)
        net.returned(net.node("LpPool", read, kernel_shape=[3], p=2), rank=3)
        if kind == "neg":
            net.returned(net.node("Neg", read), rank=3)
        if kind == "q":
            net.returned(quantized, code_of(dtype), 3)


def at_run_time(net):
    """Pads and extents that only run time knows."""
    if net.opset >= 11:
        name = net.fresh("pads")
        net.arrays[name] = numpy.int64(border(net, 2))
        net.inputs.append(helper.make_tensor_value_info(name, TensorProto.INT64, [8]))
        net.returned(net.conv(net.pad("stays", image(net), None, pads_name=name)))
        # Nothing reads the first pad but what computes the numbers of the second one.
        shape = net.node("Shape", net.pad("stays", image(net), [0, 0, 1, 2, 0, 0, 2, 1]))
        low = net.node("Sub", shape, net.constant(numpy.int64([1, 2, 7, 9])))
        pads = net.node("Concat", low, net.constant(numpy.int64([0, 0, 1, 0])), axis=0)
        net.returned(net.conv(net.pad("folds", image(net), None, pads_name=pads)))
    open_image = net.data((1, 2, 5, 6), open_axes=(0, 2, 3))
    net.returned(net.conv(net.pad("folds", open_image, border(net, 2))))


def borders(net):
    """Borders of short and long axes, of which the model states the extents or not."""
    modes = ["edge", "reflect"] + ["wrap"] * (net.opset >= 19)
    for mode, extent, is_open in itertools.product(modes, (1, 2, 5), (False, True)):
        data = net.data((3, extent), open_axes=(0, 1) if is_open else ())
        pads = [net.rng.randint(-1, 1), net.rng.randint(1, 7), net.rng.randint(-1, 7),
                net.rng.randint(0, 7)]
        if extent == 5:
            pads[1 + 2 * net.rng.randint(0, 1)] = net.rng.randint(-4, -1)
        net.returned(net.pad("stays", data, pads, mode), rank=2)
    # More slices than one node is to have.
    for mode, is_open in itertools.product(modes, (False, True)):
        data = net.data((3, 2), open_axes=(1,) if is_open else ())
        net.returned(net.pad("stays", data, [0, 3000, 0, 0], mode), rank=2)


def shadowed():
    """A body that has a value with the name of the source of a pad that it reads, and other
    models that ONNX's checker does not know or refuses."""
    net = Net(13)
    condition, source = net.data((), numpy.bool_), image(net)
    for what, pads in (("stays", [0] * 8), ("stays", [0, 0, 1, 1] * 2)):
        padded, branches = net.pad(what, source, pads), {}
        for name in ("then_branch", "else_branch"):
            made, net.nodes = net.nodes, []
            net.node("Neg", padded, outputs=[source])
            result = net.conv(padded)
            branches[name] = helper.make_graph(
                net.nodes, name, [],
                [helper.make_tensor_value_info(result, TensorProto.FLOAT, [None] * 4)])
            net.nodes = made
        net.returned(net.node("If", condition, **branches))
    # A function that returns what it is given.
    for name, nodes in (("Through", []), ("Twice", [helper.make_node("Neg", ["x"], ["y"])])):
        net.functions.append(helper.make_function(
            DOMAIN, name, ["x"], ["x", "y"][:1 + len(nodes)], nodes,
            [helper.make_opsetid("", net.opset)], []))

    def through(name):
        return net.node("Through", name, domain=DOMAIN)

    first = net.pad("stays", net.data((3, 4)), [1, 0, 0, 2], "edge")
    net.returned(net.pad("stays", through(first), [2, 1, 0, 1], "edge"), rank=2)
    net.returned(net.conv(through(net.pad("folds", image(net), border(net, 2)))))
    first, outputs = net.pad("stays", net.data((3, 4)), [1, 0, 0, 2], "edge"), ["same", "minus"]
    net.node("Twice", first, outputs=outputs, domain=DOMAIN)
    net.returned(net.pad("stays", "same", [2, 1, 0, 1], "edge"), rank=2)
    net.returned("minus", rank=2)
    numbers = net.constant(numpy.float32(0.5)), net.constant(numpy.uint8(3))
    data = net.node("DequantizeLinear", net.data((1, 2, 5), numpy.uint8), *numbers)
    padded = net.pad("stays", data, [0, 0, 1, 0, 0, 2])
    quantized = through(net.node("QuantizeLinear", padded, *numbers))
    read = net.node("DequantizeLinear", quantized, *numbers)
    net.returned(net.node("LpPool", read, kernel_shape=[3]), rank=3)
    return net


def every_fold(opset):
    """A model whose pads begin with folds, gone or stays."""
    net = Net(opset)
    for add in (windows, pools, pads_of_pads, bodies, calls, quantized, requantized, at_run_time, borders):
        add(net)
    return net
