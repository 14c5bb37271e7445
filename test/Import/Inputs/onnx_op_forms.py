"""The nodes of an imported ONNX model as other dialects spell them."""

import re

# The versions of onnx-mlir's op.
VERSIONS = [2, 11, 13, 18, 19, 21, 23]
VERSIONED = "`onnx.PadV2` to `onnx.PadV23`"
OPERATOR = '`torch.operator "onnx.Pad"`'


def torch_type(match):
    *extents, element = match.group(1).split("x")
    return f"!torch.vtensor<[{','.join(extents)}],{torch_element(element)}>"


def torch_element(element):
    return "s" + element if re.fullmatch(r"i\d+", element) else element


def torch_types(types):
    return re.sub(r"tensor<([^>]*)>", torch_type, types)


def torch_attributes(text):
    text = re.sub(r"(\w+) = ", r"torch.onnx.\1 = ", text)
    return re.sub(r"(tensor<(?:\d+x)*)(i\d+>)", r"\1s\2", text)


def read_function(module):
    """The arguments, the body and the type of the result of the only function."""
    arguments, result, body = re.search(
        r"func\.func @\w+\((.*)\) -> \((tensor<[^>]*>).*\) \{\n(.*?)\n  \}", module,
        re.S).groups()
    return re.findall(r"(%\w+): (tensor<[^>]*>)", arguments), result, body


def as_versioned(module, name, opset):
    """The function of `module`, named `name`, with the op whose name has the opset."""
    arguments, result, body = read_function(module)
    parameters = ", ".join(f"{argument}: {type}" for argument, type in arguments)
    body = body.replace('"onnx.Pad"', f'"onnx.PadV{opset}"')
    return f"func.func @{name}({parameters}) -> {result} {{\n{body}\n}}\n"


def as_operator(module, name, opset):
    """The function of `module`, named `name`, with torch-mlir's operators."""
    arguments, result, body = read_function(module)
    parameters = ", ".join(f"{argument}: {type}" for argument, type in arguments)
    cast = "builtin.unrealized_conversion_cast"
    lines = [f"{argument}t = {cast} {argument} : {type} to {torch_types(type)}"
             for argument, type in arguments]
    for line in body.strip().splitlines():
        if line.strip().startswith("return"):
            value = line.split()[1]
            lines.append(f"%r = {cast} {value} : {torch_types(result)} to {result}")
            lines.append(f"return %r : {result}")
            continue
        value, op, operands, attributes, types = re.fullmatch(
            r'\s*(%\w+) = "onnx\.(\w+)"\((.*?)\)(?: \{(.*)\})? : (.*)', line).groups()
        if op == "NoValue":
            lines.append(f'{value} = "torch.constant.none"() : () -> !torch.none')
            continue
        operands = re.sub(r"%arg\d+", r"\g<0>t", operands)
        lines.append(
            f'{value} = "torch.operator"({operands}) <{{name = "onnx.{op}"}}> '
            f"{{{torch_attributes(attributes or '')}}} : "
            + torch_types(types).replace("none", "!torch.none"))
    body = "\n".join("  " + line for line in lines)
    return (f"func.func @{name}({parameters}) -> {result} attributes "
            f"{{torch.onnx_meta.opset_version = {opset} : si64}} {{\n{body}\n}}\n")
