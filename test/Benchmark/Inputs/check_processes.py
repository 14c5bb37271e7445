"""Checks the results of several threads: ratios are to the floor of the same process."""

import statistics
import sys

from padbench import results

made = results.load(sys.argv[1])
names = {"floor", "pad", "stock", "numpy"}
assert [c["name"] for c in made["contenders"]] == ["floor", "pad", "stock", "numpy"]
records = {(r["workload"], r["contender"]): r for r in made["records"]}
assert len(records) == len(made["records"]) == 3 * len(names), "one record of each"
for workload in ("tiny", "tiny/shapes", "dilated"):
    floor = records[workload, "floor"]
    others = [records[workload, name] for name in names - {"floor"}]
    assert floor["median_ns"] == min(r["floor_ns"] for r in others)
    for r in others:
        floors = [ns / ratio for ns, ratio in zip(r["samples_ns"], r["ratios"])]
        # floor_ns is rounded to tenths, and the ratios to four digits.
        assert abs(statistics.median(floors) - r["floor_ns"]) < (
            0.06 + 0.001 * r["floor_ns"]), r
print("every ratio has its floor")
