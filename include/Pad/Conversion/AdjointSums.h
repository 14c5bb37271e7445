//===- AdjointSums.h - Sums of elements in the order of A2 ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_ADJOINTSUMS_H
#define PAD_CONVERSION_ADJOINTSUMS_H

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
namespace pad {

/// Emits sums of elements, or of vectors of them, in the type that A3 sums in:
/// a complex number is two numbers, and `f16` and `bf16` are `f32`.
class ElementSums {
public:
  /// The numbers of one sum: one, or the parts of a complex number.
  using Parts = SmallVector<Value, 2>;

  /// Of `elementType`, for which `hasNativeSum` holds; of vectors of `lanes` of
  /// them unless that is 0, but not of complex ones.
  ElementSums(OpBuilder &builder, Location loc, Type elementType,
              int64_t lanes = 0);

  /// The numbers of an element, or vector of elements.
  Parts open(Value element);
  /// The element of these numbers, rounded once.
  Value close(const Parts &parts);
  /// What changes no sum: `-0.0`, which is not zero, or the integer 0.
  Parts getNeutral();
  /// Zero.
  Parts getZero();
  Parts add(const Parts &lhs, const Parts &rhs);
  Parts select(Value condition, const Parts &lhs, const Parts &rhs);
  /// `scalar` in as many lanes as elements are summed in.
  Value withLanes(Value scalar);

private:
  /// `scalar`, or as many lanes of it.
  Type withLanes(Type scalar) const;
  Value getConstant(TypedAttr scalar);

  OpBuilder &b;
  Location loc;
  Type elementType;
  /// Of one part: in memory, as an integer of as many bits where its type has
  /// no addition, and in sums.
  Type partType, sumType;
  int64_t numParts = 1;
  int64_t lanes;
};

/// The sum of what `load` emits for the result indices in `readers`, one for
/// each axis, in the order of A2: the first axis is the innermost one. Zero if
/// an axis has none. `load` may emit the numbers of `count` sums.
ElementSums::Parts
emitReaderSum(OpBuilder &builder, Location loc, ElementSums &sums,
              ArrayRef<Readers<ArithValue>> readers,
              function_ref<ElementSums::Parts(ValueRange)> load,
              int64_t count = 1);

/// The readers along each axis of the pad of `op`.
SmallVector<ReaderMap<ArithValue>, 0> emitReaderMaps(OpBuilder &builder,
                                                     AdjointOpInterface op);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_ADJOINTSUMS_H
