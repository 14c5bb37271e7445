//===- Term.cpp - Numbers that write SMT-LIB ------------------------------===//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Term.h"
#include <cstdio>

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

/// `(name a b)`.
static std::string apply(const std::string &name, const std::string &a,
                         const std::string &b) {
  return "(" + name + " " + a + " " + b + ")";
}

TermScript &TermScript::get() {
  static TermScript script;
  return script;
}

void TermScript::line(const std::string &text) {
  std::printf("%s\n", text.c_str());
}

void TermScript::declare(const std::string &name) {
  line("(declare-const " + name + " Int)");
}

std::string TermScript::define(llvm::StringRef sort,
                               const std::string &expression) {
  auto [it, isNew] = names.try_emplace(expression);
  if (isNew) {
    it->second = "t" + std::to_string(names.size());
    line("(define-fun " + it->second + " () " + sort.str() + " " + expression +
         ")");
  }
  return it->second;
}

TermScript::Division TermScript::divide(const std::string &dividend,
                                        const std::string &divisor,
                                        const std::string &isDefined) {
  auto [it, isNew] = divisions.try_emplace(dividend + " / " + divisor);
  if (!isNew)
    return it->second;
  std::string number = std::to_string(divisions.size());
  Division &division = it->second;
  division = {"quotient" + number, "rest" + number};
  declare(division.quotient);
  declare(division.rest);
  // The lemmas are instantiated with the quotients that such lines name.
  line("; quotient " + division.quotient + " " + divisor);
  // What a division is, and with it the lemma `quotient`.
  line("(assert (=> " + isDefined + " (and (= " + dividend + " (+ " +
       apply("times", division.quotient, divisor) + " " + division.rest +
       ")) (<= 0 " + division.rest + ") (< " + division.rest + " " + divisor +
       ") (<= 0 " + division.quotient + " " + dividend + "))))");
  conditions.push_back(isDefined);
  return division;
}

Term TermScript::multiply(const std::string &lhs, const std::string &rhs) {
  std::string product = apply("times", lhs, rhs);
  bool isNew = !names.count(product);
  std::string name = define("Int", product), turns = "turns-of-" + name;
  if (isNew)
    declare(turns);
  Term result("(- " + name + " (* 18446744073709551616 " + turns + "))");
  if (isNew) {
    line("(assert (is-number " + result.get() + "))");
    // The lemmas are instantiated with the factors, too.
    line("; quotient " + lhs + " " + rhs);
    line("; quotient " + rhs + " " + lhs);
  }
  return result;
}

