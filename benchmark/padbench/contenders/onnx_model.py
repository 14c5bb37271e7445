"""A model of one Pad node as the bytes of ONNX's protobuf format.

The field numbers are those of onnx.proto3.
"""

OPSET = 21
IR_VERSION = 10
# TensorProto.DataType
ELEMENT_TYPES = {"f32": 1, "i8": 3, "i64": 7, "f16": 10, "f64": 11}
_STRING = 3  # AttributeProto.AttributeType


def _varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _field(number, value):
    """One field: an integer, a string, bytes or a nested message."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    if isinstance(value, str):
        value = value.encode()
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _tensor_type(element, shape):
    dims = b"".join(
        _field(1, _field(2, dim) if isinstance(dim, str) else _field(1, dim))
        for dim in shape
    )
    return _field(1, _field(1, element) + _field(2, dims))


def _value_info(name, element, shape):
    return _field(1, name) + _field(2, _tensor_type(element, shape))


def _initializer(name, element, dims, data):
    shape = b"".join(_field(1, dim) for dim in dims)
    return shape + _field(2, element) + _field(8, name) + _field(9, data)


def pad_model(workload, result_shape, value):
    """The model: input "x", output "y". The form of the workload says whether the
    extents are symbolic and whether the pads are an input "pads" too."""
    element = ELEMENT_TYPES[workload.type]
    source_dims, result_dims = list(workload.shape), list(result_shape)
    if workload.form:
        result_dims = [f"r{i}" for i in range(workload.rank)]
    if workload.form == "shapes":
        source_dims = [f"d{i}" for i in range(workload.rank)]
    node = b"".join(_field(1, name) for name in ("x", "pads", "value"))
    node += _field(2, "y") + _field(4, "Pad")
    node += _field(5, _field(1, "mode") + _field(4, workload.mode)
                   + _field(20, _STRING))
    graph = _field(1, node) + _field(2, "pad")
    graph += _field(5, _initializer("value", element, [], value))
    graph += _field(11, _value_info("x", element, source_dims))
    int64 = ELEMENT_TYPES["i64"]
    if workload.form == "pads":
        graph += _field(11, _value_info("pads", int64, [2 * workload.rank]))
    else:
        data = b"".join(
            amount.to_bytes(8, "little", signed=True)
            for amount in (*workload.low, *workload.high)
        )
        graph += _field(5, _initializer("pads", int64, [2 * workload.rank], data))
    graph += _field(12, _value_info("y", element, result_dims))
    opset = _field(1, "") + _field(2, OPSET)
    return _field(1, IR_VERSION) + _field(7, graph) + _field(8, opset)
