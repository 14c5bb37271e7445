"""Runs kernels between pages that nobody may touch: guarded_kernels.py FOLDER [options]

Draws pads and adjoints of any type and rank, in which each extent, pad, interior and value is known or a
parameter, and compiles them by padc. The driver calls each with parameters that it draws, with source and
result at random addresses: from the first byte behind such a page on, or up to the last one before it. It
checks the bytes around them and each element of the result by the rule of docs/Semantics.md. Parameters
that break a constraint have to leave the bytes around the result alone.
"""

import argparse
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "Python/Inputs"))
import rule  # noqa: E402  (the folder is known only now)

# What C calls the element, and whether adjoints add it.
TYPES = {"i1": ("uint8_t", False), "i4": ("uint8_t", False), "i8": ("int8_t", True), "i16": ("int16_t", True),
         "i32": ("int32_t", True), "i64": ("int64_t", True), "f8E4M3FN": ("uint8_t", False),
         "f16": ("uint16_t", True), "bf16": ("uint16_t", True), "f32": ("float", True), "f64": ("double", True),
         "complex<f32>": ("float", False), "complex<f64>": ("double", False)}
MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
NUMBERS = ["extent", "low", "high", "interior"]
DRIVER = Path(__file__).parent / "guarded_kernels.c"


def draw_axis(draw, most):
    """An axis that the verifier accepts, and which of its numbers are parameters."""
    unknown = draw.choice([0, 1]) or draw.choice([0, 0.5])
    while True:
        axis = {"mode": draw.choice(MODES), "extent": draw.randint(0, most),
                "low": draw.randint(-4, 40 if most > 30 else 6), "high": draw.randint(-4, 40 if most > 30 else 6),
                "interior": draw.choice([0, 0, 0, 1, 2])}
        axis["periodic"] = axis["mode"] in ("reflect", "symmetric") and draw.random() < 0.3
        mode = "wrap" if axis["periodic"] else axis["mode"]
        if not rule.breaks(axis["extent"], axis["low"], axis["high"], mode, axis["interior"]):
            axis["unknown"] = {name for name in NUMBERS if draw.random() < unknown}
            # Most pads have no interior.
            if not axis["interior"] and draw.random() < 0.8:
                axis["unknown"].discard("interior")
            return axis


