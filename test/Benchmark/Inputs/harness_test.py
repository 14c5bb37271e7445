"""Workload files, checks, noise, and comparisons."""

import unittest

import numpy
from padbench import compare, measure, results
from padbench.contenders import Variant, returning
from padbench.workloads import WorkloadError, parse


class Workloads(unittest.TestCase):
    def error(self, line):
        with self.assertRaises(WorkloadError) as caught:
            parse(line, "w.txt")
        return str(caught.exception)

    def test_line(self):
        static, shapes = parse(
            "a static wrap i8 2x3 0,-1 1,2 periodic=1 dynamic=shapes  # note")
        self.assertEqual((static.shape, static.low, static.high, static.interior),
                         ((2, 3), (0, -1), (1, 2), (0, 0)))
        self.assertTrue(static.periodic)
        self.assertEqual((shapes.name, shapes.group, shapes.base),
                         ("a/shapes", "shapes", "a"))

    def test_errors(self):
        for line, wanted in (
            ("a static wrap i8 2x3 0,1", "has 6 columns, needs at least 7"),
            ("a static bend i8 2x3 0,1 0,1", "mode 'bend' is none of"),
            ("a static edge i3 2x3 0,1 0,1", "type 'i3' is none of"),
            ("a shapes edge i8 2x3 0,1 0,1", "group 'shapes' is none of"),
            ("a static edge i8 2x? 0,1 0,1", "shape '2x?' is not a list"),
            ("a static edge i8 2x3 0 0,1", "low has 1 entries, the shape has 2 axes"),
            ("a static edge i8 2x3 0,1 0,1 fast=1", "unknown option 'fast=1'"),
            ("a static edge i8 2x3 0,1 0,1 dynamic=all", "dynamic form 'all'"),
            ("a static edge i8 2 1 1\na static edge i8 2 1 1",
             "w.txt:2: the name 'a' is taken"),
        ):
            self.assertIn(wanted, self.error(line))


class Check(unittest.TestCase):
    wanted = numpy.arange(6, dtype=numpy.int8)

    def fill(self, result, value):
        def run(_):
            result[:] = value
            return 1
        return Variant("fill", run)

    def test_right_and_wrong(self):
        result = numpy.zeros(6, numpy.int8)
        right = self.fill(result, self.wanted)
        self.assertEqual(measure.check(right, self.wanted, result), "")
        wrong = self.fill(result, self.wanted + [0, 0, 1, 0, 0, 0])
        self.assertEqual(measure.check(wrong, self.wanted, result),
                         "1 of 6 bytes differ")

    def test_unwritten_bytes_are_found(self):
        result = self.wanted.copy()
        idle = Variant("idle", lambda _: 1)
        self.assertIn("bytes differ", measure.check(idle, self.wanted, result))

    def test_other_shape(self):
        short = returning("short", lambda: self.wanted[:5])
        self.assertIn("shape (5,)", measure.check(
            short, self.wanted, numpy.zeros(6, numpy.int8)))

    def test_noise(self):
        steady = measure.summarize([100] * 8, [1.0, 1.01] * 4)
        self.assertFalse(steady["noisy"])
        drifting = measure.summarize([100] * 8, [1.0] * 4 + [1.2] * 4)
        self.assertTrue(drifting["noisy"])
        self.assertEqual(drifting["ratio"], 1.1)


def record(workload, ratio, half=0.01, contender="pad"):
    made = {"workload": workload, "contender": contender, "threads": 1}
    if ratio is not None:
        made.update(ratio=ratio, quartiles=[ratio - half, ratio + half])
    return made


class Compare(unittest.TestCase):
    def verdicts(self, old, new):
        return {key[0]: verdict for key, _, _, verdict in compare.compare(
            {"records": old}, {"records": new})}

    def test_verdicts(self):
        old = [record("slow", 1.0), record("fast", 2.0), record("same", 1.0),
               record("noise", 1.0, 0.2), record("gone", 1.0), record("back", None),
               record("peer", 1.0, contender="numpy")]
        new = [record("slow", 1.2), record("fast", 1.5), record("same", 1.04),
               record("noise", 1.3, 0.2), record("gone", None), record("back", 1.0),
               record("extra", 1.0), record("peer", 9.0, contender="numpy")]
        self.assertEqual(self.verdicts(old, new), {
            "slow": "slower", "fast": "faster", "same": "same", "noise": "same",
            "gone": "broken", "back": "fixed", "extra": "new"})

    def test_report(self):
        lines = compare.report(compare.compare(
            {"records": [record("a", 1.0), record("b", 1.0)]},
            {"records": [record("a", 1.5), record("b", 2.0)]}))
        self.assertEqual(lines[0], "slower: b, pad, 1 thread: 1.00 -> 2.00 x floor "
                                   "(2.00 times)")
        self.assertEqual(lines[-1], "2 slower, 0 faster, 0 same, 0 broken, 0 fixed, "
                                    "0 new")


class Results(unittest.TestCase):
    def test_one_record_a_line(self):
        text = results.dump({"format": 1, "records": [{"a": 1}, {"a": 2}],
                             "workloads": {"w": {}}, "compile": []})
        self.assertIn('\n{"a": 2}\n', text)

    def test_unreadable(self):
        with self.assertRaises(results.ResultsError):
            results.load("/nonexistent.json")


if __name__ == "__main__":
    unittest.main()
