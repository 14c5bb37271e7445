"""Workloads of scripts/bench --fusion by calls of OpenCV and PyTorch.

Both get the linear form of a stencil: OpenCV's filter2D or sepFilter2D with the border of
the mode, PyTorch's pad and convolution, its pool, or only the convolution or pool where
the padding is its own zeros. They sum in an order of their own, so that their results
are near ours, not the same bits. The call from Python is included. What a library has no
function for, it has no figure for: OpenCV has images of one channel here, and no wrap;
PyTorch has no symmetric pads, and convolutions of floats only.
Debian: python3-opencv, python3-torch.
"""

import functools
import importlib

import numpy

NAMES = ("opencv", "torch")
BORDERS = {"constant": "BORDER_CONSTANT", "edge": "BORDER_REPLICATE",
           "reflect": "BORDER_REFLECT_101", "symmetric": "BORDER_REFLECT"}
TORCH_MODES = {"constant": "constant", "edge": "replicate", "reflect": "reflect",
               "wrap": "circular"}


@functools.cache
def library(name):
    """The module, for one thread; None where it is not installed."""
    try:
        module = importlib.import_module(name)
    except (ImportError, OSError):
        return None
    if name == "torch":
        module.set_num_threads(1)
        module.set_grad_enabled(False)
    else:
        module.setNumThreads(1)
    return module


class Weights:
    """Evaluates the element of a stencil to the weight of each of its taps."""

    @staticmethod
    def tap(*offsets):
        return {offsets: 1.0}

    @staticmethod
    def constant(value):
        return value

    @staticmethod
    def add(a, b):
        return {tap: a.get(tap, 0) + b.get(tap, 0) for tap in a | b}

    def sub(self, a, b):
        return self.add(a, self.mul(b, -1.0))

    @staticmethod
    def mul(a, number):
        return {tap: weight * number for tap, weight in a.items()}

    def quotient(self, value, bits):
        return self.mul(value, 0.5 ** bits)

    @classmethod
    def of(cls, element, reach):
        """The dense weights of a stencil that reads `reach` elements to each side."""
        weights = numpy.zeros([2 * r + 1 for r in reach])
        for tap, weight in element(cls()).items():
            weights[tuple(r + t for r, t in zip(reach, tap))] = weight
        return weights


def stages(workload):
    """The weights of each stencil, first to last."""
    found = [workload.first] if workload.first else []
    return [Weights.of(element, reach)
            for reach, element in [*found, (workload.low, workload.element)]]


def opencv(workload, source, result):
    """A function that computes the workload, or None."""
    cv2 = library("cv2")
    if not cv2 or not workload.is_linear or workload.layout or workload.result != workload.source or \
            source.ndim != 2 or workload.mode not in BORDERS or \
            workload.type.endswith("f16"):
        return None
    border, weights = getattr(cv2, BORDERS[workload.mode]), stages(workload)
    if len(weights) == 2 and weights[0].shape[0] == weights[1].shape[1] == 1:
        along, across = weights[0].reshape(-1), weights[1].reshape(-1)
        return lambda: cv2.sepFilter2D(source, -1, along, across, result, borderType=border)
    if len(weights) == 1:
        return lambda: cv2.filter2D(source, -1, weights[0], result, borderType=border)
    between = numpy.empty_like(source)

    def both():
        cv2.filter2D(source, -1, weights[0], between, borderType=border)
        cv2.filter2D(between, -1, weights[1], result, borderType=border)
    return both


def pytorch(workload, source, filter_):
    """A function that computes the workload, and one that makes an array of what it
    returns; or None."""
    torch = library("torch")
    is_copy = not workload.layout and workload.result != workload.source
    if not torch or not workload.is_linear or is_copy or \
            workload.mode not in TORCH_MODES or workload.type not in ("f32", "f64"):
        return None
    functional, mode = torch.nn.functional, TORCH_MODES[workload.mode]
    pads, x = list(zip(workload.low, workload.high)), torch.from_numpy(source)
    windows, last = [None], workload.layout.endswith("C")
    if not workload.layout:
        x = x[None, None]
        weights = stages(workload)
        windows = [torch.from_numpy(w.astype(source.dtype))[None, None] for w in weights]
        pads = [[(n // 2, n // 2) for n in w.shape] for w in weights]
    else:
        pads = [pads[1:-1] if last else pads[2:]]
        # Channels are second for PyTorch; where they are last, this is a view.
        x = x.movedim(-1, 1) if last else x
        if filter_ is not None:
            window = torch.from_numpy(filter_)
            if last:
                window = window.movedim(-1, 0)
                window = (window.movedim(-1, 1) if window.ndim == x.ndim else
                          window[:, None])
            windows = [window.contiguous()]
    convolve = (functional.conv1d, functional.conv2d, functional.conv3d)[x.ndim - 3]

    # A pool of a stride has fewer rows.
    rows = 1 if last else 2
    stride = -(-workload.source[rows] // workload.result[rows]) if workload.pool else 1

    def step(y, window, around):
        own = [0] * len(around)
        if mode == "constant" and workload.pool != "max" and \
                all(low == high for low, high in around):
            own = [low for low, _ in around]
        else:
            y = functional.pad(y, [n for pair in around[::-1] for n in pair], mode)
        if workload.pool:
            return (functional.max_pool2d(y, 3, stride) if workload.pool == "max" else
                    functional.avg_pool2d(y, 3, 1, own))
        return convolve(y, window, None, 1, own, 1, y.shape[1] // window.shape[1])

    def compute():
        y = x
        for window, around in zip(windows, pads):
            y = step(y, window, around)
        return y

    def array(y):
        return (y.movedim(1, -1) if last else y).numpy().reshape(workload.result)
    return compute, array


def near(wanted, found):
    """Whether sums in another order explain the difference: of `i8`, each pass may also
    round where ours truncates; of 16 bits, each op rounds."""
    if wanted.dtype == numpy.uint16:
        wanted, found = ((of.astype(numpy.uint32) << 16).view(numpy.float32)
                         for of in (wanted, found))
        return numpy.allclose(wanted, found, rtol=2e-2, atol=0.2)
    if wanted.dtype == numpy.float16:
        return numpy.allclose(wanted, found, rtol=2e-3, atol=3e-2)
    if wanted.dtype == numpy.uint8:
        return numpy.abs(wanted.astype(int) - found).max(initial=0) <= 2
    return numpy.allclose(wanted, found, rtol=1e-3, atol=1e-4)


def calls(workload, arrays):
    """What the libraries can compute of the workload: names of NAMES, functions, and
    what makes an array of what a function returns."""
    source, result = arrays[0], arrays[-1]
    function = opencv(workload, source, result)
    if function:
        yield "opencv", function, lambda _: result
    made = pytorch(workload, source, arrays[1] if len(arrays) > 2 else None)
    if made:
        yield "torch", *made
