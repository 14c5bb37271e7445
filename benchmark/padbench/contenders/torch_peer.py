"""PyTorch: its pad kernels with a preallocated output, pad of
torch.nn.functional, and copies between slices for modes that it lacks."""

from dataclasses import replace

from . import Absent, Refused, Variant, python_loop, refused, returning
from .slices import constant_slabs, plan

KERNELS = {"reflect": "reflection_pad", "edge": "replication_pad"}
FUNCTIONAL_MODES = {
    "constant": "constant", "reflect": "reflect", "edge": "replicate",
    "wrap": "circular",
}


class Torch:
    name = "torch"

    def __init__(self, threads):
        try:
            import torch
        except (ImportError, OSError) as error:
            raise Absent(f"python3-torch: {error}") from None
        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)
        self.torch, self.version = torch, torch.__version__

    def variants(self, workload, source, result):
        if any(workload.interior):
            yield self._slices(workload, source, result)
            return
        yield self._functional(workload, source)
        if workload.is_constant:
            yield self._constant(workload, source, result)
        elif workload.mode in KERNELS:
            yield self._kernel(workload, source, result)
            if workload.type == "i64":
                # The kernels have no i64; f64 moves the same bits.
                yield self._kernel(workload, source.view("f8"), result.view("f8"),
                                   " as f64")
        yield self._slices(workload, source, result)

    @staticmethod
    def _amounts(low, high):
        """Torch's order: the last axis first."""
        return [amount for pair in zip(low[::-1], high[::-1]) for amount in pair]

    def _constant(self, workload, source, result):
        amounts = self._amounts(workload.low, workload.high)
        x, out = self.torch.from_numpy(source), self.torch.from_numpy(result)
        pad = self.torch.ops.aten.constant_pad_nd.out
        value = workload.value
        return Variant("constant_pad_nd.out",
                       python_loop(lambda: pad(x, amounts, value, out=out)))

    def _spatial(self, workload, *tensors):
        """The padded axes as the last ones behind two others, which is what the
        kernels want: (pads, number of axes, views)."""
        padded = [i for i in range(workload.rank)
                  if workload.low[i] or workload.high[i]]
        if not 1 <= len(padded) <= 3:
            raise Refused(f"pads {len(padded)} axes, the kernels 1 to 3")
        other = [i for i in range(workload.rank) if i not in padded]
        views = []
        for tensor in tensors:
            view = tensor.permute(*other, *padded)
            while view.dim() < len(padded) + 2:
                view = view.unsqueeze(0)
            if view.dim() > len(padded) + 2:
                view = view.flatten(0, view.dim() - len(padded) - 2)
            views.append(view)
        low = [workload.low[i] for i in padded]
        high = [workload.high[i] for i in padded]
        return self._amounts(low, high), len(padded), views

    def _kernel(self, workload, source, result, note=""):
        name = f"{KERNELS[workload.mode]}.out{note}"
        x, out = self.torch.from_numpy(source), self.torch.from_numpy(result)
        try:
            amounts, axes, (x, out) = self._spatial(workload, x, out)
        except (Refused, RuntimeError) as reason:
            return refused(name, reason)
        name = f"{KERNELS[workload.mode]}{axes}d.out{note}"
        if not out.is_contiguous():
            return refused(name, "the kernel ignores the strides of its output")
        pad = getattr(self.torch.ops.aten, f"{KERNELS[workload.mode]}{axes}d").out
        return Variant(name, python_loop(lambda: pad(x, amounts, out=out)))

    def _functional(self, workload, source):
        """F.pad, one call for each mode of its axes."""
        x, modes, shape = self.torch.from_numpy(source), workload.modes, workload.shape
        steps = []
        for mode in dict.fromkeys(modes):
            low, high = ([amount if own == mode else 0
                          for own, amount in zip(modes, amounts)]
                         for amounts in (workload.low, workload.high))
            if len(set(modes)) > 1 and not any(low + high):
                continue
            step = replace(workload, mode=mode, shape=tuple(shape), low=tuple(low),
                           high=tuple(high))
            shape = [d + p + q for d, p, q in zip(shape, low, high)]
            steps.append(step)
        try:
            functions = [self._call(step) for step in steps]
            if len(functions) == 1:
                function, restore = functions[0]
                return self._allocating("F.pad", lambda: function(x), restore)

            def run():
                y = x
                for function, restore in functions:
                    y = restore(function(y))
                return y

            return self._allocating(f"F.pad, {len(steps)} calls", run, lambda y: y)
        except (Refused, RuntimeError) as reason:
            return refused("F.pad", reason)

    def _call(self, workload):
        """One call of F.pad as (what makes its result of a tensor, what gives that
        the order of the axes of the tensor)."""
        mode = FUNCTIONAL_MODES.get(workload.mode)
        if mode is None:
            raise Refused(f"no mode {workload.mode}")
        pad = self.torch.nn.functional.pad
        if mode == "constant":
            amounts = self._amounts(workload.low, workload.high)
            return lambda x: pad(x, amounts, "constant", workload.value), lambda y: y
        amounts, _, _ = self._spatial(workload)
        padded = [i for i in range(workload.rank)
                  if workload.low[i] or workload.high[i]]
        other = [i for i in range(workload.rank) if i not in padded]
        order = [*other, *padded]
        back = [order.index(i) for i in range(workload.rank)]

        def restore(y):
            shape = [self._extent(workload, i) for i in order]
            return y.reshape(shape).permute(*back)

        def function(x):
            _, _, (view,) = self._spatial(workload, x)
            return pad(view, amounts, mode)

        return function, restore

    @staticmethod
    def _extent(workload, axis):
        return workload.shape[axis] + workload.low[axis] + workload.high[axis]

    @staticmethod
    def _allocating(name, function, restore):
        variant = returning(name, function)
        last = variant.result
        variant.result = lambda: restore(last()).contiguous().numpy()
        return variant

    def _slices(self, workload, source, result):
        try:
            window, taken, windows, copies = plan(workload)
        except Refused as reason:
            return refused("slices", reason)
        x, out = self.torch.from_numpy(source), self.torch.from_numpy(result)
        to, view = out[window], x[taken]
        if any(workload.interior):
            value = workload.value
            return Variant("fill_, copy_",
                           python_loop(lambda: (out.fill_(value), to.copy_(view))))
        if workload.is_constant:
            slabs = [out[slab] for slab in constant_slabs(windows, result.shape)]

            def fill():
                to.copy_(view)
                for slab in slabs:
                    slab.fill_(workload.value)

            return Variant("slices", python_loop(fill))
        moves = []
        for axis, index, begin, length, first, step in copies:
            if first is None:
                moves.append((out[(*index, slice(begin, begin + length))], None, axis, 0))
                continue
            count = 1 if step == 0 else length
            last = first + (step or 1) * (count - 1)
            begin_from, end = min(first, last), max(first, last) + 1
            moves.append((out[(*index, slice(begin, begin + length))],
                          out[(*index, slice(begin_from, end))], axis, step))

        def run():
            to.copy_(view)
            for there, here, axis, step in moves:
                if here is None:
                    there.fill_(workload.value)
                else:
                    there.copy_(here.flip(axis) if step < 0 else here)

        return Variant("slices", python_loop(run))
