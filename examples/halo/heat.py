"""The heat equation of heat.c, with mpi4py and numpy: heat.py KERNEL

KERNEL is a shared object that padc made for the MPI library of mpi4py; see run-python."""

import ctypes
import sys

import numpy as np
from mpi4py import MPI

ROWS, COLUMNS, STEPS = 97, 61, 200

comm = MPI.COMM_WORLD
kernel = ctypes.CDLL(sys.argv[1])
# An MPI_Comm of Open MPI is a pointer; that of MPICH is an int.
Comm = ctypes.c_void_p if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_void_p) else ctypes.c_int
Numbers = np.ctypeslib.ndpointer(np.int64, shape=(2,), flags="C_CONTIGUOUS")
kernel.heat_local_shape.argtypes = [ctypes.c_int, *[ctypes.c_int64] * 2, *[Numbers] * 4]
kernel.heat_create.argtypes = [Comm, *[ctypes.c_int64] * 2, ctypes.c_void_p]
kernel.heat_run.argtypes = [ctypes.c_void_p] * 3
kernel.heat_free.argtypes = [ctypes.c_void_p]


def check(error):
    if error != MPI.SUCCESS:
        raise MPI.Exception(error)


grid = MPI.Compute_dims(comm.size, 2)
first, size, offset, whole = np.empty((4, 2), np.int64)
kernel.heat_local_shape(comm.rank, *grid, first, size, offset, whole)
plan = ctypes.c_void_p()
check(kernel.heat_create(MPI._handleof(comm), *grid, ctypes.byref(plan)))

# The array has room for a halo of one element on each side.
x = np.zeros(whole)
inside = x[1:-1, 1:-1]
row, column = np.mgrid[: size[0], : size[1]] + first.reshape(2, 1, 1)
inside[:] = (row * 37 + column * 101) % 256
for _ in range(STEPS):
    check(kernel.heat_run(plan, inside.ctypes.data, x.ctypes.data))
    around = (x[:-2, 1:-1] + x[2:, 1:-1]) + (x[1:-1, :-2] + x[1:-1, 2:])
    inside += 0.2 * (around - 4 * inside)
check(kernel.heat_free(plan))

bits = inside.copy().view(np.uint64)
bits ^= (row * COLUMNS + column).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
bits = (bits ^ bits >> np.uint64(31)) * np.uint64(0xBF58476D1CE4E5B9)
bits ^= bits >> np.uint64(29)
total = comm.reduce(int(bits.sum(dtype=np.uint64)))
if comm.rank == 0:
    print(f"{ROWS}x{COLUMNS} elements, {STEPS} steps: checksum {total % 2**64:016x}")
