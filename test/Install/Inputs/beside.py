"""padkernels in one process with PyTorch, ONNX Runtime and the LLVM of Debian, loaded before it or
after it: beside.py before|after FOLDER, where FOLDER has the library of ONNX Runtime."""

import ctypes
import sys

import numpy as np
from padbench.contenders.onnxruntime_peer import OnnxRuntime
from padbench.workloads import Workload

order, folder = sys.argv[1:]
x = np.arange(24, dtype=np.float32).reshape(4, 6)
pads = [(1, 2), (3, 0)]
expected = np.pad(x, pads, "reflect")


class Native:
    """In the place of what times a kernel: the peer runs each once before."""

    def kernel(self, function, address):
        return None


def load_others():
    # Its symbols are there for every library that is loaded later.
    llvm = ctypes.CDLL("libLLVM-14.so.1", ctypes.RTLD_GLOBAL)
    llvm.LLVMContextCreate.restype = ctypes.c_void_p
    assert llvm.LLVMContextCreate()
    import torch
    padded = torch.nn.functional.pad(torch.from_numpy(x)[None, None], (3, 0, 1, 2), "reflect")
    assert (padded[0, 0].numpy() == expected).all()
    compiled = torch.jit.script(torch.nn.ReflectionPad2d((3, 0, 1, 2)))
    assert (compiled(torch.from_numpy(x)[None]).numpy()[0] == expected).all()
    runtime = OnnxRuntime(Native(), 1, folder)
    result = np.zeros_like(expected)
    workload = Workload("pad", "static", "reflect", "f32", x.shape, (1, 3), (2, 0), (0, 0))
    [variant] = runtime.variants(workload, x, result)
    assert not variant.refusal and (result == expected).all(), variant.refusal
    return torch, runtime


def use_padkernels(dtype):
    import padkernels
    for mode in ("constant", "edge", "reflect", "symmetric", "wrap"):
        ours = padkernels.pad(x.astype(dtype), pads, mode)
        assert (ours == np.pad(x.astype(dtype), pads, mode)).all(), mode


if order == "after":
    use_padkernels(np.float32)
torch, runtime = load_others()
use_padkernels(np.float64)
import padkernels
ours = padkernels.torch_pad(torch.from_numpy(x), (1, 2), value=1.5)
assert torch.equal(ours, torch.nn.functional.pad(torch.from_numpy(x), (1, 2), value=1.5))
print("others loaded", order, "padkernels:", torch.__version__, runtime.version)
