//===- VerifyPadLowered.cpp - Contract of the lowering --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_VERIFYPADLOWERED
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Why a pad op is still there.
static std::string explainLeftOver(PadOpInterface op) {
  std::string reason = explainNotLowerable(op);
  if (!reason.empty())
    return reason;
  if (isa<TensorType>(op.getSource().getType()))
    return "its tensors were not bufferized; the op around it may not support "
           "bufferization";
  return "no conversion matched it";
}

namespace {
struct VerifyPadLowered : pad::impl::VerifyPadLoweredBase<VerifyPadLowered> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return;
      if (auto padOp = dyn_cast<PadOpInterface>(op))
        op->emitOpError() << "was not lowered: " << explainLeftOver(padOp);
      else
        op->emitOpError() << "was not lowered to LLVM; this pipeline takes "
                             "arith, func, scf, linalg, tensor, memref, vector "
                             "and affine ops around the pads";
      signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
