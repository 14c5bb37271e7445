"""Padding of arrays by native kernels.

>>> import numpy as np, padkernels
>>> padkernels.pad(np.array([1, 2, 3, 4]), [(3, 3)], mode="reflect")
array([4, 3, 2, 1, 2, 3, 4, 3, 2, 1])

`pad` has the modes of Pad, a mode for each axis, negative pads, which crop, and interior
padding, and `pad_adjoint` is its gradient. `padkernels.numpy_pad` and `padkernels.torch_pad` take the place of `numpy.pad` and of
`torch.nn.functional.pad`.

The first calls for a mode, element type and shape compile a kernel, which takes some tens of
milliseconds, and keep it in `$XDG_CACHE_HOME/padkernels` (`PADKERNELS_CACHE` names another
folder, or none). After three shapes, one kernel for all shapes is compiled. The padding value is an
argument of kernels. `set_num_threads` says how many threads share a large result.
"""

from ._adjoint import pad_adjoint
from ._install import install, uninstall
from ._library import CompileError
from ._numpy import numpy_pad
from ._pad import pad
from ._threads import get_num_threads, set_num_threads
from ._torch import torch_pad

__all__ = ["CompileError", "get_num_threads", "install", "numpy_pad", "pad", "pad_adjoint",
           "set_num_threads", "torch_pad", "uninstall"]
__version__ = "0.1.0"
