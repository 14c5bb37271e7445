"""How many kernels a process has, what memory they take, and who may compile one when."""

import os
import resource
import signal
import threading
import time

import numpy as np
import padkernels
from interrupts import interrupt
from padkernels import _kernels, _library, _pad, _threads
from tier import IS_LONG

# One kernel for every value, and one for every shape after some.
compiled = []


def compile_pad(*arguments, original=_library.compile_pad):
    compiled.append(arguments)
    return original(*arguments)


_library.compile_pad = compile_pad


def resident():
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def pad_numbers(count):
    """Pads by `count` different values, shapes and pads."""
    x = np.arange(4096.0)
    for i in range(count):
        extent, low, high = 1 + i % 37, i % 101, i // 101
        given = x[:extent] if i % 2 else x[:extent * 3].reshape(3, extent)
        result = padkernels.pad(given, [(low, 1)] * given.ndim, value=i + 0.5)
        if i % 97 == 0:
            assert result.ravel()[-1] == i + 0.5 and result.shape[-1] == extent + low + 1
        padkernels.numpy_pad(x[:extent], high % 89, constant_values=i)


pad_numbers(1000)
known, before = len(compiled), resident()
pads_of_each = 50000 if IS_LONG else 10000
pad_numbers(pads_of_each)
grown = resident() - before
assert len(compiled) == known, compiled
assert len(_kernels.kernels.known()) == 2 * (_kernels.STATIC_SHAPES + 1), _kernels.kernels.known()
assert grown < 100e6, grown
print(2 * pads_of_each, "pads in bounded memory")

# Kernels that were not asked for lately make room, and what they did is done all the same.
_kernels.MOST_KERNELS = 4
_kernels.kernels.clear()
for extent in range(3, 9):
    modes = ["edge" if extent >> bit & 1 else "wrap" for bit in range(4)]
    for _ in range(2):
        assert padkernels.pad(np.ones((2,) * 4), 1, modes).sum() == 4**4, modes
    assert len(_kernels.kernels.known()) <= 4, _kernels.kernels.known()
assert _pad._calls.size() <= 4
_kernels.MOST_KERNELS = 128

# Two threads compile at a time: each waits, within the compiler, for the other one.
meeting = threading.Barrier(2, timeout=60)
met = []


def meet(*arguments, original=_library.compile_pad):
    meeting.wait()
    met.append(arguments)
    return original(*arguments)


def pad_in_thread(extent, results):
    results.append(padkernels.pad(np.arange(extent, dtype=np.int8), 2, "symmetric"))


_library.compile_pad, results = meet, []
threads = [threading.Thread(target=pad_in_thread, args=(extent, results)) for extent in (61, 62)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(met) == len(results) == 2, (met, results)
# Threads that ask for one kernel have one compiled.
compiled.clear()
_library.compile_pad, results = compile_pad, []
threads = [threading.Thread(target=pad_in_thread, args=(63, results)) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(compiled) == 1 and len(results) == 8, (compiled, results)
# An error of the compiler is one of each call, and nobody waits for its kernel.
_library.compile_pad = lambda *_: 1 / 0
for _ in range(2):
    try:
        padkernels.pad(np.arange(5, dtype=np.int16), 2, "symmetric")
    except ZeroDivisionError:
        continue
    raise AssertionError("the error of the compiler is lost")
_library.compile_pad = compile_pad
assert padkernels.pad(np.arange(3, dtype=np.int16), 1, "symmetric").tolist() == [0, 0, 1, 2, 2]
print("two kernels at a time")


# Signals at any moment of a pad whose kernel is new: another thread pads on, and no kernel stays
# begun, for which threads and forks would wait.
def pad_new():
    """A pad whose kernel this process does not have; the compiler takes its time."""
    _pad._calls.clear()
    _kernels.kernels.clear()
    assert padkernels.pad(np.arange(5), 1, "wrap").tolist() == [4, 0, 1, 2, 3, 4, 0]


def pad_on():
    global pads
    while not is_over:
        pad_new()
        pads += 1


def find_made(*_):
    time.sleep(1e-4)
    return made


made = _library.load(_library.compile_pad((("wrap", False),), "i64", (5,), (1,), (1,), None, "",
                                          "").object_file())
_library.compile_pad, is_over, pads = find_made, False, 0
thread = threading.Thread(target=pad_on, daemon=True)
thread.start()
calls = 1000 if IS_LONG else 300
counts = interrupt(pad_new, calls)
before = pads
time.sleep(0.5)
assert pads > before, "the other thread does not go on"
is_over = True
thread.join(60)
assert not thread.is_alive() and not _kernels.kernels._begun and min(counts) > calls // 10, counts
_library.compile_pad = compile_pad
print("interrupted at", counts[1], "moments")

# A child of `fork` can pad, also if another thread compiled at that time, and threads shared a
# result before.
_threads.LEAST_BYTES = 1
padkernels.set_num_threads(3)
padkernels.pad(np.ones((30, 30)), 1)
is_over = False


def compile_on():
    """Compiles without end."""
    while not is_over:
        _kernels.kernels.clear()
        _pad._calls.clear()
        padkernels.pad(np.ones((2, 3, 4, 5, 6), np.int8), 1, "reflect")


thread = threading.Thread(target=compile_on)
thread.start()
for number in range(20 if IS_LONG else 8):
    child = os.fork()
    if not child:
        signal.alarm(60)
        extent = number + 10
        right = padkernels.pad(np.ones((extent, 2)), 1).sum() == 2 * extent
        os._exit(0 if right else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0, (number, status)
    time.sleep(0.001 * number)
is_over = True
thread.join()
print("a child of a process that compiles")
