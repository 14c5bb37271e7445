"""Random calls of pad, numpy_pad and torch_pad against the rule, numpy and PyTorch.

Usage: properties.py EXAMPLES [SEED]: so many of each of the three; without a seed the same ones each time.
"""

import decimal
import fractions
import math
import sys
import warnings

import hypothesis.strategies as st
import numpy as np
import padkernels
from hypothesis import HealthCheck, given, seed, settings
from padkernels import _kernels, _library, _threads, _values
from rule import breaks, expect

try:
    import torch
except ImportError:
    torch = None

examples = int(sys.argv[1])
NAMES = [name for name in _values.ELEMENT_TYPES if name != "bfloat16"]
MODES = list(_library.mode_names())
counts = {}


def count(what):
    counts[what] = counts.get(what, 0) + 1


def checked(function):
    """`function` with the settings of all properties."""
    chosen = seed(int(sys.argv[2])) if len(sys.argv) > 2 else lambda test: test
    return chosen(settings(
        max_examples=examples, deadline=None, database=None, derandomize=len(sys.argv) < 3,
        suppress_health_check=list(HealthCheck), report_multiple_bugs=False)(function))


@st.composite
def shapes(draw, least=0):
    rank = draw(st.integers(least, 5))
    extents = st.integers(0, 5 if rank > 2 else 9)
    shape = [draw(extents) for _ in range(rank)]
    if rank and draw(st.integers(0, 7)) == 0:
        shape[draw(st.integers(0, rank - 1))] = draw(st.integers(10, 70))
    return tuple(shape)


@st.composite
def elements(draw, name, shape):
    """A dense array of random bits, which are elements of type `name`."""
    bits = np.random.default_rng(draw(st.integers(0, 2**32))).bytes(math.prod(shape) * np.dtype(name).itemsize)
    array = np.frombuffer(bits, np.uint8 if name == "bool" else name)
    return (array & 1).astype(bool).reshape(shape) if name == "bool" else array.reshape(shape).copy()


@st.composite
def views(draw, name, shape):
    """An array of `shape` with any strides: steps of both signs, none, other orders, odd addresses."""
    kind = draw(st.sampled_from(["dense", "steps", "order", "repeated", "odd", "fixed"]))
    if kind == "steps":
        steps = [draw(st.sampled_from([-3, -2, -1, 1, 2, 3])) for _ in shape]
        base = draw(elements(name, tuple(abs(step) * d for step, d in zip(steps, shape))))
        return base[tuple(slice(None, None, step) for step in steps)][tuple(slice(0, d) for d in shape)]
    if kind == "order":
        order = draw(st.permutations(range(len(shape))))
        return draw(elements(name, tuple(shape[axis] for axis in order))).transpose(np.argsort(order))
    if kind == "repeated":
        ones = tuple(draw(st.sampled_from([1, d])) for d in shape)
        return np.broadcast_to(draw(elements(name, ones)), shape)
    array = draw(elements(name, shape))
    if kind == "odd":
        memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
        memory[:] = np.frombuffer(array.tobytes(), np.uint8)
        return memory.view(name).reshape(shape)
    if kind == "fixed":
        array.flags.writeable = False
    return array


@st.composite
def values(draw):
    """Numbers of Python, numpy and PyTorch, and what is none."""
    number = draw(st.one_of(
        st.integers(-3, 300), st.integers(-2**70, 2**70), st.floats(width=16), st.floats(width=32),
        st.floats(), st.booleans(), st.complex_numbers(max_magnitude=100), st.sampled_from(
            [0, 0.0, -0.0, 1.1, math.nan, math.inf, 65519.0, 65520.0, 3.4028235e38, 1e39, 2.7, 1j])))
    wrap = draw(st.sampled_from(["plain", "numpy", "array", "list", "tensor", "exact", "no number"]))
    if wrap == "numpy" or wrap == "array":
        name = draw(st.sampled_from(NAMES))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                number = np.dtype(name).type(number)
            except (OverflowError, TypeError, ValueError):
                return number
        return np.array(number) if wrap == "array" else number
    if wrap == "list":
        return [number] * draw(st.integers(1, 2))
    if wrap == "tensor" and torch and not (isinstance(number, int) and abs(number) >= 2**63):
        return torch.tensor(number)
    if wrap == "exact" and not isinstance(number, complex) and math.isfinite(number):
        return draw(st.sampled_from([fractions.Fraction, decimal.Decimal]))(number)
    if wrap == "no number":
        return draw(st.sampled_from(["7", None, object(), np.datetime64("2020-01-01"), b"1"]))
    return number


