"""Pads a numpy matrix by reflection with a kernel for any number of rows:

  padc --mode reflect --type f32 --shape ?x4 --low 0,1 --high 2,3 \\
       --name reflect -o reflect.so
  python3 reflect.py ./reflect.so
"""

import ctypes
import sys

import numpy as np

if len(sys.argv) != 2:
    sys.exit("usage: reflect.py KERNEL.so" + __doc__.partition(":")[2])
kernels = ctypes.CDLL(sys.argv[1])


def array(dtype):
    return np.ctypeslib.ndpointer(dtype, flags="C_CONTIGUOUS")


# void reflect(const float *source, int64_t source_d0, float *result);
kernels.reflect.argtypes = [array(np.float32), ctypes.c_int64, array(np.float32)]
kernels.reflect.restype = None
# void reflect_shape(int64_t source_d0, int64_t *result_shape);
kernels.reflect_shape.argtypes = [ctypes.c_int64, array(np.int64)]
kernels.reflect_shape.restype = None

matrix = np.arange(1, 13, dtype=np.float32).reshape(3, 4)
shape = np.empty(2, dtype=np.int64)
kernels.reflect_shape(matrix.shape[0], shape)
padded = np.empty(shape, dtype=np.float32)
kernels.reflect(matrix, matrix.shape[0], padded)

print(padded)
assert (padded == np.pad(matrix, [(0, 2), (1, 3)], mode="reflect")).all()
