"""A random case that failed, as a file that a person can read and run."""

import pathlib
import sys


def fail(name, text, commands, reason):
    """Ends the test: writes the IR `text` to failing-cases/NAME.mlir in the current folder, behind
    `reason` and the commands that it is run by, whose `%s` is the file, and says where it is."""
    path = pathlib.Path("failing-cases", f"{name.replace('/', '-')}.mlir").resolve()
    path.parent.mkdir(exist_ok=True)
    heads = [*reason.splitlines(), *commands]
    path.write_text("".join(f"// {line}\n" for line in heads) + "\n" + text)
    sys.exit(f"{reason}\nthe case is {path}")
