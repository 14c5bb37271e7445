"""numpy: slice assignments into a preallocated array, and numpy.pad."""

import numpy

from . import Refused, Variant, python_loop, refused, returning
from .slices import constant_slabs, plan


class Numpy:
    name = "numpy"
    version = numpy.__version__

    def variants(self, workload, source, result):
        yield from self._slices(workload, source, result)
        yield self._pad(workload, source)

    def _slices(self, workload, source, result):
        try:
            window, taken, windows, copies = plan(workload)
        except Refused as reason:
            yield refused("slices", reason)
            return
        interior = result[window], source[taken]
        value = source.dtype.type(workload.value)
        if workload.is_constant:
            yield self._program("fill, assign", [(result, value), interior])
            if not any(workload.interior):
                slabs = constant_slabs(windows, result.shape)
                borders = [(result[slab], value) for slab in slabs]
                yield self._program("slices", [interior, *borders])
            return
        moves = [interior]
        for axis, index, begin, length, first, step in copies:
            to = result[(*index, slice(begin, begin + length))]
            if first is None:
                moves.append((to, value))
                continue
            count = 1 if step == 0 else length
            last = first + (step or 1) * (count - 1)
            begin, end = min(first, last), max(first, last) + 1
            view = result[(*index, slice(begin, end))]
            if step < 0:
                view = numpy.flip(view, axis)
            moves.append((to, view))
        yield self._program("slices", moves)

    @staticmethod
    def _program(name, moves):
        copy = numpy.copyto

        def run():
            for to, value in moves:
                copy(to, value)

        return Variant(name, python_loop(run))

    @staticmethod
    def _pad(workload, source):
        if any(workload.interior):
            return refused("numpy.pad", "numpy.pad has no interior padding")
        amounts = list(zip(workload.low, workload.high))
        crop = tuple(
            slice(max(0, -low), extent - max(0, -high))
            for extent, (low, high) in zip(source.shape, amounts)
        )
        amounts = [(max(0, low), max(0, high)) for low, high in amounts]
        view, pad = source[crop], numpy.pad
        # One call for each mode, of its axes.
        calls = []
        for mode in dict.fromkeys(workload.modes):
            own = [pair if of_axis == mode else (0, 0)
                   for of_axis, pair in zip(workload.modes, amounts)]
            options = {"constant_values": workload.value} if mode == "constant" else {}
            if len(set(workload.modes)) == 1 or any(map(any, own)):
                calls.append((own, mode, options))

        def run():
            array = view
            for own, mode, options in calls:
                array = pad(array, own, mode, **options)
            return array

        return returning("numpy.pad" if len(calls) == 1 else f"numpy.pad, {len(calls)} calls",
                         run)
