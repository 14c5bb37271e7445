"""Large results by several threads: a slice of a pad is a pad."""

from __future__ import annotations

import concurrent.futures
import math
import os
import sys
from typing import Any, Callable, Optional

from . import _kernels, _library, _values
from ._library import DYNAMIC

#: The least bytes of a result that threads share. So much is written past the caches.
LEAST_BYTES = 16 << 20
#: The first axes of a result that slices divide.
_DIVIDED_AXES = 2

_chosen: Optional[int] = None
_pool: Optional[concurrent.futures.ThreadPoolExecutor] = None
_pool_threads = 0


def set_num_threads(number: Optional[int]) -> None:
    """Lets `number` threads share each result of 16 MiB and more. The elements do not depend on it.
    None stands for the default: what `torch.get_num_threads()` says if PyTorch is loaded, else
    `OMP_NUM_THREADS`, else the number of processors. Raises `ValueError` for less than 1."""
    global _chosen
    if number is not None and number < 1:
        raise ValueError(f"number of threads is {number}, but must be at least 1")
    _chosen = None if number is None else int(number)


def get_num_threads() -> int:
    """How many threads share a large result."""
    if _chosen is not None:
        return _chosen
    if ask := getattr(sys.modules.get("torch"), "get_num_threads", None):
        return ask()
    first = os.environ.get("OMP_NUM_THREADS", "").split(",")[0].strip()
    if first.isdecimal() and int(first) > 0:
        return int(first)
    return len(os.sched_getaffinity(0))


def _forget_pool() -> None:
    global _pool
    _pool = None


# The threads of a parent are none of a child's.
os.register_at_fork(after_in_child=_forget_pool)


def _run(tasks: list[Callable[[], None]]) -> None:
    """Runs `tasks`, one in this thread and each of the others in one of its own."""
    global _pool, _pool_threads
    if _pool is None or _pool_threads < len(tasks) - 1:
        _pool_threads = len(tasks) - 1
        _pool = concurrent.futures.ThreadPoolExecutor(_pool_threads, "padkernels")
    others = []
    for task in tasks[1:]:
        try:
            others.append(_pool.submit(task))
        except RuntimeError:
            # The interpreter shuts down, or may have no more threads.
            task()
    interrupt = None
    try:
        tasks[0]()
    finally:
        # No thread may write to memory that the caller frees, whatever interrupts this one.
        while not all(other.done() for other in others):
            try:
                concurrent.futures.wait(others)
            except BaseException as error:
                interrupt = error
    if interrupt:
        raise interrupt


class _Slices:
    """A pad whose result threads share. Each slice is the same pad of the same source, by other
    low and high pads of the first axes (the slice law of docs/Semantics.md)."""

    def __init__(self, signature: _kernels.Signature, numbers: _kernels.Numbers,
                 extents: tuple[int, ...]):
        signature, self._numbers, extents = _merge_outer(signature, numbers, extents)
        self._divided = min(len(extents), _DIVIDED_AXES)
        self._extents = extents
        self._bytes = math.prod(extents[self._divided:]) * _values.size_of(signature.element_type)
        unknown = (DYNAMIC,) * self._divided
        shape, low, high, interior = self._numbers
        wanted = _kernels.Numbers(shape, unknown + low[self._divided:],
                                  unknown + high[self._divided:], interior)
        self._bind = _kernels.bind(signature._replace(is_streamed=True), wanted)
        #: The slices of each thread, for the last number of threads.
        self._shares: tuple[int, list[Any]] = (0, [])

    def _slice(self, begins: tuple[int, ...], ends: tuple[int, ...]) -> tuple[int, Any]:
        """The slice from `begins` to `ends` of the first axes: where it begins in the result, in
        bytes, and its function. It is contiguous."""
        low, high = list(self._numbers.low), list(self._numbers.high)
        place = 0
        for axis, (begin, end) in enumerate(zip(begins, ends)):
            low[axis] -= begin
            high[axis] -= self._extents[axis] - end
            place = place * self._extents[axis] + begin
        numbers = self._numbers._replace(low=tuple(low), high=tuple(high))
        return place * self._bytes, self._bind(numbers)

    def _divide(self, threads: int) -> list[list[tuple[int, Any]]]:
        """The slices of each of so many threads."""
        first = self._extents[0]
        whole = self._extents[1:self._divided]
        none = (0,) * len(whole)
        # Few planes are divided one by one, so that no thread has one more than others.
        if whole and (first < threads or first % threads and first < 8 * threads):
            rows = whole[0]
            return [[self._slice((plane, thread * rows // threads),
                                 (plane + 1, (thread + 1) * rows // threads))
                     for plane in range(first)] for thread in range(threads)]
        return [[self._slice((thread * first // threads, *none),
                             ((thread + 1) * first // threads, *whole))]
                for thread in range(threads)]

    def __call__(self, source: int, result: int, value: Any) -> None:
        threads = get_num_threads()
        known, shares = self._shares
        if known != threads:
            shares = self._divide(threads)
            self._shares = threads, shares

        def run(share):
            for place, function in share:
                function(source, result + place, value)

        if threads == 1:
            run(shares[0])
        else:
            _run([lambda share=share: run(share) for share in shares])


def _merge_outer(signature, numbers, extents):
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


def find(signature: _kernels.Signature, numbers: _kernels.Numbers) -> _kernels.Call:
    """What pads arrays of `numbers`. Raises `ValueError` for a pad that breaks a rule
    (docs/Semantics.md), also where a kernel for any shape would not look."""
    extents = _library.infer_extents(signature.modes, *numbers)
    size = math.prod(extents) * _values.size_of(signature.element_type)
    call = (_Slices(signature, numbers, extents) if extents and size >= LEAST_BYTES
            else _kernels.bind(signature, numbers)(numbers))
    return _kernels.Call(call, extents, signature.takes_value)
