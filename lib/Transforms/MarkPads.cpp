//===- MarkPads.cpp - Note where pads are ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::pad {
#define GEN_PASS_DEF_MARKPADS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `type` is or holds bf16.
static bool holdsBF16(Type type) {
  return type.walk([](BFloat16Type) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct MarkPads : pad::impl::MarkPadsBase<MarkPads> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    auto mark = UnitAttr::get(context);
    PadDialect::HasPadsAttrHelper hasPads(context);
    PadDialect::HasBf16PadsAttrHelper hasBF16Pads(context);
    PadDialect::InputAllocationAttrHelper inputAllocation(context);
    getOperation()->walk([&](FunctionOpInterface function) {
      function.walk([&](Operation *op) {
        Type type;
        if (auto pad = dyn_cast<PadOpInterface>(op))
          type = pad.getSourceType();
        else if (auto adjoint = dyn_cast<AdjointOpInterface>(op))
          type = adjoint.getGradientType();
        else
          return;
        hasPads.setAttr(function, mark);
        if (holdsBF16(type))
          hasBF16Pads.setAttr(function, mark);
      });
      if (hasPads.isAttrPresent(function))
        function.walk([&](memref::AllocOp alloc) {
          inputAllocation.setAttr(alloc, mark);
        });
    });
  }
};
} // namespace
