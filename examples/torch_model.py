"""A small network as style transfer has it, whose convolutions follow reflected borders, before and
after padkernels.install().

  PYTHONPATH=python PADKERNELS_LIBRARY=build/dev/lib/libPadC.so python3 examples/torch_model.py
"""

import time

import padkernels
import torch
from torch import nn


def block(inputs, outputs, kernel, **options):
    return nn.Sequential(nn.ReflectionPad2d(kernel // 2), nn.Conv2d(inputs, outputs, kernel, **options),
                         nn.InstanceNorm2d(outputs), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.blocks = nn.Sequential(block(channels, channels, 3), block(channels, channels, 3))

    def forward(self, x):
        return x + self.blocks(x)


def run(model, image):
    """The result, and the least milliseconds of five runs."""
    times = []
    with torch.no_grad():
        for _ in range(5):
            begin = time.perf_counter()
            result = model(image)
            times.append(1000 * (time.perf_counter() - begin))
    return result, min(times)


torch.manual_seed(0)
style = nn.Sequential(block(3, 16, 9), block(16, 32, 3, stride=2), Residual(32), Residual(32),
                      nn.Upsample(scale_factor=2), block(32, 16, 3),
                      nn.Conv2d(16, 3, 9, padding=4, padding_mode="reflect")).eval()
picture = torch.rand(1, 3, 256, 256)

before, milliseconds = run(style, picture)
print(f"PyTorch by itself: {milliseconds:.1f} ms")
padkernels.install()
after, milliseconds = run(style, picture)
print(f"with padkernels: {milliseconds:.1f} ms")
print(f"largest difference: {(before - after).abs().max().item()}")
