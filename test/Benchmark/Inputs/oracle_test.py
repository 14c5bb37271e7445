"""The oracle of the benchmark against literal examples of the specifications."""

import unittest

import numpy
from padbench import oracle
from padbench.workloads import Workload

MATRIX = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


def pad(rows, mode, low, high, interior=None, value=0):
    source = numpy.array(rows, numpy.int64)
    workload = Workload("test", "static", mode, "i64", source.shape, low, high,
                        interior or (0,) * source.ndim, value=value)
    return workload, source, oracle.expected(workload, source).tolist()


class Oracle(unittest.TestCase):
    def check(self, expected, *arguments, **options):
        self.assertEqual(pad(*arguments, **options)[2], expected)

    def test_openvino_positive(self):
        self.check([[0, 1, 2, 3, 4, 0, 0, 0], [0, 5, 6, 7, 8, 0, 0, 0],
                    [0, 9, 10, 11, 12, 0, 0, 0], [0] * 8, [0] * 8],
                   MATRIX, "constant", (0, 1), (2, 3))
        self.check([[1, 1, 2, 3, 4, 4, 4, 4], [5, 5, 6, 7, 8, 8, 8, 8],
                    *[[9, 9, 10, 11, 12, 12, 12, 12]] * 3],
                   MATRIX, "edge", (0, 1), (2, 3))
        self.check([[2, 1, 2, 3, 4, 3, 2, 1], [6, 5, 6, 7, 8, 7, 6, 5],
                    [10, 9, 10, 11, 12, 11, 10, 9], [6, 5, 6, 7, 8, 7, 6, 5],
                    [2, 1, 2, 3, 4, 3, 2, 1]],
                   MATRIX, "reflect", (0, 1), (2, 3))
        self.check([[1, 1, 2, 3, 4, 4, 3, 2], [5, 5, 6, 7, 8, 8, 7, 6],
                    [9, 9, 10, 11, 12, 12, 11, 10], [9, 9, 10, 11, 12, 12, 11, 10],
                    [5, 5, 6, 7, 8, 8, 7, 6]],
                   MATRIX, "symmetric", (0, 1), (2, 3))

    def test_openvino_mixed_signs(self):
        self.check([[6, 7]], MATRIX, "reflect", (-1, -1), (-1, -1))
        self.check([[10, 11, 12, 11, 10, 9], [6, 7, 8, 7, 6, 5],
                    [2, 3, 4, 3, 2, 1], [6, 7, 8, 7, 6, 5]],
                   MATRIX, "reflect", (2, -1), (-1, 3))
        self.check([[6, 7, 8, 8, 7, 6], [2, 3, 4, 4, 3, 2], [2, 3, 4, 4, 3, 2],
                    [6, 7, 8, 8, 7, 6]],
                   MATRIX, "symmetric", (2, -1), (-1, 3))

    def test_onnx(self):
        data = [[10, 12], [23, 34], [45, 57]]
        self.check([[10, 12, 10, 12], [23, 34, 23, 34], [45, 57, 45, 57]],
                   data, "reflect", (0, 2), (0, 0))
        self.check([[34, 23, 34, 23], [57, 45, 57, 45], [12, 10, 12, 10],
                    [34, 23, 34, 23], [57, 45, 57, 45], [12, 10, 12, 10]],
                   data, "wrap", (2, 1), (1, 1))

    def test_ngraph_interior(self):
        p = 42
        self.check([[p] * 9, [p, p, 1, p, p, 2, p, p, 3], [p] * 9,
                    [p, p, 4, p, p, 5, p, p, 6], [p] * 9,
                    [p, p, 7, p, p, 8, p, p, 9], [p] * 9],
                   [[1, 2, 3], [4, 5, 6], [7, 8, 9]], "constant", (1, 2), (1, 0),
                   (1, 2), p)

    def test_floor_bytes(self):
        # A crop copies what is left; a mirrored element counts once.
        self.assertEqual(oracle.bytes_from_source(
            pad(MATRIX, "constant", (-1, 0), (0, 1))[0]), 2 * 4 * 8)
        self.assertEqual(oracle.bytes_from_source(
            pad(MATRIX, "reflect", (2, 3), (2, 3))[0]), 12 * 8)

    def test_runs_rebuild_every_axis(self):
        """What the peers copy between slices is what the oracle says."""
        for mode in ("edge", "reflect", "symmetric", "wrap"):
            for extent in range(1, 6):
                for low in range(-4, 13):
                    for high in range(-4, 13):
                        self.rebuild(mode, extent, low, high)

    def rebuild(self, mode, extent, low, high):
        wanted = oracle.axis_positions(mode, extent, low, high)
        (begin, end), runs = oracle.axis_runs(mode, extent, low, high)
        if runs is None:
            return
        result = numpy.full(len(wanted), -7)
        result[begin:end] = numpy.arange(begin, end) - low
        for start, length, first, step in runs:
            for i in range(length):
                result[start + i] = result[first + step * i]
        self.assertEqual(result.tolist(), wanted.tolist())


if __name__ == "__main__":
    unittest.main()
