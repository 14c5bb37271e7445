"""`torch_pad`: in the place of `torch.nn.functional.pad`."""

from __future__ import annotations

import ctypes
import functools
import math
import sys
import threading
import types
from typing import Any, Optional, Sequence

from . import _adjoint, _kernels, _threads, _values
from ._numpy import modes_of

#: PyTorch's modes, our names of them, and the widest pads of an extent.
MODES = {"constant": ("constant", lambda d: 2**62), "reflect": ("reflect", lambda d: d - 1),
         "replicate": ("edge", lambda d: 2**62), "circular": ("wrap", lambda d: d)}

#: PyTorch's own function, also once `torch_pad` has its name; None if PyTorch was loaded later than
#: this module and was not called yet.
_original = getattr(sys.modules.get("torch.nn.functional"), "pad", None)

#: How many elements of a tensor are worth a kernel, and of how many bytes a result at most: PyTorch
#: takes less time for fewer, and where the memory of the result is new, so that each of its pages
#: is cleared first. Measured by `benchmark/torch_install.py`.
LEAST_ELEMENTS = {"constant": 1 << 13, "reflect": 2500, "replicate": 2500, "circular": 0}
MOST_BYTES = {"constant": 1 << 25, "reflect": 1 << 62, "replicate": 1 << 62, "circular": 1 << 25}
#: The same where PyTorch has several threads, which fill and copy faster than a kernel of one.
MOST_BYTES_OF_THREADS = {**MOST_BYTES, "constant": 0, "circular": 1 << 19}
#: The same for reflection and replication of images and volumes by PyTorch 2, which has vectors there.
MOST_BYTES_OF_IMAGES = 1 << 15
#: The least elements of a row of a gradient that the kernel for any shape is worth. Those of
#: reflections are not, however long they are.
LEAST_ROW = 16
#: The largest results that the allocator of glibc may put into memory that was used before. What is
#: new was just cleared, in the caches, and is written through them.
MOST_REUSED_BYTES = 1 << 25

#: A pad moves elements as they are, whatever they mean: what has so many bytes.
_ELEMENT_TYPES = {1: "i8", 2: "i16", 4: "i32", 8: "i64", 16: "complex<f64>"}

#: The types that are added, by the numbers that PyTorch's C++ gives them.
SUMMED_TYPES = {5: "f16", 6: "f32", 7: "f64", 9: "complex<f32>", 10: "complex<f64>", 15: "bf16"}

#: Of each pad that was asked for: its kernel, or None where PyTorch has to do it.
_calls = _kernels.Memo()


def find(modes: Sequence[str], item_bytes: int, shape: tuple[int, ...], low: tuple[int, ...],
         high: tuple[int, ...]) -> Optional[_kernels.Call]:
    """The kernel of a pad of PyTorch's `modes`, one for each axis; None if there is none."""
    element_type = _ELEMENT_TYPES.get(item_bytes)
    if element_type is None or not all(
            mode in MODES and 0 <= p <= MODES[mode][1](extent) and 0 <= q <= MODES[mode][1](extent)
            for mode, extent, p, q in zip(modes, shape, low, high)):
        return None
    signature = _kernels.Signature(tuple((MODES[mode][0], False) for mode in modes), element_type,
                                   False, "constant" in modes)
    try:
        return _threads.find(signature, _kernels.Numbers(shape, low, high, (0,) * len(shape)),
                             MOST_REUSED_BYTES)
    except ValueError:  # No memory can hold the result, which PyTorch says in its own way.
        return None


#: The gradients that have been done by kernels, and stay so: PyTorch may add in another order.
_served: set[Any] = set()


class NotWorthIt(Exception):
    """There is a kernel, but not now: so PyTorch does this pad now and later."""