void TermScript::finish() {
  std::string all = "true";
  for (const std::string &condition : conditions)
    all = apply("and", condition, all);
  line("(define-fun defined () Bool " + all + ")");
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Formula::Formula(const std::string &expression)
    : text(TermScript::get().define("Bool", expression)) {}

Formula mlir::pad::operator&(const Formula &lhs, const Formula &rhs) {
  return Formula(apply("and", lhs.get(), rhs.get()));
}
Formula mlir::pad::operator|(const Formula &lhs, const Formula &rhs) {
  return Formula(apply("or", lhs.get(), rhs.get()));
}
Formula mlir::pad::invert(const Formula &condition) {
  return Formula("(not " + condition.get() + ")");
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Term::Term(int64_t value) : known(true) {
  text = value < 0 ? "(- " + std::to_string(-static_cast<uint64_t>(value)) + ")"
                   : std::to_string(value);
}
Term::Term(const std::string &expression)
    : text(TermScript::get().define("Int", expression)) {}

Term Term::input(const std::string &name) {
  TermScript &script = TermScript::get();
  script.declare(name);
  script.line("(assert (is-number " + name + "))");
  return Term(name);
}

/// `number` without its sign.
static std::string asUnsigned(const Term &number) {
  return Term("(unsigned " + number.get() + ")").get();
}

static Term combine(const char *name, const Term &lhs, const Term &rhs) {
  return Term(apply(name, lhs.get(), rhs.get()));
}
static Formula compare(const char *name, const Term &lhs, const Term &rhs) {
  return Formula(apply(name, lhs.get(), rhs.get()));
}

// A sum of two numbers, and the double of one, wrap around once at most.
Term mlir::pad::operator+(const Term &lhs, const Term &rhs) {
  return Term("(wrap " + apply("+", lhs.get(), rhs.get()) + ")");
}
Term mlir::pad::operator-(const Term &lhs, const Term &rhs) {
  return Term("(wrap " + apply("-", lhs.get(), rhs.get()) + ")");
}
Term mlir::pad::operator*(const Term &lhs, const Term &rhs) {
  if (rhs.isConstant() && rhs.get() == "2")
    return lhs + lhs;
  return TermScript::get().multiply(lhs.get(), rhs.get());
}

/// An unknown number that is negative where `isNegative` holds.
static Term bits(const std::string &isNegative) {
  static int count = 0;
  std::string name = "bits" + std::to_string(++count);
  TermScript &script = TermScript::get();
  script.declare(name);
  script.line("(assert (and (is-number " + name + ") (= (< " + name + " 0) " +
              isNegative + ")))");
  return Term(name);
}

Term mlir::pad::operator&(const Term &lhs, const Term &rhs) {
  if (rhs.isConstant() && rhs.get() == "1")
    return Term("(mod " + lhs.get() + " 2)");
  return bits("(and (< " + lhs.get() + " 0) (< " + rhs.get() + " 0))");
}
Term mlir::pad::operator^(const Term &lhs, const Term &rhs) {
  return bits("(xor (< " + lhs.get() + " 0) (< " + rhs.get() + " 0))");
}

Term mlir::pad::min(const Term &lhs, const Term &rhs) {
  return combine("least", lhs, rhs);
}
Term mlir::pad::max(const Term &lhs, const Term &rhs) {
  return combine("most", lhs, rhs);
}
Term mlir::pad::umin(const Term &lhs, const Term &rhs) {
  return select(ult(lhs, rhs), lhs, rhs);
}
Term mlir::pad::umax(const Term &lhs, const Term &rhs) {
  return select(ult(lhs, rhs), rhs, lhs);
}

static TermScript::Division divideUnsigned(const Term &lhs, const Term &rhs) {
  return TermScript::get().divide(asUnsigned(lhs), asUnsigned(rhs),
                                  "(not (= " + rhs.get() + " 0))");
}
Term mlir::pad::udiv(const Term &lhs, const Term &rhs) {
  return Term("(wrap " + divideUnsigned(lhs, rhs).quotient + ")");
}
Term mlir::pad::urem(const Term &lhs, const Term &rhs) {
  return Term("(wrap " + divideUnsigned(lhs, rhs).rest + ")");
}
Term mlir::pad::srem(const Term &lhs, const Term &rhs) {
  std::string magnitude = Term("(abs " + lhs.get() + ")").get();
  std::string rest =
      TermScript::get()
          .divide(magnitude, rhs.get(), "(> " + rhs.get() + " 0)")
          .rest;
  return Term("(ite (< " + lhs.get() + " 0) (- " + rest + ") " + rest + ")");
}

Formula mlir::pad::operator<(const Term &lhs, const Term &rhs) {
  return compare("<", lhs, rhs);
}
Formula mlir::pad::operator<=(const Term &lhs, const Term &rhs) {
  return compare("<=", lhs, rhs);
}
Formula mlir::pad::operator>(const Term &lhs, const Term &rhs) {
  return compare(">", lhs, rhs);
}
Formula mlir::pad::operator>=(const Term &lhs, const Term &rhs) {
  return compare(">=", lhs, rhs);
}
Formula mlir::pad::eq(const Term &lhs, const Term &rhs) {
  return compare("=", lhs, rhs);
}
Formula mlir::pad::ne(const Term &lhs, const Term &rhs) {
  return compare("distinct", lhs, rhs);
}
Formula mlir::pad::ult(const Term &lhs, const Term &rhs) {
  return Formula(apply("<", asUnsigned(lhs), asUnsigned(rhs)));
}
Term mlir::pad::select(const Formula &condition, const Term &lhs,
                       const Term &rhs) {
  return Term("(ite " + condition.get() + " " + lhs.get() + " " + rhs.get() +
              ")");
}
