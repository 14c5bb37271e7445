//===- FlushBeforeAbort.cpp - Messages that are seen ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's assertions abort without writing what C's output has buffered.
// test/Upstream/canary-flush-before-abort.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_FLUSHBEFOREABORT
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `abort` comes right after a message, as upstream lowers assertions.
static bool isAfterMessage(LLVM::CallOp abort) {
  auto print = dyn_cast_or_null<LLVM::CallOp>(abort->getPrevNode());
  return print && print.getCallee() == "puts";
}

namespace {
struct FlushBeforeAbort : pad::impl::FlushBeforeAbortBase<FlushBeforeAbort> {
  void runOnOperation() override {
    SmallVector<LLVM::CallOp> aborts;
    getOperation().walk([&](LLVM::CallOp call) {
      if (call.getCallee() == "abort" && isAfterMessage(call))
        aborts.push_back(call);
    });
    if (aborts.empty())
      return;
    OpBuilder builder(&getContext());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    FailureOr<LLVM::LLVMFuncOp> flush = LLVM::lookupOrCreateFn(
        builder, getOperation(), "fflush", pointer, builder.getI32Type());
    if (failed(flush))
      return signalPassFailure();
    for (LLVM::CallOp call : aborts) {
      builder.setInsertionPoint(call);
      Value everyStream = LLVM::ZeroOp::create(builder, call.getLoc(), pointer);
      LLVM::CallOp::create(builder, call.getLoc(), *flush, everyStream);
    }
  }
};
} // namespace