def find_adjoint(modes: Sequence[str], scalar_type: int, item_bytes: int, shape: tuple[int, ...],
                 low: tuple[int, ...], high: tuple[int, ...]) -> Optional[_kernels.Call]:
    """The kernel of the gradient of such a pad, of elements of PyTorch's type number `scalar_type`;
    None if there is none. Raises `NotWorthIt` where PyTorch takes less time."""
    element_type = SUMMED_TYPES.get(scalar_type)
    if element_type is None or not all(p <= MODES[mode][1](extent) and q <= MODES[mode][1](extent)
                                       for mode, extent, p, q in zip(modes, shape, low, high)):
        return None
    key = tuple(modes), scalar_type, shape, low, high
    only_own = ("reflect" in modes or shape[-1] < LEAST_ROW) and key not in _served
    call = _adjoint.find(tuple((MODES[mode][0], False) for mode in modes), element_type,
                         _kernels.Numbers(shape, low, high, (0,) * len(shape)), item_bytes, only_own)
    if call is None:
        raise NotWorthIt
    _served.add(key)
    return call


def element_at(address: int, item_bytes: int) -> Any:
    """The element in memory there, as a kernel of pads of `find` takes it."""
    return _values.of_bytes(_ELEMENT_TYPES[item_bytes], ctypes.string_at(address, item_bytes))


def _pad_by_torch(torch, input, pad, mode, value=None):
    """A pad by PyTorch's own function."""
    global _original
    if _original is None:
        functional = torch.nn.functional
        known = functional.pad
        # Whatever has its name by now may call `torch_pad`; then it is what PyTorch's own calls.
        is_own = (isinstance(known, types.BuiltinFunctionType)
                  or getattr(known, "__globals__", None) is vars(functional))
        _original = known if is_own else torch._C._nn.pad
    return _original(input, pad, mode, value)


def _dispatch_sets(torch, tensor) -> tuple[str, ...]:
    """What the dispatcher looks at: the keys of the tensor, and those of the thread's modes."""
    return (repr(torch._C._dispatch_keys(tensor)), repr(torch._C._dispatch_tls_local_include_set()),
            repr(torch._C._dispatch_tls_local_exclude_set()))


@functools.cache
def _plain_sets() -> tuple[str, ...]:
    """Those of a tensor of the CPU in a thread without modes, so in a new one."""
    import torch
    sets: list[str] = []
    thread = threading.Thread(
        target=lambda: sets.extend(_dispatch_sets(torch, torch.empty(0, device="cpu"))))
    thread.start()
    thread.join()
    return tuple(sets)


def _is_plain(torch, tensor) -> bool:
    """Whether a pad of `tensor` is a matter of its memory: not of gradients, views that conjugate
    or negate, other devices, vmap, tracing, nor of any mode."""
    if hasattr(torch, "compiler") and torch.compiler.is_compiling():
        return False
    return (not (tensor.requires_grad and torch.is_grad_enabled())
            and torch.autograd.forward_ad._current_level < 0
            and not torch._C._is_torch_function_mode_enabled()
            and _dispatch_sets(torch, tensor) == _plain_sets())


@functools.lru_cache(maxsize=1024)
def _accepts(mode: str, dtype: Any, rank: int, axes: int) -> bool:
    """Whether PyTorch has such a pad of `axes` axes; asked by a small one."""
    import torch
    shape = [1] * (rank - axes) + [2] * axes
    try:
        _pad_by_torch(torch, torch.zeros(shape, dtype=dtype), [1] * (2 * axes), mode)
    except Exception:  # Whatever PyTorch raises for the small pad, it raises for the large one.
        return False
    return True


def _find_call(input, pad, mode) -> Optional[_kernels.Call]:
    """The kernel of `torch_pad` for a plain tensor; None where PyTorch has to do it."""
    rank, axes, stride = input.dim(), len(pad) // 2, 1
    # PyTorch has more memory formats for images and volumes, and clones what it does not extend.
    for extent, own in zip(reversed(input.shape), reversed(input.stride())):
        if own != stride and rank in (4, 5):
            return None
        stride *= extent
    if len(pad) % 2 or axes > rank or not stride or not any(pad):
        return None
    modes = [mode] if isinstance(mode, str) else modes_of(mode, axes)
    if isinstance(mode, str):
        accepted = _accepts(mode, input.dtype, rank, axes)
        by_axis = modes * rank
    else:
        accepted = all(_accepts(own, input.dtype, 3, 1) for own in modes)
        by_axis = modes[:1] * (rank - axes) + modes[::-1]
    low, high = (0,) * (rank - axes) + pad[-2::-2], (0,) * (rank - axes) + pad[::-2]
    return find(by_axis, input.element_size(), tuple(input.shape), low, high) if accepted else None


