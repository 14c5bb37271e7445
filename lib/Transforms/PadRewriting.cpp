//===- PadRewriting.cpp - What pad rewrites share -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadRewriting.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::hasPlainTensors(PadOpInterface op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  return type && !type.getEncoding() &&
         !isa<quant::UniformQuantizedPerAxisType,
              quant::UniformQuantizedSubChannelType>(type.getElementType());
}

Value mlir::pad::emitPad(OpBuilder &builder, PadOpInterface op, Value source,
                         const PadAmounts &amounts, Value value,
                         RankedTensorType resultType, Value init) {
  // An empty axis may read a value that an operand lets the op have.
  if (!amounts.takesValue())
    value = {};
  if (init)
    return PadIntoOp::create(builder, op.getLoc(), source, init, amounts, value)
        .getResult();
  return PadOp::create(builder, op.getLoc(), resultType, source, amounts,
                       value);
}

Value mlir::pad::getTensorInit(PadOpInterface op) {
  auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
  return padInto ? padInto.getInit() : Value();
}

bool mlir::pad::isOnlyUsedBy(PadOp pad, Operation *user) {
  return llvm::all_of(pad->getUses(), [&](OpOperand &use) {
    if (auto dim = dyn_cast<tensor::DimOp>(use.getOwner()))
      return dim.getConstantIndex().has_value();
    return use.getOwner() == user && user->getNumOperands() > 0 &&
           llvm::count(user->getOperands(), pad.getResult()) == 1;
  });
}

void mlir::pad::replaceDims(RewriterBase &rewriter, PadOp pad) {
  SmallVector<tensor::DimOp> dims;
  for (Operation *user : pad->getUsers())
    if (auto dim = dyn_cast<tensor::DimOp>(user))
      dims.push_back(dim);
  if (dims.empty())
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(pad);
  SmallVector<OpFoldResult> extents = emitPaddedExtents(rewriter, pad);
  for (tensor::DimOp dim : dims)
    rewriter.replaceOp(
        dim, getValueOrCreateConstantIndexOp(rewriter, pad.getLoc(),
                                             extents[*dim.getConstantIndex()]));
}

Value mlir::pad::getWrittenInit(Value init) {
  return init.getDefiningOp<tensor::EmptyOp>() ? Value() : init;
}

Value mlir::pad::castTo(OpBuilder &builder, Location loc, Value value,
                        RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

LogicalResult mlir::pad::applyOnly(Operation *root,
                                   RewritePatternSet &&patterns) {
  GreedyRewriteConfig config;
  config.enableFolding(false)
      .enableConstantCSE(false)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(root, std::move(patterns), config);
}

PadEffect mlir::pad::getPadEffect(PadOpInterface op) {
  PadAmounts amounts(op);
  if (amounts.isNoOp())
    return PadEffect::Same;
  std::optional<int64_t> before =
      multiplyExtents(op.getSourceType().getShape());
  std::optional<int64_t> after = multiplyExtents(op.getPaddedType().getShape());
  if (before && after) {
    if (*before == *after)
      return PadEffect::Same;
    return *before < *after ? PadEffect::Grows : PadEffect::Shrinks;
  }
  if (llvm::all_of(amounts.low, isKnownNonNegative) &&
      llvm::all_of(amounts.high, isKnownNonNegative) &&
      llvm::all_of(amounts.interior, isKnownNonNegative))
    return PadEffect::Grows;
  if (llvm::all_of(amounts.low, isKnownNotPositive) &&
      llvm::all_of(amounts.high, isKnownNotPositive) &&
      llvm::all_of(amounts.interior, isZeroInteger))
    return PadEffect::Shrinks;
  return PadEffect::Unknown;
}
