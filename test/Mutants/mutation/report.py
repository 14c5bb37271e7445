"""The results of mutants: the file that keeps them, the table and the page."""

import json
from pathlib import Path

PAGE = """\
# Mutants

Written by `scripts/mutate --docs`; do not edit. Each row is a small fault that
[`test/Mutants`](../test/Mutants) describes, and the first test that fails where the
compiler has it. `scripts/mutate --only NAME` makes one of them again.

{count} mutants; {missed}.

| mutant | file | fault | caught by |
| --- | --- | --- | --- |
{rows}
"""


class ReportError(Exception):
    """What the user has to know about the results."""


def load(path, mutants):
    """Earlier results of mutants that are still as they were, by name."""
    try:
        rows = json.loads(Path(path).read_text())["mutants"]
    except (OSError, ValueError, KeyError):
        return {}
    digests = {mutant.name: mutant.digest() for mutant in mutants}
    return {row["name"]: row for row in rows
            if digests.get(row["name"]) == row["digest"]}


def save(path, rows, mutants):
    """Writes the results in the order of the list, a line each."""
    lines = [json.dumps(rows[m.name]) for m in mutants if m.name in rows]
    text = '{"format": 1, "mutants": [\n' + ",\n".join(lines) + "\n]}\n"
    partial = Path(f"{path}.new")
    partial.write_text(text)
    partial.replace(path)


def row(mutant, state, by, seconds):
    """What is kept of one mutant: `state` is caught, survived or error."""
    return {"name": mutant.name, "file": mutant.file, "fault": mutant.fault,
            "state": state, "by": by, "seconds": round(seconds, 1),
            "digest": mutant.digest()}


def _verdict(result):
    if result["state"] == "caught":
        return result["by"]
    return f"{result['state'].upper()}{': ' if result['by'] else ''}{result['by']}"


def table(results):
    """The results as lines."""
    width = max((len(r["name"]) for r in results), default=0)
    return [f"{r['name']:{width}} {r['seconds']:6.1f} s  {_verdict(r)}"
            for r in results]


def summary(results):
    """The last line of a run."""
    states = [r["state"] for r in results]
    errors = states.count("error")
    return (f"{states.count('caught')} caught, {states.count('survived')} survived"
            + (f", {errors} in error" if errors else ""))


def page(rows, mutants):
    """docs/Mutants.md; refuses if a mutant has no result."""
    missing = [m.name for m in mutants if m.name not in rows]
    if missing:
        raise ReportError(f"--docs needs the results of all mutants; "
                          f"{len(missing)} have none, the first is {missing[0]}")

    def cell(text):
        return text.replace("|", "\\|").replace("<", "\\<")

    lines, missed = [], []
    for mutant in mutants:
        result = rows[mutant.name]
        caught = result["state"] == "caught"
        if not caught:
            missed.append(mutant.name)
        verdict = f"`{result['by']}`" if caught else f"**{result['state']}**"
        lines.append(f"| {mutant.name} | `{mutant.file}` | {cell(mutant.fault)} "
                     f"| {cell(verdict)} |")
    return PAGE.format(
        count=len(mutants), rows="\n".join(lines),
        missed="not caught: " + ", ".join(missed) if missed else "every one is caught")
