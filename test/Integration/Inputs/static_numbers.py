"""Compiles pads with one number of any size, under limits of memory and of seconds of a processor.

static_numbers.py PAD-OPT

Each pass ends with IR or with a diagnostic: what a plan unrolls has a bound.
One in 47 of the functions is compiled, or all in the long tier.
"""

import itertools
import resource
import subprocess
import sys

from tier import share

MODES = ["constant", "edge", "reflect periodic", "symmetric", "wrap"]
# Around the limits of 32 and 64 bits, and what is too much to unroll.
LARGE = [1000, 100_000, 2**31 - 1, 2**31, 2**31 + 1, 2**32, 2**62 - 1, 2**62,
         2**62 + 1, 2**63 - 2, 2**63 - 1]
NUMBERS = LARGE + [-number for number in LARGE]
PIPELINE = "--lower-pad-to-llvm="
PASSES = [
    PIPELINE + "lowering=vector",
    PIPELINE + "vector-width=128 nontemporal-threshold=0",
    PIPELINE + "vector-width=512 threads=openmp parallel-threshold=0",
    PIPELINE + "vector-width=scalable",
    PIPELINE + "lowering=scf",
    PIPELINE + "lowering=linalg",
    PIPELINE + "runtime-verification",
    "--canonicalize", "--convert-pad-to-tensor=partial",
    "--pad-collapse-axes", "--pad-decompose-borders",
    "--pad-decompose-interior", "--pad-drop-unit-axes", "--pad-fold-constants",
    "--pad-fold-into-reductions", "--pad-fold-into-consumers",
    "--pad-producer-into-padded", "--pad-propagate-elementwise",
    "--pad-propagate-reshape", "--pad-propagate-transpose",
    "--pad-shrink-source", "--pad-split-crop", "--pad-split-modes",
]
MEMORY_BYTES = 2 << 30
SECONDS = 120


def shape(extents):
    return "x".join("?" if e is None else str(e) for e in extents)


def functions():
    """A function for each place of the number, kind of source and mode."""
    places = ["low", "high", "interior", "extent"]
    for mode, place, is_static, inner in itertools.product(
            MODES, places, [False, True], [None, 4]):
        if place == "extent" and not is_static:
            continue
        for number in NUMBERS:
            if number < 0 and place in ("interior", "extent"):
                continue
            pads = {"low": 1, "high": 0, "interior": 0,
                    "extent": 3 if is_static else None}
            pads[place] = number
            if place == "extent":
                # Down to a few elements.
                pads["low"] = 4 - number
            source = [pads["extent"]] + ([inner] if inner else [])
            result = [4 if place == "extent" else None] + source[1:]
            zeros = ", 0" if inner else ""
            interior = pads["interior"]
            text = f" interior[{interior}{zeros}]" if interior else ""
            yield f"""
func.func @pad(%x: tensor<{shape(source)}xi8>) -> tensor<{shape(result)}xi8> {{
  %r = pad.pad {mode} %x low[{pads['low']}{zeros}] high[{pads['high']}{zeros}]{text}
      : tensor<{shape(source)}xi8> to tensor<{shape(result)}xi8>
  return %r : tensor<{shape(result)}xi8>
}}
"""


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(pad_opt, option, texts):
    """The exit status, which is that of a signal for a run out of time, and the messages."""
    done = subprocess.run([pad_opt, "--split-input-file", option, "-o", "/dev/null"],
                          input="// -----\n".join(texts), text=True, capture_output=True,
                          preexec_fn=limit)
    return done.returncode, done.stderr


def find_culprit(pad_opt, option, texts):
    """A single function with which the run fails as well, if there is one."""
    while len(texts) > 1:
        half = texts[:len(texts) // 2]
        status, _ = run(pad_opt, option, half)
        texts = half if status not in (0, 1) else texts[len(texts) // 2:]
    return texts[0]


def main(pad_opt):
    texts = share(functions(), 47)
    for option in PASSES:
        status, errors = run(pad_opt, option, texts)
        # 1: the last diagnostics were errors, which is right for many of them.
        if status not in (0, 1) or "bad_alloc" in errors:
            sys.exit(f"{option} ends with status {status}, for example of\n"
                     f"{find_culprit(pad_opt, option, texts)}\n{errors[-2000:]}")
    print(f"{len(texts)} functions, {len(PASSES)} passes")


main(*sys.argv[1:])
