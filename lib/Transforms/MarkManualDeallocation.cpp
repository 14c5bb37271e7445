//===- MarkManualDeallocation.cpp - Buffers that the input frees ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::pad {
#define GEN_PASS_DEF_MARKMANUALDEALLOCATION
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Excludes `op` from buffer deallocation.
static void mark(Operation *op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

namespace {
struct MarkManualDeallocation
    : pad::impl::MarkManualDeallocationBase<MarkManualDeallocation> {
  void runOnOperation() override {
    getOperation()->walk([](memref::DeallocOp op) {
      mark(op);
      Operation *origin = op.getMemref().getDefiningOp();
      while (auto view = dyn_cast_or_null<ViewLikeOpInterface>(origin))
        origin = view.getViewSource().getDefiningOp();
      if (auto alloc = dyn_cast_or_null<memref::AllocOp>(origin))
        mark(alloc);
    });
  }
};
} // namespace
