"""Proves the obligations of this directory: scripts/prove says how it is called."""

import argparse
import concurrent.futures
import itertools
import os
import re
import shutil
import subprocess
import sys

import emitted
import processes
import rewrites

FOLDER = os.path.dirname(os.path.abspath(__file__))
SOLVERS = {
    "z3": lambda seed: ["z3", "-in", f"smt.random_seed={seed}"],
    "cvc5": lambda seed: ["cvc5", "--lang=smt2", "--produce-models", f"--seed={seed}", "-"],
}
LOGIC = "(set-option :produce-models true)\n(set-logic ALL)\n"
OPAQUE = "(declare-fun times (Int Int) Int)\n"
PRODUCT = "(define-fun times ((q Int) (p Int)) Int (* q p))\n"


def read(name):
    with open(os.path.join(FOLDER, name)) as file:
        return file.read()


class Obligation:
    """Hypotheses about what a program gives, and the goals that follow from them."""

    def __init__(self, name, program, lemmas):
        self.name, self.program, self.lemmas = name, program, lemmas
        self.text, self.goals, self.stated = "", [], []


def parse_file(name):
    """The obligations of a file, in which `;; modes` repeats one for each mode."""
    result = []
    for block in re.split(r"^;; obligation ", read(name), flags=re.MULTILINE)[1:]:
        modes = re.search(r"^;; modes (.*)\n", block, re.MULTILINE)
        for mode in modes[1].split() if modes else [""]:
            head, *goals = re.split(r"^;; goal ", block.replace("MODE", mode), flags=re.MULTILINE)
            fields = dict(re.findall(r"^;; (\w+) ?(.*)$", head, re.MULTILINE))
            obligation = Obligation(head.split("\n")[0], fields["program"], fields["lemmas"].split())
            obligation.text = head.split("\n", 1)[1]
            obligation.stated = [lemma for lemma in get_lemmas() if f"({lemma} " in re.sub(r"^;.*", "", obligation.text, flags=re.MULTILINE)]
            obligation.goals = [
                (goal.split("\n")[0], re.sub(r"^;.*\n?", "", goal.split("\n", 1)[1], flags=re.MULTILINE).strip())
                for goal in goals
            ]
            result.append(obligation)
    return result


def get_lemmas():
    """The parameters of each lemma, and the instances of others that it is proved by."""
    found = re.findall(r"(?:^;; by (.*)\n)?^\(define-fun ([\w-]+) \((.*?)\) Bool", read("lemmas.smt2"), re.MULTILINE)
    return {name: (re.findall(r"\((\w+) Int\)", parameters), by) for by, name, parameters in found}


def instantiate(text, names, lemmas):
    """Each lemma of `names`, of all numbers that `text` calls quotients of a divisor."""
    pairs = list(dict.fromkeys(re.findall(r"^; quotient (\([^()]*\)|\S+) (.*)$", text, re.MULTILINE)))
    lines = []
    for name in names:
        if len(lemmas[name][0]) == 2:
            lines += [f"(assert ({name} {a} {p}))" for a, p in pairs]
            continue
        for (a, p), (b, other) in itertools.permutations(pairs, 2):
            lines.append(f"(assert ({name} {a} {b} {p}))")
    return "\n".join(dict.fromkeys(lines)) + "\n"


def declare_missing(body):
    """Unknown numbers for the quotients that an obligation states lemmas of, where a program divides
    less often than the one that it was written for. Lemmas hold of all numbers."""
    names = sorted(set(re.findall(r"\b(?:quotient|rest)\d+\b", body)))
    return "".join(f"(declare-const {name} Int)\n" for name in names if f"(declare-const {name} " not in body)


def write(number):
    """A number as SMT-LIB has it."""
    return str(number) if number >= 0 else f"(- {-number})"


def solve(solver, query, seconds, seed=0):
    """The answer and what follows it, and the seconds of a processor that it took; `unknown` if these
    are more than `seconds`."""
    output, status, used = processes.run(SOLVERS[solver](seed), query, seconds)
    answer, _, rest = output.partition("\n")
    if answer.strip() in ("sat", "unsat"):
        return answer.strip(), rest, used
    if status >= 0 and "error" in output:
        raise SystemExit(f"error: {solver} says {output.strip()[:300]}")
    return "unknown", rest, used


