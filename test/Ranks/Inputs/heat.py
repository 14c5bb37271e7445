"""The heat equation of examples/halo on one process, with numpy's pads."""

import numpy as np

ROWS, COLUMNS, STEPS = 97, 61, 200

row, column = np.mgrid[:ROWS, :COLUMNS]
x = ((row * 37 + column * 101) % 256).astype(np.float64)
for _ in range(STEPS):
    p = np.pad(np.pad(x, ((1, 1), (0, 0)), "wrap"), ((0, 0), (1, 1)), "reflect")
    around = (p[:-2, 1:-1] + p[2:, 1:-1]) + (p[1:-1, :-2] + p[1:-1, 2:])
    x = x + 0.2 * (around - 4 * x)
bits = x.view(np.uint64)
bits = bits ^ (row * COLUMNS + column).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
bits = (bits ^ bits >> np.uint64(31)) * np.uint64(0xBF58476D1CE4E5B9)
bits = bits ^ bits >> np.uint64(29)
print(f"{ROWS}x{COLUMNS} elements, {STEPS} steps: checksum {int(bits.sum(dtype=np.uint64)):016x}")
