//===- VerifyBufferizable.cpp - Ops that tensors cannot leave -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

namespace mlir::pad {
#define GEN_PASS_DEF_VERIFYBUFFERIZABLE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
struct VerifyBufferizable
    : pad::impl::VerifyBufferizableBase<VerifyBufferizable> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      auto isTensor = [](Type type) { return isa<TensorType>(type); };
      if (llvm::none_of(op->getOperandTypes(), isTensor) &&
          llvm::none_of(op->getResultTypes(), isTensor))
        return;
      if (isa<bufferization::BufferizableOpInterface>(op))
        return;
      op->emitOpError() << "cannot be lowered: it works on tensors, and has no "
                           "form on memrefs; rewrite it first";
      signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
