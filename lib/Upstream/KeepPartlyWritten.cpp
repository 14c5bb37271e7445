//===- KeepPartlyWritten.cpp - Tensors that vectors overwrite in part -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's bufferization does not copy a tensor that a vector.transfer_write
// of lower rank writes at its first element: it takes all of it for
// overwritten. test/Upstream/canary-keep-partly-written.mlir fails when this
// can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_KEEPPARTLYWRITTEN
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `write` may be taken for one of the whole tensor, and is none.
static bool isPartial(vector::TransferWriteOp write) {
  auto type = dyn_cast<RankedTensorType>(write.getBase().getType());
  VectorType written = write.getVectorType();
  return type && type.hasStaticShape() && type.getRank() > written.getRank() &&
         (written.isScalable() ||
          type.getNumElements() != written.getNumElements()) &&
         llvm::all_of(write.getIndices(), [](Value index) {
           return isZeroInteger(OpFoldResult(index));
         });
}

namespace {
struct KeepPartlyWritten : pad::impl::KeepPartlyWrittenBase<KeepPartlyWritten> {
  void runOnOperation() override {
    SmallVector<vector::TransferWriteOp> writes;
    getOperation()->walk([&](vector::TransferWriteOp write) {
      if (isPartial(write))
        writes.push_back(write);
    });
    OpBuilder builder(&getContext());
    for (vector::TransferWriteOp write : writes) {
      builder.setInsertionPoint(write);
      Value zero = arith::ConstantOp::create(builder, write.getLoc(),
                                             builder.getI64IntegerAttr(0));
      write.getIndicesMutable()[0].set(arith::IndexCastOp::create(
          builder, write.getLoc(), builder.getIndexType(), zero));
    }
  }
};
} // namespace
