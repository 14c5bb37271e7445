"""The workloads as input of this project's own tools."""

from .oracle import result_shape


def padc_arguments(workload, name="pad"):
    """The one-liner of padc for the workload."""
    shape = workload.shape
    if workload.form == "shapes":
        shape = ["?"] * workload.rank
    arguments = [
        "--mode", workload.mode, "--type", workload.type,
        "--shape", "x".join(map(str, shape)), "--name", name,
    ]
    if workload.form == "pads":
        arguments += ["--dynamic-pads"]
    for option in ("low", "high", "interior"):
        amounts = getattr(workload, option)
        if option != "interior" or any(amounts):
            # One word: a list may start with a minus sign.
            arguments.append(f"--{option}={','.join(map(str, amounts))}")
    if workload.value:
        arguments += ["--value", str(workload.value)]
    if workload.periodic:
        arguments += ["--periodic"]
    return arguments


def kernel_arguments(workload, source, result):
    """What the plain C function of that one-liner takes."""
    arguments = [source.ctypes.data]
    if workload.form == "shapes":
        arguments += workload.shape
    if workload.form == "pads":
        arguments += [*workload.low, *workload.high]
        if any(workload.interior):
            arguments += workload.interior
    return [*arguments, result.ctypes.data]


def _tensor(shape, element):
    dims = "".join(f"{'?' if dim is None else dim}x" for dim in shape)
    return f"tensor<{dims}{element}>"


def function_text(workload, name="pad"):
    """The same kernel as a function of pad.pad."""
    source_shape, shape = list(workload.shape), list(result_shape(workload))
    parameters, amounts = [], {}
    for option in ("low", "high", "interior"):
        values = getattr(workload, option)
        if workload.form == "pads" and (option != "interior" or any(values)):
            names = [f"%{option}{i}" for i in range(workload.rank)]
            parameters += [f"{n}: index" for n in names]
            amounts[option] = ", ".join(names)
        else:
            amounts[option] = ", ".join(map(str, values))
    if workload.form:
        shape = [None] * workload.rank
    if workload.form == "shapes":
        source_shape = [None] * workload.rank
    source_type = _tensor(source_shape, workload.type)
    result_type = _tensor(shape, workload.type)
    parameters = [f"%source: {source_type}", *parameters]
    value, literal = "", ""
    if workload.value:
        suffix = ".0" if workload.type.startswith("f") else ""
        literal = (f"  %value = arith.constant {workload.value}{suffix} : "
                   f"{workload.type}\n")
        value = "value(%value) "
    interior = f" interior[{amounts['interior']}]" if any(workload.interior) else ""
    periodic = " periodic" if workload.periodic else ""
    modes = [mode + periodic for mode in workload.modes]
    mode = modes[0] if len(set(modes)) == 1 else f"[{', '.join(modes)}]"
    return (
        f"func.func @{name}({', '.join(parameters)}) -> {result_type} {{\n"
        f"{literal}"
        f"  %result = pad.pad {mode} %source {value}"
        f"low[{amounts['low']}] high[{amounts['high']}]{interior}\n"
        f"      : {source_type} to {result_type}\n"
        f"  return %result : {result_type}\n"
        f"}}\n"
    )
