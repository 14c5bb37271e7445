"""Trains a small network of padded convolutions twice, with one thread and with two, to the same
bits: the gradients of its pads are sums in one stated order.

It learns to sharpen images of a torus of latitude and longitude, which go on in longitude and end
at the poles: a pad with a mode for each axis.

    PYTHONPATH=python PADKERNELS_LIBRARY=PREFIX/lib/libPadC.so python3 examples/train.py
"""

import hashlib

import padkernels
import torch

MIXED = ["constant", "constant", "edge", "wrap"]


class Stencil(torch.nn.Module):
    """A stencil of 3x3 weights for each channel, on padded images."""

    def __init__(self, channels, modes):
        super().__init__()
        self.weights = torch.nn.Parameter(0.1 * torch.randn(channels, 3, 3, dtype=torch.float64))
        self.modes = modes

    def forward(self, x):
        rows, columns = x.shape[2:]
        padded = padkernels.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)], self.modes)
        padded = torch.as_tensor(padded)
        return sum(self.weights[None, :, i, j, None, None]
                   * padded[:, :, i:i + rows, j:j + columns]
                   for i in range(3) for j in range(3))


def train(threads, steps=20):
    """The losses, and a digest of the weights."""
    torch.set_num_threads(threads)
    padkernels.set_num_threads(threads)
    torch.manual_seed(1)
    network = torch.nn.Sequential(Stencil(4, "reflect"), torch.nn.Tanh(), Stencil(4, MIXED))
    sharp = torch.rand(2, 4, 40, 60, dtype=torch.float64)
    blurred = (sharp + sharp.roll(1, 3) + sharp.roll(-1, 3)) / 3
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((network(blurred) - sharp) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    weights = b"".join(p.detach().numpy().tobytes() for p in network.parameters())
    return losses, hashlib.sha256(weights).hexdigest()[:16]


results = [train(threads) for threads in (1, 2)]
for threads, (losses, digest) in zip((1, 2), results):
    print(f"threads {threads}: loss {losses[0]:.4f} to {losses[-1]:.4f}, weights {digest}")
assert results[0] == results[1], "the bits differ"
print("the same bits")
