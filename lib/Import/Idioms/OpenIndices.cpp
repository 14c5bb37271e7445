//===- OpenIndices.cpp - Indices computed from an extent ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The longest border, and the longest axis for which indices are evaluated one
/// by one.
static constexpr int64_t kLongestBorder = 256;
static constexpr int64_t kLongestShort = 1024;

namespace {
/// `place * i + extent * d + number`, where `d` is the extent of the axis, and
/// `i` any of its indices.
struct Linear {
  int64_t place = 0, extent = 0, number = 0;

  bool operator==(const Linear &other) const {
    return place == other.place && extent == other.extent &&
           number == other.number;
  }
  bool isNumber() const { return place == 0 && extent == 0; }
};

static constexpr Linear kExtent = {0, 1, 0}, kLinearOne = {0, 0, 1};

/// Evaluates elements of an `IntegerTensor` as linear functions, which hold
/// from some extent on.
class LinearEvaluator {
public:
  /// Nullopt for what is not linear.
  using Result = std::optional<Linear>;
  /// Whether a value of the draft is the extent of the axis.
  using ExtentRule = llvm::function_ref<bool(Value)>;

  LinearEvaluator(ExtentRule isExtent, Linear extent, Linear place)
      : isExtent(isExtent), extent(extent), place(place) {}

  /// Nullopt if `element` is not linear, or not defined.
  Result evaluate(OpFoldResult element) {
    if (std::optional<int64_t> number = getConstantIntValue(element))
      return add(Linear(), Linear{0, 0, *number});
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

  /// `lhs + factor * rhs`.
  Result add(Result lhs, Result rhs, int64_t factor = 1) {
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

  /// The lesser one if `isMin`, else the greater one.
  Result getExtreme(Result lhs, Result rhs, bool isMin) {
    if (isNonNegative(add(rhs, lhs, -1)))
      return isMin ? lhs : rhs;
    if (isNonNegative(add(lhs, rhs, -1)))
      return isMin ? rhs : lhs;
    return std::nullopt;
  }

  /// The extent from which on everything holds that was evaluated.
  int64_t getLeastExtent() const { return leastExtent; }
  /// Whether something was not defined, as a division by zero is not.
  bool isUndefined() const { return undefined; }

private:
  Result evaluateOp(Operation *op) {
    if (isa<tensor::DimOp>(op))
      return isExtent(op->getResult(0)) ? Result(extent) : std::nullopt;
    // All operands are evaluated, so that no unknown number is ever read.
    SmallVector<Linear> in;
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
          return in[0].isNumber() ? add(Linear(), in[1], in[0].number)
                                  : std::nullopt;
        })
        .Case([&](arith::DivSIOp) { return divide(in[0], in[1]); })
        .Case([&](arith::MinSIOp) { return getExtreme(in[0], in[1], true); })
        .Case([&](arith::MaxSIOp) { return getExtreme(in[0], in[1], false); })
        .Case([&](arith::SelectOp) {
          return in[0].isNumber() ? Result(in[in[0].number != 0 ? 1 : 2])
                                  : Result();
        })
        .Case([&](arith::CmpIOp compare) {
          switch (compare.getPredicate()) {
          case arith::CmpIPredicate::eq:
            return isEqual(in[0], in[1]);
          case arith::CmpIPredicate::ne: {
            Result equal = isEqual(in[0], in[1]);
            return equal ? add(kLinearOne, equal, -1) : equal;
          }
          case arith::CmpIPredicate::slt:
            return isLess(in[0], in[1]);
          default:
            return Result();
          }
        })
        // No extent is so large that what is computed of it exceeds 32 bits: in
        // StableHLO, extents are numbers of 32 bits themselves.
        .Case([&](arith::IndexCastOp cast) {
          auto narrow = dyn_cast<IntegerType>(cast.getType());
          return narrow && narrow.getWidth() < 32 ? Result() : Result(in[0]);
        })
        .Case([&](arith::IndexCastUIOp) {
          return isNonNegative(in[0]) ? Result(in[0]) : Result();
        })
        .Default(Result());
  }

  /// Whether two are equal, as 1 or 0.
  Result isEqual(Linear lhs, Linear rhs) {
    if (lhs == rhs)
      return kLinearOne;
    return isBelow(rhs, lhs) || isBelow(lhs, rhs) ? Result(Linear())
                                                  : std::nullopt;
  }

