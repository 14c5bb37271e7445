"""Gradients of padkernels.pad, and those of PyTorch under padkernels.install()."""

import itertools
import random
from unittest import mock

import padkernels
import torch
import torch.nn.functional as F
from padkernels import _kernels, _shim, _torch
from tier import IS_LONG, share

draw = random.Random(1)
MODES = ["constant", "edge", "reflect", "symmetric", "wrap", "reflect periodic", "symmetric periodic"]
checked = 0
for number in range((10 if IS_LONG else 1) * len(MODES)):
    rank = draw.randint(1, 3)
    modes = [draw.choice(MODES) for _ in range(rank - 1)] + [MODES[number % len(MODES)]]
    shape = [draw.randint(3, 5) for _ in range(rank)]
    pads = [(draw.randint(-1, 2), draw.randint(-1, 2)) for _ in range(rank)]
    interior = [draw.choice([0, 0, 1]) for _ in range(rank)]
    x = torch.randn(shape, dtype=torch.float64, requires_grad=True)

    def pad(x):
        return padkernels.pad(x, pads, modes, interior=interior)

    assert torch.autograd.gradcheck(pad, (x,)) and torch.autograd.gradgradcheck(pad, (x,))
    checked += 1

# A tensor of which no gradient is asked gives an array, as ever.
assert type(padkernels.pad(torch.zeros(3), 1)).__module__ == "numpy"
with torch.no_grad():
    assert type(padkernels.pad(torch.zeros(3, requires_grad=True), 1)).__module__ == "numpy"

# PyTorch adds rows first, and we outer axes first (A2): where four elements or more meet, the last
# bits may differ in 2 and 3 dimensions, and nowhere else.
CASES = [(mode, shape, pad) for mode in ("reflect", "replicate")
         for shape, pad in (((2, 3, 4000), (3, 200)), ((3, 4000), (5, 0)), ((2, 3, 40, 50), (3, 2, 1, 4)),
                            ((1, 2, 20, 30, 40), (3, 2, 1, 4, 5, 6)), ((3, 60, 70), (1, 1, 0, 2)))]
TYPES = (torch.float32, torch.float64, torch.complex64, torch.complex128)


def gradient(mode, shape, pad, dtype):
    torch.manual_seed(1)
    x = torch.randn(shape, dtype=dtype, requires_grad=True)
    y = F.pad(x, pad, mode)
    y.backward(torch.randn(y.shape, dtype=dtype))
    return x.grad


found = []


def find_adjoint(*arguments, original=_torch.find_adjoint):
    found.append(original(*arguments))
    return found[-1]


_torch.find_adjoint = find_adjoint
compared = share(itertools.product(TYPES, CASES), 17)
for dtype, case in compared:
    theirs = gradient(*case, dtype)
    with padkernels.install():
        ours = [gradient(*case, dtype)]
        for threads in (1, 2, 1):
            torch.set_num_threads(threads)
            ours.append(gradient(*case, dtype))
        _shim.load().padkernels_forget()
        ours.append(gradient(*case, dtype))
    assert all((own == ours[0]).all() for own in ours), case
    narrow = dtype in TYPES[::2]
    assert torch.allclose(ours[0], theirs, atol=1e-5 if narrow else 1e-13), case
    if len(case[2]) == 2:
        assert (ours[0] == theirs).all(), case
    checked += 1

assert None not in found and len(found) >= len(compared), found
# Those that may not be deterministic are refused by PyTorch, and these are not.
torch.use_deterministic_algorithms(True)
with padkernels.install():
    gradient("reflect", (2, 3, 40, 50), (3, 2, 1, 4), torch.float32)
    # The first call of a shape and the later ones are the same, to the bit.
    x = torch.randn(2, 3, 40, 41, requires_grad=True)
    y = F.pad(x, (3, 2, 1, 4), "reflect")
    g = torch.randn_like(y)
    first, second = (torch.autograd.grad(y, x, g, retain_graph=True)[0] for _ in range(2))
    assert torch.equal(first, second)
    for mode in ("reflect", "replicate"):
        x = torch.randn(1, 1, 50, 51, dtype=torch.float64, requires_grad=True)
        assert torch.autograd.gradcheck(lambda x: F.pad(x, (3, 2, 1, 4), mode), (x,), fast_mode=True)
torch.use_deterministic_algorithms(False)

# Sums start from their first element, and PyTorch's from +0.0.
for shape, pad in (((2, 3, 4000), (3, 2)), ((2, 3, 40, 41), (3, 2, 1, 4)), ((1, 2, 10, 12, 14), (3, 2, 1, 4, 1, 1))):
    for mode in ("reflect", "replicate"):
        x = torch.randn(shape, requires_grad=True)
        y = F.pad(x, pad, mode)
        zeros = torch.full_like(y, -0.0)
        assert not torch.autograd.grad(y, x, zeros, retain_graph=True)[0].signbit().any()
        with padkernels.install():
            assert torch.autograd.grad(y, x, zeros)[0].signbit().all()

# Where there are too many shapes for kernels of their own, PyTorch does the gradients of reflections
# from the first call on, and those that kernels have done stay theirs, also when all are forgotten.
with mock.patch.object(_kernels, "STATIC_GRADIENTS", 2), padkernels.install():
    _kernels.kernels.clear()
    shapes = [(1, 1, 50, 51 + number) for number in range(4)]

    def gradients():
        return [gradient("reflect", shape, (3, 2, 1, 4), torch.float32) for shape in shapes]

    begin = _shim.load().padkernels_num_done()
    first = gradients()
    done = _shim.load().padkernels_num_done() - begin
    assert done == len(shapes) + 2, done
    _kernels.kernels.clear()
    _shim.load().padkernels_forget()
    assert all(map(torch.equal, gradients(), first))
    _kernels.kernels.clear()
    shapes.reverse()
    _shim.load().padkernels_forget()
    assert all(map(torch.equal, gradients(), reversed(first)))
print(checked, "gradients agree with PyTorch")
