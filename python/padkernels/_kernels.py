"""Which kernel a pad calls: one for its shape at first, then one for any shape."""

from __future__ import annotations

import collections
import ctypes
import itertools
import os
import threading
import time
from typing import Any, Callable, NamedTuple, Optional

from . import _cache, _library, _values
from ._library import DYNAMIC

#: How many shapes of a signature get kernels of their own. Code for any shape is larger and up to
#: some times slower on small arrays, but it is compiled once.
STATIC_SHAPES = 3
#: The same of a gradient, whose code for any shape is up to 20 times slower.
STATIC_GRADIENTS = 16
#: How many kernels are kept, of about 100 KB each; those that were made or looked up longest ago
#: make room.
MOST_KERNELS = 128
#: A thread that waits for a kernel which another one compiles looks again after so many seconds. It
#: is not notified: the exception of a signal may interrupt the other thread before it could do so.
_WAIT = 0.001
#: More bytes than any result has.
NEVER = 2**63 - 1


class Signature(NamedTuple):
    """What all shapes of a pad have in common."""

    modes: tuple[tuple[str, bool], ...]
    element_type: str
    has_interior: bool
    takes_value: bool
    #: Whether it is the gradient of the pad's source.
    is_adjoint: bool = False
    #: From how many bytes on results are written past the caches; `NEVER`, or None where the compiler
    #: says it.
    stream_from: Optional[int] = None


class Numbers(NamedTuple):
    """What they differ in: an entry for each axis, of which kernels leave some `DYNAMIC`."""

    shape: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    interior: tuple[int, ...]


#: What pads: it takes the addresses of source and result; the value, from `_values`, which pads
#: that read none ignore; and what owns the memory, which threads keep while they work.
Function = Callable[[int, int, Any, Any], None]


class Piece(NamedTuple):
    """One call of a kernel: where its arrays begin in those of the whole pad, in bytes, and the
    numbers that it takes."""

    source: int
    result: int
    arguments: tuple[int, ...]


class Call(NamedTuple):
    """What pads, the extents of its result, and whether it reads the value; for those who call the
    kernel themselves, the kernel, whether threads share the result, and the calls of each of so many
    threads."""

    call: Function
    extents: tuple[int, ...]
    takes_value: bool
    kernel: _library.Kernel
    is_shared: bool
    shares: Callable[[int], list[list[Piece]]]


class _Kernels:
    """The kernels of the process. A kernel is compiled by the first thread that asks for it, while
    the threads that ask for others go on."""

    def __init__(self):
        self._kernels: collections.OrderedDict[tuple[Signature, Numbers], _library.Kernel] = \
            collections.OrderedDict()
        #: Those that a thread compiles now.
        self._begun: set[tuple[Signature, Numbers]] = set()
        #: How many shapes of a signature have, or will have, kernels of their own.
        self._shapes: collections.Counter[Signature] = collections.Counter()
        #: Whether a thread that will fork waits for the others, so that none may begin to compile.
        self._fork_waits = False
        # Unlike that of a `Condition`, its methods are C: no signal's exception can leave it held.
        self._lock = threading.RLock()
        # A child of `fork` has this thread only, so none may be within the compiler.
        os.register_at_fork(before=self._pause, after_in_parent=self._go_on,
                            after_in_child=self._go_on)

    def get(self, signature: Signature, numbers: Numbers) -> tuple[_library.Kernel, Numbers]:
        """The kernel for `numbers`, and the numbers that it was made for."""
        unknown = Numbers(*[(DYNAMIC,) * len(numbers.shape)] * 4)
        key, own, kernel = None, False, None
        try:
            while True:
                with self._lock:
                    for known in (numbers, unknown):
                        if found := self._kernels.get((signature, known)):
                            self._kernels.move_to_end((signature, known))
                            return found, known
                    own = self._has_room(signature, numbers) or (signature, numbers) in self._begun
                    wanted = (signature, numbers if own else unknown)
                    if wanted not in self._begun and not self._fork_waits:
                        key = wanted
                        self._begun.add(key)
                        self._shapes[signature] += own
                        break
                time.sleep(_WAIT)
            kernel = _make(*key)
        finally:
            # Without the lock, as what a signal raises may interrupt the wait for it.
            self._begun.discard(key)
            if key:
                with self._lock:
                    if kernel:
                        self._add(key, kernel)
                    else:
                        self._shapes[signature] -= own
        return kernel, key[1]

    def _has_room(self, signature: Signature, numbers: Numbers) -> bool:
        return not numbers.shape or self._shapes[signature] < (
            STATIC_GRADIENTS if signature.is_adjoint else STATIC_SHAPES)

    def makes_own(self, signature: Signature, numbers: Numbers) -> bool:
        """Whether `numbers` have a kernel of their own, or will have one."""
        with self._lock:
            return (signature, numbers) in self._kernels or self._has_room(signature, numbers)

    def _add(self, key: tuple[Signature, Numbers], kernel: _library.Kernel) -> None:
        self._kernels[key] = kernel
        if len(self._kernels) > MOST_KERNELS:
            (signature, numbers), _ = self._kernels.popitem(last=False)
            if numbers.shape[:1] != (DYNAMIC,):
                self._shapes[signature] -= 1
            # Calls keep kernels in memory.
            for forget in forget_calls:
                forget()

    def _pause(self) -> None:
        self._lock.acquire()
        while self._begun:
            self._fork_waits = True
            self._lock.release()
            try:
                time.sleep(_WAIT)
            finally:
                self._lock.acquire()

    def _go_on(self) -> None:
        self._fork_waits = False
        self._lock.release()

    def clear(self) -> None:
        """Forgets all kernels; those that calls have go on to work."""
        with self._lock:
            self._kernels.clear()
            self._shapes.clear()

    def known(self) -> list[tuple[Signature, Numbers]]:
        """What there are kernels for."""
        with self._lock:
            return list(self._kernels)


