"""The results of mutants: the file that keeps them and the table."""

import json
from pathlib import Path


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
