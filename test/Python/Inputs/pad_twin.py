"""padkernels.pad against the rule of docs/Semantics.md, written as the positions that it reads."""

import itertools
import os
import threading
import time
from pathlib import Path

import numpy as np
import padkernels
from padkernels import _kernels, _library, _pad, _values
from rule import expect

rng = np.random.default_rng(1)
cache = Path(os.environ["PADKERNELS_CACHE"])
checked = 0


def agree(x, pads, mode="constant", interior=None, value=0, **options):
    """One call against the rule."""
    global checked
    if interior is not None:
        options["interior"] = interior
    if value != 0:
        options["value"] = value
    ours = padkernels.pad(x, pads, mode, **options)
    rank = x.ndim
    modes = [mode] * rank if isinstance(mode, str) else mode
    wide = np.broadcast_to(np.asarray(pads, np.int64), (rank, 2)).tolist()
    inner = np.broadcast_to(np.asarray(interior or 0, np.int64), (rank,)).tolist()
    theirs = expect(x, wide, modes, inner, value)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, (ours, theirs)
    assert ours.tobytes() == theirs.tobytes(), (mode, pads, interior, value, ours, theirs)
    checked += 1
    return ours


PERIODIC = ["reflect periodic", "symmetric periodic"]
MODES = [*_library.mode_names(), *PERIODIC]
for mode in MODES:
    agree(rng.random((3, 4)), [(1, 2), (0, 3)], mode)
    agree(rng.random((3, 4), dtype=np.float32)[::-1, ::2], 1, mode)
    agree(np.arange(4), (1, -2), mode)
    agree(np.arange(4), [(2, 2)], mode, interior=1, value=9)
    agree(np.arange(12).reshape(3, 4), [[0, 1], [1, 0]], mode, interior=[1, 0])
    agree(np.arange(3, dtype=np.int8)[:1], 0, mode)
for mode in PERIODIC + ["edge", "wrap"]:
    agree(np.arange(3), 11, mode)
for name in _values.ELEMENT_TYPES:
    if name != "bfloat16":
        x = (rng.random((2, 3)) * 100).astype(name)
        agree(x, 1, "edge")
        agree(x, (2, 0), value=1)
agree(np.ones((0, 2)), [(1, 1), (0, 0)], value=2.5)
agree(np.float64(3), np.zeros((0, 2), int))
agree(np.arange(3), (-2, -2))
# A mode for each axis, each beside each.
for first, second in itertools.product(MODES, repeat=2):
    agree(np.arange(12.0).reshape(3, 4), [(2, 1), (1, 2)], [first, second],
          value=7.0 if "constant" in (first, second) else 0)
# Zeros of both signs, NaN, and numbers of other types are values of their own.
for value in (0.0, -0.0, 0, False, float("inf"), 1, 1.0, np.float32(1), True):
    ours = padkernels.pad(np.ones(2, np.float32), 1, value=value)
    assert ours.tobytes() == np.float32([value, 1, 1, value]).tobytes(), value
for _ in range(2):
    known = _pad._calls.size()
    assert np.isnan(padkernels.pad(np.ones(1), 1, value=float("nan"))[0])
assert _pad._calls.size() == known

# After some shapes, one kernel for all, which gives the same.
def dynamic_kernels():
    return [numbers for _, numbers in _kernels.kernels.known() if _kernels.DYNAMIC in numbers.shape]


known = len(dynamic_kernels())
for extent in range(1, 9):
    agree(np.arange(extent, dtype=np.int16), [(2, 2)], "edge")
    agree(np.arange(extent, dtype=np.int16), [(extent, -1)], "symmetric", interior=1)
    agree(np.arange(extent * 2, dtype=np.int16).reshape(2, extent), [(1, 0), (0, 2)],
          ["wrap", "constant"], value=3)
assert len(dynamic_kernels()) == known + 3, dynamic_kernels()

# `out`.
x, out = np.arange(4), np.empty(6, int)
assert padkernels.pad(x, 1, out=out) is out and out.tolist() == [0, 0, 1, 2, 3, 0]
both = np.arange(10)
for wrong in (np.empty(5, int), np.empty(6), np.empty(12, int)[::2], both[4:], [0] * 6):
    try:
        padkernels.pad(both[:4] if wrong is both[4:] else x, 1, out=wrong)
    except ValueError as error:
        assert "out must be" in str(error)
    else:
        assert wrong.base is both, wrong
try:
    padkernels.pad(both[:4], 1, out=both[2:8])
except ValueError as error:
    assert "does not overlap" in str(error)
else:
    raise AssertionError("an overlap is accepted")
# Whether such arrays share memory takes many seconds to find out.
steps = [35454, 36021, 31219, 26027, 9871, 15200, 9937, 34288, 25555, 993, 4197]
memory = np.zeros(1 << 20, np.uint8)
scattered = np.lib.stride_tricks.as_strided(memory, [2, 2, 3, 3, 2, 2, 3, 3, 2, 2, 3], steps)
begun, out = time.monotonic(), np.ones(scattered.shape, np.uint8)
within = memory[500000:500000 + out.size].reshape(out.shape)
for result in (out, within):
    assert not padkernels.pad(scattered, 0, out=result).any()
assert time.monotonic() - begun < 5

