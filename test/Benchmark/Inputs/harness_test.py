"""Workload files, checks, noise, and comparisons."""

import os
import signal
import tempfile
import unittest
from pathlib import Path

import numpy
from padbench import (code_cost, compare, document, fusion, goals, measure, plots, results,
                      table)
from padbench.builds import Build, builds, is_ours
from padbench.contenders import Variant, returning
from padbench.journal import Journal
from padbench.workloads import WorkloadError, parse

ROOT = Path(__file__).resolve().parents[3]
FUSION = "benchmark/results/fusion.json"


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

    def forms(self, line):
        return [w.name for w in parse(line)]

    def test_forms(self):
        self.assertEqual(self.forms("a static wrap i8 2 1 1"),
                         ["a", "a/shapes", "a/pads"])
        self.assertEqual(self.forms("a interior constant i8 2 1 1 interior=1"),
                         ["a", "a/shapes", "a/pads"])
        self.assertEqual(self.forms("a static wrap i8 2 1 1 dynamic=none"), ["a"])
        self.assertEqual(self.forms("a sweep wrap i8 2 1 1"), ["a"])
        self.assertEqual(self.forms("a sweep wrap i8 2 1 1 dynamic=shapes"),
                         ["a", "a/shapes"])

    def test_those_of_the_project(self):
        """Every workload but those of the sweep has a form of unknown extents."""
        found = parse((Path(measure.__file__).parents[1] / "workloads.txt").read_text())
        names = {w.name for w in found}
        for workload in found:
            if not workload.form and workload.group != "sweep":
                self.assertIn(f"{workload.name}/shapes", names)

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


class Builds(unittest.TestCase):
    def test_names(self):
        made = builds("default,scf", "host,x86-64-v3")
        self.assertEqual([b.name for b in made],
                         ["pad", "pad:scf", "pad@x86-64-v3", "pad:scf@x86-64-v3"])
        self.assertEqual(made[0].options, [])
        self.assertEqual(made[3].options, ["--lowering=scf", "--cpu=x86-64-v3"])
        self.assertTrue(all(is_ours(b.name) for b in made))
        self.assertFalse(is_ours("padding") or is_ours("numpy"))


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


class Killed(unittest.TestCase):
    def test_killed(self):
        """Only a signal counts, not what a call does otherwise."""
        self.assertTrue(fusion.is_killed(lambda _: os.kill(os.getpid(), signal.SIGILL)))
        self.assertFalse(fusion.is_killed(lambda _: None))


class Compare(unittest.TestCase):
    def verdicts(self, old, new):
        return {key[0]: verdict for key, _, _, verdict in compare.compare(
            {"records": old}, {"records": new})}

    def test_verdicts(self):
        drifting = {**record("drift", 1.0), "drift": 0.3}
        old = [drifting, record("slow", 1.0), record("fast", 2.0), record("same", 1.0),
               record("noise", 1.0, 0.2), record("gone", 1.0), record("back", None),
               record("peer", 1.0, contender="numpy")]
        new = [record("drift", 1.25), record("slow", 1.2), record("fast", 1.5), record("same", 1.04),
               record("noise", 1.3, 0.2), record("gone", None), record("back", 1.0),
               record("extra", 1.0), record("peer", 9.0, contender="numpy")]
        self.assertEqual(self.verdicts(old, new), {
            "drift": "same", "slow": "slower", "fast": "faster", "same": "same", "noise": "same",
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


class Journals(unittest.TestCase):
    def test_lines_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.partial"
            journal = Journal(path)
            journal.start({"tools": ("padc", 1)}, {"format": 1, "date": "today"})
            journal.add({"threads": 2, "contenders": [{"name": "old"}]})
            journal.add({"threads": 2, "process": "pad", "workload": "w",
                         "what": {"mode": "edge"}, "records": [{"contender": "pad"}]})
            journal.add({"threads": 2, "process": "pad", "half": "x", "state": [1]})
            journal.add({"subject": "w", "contender": "pad:scf",
                         "compile": [{"ms": 1}]})
            journal.add({"threads": 2, "contenders": [{"name": "new"}]})
            with path.open("a") as file:
                file.write('{"threads": 2, "workl')

            again = Journal(path)
            with self.assertRaises(results.ResultsError) as caught:
                again.resume({"tools": ("padc", 2)})
            self.assertIn("have changed: tools", str(caught.exception))
            again.resume({"tools": ("padc", 1)})
            again.add({"threads": 2, "process": "pad", "workload": "x", "what": {},
                       "records": []})
            again.reload()
            self.assertEqual(again.measured(2, "pad"), {"w", "x"})
            self.assertEqual(again.measured(2, "numpy"), set())
            self.assertEqual(again.measured(1, "pad"), set())
            self.assertEqual(again.states(2, "pad"), {"x": [1]})
            self.assertEqual(again.states(2, "numpy"), {})
            self.assertEqual(again.compiled("pad:scf"), {"w"})
            self.assertEqual(again.compiled("pad"), set())
            self.assertEqual(again.results(), {
                "format": 1, "date": "today",
                "contenders": [{"name": "old"}, {"name": "new"}],
                "workloads": {"w": {"mode": "edge"}, "x": {}},
                "records": [{"contender": "pad"}], "compile": [{"ms": 1}]})

    def test_fastest_floor_of_the_processes(self):
        def made(name, time):
            return {"contender": name, "median_ns": time}

        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder) / "run.partial")
            journal.start({}, {})
            journal.add({"threads": 2, "contenders": [{"name": "floor"},
                                                      {"name": "pad"}]})
            for process, floor in (("pad", 3.0), ("numpy", 2.0), ("torch", 4.0)):
                journal.add({"threads": 2, "process": process, "workload": "w",
                             "what": {},
                             "records": [made("floor", floor), made(process, 9.0)]})
            self.assertEqual(journal.results()["records"], [
                made("floor", 2.0), made("pad", 9.0), made("numpy", 9.0),
                made("torch", 9.0)])


