"""Checks that each rewrite of pads has an obligation, or a reason why it has none: rewrites.py ROOT.

docs/Proof.md has the table. Rewrites are the patterns that lib/IR and lib/Transforms add to a set,
and the folds of ops.
"""

import os
import re
import sys

import prove


def find_rewrites(root):
    """The names of patterns and folds."""
    for folder in ("lib/IR", "lib/Transforms"):
        for name in sorted(os.listdir(os.path.join(root, folder))):
            if not name.endswith(".cpp"):
                continue
            with open(os.path.join(root, folder, name)) as file:
                text = file.read()
            for added in re.findall(r"\b(?:patterns\.add|addPatterns)<([^>]*)>", text):
                yield from re.findall(r"\w+", added)
            yield from (f"{op}::fold" for op in re.findall(r"^\S+ (\w+Op)::fold\(", text, re.MULTILINE))


def read_table(root):
    """The rows of the table: the rewrites of each, and what it says of them."""
    with open(os.path.join(root, "docs/Proof.md")) as file:
        section = file.read().split("\n## Rewrites\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.*?) \| (.*) \|$", section, re.MULTILINE)[1:]
    return {name: reason for names, reason in rows for name in re.findall(r"`([^`]+)`", names)}


def check(root):
    """What is wrong."""
    table, errors = read_table(root), []
    rewrites = sorted(set(find_rewrites(root)))
    known = {obligation.name for obligation in prove.get_obligations("")}
    families = {re.sub(r"-(constant|edge|reflect|symmetric|wrap)$", "-MODE", name) for name in known} | known
    for name in rewrites:
        if name not in table:
            errors.append(f"the rewrite {name} has no obligation, and docs/Proof.md does not say why")
    for name, reason in table.items():
        if name not in rewrites:
            errors.append(f"docs/Proof.md has a rewrite {name}, which there is not")
        named = re.findall(r"`([^`]+)`", reason)
        if not named and not reason.startswith("tested: "):
            errors.append(f"docs/Proof.md names no obligation of {name}")
        errors += [f"{name}: there is no obligation {o}" for o in named
                   if o not in families and not reason.startswith("tested: ")]
    return errors


if __name__ == "__main__":
    problems = check(sys.argv[1])
    for problem in problems:
        print(f"FAILED       {problem}")
    sys.exit(1 if problems else 0)
