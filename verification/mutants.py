"""Makes small faults in the formulas, one at a time, and expects an obligation to fail of each.

A fault counts where a solver finds numbers for which a goal does not hold, and the goal does not
hold either for what the faulty formulas, compiled, give for these numbers.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import prove

HEADERS = {
    "include/Pad/IR/PadFormulas.h": [
        "getLargestInterior", "getAppliedInterior", "isDilatedExtentValid", "getDilated",
        "isHighPositionValid", "isLowPositionValid", "isPaddedExtentValid", "getMirrorLimit",
        "getPlace", "SourceIndexMap", "getHull", "getCropOfSource", "getCropOffset",
        "getInBoundsRange",
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
        self.line = text.count("\n", 0, begin) + 1
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
                         f"-L{self.prefix}/lib", "-lLLVM-22", "-o", binary])
        return binary if done.returncode == 0 else None


def get_model(prover, solver, query, inputs):
    """The numbers for which a query is satisfiable; None if there are none."""
    answer, rest, _ = prove.solve(solver, query + f"(get-value ({' '.join(inputs)}))\n", prover.seconds)
    if answer != "sat":
        return None
    return {name: int(value.replace("(- ", "-").rstrip(")"))
            for name, value in re.findall(r"\(([\w-]+) (\(- \d+\)|\d+)\)", rest)}


def replay(prover, obligation, goal, binary, model):
    """Whether `goal` fails of what the compiled formulas give for `model`."""
    arguments = [f"{name}={value}" for name, value in model.items()]
    done = subprocess.run([binary, obligation.program, *arguments], capture_output=True, text=True)
    text = "".join(f"(define-fun {name} () Int {prove.write(value)})\n"
                   for name, value in model.items())
    if done.returncode < 0:
        # The processor has refused a division.
        return goal == "defined"
    text += "(define-fun defined () Bool true)\n"
    for name, value in re.findall(r"^([\w-]+)=(.*)$", done.stdout, re.MULTILINE):
        sort = "Bool" if value in ("true", "false") else "Int"
        value = f"(- {value[1:]})" if value.startswith("-") else value
        text += f"(define-fun out.{name} () {sort} {value})\n"
    query = (prove.LOGIC + prove.PRODUCT + prover.prelude + prover.lemma_text + prover.rule + text
             + obligation.text + f"(assert (not {goal}))\n(check-sat)\n")
    return any(prove.solve(solver, query, prover.seconds)[0] == "sat" for solver in prover.solvers)


def judge(mutant, binary, original, solvers, seconds, obligations):
    """What becomes of a mutant: `killed`, `survived`, or why it is none."""
    if not binary:
        return "does not compile", ""
    prover = prove.Prover(binary, solvers, seconds)
    reached = False
    for obligation in obligations:
        program = prover.get_program(obligation.program)
        if program == original.get_program(obligation.program):
            continue
        reached = True
        inputs = [name for name in re.findall(r"^\(assert \(is-number ([a-z-]+)\)\)$", program, re.MULTILINE)]
        for label, goal in obligation.goals:
            for solver in solvers:
                # The script knows little of the bits of a number: where it is wrong about those, it
                # is asked for other numbers.
                query, ending = prover.get_query(obligation, goal).rsplit("(check-sat)", 1)
                for _ in range(30):
                    model = get_model(prover, solver, query + "(check-sat)" + ending, inputs)
                    if model is None:
                        break
                    if replay(prover, obligation, goal, binary, model):
                        numbers = " ".join(f"{name}={value}" for name, value in model.items())
                        return "killed", f"{obligation.name}: {label}; {numbers}"
                    same = " ".join(f"(= {name} {prove.write(value)})" for name, value in model.items())
                    query += f"(assert (not (and {same})))\n"
                    query += "".join(f"(assert (<= (- 4) {name} 4))\n" for name in inputs)
    return ("survived", "") if reached else ("changes no term", "")


def main():
    parser = argparse.ArgumentParser(prog="scripts/prove --mutants")
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--prefix", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--terms", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", metavar="REGEX", help="mutants of such lines")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=10)
    arguments = parser.parse_args()
    solvers = prove.find_solvers()
    with open(os.path.join(prove.FOLDER, "equivalent.txt")) as file:
        reasons = dict(re.findall(r"^mutant: (.*)\nreason: (.*)$", file.read(), re.MULTILINE))
    # A mutant is not compiled into the lowerings.
    obligations = [o for o in prove.get_obligations("") if "." not in o.program]
    original = prove.Prover(arguments.terms, solvers, arguments.seconds)
    for obligation in obligations:
        original.get_program(obligation.program)
    mutants = [m for m in make_mutants(arguments.root) if re.search(arguments.only, m.name)]
    counts = {}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        compiler = Compiler(arguments.root, arguments.prefix, folder)

        def run(job):
            number, mutant = job
            return judge(mutant, compiler.compile(mutant, number), original, solvers, arguments.seconds, obligations)

        for mutant, (verdict, note) in zip(mutants, pool.map(run, enumerate(mutants))):
            if verdict == "survived" and mutant.name in reasons:
                verdict, note = "equivalent", reasons[mutant.name]
            counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{verdict:<10}  {os.path.basename(mutant.header)}:{mutant.line}: {mutant.name}  [{note}]", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    sys.exit(1 if counts.get("survived") else 0)


if __name__ == "__main__":
    main()
