"""`pad` of tensors that need a gradient."""

from __future__ import annotations

import torch

from . import _pad
from ._adjoint import pad_adjoint


class Pad(torch.autograd.Function):
    """A pad, which is linear in its source: its gradient is `Adjoint`."""

    @staticmethod
    def forward(ctx, x, pads, mode, interior, value):
        ctx.shape, ctx.pads = tuple(x.shape), (pads, mode, interior)
        return torch.from_numpy(_pad.pad(x.detach(), pads, mode, interior=interior, value=value))

    @staticmethod
    def backward(ctx, g):
        pads, mode, interior = ctx.pads
        return Adjoint.apply(g, ctx.shape, pads, mode, interior), None, None, None, None


class Adjoint(torch.autograd.Function):
    """The gradient of a pad, which is linear, too: its gradient is the pad by zeros."""

    @staticmethod
    def forward(ctx, g, shape, pads, mode, interior):
        ctx.pads = (pads, mode, interior)
        return torch.from_numpy(pad_adjoint(g.detach(), shape, pads, mode, interior=interior))

    @staticmethod
    def backward(ctx, h):
        return Pad.apply(h, *ctx.pads, 0), None, None, None, None


def is_enabled() -> bool:
    """Whether this thread records gradients."""
    return torch.is_grad_enabled()
