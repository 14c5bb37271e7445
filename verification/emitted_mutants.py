"""Makes small faults in the IR that a lowering or a rewrite emits for one axis (emitted.py).

The numbers that a solver finds are replayed in the faulty IR, compiled: its load is replaced by the
index that it would load from, so that an index out of bounds is a number, too. Of a rewrite, the
amounts of pads and slices are returned.
"""

import os
import re
import subprocess
import tempfile

import emitted
import prove

# What a mutation replaces in a line, and by what.
OPERATORS = [
    (r"arith\.addi", "arith.subi"), (r"arith\.subi", "arith.addi"), (r"arith\.maxsi", "arith.minsi"),
    (r"arith\.minsi", "arith.maxsi"), (r"arith\.maxui", "arith.maxsi"), (r"arith\.minui", "arith.minsi"),
    (r"arith\.minui", "arith.maxui"), (r"arith\.remui", "arith.remsi"), (r"arith\.remsi", "arith.remui"),
    (r"arith\.remui", "arith.divui"), (r"arith\.divui", "arith.remui"), (r"cmpi slt", "cmpi sle"),
    (r"cmpi slt", "cmpi ult"), (r"cmpi ult", "cmpi slt"), (r"cmpi ult", "cmpi ule"), (r"cmpi sgt", "cmpi sge"),
    (r"cmpi eq", "cmpi ne"), (r"arith\.select (%\S+), (%\S+), (%\S+)", r"arith.select \1, \3, \2"),
    (r"arith\.subi (%\S+), (%\S+)", r"arith.subi \2, \1"), (r"%c1\b", "%c0"), (r"%c0\b", "%c1"),
    (r"%c2\b", "%c1"), (r"arith\.andi", "arith.ori"),
]
# The element that reads the padding value.
NONE = -2**63 + 4096
LOWER = ("builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,"
         "convert-index-to-llvm,convert-vector-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,"
         "reconcile-unrealized-casts)")


def make_mutants(opt, obligations):
    """Those of all programs that `obligations` speak of."""
    for program in sorted({o.program for o in obligations if "." in o.program}):
        text, seen = emitted.emit(opt, program), set()
        for line in text.split("\n"):
            if not re.search(r"= arith\.(?!constant)", line):
                continue
            at = text.index(line)
            for pattern, replacement in OPERATORS:
                for found in re.finditer(pattern, line):
                    if found.start() < line.index("="):
                        continue
                    mutated = line[:found.start()] + found.expand(replacement) + line[found.end():]
                    if mutated not in seen and mutated != line:
                        seen.add(mutated)
                        yield EmittedMutant(program, text[:at] + mutated + text[at + len(line):],
                                            f"{program}: {line.strip()} ==> {mutated.strip()}")


