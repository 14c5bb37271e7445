"""padkernels.install(): all that pads in PyTorch gives the same before it, under it and after it."""

import itertools
import os
import signal
import sys
import threading
import warnings
from unittest import mock

import padkernels
import torch
import torch.nn.functional as F
import torch_common
from interrupts import interrupt
from padkernels import _cache, _kernels, _library, _shim, _torch
from tier import IS_LONG, share
from torch_common import MODES, outcome, same

warnings.filterwarnings("ignore")


def layouts():
    """Tensors of each memory format, and views."""
    image, volume = torch.rand(2, 3, 4, 5), torch.rand(2, 3, 4, 5, 6)
    return (torch.rand(3, 7), torch.rand(2, 3, 7), torch.rand(2, 7, 3).transpose(1, 2), image, image[0],
            image.to(memory_format=torch.channels_last), image.permute(3, 2, 0, 1), image[:, :, ::2],
            image[:, :1].to(memory_format=torch.channels_last), image.expand(3, 2, 3, 4, 5)[1:],
            image.to(memory_format=torch.channels_last)[:, 1:], volume, volume.transpose(1, 4),
            volume.to(memory_format=torch.channels_last_3d), volume[0], torch.rand(0, 3, 4, 5))


def pads_of_layouts():
    pads = (1, 2), (1, 2, 3, 0), (0, 0, 1, 1), (1, 1, 1, 2, 0, 2)
    return [outcome(F.pad, *case) for case in share(itertools.product(layouts(), pads, MODES), 31)]


def elements(dtype):
    """Elements that a conversion would change: NaN of each kind, -0, and the like."""
    if dtype in (torch.bool, torch.uint8):
        return torch.arange(60).reshape(3, 4, 5).to(dtype)
    words = torch.arange(120)
    return (words * 0x9E3779B97F4A7C1).view(dtype)[:60].reshape(3, 4, 5)


def pads_of_types():
    names = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
             "float64", "complex32", "complex64", "complex128", "uint16", "uint32", "uint64",
             "float8_e5m2")
    results = []
    for dtype in (getattr(torch, name) for name in names if hasattr(torch, name)):
        x = elements(dtype)
        results += [outcome(F.pad, x, (2, 1), mode) for mode in MODES]
        for value in (0, 1, -0.0, 1.5, -3, 300, 2**40, 1e300, float("nan"), float("-inf"), True, None,
                      2j, torch.tensor(2.5), "1"):
            results.append(outcome(F.pad, x, (1, 2, 1, 0), "constant", value))
            results.append(outcome(torch.constant_pad_nd, x, (1, 2, 1, 0), value))
    return results


def refused():
    """Pads that are errors, or nearly."""
    image, line = torch.rand(1, 2, 3, 4), torch.rand(2, 5)
    return [outcome(F.pad, x, pads, mode) for mode in (*MODES, "wrap") for x, pads in (
        (image, (4, 0, 0, 0)), (image, (0, 3, 2, 2)), (image, (5, 5, 0, 0)), (image, (-1, 2, 1, 1)),
        (image, (-1, -1)), (image, (-2, 1, 0, 0)), (image, (0, 0, 0, 0)), (image, (0, 0)), (image, ()),
        (image, (1,)), (image, (1, 1, 1)), (image, (1,) * 8), (image, (1,) * 10), (image, (2**62, 2**62)),
        (image, (2**31, 2**31)), (image, (1.0, 1.0)), (image, (True, True)), (line, (1, 1)),
        (line, (1, 1, 1, 1)), (line[0], (1, 1)), (line[0, 0], (1, 1)), (line[0, 0], ()),
        (image, (2**40, 2**40)), (line.to_sparse(), (1, 1)), (torch.quantize_per_tensor(line, 0.1, 3, torch.quint8), (1, 1)))]


def pads_that_are_not_read():
    """PyTorch 1 reads as many pads as the op has axes, whatever follows them."""
    x, image = torch.rand(2, 3, 7), torch.rand(2, 3, 7, 7)
    aten = torch.ops.aten
    longer = (1, 2, 2, 1), (1, 2, 2, 1, 1, 1), (1, 2, 2, 1, 1, 1, 1, 1)
    return [outcome(op, data, pads) for data, ops in (
        (x, (aten.reflection_pad1d, aten.replication_pad1d)),
        (image, (aten.reflection_pad2d, aten.replication_pad2d))) for op in ops for pads in longer]


def modules():
    x, image, volume = torch.rand(2, 3, 9), torch.rand(2, 3, 8, 9), torch.rand(1, 3, 4, 5, 6)
    results = []
    for name in ("ReflectionPad", "ReplicationPad", "CircularPad", "ConstantPad", "ZeroPad"):
        for axes, data in enumerate((x, image, volume), 1):
            module = getattr(torch.nn, f"{name}{axes}d", None)
            if module:
                results.append(module(*((2, 1.5) if name == "ConstantPad" else (2,)))(data))
    for mode in ("zeros", "reflect", "replicate", "circular"):
        for kind, data in ((torch.nn.Conv1d, x), (torch.nn.Conv2d, image), (torch.nn.Conv3d, volume)):
            if kind is not torch.nn.Conv3d or mode != "reflect":
                torch.manual_seed(2)
                results.append(kind(3, 2, 3, padding=1, padding_mode=mode)(data).detach())
    scripted = torch.jit.script(torch.nn.Sequential(torch.nn.ReflectionPad2d(2), torch.nn.ZeroPad2d(1)))
    return [*results, scripted(image), F.pad(image, (1, 1, 1, 1), "reflect").sum()]