def whole_results():
    """Results of one workload by three contenders, two of them with figures."""
    def made(contender, ratio):
        return {"workload": "w", "group": "static", "contender": contender,
                "threads": 1, "status": "right", "variant": "v", "calls": 1,
                **measure.summarize([1000 * ratio] * 4, [ratio] * 4)}

    return {
        "format": 1, "date": "2026-01-02 03:04", "revision": "0123456789ab",
        "settings": {"rounds": 4},
        "machine": {"processor": "P", "family_model": "1/2", "cpus": 2, "simd": "s",
                    "caches": {"L1d cache": "1 KiB"}, "memory_gib": 1,
                    "transparent_hugepages": "always", "hypervisor": "none",
                    "kernel": "6", "libc": "glibc 2"},
        "contenders": [
            {"name": "pad", "threads": 1, "present": True, "version": "padc 1",
             "note": "runs slowly",
             "compiled_for": {"cpu": "znver4", "vector_bits": 512}},
            {"name": "torch", "threads": 1, "present": False, "detail": "not there"}],
        "workloads": {"w": {"mode": "edge"}},
        "records": [made("floor", 1), made("pad", 1.25), {
            "workload": "w", "group": "static", "contender": "numpy", "threads": 1,
            "status": "wrong", "detail": "3 of 4 bytes differ"}],
        "compile": [{"subject": "w", "tool": "padc", "status": "right", "ms": 7.5,
                     "code_bytes": 99},
                    {"subject": "x", "tool": "padc", "status": "failed",
                     "detail": "no memory"}],
    }


class Report(unittest.TestCase):
    def test_page(self):
        made = whole_results()
        page = document.document(made, "benchmark/results/r.json", FUSION,
                                 [("bench-static-1.svg", "caption")])
        tables = document.tables(made, ROOT / FUSION)
        for line in (
            "- Processor: P (family/model 1/2), 2 CPUs, s; caches L1d 1 KiB",
            "- Date: 2026-01-02 03:04, at commit 0123456789ab; 4 rounds",
            "- Versions: pad padc 1; torch absent: not there",
            "- pad was compiled for the CPU znver4; width of its vectors: 512 bits",
            "- pad, 1 thread: runs slowly",
            "- torch, 1 thread: absent; not there",
            "![caption](img/bench-static-1.svg)",
        ):
            self.assertIn(line, page.splitlines())
        for line in (
            "| workload | floor |        pad | bytes | ms | numpy |",
            "| w        |  1 us | 1.25 ±0.00 |    99 |  8 | wrong |",
            "- numpy, wrong: 3 of 4 bytes differ (w)",
            "| padc | median of 1 pads |  8 |         99 |",
            "| padc |       slowest: w |  8 |         99 |",
            "| padc |        failed: x |  - |          - |",
        ):
            self.assertIn(line, tables.splitlines())

    def test_older_run(self):
        """Threads of several contenders in one process are pointed out."""
        made = whole_results()
        line = "- This run is older than the processes of their own"
        self.assertNotIn(line, document.document(made, "r.json", FUSION, []))
        for record in made["records"]:
            record["threads"] = 2
        self.assertIn(line, document.document(made, "r.json", FUSION, []))
        for record in made["records"]:
            record["floor_ns"] = 1000.0
        self.assertNotIn(line, document.document(made, "r.json", FUSION, []))

    def test_floors_of_processes(self):
        made = whole_results()
        other = {**made["records"][1], "contender": "numpy", "floor_ns": 1500.0}
        made["records"][1]["floor_ns"], made["records"][2] = 1000.0, other
        self.assertIn("differ by a factor of 1.50 (median of 1); most 1.50, w.",
                      table.ours_lines(made, 1)[-1])

    def test_peers_ahead(self):
        made = whole_results()
        ahead = {**made["records"][1], "contender": "numpy", "ratio": 1.0}
        made["records"][2] = ahead
        self.assertEqual(table.ours_lines(made, 1), [
            "pad: 0.80 times as fast as the fastest peer of each workload (geometric "
            "mean of 1); a peer is faster on 1: w (numpy, 0.80)."])

    def test_duration(self):
        self.assertEqual([table.duration(ns) for ns in (17.64, 999.7, 1234, 2.5e9)],
                         ["17.6 ns", "1 us", "1.23 us", "2.5 s"])

    def test_plots(self):
        with tempfile.TemporaryDirectory() as folder:
            try:
                made = plots.write(whole_results(), Path(folder))
            except plots.NoPlots as reason:
                self.skipTest(str(reason))
            self.assertEqual([file for file, _ in made],
                             ["bench-means-1.svg", "bench-static-1.svg"])
            self.assertEqual(made[:1], document.existing_plots(
                whole_results(), folder))
            self.assertIn("times the floor", (Path(folder) / made[0][0]).read_text())