def _pad_by_kernel(torch, input, pad, mode, value):
    """The result of `torch_pad`; None where PyTorch has to do it."""
    if (type(pad) not in (tuple, list) or type(mode) not in (str, tuple, list)
            or type(value) not in (type(None), int, float)
            or type(value) is int and value.bit_length() > 63
            or type(mode) is str and not (value is None or mode == "constant")
            or not _is_plain(torch, input)):
        return None
    pad, mode = tuple(pad), mode if type(mode) is str else tuple(mode)
    # 1, 1.0 and True are equal.
    if set(map(type, pad)) != {int}:
        return None
    key = (mode, pad, input.dtype, input.shape, input.stride())
    call = _calls.get(key, _calls)
    if call is _calls:
        call = _calls.add(key, _find_call(input, pad, mode))
    if call is None:
        return None
    element = None
    if call.takes_value:
        # A tensor of one element has another conversion than all others.
        filled = torch.zeros(2, dtype=input.dtype).fill_(0.0 if value is None else float(value))
        element = element_at(filled.data_ptr(), filled.element_size())
    source, result = input.contiguous(), torch.empty(call.extents, dtype=input.dtype)
    # Memory that is copied on write stays shared, where PyTorch has that.
    read = getattr(torch._C, "_data_address", torch.Tensor.data_ptr)
    call.call(read(source), result.data_ptr(), element, (source, result))
    return result


def torch_pad(input: Any, pad: Sequence[int], mode: Any = "constant", value: Any = None) -> Any:
    """Pads a tensor as `torch.nn.functional.pad` does: same arguments, results and errors; and
    `mode` may be a list with a mode for each pair of `pad`, so from the last axis on. Small
    tensors and what has no kernel (other devices and layouts, gradients, vmap, tracing, memory
    formats, negative or very wide pads) are left to PyTorch, a pad of several modes one axis
    after the other.
    """
    import torch
    is_one = not isinstance(mode, (list, tuple))
    if not is_one:
        _check_modes(torch, input, pad, mode, value)
    if type(input) in (torch.Tensor, torch.nn.Parameter) and (
            not is_one or input.numel() >= LEAST_ELEMENTS.get(mode, 0)):
        result = _pad_by_kernel(torch, input, pad, mode, value)
        if result is not None:
            return result
    if is_one:
        return _pad_by_torch(torch, input, pad, mode, value)
    return _pad_by_axis(torch, input, pad, mode, value)


def _check_modes(torch, input, pad, modes, value) -> None:
    """Raises `ValueError` or `TypeError` for what PyTorch refuses of a pad of one mode."""
    if not isinstance(input, torch.Tensor):
        raise TypeError(f"input is of class {type(input).__qualname__}, but must be a torch.Tensor; "
                        "padkernels.pad takes arrays")
    if len(pad) % 2 or len(pad) > 2 * input.dim():
        raise ValueError(f"pad has {len(pad)} entries, but must have two for each of some of the "
                         f"{input.dim()} axes, from the last one on")
    modes_of(modes, len(pad) // 2)
    if not (value is None or "constant" in modes or value == 0):
        raise ValueError(f"value is {value!r}, but none of the modes {modes!r} reads it; leave it out")


def _pad_by_axis(torch, input, pad, modes, value):
    """A pad of several modes by PyTorch, in the memory format of `input`."""
    result = input
    # The axis of each pair becomes the last one, behind others that are one batch.
    for pair, own in enumerate(modes):
        last = result.movedim(-1 - pair, -1)
        batch = last.shape[:-1]
        flat = _pad_by_torch(torch, last.reshape(1, math.prod(batch), last.shape[-1]),
                             pad[2 * pair:2 * pair + 2], own, value if own == "constant" else None)
        result = flat.reshape(*batch, flat.shape[-1]).movedim(-1, -1 - pair)
    if not input.is_contiguous():
        for rank, kept in ((4, torch.channels_last), (5, torch.channels_last_3d)):
            if input.dim() == rank and input.is_contiguous(memory_format=kept):
                return result.contiguous(memory_format=kept)
    return result.contiguous()
