//===- ComposedVectors.cpp - Vectors of lanes of others -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposedVectors.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::composeVector(OpBuilder &builder, Location loc, int64_t lanes,
                               function_ref<VectorLane(int64_t)> from,
                               function_ref<Value(int64_t)> make) {
  SmallVector<VectorLane> sources =
      llvm::map_to_vector(llvm::seq<int64_t>(lanes), from);
  llvm::SmallSetVector<int64_t, 4> numbers;
  for (VectorLane source : sources)
    numbers.insert(source.vector);
  Value composed = make(numbers.front());
  SmallVector<int64_t> mask;
  for (auto [lane, source] : llvm::enumerate(sources))
    mask.push_back(source.vector == numbers.front() ? source.lane : lane);
  if (numbers.size() == 1)
    return vector::ShuffleOp::create(builder, loc, composed, composed, mask);
  for (int64_t number : llvm::drop_begin(numbers)) {
    for (auto [lane, source] : llvm::enumerate(sources))
      if (source.vector == number)
        mask[lane] = lanes + source.lane;
    composed =
        vector::ShuffleOp::create(builder, loc, composed, make(number), mask);
    // What has been composed is in its lanes.
    std::iota(mask.begin(), mask.end(), 0);
  }
  return composed;
}

Value mlir::pad::emitStridedLoad(OpBuilder &builder, Location loc,
                                 int64_t lanes, int64_t stride,
                                 ArithValue first,
                                 function_ref<Value(ArithValue)> load) {
  if (stride == 1)
    return load(first);
  // The last vector ends with the last element.
  auto getBegin = [&](int64_t vector) {
    return std::min(vector * lanes, (lanes - 1) * (stride - 1));
  };
  return composeVector(
      builder, loc, lanes,
      [&](int64_t lane) {
        int64_t vector = lane * stride / lanes;
        return VectorLane{vector, lane * stride - getBegin(vector)};
      },
      [&](int64_t vector) { return load(first + getBegin(vector)); });
}
