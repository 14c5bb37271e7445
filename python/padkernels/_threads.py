"""Large results by several threads: a slice of a pad is a pad."""

from __future__ import annotations

import collections
import ctypes
import math
import operator
import os
import queue
import sys
import threading
from typing import Any, Callable, Optional

from . import _kernels, _library, _values
from ._library import DYNAMIC

#: The least bytes of a result that threads share. So much is written past the caches.
LEAST_BYTES = 16 << 20
#: The most bytes of a result: their number is a signed integer of 64 bits.
MOST_BYTES = 2**63 - 1
#: No machine has more processors; each thread costs memory and time.
MOST_THREADS = 1024
#: The first axes of a result that slices divide.
_DIVIDED_AXES = 2

#: What `set_num_threads` chose, or 0; the kernels under PyTorch read it, too.
chosen = ctypes.c_int64(0)


def set_num_threads(number: Optional[int]) -> None:
    """Lets `number` threads share each result of 16 MiB and more. The elements do not depend on it.
    None stands for the default: what `torch.get_num_threads()` says if PyTorch is loaded, else
    `OMP_NUM_THREADS`, else the number of processors. A number above 1024 counts as 1024. Raises
    `ValueError` for less than 1, and `TypeError` for what is not an integer."""
    if number is not None:
        number = operator.index(number)
        if number < 1:
            raise ValueError(f"number of threads is {number}, but must be at least 1")
    chosen.value = min(number or 0, MOST_THREADS)


def get_num_threads() -> int:
    """How many threads share a large result."""
    if chosen.value:
        return chosen.value
    if ask := getattr(sys.modules.get("torch"), "get_num_threads", None):
        return ask()
    first = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip()
    if first.isdecimal() and int(first) > 0:
        return min(int(first), MOST_THREADS)
    return len(os.sched_getaffinity(0))


class _Job:
    """Tasks of one call, each of which one thread takes.

    What a signal raises may interrupt the caller between any two steps, but no other thread. So
    the others do the accounts, nothing here waits for a lock of Python's, and what the tasks read
    and write lives as long as the job does."""

    def __init__(self, tasks: list[Callable[[], None]], memory: Any):
        self._left = collections.deque(tasks)
        self._memory = memory
        #: An entry for each thread that looked for tasks, and for each that found no more.
        self._begun: list[None] = []
        self._ended: list[None] = []
        self._ends: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._errors: list[BaseException] = []

    def _work(self) -> None:
        while self._left:
            try:
                task = self._left.popleft()
            except IndexError:
                break
            task()

    def help(self) -> None:
        """Does tasks in a thread that is not the caller's."""
        self._begun.append(None)
        try:
            self._work()
        except BaseException as error:
            self._errors.append(error)
        self._ended.append(None)
        self._ends.put(None)

    def run(self, helpers: int) -> None:
        """Does all tasks with so many helpers, and raises what one of them raised. No thread
        writes to memory any more when it returns."""
        interrupt = None
        try:
            for _ in range(helpers):
                _jobs.put(self)
            self._work()
        finally:
            # Who comes from now on finds nothing to do.
            self._left.clear()
            while len(self._ended) < len(self._begun):
                try:
                    self._ends.get()
                except BaseException as error:
                    interrupt = error
        self._memory = None
        if interrupt or self._errors:
            raise interrupt or self._errors[0]


_jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
_helpers: list[threading.Thread] = []


def _help(jobs: queue.SimpleQueue[_Job]) -> None:
    while True:
        jobs.get().help()


def run_tasks(tasks: list[Callable[[], None]], memory: Any) -> None:
    """Runs `tasks`, which use `memory`, in this thread and as many others."""
    while len(_helpers) < len(tasks) - 1:
        helper = threading.Thread(target=_help, args=(_jobs,), name="padkernels", daemon=True)
        try:
            helper.start()
        except RuntimeError:
            # The system gives no more threads, or the interpreter shuts down.
            break
        _helpers.append(helper)
    _Job(tasks, memory).run(min(len(_helpers), len(tasks) - 1))


def _forget_helpers() -> None:
    global _jobs, _helpers
    _jobs, _helpers = queue.SimpleQueue(), []


# The threads of a parent are none of a child's.
os.register_at_fork(after_in_child=_forget_helpers)


class Shared:
    """A pad whose result threads share, each of which calls one kernel for its pieces."""

    def __init__(self, binding: _kernels.Binding):
        self.binding = binding
        #: The pieces of each thread, for the last number of threads.
        self._shares: tuple[int, list[list[_kernels.Piece]]] = (0, [])

    def divide(self, threads: int) -> list[list[_kernels.Piece]]:
        """The pieces of each of at most so many threads."""
        raise NotImplementedError

    def __call__(self, source: int, result: int, value: Any, memory: Any) -> None:
        threads = get_num_threads()
        known, shares = self._shares
        if known != threads:
            shares = self.divide(threads)
            self._shares = threads, shares

        def run(share):
            for piece in share:
                self.binding.run(piece, source, result, value)

        if len(shares) == 1:
            run(shares[0])
        else:
            run_tasks([lambda share=share: run(share) for share in shares], memory)

    def call(self, extents: tuple[int, ...], takes_value: bool) -> _kernels.Call:
        """The pad, whose result has `extents`."""
        return _kernels.Call(self, extents, takes_value, self.binding.kernel, True, self.divide)


