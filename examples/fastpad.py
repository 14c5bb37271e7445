"""numpy.pad and torch.nn.functional.pad with a native kernel for each shape:

  fastpad.pad(array, 3, mode="reflect")
  fastpad.torch_pad(tensor, (3, 3, 3, 3), mode="replicate")
  fastpad.pad(grid, ((1, 1), (2, 2)), mode=["edge", "wrap"])

A list has a mode for each axis; in torch_pad for each pair of `pad`, so from the last
axis on. numpy and PyTorch have no such pads: what has no kernel is padded one axis
after the other then.

The first call for a mode, type, shape and pads compiles a kernel with padc ($PADC, or
the one in PATH) into the user's cache folder; later ones, of any process, load it.
What has no kernel (other modes and types, negative or very wide pads) is left to the
library itself.
"""

import ctypes
import functools
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np

TYPES = {"bool": "i1", "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
         **{f"{sign}int{bits}": f"i{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}
# The widest pads of an extent: versions of numpy differ in what wider ones do.
LIMITS = {"constant": lambda d: 2**32, "edge": lambda d: 2**32 * d, "reflect": lambda d: d - 1,
          "symmetric": lambda d: d, "wrap": lambda d: d}


@functools.cache
def _compiler():
    path = shutil.which(os.environ.get("PADC", "padc"))
    if not path:
        raise FileNotFoundError("no padc: add its folder to PATH, or set PADC to its path")
    # What tells this padc, and the processor that it compiles for, from others.
    version = subprocess.run([path, "--version"], check=True, capture_output=True, text=True)
    return path, version.stdout, os.stat(path).st_size, os.stat(path).st_mtime_ns


@functools.lru_cache(maxsize=None)
def _kernel(modes, dtype, shape, low, high, value):
    options = [f"--mode={','.join(modes) or 'constant'}", f"--type={TYPES[dtype]}", f"--shape={'x'.join(map(str, shape))}",
               f"--low={','.join(map(str, low))}", f"--high={','.join(map(str, high))}"]
    if "constant" in modes:
        options.append(f"--value={value}")
    key = hashlib.sha256(repr((_compiler(), options)).encode()).hexdigest()
    library = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / f"pad/{key}.so"
    if not library.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        # Other processes see all of it or nothing: padc gives it its name last.
        subprocess.run([_compiler()[0], *options, "-o", library], check=True)
    kernel = ctypes.CDLL(str(library)).pad
    kernel.argtypes, kernel.restype = [ctypes.c_void_p, ctypes.c_void_p], None
    return kernel


def _find(modes, dtype, shape, low, high, value):
    """A kernel and the shape of its result, or None. There is a mode for each axis."""
    if dtype not in TYPES or not all(
            mode in LIMITS and 0 <= min(p, q) and max(p, q) <= LIMITS[mode](d)
            for mode, d, p, q in zip(modes, shape, low, high)):
        return None
    text = value.hex() if isinstance(value, float) and np.isfinite(value) else str(value).lower()
    return (_kernel(tuple(modes), dtype, tuple(shape), tuple(low), tuple(high), text),
            [d + p + q for d, p, q in zip(shape, low, high)])


def _per_axis(mode, axes):
    """The mode of each of so many axes."""
    modes = [mode] * axes if isinstance(mode, str) or callable(mode) else list(mode)
    if len(modes) != axes:
        raise ValueError(f"mode has {len(modes)} entries, but there are {axes} axes; give one for "
                         "all of them or one for each")
    return modes


def _pad_by_numpy(array, widths, mode, modes, options):
    if modes == [mode] * array.ndim:
        return np.pad(array, widths, mode, **options)
    widths = np.broadcast_to(widths, (array.ndim, 2))
    for axis, own in enumerate(modes):
        only = [(0, 0)] * array.ndim
        only[axis] = tuple(widths[axis])
        array = np.pad(array, only, own, **(options if own == "constant" else {}))
    return array


def pad(array, pad_width, mode="constant", **options):
    array, widths = np.asarray(array), np.asarray(pad_width)
    modes = _per_axis(mode, array.ndim)
    fill = np.asarray(options.get("constant_values", 0))
    if (widths.dtype.kind in "iu" and widths.shape in ((), (1,), (2,), (1, 2), (array.ndim, 2))
            and fill.ndim == 0 and array.dtype.isnative and not array.flags.fnc
            and set(options) <= ({"constant_values"} if "constant" in modes else set())):
        low, high = np.broadcast_to(widths, (array.ndim, 2)).T.tolist()
        value = np.full((), fill, array.dtype).item() if array.dtype.name in TYPES else 0
        if found := _find(modes, array.dtype.name, array.shape, low, high, value):
            source, result = np.ascontiguousarray(array), np.empty(found[1], array.dtype)
            found[0](source.ctypes.data, result.ctypes.data)
            return result
    return _pad_by_numpy(array, pad_width, mode, modes, options)


def torch_pad(input, pad, mode="constant", value=None):
    import torch
    axes, other = len(pad) // 2, input.dim() - len(pad) // 2
    modes = _per_axis(mode, axes)
    extends = any(own != "constant" for own in modes)
    # Modes that extend the data pad the last axes of one element or of a batch of them.
    if (len(pad) % 2 == 0 and other >= 0 and input.device.type == "cpu" and input.numel()
            and input.layout == torch.strided and not input.requires_grad and (
                not extends or all(own in ("constant", "reflect", "replicate", "circular")
                                   for own in modes)
                and axes in (1, 2, 3) and other in (1, 2) and (not value or "constant" in modes))):
        names, dtype = {"replicate": "edge", "circular": "wrap"}, str(input.dtype)[6:]
        ours = [names.get(own, own) for own in (modes or ["constant"])[:1] * other + modes[::-1]]
        low, high = [0] * other + [*pad[-2::-2]], [0] * other + [*pad[::-2]]
        fill = torch.full((), value or 0, dtype=input.dtype).item()
        if found := _find(ours, dtype, input.shape, low, high, fill):
            source, result = input.contiguous(), torch.empty(found[1], dtype=input.dtype)
            found[0](source.data_ptr(), result.data_ptr())
            return result
    if isinstance(mode, str):
        return torch.nn.functional.pad(input, pad, mode, value)
    # The axis of each pair becomes the last one, behind others that are one batch.
    for pair, own in enumerate(modes):
        last = input.movedim(-1 - pair, -1)
        flat = torch.nn.functional.pad(last.reshape(1, -1, last.shape[-1]),
                                       pad[2 * pair:2 * pair + 2], own,
                                       value if own == "constant" else None)
        input = flat.reshape(*last.shape[:-1], -1).movedim(-1, -1 - pair)
    return input
