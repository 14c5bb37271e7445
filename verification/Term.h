//===- Term.h - Numbers that write SMT-LIB ----------------------*- C++ -*-===//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The third reading of the formulas, next to MachineIndex.h and ArithValue.h: a
// `Term` is a 64-bit number of a script in SMT-LIB. The script has integers,
// and every operator says how it wraps around. A product of two unknowns is
// the uninterpreted function `times`, of which the script knows only what the
// lemmas of lemmas.smt2 say.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_VERIFICATION_TERM_H
#define PAD_VERIFICATION_TERM_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mlir {
namespace pad {

class Term;

/// The script that all terms of this process are written to.
class TermScript {
public:
  /// The script that terms write.
  static TermScript &get();
  /// Begins another script, which has none of the names of the last one.
  static void restart() { get() = TermScript(); }

  /// Defines a name for `expression`, or returns the one that it has.
  std::string define(llvm::StringRef sort, const std::string &expression);
  /// Declares an unknown number.
  void declare(const std::string &name);
  void line(const std::string &text);

  /// The quotient of a division by `divisor`, not 0, and what remains: the
  /// unknowns of the script that stand for them.
  struct Division {
    std::string quotient, rest;
  };
  /// Of two numbers that are not negative.
  Division divide(const std::string &dividend, const std::string &divisor,
                  const std::string &isDefined);

  /// The product, modulo 2^64.
  Term multiply(const std::string &lhs, const std::string &rhs);

  /// Writes what holds where no operation is undefined, as `defined`.
  void finish();

private:
  std::map<std::string, std::string> names;
  std::map<std::string, Division> divisions;
  std::vector<std::string> conditions;
};

/// A condition of the script.
class Formula {
public:
  Formula() : Formula(false) {}
  Formula(bool holds) : text(holds ? "true" : "false") {}
  explicit Formula(const std::string &expression);
  const std::string &get() const { return text; }

private:
  std::string text;
};

Formula operator&(const Formula &lhs, const Formula &rhs);
Formula operator|(const Formula &lhs, const Formula &rhs);
Formula invert(const Formula &condition);

/// A number of the script, read as a signed one of 64 bits.
class Term {
public:
  using Condition = Formula;

  Term() : Term(0) {}
  Term(int64_t value);
  /// An expression, the value of which is a signed number of 64 bits.
  explicit Term(const std::string &expression);
  /// An unknown of any 64 bits.
  static Term input(const std::string &name);

  const std::string &get() const { return text; }
  bool isConstant() const { return known; }
  Term constant(int64_t number) const { return number; }
  Formula condition(bool holds) const { return holds; }

private:
  std::string text;
  bool known = false;
};

Term operator+(const Term &lhs, const Term &rhs);
Term operator-(const Term &lhs, const Term &rhs);
Term operator*(const Term &lhs, const Term &rhs);
/// Of the bits of a result, the script knows only the sign, and those of a
/// number and 1.
Term operator&(const Term &lhs, const Term &rhs);
Term operator^(const Term &lhs, const Term &rhs);
Term min(const Term &lhs, const Term &rhs);
Term max(const Term &lhs, const Term &rhs);
Term umin(const Term &lhs, const Term &rhs);
Term umax(const Term &lhs, const Term &rhs);
Term udiv(const Term &lhs, const Term &rhs);
Term urem(const Term &lhs, const Term &rhs);
/// Defined for `rhs > 0` only.
Term srem(const Term &lhs, const Term &rhs);
Formula operator<(const Term &lhs, const Term &rhs);
Formula operator<=(const Term &lhs, const Term &rhs);
Formula operator>(const Term &lhs, const Term &rhs);
Formula operator>=(const Term &lhs, const Term &rhs);
Formula eq(const Term &lhs, const Term &rhs);
Formula ne(const Term &lhs, const Term &rhs);
Formula ult(const Term &lhs, const Term &rhs);
Term select(const Formula &condition, const Term &lhs, const Term &rhs);

} // namespace pad
} // namespace mlir

#endif // PAD_VERIFICATION_TERM_H
