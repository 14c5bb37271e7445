//===- LinearEvaluator.h - Linear functions of an extent --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_IDIOMS_LINEAREVALUATOR_H
#define PAD_IMPORT_IDIOMS_LINEAREVALUATOR_H

#include "Pad/Import/IntegerTensors.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir {
namespace pad {

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

/// Evaluates elements of an `IntegerTensor` as linear functions, which hold
/// from some extent on.
class LinearEvaluator {
public:
  /// Whether a value of the draft is the extent of the axis.
  using ExtentRule = llvm::function_ref<bool(Value)>;

  LinearEvaluator(ExtentRule isExtent, Linear extent, Linear place)
      : isExtent(isExtent), extent(extent), place(place) {}

  /// Nullopt if `element` is not linear, or not defined.
  std::optional<Linear> evaluate(OpFoldResult element);

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
  std::optional<Linear> evaluateOp(Operation *op);
  /// Whether two are equal, and whether the first one is less, as 1 or 0.
  std::optional<Linear> isEqual(Linear lhs, Linear rhs);
  std::optional<Linear> isLess(Linear lhs, Linear rhs);
  std::optional<Linear> divide(Linear lhs, Linear rhs);
  bool isNonNegative(int64_t factor, int64_t number);
  /// Whether `function` is not negative, for all indices.
  bool isNonNegative(std::optional<Linear> function);

  ExtentRule isExtent;
  Linear extent, place;
  int64_t leastExtent = 1;
  bool undefined = false;
  llvm::DenseMap<Value, std::optional<Linear>> known;
};

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_IDIOMS_LINEAREVALUATOR_H
