//===- MachineIndex.h - Arithmetic on 64-bit integers -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Integers with the operators of ArithValue.h, and exactly the arithmetic that
// the IR has: sums and products wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_MACHINEINDEX_H
#define PAD_IR_MACHINEINDEX_H

#include <algorithm>
#include <cstdint>

namespace mlir {
namespace pad {

/// A value of type `i1` that is known.
class MachineCondition {
public:
  MachineCondition() = default;
  MachineCondition(bool holds) : holds(holds) {}
  operator bool() const { return holds; }

private:
  bool holds = false;
};

inline MachineCondition operator&(MachineCondition lhs, MachineCondition rhs) {
  return bool(lhs) && bool(rhs);
}
inline MachineCondition operator|(MachineCondition lhs, MachineCondition rhs) {
  return bool(lhs) || bool(rhs);
}

inline MachineCondition invert(MachineCondition condition) {
  return !bool(condition);
}

/// A value of type `index` that is known: 64 bits.
class MachineIndex {
public:
  using Condition = MachineCondition;

  MachineIndex() = default;
  MachineIndex(int64_t value) : value(value) {}

  int64_t get() const { return value; }
  uint64_t getUnsigned() const { return static_cast<uint64_t>(value); }
  MachineIndex constant(int64_t number) const { return number; }
  MachineCondition condition(bool holds) const { return holds; }

private:
  int64_t value = 0;
};

inline MachineIndex operator+(MachineIndex lhs, MachineIndex rhs) {
  return static_cast<int64_t>(lhs.getUnsigned() + rhs.getUnsigned());
}
inline MachineIndex operator-(MachineIndex lhs, MachineIndex rhs) {
  return static_cast<int64_t>(lhs.getUnsigned() - rhs.getUnsigned());
}
inline MachineIndex operator*(MachineIndex lhs, MachineIndex rhs) {
  return static_cast<int64_t>(lhs.getUnsigned() * rhs.getUnsigned());
}
inline MachineIndex operator&(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() & rhs.get();
}
inline MachineIndex operator^(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() ^ rhs.get();
}
inline MachineIndex min(MachineIndex lhs, MachineIndex rhs) {
  return std::min(lhs.get(), rhs.get());
}
inline MachineIndex max(MachineIndex lhs, MachineIndex rhs) {
  return std::max(lhs.get(), rhs.get());
}
inline MachineIndex umin(MachineIndex lhs, MachineIndex rhs) {
  return lhs.getUnsigned() < rhs.getUnsigned() ? lhs : rhs;
}
inline MachineIndex umax(MachineIndex lhs, MachineIndex rhs) {
  return lhs.getUnsigned() < rhs.getUnsigned() ? rhs : lhs;
}
/// Of unsigned numbers, rounded down; the divisor is not 0.
inline MachineIndex udiv(MachineIndex lhs, MachineIndex rhs) {
  return static_cast<int64_t>(lhs.getUnsigned() / rhs.getUnsigned());
}
inline MachineIndex urem(MachineIndex lhs, MachineIndex rhs) {
  return static_cast<int64_t>(lhs.getUnsigned() % rhs.getUnsigned());
}
/// The remainder with the sign of `lhs`; `rhs` is positive.
inline MachineIndex srem(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() % rhs.get();
}
inline MachineCondition operator<(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() < rhs.get();
}
inline MachineCondition operator<=(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() <= rhs.get();
}
inline MachineCondition operator>(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() > rhs.get();
}
inline MachineCondition operator>=(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() >= rhs.get();
}
inline MachineCondition eq(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() == rhs.get();
}
inline MachineCondition ne(MachineIndex lhs, MachineIndex rhs) {
  return lhs.get() != rhs.get();
}
/// Of unsigned numbers.
inline MachineCondition ult(MachineIndex lhs, MachineIndex rhs) {
  return lhs.getUnsigned() < rhs.getUnsigned();
}
inline MachineIndex select(MachineCondition condition, MachineIndex lhs,
                           MachineIndex rhs) {
  return condition ? lhs : rhs;
}

} // namespace pad
} // namespace mlir

#endif // PAD_IR_MACHINEINDEX_H