def usual_values(name):
    """Numbers that elements of type `name` have."""
    kind = np.dtype(name).kind
    numbers = {"b": st.booleans(), "u": st.integers(0, 255), "i": st.integers(-128, 127)}.get(
        kind, st.floats(-1000, 1000))
    return st.one_of(numbers, numbers, numbers.map(np.dtype(name).type))


def element_of(name, value):
    """The element that `value` is, or None if `pad` refuses it, written without `_values`."""
    if torch and isinstance(value, torch.Tensor):
        value = value.numpy()[()]
    if isinstance(value, np.ndarray) and not value.ndim:
        value = value[()]
    if not isinstance(value, (bool, int, float, complex, fractions.Fraction, decimal.Decimal, np.number, np.bool_)) \
            or isinstance(value, np.timedelta64):
        return None
    if isinstance(value, np.generic) and value.dtype.name == name:
        return value
    dtype = np.dtype(name)
    if isinstance(value, (complex, np.complexfloating)) and dtype.kind != "c":
        return None
    if dtype.kind in "biu":
        least, most = (0, 1) if dtype.kind == "b" else (np.iinfo(name).min, np.iinfo(name).max)
        exact = value == value and abs(value) != math.inf and value == int(value)
        return dtype.type(int(value)) if exact and least <= value <= most else None
    with np.errstate(over="ignore"):
        element = np.asarray(value).astype(dtype)[()]
    exact = complex(value)
    parts = (element.real, exact.real), (element.imag, exact.imag)
    return None if any(np.isinf(own) and math.isfinite(part) for own, part in parts) else element