  /// Whether the first one is less, as 1 or 0.
  Result isLess(Linear lhs, Linear rhs) {
    if (isBelow(lhs, rhs))
      return kLinearOne;
    return isNonNegative(add(lhs, rhs, -1)) ? Result(Linear()) : std::nullopt;
  }

  /// Whether `lhs` is always less than `rhs`.
  bool isBelow(Result lhs, Linear rhs) {
    return isNonNegative(add(add(rhs, lhs, -1), kLinearOne, -1));
  }

  Result divide(Linear lhs, Linear rhs) {
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
    // A quotient that is the same number for all extents. What it leaves has
    // the sign of `lhs`, and is less than `rhs`.
    if (!isBelow(Linear(), rhs))
      return std::nullopt;
    bool isPositive = isNonNegative(lhs);
    if (!isPositive && !isNonNegative(add(Linear(), lhs, -1)))
      return std::nullopt;
    for (int64_t distance = 0; distance < 4; ++distance) {
      int64_t sign = isPositive ? 1 : -1;
      Result rest = add(lhs, rhs, -sign * distance);
      Result size = add(Linear(), rest, sign);
      if (isNonNegative(size) && isBelow(size, rhs))
        return Linear{0, 0, sign * distance};
    }
    return std::nullopt;
  }

  bool isNonNegative(int64_t factor, int64_t number) {
    if (factor <= 0)
      return factor == 0 && number >= 0;
    if (number < 0)
      leastExtent = std::max<int64_t>(leastExtent,
                                      llvm::divideCeilSigned(-number, factor));
    return true;
  }

  /// Whether `function` is not negative, for all indices.
  bool isNonNegative(Result function) {
    if (!function)
      return false;
    // A linear function is least at one end of the axis.
    auto [place, extent, number] = *function;
    return isNonNegative(extent, number) &&
           (place == 0 || isNonNegative(place + extent, number - place));
  }

  ExtentRule isExtent;
  Linear extent, place;
  int64_t leastExtent = 1;
  bool undefined = false;
  llvm::DenseMap<Value, Result> known;
};

/// The indices of a gather: those before the ones that read themselves, these,
/// and those behind.
class OpenIndices {
public:
  OpenIndices(const IntegerTensor &indices, IndexRule rule,
              LinearEvaluator::ExtentRule isExtent)
      : indices(indices), rule(rule), isExtent(isExtent) {}

  std::optional<OpenReads> read();

private:
  bool findRun();
  bool readEnds();
  bool compareShort(int64_t extent);
  bool hasRun() const { return !indices.length.isNull(); }
  Linear getPlace(int64_t entry) const;
  OpFoldResult getElement(int64_t entry) const {
    return indices.elements[hasRun() ? 0 : entry];
  }

  const IntegerTensor &indices;
  IndexRule rule;
  LinearEvaluator::ExtentRule isExtent;
  /// The number of entries, of which entry `low` is the run if there is one.
  int64_t length = 0, low = 0;
  int64_t leastExtent = 1;
  /// What the other entries read.
  SmallVector<Linear> ends;
  OpenReads result;
};
} // namespace

/// The place of entry `entry` in the vector, of the run that of its index.
Linear OpenIndices::getPlace(int64_t entry) const {
  if (entry == low)
    return {1, 0, low};
  return entry < low ? Linear{0, 0, entry} : Linear{0, 1, entry - 1};
}

/// Finds the entries that read themselves: as many as the axis has, somewhere
/// in a vector that is longer than the axis.
bool OpenIndices::findRun() {
  LinearEvaluator evaluator(isExtent, kExtent, Linear());
  std::optional<Linear> count = evaluator.evaluate(indices.length);
  if (!count || count->extent != 1 || count->place != 0 || count->number < 0 ||
      count->number > kLongestBorder)
    return false;
  leastExtent = evaluator.getLeastExtent();
  length = count->number + 1;
  for (low = 0; low < length; ++low) {
    LinearEvaluator run(isExtent, kExtent, getPlace(low));
    if (!(run.evaluate(getElement(low)) == Linear{1, 0, 0}))
      continue;
    leastExtent = std::max(leastExtent, run.getLeastExtent());
    return true;
  }
  return false;
}

