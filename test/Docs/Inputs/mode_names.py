"""The names of the modes in docs/FAQ.md against the packages themselves, and what is said of their
width: mode_names.py FAQ SYSTEM."""

import re
import sys

import numpy as np
import padkernels

page, system = open(sys.argv[1]).read(), sys.argv[2]
rows = [[cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines() if line.startswith("| ")]
[header] = [row for row in rows if row[0] == "system"]
assert header[1:] == list(padkernels._library.mode_names()), header
[names] = [row[1:] for row in rows if row[0] == system]
VALUE = 7.0


def numpy_pad(x, low, high, name):
    return np.pad(x, (low, high), name, **{"constant_values": VALUE} if name == "constant" else {})


def ndimage_pad(x, low, high, name):
    """What a filter reads around `x`; interpolation by whole numbers reads the same."""
    from scipy import ndimage
    found, wide = [], max(low, high)
    ndimage.generic_filter1d(x, lambda line, _: found.append(line.copy()), 2 * wide + 1, mode=name,
                             cval=VALUE)
    filtered = found[0][wide - low:len(found[0]) - wide + high]
    places = np.arange(-low, len(x) + high)
    moved = ndimage.map_coordinates(x, places[None], order=0, mode=name, cval=VALUE)
    assert filtered.tolist() == moved.tolist(), (name, filtered, moved)
    return filtered


def opencv_pad(x, low, high, name):
    import cv2
    return cv2.copyMakeBorder(x[None], 0, 0, low, high, getattr(cv2, name), value=VALUE)[0]


def torch_pad(x, low, high, name):
    import torch
    return torch.nn.functional.pad(torch.tensor(x)[None, None], (low, high), name,
                                   VALUE if name == "constant" else None).numpy()[0, 0]


pads = {"`numpy.pad`": numpy_pad, "`scipy.ndimage`": ndimage_pad, "OpenCV": opencv_pad,
        "`torch.nn.functional.pad`": torch_pad}
has_limits = system == "`torch.nn.functional.pad`"
x = np.arange(1, 6, dtype=np.float64)
compared = 0
for mode, cell in zip(header[1:], names):
    if cell == "none":
        try:
            pads[system](x, 1, 1, mode)
        except (NotImplementedError, ValueError):
            compared += 1
            continue
        raise AssertionError(f"{system} has a mode {mode}, but the page says that it has not")
    given = re.findall("`([^`]+)`", cell)
    assert given, cell
    for name in given:
        for low, high in ((3, 4), (1, 0), (0, 2), *([] if has_limits else [(5, 5), (23, 31)])):
            # numpy before 2 extends what it has padded where a pad goes around more than once.
            if system == "`numpy.pad`" and high > 5 and np.__version__ < "2":
                continue
            own = mode + " periodic" * (mode in ("reflect", "symmetric"))
            ours = padkernels.pad(x, (low, high), own, value=VALUE if mode == "constant" else 0)
            theirs = pads[system](x, low, high, name)
            assert ours.tolist() == theirs.tolist(), (mode, name, low, high, ours, theirs)
            compared += 1

# What the page says of ndimage's interpolation.
if system == "`scipy.ndimage`":
    from scipy import ndimage
    places = np.arange(-4, 0)[None] + 0.001
    assert ndimage.map_coordinates(x, places, order=0, mode="wrap").tolist() == [1, 2, 3, 4]
if has_limits:
    for mode in ("reflect", "circular"):
        try:
            torch_pad(x, 6, 6, mode)
        except RuntimeError:
            continue
        raise AssertionError(f"{system} has no limit for {mode}, but the page says so")
print(compared, "pads of", system, "are those of the modes in the table")