def _make(signature: Signature, numbers: Numbers) -> _library.Kernel:
    """The kernel of `numbers`, from the cache or the compiler."""
    key = repr((_library.host_key(), signature, numbers)).encode()
    if (code := _cache.load(key)) and (kernel := _library.load(code)):
        return kernel
    kernel = _library.compile_pad(
        signature.modes, signature.element_type, numbers.shape, numbers.low, numbers.high,
        numbers.interior if signature.has_interior else None, "?" if signature.takes_value else "",
        "" if signature.stream_from is None
        else f"nontemporal-threshold={signature.stream_from}", signature.is_adjoint)
    _cache.store(key, kernel.object_file())
    return kernel


kernels = _Kernels()


#: What forgets calls, so that nothing keeps the kernels that made room for others.
forget_calls: list[Callable[[], None]] = []


class Binding:
    """The kernel of pads by `wanted`, some of which may be `DYNAMIC`."""

    def __init__(self, signature: Signature, wanted: Numbers):
        self.kernel, made_for = kernels.get(signature, wanted)
        self._signature = signature
        lists = 4 if signature.has_interior else 3
        self._unknown = [known == DYNAMIC for made in made_for[:lists] for known in made]
        # The extents of a gradient are known where all numbers of the axis are.
        self._unknown_axes = ([DYNAMIC in own for own in zip(*made_for[:lists])]
                              if signature.is_adjoint else [])
        types = [ctypes.c_void_p,
                 *[ctypes.c_int64] * (sum(self._unknown_axes) + sum(self._unknown))]
        if signature.takes_value:
            types.append(_values.argument_type(signature.element_type))
        self._function = ctypes.CFUNCTYPE(None, *types, ctypes.c_void_p)(self.kernel.address)
        # The code lives as long as the kernel.
        self._function.kernel = self.kernel

    def arguments(self, numbers: Numbers) -> tuple[int, ...]:
        """What the kernel takes of all the numbers of a pad, which break no rule."""
        entries = itertools.chain.from_iterable(numbers)
        arguments = tuple(itertools.compress(entries, self._unknown))
        if not any(self._unknown_axes):
            return arguments
        extents = _library.infer_extents(self._signature.modes, *numbers)
        return (*itertools.compress(extents, self._unknown_axes), *arguments)

    def run(self, piece: Piece, source: int, result: int, value: Any) -> None:
        """One call for the arrays of the whole pad."""
        values = (value,) if self._signature.takes_value else ()
        self._function(source + piece.source, *piece.arguments, *values, result + piece.result)

    def call(self, numbers: Numbers, extents: tuple[int, ...]) -> Call:
        """The pad by `numbers`, whose result has `extents`."""
        function, arguments = self._function, self.arguments(numbers)
        takes_value = self._signature.takes_value
        if takes_value:
            def call(source, result, value, _):
                function(source, *arguments, value, result)
        else:
            def call(source, result, value, _):
                function(source, *arguments, result)
        return Call(call, extents, takes_value, self.kernel, False,
                    lambda _: [[Piece(0, 0, arguments)]])


class Memo:
    """The calls of the latest arguments, so that a repeated call finds its kernel by one look-up.
    Keys are of tuples, exact integers and strings, and data types: of nothing that equals what
    means something else. Threads share it: each operation is one of a `dict`."""

    #: How many are kept; a program with more than that starts again.
    MOST = 4096

    def __init__(self):
        self._calls: dict[Any, Optional[Call]] = {}
        self.get = self._calls.get
        self.clear = self._calls.clear
        self.size = self._calls.__len__
        forget_calls.append(self.clear)

    def add(self, key: Any, call: Optional[Call]) -> Optional[Call]:
        """Keeps `call` for `key`, and gives it back."""
        if len(self._calls) >= self.MOST:
            self._calls.clear()
        self._calls[key] = call
        return call
