"""Checks the file of results of the end-to-end test."""

import sys

from padbench import results

made = results.load(sys.argv[1])
for key in ("date", "revision", "settings", "machine", "contenders", "workloads", "records",
            "compile"):
    assert key in made, key
assert {"processor", "caches", "kernel"} <= set(made["machine"])
names = {"tiny", "tiny/shapes", "dilated"}
assert set(made["workloads"]) == names, made["workloads"]
present = {c["name"] for c in made["contenders"] if c["present"]}
assert {"floor", "pad", "stock", "numpy"} == present, made["contenders"]
records = {(r["workload"], r["contender"]): r for r in made["records"]}
assert set(records) == {(w, c) for w in names for c in present}
for (workload, contender), record in records.items():
    assert record["status"] == "right", record
    assert len(record["samples_ns"]) == len(record["ratios"]) == 2, record
    assert record["variant"] and record["calls"] >= 1 and record["threads"] == 1
timed = {(c["subject"], c["tool"]) for c in made["compile"] if c["status"] == "right"}
assert timed == {(s, t) for s in [*names, "module of 2 static pads"]
                 for t in ("pad-opt", "padc")}, made["compile"]
print("the results are complete")
