//===- ReturnDistinctBuffers.cpp - Results that share no buffer -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's buffer deallocation lets a function return one buffer twice.
// test/Upstream/canary-return-distinct-buffers.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/BufferOrigins.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_RETURNDISTINCTBUFFERS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Replaces each memref that `op` returns by a clone if it may be in the buffer
/// of an earlier one.
static void cloneShared(func::ReturnOp op, const BufferOrigins &origins) {
  OpBuilder builder(op);
  BufferOrigins::Values returned;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    BufferOrigins::Values buffers = origins.find(operand.get());
    if (llvm::any_of(buffers,
                     [&](Value buffer) { return returned.contains(buffer); }))
      operand.set(
          bufferization::CloneOp::create(builder, op.getLoc(), operand.get()));
    else
      returned.insert(buffers.begin(), buffers.end());
  }
}

namespace {
struct ReturnDistinctBuffers
    : pad::impl::ReturnDistinctBuffersBase<ReturnDistinctBuffers> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    // It says itself what it returns.
    if (PadDialect::ManualDeallocationAttrHelper(&getContext())
            .isAttrPresent(function))
      return;
    BufferOrigins origins(function);
    function.walk([&](func::ReturnOp op) { cloneShared(op, origins); });
  }
};
} // namespace
