//===- ComposedVector.cpp - Vectors of known lanes ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/ComposedVector.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

Value mlir::pad::emitComposedVector(OpBuilder &builder, Location loc,
                                    ArrayRef<std::optional<int64_t>> elements,
                                    int64_t stretch,
                                    function_ref<Value(int64_t)> load,
                                    function_ref<Value()> fill) {
  int64_t width = elements.size();
  const auto identity = llvm::to_vector(llvm::seq(width));
  // Where the lanes are that some vector has, in what is composed so far.
  SmallVector<int64_t> mask = identity;
  SmallVector<bool> isDone(width, false);
  Value composed,
      filled = llvm::is_contained(elements, std::nullopt) ? fill() : Value();
  while (llvm::is_contained(isDone, false)) {
    int64_t first = INT64_MAX;
    for (auto [element, done] : llvm::zip_equal(elements, isDone))
      if (element && !done)
        first = std::min(first, *element);
    bool isFill = first == INT64_MAX;
    if (!isFill) {
      int64_t begin = llvm::alignDown(first, stretch);
      first = std::min(first, std::max(begin, begin + stretch - width));
    }
    Value vector = isFill ? filled : load(first);
    for (auto [lane, element] : llvm::enumerate(elements)) {
      if (isDone[lane] || !(isFill || (element && *element < first + width)))
        continue;
      mask[lane] = (composed ? width : 0) + (isFill ? lane : *element - first);
      isDone[lane] = true;
    }
    if (composed) {
      vector = vector::ShuffleOp::create(builder, loc, composed, vector, mask);
      mask = identity;
    }
    composed = vector;
  }
  if (mask == identity)
    return composed;
  return vector::ShuffleOp::create(builder, loc, composed, composed, mask);
}
