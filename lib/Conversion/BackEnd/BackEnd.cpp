//===- BackEnd.cpp - Systems that pads are written for --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/BackEnd.h"
#include "Pad/IR/PaddingValue.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// Why `op` is none for `backEnd` whatever its steps are; empty if it may be.
static std::string explainTensor(PadOp op, const BackEnd &backEnd) {
  auto type = cast<RankedTensorType>(op.getSource().getType());
  Type elementType = type.getElementType();
  if (type.getEncoding())
    return "its tensors have an encoding, which has no meaning there; remove "
           "it";
  if (isa<quant::UniformQuantizedPerAxisType>(elementType))
    return "it is quantized along an axis; pad the storage "
           "(--pad-quantized-to-storage)";
  std::string reason = backEnd.explainElementType(elementType);
  if (!reason.empty())
    reason = "its elements are of type " + llvm::to_string(elementType) + ", " +
             reason;
  return reason;
}

bool BackEnd::readsPadding(const PadRecipe & /*recipe*/,
                           const RecipeStep &step) const {
  bool isPad = step.kind == RecipeStep::Kind::Pad ||
               step.kind == RecipeStep::Kind::RunTimePad;
  return step.kind == RecipeStep::Kind::Fill ||
         (isPad && step.mode == PadMode::Constant);
}

PadRecipe mlir::pad::getPadRecipe(PadOp op, const BackEnd &backEnd) {
  PadRecipe recipe;
  recipe.refusal = explainTensor(op, backEnd);
  if (!recipe.refusal.empty())
    return recipe;
  recipe = getPadRecipe(op, backEnd.getTraits());
  for (const RecipeStep &step : recipe.steps) {
    if (!recipe.refusal.empty())
      break;
    if (backEnd.readsPadding(recipe, step) && !getConstantPaddingValue(op) &&
        !canEmitPaddingValue(op))
      recipe.refusal = "its element type has no default padding value; give a "
                       "value";
    else
      recipe.refusal = backEnd.explainStep(recipe, step);
  }
  return recipe;
}

Value mlir::pad::emitRecipe(OpBuilder &builder, PadOp op,
                            const PadRecipe &recipe, const BackEnd &backEnd) {
  Value padding;
  auto getPadding = [&] {
    if (!padding)
      padding = backEnd.emitPadding(builder, op);
    return padding;
  };
  SmallVector<Value> values = {op.getSource()};
  for (const RecipeStep &step : llvm::drop_begin(recipe.steps)) {
    SmallVector<Value> operands;
    for (int64_t operand : step.operands)
      operands.push_back(values[operand]);
    values.push_back(backEnd.emit(builder, op, step, operands, getPadding));
  }
  Value result = values.back();
  return result.getType() == op.getType()
             ? result
             : tensor::CastOp::create(builder, op.getLoc(), op.getType(),
                                      result);
}

namespace {
/// A `pad.pad` becomes the ops of its recipe.
struct LowerByRecipe : OpRewritePattern<PadOp> {
  LowerByRecipe(MLIRContext *context, std::shared_ptr<const BackEnd> backEnd)
      : OpRewritePattern(context), backEnd(std::move(backEnd)) {}

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    PadRecipe recipe = getPadRecipe(op, *backEnd);
    if (!recipe.refusal.empty())
      return rewriter.notifyMatchFailure(op, recipe.refusal);
    rewriter.replaceOp(op, emitRecipe(rewriter, op, recipe, *backEnd));
    return success();
  }

  std::shared_ptr<const BackEnd> backEnd;
};
} // namespace

void mlir::pad::populatePadToBackEndPatterns(
    RewritePatternSet &patterns, std::shared_ptr<const BackEnd> backEnd) {
  patterns.add<LowerByRecipe>(patterns.getContext(), std::move(backEnd));
}

/// Checks that ops named `dialect`.... can be created in the context of `root`;
/// emits an error that says what to do, and fails, if not.
static LogicalResult checkDialect(Operation *root, StringRef dialect) {
  MLIRContext *context = root->getContext();
  if (context->allowsUnregisteredDialects() ||
      context->getLoadedDialect(dialect))
    return success();
  return root->emitError() << "dialect '" << dialect
                           << "' is not loaded, so its ops cannot be created; "
                              "load it, or allow ops of dialects that are not "
                              "linked in (--allow-unregistered-dialect)";
}

LogicalResult mlir::pad::convertPads(Operation *root,
                                     std::shared_ptr<const BackEnd> backEnd,
                                     bool partial) {
  if (failed(checkDialect(root, backEnd->getDialect())))
    return failure();
  RewritePatternSet patterns(root->getContext());
  populatePadToBackEndPatterns(patterns, backEnd);
  GreedyRewriteConfig config;
  config.enableFolding(false);
  if (failed(applyPatternsGreedily(root, std::move(patterns), config)))
    return failure();
  if (partial)
    return success();
  bool isComplete = true;
  root->walk([&](PadOpInterface op) {
    if (!isa<TensorType>(op.getSource().getType()))
      return;
    auto padOp = dyn_cast<PadOp>(op.getOperation());
    std::string reason = padOp ? getPadRecipe(padOp, *backEnd).refusal
                               : "it pads into a destination; convert before "
                                 "--pad-to-destination-style";
    op.emitOpError() << "has no form in " << backEnd->getName() << ": "
                     << reason << "; partial=true leaves such pads";
    isComplete = false;
  });
  return success(isComplete);
}

Value mlir::pad::createForeignOp(OpBuilder &builder, Location loc,
                                 StringRef name, RankedTensorType type,
                                 ValueRange operands,
                                 ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name, operands, type, attributes);
  return builder.create(state)->getResult(0);
}

SmallVector<int64_t> mlir::pad::collect(ArrayRef<PadAxis> pads,
                                        int64_t PadAxis::*number) {
  return llvm::map_to_vector(pads,
                             [&](const PadAxis &axis) { return axis.*number; });
}

DenseElementsAttr mlir::pad::getConstantPadding(PadOp op,
                                                ArrayRef<int64_t> shape) {
  TypedAttr value = getConstantPaddingValue(op);
  if (!value)
    return {};
  Type type = op.getSourceType().getElementType();
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    type = quantized.getStorageType();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return DenseElementsAttr::get(RankedTensorType::get(shape, type),
                                  integer.getValue());
  return DenseElementsAttr::get(RankedTensorType::get(shape, type),
                                cast<FloatAttr>(value).getValue());
}

Value mlir::pad::emitNumbers(OpBuilder &builder, Location loc,
                             ArrayRef<OpFoldResult> numbers) {
  SmallVector<Value> values;
  for (OpFoldResult number : numbers) {
    Value value = getValueOrCreateConstantIndexOp(builder, loc, number);
    values.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value));
  }
  auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                    builder.getI64Type());
  return tensor::FromElementsOp::create(builder, loc, type, values);
}

Value mlir::pad::emitPaddingTensor(OpBuilder &builder, PadOp op,
                                   ArrayRef<int64_t> shape) {
  Value value = emitPaddingValue(builder, op.getLoc(), op);
  auto type = RankedTensorType::get(shape, value.getType());
  return tensor::FromElementsOp::create(builder, op.getLoc(), type, value);
}
