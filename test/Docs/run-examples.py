"""Runs the mlir blocks of a Markdown file: run-examples.py PAD-OPT FILE.

A block after the line "Before:" is the input of the pass whose section it is in
(a heading `-NAME`), and the block after "After:" what that pass makes of it.
Both are canonicalized first, and the order of neighbouring constants is free.
A block with a transform script is transformed by it.
"""

import re
import subprocess
import sys

TIDY = ["--pad-canonicalize-in-bounds", "--cse"]
# Dialects that are not linked in.
FOREIGN = "--allow-unregistered-dialect"
SEPARATOR = "// -----\n"


def run(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}\n{done.stderr}\nin\n{text}")
    return done.stdout


def sort_constants(text):
    """Orders neighbouring constants: passes create them in any order."""
    lines, constants = [], []
    for line in text.splitlines():
        if ".constant" in line:
            constants.append(line)
            continue
        lines += sorted(constants) + [line]
        constants = []
    return "\n".join(lines + sorted(constants))


def run_all(arguments, texts):
    """What one process makes of each text."""
    if not texts:
        return []
    made = run([*arguments, "--split-input-file"], SEPARATOR.join(texts))
    return made.split(SEPARATOR)


def main(pad_opt, path):
    heading = before = label = block = None
    texts, scripts, pairs = [], [], []
    for line in open(path):
        stripped = line.strip()
        if block is not None:
            if stripped != "```":
                block.append(line)
                continue
            text, block = "".join(block), None
            (scripts if "transform.named_sequence" in text else texts).append(text)
            if label == "Before:":
                before = text
            elif label == "After:":
                pairs.append((heading, before, text))
        elif stripped == "```mlir":
            block = []
        elif match := re.match(r"#+ `-(\S+)`", stripped):
            heading, before = match.group(1), None
        elif stripped:
            label = stripped
    if not texts + scripts:
        sys.exit(f"{path} has no mlir block")
    run_all([pad_opt, FOREIGN], texts)
    run_all([pad_opt, FOREIGN, "--transform-interpreter"], scripts)
    wanted = run_all([pad_opt, FOREIGN, *TIDY], [after for *_, after in pairs])
    for (heading, before, _), expected in zip(pairs, wanted, strict=True):
        made = run([pad_opt, FOREIGN, f"--{heading}", *TIDY], before)
        if sort_constants(made) != sort_constants(expected):
            sys.exit(f"--{heading} makes\n{made}\nnot\n{expected}")
    print(f"{path}: {len(texts + scripts)} blocks")


main(*sys.argv[1:])
