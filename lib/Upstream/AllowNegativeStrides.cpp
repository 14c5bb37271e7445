//===- AllowNegativeStrides.cpp - Memrefs that step backwards -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream tells LLVM that no stride of a memref is negative.
// test/Upstream/canary-allow-negative-strides.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::pad {
#define GEN_PASS_DEF_ALLOWNEGATIVESTRIDES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
struct AllowNegativeStrides
    : pad::impl::AllowNegativeStridesBase<AllowNegativeStrides> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (auto address = dyn_cast<LLVM::GEPOp>(op))
        address.setNoWrapFlags(address.getNoWrapFlags() &
                               ~LLVM::GEPNoWrapFlags::nuw);
      if (isa<LLVM::AddOp, LLVM::MulOp>(op)) {
        auto offset = cast<LLVM::IntegerOverflowFlagsInterface>(op);
        offset.setOverflowFlags(offset.getOverflowFlags() &
                                ~LLVM::IntegerOverflowFlags::nuw);
      }
    });
  }
};
} // namespace
