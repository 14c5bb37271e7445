"""Makes small faults in the formulas and in the IR that is emitted, one at a time, and expects an
obligation to fail of each.

A fault counts where a solver finds numbers for which a goal does not hold, and the goal does not
hold either for what the faulty formulas or the faulty IR, compiled, give for these numbers. It is open
where the solver has no answer in its seconds.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import emitted_mutants
import prove

HEADERS = {
    "include/Pad/IR/PadFormulas.h": [
        "getLargestInterior", "getAppliedInterior", "isDilatedExtentValid", "getDilated",
        "isHighPositionValid", "isLowPositionValid", "isPaddedExtentValid", "getMirrorLimit",
        "getPlace", "SourceIndexMap", "getHull", "getCropOfSource", "getCropOffset",
        "getInBoundsRange",
    ],
    "include/Pad/Analysis/AxisRuns.h": ["RepeatedBorder", "AxisRuns", "getReadRun"],
    "include/Pad/Analysis/WindowFormulas.h": ["countWindows", "LoopInterior", "RowEndWidths", "getLeastRest", "getReadOfEnd", "hasRowEnds",
                                              "canSpanBorders", "getBlockBetween"],
    "include/Pad/Analysis/TileFormulas.h": ["getTileRows", "TileReads", "TileSteps"],
    "include/Pad/IR/AdjointFormulas.h": ["ReaderMap", "getReadOnce"],
    "include/Pad/Ranks/PieceFormulas.h": [
        "getEvenPiece", "getEvenOwner", "getImage", "getReadWindow", "getLocalPads", "getDistance",
        "getReaderWindow", "getPartsIn", "getRunIn",
    ],
}
# What a mutation replaces, and by what. Comparisons have spaces around them, templates have none.
OPERATORS = [
    (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" \+ ", " - "),
    (r" - ", " + "), (r" \* 2", " * 3"), (r"\bmin\(", "max("), (r"\bmax\(", "min("),
    (r"\bumin\(", "min("), (r"\bumin\(", "umax("), (r"\bumax\(", "max("), (r"\bumax\(", "umin("),
    (r"(?<!\w)ult\(([^(),]+), ([^(),]+)\)", r"(\1 < \2)"), (r"\burem\(", "srem("), (r"\burem\(", "udiv("),
    (r"\budiv\(", "urem("), (r"\bsrem\(", "urem("), (r"\beq\(", "ne("), (r"\bne\(", "eq("),
    (r" \| ", " & "), (r" & ", " | "), (r" \^ ", " + "), (r"\b1\b", "2"), (r"\b1\b", "0"), (r"\b0\b", "1"),
    (r"INT64_MIN", "INT64_MAX"), (r"INT64_MAX", "INT32_MAX"), (r"!= Kind::Fill", "== Kind::Fill"),
    (r"select\(([^,()]+), ([^,]+), ([^,]+)\)", r"select(\1, \3, \2)"),
    (r"(\w+\.|\b)skipped\b(?! ==)", "0"), (r"\*period\b", "dilated"),
]


class Mutant:
    def __init__(self, header, text, begin, end, replacement):
        self.header = header
        self.text = text[:begin] + replacement + text[end:]
        line = text[text.rfind("\n", 0, begin) + 1:text.find("\n", end)]
        self.place = f"{os.path.basename(header)}:{text.count(chr(10), 0, begin) + 1}"
        start = begin - (text.rfind("\n", 0, begin) + 1)
        mutated = line[:start] + replacement + line[start + end - begin:]
        self.name = f"{line.strip()} ==> {mutated.strip()}"


def get_bodies(text, names):
    """Where the definitions of these functions and classes begin and end."""
    for name in names:
        start = re.search(rf"^(?:(?:class|struct) {name} |[\w:<> ]+[ \n]{name}\()", text, re.MULTILINE).start()
        yield start, text.index("\n}", start)


def make_mutants(root):
    for header, names in HEADERS.items():
        with open(os.path.join(root, header)) as file:
            text = file.read()
        seen = set()
        for begin, end in get_bodies(text, names):
            for pattern, replacement in OPERATORS:
                for found in re.finditer(pattern, text[begin:end]):
                    at = begin + found.start()
                    line = text[text.rfind("\n", 0, at) + 1:at]
                    # Comments, and lists of parameters of a template.
                    if "//" in line or "template" in line:
                        continue
                    mutant = Mutant(header, text, at, begin + found.end(), found.expand(replacement))
                    if mutant.text not in seen and mutant.text != text:
                        seen.add(mutant.text)
                        yield mutant


class Compiler:
    def __init__(self, root, prefix, folder):
        self.root, self.prefix, self.folder = root, prefix, folder
        self.include = [f"-I{root}/include", f"-I{prefix}/include"]
        self.command = [f"{prefix}/bin/clang++", "-std=c++17", "-O0", "-w"]
        # What no mutant changes is compiled once.
        common = os.path.join(folder, "common.h")
        with open(common, "w") as file:
            file.write('#include "Pad/IR/PadGeometry.h"\n#include <map>\n#include <vector>\n')
        self.run(["-x", "c++-header", *self.include, common, "-o", common + ".pch"])
        self.run(["-c", *self.include, f"{root}/verification/Term.cpp", "-o", f"{folder}/Term.o"])

    def run(self, arguments):
        return subprocess.run(self.command + arguments, capture_output=True, text=True)

    def compile(self, mutant, number):
        """A program with the mutant; None if it is no C++."""
        folder = os.path.join(self.folder, str(number))
        path = os.path.join(folder, mutant.header if mutant else "none")
        os.makedirs(os.path.dirname(path))
        if mutant:
            with open(path, "w") as file:
                file.write(mutant.text)
        binary = os.path.join(folder, "pad-terms")
        done = self.run(["-include-pch", f"{self.folder}/common.h.pch", f"-I{folder}/include", *self.include,
                         f"{self.root}/verification/pad-terms.cpp", f"{self.folder}/Term.o",
                         "-fuse-ld=lld", f"-L{self.prefix}/lib", "-lLLVM-22", "-o", binary])
        return binary if done.returncode == 0 else None


def replay(prover, obligation, goal, binary, model):
    """Whether `goal` fails of what the compiled formulas give for `model`."""
    arguments = [f"{name}={value}" for name, value in model.items()]
    done = subprocess.run([binary, obligation.program, *arguments], capture_output=True, text=True)
    if done.returncode < 0:
        # The processor has refused a division.
        return goal == "defined"
    return prover.fails_of(obligation, goal, model, dict(re.findall(r"^([\w-]+)=(.*)$", done.stdout, re.MULTILINE)))


def judge(mutant, binary, original, solver, seconds, obligations):
    """What becomes of a mutant: `killed`, `survived`, `open`, or why it is none."""
    if not binary:
        return "does not compile", ""
    prover = prove.Prover(binary, [solver], seconds)
    prover.read_programs(original.programs)
    reached = [o for o in obligations if prover.get_program(o.program) != original.get_program(o.program)]
    if not reached:
        return "changes no term", ""
    for _ in prover.take_limits():
        for obligation in reached:
            for label, goal in obligation.goals:
                for model in prover.get_models(obligation, goal):
                    if replay(prover, obligation, goal, binary, model):
                        return "killed", prove.describe_model(obligation, label, model)
    return "open" if prover.has_open else "survived", ""


def main():
    parser = argparse.ArgumentParser(prog="scripts/prove --mutants")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--prefix", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--terms", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", metavar="REGEX", help="mutants of such lines")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=10, help="of a processor, for a query (default: 10)")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one in N mutants")
    arguments = parser.parse_args()
    solver = prove.find_solvers()[0]
    with open(os.path.join(prove.FOLDER, "equivalent.txt")) as file:
        reasons = dict(re.findall(r"^mutant: (.*)\nreason: (.*)$", file.read(), re.MULTILINE))
    # A mutant of a formula is not compiled into the lowerings.
    every = prove.get_obligations("")
    obligations = [o for o in every if "." not in o.program]
    original = prove.Prover(arguments.terms, [solver], arguments.seconds)
    original.read_programs(dict.fromkeys(o.program for o in obligations if o.program != "none"))
    opt = os.path.join(os.path.dirname(shutil.which(arguments.terms)), "pad-opt")
    jobs = [*make_mutants(arguments.root), *emitted_mutants.make_mutants(opt, every)]
    jobs = [m for m in jobs if re.search(arguments.only, m.name)][::arguments.share]
    counts = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        compiler = Compiler(arguments.root, arguments.prefix, folder)

        def run(job):
            number, mutant = job
            if isinstance(mutant, Mutant):
                return judge(mutant, compiler.compile(mutant, number), original, solver, arguments.seconds, obligations)
            prover = prove.Prover(arguments.terms, [solver], arguments.seconds)
            return mutant.judge(prover, opt, f"{arguments.prefix}/bin/mlir-runner", every)

        for mutant, (verdict, note) in zip(jobs, pool.map(run, enumerate(jobs))):
            if verdict in ("survived", "open") and mutant.name in reasons:
                verdict, note = "equivalent", reasons[mutant.name]
            counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{verdict:<10}  {mutant.place}: {mutant.name}  [{note}]", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    sys.exit(1 if counts.get("survived") or counts.get("open") else 0)


if __name__ == "__main__":
    main()
