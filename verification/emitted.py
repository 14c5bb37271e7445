"""Reads what a lowering or a rewrite has emitted for one axis, and writes it as terms: as Term.cpp
does for the formulas, but from the text of the IR, and independently of that file.

A program is named scf.MODE.KIND, where KIND says which extents and pads are known, or
rewrite.MODE.NAME.
"""

import re
import subprocess

# The type of the source, and the operands of the pad.
KINDS = {
    "pads": ("?", "low[%l] high[%h]"),
    "interior": ("?", "low[%l] high[%h] interior[%n]"),
    "static": ("7", "low[%l] high[%h]"),
    "single": ("1", "low[%l] high[%h]"),
}
# Index arguments of a function, from this number on.
ARGUMENTS = {False: (2, ("low", "high", "interior")), True: (1, ("low", "high", "offset", "size"))}
# What is rewritten, and by which passes.
REWRITES = {
    "slice": ("%p = pad.pad {} %x low[%l] high[%h] : {} to {}\n"
              "%s = tensor.extract_slice %p[%o] [%n] [1] : {} to {}", "%s", ["--canonicalize"]),
    "shrink": ("%p = pad.pad {} %x low[%l] high[%h] : {} to {}", "%p", ["--pad-shrink-source", "--cse"]),
    "crop": ("%p = pad.pad {} %x low[%l] high[%h] : {} to {}", "%p", ["--pad-split-crop", "--cse"]),
}
UNSIGNED = "(unsigned {})"


def is_rewrite(name):
    return name.startswith("rewrite.")


