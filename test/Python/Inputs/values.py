"""Which values and arguments padkernels.pad takes, and what it says of others."""

import decimal
import fractions
import tempfile

import numpy as np
import padkernels
from padkernels import _values

padded = refused = 0


def takes(name, value, expected):
    """The value is an element with the bytes of `expected`."""
    global padded
    result = padkernels.pad(np.ones(2, name), (1, 2), value=value)
    wanted = np.array([expected] * 3, name)
    assert result[[0, 3, 4]].tobytes() == wanted.tobytes(), (name, value, result)
    assert (result[1:3] == np.ones(2, name)).all(), (name, value, result)
    padded += 1


def refuses(kind, text, *arguments, **options):
    """The call raises `kind` with `text`, each time."""
    global refused
    for _ in range(2):
        try:
            padkernels.pad(*arguments, **options)
        except kind as error:
            assert text in str(error), (text, error)
        else:
            raise AssertionError(f"{arguments} {options} are accepted")
    refused += 1


FLOATS = ["float16", "float32", "float64"]
INTEGERS = [name for name in _values.ELEMENT_TYPES if "int" in name]
COMPLEX = ["complex64", "complex128"]
for name in FLOATS + COMPLEX:
    for value in (0, 0.0, -0.0, False, True, 1, 1.1, np.float16(1.1), np.float32(1.1), np.float64(1.1),
                  np.float32(-0.0), np.array(1.123456789), np.array(1.1234567891), np.array(1.1234),
                  np.inf, -np.inf, np.int8(-3), np.uint64(7), fractions.Fraction(1, 3)):
        takes(name, value, value)
    takes(name, decimal.Decimal("0.1"), 0.1)
    refuses(TypeError, "value is 'x', but must be a number", np.ones(2, name), 1, value="x")
    refuses(TypeError, "value is None, but must be a number", np.ones(2, name), 1, value=None)
    refuses(ValueError, "value has shape (2,), but must be one number", np.ones(2, name), 1, value=[1, 2])
    refuses(ValueError, "value has shape (1,), but must be one number", np.ones(2, name), 1,
            value=np.ones(1))
for name in FLOATS:
    refuses(TypeError, f"value is 1j, but {name} has no complex numbers", np.ones(2, name), 1, value=1j)
for name, value in (("float16", 65520.0), ("float16", 1e300), ("float32", 1e39), ("float32", -10**39),
                    ("complex64", 1e39), ("complex64", complex(0, 1e39)),
                    ("complex64", complex(np.inf, 1e39)), ("float64", 2**1024),
                    ("complex128", -2**1024)):
    refuses(OverflowError, f"value is {value!r}, which is too large for {name}", np.ones(2, name), 1,
            value=value)
# What rounds to the largest is not too large.
takes("float16", 65519.0, 65504.0)
takes("float32", float(np.finfo("f4").max) + 2.0**102, np.finfo("f4").max)
for name in COMPLEX:
    takes(name, 1 - 2j, 1 - 2j)
    takes(name, complex(-0.0, float("inf")), complex(-0.0, float("inf")))
# A NaN keeps its payload and sign.
for name, bits in (("float16", 0xfc01), ("float32", 0xffa00001), ("float64", 0xfff4000000000001)):
    nan = np.array(bits, "u" + name[5:].replace("16", "int16").replace("32", "int32").replace("64", "int64")).view(name)
    for value in (nan, nan[()]):
        takes(name, value, nan)
takes("float32", float("nan"), np.float32("nan"))
for name in INTEGERS:
    least, most = np.iinfo(name).min, np.iinfo(name).max
    for value in (least, most, 0, 1, True, 3.0, np.float32(5), np.int64(7), np.uint8(9),
                  fractions.Fraction(4, 2), np.array(most, name)):
        takes(name, value, int(value))
    for value in (least - 1, most + 1, 10**30):
        refuses(OverflowError, f"value is {value!r}, but {name} has numbers from {least} to {most} only",
                np.ones(2, name), 1, value=value)
    for value, kind in ((2.7, ValueError), (float("nan"), ValueError), (float("inf"), OverflowError),
                        (fractions.Fraction(1, 2), ValueError)):
        refuses(kind, f"value is {value!r}, but {name} has integers only", np.ones(2, name), 1, value=value)
    for value in ("7", np.datetime64("2020-01-01"), np.timedelta64(3, "s"), None, object()):
        refuses(TypeError, ", but must be a number", np.ones(2, name), 1, value=value)
    refuses(TypeError, f"but {name} has no complex numbers", np.ones(2, name), 1, value=1j)