class Prover:
    def __init__(self, terms, solvers, seconds):
        self.terms, self.solvers, self.seconds = terms, solvers, seconds
        self.prelude, self.lemma_text, self.rule = read("prelude.smt2"), read("lemmas.smt2"), read("rule.smt2")
        self.lemmas = get_lemmas()
        self.programs = {}
        # Whether a query of `get_models` had no answer.
        self.has_open = False

    def get_program(self, name):
        if name not in self.programs:
            if name == "none":
                # A law of numbers that the obligation declares.
                return ""
            if "." in name:
                # What a lowering has emitted.
                opt = os.path.join(os.path.dirname(shutil.which(self.terms)), "pad-opt")
                self.programs[name] = emitted.get_terms(name, emitted.emit(opt, name))
                return self.programs[name]
            self.read_programs([name])
        return self.programs[name]

    def read_programs(self, names):
        """Has `pad-terms` write programs, which takes as long for all as for one."""
        done = subprocess.run([self.terms, *names], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr.strip())
        self.programs.update(re.findall(r"^; program (.*)\n((?:(?!; program ).*\n)*)", done.stdout, re.MULTILINE))

    def get_query(self, obligation, goal):
        """The hypotheses, with the negation of `goal` if there is one."""
        body = self.get_program(obligation.program) + obligation.text
        query = LOGIC + OPAQUE + self.prelude + self.lemma_text + self.rule + declare_missing(body) + body
        query += instantiate(body, obligation.lemmas, self.lemmas)
        if goal:
            query += f"(assert (not {goal}))\n"
        return query + "(check-sat)\n"

    def get_lemma_query(self, name):
        parameters, by = self.lemmas[name]
        query = LOGIC + (OPAQUE if by else PRODUCT) + self.lemma_text
        query += "".join(f"(declare-const {p} Int)\n" for p in parameters)
        if by:
            query += f"(assert (and {by}))\n"
        return query + f"(assert (not ({name} {' '.join(parameters)})))\n(check-sat)\n"

    def get_models(self, obligation, goal, bounds=""):
        """Numbers of the inputs of which `goal` may not hold, by the first solver. The script knows
        little of products and of the bits of a number, so that for some of them it does hold."""
        program = self.get_program(obligation.program)
        inputs = re.findall(r"^\(assert \(is-number ([a-z]+)\)\)$", program, re.MULTILINE)
        query, ending = self.get_query(obligation, goal).rsplit("(check-sat)", 1)
        ending = f"(check-sat){ending}(get-value ({' '.join(inputs)}))\n"
        small = "".join(f"(assert (<= (- 9) {name} 9))\n" for name in inputs)
        # Products of one number that is known are no difficulty: a source as long as can be.
        long = "".join(f"(assert (= {name} {2**63 - 1}))\n" if name in ("extent", "dilated") else
                       f"(assert (<= (- 9) {name} 9))\n" for name in inputs)
        known = query.replace(OPAQUE, PRODUCT)
        for by, most in ((query, 1), (known + small, 10), (known + long, 2), (query, 4)):
            excluded = bounds
            for _ in range(most):
                answer, rest, _ = solve(self.solvers[0], by + excluded + ending, self.seconds)
                self.has_open |= answer == "unknown"
                # What holds of any function `times` holds of products.
                if answer == "unsat" and by is query and excluded == bounds:
                    return
                found = re.findall(r"\(([\w-]+) (\(- \d+\)|\d+)\)", rest)
                # A solver may find that there are some, and no time to name them.
                if answer != "sat" or len(found) != len(inputs):
                    break
                model = {name: int(value.replace("(- ", "-").rstrip(")")) for name, value in found}
                yield model
                same = " ".join(f"(= {name} {write(value)})" for name, value in model.items())
                excluded += f"(assert (not (and {same})))\n"

    def take_limits(self):
        """Queries have a second each first, and all of the seconds only if some had no answer: most
        faults are seen at once by some obligation, while others take long."""
        for self.seconds in sorted({min(1, self.seconds), self.seconds}):
            self.has_open = False
            yield
            if not self.has_open:
                break

    def fails_of(self, obligation, goal, model, outputs):
        """Whether `goal` fails of what a program has given for the inputs of `model`."""
        text = "".join(f"(define-fun {name} () Int {write(value)})\n" for name, value in model.items())
        text += "(define-fun defined () Bool true)\n"
        for name, value in outputs.items():
            sort = "Bool" if value in ("true", "false") else "Int"
            text += f"(define-fun out.{name} () {sort} {value if sort == 'Bool' else write(int(value))})\n"
        body = text + obligation.text
        query = (LOGIC + PRODUCT + self.prelude + self.lemma_text + self.rule + declare_missing(body) + body
                 + f"(assert (not {goal}))\n(check-sat)\n")
        return solve(self.solvers[0], query, self.seconds)[0] == "sat"

    def ask(self, query):
        """The answer of each solver: `unsat 0.02`."""
        # z3 may not find in a minute what it finds in two seconds from another seed.
        answers = {solver: solve(solver, query, self.seconds) for solver in self.solvers}
        if answers.get("z3", ("",))[0] == "unknown":
            answers["z3"] = solve("z3", query, self.seconds, seed=1)
        return answers


