"""Results that several threads share are those of one, bit for bit."""

import itertools
import os
import threading

import numpy as np
import padkernels
from padkernels import _threads

MODES = ["constant", "edge", "reflect", "symmetric", "wrap", "reflect periodic", "symmetric periodic"]
rng = np.random.default_rng(1)
compared = 0
used = set()


def pad(*arguments, **options):
    return padkernels.pad(*arguments, **options)


def run(tasks, original=_threads._run):
    used.add(len(tasks))
    return original(tasks)


_threads._run = run
#: With none, results are as one kernel gives them, which other tests compare with the rule.
LEAST = _threads.LEAST_BYTES


def agree(x, pads, mode, **options):
    """The same pad by one kernel and by several numbers of threads."""
    global compared
    results = []
    for least, threads in ((LEAST, 1), (0, 1), (0, 2), (0, 3), (0, 7)):
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

for wrong in (0, -1):
    try:
        padkernels.set_num_threads(wrong)
    except ValueError as error:
        assert str(error) == f"number of threads is {wrong}, but must be at least 1"
    else:
        raise AssertionError(f"{wrong} threads are accepted")
assert padkernels.get_num_threads() == 2
os.environ.pop("OMP_NUM_THREADS", None)
padkernels.set_num_threads(None)
assert padkernels.get_num_threads() == len(os.sched_getaffinity(0))
print(compared, "results do not depend on the threads")