def outcome(function, *arguments, **options):
    """The result of a call, or its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*arguments, **options), None
        except Exception as error:
            return None, error


@st.composite
def processes(draw):
    """How the kernels of the process are chosen: few shapes with kernels of their own, few bytes that threads share."""
    _kernels.STATIC_SHAPES = draw(st.sampled_from([0, 1, 3, 3, 3]))
    _threads.LEAST_BYTES = draw(st.sampled_from([0, 64, 1 << 24, 1 << 24]))
    padkernels.set_num_threads(draw(st.integers(1, 3)))


@checked
@given(st.data())
def check_pad(data):
    draw = data.draw
    draw(processes())
    name, shape = draw(st.sampled_from(NAMES)), draw(shapes())
    x, rank = draw(views(name, shape)), len(shape)
    named = st.sampled_from(MODES + ["reflect periodic", "symmetric periodic"])
    mode = draw(st.one_of(named, named, st.tuples(*[named] * rank), st.lists(named, min_size=rank, max_size=rank)))
    amounts = draw(st.sampled_from([st.integers(0, 1), st.integers(0, 3), st.integers(-3, 1), st.integers(-12, 12)]))
    pads = draw(st.one_of(amounts, st.tuples(amounts, amounts), st.lists(
        st.tuples(amounts, amounts), min_size=rank, max_size=rank)))
    interior = draw(st.sampled_from([None, None, 0, 1, tuple(axis % 3 for axis in range(rank))]))
    by_array = draw(st.booleans())
    given_pads = np.asarray(pads, np.int16) if by_array and rank else pads
    value = draw(st.one_of(st.just(0), usual_values(name), values()))
    wide = np.broadcast_to(np.asarray(pads, np.int64), (rank, 2)).tolist() if rank else []
    inner = np.broadcast_to(np.asarray(interior or 0, np.int64), (rank,)).tolist()
    modes = [mode] * rank if isinstance(mode, str) else list(mode)
    reads_value = any(inner) or "constant" in modes or not rank
    element = element_of(name, value) if reads_value else element_of("complex128", value)
    valid = (element is not None and (reads_value or element == 0)
             and not any(breaks(d, p, q, own, r) for d, (p, q), own, r in zip(shape, wide, modes, inner)))
    # A list without entries is one mode for no axis, and needs none.
    valid = valid and (isinstance(mode, str) or len(mode) == rank)
    options = {"value": value} if value is not 0 or draw(st.booleans()) else {}
    result, error = outcome(padkernels.pad, x, given_pads, mode, interior=interior, **options)
    where = (name, shape, x.strides, pads, mode, interior, value, error)
    if not valid:
        assert isinstance(error, (TypeError, ValueError, OverflowError)), where
        count("pads refused")
        return
    assert error is None, where
    expected = expect(x, wide, modes, inner, element if reads_value else 0)
    assert result.dtype == x.dtype and result.shape == expected.shape, where
    assert result.tobytes() == expected.tobytes(), (where, result, expected)
    count("pads")
    # The same into memory of the caller, and into what is none.
    memory = np.full(result.nbytes + 64, 0xa5, np.uint8)
    place = draw(st.sampled_from([0, 16, 1, 3]))
    out = memory[place:place + result.nbytes].view(name).reshape(result.shape)
    # An empty array is aligned everywhere, and has no memory to share.
    _, error = outcome(padkernels.pad, x, given_pads, mode, interior=interior, out=out, **options)
    assert (error is None) == out.flags.aligned, (where, place, error)
    wanted = np.full(memory.size, 0xa5, np.uint8)
    if error is None:
        wanted[place:place + result.nbytes] = np.frombuffer(expected.tobytes(), np.uint8)
    assert memory.tobytes() == wanted.tobytes(), where
    wrong = draw(st.sampled_from([np.empty(result.shape + (1,), name), result.tolist(), np.empty(
        result.shape, "S3"), np.broadcast_to(np.empty((), name), result.shape)]))
    _, error = outcome(padkernels.pad, x, given_pads, mode, interior=interior, out=wrong, **options)
    assert isinstance(error, ValueError), (where, wrong)


@checked
@given(st.data())
def check_numpy_pad(data):
    draw = data.draw
    draw(processes())
    name, shape = draw(st.sampled_from(NAMES + ["longdouble", ">i4", "S2", "datetime64[s]", "object"])), draw(shapes())
    x, rank = (draw(views(name, shape)) if name in NAMES else np.zeros(shape, name)), len(shape)
    mode = draw(st.sampled_from(MODES * 5 + ["mean", "maximum", "linear_ramp", "none", None, 3, b"edge"]))
    usual = draw(st.integers(0, 3)) > 0
    amounts = draw(st.sampled_from([st.integers(0, 1), st.integers(0, 3), st.integers(0, 12)] if usual else [
        st.integers(-1, 3), st.floats(0, 3), st.booleans()]))
    forms = [amounts, st.tuples(amounts, amounts), st.lists(amounts, min_size=1, max_size=1),
             st.lists(st.tuples(amounts, amounts), min_size=rank, max_size=rank)]
    pads = draw(st.one_of(forms if usual else forms + [st.lists(amounts, max_size=3)]))
    if draw(st.booleans()):
        pads = np.asarray(pads)
        if draw(st.integers(0, 9)) == 0:
            pads = pads.astype(draw(st.sampled_from(["int8", "uint8", "uint64", ">i4"])))
    options = {}
    if draw(st.booleans()) and (mode == "constant" or not usual):
        options["constant_values"] = draw(st.one_of(
            usual_values(name) if name in NAMES else st.just(0), values(), st.tuples(values(), values())))
    if draw(st.integers(0, 19)) == 0:
        options[draw(st.sampled_from(["reflect_type", "stat_length", "other"]))] = draw(st.sampled_from(
            ["even", "odd", 1, None]))
    ours, our_error = outcome(padkernels.numpy_pad, x, pads, mode, **options)
    theirs, their_error = outcome(np.pad, x, pads, mode, **options)
    where = (name, shape, x.strides, pads, mode, options, our_error, their_error)
    assert type(our_error) is type(their_error) and str(our_error) == str(their_error), where
    if their_error is None:
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, where
        assert ours.strides == theirs.strides or not ours.size, (where, ours.strides, theirs.strides)
        # Some bytes of a long double mean nothing.
        same = (np.array_equal(ours, theirs, equal_nan=name == "longdouble") if name in ("object", "longdouble")
                else ours.tobytes() == theirs.tobytes())
        assert same, (where, ours, theirs)
    count("calls of numpy_pad" if their_error is None else "errors of numpy.pad")


@checked
@given(st.data())
def check_torch_pad(data):
    draw = data.draw
    draw(processes())
    names = [name for name in NAMES if not name.startswith("uint") or name == "uint8"]
    name = draw(st.sampled_from(names + ["float32", "float64"] * 3))
    shape = draw(st.one_of(shapes(1), st.lists(st.integers(1, 6), min_size=2, max_size=5).map(tuple)))
    x = draw(views(name, shape))
    # PyTorch has no negative strides, odd addresses or memory that is only read.
    x = x.copy() if any(step < 0 for step in x.strides) or not x.flags.aligned else x
    tensor = torch.from_numpy(x if x.flags.writeable else x.copy())
    if name == "float16" and draw(st.booleans()):
        tensor = tensor.view(torch.bfloat16)
    form = draw(st.sampled_from(["plain", "plain", "channels last", "conjugate", "broadcast", "slice"]))
    if form == "channels last" and tensor.dim() == 4:
        tensor = tensor.contiguous(memory_format=torch.channels_last)
    elif form == "conjugate" and tensor.is_complex():
        tensor = tensor.conj()
    elif form == "broadcast":
        tensor = tensor[:1].expand(shape)
    elif form == "slice" and tensor.dim():
        tensor = tensor[..., ::2]
    usual = draw(st.integers(0, 3)) > 0
    mode = draw(st.sampled_from(["constant", "reflect", "replicate", "circular"] * 4 + ["edge", 3, None]))
    amounts = draw(st.sampled_from([st.integers(0, 1), st.integers(0, 3), st.integers(-2, 3), st.integers(0, 12)]))
    # Modes that extend the data pad the last axes of one element or of a batch of them.
    axes = tensor.dim() if mode == "constant" else max(tensor.dim() - draw(st.integers(1, 2)), 0)
    pads = draw(st.lists(amounts, min_size=2 * axes, max_size=2 * axes) if usual else st.lists(
        amounts, max_size=2 * len(shape) + 1))
    if usual:
        # From the last axis on; PyTorch repeats nothing.
        most = [d - 1 if mode == "reflect" else d if mode == "circular" else 12
                for d in reversed(tensor.shape) for _ in range(2)]
        pads = [min(amount, limit) for amount, limit in zip(pads, most)]
    if mode == "circular" and any(min(pair) < 0 < max(pair) for pair in zip(pads[::2], pads[1::2])):
        # PyTorch 1 leaves elements of such a result as the memory was.
        pads = [max(pad, 0) for pad in pads]
    value = None
    if mode == "constant" or not usual:
        value = draw(st.one_of(st.none(), usual_values(name).map(lambda own: getattr(own, "item", lambda: own)()),
                               st.floats(width=32), values()))
    padkernels._torch.LEAST_ELEMENTS = dict.fromkeys(padkernels._torch.LEAST_ELEMENTS, 0)
    ours, our_error = outcome(padkernels.torch_pad, tensor, pads, mode, value)
    theirs, their_error = outcome(torch.nn.functional.pad, tensor, pads, mode, value)
    where = (tensor.dtype, tensor.shape, tensor.stride(), form, pads, mode, value, our_error, their_error)
    assert type(our_error) is type(their_error) and str(our_error) == str(their_error), where
    if their_error is None:
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, where
        assert ours.stride() == theirs.stride() or not ours.numel(), (where, ours.stride(), theirs.stride())
        bits = [np.frombuffer(bytes(t.resolve_conj().contiguous().clone().untyped_storage() if hasattr(
            t, "untyped_storage") else t.resolve_conj().contiguous().clone().storage().untyped()), np.uint8)
            for t in (ours, theirs)]
        assert bits[0].tobytes() == bits[1].tobytes(), (where, ours, theirs)
    count("calls of torch_pad" if their_error is None else "errors of PyTorch")


for check in (check_pad, check_numpy_pad, *([check_torch_pad] if torch else [])):
    counts.clear()
    check()
    print("random calls agree:", ", ".join(f"{number} {what}" for what, number in counts.items()), flush=True)
