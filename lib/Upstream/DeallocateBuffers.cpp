//===- DeallocateBuffers.cpp - Free what bufferization allocated ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's ownership-based buffer deallocation takes every function of a
// module. This pass leaves out those that free their own memrefs.
// test/Upstream/canary-mark-manual-deallocation.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::pad {
#define GEN_PASS_DEF_DEALLOCATEBUFFERS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
struct DeallocateBuffers : pad::impl::DeallocateBuffersBase<DeallocateBuffers> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    PadDialect::ManualDeallocationAttrHelper manual(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (manual.isAttrPresent(function)) {
        // It has served its purpose here.
        manual.removeAttr(function);
        continue;
      }
      if (function.isExternal())
        continue;
      if (failed(bufferization::deallocateBuffersOwnershipBased(
              function, bufferization::DeallocationOptions(), symbols)))
        return signalPassFailure();
    }
  }
};
} // namespace
