//===- PartialIndex.h - Arithmetic on what is known -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Integers of which some are not known, with the operators of ArithValue.h:
// what a condition that is checked at run time is at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PARTIALINDEX_H
#define PAD_IR_PARTIALINDEX_H

#include "Pad/IR/MachineIndex.h"
#include <optional>

namespace mlir {
namespace pad {

/// A value of type `i1` that may not be known: Kleene's logic.
class PartialCondition {
public:
  PartialCondition() = default;
  PartialCondition(bool holds) : holds(holds) {}
  PartialCondition(MachineCondition holds) : holds(bool(holds)) {}

  /// Whether it may hold.
  bool mayHold() const { return holds.value_or(true); }

  friend PartialCondition operator&(PartialCondition lhs,
                                    PartialCondition rhs) {
    if (!lhs.mayHold() || !rhs.mayHold())
      return false;
    return lhs.holds ? rhs : lhs;
  }
  friend PartialCondition operator|(PartialCondition lhs,
                                    PartialCondition rhs) {
    if (lhs.holds.value_or(false) || rhs.holds.value_or(false))
      return true;
    return lhs.holds ? rhs : lhs;
  }

private:
  std::optional<bool> holds;
};

/// A value of type `index` that may not be known.
class PartialIndex {
public:
  using Condition = PartialCondition;

  PartialIndex() = default;
  PartialIndex(int64_t value) : value(value) {}
  PartialIndex(MachineIndex value) : value(value) {}

  PartialIndex constant(int64_t number) const { return number; }
  PartialCondition condition(bool holds) const { return holds; }

  /// `compute` of both values, unknown if one of them is.
  template <typename Result, typename Compute>
  static Result lift(PartialIndex lhs, PartialIndex rhs, Compute compute) {
    if (!lhs.value || !rhs.value)
      return Result();
    return compute(*lhs.value, *rhs.value);
  }

private:
  std::optional<MachineIndex> value;
};

#define PAD_PARTIAL_OPERATOR(NAME, RESULT)                                     \
  inline RESULT NAME(PartialIndex lhs, PartialIndex rhs) {                     \
    return PartialIndex::lift<RESULT>(                                         \
        lhs, rhs, [](MachineIndex l, MachineIndex r) { return NAME(l, r); });  \
  }
PAD_PARTIAL_OPERATOR(operator+, PartialIndex)
PAD_PARTIAL_OPERATOR(operator-, PartialIndex)
PAD_PARTIAL_OPERATOR(operator*, PartialIndex)
PAD_PARTIAL_OPERATOR(min, PartialIndex)
PAD_PARTIAL_OPERATOR(max, PartialIndex)
PAD_PARTIAL_OPERATOR(umax, PartialIndex)
PAD_PARTIAL_OPERATOR(operator<, PartialCondition)
PAD_PARTIAL_OPERATOR(operator<=, PartialCondition)
PAD_PARTIAL_OPERATOR(operator>, PartialCondition)
PAD_PARTIAL_OPERATOR(operator>=, PartialCondition)
PAD_PARTIAL_OPERATOR(eq, PartialCondition)
PAD_PARTIAL_OPERATOR(ne, PartialCondition)
PAD_PARTIAL_OPERATOR(ult, PartialCondition)
#undef PAD_PARTIAL_OPERATOR

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PARTIALINDEX_H