for value in (True, 1, 1.0, np.True_):
    takes("bool", value, True)
refuses(OverflowError, "value is 2, but bool has numbers from 0 to 1 only", np.ones(2, bool), 1, value=2)

# Where no value is read, only zero is none.
edge = np.ones(2), 1, "edge"
for value in (0, 0.0, False, np.zeros(())):
    assert padkernels.pad(*edge, value=value).tolist() == [1, 1, 1, 1]
for value in (1, float("nan"), np.ones(())):
    refuses(ValueError, "reads no padding value", *edge, value=value)
refuses(TypeError, "value is '7', but must be a number", *edge, value="7")

# What equals an integer need not be one, also after a pad by that integer.
matrix = np.ones((2, 2))
for pads in (2, [2, 1], [(2, 1)], [(1, 2), (2, 1)]):
    for known in (pads, np.array(pads), np.array(pads, np.int8)):
        assert padkernels.pad(matrix, known).tobytes() == np.pad(matrix, pads).tobytes(), known
assert padkernels.pad(matrix, [np.int64(2), 1]).shape == (5, 5)
for pads in (2.0, True, [2.0, 1], [True, True], [(2, 1.0)], np.float64(2), np.array([2.0, 1]), "2", None,
             np.timedelta64(2, "ns"), [2**64, 1.0]):
    refuses(TypeError, "pads must be integers", matrix, pads)
for interior in (1.0, True, [1, 1.0], "1"):
    padkernels.pad(matrix, 1, interior=1)
    refuses(TypeError, "interior must be integers", matrix, 1, interior=interior)
changed = np.array([1, 2])
for wanted in (5, 7, 9):
    assert padkernels.pad(matrix, changed).shape == (wanted, wanted)
    changed += 1
for mode in ("edge", np.str_("edge"), ["edge", "edge"], ("edge", np.str_("edge"))):
    assert padkernels.pad(matrix, 1, mode).shape == (4, 4)
for mode in (None, 1, b"edge", ["edge", 1], np.array(["edge", "edge"])):
    refuses(TypeError, "it must be one of", matrix, 1, mode)

# Memory that is only read, classes derived from arrays, and memory that is not aligned.
with tempfile.NamedTemporaryFile() as file:
    file.write(bytes(range(8)))
    file.flush()
    assert padkernels.pad(np.memmap(file.name, np.uint8, "r"), 1).tolist() == [0, *range(8), 0]


class Derived(np.ndarray):
    """An array that is not only one."""


fixed = np.arange(4)
fixed.flags.writeable = False
assert padkernels.pad(fixed, 1, "wrap").tolist() == [3, 0, 1, 2, 3, 0]
assert padkernels.pad(fixed.view(Derived), 1, "wrap").tolist() == [3, 0, 1, 2, 3, 0]
assert padkernels.pad(np.matrix([[True, False]]), 1, "edge").tolist() == [[True, True, False, False]] * 3
refuses(TypeError, "foreign byte order", np.arange(3, dtype=">i4").view(Derived), 1)
memory = np.zeros(100, np.uint8)
odd = memory[1:33].view(np.float64)
odd[:] = range(4)
assert not odd.flags.aligned
assert padkernels.pad(odd, 1, "edge").tolist() == [0, 0, 1, 2, 3, 3]
assert padkernels.numpy_pad(odd, 1, "edge").tolist() == [0, 0, 1, 2, 3, 3]
must = "out must be a writable, aligned and C-contiguous array of type float64 and shape (4,) that does not overlap x, but it "
four = np.arange(4.0)
for out, flaw in ((odd, "is not aligned"), (four, "overlaps"), (np.empty(8)[::2], "is not C-contiguous"),
                  (np.broadcast_to(0.0, 4), "is read-only"), (np.empty(5), "has shape (5,)"),
                  (np.empty(4, np.float32), "has type float32"), (np.empty(4, ">f8"), "has type >f8"),
                  ([0.0] * 4, "is of class builtins.list, not numpy.ndarray"),
                  (np.empty(4).view(Derived), "is of class __main__.Derived, not numpy.ndarray")):
    refuses(ValueError, must + flaw, four, 0, out=out)
print(padded, "values are padded with,", refused, "arguments are refused")
