"""The page of upstream's faults: each has its input in test/Upstream, and each pass of
lib/Upstream a fault: upstream.py SOURCES."""

import pathlib
import re
import sys

sources = pathlib.Path(sys.argv[1])
page = (sources / "docs" / "Upstream.md").read_text()
named = set(re.findall(r"`(canary-[a-z0-9-]+\.mlir)`", page))
inputs = {path.name for path in (sources / "test" / "Upstream").glob("canary-*.mlir")}
for name in sorted(named ^ inputs):
    print(name, "is not in the page" if name in inputs else "is not in test/Upstream")
passes = re.findall(r'^def \w+ : Pass<"([a-z0-9-]+)"',
                    (sources / "include/Pad/Upstream/Passes.td").read_text(), re.MULTILINE)
for name in passes:
    if f"`--{name}`" not in page:
        print(f"--{name} is not in the page")
print(len(named & inputs), "faults and", len(passes), "passes")
