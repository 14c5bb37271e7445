#!/usr/bin/env python3
"""Writes the small programs of tests, each to a file: split-tests.py FOLDER TESTS..."""

import os
import re
import sys

MOST_BYTES = 4000


def main(folder, *tests):
    os.makedirs(folder, exist_ok=True)
    for directory in tests:
        for name in sorted(name for name in os.listdir(directory) if name.endswith(".mlir")):
            with open(os.path.join(directory, name)) as file:
                parts = re.split(r"^// -----.*\n", file.read(), flags=re.MULTILINE)
            for number, part in enumerate(parts):
                part = re.sub(r"^\s*//.*\n", "", part, flags=re.MULTILINE)
                # Resources get other names where they are read once more.
                if ("func.func" not in part or "dense_resource" in part
                        or len(part) > MOST_BYTES):
                    continue
                with open(os.path.join(folder, f"{name[:-5]}-{number}.mlir"), "w") as file:
                    file.write(part)


if __name__ == "__main__":
    main(*sys.argv[1:])
