"""Exports a network that changes the style of images, imports it whole, compiles
each of its pads alone, and compares them with PyTorch on the network's activations.

import_style_network.py PAD-TOOLS LLVM-TOOLS FOLDER
"""

import re
import sys
import warnings
from collections import Counter
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from compiled_models import CompiledModels, Tools, import_model


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


def extract(text):
    """A function for each pad of a model, and the counts of the other nodes."""
    functions = []
    for line in text.splitlines():
        if "pad.pad" not in line:
            continue
        match = re.fullmatch(r" *%\S+ = (pad\.pad [a-z ]+) %\S+ (low.*) : (.*) to (.*)", line)
        op, numbers, source, result = match.groups()
        functions.append(
            f"func.func @pad{len(functions)}(%x: {source}) -> {result} {{\n"
            f"  %r = {op} %x {numbers} : {source} to {result}\n"
            f"  return %r : {result}\n}}\n")
    return functions, Counter(re.findall(r'"onnx\.(\w+)"', text))


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
    functions, nodes = extract(import_model(tools, path))
    activations = record(network, torch.randn(1, 3, 44, 56))
    layers = sum(isinstance(m, nn.Conv2d) for m in network.modules())
    if not len(functions) == len(activations) == nodes["Conv"] == layers or nodes["Pad"]:
        sys.exit(f"{len(functions)} pads and {nodes} are not {layers} layers")
    compiled = CompiledModels(tools, folder, functions, lowering="vector")
    for index, (source, padded) in enumerate(activations):
        result = compiled.call(f"pad{index}", [source.numpy()], "float32", 4)
        if result.shape != padded.shape or result.tobytes() != padded.numpy().tobytes():
            sys.exit(f"pad {index} of {tuple(source.shape)} differs from PyTorch's")
    print(f"{len(functions)} pads of a network of {sum(nodes.values())} other nodes agree")


if __name__ == "__main__":
    main(*sys.argv[1:])