/// Reads the other entries, of an axis that is long enough.
bool OpenIndices::readEnds() {
  for (int64_t entry = 0; entry < length; ++entry) {
    if (hasRun() && entry == low) {
      result.reads.append(AxisReads::makeWhole());
      continue;
    }
    LinearEvaluator evaluator(isExtent, kExtent, getPlace(entry));
    std::optional<Linear> index = evaluator.evaluate(getElement(entry));
    if (rule == IndexRule::Clamped) {
      index = evaluator.getExtreme(index, Linear(), /*isMin=*/false);
      index = evaluator.getExtreme(index, Linear{0, 1, -1}, /*isMin=*/true);
    }
    if (rule == IndexRule::FromEnd && index && index->isNumber() &&
        index->number < 0)
      index = evaluator.add(index, kExtent);
    if (!index || index->place != 0)
      return false;
    int64_t distance = index->extent == 0 ? index->number : -1 - index->number;
    if ((index->extent != 0 && index->extent != 1) || distance < 0 ||
        distance > kLongestBorder)
      return false;
    ends.push_back(*index);
    result.reads.append(Segment{{}, {index->extent, index->number}});
    leastExtent =
        std::max({leastExtent, evaluator.getLeastExtent(), distance + 1});
  }
  return leastExtent <= kLongestShort;
}

/// Compares what the entries read of an axis of `extent` elements with what the
/// modes read there.
bool OpenIndices::compareShort(int64_t extent) {
  SmallVector<int64_t> read;
  for (int64_t entry = 0; entry < length; ++entry) {
    bool isRun = hasRun() && entry == low;
    for (int64_t i = 0; i < (isRun ? extent : 1); ++i) {
      Linear place = getPlace(entry);
      Linear at = {0, 0,
                   place.place * i + place.extent * extent + place.number};
      LinearEvaluator evaluator(isExtent, Linear{0, 0, extent}, at);
      std::optional<Linear> value = evaluator.evaluate(getElement(entry));
      // What is an error need not be a pad.
      if (!value)
        return evaluator.isUndefined();
      int64_t index = value->number;
      if (rule == IndexRule::Clamped)
        index = std::max<int64_t>(0, std::min(index, extent - 1));
      else if (rule == IndexRule::FromEnd && index < 0)
        index += extent;
      if (index < 0 || index >= extent)
        return true;
      if (isRun && index != i)
        return false;
      if (!isRun)
        read.push_back(index);
    }
  }
  for (auto [end, index] : llvm::zip_equal(ends, read)) {
    int64_t natural = end.extent * extent + end.number;
    if (natural >= 0 && natural < extent) {
      if (index != natural)
        return false;
      continue;
    }
    if (!result.modes)
      result.modes = llvm::to_vector(kPadModes);
    llvm::erase_if(*result.modes, [&, index = index](PadMode mode) {
      PadAxis axis{extent, kLongestShort, kLongestShort, 0, mode};
      axis.periodic = true;
      return getSourceIndex(axis, natural + axis.low) != index;
    });
    if (result.modes->empty())
      return false;
  }
  return true;
}

std::optional<OpenReads> OpenIndices::read() {
  if (indices.shape.size() != 1)
    return std::nullopt;
  length = low = indices.elements.size();
  if ((hasRun() && !findRun()) || length > kLongestBorder + 1 || !readEnds())
    return std::nullopt;
  for (int64_t extent = 0; extent < leastExtent; ++extent)
    if (!compareShort(extent))
      return std::nullopt;
  return std::move(result);
}

std::optional<OpenReads>
mlir::pad::getOpenReads(const IntegerTensor &indices, IndexRule rule,
                        llvm::function_ref<bool(Value)> isExtent) {
  return OpenIndices(indices, rule, isExtent).read();
}

std::optional<int64_t>
mlir::pad::getOpenPosition(OpFoldResult element,
                           llvm::function_ref<bool(Value)> isExtent) {
  LinearEvaluator any(isExtent, kExtent, Linear());
  LinearEvaluator empty(isExtent, Linear(), Linear());
  std::optional<Linear> position = any.evaluate(element);
  if (!position || any.getLeastExtent() > 1 ||
      !(empty.evaluate(element) == Linear{0, 0, position->number}))
    return std::nullopt;
  if (position->extent == 0 && position->number >= 0)
    return position->number;
  if (position->extent == 1 && position->number <= 0)
    return position->number < 0 ? position->number : INT64_MAX;
  return std::nullopt;
}
