"""Times kernels of `padc --adjoint`: see scripts/bench-adjoint.

Each line has the time of the kernel, its quotients by the floor (the smaller one of gradient and
result is copied, the rest is read) and by PyTorch's backward on one thread and on two, and code and
compile time with those of the forward kernel. Results are compared with a walk in numpy first.
"""

import argparse
import ctypes
import math
import pathlib
import subprocess
import time

import numpy as np

try:
    import torch
except ImportError:
    torch = None

# Mode, extents of the source, low and high pads of its last axes, type, whether extents are dynamic.
WORKLOADS = [
    *((mode, shape, low, high, "f32", dynamic)
      for dynamic in (False, True)
      for mode in ("reflect", "edge", "symmetric", "wrap")
      for shape, low, high in (((64, 112, 112), (3, 3), (3, 3)), ((64, 30, 30), (1, 1), (1, 1)),
                               ((64, 7, 7), (3, 3), (3, 3)), ((3, 1080, 1920), (2, 2), (2, 2)),
                               ((2048, 2048), (1, 1), (1, 1)), ((16, 16000), (512,), (512,)),
                               ((8, 56, 56, 64), (1, 1, 0), (1, 1, 0)), ((4, 24, 24, 24), (1, 1, 1), (1, 1, 1)))),
    *(("reflect", (64, 112, 112), (3, 3), (3, 3), type, False)
      for type in ("f64", "f16", "bf16", "i8"))]
NUMPY = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": np.uint16, "i8": np.int8}


def compile_kernel(padc, folder, name, mode, shape, low, high, type, dynamic, adjoint):
    """The function, its bytes of code, and seconds of compilation."""
    path = folder / f"{name}.so"
    command = [padc, "--mode", mode, "--type", type, "--shape", "x".join(["?"] * len(shape) if dynamic else map(str, shape)),
               "--low", ",".join(map(str, low)), "--high", ",".join(map(str, high)), "-o", str(path)]
    best = math.inf
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(command + ["--adjoint"] * adjoint, check=True)
        best = min(best, time.perf_counter() - start)
    size = subprocess.run(["size", "-A", str(path)], check=True, capture_output=True, text=True).stdout
    code = next(int(line.split()[1]) for line in size.splitlines() if line.startswith(".text"))
    return ctypes.CDLL(str(path)).pad, code, best


def expect(g, shape, low, high, mode):
    """The gradient by a walk over the result, one axis after the other."""
    for axis, (d, p) in enumerate(zip(shape, low)):
        result = np.zeros((*g.shape[:axis], d, *g.shape[axis + 1:]), g.dtype)
        for i in range(g.shape[axis]):
            j = i - p
            if mode == "edge":
                j = min(max(j, 0), d - 1)
            elif mode == "wrap":
                j %= d
            else:
                skipped = mode == "reflect"
                m = j % (2 * (d - skipped))
                j = m if m < d else 2 * d - 1 - skipped - m
            place, term = [slice(None)] * g.ndim, [slice(None)] * g.ndim
            place[axis], term[axis] = j, i
            result[tuple(place)] += g[tuple(term)]
        g = result
    return g


def torch_backward(mode, shape, low, high, g, threads):
    """Seconds of PyTorch's own, or None where it has none."""
    pads = [n for axis in reversed(range(len(shape))) for n in (low[axis], high[axis])]
    while pads and pads[-2:] == [0, 0]:
        pads = pads[:-2]
    axes = len(pads) // 2
    name = {"reflect": "reflection", "edge": "replication"}.get(mode)
    if torch is None or not name or axes > 3 or g.dtype not in (np.float32, np.float64) or not pads[0] + pads[1]:
        return None
    call = getattr(torch.ops.aten, f"{name}_pad{axes}d_backward")
    # All axes but those with pads are a batch and channels.
    outer = math.prod(shape[:len(shape) - axes])
    source = torch.empty((1, outer, *shape[len(shape) - axes:]), dtype=torch.from_numpy(g).dtype)
    gradient = torch.from_numpy(g).reshape((1, outer, *g.shape[len(shape) - axes:]))
    torch.set_num_threads(threads)
    call(gradient, source, pads)
    best, spent = math.inf, 0
    while spent < 0.3:
        start = time.perf_counter()
        call(gradient, source, pads)
        own = time.perf_counter() - start
        best, spent = min(best, own), spent + own
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("padc")
    parser.add_argument("timer")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    measure = ctypes.CDLL(options.timer).measure
    floors, forward = [], []
    print("mode shape pads type extents | us, / floor | PyTorch 1 thread, 2 threads / kernel | code, / forward | "
          "compile ms, / forward")
    for number, (mode, shape, low, high, type, dynamic) in enumerate(WORKLOADS):
        low, high = ((0,) * (len(shape) - len(own)) + own for own in (low, high))
        padded = [p + d + q for p, d, q in zip(low, shape, high)]
        kernel, code, seconds = compile_kernel(options.padc, options.folder, f"adjoint{number}", mode, shape, low, high,
                                               type, dynamic, True)
        _, forward_code, forward_seconds = compile_kernel(options.padc, options.folder, f"forward{number}", mode, shape,
                                                          low, high, type, dynamic, False)
        rng = np.random.default_rng(1)
        g = rng.integers(0, 8, padded).astype(NUMPY[type])
        result, copied = np.zeros(shape, g.dtype), np.zeros(max(math.prod(shape), g.size), g.dtype)
        arguments = [g.ctypes.data, *(padded + list(shape)) * dynamic, result.ctypes.data]
        arguments = (ctypes.c_int64 * 16)(*arguments)
        calls = max(1, min(20000, int(1e8 / (g.nbytes + 3000))))
        times = (ctypes.c_double * 2)()
        measure(kernel, arguments, ctypes.c_void_p(g.ctypes.data), ctypes.c_void_p(copied.ctypes.data),
                ctypes.c_int64(g.nbytes), ctypes.c_int64(result.nbytes), ctypes.c_int64(calls), ctypes.c_int64(9), times)
        if type != "bf16":
            assert (result == expect(g, shape, low, high, mode)).all(), (mode, shape)
        peers = [torch_backward(mode, shape, low, high, g, threads) for threads in (1, 2)]
        ratio = times[0] / times[1]
        if all(p + q < d / 10 for d, p, q in zip(shape, low, high)):
            floors.append(ratio)
        forward.append((code / forward_code, seconds / forward_seconds))
        print(f"{mode} {'x'.join(map(str, shape))} {','.join(map(str, low))} {type} {'?' if dynamic else 'static'} | "
              f"{times[0] * 1e6:.2f}, {ratio:.2f} | "
              + ", ".join("-" if peer is None else f"{peer / times[0]:.1f}" for peer in peers)
              + f" | {code}, {code / forward_code:.2f} | {seconds * 1e3:.0f}, {seconds / forward_seconds:.2f}", flush=True)

    def mean(values):
        return math.exp(sum(map(math.log, values)) / len(values))

    print(f"geometric means: {mean(floors):.2f} of the floor where borders are less than a tenth of their axes "
          f"({len(floors)} workloads); code {mean([code for code, _ in forward]):.2f} and compile time "
          f"{mean([own for _, own in forward]):.2f} of the forward kernel's")


main()