class _Slices(Shared):
    """Each piece is the same pad of the same source, by other low and high pads of the first axes
    (the slice law of docs/Semantics.md)."""

    def __init__(self, signature: _kernels.Signature, numbers: _kernels.Numbers,
                 extents: tuple[int, ...]):
        signature, self._numbers, extents = merge_outer(signature, numbers, extents)
        self._divided = min(len(extents), _DIVIDED_AXES)
        self._extents = extents
        self._bytes = math.prod(extents[self._divided:]) * _values.size_of(signature.element_type)
        unknown = (DYNAMIC,) * self._divided
        shape, low, high, interior = self._numbers
        wanted = _kernels.Numbers(shape, unknown + low[self._divided:],
                                  unknown + high[self._divided:], interior)
        if signature.stream_from is None:
            # It is written past the caches, however small its slices are.
            signature = signature._replace(stream_from=0)
        super().__init__(_kernels.Binding(signature, wanted))

    def _slice(self, begins: tuple[int, ...], ends: tuple[int, ...]) -> _kernels.Piece:
        """The slice from `begins` to `ends` of the first axes. It is contiguous."""
        low, high = list(self._numbers.low), list(self._numbers.high)
        place = 0
        for axis, (begin, end) in enumerate(zip(begins, ends)):
            low[axis] -= begin
            high[axis] -= self._extents[axis] - end
            place = place * self._extents[axis] + begin
        numbers = self._numbers._replace(low=tuple(low), high=tuple(high))
        return _kernels.Piece(0, place * self._bytes, self.binding.arguments(numbers))

    def divide(self, threads: int) -> list[list[_kernels.Piece]]:
        first = self._extents[0]
        whole = self._extents[1:self._divided]
        # Few planes are divided by their rows, so that no thread has one more than others.
        if all(whole) and whole and first % threads and first < 8 * threads:
            rows = first * whole[0]
            threads = min(threads, rows)
            return [self._divide_rows(thread * rows // threads, (thread + 1) * rows // threads)
                    for thread in range(threads)]
        none = (0,) * len(whole)
        return [[self._slice((thread * first // threads, *none),
                             ((thread + 1) * first // threads, *whole))]
                for thread in range(threads)]

    def _divide_rows(self, begin: int, end: int) -> list[_kernels.Piece]:
        """The rows from `begin` to `end`, which are counted through all planes: the rest of a
        plane, whole planes, and the begin of one."""
        rows = self._extents[1]
        pieces = []
        while begin < end:
            plane, row = divmod(begin, rows)
            planes = 1 if row else max((end - begin) // rows, 1)
            last = min(row + end - begin, rows)
            pieces.append(self._slice((plane, row), (plane + planes, last)))
            begin += (planes - 1) * rows + last - row
        return pieces


def merge_outer(signature, numbers, extents):
    """The same pad with its first axes merged, as far as they are not padded."""
    outer = 0
    while outer < len(extents) - 1 and not any(own[outer] for own in numbers[1:]):
        outer += 1
    if outer < 2:
        return signature, numbers, extents

    def merge(own, first):
        return (first, *own[outer:])

    shape, *pads = numbers
    merged = _kernels.Numbers(merge(shape, math.prod(shape[:outer])),
                              *(merge(own, 0) for own in pads))
    # The mode of an axis that is not padded has no say, except that one must read the value.
    modes = merge(signature.modes,
                  ("constant", False) if signature.takes_value else signature.modes[0])
    return signature._replace(modes=modes), merged, merge(extents, math.prod(extents[:outer]))


def find(signature: _kernels.Signature, numbers: _kernels.Numbers,
         most_streamed_bytes: int = MOST_BYTES) -> _kernels.Call:
    """What pads arrays of `numbers`; results of more than `most_streamed_bytes` are written through
    the caches. Raises `ValueError` for a pad that breaks a rule (docs/Semantics.md), also where a
    kernel for any shape would not look, and for a result that no memory can hold."""
    extents = _library.infer_extents(signature.modes, *numbers)
    size = math.prod(extents) * _values.size_of(signature.element_type)
    if size > MOST_BYTES:
        raise ValueError(f"the result has extents {extents} and {size} bytes, but an address space "
                         f"has at most {MOST_BYTES} (C7)")
    if size > most_streamed_bytes:
        signature = signature._replace(stream_from=_kernels.NEVER)
    if extents and size >= LEAST_BYTES:
        return _Slices(signature, numbers, extents).call(extents, signature.takes_value)
    return _kernels.Binding(signature, numbers).call(numbers, extents)
