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
  // Two vectors are one shuffle, and each further one is another.
  for (size_t next = 1; next == 1 || next < numbers.size(); ++next) {
    bool isOne = next >= numbers.size();
    SmallVector<int64_t> mask;
    for (auto [lane, source] : llvm::enumerate(sources)) {
      bool isNew = !isOne && source.vector == numbers[next];
      bool isFirst = next == 1 && source.vector == numbers.front();
      mask.push_back(isNew     ? lanes + source.lane
                     : isFirst ? source.lane
                               : lane);
    }
    Value other = isOne ? composed : make(numbers[next]);
    composed = vector::ShuffleOp::create(builder, loc, composed, other, mask);
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
