"""docs/Performance.md is what its results say, and its results are kept."""

import re
import sys
from pathlib import Path

from padbench import document, results

root = Path(sys.argv[1])
page = (root / "docs/Performance.md").read_text()
source, fusion = "benchmark/results/latest.json.gz", "benchmark/results/fusion.json"
made = results.load(root / source)
plots = document.existing_plots(made, root / "docs/img")
assert len(plots) == len(document.PLOTS), "no plots in docs/img"
assert document.document(made, source, fusion, plots) == page, (
    f"run scripts/bench --report {source} --docs")
assert len(page) <= 25000, "too long for a page that users read"

# Every figure of the results is in the tables.
tables = document.tables(made, root / fusion)
for record in made["records"]:
    if record["contender"] != "floor":
        row = re.search(rf"^\| {re.escape(record['workload'])} .*$", tables, re.M)
        assert row and (record["status"] != "right" or f" {record['ratio']:.2f} " in tables)
print("up to date")
