//===- LinearEvaluator.cpp - Linear functions of an extent ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearEvaluator.h"
#include "Pad/Import/IntegerTensors.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<Linear> LinearEvaluator::add(std::optional<Linear> lhs,
                                           std::optional<Linear> rhs,
                                           int64_t factor) {
  if (!lhs || !rhs)
    return std::nullopt;
  // Far from what overflows, also for the extent of a tensor in memory.
  constexpr int64_t most = 1 << 12, largest = int64_t(1) << 50;
  auto isBetween = [](int64_t number, int64_t limit) {
    return number >= -limit && number <= limit;
  };
  if (!isBetween(factor, most) || !isBetween(rhs->number, largest))
    return std::nullopt;
  Linear sum = {lhs->place + factor * rhs->place,
                lhs->extent + factor * rhs->extent,
                lhs->number + factor * rhs->number};
  if (!isBetween(sum.place, most) || !isBetween(sum.extent, most) ||
      !isBetween(sum.number, largest))
    return std::nullopt;
  return sum;
}

bool LinearEvaluator::isNonNegative(int64_t factor, int64_t number) {
  if (factor <= 0)
    return factor == 0 && number >= 0;
  if (number < 0)
    leastExtent =
        std::max<int64_t>(leastExtent, llvm::divideCeilSigned(-number, factor));
  return true;
}

bool LinearEvaluator::isNonNegative(std::optional<Linear> function) {
  if (!function)
    return false;
  // A linear function is least at one end of the axis.
  auto [place, extent, number] = *function;
  return isNonNegative(extent, number) &&
         (place == 0 || isNonNegative(place + extent, number - place));
}

std::optional<Linear> LinearEvaluator::divide(Linear lhs, Linear rhs) {
  if (rhs == Linear()) {
    undefined = true;
    return std::nullopt;
  }
  if (rhs.isNumber()) {
    // Of numbers alone, a quotient is truncated.
    int64_t divisor = rhs.number;
    if (!lhs.isNumber() &&
        (lhs.place % divisor || lhs.extent % divisor || lhs.number % divisor))
      return std::nullopt;
    return Linear{lhs.place / divisor, lhs.extent / divisor,
                  lhs.number / divisor};
  }
  // A quotient that is the same number for all extents. What it leaves has the
  // sign of `lhs`, and is less than `rhs`.
  if (!isNonNegative(add(rhs, Linear{0, 0, 1}, -1)))
    return std::nullopt;
  bool isPositive = isNonNegative(lhs);
  if (!isPositive && !isNonNegative(add(Linear(), lhs, -1)))
    return std::nullopt;
  for (int64_t distance = 0; distance < 4; ++distance) {
    int64_t sign = isPositive ? 1 : -1;
    std::optional<Linear> rest = add(lhs, rhs, -sign * distance);
    std::optional<Linear> size = add(Linear(), rest, sign);
    if (isNonNegative(size) &&
        isNonNegative(add(add(rhs, size, -1), Linear{0, 0, 1}, -1)))
      return Linear{0, 0, sign * distance};
  }
  return std::nullopt;
}

std::optional<Linear> LinearEvaluator::getExtreme(std::optional<Linear> lhs,
                                                  std::optional<Linear> rhs,
                                                  bool isMin) {
  if (isNonNegative(add(rhs, lhs, -1)))
    return isMin ? lhs : rhs;
  if (isNonNegative(add(lhs, rhs, -1)))
    return isMin ? rhs : lhs;
  return std::nullopt;
}

std::optional<Linear> LinearEvaluator::combine(IntegerArithmetic arithmetic,
                                               Linear lhs, Linear rhs) {
  Linear zero, one = {0, 0, 1};
  switch (arithmetic) {
  case IntegerArithmetic::Add:
    return add(lhs, rhs);
  case IntegerArithmetic::Sub:
    return add(lhs, rhs, -1);
  case IntegerArithmetic::Mul:
    if (!lhs.isNumber())
      std::swap(lhs, rhs);
    return lhs.isNumber() ? add(zero, rhs, lhs.number) : std::nullopt;
  case IntegerArithmetic::Div:
    return divide(lhs, rhs);
  case IntegerArithmetic::Min:
  case IntegerArithmetic::Max:
    return getExtreme(lhs, rhs, arithmetic == IntegerArithmetic::Min);
  case IntegerArithmetic::Equal:
    if (lhs == rhs)
      return one;
    return isNonNegative(add(add(lhs, rhs, -1), one, -1)) ||
                   isNonNegative(add(add(rhs, lhs, -1), one, -1))
               ? std::optional(zero)
               : std::nullopt;
  case IntegerArithmetic::Less:
    if (isNonNegative(add(add(rhs, lhs, -1), one, -1)))
      return one;
    return isNonNegative(add(lhs, rhs, -1)) ? std::optional(zero)
                                            : std::nullopt;
  }
  llvm_unreachable("an arithmetic that is none");
}

std::optional<Linear> LinearEvaluator::evaluateOnce(const IntegerExpr &expr) {
  switch (expr.kind) {
  case IntegerExpr::Kind::Number:
    return add(Linear(), Linear{0, 0, expr.number});
  case IntegerExpr::Kind::Extent:
    return isExtent(expr) ? std::optional(extent) : std::nullopt;
  case IntegerExpr::Kind::Place:
    return place;
  case IntegerExpr::Kind::Arithmetic: {
    std::optional<Linear> lhs = evaluate(expr.lhs), rhs = evaluate(expr.rhs);
    return lhs && rhs ? combine(expr.arithmetic, *lhs, *rhs) : std::nullopt;
  }
  case IntegerExpr::Kind::Select: {
    // Both are evaluated, so that no unknown number is ever read.
    std::optional<Linear> condition = evaluate(expr.condition),
                          lhs = evaluate(expr.lhs), rhs = evaluate(expr.rhs);
    if (!condition || !condition->isNumber() || !lhs || !rhs)
      return std::nullopt;
    return condition->number != 0 ? lhs : rhs;
  }
  case IntegerExpr::Kind::Wrap: {
    // No extent is so large that what is computed of it exceeds 32 bits: in
    // StableHLO, extents are numbers of 32 bits themselves.
    std::optional<Linear> wrapped = evaluate(expr.lhs);
    bool isKept = expr.narrowType.getWidth() >= 32 &&
                  (!hasNoSign(expr.narrowType) || isNonNegative(wrapped));
    return isKept ? wrapped : std::nullopt;
  }
  case IntegerExpr::Kind::Element:
  case IntegerExpr::Kind::Real:
  case IntegerExpr::Kind::ToReal:
  case IntegerExpr::Kind::Round:
  case IntegerExpr::Kind::ToInteger:
    return std::nullopt;
  }
  llvm_unreachable("an expression that is none");
}

std::optional<Linear> LinearEvaluator::evaluate(const IntegerExpr *expr) {
  auto [entry, isNew] = known.try_emplace(expr);
  if (!isNew)
    return entry->second;
  std::optional<Linear> value = evaluateOnce(*expr);
  known[expr] = value;
  return value;
}
