//===- LinearIndices.cpp - Indices as functions of an extent --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

static constexpr LinearIndex kLinearOne = {0, 0, 1};

LinearEvaluator::Result LinearEvaluator::evaluate(OpFoldResult element) {
  if (std::optional<int64_t> number = getConstantIntValue(element))
    return add(LinearIndex(), LinearIndex{0, 0, *number});
  auto value = dyn_cast<Value>(element);
  if (!value)
    return std::nullopt;
  if (isa<BlockArgument>(value))
    return place;
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew)
    return entry->second;
  Result function = evaluateOp(value.getDefiningOp());
  known[value] = function;
  return function;
}

LinearEvaluator::Result LinearEvaluator::add(Result lhs, Result rhs,
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
  LinearIndex sum = {lhs->place + factor * rhs->place,
                     lhs->extent + factor * rhs->extent,
                     lhs->number + factor * rhs->number};
  if (!isBetween(sum.place, most) || !isBetween(sum.extent, most) ||
      !isBetween(sum.number, largest))
    return std::nullopt;
  return sum;
}

LinearEvaluator::Result LinearEvaluator::getExtreme(Result lhs, Result rhs,
                                                    bool isMin) {
  if (isNonNegative(add(rhs, lhs, -1)))
    return isMin ? lhs : rhs;
  if (isNonNegative(add(lhs, rhs, -1)))
    return isMin ? rhs : lhs;
  return std::nullopt;
}

LinearEvaluator::Result LinearEvaluator::evaluateOp(Operation *op) {
  if (isa<tensor::DimOp>(op))
    return isExtent(op->getResult(0)) ? Result(extent) : std::nullopt;
  // All operands are evaluated, so that no unknown number is ever read.
  SmallVector<LinearIndex> in;
  for (Value operand : op->getOperands()) {
    Result value = evaluate(operand);
    if (!value)
      return std::nullopt;
    in.push_back(*value);
  }
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddIOp) { return add(in[0], in[1]); })
      .Case([&](arith::SubIOp) { return add(in[0], in[1], -1); })
      .Case([&](arith::MulIOp) {
        if (!in[0].isNumber())
          std::swap(in[0], in[1]);
        return in[0].isNumber() ? add(LinearIndex(), in[1], in[0].number)
                                : std::nullopt;
      })
      .Case([&](arith::DivSIOp) { return divide(in[0], in[1]); })
      .Case([&](arith::MinSIOp) { return getExtreme(in[0], in[1], true); })
      .Case([&](arith::MaxSIOp) { return getExtreme(in[0], in[1], false); })
      // No extent is so large that what is computed of it exceeds 32 bits: in
      // StableHLO, extents are numbers of 32 bits themselves.
      .Case([&](arith::IndexCastOp cast) {
        auto narrow = dyn_cast<IntegerType>(cast.getType());
        return narrow && narrow.getWidth() < 32 ? Result() : Result(in[0]);
      })
      .Default(Result());
}

bool LinearEvaluator::isBelow(Result lhs, LinearIndex rhs) {
  return isNonNegative(add(add(rhs, lhs, -1), kLinearOne, -1));
}

LinearEvaluator::Result LinearEvaluator::divide(LinearIndex lhs,
                                                LinearIndex rhs) {
  if (rhs == LinearIndex()) {
    undefined = true;
    return std::nullopt;
  }
  if (rhs.isNumber()) {
    // Of numbers alone, a quotient is truncated.
    int64_t divisor = rhs.number;
    if (!lhs.isNumber() &&
        (lhs.place % divisor || lhs.extent % divisor || lhs.number % divisor))
      return std::nullopt;
    return LinearIndex{lhs.place / divisor, lhs.extent / divisor,
                       lhs.number / divisor};
  }
  // A quotient that is the same number for all extents. What it leaves has
  // the sign of `lhs`, and is less than `rhs`.
  if (!isBelow(LinearIndex(), rhs))
    return std::nullopt;
  bool isPositive = isNonNegative(lhs);
  if (!isPositive && !isNonNegative(add(LinearIndex(), lhs, -1)))
    return std::nullopt;
  for (int64_t distance = 0; distance < 4; ++distance) {
    int64_t sign = isPositive ? 1 : -1;
    Result rest = add(lhs, rhs, -sign * distance);
    Result size = add(LinearIndex(), rest, sign);
    if (isNonNegative(size) && isBelow(size, rhs))
      return LinearIndex{0, 0, sign * distance};
  }
  return std::nullopt;
}

bool LinearEvaluator::isNonNegative(int64_t factor, int64_t number) {
  if (factor <= 0)
    return factor == 0 && number >= 0;
  if (number < 0)
    leastExtent =
        std::max<int64_t>(leastExtent, llvm::divideCeilSigned(-number, factor));
  return true;
}

bool LinearEvaluator::isNonNegative(Result function) {
  if (!function)
    return false;
  // A linear function is least at one end of the axis.
  auto [place, extent, number] = *function;
  return isNonNegative(extent, number) &&
         (place == 0 || isNonNegative(place + extent, number - place));
}
