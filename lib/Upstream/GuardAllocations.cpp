//===- GuardAllocations.cpp - Checked sizes of buffers --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream multiplies the extents of an allocation without a check, and writes
// to what malloc returns. test/Upstream/canary-guard-allocations.mlir fails
// when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::pad {
#define GEN_PASS_DEF_GUARDALLOCATIONS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The largest buffer, in bytes: the largest signed offset, less the bytes that
/// alignment of the buffer may add.
static constexpr int64_t kLargestBuffer = INT64_MAX - 4095;

/// Emits a trap that is taken if `condition` holds.
static void trapIf(ArithValue condition) {
  ArithContext m{condition.getBuilder(), condition.getLoc()};
  emitIf(m, condition, [&] { LLVM::Trap::create(m.b, m.loc); });
}

/// Emits a trap in front of `op` for extents whose product is too large.
static void guardSize(memref::AllocOp op) {
  MemRefType type = op.getType();
  if (op.getDynamicSizes().empty())
    return;
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  int64_t most = bytes ? kLargestBuffer / *bytes : 0;
  for (int64_t extent : type.getShape())
    if (ShapedType::isStatic(extent))
      most /= std::max<int64_t>(extent, 1);

  OpBuilder builder(op);
  ArithContext m{builder, op.getLoc()};
  ArithValue left = m.constant(most), tooLarge;
  for (Value extent : op.getDynamicSizes()) {
    // A negative extent is large as an unsigned number.
    ArithValue exceeds = left.compare(arith::CmpIPredicate::ugt, extent, left);
    tooLarge = tooLarge ? tooLarge | exceeds : exceeds;
    left = udiv(left, umax(m(extent), 1));
  }
  trapIf(tooLarge);
}

/// Emits a trap after `op` for the null pointer. (It allocates some bytes for
/// alignment even if its buffer is empty, so `malloc` has no reason but lack of
/// memory.)
static void guardResult(memref::AllocOp op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, op.getLoc(), op);
  trapIf(eq(ArithValue(builder, op.getLoc(), address), 0));
}

namespace {
struct GuardAllocations : pad::impl::GuardAllocationsBase<GuardAllocations> {
  void runOnOperation() override {
    PadDialect::HasPadsAttrHelper hasPads(&getContext());
    PadDialect::InputAllocationAttrHelper inputAllocation(&getContext());
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!hasPads.isAttrPresent(function))
        return;
      function.walk([&](memref::AllocOp op) {
        if (inputAllocation.isAttrPresent(op))
          return inputAllocation.removeAttr(op);
        if (isa<MemRefType>(op.getType().getElementType()))
          return;
        guardSize(op);
        guardResult(op);
      });
    });
  }
};
} // namespace
