"""Times torch.nn.functional.pad before and under padkernels.install(), for 200 shapes.

  PYTHONPATH=python PADKERNELS_LIBRARY=build/dev/lib/libPadC.so python3 benchmark/torch_install.py [THREADS]

The results are of 10 bytes to 100 MB; without THREADS, PyTorch takes its own number of them. It
prints each shape with the two times, the least of several rounds that alternate, and at the end the
largest quotient of the two. Results of 1 MiB and more that PyTorch pads in both cases are not
counted: what their quotients tell is whether the allocator had memory that was used before. The
limits in `LEAST_ELEMENTS` of padkernels/_torch.py are set so that
none is above 1.05; `--seed N` draws the shapes and pads at random; `--limit N` sets all of them to N elements, to find where kernels begin to pay.
A shape above 1.05 is timed again, up to four times, and the least times count: where `install()` does nothing, one time in
a hundred is above that as well, because of where memory is and of what else runs.
"""

import argparse
import gc
import math
import random
import time

import padkernels
import torch
import torch.nn.functional as F
from padkernels import _shim, _torch

MODES = ("constant", "reflect", "replicate", "circular")
TYPES = (torch.float32, torch.float32, torch.float64, torch.float16, torch.float32)
SIZES = 50

def tensor(number):
    """The tensor of number `number`, of about 10 bytes to 100 MB, and its pads."""
    dtype = TYPES[number % len(TYPES)]
    # PyTorch 1 has no reflection of other types.
    dtype = torch.float32 if dtype is torch.float16 and torch.__version__ < "2" else dtype
    size = 10 ** (1 + 7 * number / (SIZES - 1))
    elements = max(4, size / torch.empty((), dtype=dtype).element_size())
    kind = number % 4
    if kind == 0:
        return torch.rand(1, 1, round(elements)).to(dtype), (2, 1)
    channels = 1 if elements < 1000 else 3 if elements < 30000 else 16
    extent = max(2, round(math.sqrt(elements / channels)))
    image = torch.rand(1, channels, extent, extent).to(dtype)
    if kind == 3:
        image = image.to(memory_format=torch.channels_last)
    return image, (1, 1, 1, 1)


def draw_tensor(draw):
    """A tensor of a random shape, of 512 to 512 K elements, and its pads."""
    elements = 2 ** draw.uniform(9, 19)
    width = max(4, int(2 ** draw.uniform(2, min(13, math.log2(elements)))))
    if draw.random() < 0.25:
        return torch.rand(1, max(1, int(elements / width)), width), (draw.randint(0, 3), draw.randint(1, 3))
    height = max(4, int(2 ** draw.uniform(2, max(2.1, min(10, math.log2(max(4, elements / width)))))))
    shape = 1, max(1, int(elements / width / height)), height, width
    return torch.rand(shape), tuple(draw.randint(0, 3) for _ in range(3)) + (draw.randint(1, 3),)


def least(function, calls, batches):
    """The least seconds of a call, in batches of so many."""
    best = math.inf
    for _ in range(batches):
        begin = time.perf_counter()
        for _ in range(calls):
            function()
        best = min(best, (time.perf_counter() - begin) / calls)
    return best


def compare(x, pads, mode):
    """The seconds of PyTorch, and of padkernels under it."""
    def function():
        return F.pad(x, pads, mode)

    best = [math.inf, math.inf]
    seconds = least(function, 1, 3)
    calls = max(1, int(2e-4 / seconds))
    batches = min(20, max(3, int(1e-2 / (calls * seconds))))
    for step in range(10):
        if step % 2:
            padkernels.install()
        # The first one makes the kernel, and others warm up the memory.
        least(function, 1, 5)
        best[step % 2] = min(best[step % 2], least(function, calls, batches))
        padkernels.uninstall()
    return best


def compare_again(x, pads, mode):
    """Like `compare`, again where padkernels seems slower; and whether a kernel did the pad."""
    num_known = _shim.load().padkernels_num_done()
    before, after = compare(x, pads, mode)
    for _ in range(4):
        if after <= 1.05 * before:
            break
        before, after = map(min, (before, after), compare(x, pads, mode))
    return before, after, _shim.load().padkernels_num_done() > num_known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("threads", nargs="?", type=int)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    if arguments.limit is not None:
        for mode in MODES:
            _torch.LEAST_ELEMENTS[mode] = arguments.limit
            _torch.MOST_BYTES[mode] = _torch.MOST_BYTES_OF_THREADS[mode] = 2**62
        _torch.MOST_BYTES_OF_IMAGES = 2**62
    quotients = []
    gc.disable()
    draw = random.Random(arguments.seed)
    for mode in MODES:
        for number in range(SIZES):
            x, pads = tensor(number) if arguments.seed is None else draw_tensor(draw)
            before, after, is_used = compare_again(x, pads, mode)
            last = " channels_last" if not x.is_contiguous() else ""
            if is_used or x.numel() * x.element_size() < 1 << 20:
                quotients.append(after / before)
            else:
                last += " PyTorch"
            print(f"{mode:9} {str(tuple(x.shape)):24} {str(x.dtype)[6:]:8}{before * 1e6:11.2f} us "
                  f"{after * 1e6:11.2f} us {after / before:6.2f}{last}", flush=True)
    print(f"{len(quotients)} of {len(MODES) * SIZES} shapes, PyTorch {torch.__version__}, "
          f"{torch.get_num_threads()} threads: "
          f"the largest quotient is {max(quotients):.2f}, the geometric mean "
          f"{math.exp(sum(map(math.log, quotients)) / len(quotients)):.2f}")


if __name__ == "__main__":
    main()
