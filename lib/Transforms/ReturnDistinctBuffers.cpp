//===- ReturnDistinctBuffers.cpp - Results that share no buffer -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::pad {
#define GEN_PASS_DEF_RETURNDISTINCTBUFFERS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// A copy of `buffer` in a new allocation of its type.
static Value copy(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      extents.push_back(memref::DimOp::create(builder, loc, buffer, axis));
  Value result = memref::AllocOp::create(builder, loc, type, extents);
  memref::CopyOp::create(builder, loc, buffer, result);
  return result;
}

namespace {
struct ReturnDistinctBuffers
    : pad::impl::ReturnDistinctBuffersBase<ReturnDistinctBuffers> {
  void runOnOperation() override {
    getOperation().walk([](func::ReturnOp op) {
      OpBuilder builder(op);
      llvm::SmallPtrSet<Value, 4> returned;
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        if (!type || returned.insert(operand.get()).second)
          continue;
        // An allocation has no strides of its own to give.
        if (type.getLayout().isIdentity())
          operand.set(copy(builder, op.getLoc(), operand.get()));
      }
    });
  }
};
} // namespace
