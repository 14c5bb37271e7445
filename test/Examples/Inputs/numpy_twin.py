"""fastpad.pad gives what numpy.pad gives: types, modes, widths, errors, and cache."""

import os
import subprocess
import sys
from pathlib import Path

import fastpad
import numpy as np

rng = np.random.default_rng(1)
cache = Path(os.environ["XDG_CACHE_HOME"]) / "pad"
called = 0


def agree(array, width, mode="constant", compiled=True, **options):
    """Compares with numpy, and checks whether a kernel did it."""
    global called
    known = fastpad._kernel.cache_info()
    ours, theirs = fastpad.pad(array, width, mode, **options), np.pad(array, width, mode, **options)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, (ours, theirs)
    assert ours.tobytes() == theirs.tobytes(), (mode, width, options, ours, theirs)
    now = fastpad._kernel.cache_info()
    assert (now.hits + now.misses > known.hits + known.misses) == compiled, (mode, width, options)
    called += compiled


for mode in ("constant", "edge", "reflect", "symmetric", "wrap"):
    agree(rng.random((3, 4, 5)), ((1, 2), (0, 3), (2, 2)), mode)
    agree(rng.random((3, 4), dtype=np.float32)[::-1, ::2], 1, mode)
    agree(np.arange(4), (1, 2), mode)
    agree(np.arange(6).reshape(2, 3), [(1, 0)], mode)
for name in fastpad.TYPES:
    if name != "bfloat16":
        array = (rng.random((2, 3)) * 100).astype(name)
        agree(array, 1, "edge")
        agree(array, (2, 0), constant_values=1)
agree(np.ones(3, np.float32), 1, constant_values=-0.0)
agree(np.ones(3, np.float32), 1, constant_values=np.inf)
agree(np.ones(3, np.float16), 1, constant_values=0.1)
agree(np.ones(3, np.int8), 1, constant_values=-7)
agree(np.ones(3, np.uint64), 1, constant_values=2**64 - 1)
agree(np.float64(3), 0)
agree(np.ones((0, 2)), ((1, 1), (0, 0)))

# A mode for each axis: as numpy gives it one axis after the other.
def agree_by_axis(array, width, modes, compiled=True, **options):
    global called
    known, theirs = fastpad._kernel.cache_info(), array
    for axis, mode in enumerate(modes):
        only = [(0, 0)] * array.ndim
        only[axis] = width[axis]
        theirs = np.pad(theirs, only, mode, **(options if mode == "constant" else {}))
    ours = fastpad.pad(array, width, modes, **options)
    assert ours.tobytes() == theirs.tobytes() and ours.shape == theirs.shape, (modes, ours, theirs)
    now = fastpad._kernel.cache_info()
    assert (now.hits + now.misses > known.hits + known.misses) == compiled, (modes, width)
    called += compiled


grid, box = rng.random((3, 5), dtype=np.float32), rng.random((2, 3, 4))
agree_by_axis(grid, [(1, 1), (2, 2)], ["edge", "wrap"])
agree_by_axis(grid, [(2, 0), (1, 4)], ["reflect", "constant"], constant_values=7)
agree_by_axis(box, [(1, 2), (3, 1), (0, 3)], ["constant", "symmetric", "reflect"])
agree_by_axis(grid, [(5, 1), (2, 2)], ["reflect", "wrap"], compiled=False)
agree_by_axis(grid, [(1, 1), (2, 2)], ["mean", "wrap"], compiled=False)
try:
    fastpad.pad(box, 1, ["edge", "wrap"])
except ValueError as error:
    assert "mode has 2 entries, but there are 3 axes" in str(error)
else:
    raise AssertionError("too few modes are accepted")

# What numpy does itself.
agree(np.ones(3, complex), 1, compiled=False)
agree(np.ones(3, ">f4"), 1, compiled=False)
agree(np.asfortranarray(np.ones((2, 3))), 1, compiled=False)
agree(np.arange(3), 5, "reflect", compiled=False)
agree(np.arange(3), 1, "mean", compiled=False)
agree(np.arange(3), 1, "reflect", compiled=False, reflect_type="odd")
agree(np.arange(3), 1, constant_values=(1, 2), compiled=False)
for arguments in ((np.arange(3), -1), (np.arange(3), 1.5), (np.ones((2, 3)), [(1, 1)] * 3),
                  (np.ones(0), 1, "edge"), (np.arange(3), 1, "none")):
    errors = []
    for function in (fastpad.pad, np.pad):
        try:
            function(*arguments)
        except (TypeError, ValueError) as error:
            errors.append((type(error), str(error)))
    assert len(errors) == 2 and errors[0] == errors[1], (arguments, errors)

# A file for each kernel, and the next process compiles none.
files = {file: file.stat().st_mtime_ns for file in cache.iterdir()}
# Signed and unsigned integers share one.
assert 30 < len(files) <= fastpad._kernel.cache_info().currsize, files
if len(sys.argv) == 1:
    subprocess.run([sys.executable, "-B", __file__, "again"], check=True)
    assert files == {file: file.stat().st_mtime_ns for file in cache.iterdir()}
    print(called, "calls agree with numpy", np.__version__)
