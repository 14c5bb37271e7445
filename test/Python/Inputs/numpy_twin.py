"""padkernels.numpy_pad gives what numpy.pad gives: types, modes, widths, errors."""

import warnings

import numpy as np
import padkernels
from padkernels import _numpy, _values

rng = np.random.default_rng(1)
called, left = 0, []


def count(*arguments, by_numpy=_numpy._pad_by_numpy):
    """What has no kernel."""
    left.append(arguments)
    return by_numpy(*arguments)


_numpy._pad_by_numpy = count


def agree(array, width, mode="constant", compiled=True, **options):
    """Compares with numpy, and checks whether a kernel did it."""
    global called
    left.clear()
    ours = padkernels.numpy_pad(array, width, mode, **options)
    theirs = np.pad(array, width, mode, **options)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, (ours, theirs)
    assert ours.tobytes() == theirs.tobytes(), (mode, width, options, ours, theirs)
    assert (not left) == compiled, (mode, width, options)
    called += compiled


for mode in ("constant", "edge", "reflect", "symmetric", "wrap"):
    agree(rng.random((3, 4, 5)), ((1, 2), (0, 3), (2, 2)), mode)
    agree(rng.random((3, 4), dtype=np.float32)[::-1, ::2], 1, mode)
    agree(np.arange(4), (1, 2), mode)
    agree(np.arange(6).reshape(2, 3), [(1, 0)], mode)
for name in _values.ELEMENT_TYPES:
    if name != "bfloat16":
        array = (rng.random((2, 3)) * 100).astype(name)
        agree(array, 1, "edge")
        agree(array, (2, 0), constant_values=1)
agree(np.ones(3, np.float32), 1, constant_values=-0.0)
agree(np.ones(3, np.float32), 1, constant_values=np.inf)
agree(np.ones(3, np.float16), 1, constant_values=0.1)
agree(np.ones(3, np.int8), 1, constant_values=-7)
agree(np.ones(3, np.uint64), 1, constant_values=2**64 - 1)
agree(np.float64(3), 0, compiled=False)
agree(np.ones((0, 2)), ((1, 1), (0, 0)))

# A mode for each axis: as numpy gives it one axis after the other.
def agree_by_axis(array, width, modes, compiled=True, **options):
    global called
    theirs = array
    left.clear()
    for axis, mode in enumerate(modes):
        only = [(0, 0)] * array.ndim
        only[axis] = width[axis]
        own = {name: value for name, value in options.items() if name in {
            "constant": ["constant_values"], "linear_ramp": ["end_values"],
            "reflect": ["reflect_type"]}.get(mode, ())}
        theirs = np.pad(theirs, only, mode, **own)
    ours = padkernels.numpy_pad(array, width, modes, **options)
    assert ours.tobytes() == theirs.tobytes() and ours.shape == theirs.shape, (modes, ours, theirs)
    assert (not left) == compiled, (modes, width)
    called += compiled


grid, box = rng.random((3, 5), dtype=np.float32), rng.random((2, 3, 4))
agree_by_axis(grid, [(1, 1), (2, 2)], ["edge", "wrap"])
agree_by_axis(grid, [(2, 0), (1, 4)], ["reflect", "constant"], constant_values=7)
agree_by_axis(box, [(1, 2), (3, 1), (0, 3)], ["constant", "symmetric", "reflect"])
agree_by_axis(grid, [(5, 1), (2, 2)], ["reflect", "wrap"], compiled=False)
agree_by_axis(grid, [(1, 1), (2, 2)], ["mean", "wrap"], compiled=False)
agree_by_axis(grid, [(1, 2), (2, 1)], ["reflect", "edge"], compiled=False, reflect_type="odd")
agree_by_axis(grid, [(1, 2), (2, 1)], ["linear_ramp", "constant"], compiled=False, end_values=3,
              constant_values=(1, 2))
for options in ({"bogus": 3}, {"end_values": 3}, {"constant_values": 3, "stat_length": 2}):
    try:
        padkernels.numpy_pad(grid, 1, ["edge", "reflect"], **options)
    except ValueError as error:
        assert "unsupported keyword arguments for modes ['edge', 'reflect']" in str(error)
    else:
        raise AssertionError(f"accepted: {options}")
try:
    padkernels.numpy_pad(box, 1, ["edge", "wrap"])
except ValueError as error:
    assert "mode has 2 entries, but there are 3 axes" in str(error)
else:
    raise AssertionError("too few modes are accepted")

