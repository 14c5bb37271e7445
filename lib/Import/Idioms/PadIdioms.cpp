//===- PadIdioms.cpp - Pads written with other ops ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPads.h"
#include "IndexBodies.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "ReadsTracer.h"
#include "SymbolicIdioms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTIDIOMSTOPAD
#include "Pad/Import/ImportPasses.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Creates the pad of `base` with `axes`, and `fill` as the padding value. Null
/// if that is not possible; nothing is created then.
static Value createFittedPad(OpBuilder &builder, Location loc, Value base,
                             Type resultType, ArrayRef<PadAxis> axes,
                             const Fill &fill) {
  ImportedPad pad;
  auto type = cast<RankedTensorType>(base.getType());
  SmallVector<int64_t> shape;
  for (const PadAxis &axis : axes) {
    pad.low.push_back(builder.getIndexAttr(axis.low));
    pad.high.push_back(builder.getIndexAttr(axis.high));
    pad.interior.push_back(builder.getIndexAttr(axis.interior));
    pad.modes.push_back({axis.mode, axis.periodic});
    shape.push_back(*getPaddedExtent(axis));
  }
  pad.unifyModes([&](int64_t axis) { return pad.isUnpadded(axis); });
  RankedTensorType padded = type.clone(shape);
  if (padded != resultType || !explainInvalidPad(type, padded, pad).empty())
    return {};
  Value value;
  if (pad.takesValue() && fill) {
    value = fill.value
                ? fill.value
                : createScalarConstant(builder, loc, type.getElementType(),
                                       fill.constant);
    if (!value)
      return {};
  }
  return createImportedPad(builder, loc, base, padded, pad, value);
}

/// The pad by which the result of `op`, of static extents, is made from
/// another tensor. That tensor is the furthest one from which all elements of
/// the result can be read.
static Value convertListed(Operation *op, OpBuilder &builder) {
  Value result = op->getResult(0);
  if (!canList(result.getType()))
    return {};
  SmallVector<Value> bases = getBases(result).takeVector();
  for (Value base : llvm::reverse(bases)) {
    std::optional<TensorReads> reads = getTensorReads(result, base);
    if (!reads)
      continue;
    std::optional<SmallVector<PadAxis>> axes =
        fitPad(cast<RankedTensorType>(base.getType()).getShape(), *reads);
    if (!axes)
      continue;
    if (Value padded = createFittedPad(builder, op->getLoc(), base,
                                       result.getType(), *axes, reads->fill))
      return padded;
  }
  return {};
}

/// The pad of any extents that `op` is.
static Value convertSymbolic(Operation *op, OpBuilder &builder) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](tensor::InsertSliceOp insert) {
        return convertInsertIntoFill(insert, builder);
      })
      .Case([&](tensor::ConcatOp concat) {
        return convertConcat(concat, builder);
      })
      .Default(
          [&](Operation *body) { return convertClampedBody(body, builder); });
}

/// Erases the ops after `previous`, or from the first op of the block on, up to
/// `op`.
static void eraseCreated(RewriterBase &rewriter, Operation *previous,
                         Operation *op) {
  while (Operation *created = op->getPrevNode()) {
    if (created == previous)
      break;
    rewriter.eraseOp(created);
  }
}

/// Whether the body of `op`, which is about to be erased, has no other effects.
static bool hasPureBody(Operation *op) {
  return !op->walk([&](Operation *inner) {
              return inner == op || isMemoryEffectFree(inner)
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

ImportResult mlir::pad::convertIdiomsToPad(Operation *op,
                                           RewriterBase &rewriter) {
  if (!isa<tensor::ConcatOp, tensor::InsertSliceOp, tensor::GenerateOp,
           linalg::GenericOp>(op) ||
      op->getNumResults() != 1 || !hasPureBody(op))
    return ImportResult::notAPad();
  Operation *previous = op->getPrevNode();
  Value padded = convertListed(op, rewriter);
  if (!padded)
    padded = convertSymbolic(op, rewriter);
  if (!padded) {
    eraseCreated(rewriter, previous, op);
    return ImportResult::notAPad();
  }
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(op, padded);
  eraseUnused(rewriter, operands, [](Operation *) { return false; });
  return ImportResult::converted();
}

template struct mlir::pad::PadImportPass<pad::impl::ConvertIdiomsToPadBase,
                                         convertIdiomsToPad>;

void mlir::pad::populateIdiomsToPadPatterns(RewritePatternSet &patterns) {
  addImportPattern(patterns, convertIdiomsToPad);
}