def everything():
    torch.manual_seed(1)
    return [case() for case in (pads_of_layouts, pads_of_types, refused, pads_that_are_not_read,
                                 modules)]


def check(where, times=3):
    for _ in range(times):
        same(everything(), theirs, where)


def in_threads():
    """Several threads pad at a time, also while the kernels come and go."""
    errors, begun = [], threading.Barrier(4)

    def work(number):
        try:
            begun.wait()
            for extent in range(3, 60):
                x = torch.full((2, 3, extent), float(number))
                x[..., 0] = extent
                result = F.pad(x, (2, 1), "reflect")
                assert result[..., 2].eq(extent).all() and result[..., 0].eq(number).all()
                # Uninstalled by the end of another thread's block, but never wrong.
                with padkernels.install():
                    assert F.pad(x, (2, 1), "circular").shape == (2, 3, extent + 3)
        except Exception as error:
            errors.append(error)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not errors, errors


def in_child():
    """A child of `fork` pads as its parent, also if another thread padded at that time."""
    is_over, x, pads = threading.Event(), torch.rand(1, 2, 71), []
    expected, threads = F.pad(x, (3, 1), "reflect"), torch.get_num_threads()
    # A child has no threads of OpenMP, for which PyTorch 2 waits for ever.
    torch.set_num_threads(1)

    def pad_on():
        while not is_over.is_set():
            pads.append(torch.equal(F.pad(x, (3, 1), "reflect"), expected))

    worker = threading.Thread(target=pad_on, daemon=True)
    worker.start()
    for number in range(100 if IS_LONG else 20):
        child = os.fork()
        if not child:
            try:
                signal.alarm(60)
                used = torch_common.count_used()
                for _ in range(2):
                    result = F.pad(x, (3, 1), "reflect")
                assert torch.equal(result, expected) and torch_common.count_used() > used
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0, number
    is_over.set()
    worker.join()
    assert len(pads) > (100 if IS_LONG else 20) and all(pads)
    torch.set_num_threads(threads)


def shared():
    """Results that threads share, for several callers at a time, and in a child of `fork`."""
    x, pads = torch.rand(2, 3, 900, 1000), (1, 2, 3, 1)
    expected = F.pad(x, pads, "reflect")
    gradient = torch.ones_like(expected)

    def work():
        return (torch.equal(F.pad(x, pads, "reflect"), expected),
                torch.ops.aten.reflection_pad2d_backward(gradient, x, pads))

    with padkernels.install():
        sums = []
        for threads in (3, 1, 2):
            padkernels.set_num_threads(threads)
            used, results = torch_common.count_used(), []
            callers = [threading.Thread(target=lambda: results.append(work())) for _ in range(3)]
            for caller in callers:
                caller.start()
            for caller in callers:
                caller.join()
            assert len(results) == 3 and all(equal for equal, _ in results), results
            assert torch_common.count_used() == used + 6
            sums += [own for _, own in results]
        assert all(torch.equal(own, sums[0]) for own in sums) and sums[0].sum() == gradient.sum()
        child = os.fork()
        if not child:
            signal.alarm(60)
            os._exit(not work()[0])
        assert os.waitpid(child, 0)[1] == 0
    padkernels.set_num_threads(None)


def streamed():
    """From how many bytes on results are written past the caches, in words of the compiler, and
    what has no kernel."""
    options = []
    padkernels.set_num_threads(1)
    limit = _torch.MOST_REUSED_BYTES
    _kernels.kernels.clear()
    with mock.patch.object(_cache, "load", return_value=None), \
            mock.patch.object(_library, "compile_pad", wraps=_library.compile_pad) as compiled:
        for extent in (1000, limit - 2, limit - 1):
            call = _torch.find(["reflect"], 1, (extent,), (1,), (1,))
            options.append(compiled.call_args.args[-2])
            source = (torch.arange(extent) % 101).to(torch.int8)
            result = torch.zeros(call.extents, dtype=torch.int8)
            call.call(source.data_ptr(), result.data_ptr(), None, (source, result))
            assert torch.equal(result[1:-1], source)
            assert result[0] == source[1] and result[-1] == source[-2]
    padkernels.set_num_threads(None)
    assert options == ["", "nontemporal-threshold=0",
                       f"nontemporal-threshold={_kernels.NEVER}"], options
    for extents in ((2**61,), (2**31, 2**31, 2**31)):
        ones = (1,) * len(extents)
        assert _torch.find(["replicate"] * len(extents), 4, extents, ones, ones) is None


