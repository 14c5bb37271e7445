"""Results that several threads share are those of one, bit for bit."""

import itertools
import os
import threading
import time
from unittest import mock

import numpy as np
import padkernels
from interrupts import interrupt
from padkernels import _library, _threads
from tier import IS_LONG, is_of_share

MODES = [*_library.mode_names(), "reflect periodic", "symmetric periodic"]
rng = np.random.default_rng(1)
compared = 0
used = set()


def pad(*arguments, **options):
    return padkernels.pad(*arguments, **options)


def run(tasks, memory, original=_threads.run_tasks):
    used.add(len(tasks))
    return original(tasks, memory)


_threads.run_tasks = run
#: With none, results are as one kernel gives them, which other tests compare with the rule.
LEAST = _threads.LEAST_BYTES


asked = itertools.count()
STEP = 29


def agree(x, pads, mode, **options):
    """The same pad by one kernel and by several numbers of threads."""
    global compared
    # The first tier has one in STEP of the pads, each by one number of threads.
    number = next(asked)
    if not is_of_share(number, STEP):
        return
    results = []
    numbers = (1, 2, 3, 7)
    chosen = numbers if IS_LONG else (numbers[number // STEP % 4],)
    for least, threads in ((LEAST, 1), *((0, each) for each in chosen)):
        _threads.LEAST_BYTES = least
        padkernels.set_num_threads(threads)
        # Calls are remembered: another dtype object of the same name is the same key.
        padkernels._pad._calls.clear()
        results.append(pad(x, pads, mode, **options))
    for result in results[1:]:
        assert result.shape == results[0].shape
        assert result.tobytes() == results[0].tobytes(), (x.shape, pads, mode, options)
        compared += 1


for mode in MODES:
    value = {"value": 2.5} if mode == "constant" else {}
    agree(rng.random(40), (3, 4), mode, **value)
    agree(rng.random((9, 11), dtype=np.float32), [(2, 3), (1, 4)], mode, **value)
    agree(rng.random((2, 3, 9, 11)), [(0, 0), (0, 0), (2, 3), (1, 4)], mode, **value)
    agree(rng.random((1, 1, 9, 11)), [(0, 0), (0, 0), (-2, 3), (1, -4)], mode, **value)
    agree(rng.random((3, 5, 7)), [(1, 2), (2, 1), (0, 3)], mode, **value)
    agree(rng.random((2, 5, 7)), [(0, 0), (0, 0), (0, 3)], mode, **value)
    agree(rng.random((5, 7)), [(3, -6), (-3, 2)], mode, **value)
    agree(rng.random((4, 3)), [(2, 1), (1, 2)], mode, interior=[2, 1], value=-1.5)
    agree(rng.random((4, 3)), [(0, 0), (1, 2)], mode, interior=[1, 0], value=-1.5)
    agree((rng.random((17, 5)) * 100).astype(np.int8), [(1, 1), (3, 3)], mode)
agree(rng.random((2, 3, 5)), [(0, 0), (0, 0), (1, 2)], ["edge", "constant", "wrap"])

# Many threads share few planes by a few pieces each, which are the result one after the other.
_threads.LEAST_BYTES = 0
x = rng.random((10, 6, 3))
call = padkernels._pad._find(x, [(1, 2), (0, 1), (1, 1)], "wrap", 0)
row = 5 * x.itemsize
for threads in range(1, 100):
    shares = call.shares(threads)
    # No thread has no piece: what runs under PyTorch asks the first one.
    assert len(shares) == min(threads, 91) and {len(share) for share in shares} <= {1, 2, 3}, (threads, shares)
    results = [piece.result for share in shares for piece in share]
    assert results[0] == 0 and results == sorted(results) and results[-1] < 13 * 7 * row, (threads, results)
    if threads > 1 and 13 % threads:
        begins = [share[0].result for share in shares] + [13 * 7 * row]
        sizes = {end - begin for begin, end in zip(begins, begins[1:])}
        assert max(sizes) - min(sizes) <= row, (threads, sizes)

for first, second in itertools.product(MODES, repeat=2):
    agree(rng.random((6, 7)) + 1j, [(2, 3), (1, 4)], [first, second])
agree(np.ones((0, 3)), [(2, 2), (1, 1)], "constant", value=3.0)
agree(np.ones((3, 0)), [(2, 2), (0, 0)], "edge")
agree(np.float64(3), np.zeros((0, 2), int), "edge")
assert used == {2, 3, 7}, used

# What threads of the caller share among threads.
padkernels.set_num_threads(2)
x = rng.random((50, 40))
expected, results = np.pad(x, 3, "reflect").tobytes(), []
callers = [threading.Thread(target=lambda: results.extend(
    pad(x, 3, "reflect").tobytes() for _ in range(50))) for _ in range(4)]
for caller in callers:
    caller.start()
for caller in callers:
    caller.join()
assert len(results) == 200 and set(results) == {expected}

# The error of another thread is raised, once no thread is at work; and so is an interruption.
done = []


def task(seconds, error=None):
    def run():
        time.sleep(seconds)
        done.append(seconds)
        if error:
            raise error
    return run


def first(seconds, error):
    """A task for the thread of the caller, which waits until the others are at work."""
    def run():
        time.sleep(seconds)
        raise error
    return run


for tasks in ([task(0.2), task(0, MemoryError()), task(0.3)],
              [first(0.1, MemoryError()), task(0.3), task(0.4)]):
    done.clear()
    try:
        _threads.run_tasks(tasks, None)
    except MemoryError:
        pass
    else:
        raise AssertionError("an error is lost")
    before = list(done)
    time.sleep(0.5)
    assert done == before, "a thread goes on after the end"

# What no thread may take any more, none takes: not even one that comes late.
late = []
with mock.patch.object(threading.Thread, "start", side_effect=RuntimeError("no more threads")):
    _threads._forget_helpers()
    _threads.run_tasks([lambda: late.append(threading.current_thread())] * 5, None)
    assert late == [threading.main_thread()] * 5
padkernels.set_num_threads(3)
assert pad(x, 3, "reflect").tobytes() == expected
assert len(late) == 5
busy = [threading.Thread(target=_threads.run_tasks, args=([lambda: time.sleep(0.4)] * 3, None))
        for _ in range(2)]
for thread in busy:
    thread.start()
time.sleep(0.1)
try:
    _threads.run_tasks([first(0, MemoryError()), lambda: late.append(None)], None)
except MemoryError:
    pass
for thread in busy:
    thread.join()
time.sleep(0.1)
assert len(late) == 5

# Signals at any moment: each result is right or interrupted, and none is written to afterwards.
# The source and the result of an interrupted call are freed while threads may still work.
large = rng.random((300, 400))
wide = np.pad(large, 3, "reflect").tobytes()


def pad_copy():
    assert pad(large.copy(), 3, "reflect").tobytes() == wide


calls = 400 if IS_LONG else 150
counts = interrupt(pad_copy, calls)
assert min(counts) > calls // 20, counts
assert pad(large, 3, "reflect").tobytes() == wide

for wrong in (0, -1):
    try:
        padkernels.set_num_threads(wrong)
    except ValueError as error:
        assert str(error) == f"number of threads is {wrong}, but must be at least 1"
    else:
        raise AssertionError(f"{wrong} threads are accepted")
try:
    padkernels.set_num_threads(2.0)
except TypeError:
    pass
else:
    raise AssertionError("2.0 threads are accepted")
assert padkernels.get_num_threads() == 3
# More than a machine has would be as many slices, and threads.
padkernels.set_num_threads(10**9)
assert padkernels.get_num_threads() == _threads.MOST_THREADS
os.environ.pop("OMP_NUM_THREADS", None)
padkernels.set_num_threads(None)
assert padkernels.get_num_threads() == len(os.sched_getaffinity(0))
print(compared, "results do not depend on the threads")
