#!/usr/bin/env python3
"""Puts the constants of OpenVINO models into one file: join-constants.py FOLDER FILE.

A model, NAME.xml, says where its constants stand in NAME.bin. What a fuzzer makes of it has no name,
so that all read FILE: the places in the models become those in FILE, and each .bin is removed.
"""

import re
import sys
from pathlib import Path


def main(folder, output):
    data = b""
    for model in sorted(Path(folder).glob("*.xml")):
        constants = model.with_suffix(".bin")
        if not constants.exists():
            # A change of one, which libFuzzer has kept, or a model that is no test any more.
            continue
        base = len(data)
        text = model.read_text()
        model.write_text(re.sub(r'\boffset="(\d+)"', lambda found: f'offset="{base + int(found[1])}"', text))
        data += constants.read_bytes()
        constants.unlink()
    Path(output).write_bytes(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
