//===- ResultLimit.cpp - The largest result of a pad ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/Import.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::pad;

/// The largest product of the dynamic extents of `type` with which a tensor
/// takes at most `most` bytes; nullopt if the tensor is empty whatever these
/// extents are.
static std::optional<int64_t> getRoom(RankedTensorType type, int64_t most) {
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  int64_t room = bytes ? most / *bytes : 0;
  for (int64_t extent : type.getShape()) {
    if (extent == 0)
      return std::nullopt;
    if (ShapedType::isStatic(extent))
      room /= extent;
  }
  return room;
}

/// Emits an assertion in front of `op` that its extents are at most `room`
/// elements together.
static void emitCheck(PadOp op, int64_t room, int64_t most) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ReifiedRankedShapedTypeDims shapes;
  (void)op.reifyResultShapes(builder, shapes);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  // What is left of the room; an empty result fits whatever its extents are.
  Value left = arith::ConstantIndexOp::create(builder, loc, room);
  SmallVector<Value> isEmpty;
  for (auto [axis, extent] : llvm::enumerate(op.getPaddedType().getShape())) {
    if (ShapedType::isStatic(extent))
      continue;
    Value size = getValueOrCreateConstantIndexOp(builder, loc, shapes[0][axis]);
    left = arith::DivUIOp::create(
        builder, loc, left, arith::MaxUIOp::create(builder, loc, size, one));
    isEmpty.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, size, zero));
  }
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                     left, zero);
  for (Value condition : isEmpty)
    fits = arith::OrIOp::create(builder, loc, fits, condition);
  cf::AssertOp::create(
      builder, loc, fits,
      describeNode(op.getLoc()) + "the result of the pad takes more than the " +
          std::to_string(most) +
          " bytes of --max-result-bytes; give a larger limit, or smaller pads");
}

LogicalResult mlir::pad::limitPadResults(ModuleOp module, int64_t most) {
  WalkResult result = module.walk([&](PadOp op) -> WalkResult {
    auto type = cast<RankedTensorType>(op.getPaddedType());
    std::optional<int64_t> room = getRoom(type, most);
    // Dynamic extents may be zero, but for them nothing fits.
    if (room && !type.hasStaticShape())
      emitCheck(op, *room, most);
    if (!room || !type.hasStaticShape() || *room > 0)
      return success();
    return op.emitError() << describeNode(op.getLoc())
                          << "the result of the pad, " << type
                          << ", takes more than the " << most
                          << " bytes of --max-result-bytes; give a larger "
                             "limit, or smaller pads";
  });
  return failure(result.wasInterrupted());
}
