"""Writes what `padc --certify` needs, as C++: certificate.py TERMS OUTPUT.

Each obligation that the positions of a pad rest on becomes text in which padc puts the numbers that it
knows, so that the certificate has the formulas and obligations that scripts/prove has.
"""

import re
import sys

import prove

# What the variables of an obligation are of an axis.
RESULT = {"dilated": "dilated", "low": "low", "high": "high"}
POSITION = {"low": "low", "dilated": "dilated"}
INTERIOR = {"low": "low", "dilated": "dilated", "step": "step", "spacing": "step", "d": "source"}
RUNS = {"low": "low", "dilated": "dilated", "extent": "padded"}
# The obligations of an axis: whether it has interior pad, if that matters, the numbers that have to
# be positive so that there is something to prove, and the variables.
OBLIGATIONS = {
    "dilated-extent": ("interior", [], {"extent": "source", "interior": "interior"}),
    "result-extent": ("", [], RESULT),
    "positions-fit": ("", ["padded"], RESULT),
    "position": ("dense", [], POSITION),
    "bounds": ("dense", [], POSITION),
    "interior": ("interior", [], INTERIOR),
    "interior-bounds": ("interior", [], INTERIOR),
    "data": ("", ["padded"], RUNS),
    "data-bounds": ("", [], RUNS),
    "one-run": ("", ["padded", "dilated"], RUNS),
    "left-border": ("", ["padded", "dilated", "low"], RUNS),
    "left-border-cover": ("", ["padded", "dilated", "low"], RUNS),
    "right-border": ("", ["padded", "dilated", "high"], RUNS),
    "right-border-cover": ("", ["padded", "dilated", "high"], RUNS),
}
MODES = ("constant", "edge", "reflect", "symmetric", "wrap")
NUMBERS = "; numbers"


def check(query, status):
    """A query of its own, which says what it expects."""
    return f"(push 1)\n{query}(set-info :status {status})\n(check-sat)\n(pop 1)\n"


def write_lemmas(prover):
    """Each lemma that obligations use, proved."""
    text = ""
    for name, (parameters, by) in prover.lemmas.items():
        query = prove.OPAQUE if by else prove.PRODUCT
        query += prover.lemma_text + "".join(f"(declare-const {p} Int)\n" for p in parameters)
        query += f"(assert (and {by}))\n" if by else ""
        text += f"(echo \"lemma {name}\")\n" + check(f"{query}(assert (not ({name} {' '.join(parameters)})))\n", "unsat")
    return re.sub(r"^;.*\n", "", text, flags=re.MULTILINE)


def write_obligation(prover, obligation, axis_name):
    """The queries of an obligation, in one scope."""
    body = prover.get_program(obligation.program) + obligation.text
    text = "(push 1)\n" + prove.declare_missing(body) + body
    text += prove.instantiate(body, obligation.lemmas, prover.lemmas)
    text = re.sub(r"^;.*\n", "", text, flags=re.MULTILINE) + NUMBERS + "\n"
    text += f"(echo \"{axis_name}: hypotheses\")\n" + check("", "sat")
    for label, goal in obligation.goals:
        text += f"(echo \"{axis_name}: {label}\")\n" + check(f"(assert (not {goal}))\n", "unsat")
    return text + "(pop 1)\n"


def quote(text):
    """`text` as C++, in pieces that every compiler takes."""
    pieces = [text[begin:begin + 8000] for begin in range(0, len(text), 8000)]
    return "\n".join(f'R"smt({piece})smt"' for piece in pieces)


def main():
    terms, output = sys.argv[1:]
    prover = prove.Prover(terms, [], 0)
    obligations = {o.name: o for o in prove.get_obligations("")}
    lines = ["static constexpr llvm::StringLiteral kLemmas =", quote(write_lemmas(prover)) + ";",
             "static constexpr llvm::StringLiteral kRule ="]
    rule = prove.OPAQUE + prover.prelude + re.sub(r"^;.*\n", "", prover.lemma_text, flags=re.MULTILINE) + prover.rule
    lines += [quote(rule) + ";", "static const CertifiedObligation kObligations[] = {"]
    for name, (kind, positive, variables) in OBLIGATIONS.items():
        for mode in MODES:
            obligation = obligations.get(f"{name}-{mode}") or (mode == MODES[0] and obligations.get(name))
            if not obligation:
                continue
            known = ", ".join(f'{{"{variable}", "{role}"}}' for variable, role in variables.items())
            needs = ", ".join(f'"{role}"' for role in positive)
            lines.append(f'{{"{mode if obligation.name != name else ""}", "{kind}", {{{needs or "nullptr"}}}, {{{known}}},\n'
                         f"{quote(write_obligation(prover, obligation, obligation.name))}}},")
    with open(output, "w") as file:
        file.write("\n".join(lines) + "\n};\n")


if __name__ == "__main__":
    main()
