#!/usr/bin/env python3
"""Models a halo exchange on many MPI ranks, as docs/ScaleOut.md says: 128^3 elements of f64 lie on
each rank, with a halo of one element. PADC names the compiler.

  benchmark/halo/model.py LATENCY BANDWIDTH COPIES

LATENCY is the time of a message in microseconds, the others are in GB/s. Prints messages and bytes
into the rank that has the most, and microseconds, in mode wrap and in mode reflect.
"""

import os
import pathlib
import re
import subprocess
import sys

EXTENT, AXES = 128, 3
HALO_BYTES = 8 * ((EXTENT + 2) ** AXES - EXTENT**AXES)
build = pathlib.Path(__file__).resolve().parents[2] / "build/dev/bin/padc"


def plan(mode, side):
    """The most messages into a rank, and the most bytes, of a grid of `side` ranks along each axis."""
    command = [os.environ.get("PADC", build), "--plan", "--halo", f"--mode={mode}", "--type=f64"]
    for option, entry, between in (
        ("shape", EXTENT * side, "x"),
        ("low", 1, ","),
        ("high", 1, ","),
        ("grid", side, "x"),
    ):
        command.append(f"--{option}={between.join([str(entry)] * AXES)}")
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [int(x) for x in re.findall(r"^(?:messages|bytes): .* (\d+) into", text, re.MULTILINE)]


latency, bandwidth, copies = map(float, sys.argv[1:])
print("| ranks | wrap: messages | bytes | µs | reflect: messages | bytes | µs |")
print("| --- " * 7 + "|")
for side in (1, 2, 4, 8, 16, 22):
    cells = [f"{side**AXES:,}"]
    for mode in ("wrap", "reflect"):
        messages, sent = plan(mode, side)
        # What is sent is copied to a buffer first; then all of the halo is written.
        time = messages * latency + (sent / bandwidth + (sent + HALO_BYTES) / copies) / 1000
        cells += [str(messages), f"{sent:,}", f"{time:.0f}"]
    print(f"| {' | '.join(cells)} |")
