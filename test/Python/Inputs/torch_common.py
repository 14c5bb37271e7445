"""What the tests of PyTorch's pads share: comparison to the bit, and a count of our kernels."""

import ctypes

import padkernels
import torch
from padkernels import _shim, _torch

MODES = ("constant", "reflect", "replicate", "circular")



def count_used():
    """How many pads our kernels have done under PyTorch."""
    return _shim.load().padkernels_num_done()


def use_kernels_for_small():
    """Kernels do small pads, too, which PyTorch would do, and are counted."""
    for mode in MODES:
        _torch.LEAST_ELEMENTS[mode] = 0
    # PyTorch does constant pads if it has several threads.
    torch.set_num_threads(1)


def outcome(function, *arguments):
    """What a call gives, or its error."""
    try:
        return function(*arguments)
    except Exception as error:
        # What follows lists where kernels are from.
        return type(error).__name__, str(error).split(" This could be because")[0]


def bits(tensor):
    """The memory of a tensor as text of bytes, in the order of its indices."""
    plain = tensor.detach().resolve_conj().resolve_neg().contiguous()
    return ctypes.string_at(plain.data_ptr(), plain.numel() * plain.element_size())


def same(ours, theirs, where):
    """Fails unless two outcomes are the same: types, shapes, strides, gradients' flags and bits."""
    assert type(ours) is type(theirs), (where, ours, theirs)
    if isinstance(theirs, (tuple, list)):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for index, (own, their) in enumerate(zip(ours, theirs)):
            same(own, their, (where, index))
    elif isinstance(theirs, torch.Tensor):
        for what in ("dtype", "shape", "requires_grad", "layout", "device"):
            assert getattr(ours, what) == getattr(theirs, what), (where, what, ours, theirs)
        assert ours.stride() == theirs.stride(), (where, ours.stride(), theirs.stride())
        assert ours.is_inference() == theirs.is_inference(), where
        if type(theirs) is torch.Tensor and theirs.device.type == "cpu":
            assert bits(ours) == bits(theirs), where
    else:
        assert ours == theirs, (where, ours, theirs)
