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

/// Why a pad op that reads `operand` is still there.
template <typename InterfaceTy>
static std::string explainLeftOver(InterfaceTy op, Value operand) {
  std::string reason = explainNotLowerable(op);
  if (!reason.empty())
    return reason;
  if (isa<TensorType>(operand.getType()))
    return "its tensors were not bufferized; the op around it may not support "
           "bufferization";
  return "no conversion matched it";
}

/// Says that `op` is left.
static void report(Operation *op) {
  InFlightDiagnostic error = op->emitOpError() << "was not lowered";
  if (auto padOp = dyn_cast<PadOpInterface>(op))
    error << ": " << explainLeftOver(padOp, padOp.getSource());
  else if (auto adjoint = dyn_cast<AdjointOpInterface>(op))
    error << ": " << explainLeftOver(adjoint, adjoint.getGradient());
  else if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
    error << " to LLVM: nothing takes " << cast.getOperandTypes() << " to "
          << cast.getResultTypes();
  else
    error << " to LLVM; this pipeline has no lowering for it on its types, "
             "rewrite it first";
}

namespace {
struct VerifyPadLowered : pad::impl::VerifyPadLoweredBase<VerifyPadLowered> {
  void runOnOperation() override {
    // A cast is left because of the op that takes its result.
    SmallVector<Operation *> left, casts;
    getOperation()->walk([&](Operation *op) {
      if (isa<UnrealizedConversionCastOp>(op))
        casts.push_back(op);
      // OpenMP by its name: its header takes seconds to compile.
      else if (!isa<ModuleOp>(op) &&
               !isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()) &&
               op->getName().getDialectNamespace() != "omp")
        left.push_back(op);
    });
    for (Operation *op : left.empty() ? casts : left)
      report(op);
    if (!left.empty() || !casts.empty())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
