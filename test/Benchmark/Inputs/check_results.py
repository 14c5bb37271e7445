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
assert {"floor", "pad", "loops", "stock", "numpy"} == present, made["contenders"]
records = {(r["workload"], r["contender"]): r for r in made["records"]}
assert set(records) == {(w, c) for w in names for c in present}
for (workload, contender), record in records.items():
    # The loops in C++ know no gaps.
    if (workload, contender) == ("dilated", "loops"):
        assert record["status"] == "refused", record
        continue
    assert record["status"] == "right", record
    assert len(record["samples_ns"]) == len(record["ratios"]) == 2, record
    assert record["variant"] and record["calls"] >= 1 and record["threads"] == 1
timed = {}
for c in made["compile"]:
    assert c["status"] == "right", c
    assert c["tool"] == "pad-opt" or c["code_bytes"] > 0, c
    timed.setdefault(c.get("kind"), set()).add((c["subject"], c["tool"]))
tools = ("pad-opt", "padc")
assert timed[None] == {(name, tool) for name in names for tool in tools}, timed[None]
modules = {("module of 2 static pads", tool) for tool in tools}
modules |= {(f"module of {pads} dynamic pads", "padc") for pads in (1, 2)}
assert timed["module"] == modules, timed["module"]
assert ("wrap, rank 1, dynamic pads", "padc") in timed["single"], timed["single"]
assert len(timed["single"]) == 4 and len(timed["further"]) == 2
print("the results are complete")
