"""Exports a network that changes the style of images, imports it whole, compiles
each of its pads alone, and compares them with PyTorch on the network's activations.

import_style_network.py PAD-TOOLS LLVM-TOOLS FOLDER
"""

import ctypes
import json
import re
import sys
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from compiled_models import Tools, import_model


class Convolution(nn.Module):
    """A convolution of an image that is reflected at its borders."""

    def __init__(self, channels, filters, size, stride=1, scale=1):
        super().__init__()
        self.scale = scale
        self.pad = nn.ReflectionPad2d(size // 2)
        self.convolution = nn.Conv2d(channels, filters, size, stride)

    def forward(self, x):
        if self.scale != 1:
            x = F.interpolate(x, scale_factor=self.scale, mode="nearest")
        return self.convolution(self.pad(x))


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first, self.second = (Convolution(channels, channels, 3) for _ in range(2))
        self.norms = nn.ModuleList(nn.InstanceNorm2d(channels, affine=True)
                                   for _ in range(2))

    def forward(self, x):
        y = F.relu(self.norms[0](self.first(x)))
        return x + self.norms[1](self.second(y))


class StyleNetwork(nn.Module):
    """Down twice, a residual block, and up twice, as Johnson et al. 2016 have it."""

    def __init__(self, width=8, blocks=1):
        super().__init__()
        def step(layer, channels):
            return [layer, nn.InstanceNorm2d(channels, affine=True), nn.ReLU()]
        self.layers = nn.Sequential(
            *step(Convolution(3, width, 9), width),
            *step(Convolution(width, 2 * width, 3, stride=2), 2 * width),
            *step(Convolution(2 * width, 4 * width, 3, stride=2), 4 * width),
            *(Residual(4 * width) for _ in range(blocks)),
            *step(Convolution(4 * width, 2 * width, 3, scale=2), 2 * width),
            *step(Convolution(2 * width, width, 3, scale=2), width),
            Convolution(width, 3, 9))

    def forward(self, x):
        return self.layers(x)


def record(network, image):
    """Inputs and outputs of the pads, in the order in which they run."""
    seen = []
    hooks = [module.register_forward_hook(
                 lambda module, inputs, output: seen.append((inputs[0], output)))
             for module in network.modules() if isinstance(module, nn.ReflectionPad2d)]
    with torch.no_grad():
        network(image)
    for hook in hooks:
        hook.remove()
    return seen


def compile_pad(tools, model, node, folder):
    """The kernel of node `node` of `model`, as a function of an array and the shape of
    the result."""
    library, header = folder / "pad.so", folder / "pad.h"
    folder.mkdir()
    tools.run("padc", model, "--node", node, "-o", library, "--header", header)
    # void NAME(const float *source, int64_t source_d2, ..., float *result);
    name, parameters = re.search(r"^void (\w+)\((const float [^)]*)\);",
                                 header.read_text(), re.M).groups()
    axes = [int(axis) for axis in re.findall(r"source_d(\d+)", parameters)]
    function = getattr(ctypes.CDLL(str(library)), name)

    def call(source, shape):
        source = np.ascontiguousarray(source)
        result = np.empty(shape, source.dtype)
        extents = [ctypes.c_int64(source.shape[axis]) for axis in axes]
        function(source.ctypes.data_as(ctypes.c_void_p), *extents,
                 result.ctypes.data_as(ctypes.c_void_p))
        return result
    return call


def main(pad_tools, llvm_tools, folder):
    warnings.simplefilter("ignore")
    torch.manual_seed(3)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tools = Tools(pad_tools, llvm_tools)
    network = StyleNetwork().eval()
    path = folder / "style.onnx"
    torch.onnx.export(network, torch.randn(1, 3, 32, 40), str(path), opset_version=13,
                      input_names=["image"], output_names=["styled"],
                      dynamic_axes={"image": {2: "height", 3: "width"}})
    text = import_model(tools, path)
    nodes = Counter(re.findall(r'"onnx\.(\w+)"', text))
    report = json.loads(tools.run("pad-translate", "--report-json", path))
    pads = [pad["node"] for pad in report["pads"]]
    activations = record(network, torch.randn(1, 3, 44, 56))
    layers = sum(isinstance(m, nn.Conv2d) for m in network.modules())
    if not len(pads) == len(activations) == nodes["Conv"] == layers or nodes["Pad"]:
        sys.exit(f"{len(pads)} pads and {nodes} are not {layers} layers")
    for index, (node, (source, padded)) in enumerate(zip(pads, activations)):
        pad = compile_pad(tools, path, node, folder / f"pad{index}")
        if pad(source.numpy(), padded.shape).tobytes() != padded.numpy().tobytes():
            sys.exit(f"{node} of {tuple(source.shape)} differs from PyTorch's")
    print(f"{len(pads)} pads of a network of {sum(nodes.values())} other nodes agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
