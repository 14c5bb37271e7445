"""Exports PyTorch modules that pad with PyTorch's own exporter, imports the models,
compiles them by every lowering, runs them, and compares with PyTorch bit for bit.

import_torch_export.py PAD-TOOLS LLVM-TOOLS FOLDER

FOLDER/peer.txt is for scripts/front-ends.
"""

import itertools
import sys
import warnings
from pathlib import Path

import numpy
import torch
import torch.nn.functional as F
from torch import nn

from compiled_models import (
    LOWERINGS, Tools, compile_by_every_lowering, import_model, remaining_nodes)

OPSETS = range(9, 18)


class Pad(nn.Module):
    """F.pad as a module."""

    def __init__(self, pads, mode="constant", value=0.0):
        super().__init__()
        self.pads, self.mode, self.value = pads, mode, value

    def forward(self, x):
        if self.mode == "constant":
            return F.pad(x, self.pads, self.mode, self.value)
        return F.pad(x, self.pads, self.mode)

    def extra_repr(self):
        return f"{self.pads}, {self.mode}, {self.value}"


class PadToMultiple(nn.Module):
    """Pads the last two axes up to a multiple of 4, half before and half after."""

    def forward(self, x):
        height, width = x.shape[-2:]
        rows, columns = -height % 4, (4 - width % 4) % 4
        return F.pad(x, (columns // 2, columns - columns // 2,
                         rows // 2, rows - rows // 2), "reflect")


class PadToSquare(nn.Module):
    """Pads the last two axes to a square."""

    def forward(self, x):
        height, width = x.shape[-2:]
        side = 9
        return F.pad(x, (0, side - width, side - height, 0), value=1.5)


# A module, and the shape of its input.
MODULES = [
    (nn.ConstantPad1d(2, 3.5), (2, 3, 4)),
    (nn.ConstantPad1d((1, -2), -1.25), (2, 3, 5)),
    (nn.ConstantPad2d((1, 2, 0, 3), 0.5), (1, 2, 4, 3)),
    (nn.ConstantPad3d((1, 0, 2, 1, 0, 1), 7.0), (1, 2, 3, 2, 3)),
    (nn.ZeroPad2d((1, -1, 2, 0)), (2, 1, 3, 4)),
    (nn.ReflectionPad1d((2, 1)), (2, 3, 4)),
    (nn.ReflectionPad2d((1, 2, 2, 0)), (1, 2, 4, 5)),
    (nn.ReflectionPad3d((1, 2, 0, 1, 2, 1)), (1, 2, 4, 3, 4)),
    (nn.ReplicationPad1d((3, 2)), (1, 2, 4)),
    (nn.ReplicationPad2d((2, -1, 0, 4)), (2, 1, 3, 4)),
    (nn.ReplicationPad3d((1, 2, 0, 1, 2, 2)), (1, 1, 3, 2, 4)),
    (Pad((1, 2)), (5,)),
    (Pad((-1, 2, 3, -2), value=2.5), (4, 5)),
    (Pad((0, 0, 1, 1, 0, 0, 2, 3), value=-0.5), (2, 3, 2, 3)),
    (Pad((2, 1), "reflect"), (2, 2, 5)),
    (Pad((2, 1, -1, 2), "reflect"), (1, 2, 5, 4)),
    (Pad((-1, -1, 1, 0), "replicate"), (1, 2, 4, 5)),
    (Pad((1, 1, 2, 0, 0, 3), "replicate"), (1, 1, 2, 3, 4)),
    (Pad((2, 1), "circular"), (1, 2, 4)),
    (Pad((1, 3, 2, 0), "circular"), (1, 2, 4, 5)),
    (Pad((1, 2, 0, 1, 2, 1), "circular"), (1, 1, 3, 4, 5)),
    (PadToMultiple(), (1, 2, 5, 6)),
    (PadToSquare(), (1, 1, 5, 7)),
]
TYPES = [torch.float32, torch.float64]


def export_circular(g, x, pads, mode="circular", value=None):
    """What later versions of PyTorch export: 1.13 takes `x[-(n + 1):-1]` for the
    last n elements, which are not those that F.pad copies."""
    from torch.onnx import symbolic_helper as helper, symbolic_opset9 as opset9

    pads = opset9._convert_padding_node(pads)
    for at in range(len(pads) // 2):
        after, before = pads[-(2 * at + 1)], pads[-(2 * at + 2)]
        pieces = [x]
        if before > 0:
            pieces.insert(0, helper._slice_helper(
                g, x, axes=[2 + at], starts=[-before], ends=[2**63 - 1]))
        if after > 0:
            pieces.append(helper._slice_helper(
                g, x, axes=[2 + at], starts=[0], ends=[after]))
        x = g.op("Concat", *pieces, axis_i=2 + at)
    return x


def export_pad(g, x, pads, mode, value):
    from torch.onnx import symbolic_helper as helper, symbolic_opset9, symbolic_opset11

    if helper._parse_arg(mode, "s") == "circular":
        return export_circular(g, x, pads)
    opset = helper.GLOBALS.export_onnx_opset_version
    return (symbolic_opset9 if opset < 11 else symbolic_opset11).pad(
        g, x, pads, mode, value)


def export(module, x, path, opset, is_dynamic):
    """The model, and its input: of other extents where the axes are dynamic."""
    axes = {"x": {axis: f"n{axis}" for axis in range(x.ndim)}} if is_dynamic else None
    torch.onnx.export(module, x, str(path), opset_version=opset, input_names=["x"],
                      output_names=["y"], dynamic_axes=axes)
    if not is_dynamic:
        return x
    shape = [extent + 1 + axis % 2 for axis, extent in enumerate(x.shape)]
    return torch.randn(shape, dtype=x.dtype)


def main(pad_tools, llvm_tools, folder):
    warnings.simplefilter("ignore")
    torch.manual_seed(1)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    for opset in OPSETS:
        torch.onnx.register_custom_op_symbolic("aten::pad", export_pad, opset)
    cases, texts = [], []
    opsets = itertools.cycle(OPSETS)
    for (index, (module, shape)), k in itertools.product(enumerate(MODULES), range(4)):
        name, opset = f"module{index}_{k}", next(opsets)
        if "PadTo" in str(module):
            # Before, PyTorch exports constant pads only.
            opset = max(opset, 11)
        x = torch.randn(shape, dtype=TYPES[(index + k) % 2])
        path = folder / f"{name}.onnx"
        x = export(module, x, path, opset, is_dynamic=k % 2 == 1)
        text = import_model(tools, path)
        if remaining_nodes(text) or text.count("pad.pad") != 1:
            sys.exit(f"{module} of opset {opset} is imported as\n{text}")
        function = text[text.index("@") + 1:text.index("(")]
        texts.append(text.replace(f"@{function}(", f"@{name}("))
        cases.append((name, module, x, opset))
    failed = set()
    for compiled in compile_by_every_lowering(tools, folder, texts):
        for name, module, x, opset in cases:
            expected = module(x).numpy()
            result = compiled.call(name, [x.numpy()], expected.dtype, expected.ndim)
            if result.shape != expected.shape or result.tobytes() != expected.tobytes():
                failed.add(name)
                print(f"{name} by {compiled.lowering}, {module} of opset {opset}, on "
                      f"{tuple(x.shape)}:\n{result}\nnot\n{expected}")
    (folder / "peer.txt").write_text(
        f"PyTorch {torch.__version__} computes the same for {len(cases) - len(failed)} of "
        f"{len(cases)} models that its exporter makes of {len(MODULES)} padding modules, "
        f"of opsets {OPSETS[0]} to {OPSETS[-1]}.\n")
    print(f"PyTorch {torch.__version__}: {len(cases)} modules by {len(LOWERINGS)} "
          f"lowerings, {len(failed)} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