def compiled(subject, ms, size, **fields):
    return {"subject": subject, "tool": "padc", "status": "right", "ms": ms,
            "code_bytes": size, **fields}


def code_results():
    """Results of a kernel and what else the tools compile."""
    made = whole_results()
    made["workloads"]["w/shapes"] = {"mode": "edge"}
    made["compile"] = [
        compiled("w", 10.0, 100), compiled("w/shapes", 25.0, 900),
        compiled("w", 10.0, 50, cpu="x86-64-v3"),
        compiled("edge, rank 2, dynamic pads", 20.0, 12000, kind="single"),
        *(compiled(f"{pads} of edge", 1.0, size, kind="further", mode="edge", pads=pads)
          for pads, size in ((1, 900), (2, 1000), (3, 1800))),
        # One of them failed.
        *(compiled(f"{pads} of wrap", 1.0, size, kind="further", mode="wrap", pads=pads)
          for pads, size in ((1, 900), (3, 9800))),
        *(compiled(f"module of {pads} dynamic pads", ms, 7 * pads, kind="module",
                   pads=pads, dynamic=True)
          for pads, ms in ((100, 1000.0), (300, 3000.0), (1000, 17000.0))),
        compiled("module of 1000 static pads", 9.0, 5, kind="module", pads=1000,
                 dynamic=False)]
    return made


class Code(unittest.TestCase):
    def test_facts(self):
        self.assertEqual(code_cost.lines(code_results(), "pad"), [
            "pad: the largest dynamic kernel has 12000 bytes of code (edge, rank 2, "
            "dynamic pads).",
            "pad: a further dynamic pad of the same mode and element width in a module "
            "adds at most 800 bytes of code (edge, pad 3).",
            "pad: padc takes 2.50 times as long for a dynamic form as for its static "
            "form (geometric mean of 1); most 2.50, w/shapes.",
            "pad: padc compiles a module of dynamic pads, 100 in 1 s, 300 in 3 s, 1000 "
            "in 17 s: a further pad takes 10 ms, then 20 ms, and 7 bytes of code a pad."])
        self.assertEqual(code_cost.lines(code_results(), "pad:scf"), [])

    def test_kernels_of_a_build(self):
        made = code_results()
        self.assertEqual(code_cost.kernels(made, "pad")["w"]["code_bytes"], 100)
        other = Build(cpu="x86-64-v3").name
        self.assertEqual(code_cost.kernels(made, other)["w"]["code_bytes"], 50)

    def test_goals(self):
        measured = {title: (value, where)
                    for title, _, value, where in goals.goals(code_results(), "pad")}
        self.assertEqual(list(measured.values()), [
            (1.25, "mean of 1"), (1.25, "w"), (None, "mean of 0"), (None, ""),
            (None, "mean of 0"), (None, ""), (None, "mean of 0"), (None, ""), (None, ""),
            (12000, "edge, rank 2, dynamic pads"), (800, "edge, pad 3"),
            (2.5, "w/shapes"), (17.0, ""), (2.0, "")])
        failed = code_results()
        failed["compile"][-2] = {**failed["compile"][-2], "status": "failed",
                                 "detail": "padc: not done in 600 s"}
        self.assertIn(" inf, missed |    padc: not done in 600 s |",
                      table.goal_table(failed)[14])
        rows = table.goal_table(code_results())
        self.assertIn("1.25, missed |", rows[2])
        self.assertIn("1.25, met |", rows[3])
        self.assertIn("not measured | ", rows[4])


if __name__ == "__main__":
    unittest.main()
