"""`torch_pad`: in the place of `torch.nn.functional.pad`."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import _kernels, _values
from ._numpy import find, modes_of
from ._values import ELEMENT_TYPES

#: The names that PyTorch has for modes.
_NAMES = {"replicate": "edge", "circular": "wrap"}


#: Of each pad that was asked for: its kernel, or None where PyTorch has to do it.
_calls = _kernels.Memo()


def _find_call(input, pad, modes, value):
    """The kernel of `torch_pad` for dense tensors of the CPU; None where PyTorch has to do it."""
    import torch
    axes, other = len(pad) // 2, input.dim() - len(pad) // 2
    if len(pad) % 2 or other < 0 or not input.numel():
        return None
    # Modes that extend the data pad the last axes of one element or of a batch of them.
    if any(own != "constant" for own in modes) and not (
            all(own in ("constant", "reflect", "replicate", "circular") for own in modes)
            and axes in (1, 2, 3) and other in (1, 2) and (not value or "constant" in modes)):
        return None
    name = str(input.dtype)[6:]
    ours = [_NAMES.get(own, own) for own in (modes or ["constant"])[:1] * other + modes[::-1]]
    low, high = [0] * other + [*pad[-2::-2]], [0] * other + [*pad[::-2]]
    if name == "bfloat16" or name not in ELEMENT_TYPES:
        return None
    return find(ours, np.dtype(name), tuple(input.shape), low, high)


def torch_pad(input: Any, pad: Sequence[int], mode: Any = "constant", value: Any = None) -> Any:
    """Pads a tensor as `torch.nn.functional.pad` does: same arguments, results and errors; and
    `mode` may be a list with a mode for each pair of `pad`, so from the last axis on. What has no
    kernel (other devices and layouts, gradients, negative or very wide pads) is left to PyTorch,
    a pad of several modes one axis after the other.
    """
    import torch
    if input.device.type == "cpu" and input.layout == torch.strided and not input.requires_grad:
        key = (input.dtype, input.shape, tuple(pad),
               mode if type(mode) is str else tuple(mode))
        call = _calls.get(key, _calls)
        if call is _calls:
            call = _calls.add(key, _find_call(input, pad, modes_of(mode, len(pad) // 2), value))
        if call is not None:
            source, result = input.contiguous(), torch.empty(call.extents, dtype=input.dtype)
            fill = torch.full((), value or 0, dtype=input.dtype).numpy()
            call.call(source.data_ptr(), result.data_ptr(),
                      _values.encode(fill.dtype, fill) if call.takes_value else None)
            return result
    if isinstance(mode, str):
        return torch.nn.functional.pad(input, pad, mode, value)
    # The axis of each pair becomes the last one, behind others that are one batch.
    for pair, own in enumerate(modes_of(mode, len(pad) // 2)):
        last = input.movedim(-1 - pair, -1)
        flat = torch.nn.functional.pad(last.reshape(1, -1, last.shape[-1]),
                                       pad[2 * pair:2 * pair + 2], own,
                                       value if own == "constant" else None)
        input = flat.reshape(*last.shape[:-1], -1).movedim(-1, -1 - pair)
    return input
