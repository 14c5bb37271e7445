"""build/mutate/Mutants.md: a row for each mutant, and what earlier rows say."""

import re

PAGE = """\
# Mutants

Written by `scripts/mutate --docs`; do not edit. Each row is a small fault that
[`test/Mutants`](../../test/Mutants) describes, and the first test that fails where the
compiler has it. `scripts/mutate --only NAME` makes one of them again.

{count} mutants; {missed}.

| mutant | file | fault | caught by |
| --- | --- | --- | --- |
{rows}
"""
# What a row says of a mutant that has no result.
NOT_RUN = "not run"
# The last cell of a row: the test in code, or the state in bold.
VERDICT = re.compile(r"(?:`(?P<by>.*)`|\*\*(?P<state>survived|error)\*\*) \|")


def _cell(text):
    return text.replace("|", "\\|").replace("<", "\\<")


def _description(mutant):
    """The row of a mutant up to its verdict."""
    return f"| {mutant.name} | `{mutant.file}` | {_cell(mutant.fault)} | "


def read(text, mutants):
    """The results, by name, in the rows of mutants whose name, file and fault are
    still those of the list."""
    results = {}
    for mutant in mutants:
        description = _description(mutant)
        for line in text.splitlines():
            if not line.startswith(description):
                continue
            found = VERDICT.fullmatch(line, len(description))
            if found:
                by = (found["by"] or "").replace("\\|", "|").replace("\\<", "<")
                results[mutant.name] = {"state": found["state"] or "caught", "by": by}
    return results


def write(results, mutants):
    """The page; a mutant without a result counts as not run."""
    lines, missed = [], {}
    for mutant in mutants:
        result = results.get(mutant.name, {"state": NOT_RUN})
        state = result["state"]
        if state != "caught":
            kind = NOT_RUN if state == NOT_RUN else "not caught"
            missed.setdefault(kind, []).append(mutant.name)
        verdict = f"`{result['by']}`" if state == "caught" else f"**{state}**"
        lines.append(f"{_description(mutant)}{_cell(verdict)} |")
    if NOT_RUN in missed:
        # Their rows say which ones.
        missed[NOT_RUN] = [str(len(missed[NOT_RUN]))]
    summary = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in missed.items())
    return PAGE.format(count=len(mutants), rows="\n".join(lines),
                       missed=summary or "every one is caught")
