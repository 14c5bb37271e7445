"""Which kernel a pad calls: one for its shape at first, then one for any shape."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Callable, NamedTuple, Optional

from . import _cache, _library
from ._library import DYNAMIC

#: How many shapes of a signature get kernels of their own. Code for any shape is larger and up to
#: some times slower on small arrays, but it is compiled once.
STATIC_SHAPES = 3


class Signature(NamedTuple):
    """What all shapes of a pad have in common."""

    modes: tuple[tuple[str, bool], ...]
    element_type: str
    has_interior: bool
    value: str


class Numbers(NamedTuple):
    """What they differ in: an entry for each axis."""

    shape: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    interior: tuple[int, ...]


class Call(NamedTuple):
    """A function `call(source address, result address)`, and the extents of its result."""

    call: Callable[[int, int], None]
    extents: tuple[int, ...]
    kernel: object


_lock = threading.Lock()
_static: dict[Signature, dict[Numbers, _library.Kernel]] = {}
_dynamic: dict[Signature, _library.Kernel] = {}


def _make(signature: Signature, numbers: Numbers) -> _library.Kernel:
    """The kernel of `numbers`, of which some may be `DYNAMIC`, from the cache or the compiler."""
    key = repr((_library.host_key(), signature, numbers)).encode()
    if (code := _cache.load(key)) and (kernel := _library.load(code)):
        return kernel
    kernel = _library.compile_pad(
        signature.modes, signature.element_type, numbers.shape, numbers.low, numbers.high,
        numbers.interior if signature.has_interior else None, signature.value)
    _cache.store(key, kernel.object_file())
    return kernel


def _kernel_of(signature: Signature, numbers: Numbers) -> tuple[_library.Kernel, bool]:
    """The kernel of `numbers`, and whether it is one for any."""
    with _lock:
        static = _static.setdefault(signature, {})
        if kernel := static.get(numbers):
            return kernel, False
        if len(static) < STATIC_SHAPES or not numbers.shape:
            kernel = static[numbers] = _make(signature, numbers)
            return kernel, False
        if signature not in _dynamic:
            unknown = (DYNAMIC,) * len(numbers.shape)
            _dynamic[signature] = _make(signature, Numbers(unknown, unknown, unknown, unknown))
        return _dynamic[signature], True


def find(signature: Signature, numbers: Numbers) -> Call:
    """What pads arrays of `numbers`. Raises `ValueError` for a pad that breaks a rule
    (docs/Semantics.md), also where a kernel for any shape would not look."""
    pointer, integer = ctypes.c_void_p, ctypes.c_int64
    extents = _library.infer_extents(signature.modes, *numbers)
    kernel, takes_numbers = _kernel_of(signature, numbers)
    if not takes_numbers:
        return Call(ctypes.CFUNCTYPE(None, pointer, pointer)(kernel.address), extents, kernel)
    arguments = [*numbers.shape, *numbers.low, *numbers.high]
    if signature.has_interior:
        arguments += numbers.interior
    function = ctypes.CFUNCTYPE(None, pointer, *[integer] * len(arguments), pointer)(kernel.address)

    def call(source, result):
        function(source, *arguments, result)

    return Call(call, extents, kernel)


class Memo:
    """The calls of the latest arguments, so that a repeated call finds its kernel by one look-up.
    Threads share it: each operation is one of a `dict`."""

    #: How many are kept; a program with more shapes than that starts again.
    MOST = 4096

    def __init__(self):
        self._calls: dict[Any, Optional[Call]] = {}
        self.get = self._calls.get
        self.clear = self._calls.clear
        self.size = self._calls.__len__

    def add(self, key: Any, call: Optional[Call]) -> Optional[Call]:
        """Keeps `call` for `key`, and gives it back."""
        if len(self._calls) >= self.MOST:
            self._calls.clear()
        self._calls[key] = call
        return call