def make_kernel(draw, number, fault):
    """The IR of a kernel, and its entry for the driver."""
    rank = draw.choice([1, 1, 2, 2, 2, 3, 3, 4])
    # Rows of several vectors, and short ones.
    axes = [draw_axis(draw, 70 if i == rank - 1 and draw.random() < 0.7 else 5) for i in range(rank)]
    element = draw.choice(list(TYPES))
    ctype, has_sum = TYPES[element]
    is_complex, is_adjoint = element.startswith("complex"), has_sum and draw.random() < 0.25
    may_have_value = not is_adjoint and any(
        a["mode"] == "constant" or a["interior"] or "interior" in a["unknown"] for a in axes)
    has_value = may_have_value and draw.random() < 0.5

    parameters, arguments = [], []
    def get_list(name):
        texts = []
        for i, axis in enumerate(axes):
            is_unknown = name in axis["unknown"]
            texts.append(f"%{name}{i}" if is_unknown else str(axis[name]))
            if is_unknown:
                parameters.append(f"{texts[-1]}: index")
                arguments.append(f"n[{i}].{name}")
        return ", ".join(texts)

    sizes = get_list("extent") if is_adjoint else ""
    pads = "".join(f" {name}[{get_list(name)}]" for name in NUMBERS[1:])
    known = [not axis["unknown"] for axis in axes]
    padded = [max(axis["low"] + (axis["extent"] - 1) * (axis["interior"] + 1) + 1 + axis["high"], 0)
              if axis["extent"] else max(axis["low"] + axis["high"], 0) for axis in axes]
    source = "".join(("?" if "extent" in axis["unknown"] else str(axis["extent"])) + "x" for axis in axes)
    result = "".join((str(n) if is_known else "?") + "x" for n, is_known in zip(padded, known))
    source, result = f"tensor<{source}{element}>", f"tensor<{result}{element}>"
    # A tensor of unknown extents is passed with them.
    if is_adjoint:
        extents = [f"m[{i}]" for i, is_known in enumerate(known) if not is_known]
    else:
        extents = [f"n[{i}].extent" for i, axis in enumerate(axes) if "extent" in axis["unknown"]]
    modes = ", ".join(axis["mode"] + " periodic" * axis["periodic"] for axis in axes)
    given = ""
    if has_value:
        parameters.append(f"%v: {element}")
        arguments.append(f"(const {ctype} *)v" if is_complex else f"*(const {ctype} *)v")
        given = " value(%v)"
    if is_adjoint:
        op, source, result = f"pad.adjoint [{modes}] %x of[{sizes}]{pads}", result, source
    else:
        op = f"pad.pad [{modes}] %x{given}{pads}"
    signature = ", ".join([f"%x: {source}", *parameters])
    text = (f"func.func @k{number}({signature}) -> {result} {{\n"
            f"  %r = {op} : {source} to {result}\n  return %r : {result}\n}}\n")

    # Arrays of complex numbers are pointers to their parts.
    late = 2 if is_complex else 1
    passed = "".join(f", {a}" for a in extents + arguments)
    code = (f"static void call{number}(const void *x, const struct Numbers *n, const int64_t *m, const void *v, void *r) {{\n"
            f"  k{number}((const {ctype} *)x + {late * (fault == 'read')}{passed}, ({ctype} *)r + {late * (fault == 'write')});\n}}\n")
    shape = "0"
    if "?" in result:
        shape = f"shape{number}"
        code += (f"static void {shape}(const struct Numbers *n, const int64_t *m, const void *v, int64_t *s) {{\n"
                 f"  k{number}_shape({''.join(f'{a}, ' for a in extents + arguments)}s);\n}}\n")
    rows = ", ".join(
        f"{{{MODES.index(a['mode'])}, {int(a['periodic'])}, "
        f"{{{', '.join(str(a[name]) for name in NUMBERS)}}}, {{{', '.join(str(int(name in a['unknown'])) for name in NUMBERS)}}}}}"
        for a in axes)
    entry = (f"  {{call{number}, {shape}, {rank}, {list(TYPES).index(element)}, sizeof({ctype}) * {late if is_complex else 1}, "
             f"{int(is_adjoint)}, {int(has_value)}, {{{rows}}}}},\n")
    return text, code, entry


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kernels", type=int, default=10)
    parser.add_argument("--calls", type=int, default=1000, help="calls of all kernels together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--valgrind", action="store_true", help="let valgrind check every access")
    parser.add_argument("--fault", choices=["read", "write"],
                        help="tell kernels that the source, or the result, begins an element late")
    parser.add_argument("--padc", action="append", default=[], metavar="OPTION", help="an option for padc")
    options = parser.parse_args()
    folder, draw = options.folder, random.Random(options.seed)
    folder.mkdir(parents=True, exist_ok=True)
    kernels = [make_kernel(draw, number, options.fault) for number in range(options.kernels)]
    (folder / "kernels.mlir").write_text("".join(text for text, _, _ in kernels))
    subprocess.run(["padc", "-O1", *options.padc, folder / "kernels.mlir", "-o", folder / "kernels.o",
                    "--header", folder / "kernels.h"], check=True)
    (folder / "kernels.inc").write_text("".join(code for _, code, _ in kernels) + "static const struct Kernel kernels[] = {\n"
                                        + "".join(entry for _, _, entry in kernels) + "};\n")
    program = folder / "guarded"
    subprocess.run(["clang-22", "-O1", "-gdwarf-4", f"-I{folder}", DRIVER, folder / "kernels.o", "-lm", "-o", program], check=True)
    command = ["valgrind", "-q", "--error-exitcode=3", "--exit-on-first-error=yes"] if options.valgrind else []
    done = subprocess.run([*command, program, str(options.seed), str(options.calls)], capture_output=True, text=True)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
