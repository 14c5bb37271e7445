"""padkernels.torch_pad gives what torch.nn.functional.pad gives."""

import subprocess
import sys

import padkernels
import torch
import torch_common
from padkernels import _torch

torch_common.use_kernels_for_small()
called, calls = 0, []


def count(*arguments, by_kernel=_torch._pad_by_kernel):
    """The result of a kernel, which is counted."""
    result = by_kernel(*arguments)
    calls.append(result is not None)
    return result


_torch._pad_by_kernel = count


def agree(tensor, pads, mode="constant", value=None, compiled=True):
    """Compares with PyTorch, and checks whether a kernel did it."""
    global called
    calls.clear()
    ours = padkernels.torch_pad(tensor, pads, mode, value)
    theirs = torch.nn.functional.pad(tensor, pads, mode, value)
    torch_common.same(ours, theirs, (mode, pads, value))
    assert any(calls) == compiled, (mode, pads)
    called += compiled


torch.manual_seed(1)
for mode in ("constant", "reflect", "replicate", "circular"):
    agree(torch.rand(2, 3, 4), (1, 2), mode)
    agree(torch.rand(2, 3, 4, 5), (1, 2, 3, 0), mode)
    agree(torch.rand(3, 4, 5, dtype=torch.float64)[:, ::2].transpose(1, 2), [1, 1], mode)
agree(torch.rand(2, 3, 3, 4, 5), (2, 1, 0, 1, 2, 2), "replicate")
agree(torch.rand(2, 3, 4), (1, 2, 3, 4, 5, 6), value=1.5)
for dtype in (torch.bool, torch.uint8, torch.int64, torch.float16, torch.bfloat16,
              torch.complex64):
    agree(torch.ones(2, 3, dtype=dtype), (1, 2), value=0)
    agree(torch.ones(2, 3, dtype=dtype), (1, 2), value=1)

# Arguments that are equal and mean something else.
agree(torch.ones(2, 3), (3, 1), value=0.0)
for value in (-0.0, 1.1, 1.123456789, 1.1234567891, float("nan"), -7, 2**40):
    agree(torch.ones(2, 3, dtype=torch.float64), (3, 1), value=value)
    agree(torch.ones(2, 3), (3, 1), value=value)
pads = torch.tensor([1, 2])
for number in range(3):
    pads[0] = number
    agree(torch.ones(2, 3), pads.tolist())
for pads in ((1, 2), (True, 2), (1.0, 2), [[1, 1]], (2**62, 2**62), (2**61, 2**61), ()):
    torch_common.same(torch_common.outcome(padkernels.torch_pad, torch.ones(2, 3), pads),
                      torch_common.outcome(torch.nn.functional.pad, torch.ones(2, 3), pads), pads)

# A mode for each pair of pads: as PyTorch gives it one axis after the other.
def agree_by_pair(tensor, pads, modes, value=None):
    global called
    theirs = tensor
    for pair, mode in enumerate(modes):
        last = theirs.transpose(-1 - pair, -1)
        flat = torch.nn.functional.pad(last.reshape(1, -1, last.shape[-1]), pads[2 * pair:2 * pair + 2],
                                       mode, value if mode == "constant" else None)
        theirs = flat.reshape(*last.shape[:-1], -1).transpose(-1 - pair, -1)
    ours = padkernels.torch_pad(tensor, pads, modes, value)
    assert torch.equal(ours, theirs), (modes, pads, ours, theirs)
    called += 1


agree_by_pair(torch.rand(2, 3, 4, 5), (2, 2, 1, 1), ["circular", "replicate"])
agree_by_pair(torch.rand(2, 3, 4, 5), (1, 2, 3, 0, 1, 1), ["constant", "constant", "replicate"], 1.5)
agree_by_pair(torch.rand(2, 3, 4, 5).to(torch.complex64), (2, 2, 1, 1), ["circular", "replicate"])
for empty in (torch.zeros(3, 0), torch.zeros(0, 4)):
    ours = padkernels.torch_pad(empty, (1, 2, 2, 1), ["constant", "constant"], 1.5)
    torch_common.same(ours, torch.nn.functional.pad(empty, (1, 2, 2, 1), "constant", 1.5), empty.shape)