def emit(opt, name):
    """The IR of a program."""
    lowering, mode, kind = name.split(".")
    keyword = mode + (" periodic" if mode in ("reflect", "symmetric") else "")
    if is_rewrite(name):
        tensor = "tensor<?xf32>"
        body, result, passes = REWRITES[kind]
        text = (f"func.func @f(%x: {tensor}, %l: index, %h: index, %o: index, %n: index) -> {tensor} {{\n"
                f"{body.format(keyword, *[tensor] * 4)}\nreturn {result} : {tensor}\n}}\n")
    else:
        extent, operands = KINDS[kind]
        source, result = f"memref<{extent}xf32>", "memref<?xf32>"
        passes = [f"--convert-pad-to-{lowering}", "--canonicalize", "--cse"]
        text = (f"func.func @f(%x: {source}, %r: {result}, %l: index, %h: index, %n: index) {{\n"
                f"  pad.pad_into {keyword} %x into %r {operands} : {source} into {result}\n  return\n}}\n")
    done = subprocess.run([opt, *passes], input=text, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


class Reader:
    """The terms of the ops of a function, one after the other."""

    COMPARISONS = {"eq": "=", "ne": "distinct", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">=",
                   "ult": "<", "ule": "<=", "ugt": ">", "uge": ">="}

    def __init__(self, name):
        self.is_rewrite = is_rewrite(name)
        self.lines, self.values, self.conditions, self.divisions = [], {}, [], {}
        self.outputs, self.source = {}, "%arg0"

    def input(self, value, name):
        self.values[value] = name
        self.lines += [f"(declare-const {name} Int)", f"(assert (is-number {name}))"]

    def define(self, value, sort, expression):
        name = "v" + value.strip("%")
        self.values[value] = name
        self.lines.append(f"(define-fun {name} () {sort} {expression})")

    def divide(self, dividend, divisor, is_defined):
        """Quotient and rest of two numbers that are not negative."""
        key = (dividend, divisor)
        if key not in self.divisions:
            number = len(self.divisions) + 1
            q, r = f"quotient{number}", f"rest{number}"
            self.divisions[key] = (q, r)
            self.lines += [f"(declare-const {q} Int)", f"(declare-const {r} Int)",
                           f"(define-fun divisor{number} () Int {divisor})",
                           f"; quotient {q} divisor{number}",
                           f"(assert (=> {is_defined} (and (= {dividend} (+ (times {q} {divisor}) {r}))"
                           f" (<= 0 {r}) (< {r} {divisor}) (<= 0 {q} {dividend}))))"]
            self.conditions.append(is_defined)
        return self.divisions[key]

    def arithmetic(self, op, a, b):
        if op in ("addi", "subi"):
            return f"(wrap ({'+' if op == 'addi' else '-'} {a} {b}))"
        if op in ("maxsi", "minsi"):
            return f"(ite (< {a} {b}) {b if op == 'maxsi' else a} {a if op == 'maxsi' else b})"
        ua, ub = UNSIGNED.format(a), UNSIGNED.format(b)
        if op in ("maxui", "minui"):
            return f"(ite (< {ua} {ub}) {b if op == 'maxui' else a} {a if op == 'maxui' else b})"
        if op in ("divui", "remui"):
            return f"(wrap {self.divide(ua, ub, f'(distinct {b} 0)')[op == 'remui']})"
        if op == "remsi":
            rest = self.divide(f"(abs {a})", b, f"(> {b} 0)")[1]
            return f"(ite (< {a} 0) (- {rest}) {rest})"
        if op == "muli":
            if b == self.values.get("%c2"):
                return f"(wrap (+ {a} {a}))"
            turns = f"turns{len(self.lines)}"
            self.lines += [f"(declare-const {turns} Int)", f"; quotient {a} {b}", f"; quotient {b} {a}",
                           f"(assert (is-number (- (times {a} {b}) (* 18446744073709551616 {turns}))))"]
            return f"(- (times {a} {b}) (* 18446744073709551616 {turns}))"
        raise SystemExit(f"error: no term for arith.{op}")

    def number(self, text):
        """The term of an operand, which may be a number."""
        return self.values[text] if text.startswith("%") else text.replace("-", "(- ") + ")" * text.count("-")

    def read_tensor(self, line):
        """An op on tensors: a pad, a slice of the source before it, or the extent of the source."""
        if re.fullmatch(r"(%[\w-]+) = tensor\.dim %arg0, %c0 : .*", line):
            value = line.split()[0]
            if "extent" in self.values.values():
                self.values[value] = "extent"
            else:
                self.input(value, "extent")
                self.lines.append("(assert (<= 0 extent))")
        elif found := re.fullmatch(r"(%[\w-]+) = tensor\.extract_slice (%arg0)\[(\S+)\] \[(\S+)\] \[1\] : .*", line):
            self.source = found[1]
            self.outputs.update(offset=self.number(found[3]), size=self.number(found[4]))
        elif found := re.fullmatch(r"(%[\w-]+) = pad\.pad [a-z ]+ (%[\w-]+) low\[(\S+)\] high\[(\S+)\] : .*", line):
            if found[2] != self.source:
                raise SystemExit("error: the pad is not one of the slice or the source")
            self.source = found[1]
            self.outputs.update(low=self.number(found[3]), high=self.number(found[4]))
        elif line != f"return {self.source} : tensor<?xf32>":
            raise SystemExit(f"error: no term for '{line}'")

    def read(self, line):
        if found := re.fullmatch(r"(%[\w-]+) = arith\.constant (-?\d+) : index", line):
            number = int(found[2])
            self.define(found[1], "Int", str(number) if number >= 0 else f"(- {-number})")
        elif found := re.fullmatch(r"(%[\w-]+) = memref\.dim %arg(\d), %c0 : .*", line):
            self.input(found[1], ("extent", "padded")[int(found[2])])
            self.lines.append(f"(assert (<= 0 {self.values[found[1]]}))")
        elif found := re.fullmatch(r"(%[\w-]+) = arith\.cmpi (\w+), (%[\w-]+), (%[\w-]+) : index", line):
            operands = [self.values[found[3]], self.values[found[4]]]
            if found[2].startswith("u"):
                operands = [UNSIGNED.format(operand) for operand in operands]
            self.define(found[1], "Bool", f"({self.COMPARISONS[found[2]]} {' '.join(operands)})")
        elif found := re.fullmatch(r"(%[\w-]+) = arith\.(andi|ori) (%[\w-]+), (%[\w-]+) : i1", line):
            self.define(found[1], "Bool",
                        f"({found[2][:-1]} {self.values[found[3]]} {self.values[found[4]]})")
        elif found := re.fullmatch(r"(%[\w-]+) = arith\.select (%[\w-]+), (%[\w-]+), (%[\w-]+) : index", line):
            self.define(found[1], "Int", "(ite {} {} {})".format(*(self.values[found[i]] for i in (2, 3, 4))))
        elif found := re.fullmatch(r"(%[\w-]+) = arith\.(\w+) (%[\w-]+), (%[\w-]+) : index", line):
            self.define(found[1], "Int",
                        self.arithmetic(found[2], self.values[found[3]], self.values[found[4]]))
        elif found := re.fullmatch(r"scf\.for (%[\w-]+) = %c0 to (%[\w-]+) step %c1 \{", line):
            if self.values.get(found[2]) != "padded" or "index" in self.values.values():
                raise SystemExit("error: the loop is not the one over all of the result")
            self.input(found[1], "index")
            self.lines.append("(assert (and (<= 0 index) (< index padded)))")
        elif found := re.fullmatch(r"%[\w-]+ = scf\.if (%[\w-]+) -> \(f32\) \{", line):
            self.outputs["has"] = self.values[found[1]]
        elif found := re.fullmatch(r"(%[\w-]+) = memref\.load %arg0\[(%[\w-]+)\] : .*", line):
            self.outputs["index"] = self.values[found[2]]
        elif found := re.fullmatch(r"memref\.store %[\w-]+, %arg1\[(%[\w-]+)\] : .*", line):
            self.outputs["stored"] = self.values[found[1]]
        elif self.is_rewrite and " : " in line and not line.startswith("func.func"):
            self.read_tensor(line)
        elif not re.fullmatch(r"module \{|func\.func @f\(.*|\}|\} else \{|return|scf\.yield %[\w-]+ : f32|"
                              r"%[\w-]+ = arith\.constant 0\.0+e\+00 : f32", line):
            raise SystemExit(f"error: no term for '{line}'")


def get_terms(name, text):
    """What `text`, the IR of a program, computes, as SMT-LIB."""
    reader = Reader(name)
    first, names = ARGUMENTS[is_rewrite(name)]
    for number, argument in enumerate(names, first):
        reader.input(f"%arg{number}", argument)
    for line in text.split("\n"):
        if line.strip():
            reader.read(line.strip())
    if not reader.is_rewrite:
        reader.outputs.setdefault("has", "true")
    for output, value in reader.outputs.items():
        reader.lines.append(f"(define-fun out.{output} () {'Bool' if output == 'has' else 'Int'} {value})")
    reader.lines.append(f"(define-fun defined () Bool (and true {' '.join(reader.conditions)}))")
    return "\n".join(reader.lines) + "\n"
