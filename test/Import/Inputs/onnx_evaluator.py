"""What the nodes of an ONNX model compute, in numpy: moves of elements, arithmetic of
integers, and operators that read windows. Elements are the dtypes of compiled_models."""

import functools
import itertools

import numpy
from onnx.helper import get_attribute_value

from compiled_models import ELEMENTS
from onnx_oracle import pad

DTYPES = {code: dtype for code, dtype in ELEMENTS.values()}


def to_array(tensor):
    dtype = DTYPES[tensor.data_type]
    count = int(numpy.prod(tensor.dims))
    if tensor.data_type == 8:
        # The empty string, a null pointer.
        return numpy.zeros(tensor.dims, dtype)
    if tensor.raw_data:
        return numpy.frombuffer(tensor.raw_data, dtype)[:count].reshape(tensor.dims)
    listed = next((list(data) for data in (tensor.int64_data, tensor.float_data,
                                           tensor.int32_data, tensor.double_data) if data), [])
    return numpy.array(listed, dtype).reshape(tensor.dims)


def pad_node(opset, attributes, data, pads=None, value=None, axes=None):
    if pads is None:
        pads = attributes["paddings" if opset == 1 else "pads"]
        value = data.dtype.type(attributes.get("value", 0))
    mode = attributes.get("mode", b"constant").decode()
    scalar = 0 if value is None else value.reshape(())[()]
    axes = None if axes is None else [int(axis) for axis in axes]
    return pad(data, [int(number) for number in pads], mode, scalar, axes)


def constant(value=None, value_int=None, value_ints=None):
    if value is not None:
        return to_array(value)
    return numpy.int64(value_ints if value_int is None else value_int)


def slice_node(opset, attributes, data, starts=None, ends=None, axes=None, steps=None):
    if opset < 10:
        starts, ends, axes = (attributes[name] for name in ("starts", "ends", "axes"))
    at = [slice(None)] * data.ndim
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    for start, end, axis, step in zip(starts, ends, axes, steps):
        at[axis] = slice(int(start), int(end), int(step))
    return data[tuple(at)]


def windows(data, attributes, kernel, fill):
    """`data` with the border of `pads`, and for each position in a window the elements
    that all windows have there."""
    rank = data.ndim - 2
    if attributes.get("auto_pad", b"NOTSET") not in (b"NOTSET", b"VALID"):
        raise NotImplementedError("auto_pad")
    pads = attributes.get("pads", [0] * (2 * rank))
    padded = numpy.pad(data, [(0, 0)] * 2 + list(zip(pads[:rank], pads[rank:])),
                       constant_values=fill)
    strides = attributes.get("strides", [1] * rank)
    dilations = attributes.get("dilations", [1] * rank)
    if attributes.get("ceil_mode", 0):
        raise NotImplementedError("ceil_mode")
    counts = [(extent - (k - 1) * d - 1) // s + 1
              for extent, k, d, s in zip(padded.shape[2:], kernel, dilations, strides)]
    for position in itertools.product(*map(range, kernel)):
        at = [slice(i * d, i * d + (n - 1) * s + 1, s)
              for i, d, n, s in zip(position, dilations, counts, strides)]
        yield position, padded[(slice(None), slice(None), *at)]


def conv(opset, attributes, data, weights, bias=None):
    group = attributes.get("group", 1)
    per_group = len(weights) // group
    channels = data.shape[1] // group
    total = 0
    for position, part in windows(data, attributes, weights.shape[2:], 0):
        here = weights[(slice(None), slice(None), *position)]
        total = total + numpy.concatenate([
            numpy.einsum("nc...,mc->nm...", part[:, g * channels:(g + 1) * channels],
                         here[g * per_group:(g + 1) * per_group])
            for g in range(group)], axis=1)
    if bias is not None:
        total = total + bias.reshape((-1,) + (1,) * (data.ndim - 2))
    return total.astype(data.dtype)


