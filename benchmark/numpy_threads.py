"""Times padkernels.pad of about 50 MB by one thread and by several, beside what memory allows.

  PYTHONPATH=python PADKERNELS_LIBRARY=build/dev/lib/libPadC.so python3 benchmark/numpy_threads.py [THREADS]

What memory allows is a pad of as many elements that are one row: a copy of them past the caches, by
as many threads. Each line has the least times of several rounds that alternate, and how many times
one thread's the speed of several is, for the pad and for the row. Where the row gains little, the
memory of the machine serves one thread about as fast as several.
"""

import argparse
import time

import numpy as np
import padkernels

SHAPES = ((8, 3, 720, 720), (1, 3, 2040, 2040), (3500, 3500), (64, 196, 1000))
ROUNDS = 40


def seconds(x, pads, mode, out, threads):
    padkernels.set_num_threads(threads)
    begin = time.perf_counter()
    padkernels.pad(x, pads, mode, out=out)
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("threads", nargs="?", type=int, default=padkernels.get_num_threads())
    threads = parser.parse_args().threads
    for shape in SHAPES:
        x = np.random.default_rng(1).random(shape, dtype=np.float32)
        image = [(0, 0)] * (x.ndim - 2) + [(3, 3)] * 2
        row = x.ravel()
        for mode in ("constant", "edge", "reflect", "wrap"):
            cases = [(x, image), (row, 16)]
            outs = [padkernels.pad(*case, mode) for case in cases]
            best = {}
            for _ in range(ROUNDS):
                for number, case in enumerate(cases):
                    for count in (1, threads):
                        now = seconds(*case, mode, outs[number], count)
                        best[number, count] = min(now, best.get((number, count), now))
            pad, line = ([best[number, count] * 1e3 for count in (1, threads)] for number in (0, 1))
            print(f"{mode:9} {str(shape):20} {x.nbytes >> 20:3} MiB  pad {pad[0]:.2f} ms, "
                  f"{threads} threads {pad[1]:.2f} ms: {pad[0] / pad[1]:.2f}  row {line[0]:.2f}, "
                  f"{line[1]:.2f} ms: {line[0] / line[1]:.2f}", flush=True)


if __name__ == "__main__":
    main()