def shims():
    """What was compiled on another machine, and does not load, is compiled again."""
    own, stored = object.__new__(type(_shim.load())), mock.Mock()
    own.padkernels_install, own.padkernels_num_done = mock.Mock(), mock.Mock()
    for loads, is_made in (((own,), False), ((OSError("no such instruction"), own), True)):
        with mock.patch.object(_shim, "_load", side_effect=loads), \
                mock.patch.object(_shim, "_compile", return_value=b"new") as compiled, \
                mock.patch.object(_shim, "_cache", load=lambda _: b"kept", store=stored):
            assert _shim.load.__wrapped__() is own
            assert compiled.called == stored.called == is_made
    with mock.patch.object(_shim, "_load", side_effect=OSError("cut short")), \
            mock.patch.object(_shim, "_compile", return_value=b"new"):
        try:
            _shim.load.__wrapped__()
        except ImportError as error:
            assert str(error).endswith("what was compiled does not load: cut short"), error
        else:
            raise AssertionError("a library that does not load is used")


def failing():
    """What fails before a kernel has padded is no result of a pad: PyTorch pads, now and later, and
    the error of a signal, or one of ours, is raised after it."""
    x = torch.rand(1, 2, 73)
    pad, expected = lambda: F.pad(x, (3, 1), "reflect"), F.pad(x, (3, 1), "reflect")
    for error, is_raised in ((padkernels.CompileError("no"), False), (MemoryError(), False),
                             (KeyError("signal"), True)):
        used = torch_common.count_used()
        with padkernels.install(), mock.patch.object(_torch, "find", side_effect=error) as find:
            for number in range(3):
                raised = result = None
                try:
                    result = pad()
                    # What is raised may come after the next call of anything.
                    str(result.shape)
                except KeyError as caught:
                    raised = caught
                assert bool(raised) == (is_raised and number == 0), (error, number, raised)
                assert result is None or torch.equal(result, expected)
            _shim.load().padkernels_forget()
            assert torch.equal(pad(), expected)
            assert find.call_count == 1
        assert torch_common.count_used() == used


def interrupted():
    """Signals at any moment, also while a kernel is destroyed: each result is right, or the error of
    the signal is raised."""
    lost, x = [], torch.rand(1, 3, 4000)
    expected = F.pad(x, (3, 1), "reflect")

    def pads():
        for _ in range(20):
            assert torch.equal(F.pad(x, (3, 1), "reflect"), expected)
            _library.Kernel.__new__(_library.Kernel)

    with padkernels.install(), mock.patch.object(sys, "unraisablehook", lost.append):
        calls = 2000 if IS_LONG else 400
        counts = interrupt(pads, calls)
    assert not lost and min(counts) > calls // 20, (lost, counts)


def is_installed():
    used, x = torch_common.count_used(), torch.rand(1, 2, 5)
    for _ in range(3):
        F.pad(x, (1, 1), "reflect")
    return torch_common.count_used() > used


theirs = everything()
torch_common.use_kernels_for_small()
assert not is_installed()
padkernels.install()
check("installed")
by_kernels, compared = torch_common.count_used(), 3 * sum(len(results) for results in theirs)
assert by_kernels > compared // 3, (by_kernels, compared)
padkernels.install()
assert is_installed()
in_threads()
in_child()
shims()
padkernels.uninstall()
streamed()
shared()
failing()
interrupted()
padkernels.install()
with padkernels.install():
    assert is_installed()
# It was installed before the block.
assert is_installed()
padkernels.uninstall()
assert not is_installed()
padkernels.uninstall()
check("uninstalled", 3 if IS_LONG else 1)
with padkernels.install():
    with padkernels.install() as inner:
        assert is_installed()
    assert is_installed() and inner
    check("installed again", 3 if IS_LONG else 1)
assert not is_installed()
with torch.inference_mode(), padkernels.install():
    assert is_installed()

# What is copied on write is only read.
if hasattr(torch, "_lazy_clone"):
    with padkernels.install():
        original = torch.rand(1, 2, 5000)
        lazy, gradient = torch._lazy_clone(original), torch._lazy_clone(torch.rand(1, 2, 5003))
        used = torch_common.count_used()
        for mode in MODES:
            F.pad(lazy, (2, 1), mode)
            padkernels.torch_pad(lazy, (2, 1), mode)
        torch.ops.aten.reflection_pad1d_backward(gradient, lazy, (2, 1))
        assert torch_common.count_used() > used + len(MODES)
        assert torch._C._is_cow_tensor(lazy) and torch._C._is_cow_tensor(gradient)

# Small tensors are PyTorch's.
for mode in MODES:
    _torch.LEAST_ELEMENTS[mode] = 100
with padkernels.install():
    assert not is_installed()
    used = torch_common.count_used()
    for count, extent in ((1, 500), (2, 500), (3, 500), (4, 501), (4, 40), (4, 41)):
        F.pad(torch.rand(1, 2, extent), (7, 1), "circular")
        assert torch_common.count_used() == used + count, (count, extent)
print(compared, "pads agree with PyTorch", torch.__version__ + ";", by_kernels, "are by kernels")
# The end of the process, with kernels under PyTorch.
padkernels.install()
sys.stdout.flush()