class EmittedMutant:
    def __init__(self, program, text, change):
        self.program, self.text = program, text
        self.place, self.name = "emitted", change

    def judge(self, prover, opt, runner, obligations):
        """What becomes of it: `killed`, `survived`, `open`, or why it is no mutant."""
        try:
            prover.programs[self.program] = emitted.get_terms(self.program, self.text)
        except (SystemExit, KeyError):
            # A constant of another name, for example.
            return "no term", ""
        # The solver knows the products of small extents better.
        small = "".join(f"(assert (<= {name} 64))\n" for name in ("padded", "extent")
                        if f"(declare-const {name} " in prover.programs[self.program])
        goals = [(o, *goal) for o in obligations if o.program == self.program for goal in o.goals]
        for _ in prover.take_limits():
            for obligation, label, goal in goals:
                for bounds in (small, ""):
                    for model in prover.get_models(obligation, goal, bounds):
                        outputs = self.run(opt, runner, model)
                        failed = (goal == "defined" if outputs is None
                                  else prover.fails_of(obligation, goal, model, outputs))
                        if failed:
                            return "killed", prove.describe_model(obligation, label, model)
        return "open" if prover.has_open else "survived", ""

    def run(self, opt, runner, model):
        """What the compiled IR gives for `model`; None if the processor refuses a division."""
        make = self.make_rewrite if emitted.is_rewrite(self.program) else self.make_lowering
        text, names, libraries = make(model, os.path.dirname(os.path.dirname(runner)))
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            lowered = subprocess.run([opt, f"--pass-pipeline={LOWER}"], input=text, capture_output=True, text=True)
            if lowered.returncode:
                raise SystemExit(lowered.stderr.strip())
            file.write(lowered.stdout)
            file.flush()
            done = subprocess.run([runner, file.name, "--entry-point-result=void", "-O0", *libraries],
                                  capture_output=True, text=True)
        if done.returncode:
            return None
        outputs = dict(zip(names, done.stdout.split()))
        if "index" in outputs:
            index = int(outputs["index"])
            outputs = {"has": str(index != NONE).lower(), "index": str(index), "stored": str(model["index"])}
        return outputs

    def make_lowering(self, model, prefix):
        """A program that prints the element that `index` of the result has, and the name of what it prints."""
        text, replaced = self.text, [
            (r"func\.func @f\(.*\) {", "func.func @f(%extent: index, %padded: index, %index: index, %arg2: index, "
                                      "%arg3: index, %arg4: index) {"),
            (r"memref\.dim %arg0, .*", "arith.addi %extent, %c0 : index"),
            (r"memref\.dim %arg1, .*", "arith.addi %padded, %c0 : index"),
            # The iteration of the index, and no loop.
            (r"scf\.for (%\S+) = (%\S+) to .* {\n((?:      .*\n)*)    }\n", r"\1 = arith.addi %index, %c0 : index\n\3"),
            (r"memref\.load %arg0\[(%\S+)\] .*", r"arith.index_cast \1 : index to i64"),
            (r"memref\.store (%\S+), .*", r"vector.print \1 : i64"),
            (r"0\.0+e\+00", str(NONE)), (r"\bf32\b", "i64")]
        for pattern, replacement in replaced:
            text = re.sub(pattern, replacement, text)
        names = ["extent", "padded", "index", "low", "high", "interior"]
        main = (f"func.func @main() {{\n{write_constants({'extent': 0, **model})}"
                f"  call @f({', '.join('%' + name for name in names)}) : ({', '.join(['index'] * len(names))}) -> ()\n"
                "  return\n}\n")
        return text.rstrip().removesuffix("}") + main + "}\n", ["index"], [f"-shared-libs={prefix}/lib/libmlir_c_runner_utils.so"]

    def make_rewrite(self, model, prefix):
        """A program that prints the amounts of the slice and the pad that the rewrite leaves."""
        lines, amounts = [], {}
        for line in self.text.split("\n"):
            if " = tensor.dim %arg0" in line:
                line = f"{line.split(' = ')[0]} = arith.addi %arg0, %c0 : index"
            elif found := re.search(r"tensor\.extract_slice \S+\[(\S+)\] \[(\S+)\] \[1\]", line):
                amounts.update(offset=found[1], size=found[2])
                continue
            elif found := re.search(r"pad\.pad .* low\[(\S+)\] high\[(\S+)\]", line):
                amounts.update(low=found[1], high=found[2])
                continue
            elif line.strip().startswith("return "):
                for name, amount in amounts.items():
                    lines.append(f"%out_{name} = arith.constant {amount} : index" if amount[0] != "%" else
                                 f"%out_{name} = arith.addi {amount}, %c0 : index")
                    lines.append(f"vector.print %out_{name} : index")
                line = "return"
            lines.append(line.replace("%arg0: tensor<?xf32>", "%arg0: index").replace(" -> tensor<?xf32>", ""))
        names = ["extent", *emitted.ARGUMENTS[True][1]]
        main = (f"func.func @main() {{\n{write_constants({'extent': 0, **model})}"
                f"  call @f({', '.join('%' + name for name in names)}) : ({', '.join(['index'] * len(names))}) -> ()\n"
                "  return\n}\n")
        text = "\n".join(lines).rstrip().removesuffix("}") + main + "}\n"
        return text, list(amounts), [f"-shared-libs={prefix}/lib/libmlir_c_runner_utils.so"]


def write_constants(numbers):
    return "".join(f"  %{name} = arith.constant {value} : index\n" for name, value in numbers.items())
