//===- LinearIndices.h - Indices as functions of an extent ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_LINEARINDICES_H
#define PAD_LIB_IMPORT_IDIOMS_LINEARINDICES_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir {
namespace pad {

/// `place * i + extent * d + number`, where `d` is the extent of the axis, and
/// `i` any of its indices.
struct LinearIndex {
  int64_t place = 0, extent = 0, number = 0;

  bool operator==(const LinearIndex &other) const {
    return place == other.place && extent == other.extent &&
           number == other.number;
  }
  bool isNumber() const { return place == 0 && extent == 0; }
};

/// Evaluates elements of an `IntegerTensor` as linear functions, which hold
/// from some extent on.
class LinearEvaluator {
public:
  /// Nullopt for what is not linear.
  using Result = std::optional<LinearIndex>;
  /// Whether a value of the draft is the extent of the axis.
  using ExtentRule = llvm::function_ref<bool(Value)>;

  LinearEvaluator(ExtentRule isExtent, LinearIndex extent, LinearIndex place)
      : isExtent(isExtent), extent(extent), place(place) {}

  /// Nullopt if `element` is not linear, or not defined.
  Result evaluate(OpFoldResult element);
  /// `lhs + factor * rhs`.
  Result add(Result lhs, Result rhs, int64_t factor = 1);
  /// The lesser one if `isMin`, else the greater one.
  Result getExtreme(Result lhs, Result rhs, bool isMin);

  /// The extent from which on everything holds that was evaluated.
  int64_t getLeastExtent() const { return leastExtent; }
  /// Whether something was not defined, as a division by zero is not.
  bool isUndefined() const { return undefined; }

private:
  Result evaluateOp(Operation *op);
  /// Whether `lhs` is always less than `rhs`.
  bool isBelow(Result lhs, LinearIndex rhs);
  Result divide(LinearIndex lhs, LinearIndex rhs);
  /// Whether `factor * d + number` is not negative.
  bool isNonNegative(int64_t factor, int64_t number);
  /// Whether `function` is not negative, for all indices.
  bool isNonNegative(Result function);

  ExtentRule isExtent;
  LinearIndex extent, place;
  int64_t leastExtent = 1;
  bool undefined = false;
  llvm::DenseMap<Value, Result> known;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_LINEARINDICES_H