# What breaks a rule has the diagnostic of the compiler, also where the kernel for any shape, which
# int16 has, would not look.
short, flat = np.arange(3, dtype=np.int16), np.ones((3, 2))
for x, pads, mode, interior, text in (
        (np.arange(3), 1, "constant", -1, "interior of axis 0 is -1, but must not be negative (C2)"),
        (flat, 1, ["edge", "wrap"], [0, 1 - 2**63],
         "interior of axis 1 (wrap) is -9223372036854775807, but must not be negative (C2)"),
        (np.arange(3), 3, "reflect", 0,
         "low of axis 0 is 3, but reflect extends an axis of extent 3 by at most 2; add 'periodic' "
         "to repeat it (C5)"),
        (short, (-1, 6), "symmetric", 1,
         "high of axis 0 is 6, but symmetric extends an axis of extent 5 by at most 5; add "
         "'periodic' to repeat it (C5)"),
        (flat, [(0, 0), (0, 2**63 - 1)], ["edge", "reflect"], 0,
         "high of axis 1 is 9223372036854775807, but reflect extends an axis of extent 2 by at "
         "most 1; add 'periodic' to repeat it (C5)"),
        (np.arange(0), 1, "edge", 0,
         "axis 0 is empty, and edge has nothing to extend it to 2 with; use the constant mode (C6)"),
        (short[:0], (3, -1), "edge", 0,
         "axis 0 is empty, and edge has nothing to extend it to 2 with; use the constant mode (C6)"),
        (np.arange(3), [(-2**63, 0)], "edge", 0,
         "low of axis 0 is -2^63, which exceeds 64-bit extents (C7)"),
        (short, [(1, -2**63)], "edge", 0,
         "high of axis 0 is -2^63, which exceeds 64-bit extents (C7)"),
        (flat, 1, "constant", [0, -2**63],
         "interior of axis 1 is -2^63, which exceeds 64-bit extents (C7)"),
        (np.arange(3), 2**62, "constant", 0,
         "axis 0 of extent 3 with low 4611686018427387904 and high 4611686018427387904 exceeds "
         "64-bit extents; reduce low or high (C7)"),
        (short, (1 - 2**63, 2**63 - 1), "edge", 0,
         "axis 0 of extent 3 with low -9223372036854775807 and high 9223372036854775807 exceeds "
         "64-bit extents; reduce low or high (C7)"),
        (np.arange(4), [(-2**62, 0)], "constant", 2**62,
         "axis 0 of extent 4 with interior 4611686018427387904 exceeds 64-bit extents; reduce "
         "interior (C7)"),
        (np.ones((2, 2)), 2**31, "constant", 0,
         "the result has extents (4294967298, 4294967298) and 147573952727115366432 bytes, but an "
         "address space has at most 9223372036854775807 (C7)"),
        (np.arange(3), 2**63, "constant", 0,
         "pads are up to 9223372036854775808, but must be at most 9223372036854775807 (C7)"),
        # Integers for which numpy has no type, or the type float64.
        (np.arange(3), 2**64, "constant", 0,
         "pads are up to 18446744073709551616, but must be at most 9223372036854775807 (C7)"),
        (np.arange(3), [(2**63, -1)], "constant", 0,
         "pads are up to 9223372036854775808, but must be at most 9223372036854775807 (C7)"),
        (np.arange(3), -2**63 - 1, "constant", 0,
         "pads are down to -9223372036854775809, but must be at least -9223372036854775807 (C7)"),
        (np.arange(3), 1, "constant", 2**64,
         "interior are up to 18446744073709551616, but must be at most 9223372036854775807 (C7)")):
    try:
        padkernels.pad(x, pads, mode, interior=interior)
    except ValueError as error:
        assert str(error) == text, (text, error)
    else:
        raise AssertionError(f"{x} {pads} {mode} {interior} are accepted")

# What is no pad at all says why.
for arguments, options, kind, text in (
        ((np.arange(3), 1, "mirror"), {}, ValueError, "mode is 'mirror'; it must be one of"),
        ((np.arange(3), 1, 3), {}, TypeError, "mode is 3; it must be one of"),
        ((np.arange(3), {0: 1}), {}, TypeError, "pads must be integers"),
        ((np.arange(3), 1, ["edge", "wrap"]), {}, ValueError, "mode has 2 entries, but the array has 1 axes"),
        ((np.arange(3), [(1, 2)] * 3), {}, ValueError, "pads have shape (3, 2), but the array has 1 axes"),
        ((np.arange(3), 1.5), {}, TypeError, "pads must be integers"),
        ((np.ones((2, 2)), [[1], [1, 2]]), {}, ValueError, "whose entries are lists of several lengths"),
        ((np.arange(3), 1, "edge"), {"value": 2}, ValueError, "reads no padding value"),
        ((np.arange(3, dtype=np.uint8), 1), {"value": 256}, OverflowError, ""),
        ((np.array(["a"]), 1), {}, TypeError, "x has type str"),
        ((np.arange(3, dtype=">i4"), 1), {}, TypeError, "foreign byte order")):
    try:
        padkernels.pad(*arguments, **options)
    except kind as error:
        assert text in str(error), (text, error)
    else:
        raise AssertionError(f"{arguments} {options} are accepted")

# A file that is none, or has one byte changed, is compiled again.
assert len(list(cache.iterdir())) > 50
for damage in (lambda data: data[:99] + bytes([data[99] ^ 1]) + data[100:],
               lambda data: b"no object file"):
    for file in cache.iterdir():
        file.write_bytes(damage(file.read_bytes()))
    damaged = {file: file.read_bytes() for file in cache.iterdir()}
    _pad._calls.clear()
    _kernels.kernels.clear()
    agree(np.arange(4), (1, -2), "edge")
    assert sum(file.read_bytes() != damaged[file] for file in cache.iterdir()) == 1

# Threads that ask for the same kernel at a time.
_pad._calls.clear()
results = []
threads = [threading.Thread(target=lambda: results.append(
    padkernels.pad(np.arange(1000), 5, "reflect").tolist())) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(results) == 8 and all(result == results[0] for result in results)
print(checked, "pads agree with the rule")
