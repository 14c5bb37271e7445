"""Runs the blocks of a Markdown file that stand for a session:
run-blocks.py FILE FOLDER [PACKAGE...].

The blocks run in FOLDER, one after another. An mlir, c, or json block after a line
"`NAME`:" is written to that file. An sh block is run by bash, and what it prints is the
text block that follows it, if one does. A python block is a session; it runs if the last
of `PACKAGE` that it needs is among those given, and only such blocks run then.
"""

import doctest
import pathlib
import re
import subprocess
import sys


def blocks(path):
    """Language, text and the line before of each block."""
    label = language = None
    text = []
    for line in path.read_text().splitlines():
        if language is None and (match := re.fullmatch(r"```(\S+)", line)):
            language, text = match[1], []
        elif language is not None and line == "```":
            yield language, "\n".join(text) + "\n", label
            language = None
        elif language is not None:
            text.append(line)
        elif line.strip():
            label = line.strip()


def run_shell(text, folder):
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail"],
        input=text,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.stdout


def tidy(text):
    """Without spaces at the ends of lines."""
    return [line.rstrip() for line in text.strip().splitlines()]


def session(path, packages):
    """Runs the python blocks that import one of `packages`."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for language, text, _ in blocks(path):
        imported = re.findall(r"^>>> import (.*)$", text, re.MULTILINE)
        if language == "python" and any(p in " ".join(imported) for p in packages):
            runner.run(parser.get_doctest(text, {}, path.name, str(path), 0))
    result = runner.summarize()
    if result.failed or not result.attempted:
        sys.exit(1)
    print(f"{path.name}: {result.attempted} statements")


def main(file, folder, *packages):
    path, folder = pathlib.Path(file), pathlib.Path(folder)
    if packages:
        session(path, packages)
        return
    count, printed = 0, None
    for language, text, label in blocks(path):
        name = re.fullmatch(r"(?:.* )?`([\w.-]+)`:", label or "")
        if language == "sh":
            printed = run_shell(text, folder)
            command = text
            count += 1
            continue
        if language == "text":
            if printed is None:
                sys.exit(f"no command prints\n{text}")
            if tidy(printed) != tidy(text):
                sys.exit(f"{command}prints\n{printed}\nnot\n{text}")
        elif name and language in ("mlir", "c", "json"):
            (folder / name[1]).write_text(text)
        elif language not in ("python", "mlir"):
            sys.exit(f"this block does not run:\n{text}")
        printed = None
    if not count:
        sys.exit(f"{file} has no commands")
    print(f"{path.name}: {count} commands")


main(*sys.argv[1:])