def describe_model(obligation, label, model):
    return f"{obligation.name}: {label}; " + " ".join(f"{name}={value}" for name, value in model.items())


def judge(answers, expected):
    """One verdict of the answers of all solvers."""
    given = {answer for answer, _, _ in answers.values()}
    if given - {expected, "unknown"}:
        return "FAILED"
    return "OPEN" if given == {"unknown"} else {"unsat": "proved", "sat": "satisfiable"}[expected]


def describe(answers):
    return "  ".join(f"{solver} {answer if answer != 'unknown' else 'no answer'} {seconds:.2f} s"
                     for solver, (answer, _, seconds) in answers.items())


def get_obligations(only):
    files = sorted(name for name in os.listdir(FOLDER)
                   if name.endswith(".smt2") and name not in ("prelude.smt2", "lemmas.smt2", "rule.smt2"))
    return [o for name in files for o in parse_file(name) if re.search(only, o.name)]


def find_solvers():
    solvers = [name for name in SOLVERS if shutil.which(name)]
    if not solvers:
        raise SystemExit("error: needs z3 or cvc5; scripts/setup z3 cvc5 installs them")
    return solvers


def prove(arguments):
    solvers = arguments.solver or find_solvers()
    prover = Prover(arguments.terms, solvers, arguments.seconds)
    obligations = get_obligations(arguments.only)
    used = {lemma for o in obligations for lemma in o.lemmas} | {"quotient", "euclid"}
    # Instances that obligations state themselves.
    used |= {lemma for o in obligations for lemma in o.stated}
    for name in reversed(prover.lemmas):
        if name in used:
            used |= set(re.findall(r"\(([a-z]+) ", prover.lemmas[name][1])) & set(prover.lemmas)
    jobs = [("lemma " + name, ", ".join(re.findall(r"\(([a-z]+) ", by)), prover.get_lemma_query(name), "unsat")
            for name, (_, by) in prover.lemmas.items() if name in used]
    for o in obligations:
        lemmas = ", ".join(dict.fromkeys(o.lemmas + o.stated)) or "none"
        jobs.append((f"{o.name}: hypotheses", lemmas, prover.get_query(o, None), "sat"))
        for label, goal in o.goals:
            jobs.append((f"{o.name}: {label}", lemmas, prover.get_query(o, goal), "unsat"))
    if arguments.dump:
        os.makedirs(arguments.dump, exist_ok=True)
        for number, (label, _, query, _) in enumerate(jobs):
            with open(os.path.join(arguments.dump, f"{number:03}.smt2"), "w") as file:
                file.write(f"; {label}\n{query}")
    counts, silent = {}, {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for (label, lemmas, _, expected), answers in zip(
                jobs, pool.map(lambda job: prover.ask(job[2]), jobs)):
            verdict = judge(answers, expected)
            counts[verdict] = counts.get(verdict, 0) + 1
            for solver, (answer, _, _) in answers.items():
                silent[solver] = silent.get(solver, 0) + (answer == "unknown")
            note = f"  [lemmas: {lemmas}]" if lemmas else ""
            print(f"{verdict:<11}  {label}{note}  {describe(answers)}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    for solver, count in silent.items():
        print(f"{solver}: no answer to {count} of {len(jobs)} queries")
    missing = [] if arguments.only else rewrites.check(os.path.dirname(FOLDER))
    for problem in missing:
        print(f"FAILED       {problem}")
    return 1 if counts.get("FAILED") or counts.get("OPEN") or missing else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/prove")
    parser.add_argument("--terms", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", metavar="REGEX", help="obligations of such names")
    parser.add_argument("--solver", action="append", choices=SOLVERS, help="default: those installed")
    parser.add_argument("--seconds", type=int, default=60, help="of a processor, for a query (default: 60)")
    parser.add_argument("--jobs", type=int, default=2, help="queries at once (default: 2)")
    parser.add_argument("--dump", metavar="FOLDER", help="also writes each query to a file")
    sys.exit(prove(parser.parse_args()))


if __name__ == "__main__":
    main()
