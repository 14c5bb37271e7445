"""docs/Performance.md is what its results say, and its results are kept."""

import re
import sys
from pathlib import Path

from padbench import document, results

root = Path(sys.argv[1])
page = (root / "docs/Performance.md").read_text()
source = re.search(r"scripts/bench --report (\S+) --docs", page).group(1)
made = results.load(root / source)
plots = document.existing_plots(made, root / "docs/img")
assert plots, "no plots in docs/img"
assert document.document(made, source, plots) == page, (
    f"run scripts/bench --report {source} --docs")
print("up to date")
