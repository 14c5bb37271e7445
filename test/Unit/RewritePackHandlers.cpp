//===- RewritePackHandlers.cpp - Evaluates packs and unpacks --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteInterpreter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::pad;

/// Calls `visit` with each index of `packed`, of `op`'s packed tensor, and the
/// index that it stands for in the tensor of rank `rank` that is not packed.
template <typename OpTy>
static void visitPacked(
    OpTy op, ArrayRef<int64_t> packed, int64_t rank, Frame &frame,
    llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> tiles = frame.getIndices(op.getMixedTiles());
  ArrayRef<int64_t> outer = op.getOuterDimsPerm();
  SmallVector<int64_t> plain(rank);
  (void)RuntimeValue::generate(packed, [&](ArrayRef<int64_t> index) -> Bits {
    for (int64_t i = 0; i < rank; ++i)
      plain[outer.empty() ? i : outer[i]] = index[i];
    for (auto [i, axis] : llvm::enumerate(op.getInnerDimsPos()))
      plain[axis] = plain[axis] * tiles[i] + index[rank + i];
    visit(index, plain);
    return std::nullopt;
  });
}

static LogicalResult evaluatePack(linalg::PackOp op, Frame &frame) {
  const RuntimeValue &source = frame.get(op.getSource());
  RuntimeValue result = frame.get(op.getDest());
  // Without one, there are no such elements.
  Bits padding;
  if (Value value = op.getPaddingValue())
    padding = frame.get(value).elements.front();
  SmallVector<int64_t> shape = llvm::to_vector(ArrayRef<int64_t>(result.shape));
  visitPacked(op, shape, source.shape.size(), frame,
              [&](ArrayRef<int64_t> packed, ArrayRef<int64_t> plain) {
                result.at(packed) =
                    source.contains(plain) ? source.at(plain) : padding;
              });
  frame.set(op->getResult(0), std::move(result));
  return success();
}

static LogicalResult evaluateUnpack(linalg::UnPackOp op, Frame &frame) {
  const RuntimeValue &source = frame.get(op.getSource());
  RuntimeValue result = frame.get(op.getDest());
  visitPacked(op, source.shape, result.shape.size(), frame,
              [&](ArrayRef<int64_t> packed, ArrayRef<int64_t> plain) {
                if (result.contains(plain))
                  result.at(plain) = source.at(packed);
              });
  frame.set(op->getResult(0), std::move(result));
  return success();
}

void mlir::pad::registerPackHandlers() {
  addHandler<linalg::PackOp>(evaluatePack);
  addHandler<linalg::UnPackOp>(evaluateUnpack);
}