for pads, modes, value, message in (
        ((1, 2, 3), ["reflect"], None, "pad has 3 entries, but must have two for each of some of the 2 axes"),
        ((1,) * 6, ["replicate"] * 3, None, "pad has 6 entries, but must have two"),
        ((1, 2), ["reflect", "circular"], None, "mode has 2 entries, but there are 1 axes"),
        ((1, 2), ["reflect"], 5.0, "value is 5.0, but none of the modes ['reflect'] reads it")):
    try:
        padkernels.torch_pad(torch.rand(3, 4), pads, modes, value)
    except ValueError as error:
        assert message in str(error), error
    else:
        raise AssertionError(f"accepted: {pads}, {modes}, {value}")
try:
    padkernels.torch_pad(torch.rand(3, 4).numpy(), (1, 2), ["reflect"])
except TypeError as error:
    assert str(error) == "input is of class ndarray, but must be a torch.Tensor; padkernels.pad takes arrays", error
else:
    raise AssertionError("accepted: an array")

# `pad` reads views that conjugate and negate, of which DLPack does not know.
numbers = torch.tensor([1 + 2j, 3 - 4j])
for view in (numbers, numbers.conj(), numbers.conj().imag, torch._neg_view(numbers.real)):
    ours = padkernels.pad(view, 1)
    assert ours.tolist() == [0, *view.resolve_conj().resolve_neg().tolist(), 0], (view, ours)
    called += 1

# What PyTorch does itself.
agree(torch.rand(3, 4), (-1, 2), compiled=False)
agree(torch.rand(3, 4, requires_grad=True), (1, 2), compiled=False)
agree(torch.zeros(0, 4), (1, 2), compiled=False)
assert padkernels.torch_pad(torch.ones(3, dtype=torch.complex32), (1, 2)).tolist() == [0, 1, 1, 1, 0, 0]
for arguments in ((torch.rand(2, 4), (4, 4), "reflect"), (torch.rand(4), (1, 1), "replicate"),
                  (torch.rand(4), (1, 1, 1)), (torch.rand(4), (1, 1, 1, 1)),
                  (torch.rand(2, 4), (5, 1), "circular"), (torch.rand(2, 4), (1, 1), "wrap")):
    errors = []
    for function in (padkernels.torch_pad, torch.nn.functional.pad):
        try:
            function(*arguments)
        except (NotImplementedError, RuntimeError, ValueError) as error:
            errors.append(str(error))
    assert len(errors) == 2 and errors[0] == errors[1], (arguments, errors)
# In PyTorch's place, it still finds PyTorch for what it leaves to it, also if PyTorch was loaded
# later, and if what has the name only calls it.
torch_pad = torch.nn.functional.pad
needs_gradient = torch.rand(2, 3, 4, requires_grad=True)
left = [(torch.rand(3, 4), (-1, 2)), (needs_gradient, (1, 2), "reflect"), (torch.rand(2, 4), (5, 1), "circular"),
        (torch.ones(3, dtype=torch.complex32), (1, 2)), (torch.rand(2, 4), (1, 1), "wrap")]
wanted = [torch_common.outcome(torch_pad, *arguments) for arguments in left]
torch.nn.functional.pad = padkernels.torch_pad
try:
    for arguments, theirs in zip(left, wanted):
        torch_common.same(torch_common.outcome(torch.nn.functional.pad, *arguments), theirs, arguments)
        called += 1
finally:
    torch.nn.functional.pad = torch_pad
for replacement in ("padkernels.torch_pad", "lambda *arguments, **named: padkernels.torch_pad(*arguments, **named)"):
    subprocess.run([sys.executable, "-B", "-c",
                    "import padkernels, torch; import torch.nn.functional as F; F.pad = " + replacement
                    + "; assert F.pad(torch.ones(2, 3), (-1, 2)).tolist() == [[1, 1, 0, 0]] * 2\n"
                    "try: F.pad(torch.ones(2, 4), (5, 1), 'circular')\n"
                    "except RuntimeError as error: assert type(error) is RuntimeError, error"],
                   check=True)
    called += 1

print(called, "calls agree with PyTorch", torch.__version__)