def deform_conv(opset, attributes, data, weights, offsets):
    """With strides of 1, one group, and a batch of 1."""
    rows, columns = attributes["kernel_shape"]
    top, left, bottom, right = attributes.get("pads", [0] * 4)
    height = data.shape[2] + top + bottom - rows + 1
    width = data.shape[3] + left + right - columns + 1
    result = numpy.zeros((1, len(weights), height, width), data.dtype)

    def sample(y, x):
        """What is between four elements; outside of the data, 0."""
        total = 0
        for i, j in itertools.product((int(y // 1), int(y // 1) + 1), (int(x // 1), int(x // 1) + 1)):
            if 0 <= i < data.shape[2] and 0 <= j < data.shape[3]:
                total = total + data[0, :, i, j] * (1 - abs(y - i)) * (1 - abs(x - j))
        return total

    for h, w, i, j in itertools.product(*map(range, (height, width, rows, columns))):
        at = 2 * (i * columns + j)
        part = sample(h - top + i + offsets[0, at, h, w], w - left + j + offsets[0, at + 1, h, w])
        result[0, :, h, w] += weights[:, :, i, j] @ (part * numpy.ones(data.shape[1], data.dtype))
    return result


def quantized_conv(opset, attributes, x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero):
    total = conv(opset, attributes, x.astype(numpy.int64) - int(x_zero),
                 w.astype(numpy.int64) - int(w_zero))
    scaled = numpy.rint(total * (x_scale * w_scale / y_scale)) + int(y_zero)
    limits = numpy.iinfo(y_zero.dtype)
    return numpy.clip(scaled, limits.min, limits.max).astype(y_zero.dtype)


def conv_integer(opset, attributes, x, w, x_zero=0, w_zero=0):
    return conv(opset, attributes, x.astype(numpy.int32) - numpy.int32(x_zero),
                w.astype(numpy.int32) - numpy.int32(w_zero))


def max_pool(opset, attributes, data):
    lowest = -numpy.inf if data.dtype.kind == "f" else numpy.iinfo(data.dtype).min
    parts = [part for _, part in windows(data, attributes, attributes["kernel_shape"], lowest)]
    return numpy.max(parts, axis=0)


def average_pool(opset, attributes, data):
    def add(values):
        return sum(part for _, part in windows(values, attributes, attributes["kernel_shape"], 0))

    if attributes.get("count_include_pad", 0):
        count = numpy.prod(attributes["kernel_shape"])
    else:
        count = add(numpy.ones_like(data))
    return (add(data) / count).astype(data.dtype)


def modulo(opset, attributes, x, y):
    if not numpy.all(y):
        raise ZeroDivisionError(f"{x} mod {y}")
    return numpy.mod(x, y)


def lp_pool(opset, attributes, data):
    total = sum(part * part for _, part in windows(data, attributes,
                                                   attributes["kernel_shape"], 0))
    return numpy.sqrt(total).astype(data.dtype)


def quantize(opset, attributes, x, scale, zero):
    limits = numpy.iinfo(zero.dtype)
    return numpy.clip(numpy.rint(x / scale) + zero, limits.min, limits.max).astype(zero.dtype)


def dequantize(opset, attributes, x, scale, zero):
    return (x.astype(numpy.int32) - zero.astype(numpy.int32)).astype(numpy.float32) * scale


NODES = {
    "Abs": lambda opset, attributes, x: numpy.abs(x),
    "Add": lambda opset, attributes, x, y: x + y,
    "AveragePool": average_pool,
    "Concat": lambda opset, attributes, *x: numpy.concatenate(x, attributes["axis"]),
    "Conv": conv,
    "ConvInteger": conv_integer,
    "DeformConv": deform_conv,
    "DequantizeLinear": dequantize,
    "Div": lambda opset, attributes, x, y: numpy.trunc(x / y).astype(x.dtype),
    "Expand": lambda opset, attributes, x, shape: numpy.broadcast_to(
        x, numpy.broadcast_shapes(x.shape, tuple(shape))),
    "Gather": lambda opset, attributes, x, at: take(
        opset, x, at, attributes.get("axis", 0)),
    "Identity": lambda opset, attributes, x: x,
    "LpPool": lp_pool,
    "Max": lambda opset, attributes, *x: functools.reduce(numpy.maximum, x),
    "MaxPool": max_pool,
    "Min": lambda opset, attributes, *x: functools.reduce(numpy.minimum, x),
    "Mod": modulo,
    "Neg": lambda opset, attributes, x: -x,
    "Pad": pad_node,
    "QLinearConv": quantized_conv,
    "QuantizeLinear": quantize,
    "Relu": lambda opset, attributes, x: numpy.maximum(x, 0),
    "Shape": lambda opset, attributes, x: numpy.int64(
        x.shape[attributes.get("start", 0):attributes.get("end")]),
    "Sign": lambda opset, attributes, x: numpy.sign(x),
    "Slice": slice_node,
    "Sub": lambda opset, attributes, x, y: x - y,
    "Tile": lambda opset, attributes, x, times: numpy.tile(x, times),
}


def take(opset, data, at, axis):
    extent = data.shape[axis]
    if (at < (0 if opset < 11 else -extent)).any() or (at >= extent).any():
        raise IndexError(f"{at} of axis {axis} of {data.shape}")
    return data.take(at, axis)


class Graph:
    """The values of a graph, computed when they are asked for."""

    def __init__(self, graph, opset, inputs, outer=None, functions=()):
        self.opset, self.outer, self.values = opset, outer, dict(inputs)
        self.functions = functions
        for tensor in getattr(graph, "initializer", ()):
            self.values.setdefault(tensor.name, to_array(tensor))
        self.makers = {name: node for node in graph.node for name in node.output}

    def get(self, name):
        if name not in self.values and name not in self.makers:
            return self.outer.get(name)
        if name not in self.values:
            node = self.makers[name]
            results = self.run(node)
            self.values.update(zip(node.output, results))
        return self.values[name]

    def run(self, node):
        attributes = {a.name: get_attribute_value(a) for a in node.attribute}
        if node.op_type == "Constant":
            return [constant(**attributes)]
        inputs = [self.get(name) if name else None for name in node.input]
        if node.op_type == "If":
            branch = attributes["then_branch" if inputs[0] else "else_branch"]
            inner = Graph(branch, self.opset, {}, self)
            return [inner.get(output.name) for output in branch.output]
        if node.op_type == "Loop":
            return self.run_loop(attributes["body"], *inputs)
        for function in self.functions:
            if (function.domain, function.name) == (node.domain, node.op_type):
                inner = Graph(function, function.opset_import[0].version,
                              zip(function.input, inputs))
                return [inner.get(output) for output in function.output]
        return [NODES[node.op_type](self.opset, attributes, *inputs)]


    def run_loop(self, body, trips, condition, *states):
        """A loop of a number of turns, which its body does not end."""
        stacked = []
        for turn in range(int(trips)):
            names = [value.name for value in body.input]
            inner = Graph(body, self.opset, zip(names, [numpy.int64(turn), condition, *states]), self)
            _, *results = [inner.get(output.name) for output in body.output]
            states = results[:len(states)]
            stacked.append(results[len(states):])
        return [*states, *map(numpy.stack, zip(*stacked))]


def evaluate(model, inputs):
    """The graph of `model`, given its inputs."""
    return Graph(model.graph, model.opset_import[0].version, inputs, functions=model.functions)