# What numpy does itself.
agree(np.ones(3, np.longdouble), 1, compiled=False)
agree(np.ones(3, ">f4"), 1, compiled=False)
agree(np.asfortranarray(np.ones((2, 3))), 1, compiled=False)
agree(np.arange(3), 5, "reflect", compiled=False)
agree(np.arange(3), 1, "mean", compiled=False)
agree(np.arange(3), 1, "reflect", compiled=False, reflect_type="odd")
agree(np.arange(3), 1, constant_values=(1, 2), compiled=False)
for arguments in ((np.arange(3), -1), (np.arange(3), 1.5), (np.ones((2, 3)), [(1, 1)] * 3),
                  (np.ones(0), 1, "edge"), (np.arange(3), 1, "none")):
    errors = []
    for function in (padkernels.numpy_pad, np.pad):
        try:
            function(*arguments)
        except (TypeError, ValueError) as error:
            errors.append((type(error), str(error)))
    assert len(errors) == 2 and errors[0] == errors[1], (arguments, errors)

# Values are numpy's: what it makes of them, warns of and refuses.
def outcome(function, *arguments, **options):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = function(*arguments, **options)
            given = result.dtype, result.tobytes()
        except Exception as error:
            given = type(error), str(error)
    return given, [(entry.category, str(entry.message)) for entry in warned]


VALUES = [0, -0.0, 1.1, np.float32(1.1), np.float64(1.1), np.array(1.123456789),
          np.array(1.1234567891), [2], [[3]], np.inf, -np.inf, np.nan, 1e300, 300, -1, 2**64, 10**400,
          2.7, "7", "x", None, True, 1j, np.complex64(1 + 2j), np.datetime64("2020-01-01"),
          np.timedelta64(3, "s"), (1, 2), [(1, 2)], object()]
for name in _values.ELEMENT_TYPES:
    for value in VALUES if name != "bfloat16" else ():
        array = np.ones(2, name)
        arguments = (array, 1, "constant"), {"constant_values": value}
        for _ in range(2):
            ours = outcome(padkernels.numpy_pad, *arguments[0], **arguments[1])
            theirs = outcome(np.pad, *arguments[0], **arguments[1])
            # A result may be warned of once where numpy warns for each side.
            assert ours[0] == theirs[0] and set(ours[1]) == set(theirs[1]), (name, value, ours, theirs)
            called += 1
# What equals an integer need not be one.
array = np.ones((2, 3))
for widths in (2, 2.0, True, np.True_, np.float64(2), np.int8(2), [2], [2.0], [[1, 2]], [[1, 2.0]],
               np.array([1, 2]), np.array([1.0, 2]), np.uint8(2), np.array([1, 1], np.uint64), ((1, 2), (True, 1)), [], "2", None):
    for _ in range(2):
        assert outcome(padkernels.numpy_pad, array, widths) == outcome(np.pad, array, widths), widths
changed = np.array([1, 2])
for _ in range(3):
    agree(array, changed)
    changed += 1


class Quantity:
    """An array of another library."""

    ndim = 1

    def __array_function__(self, function, types, arguments, options):
        return function.__name__, arguments[1:], options


class Marked(np.ndarray):
    def __array_function__(self, function, types, arguments, options):
        return function.__name__, types


class Plain(np.ndarray):
    pass


assert (padkernels.numpy_pad(Quantity(), 1, constant_values=2)
        == np.pad(Quantity(), 1, "constant", constant_values=2))
assert padkernels.numpy_pad(Quantity(), 1, ["edge"]) == np.pad(Quantity(), [(1, 1)], "edge")
marked = np.ones(3).view(Marked)
assert padkernels.numpy_pad(marked, 1) == np.pad(marked, 1) == ("pad", (Marked,))
assert type(padkernels.numpy_pad(np.ones(3).view(Plain), 1)) is type(np.pad(np.ones(3).view(Plain), 1))

# In numpy's place, it still finds numpy for what it leaves to it.
numpy_pad = np.pad
left = [(np.arange(6.), 2, "linear_ramp", {"end_values": 1}), (np.arange(6).reshape(2, 3), 1, "mean", {}),
        (np.arange(6), 3, "reflect", {"reflect_type": "odd"}), (np.arange(6), (1, 2), "constant", {"constant_values": (1, 2)}),
        (np.asfortranarray(np.ones((2, 3))), 1, "edge", {}), (np.array(["a", "b"], object), 1, "wrap", {}),
        (marked, 1, "edge", {}), (np.ones((2, 3)), 1, "unknown", {})]
wanted = [outcome(numpy_pad, *arguments[:3], **arguments[3]) for arguments in left]
by_axis = padkernels.numpy_pad(np.ones((2, 3)), 1, ["mean", "edge"])
np.pad = padkernels.numpy_pad
try:
    for arguments, theirs in zip(left, wanted):
        assert outcome(np.pad, *arguments[:3], **arguments[3]) == theirs, arguments
        called += 1
    assert (np.pad(np.ones((2, 3)), 1, ["mean", "edge"]) == by_axis).all()
finally:
    np.pad = numpy_pad

print(called, "calls agree with numpy", np.__version__)
