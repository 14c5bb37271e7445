//===- ComposedVectors.h - Vectors of lanes of others -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_COMPOSEDVECTORS_H
#define PAD_TRANSFORMS_COMPOSEDVECTORS_H

#include "Pad/IR/ArithValue.h"

namespace mlir {
namespace pad {

/// A lane of one of several vectors, each of which has a number.
struct VectorLane {
  int64_t vector, lane;
};

/// Composes a vector of `lanes` elements by constant shuffles: lane `i` is
/// `from(i)`, and `make` makes the vectors, which all have as many lanes.
Value composeVector(OpBuilder &builder, Location loc, int64_t lanes,
                    function_ref<VectorLane(int64_t)> from,
                    function_ref<Value(int64_t)> make);

/// Loads `lanes` elements that are `stride` apart, the first one at `first`.
/// `load` loads neighbours from an index on: none before the first element, nor
/// behind the last one.
Value emitStridedLoad(OpBuilder &builder, Location loc, int64_t lanes,
                      int64_t stride, ArithValue first,
                      function_ref<Value(ArithValue)> load);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_COMPOSEDVECTORS_H
