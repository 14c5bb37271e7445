//===- OpenIndices.cpp - Indices computed from an extent ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The longest border, and the longest axis for which indices are evaluated one
/// by one.
static constexpr int64_t kLongestBorder = 256;
static constexpr int64_t kLongestShortAxis = 1024;

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

/// Evaluates expressions as linear functions, which hold from some extent on.
class LinearEvaluator {
public:
  using ExtentRule = llvm::function_ref<bool(const IntegerExpr &)>;

  LinearEvaluator(ExtentRule isExtent, Linear extent, Linear place)
      : isExtent(isExtent), extent(extent), place(place) {}

  /// Nullopt if `expr` is not linear, or not defined.
  std::optional<Linear> evaluate(const IntegerExpr *expr);

  /// `lhs + factor * rhs`.
  std::optional<Linear> add(std::optional<Linear> lhs,
                            std::optional<Linear> rhs, int64_t factor = 1);
  /// The lesser one if `isMin`, else the greater one.
  std::optional<Linear> getExtreme(std::optional<Linear> lhs,
                                   std::optional<Linear> rhs, bool isMin);

  /// The extent from which on everything holds that was evaluated.
  int64_t getLeastExtent() const { return leastExtent; }
  /// Whether something was not defined, as a division by zero is not.
  bool isUndefined() const { return undefined; }

private:
  std::optional<Linear> evaluateOnce(const IntegerExpr &expr);
  std::optional<Linear> combine(IntegerArithmetic arithmetic, Linear lhs,
                                Linear rhs);
  std::optional<Linear> divide(Linear lhs, Linear rhs);
  bool isNonNegative(int64_t factor, int64_t number);
  /// Whether `function` is not negative, for all indices.
  bool isNonNegative(std::optional<Linear> function);

  ExtentRule isExtent;
  Linear extent, place;
  int64_t leastExtent = 1;
  bool undefined = false;
  llvm::DenseMap<const IntegerExpr *, std::optional<Linear>> known;
};
} // namespace

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

namespace {
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
  bool hasRun() const { return indices.length; }
  Linear getPlace(int64_t entry) const;
  const IntegerExpr *getExpr(int64_t entry) const {
    return indices.elements[hasRun() ? 0 : entry];
  }

  const IntegerTensor &indices;
  IndexRule rule;
  LinearEvaluator::ExtentRule isExtent;
  /// The number of entries, of which entry `low` is the run if there is one.
  int64_t length = 0, low = 0;
  int64_t leastExtent = 1;
  SmallVector<Linear> ends;
  OpenReads result;
};
} // namespace

static constexpr Linear kExtent = {0, 1, 0};

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
    if (!(run.evaluate(getExpr(low)) == Linear{1, 0, 0}))
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
      ends.emplace_back();
      result.reads.append(AxisReads::makeWhole());
      continue;
    }
    LinearEvaluator evaluator(isExtent, kExtent, getPlace(entry));
    std::optional<Linear> index = evaluator.evaluate(getExpr(entry));
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
  return leastExtent <= kLongestShortAxis;
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
      std::optional<Linear> value = evaluator.evaluate(getExpr(entry));
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
  const int64_t *next = read.begin();
  for (auto [entry, end] : llvm::enumerate(ends)) {
    if (hasRun() && static_cast<int64_t>(entry) == low)
      continue;
    int64_t index = *next++, natural = end.extent * extent + end.number;
    if (natural >= 0 && natural < extent) {
      if (index != natural)
        return false;
      continue;
    }
    if (!result.modes)
      result.modes = llvm::to_vector(kPadModes);
    llvm::erase_if(*result.modes, [&, index = index](PadMode mode) {
      PadAxis axis = {extent,
                      kLongestShortAxis,
                      kLongestShortAxis,
                      /*interior=*/0,
                      mode,
                      /*periodic=*/true};
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

std::optional<OpenReads> mlir::pad::getOpenReads(
    const IntegerTensor &indices, IndexRule rule,
    llvm::function_ref<bool(const IntegerExpr &)> isExtent) {
  return OpenIndices(indices, rule, isExtent).read();
}

std::optional<int64_t> mlir::pad::getOpenPosition(
    const IntegerExpr *expr,
    llvm::function_ref<bool(const IntegerExpr &)> isExtent) {
  LinearEvaluator any(isExtent, kExtent, Linear());
  LinearEvaluator empty(isExtent, Linear(), Linear());
  std::optional<Linear> position = any.evaluate(expr);
  if (!position || any.getLeastExtent() > 1 ||
      !(empty.evaluate(expr) == Linear{0, 0, position->number}))
    return std::nullopt;
  if (position->extent == 0 && position->number >= 0)
    return position->number;
  if (position->extent == 1 && position->number <= 0)
    return position->number < 0 ? position->number : INT64_MAX;
  return std::nullopt;
}
