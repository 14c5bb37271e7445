//===- PadToTosa.cpp - Pads to TOSA ---------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The ops are the data layout operators of the specification of TOSA,
// https://www.mlplatform.org/tosa/tosa_spec.html: pad, slice, reverse, concat,
// tile and reshape.
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/BackEnd.h"
#include "Pad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOTOSA
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

using Kind = RecipeStep::Kind;

namespace {
class TosaBackEnd : public BackEnd {
public:
  explicit TosaBackEnd(int64_t maxPieces)
      : BackEnd("TOSA", "tosa", maxPieces) {}

  /// What the verifiers of the dialect accept.
  std::string explainElementType(Type type) const override {
    auto quantized = dyn_cast<quant::QuantizedType>(type);
    bool hasType =
        quantized ? llvm::is_contained({4, 8, 16, 32},
                                       quantized.getStorageTypeIntegralWidth())
                  : type.isSignlessInteger() || type.isUnsignedInteger() ||
                        isa<FloatType>(type);
    return hasType ? "" : "which TOSA does not have; bitcast them";
  }

  /// MLIR lowers a tile by a reshape, which may have one dynamic extent.
  std::string explainStep(const PadRecipe & /*recipe*/,
                          const RecipeStep &step) const override {
    if (step.kind != Kind::Tile || step.type.getNumDynamicDims() <= 1)
      return "";
    return ("axis " + Twine(step.axis) + " repeats what it reads " +
            Twine(step.count) +
            " times, more often than max-pieces=" + Twine(traits.maxPieces) +
            ", so it is tiled, but MLIR lowers no tosa.tile of more than one "
            "dynamic extent; state one with tensor.cast, or raise max-pieces")
        .str();
  }

  Value emitPadding(OpBuilder &builder, PadOp op) const override {
    DenseElementsAttr constant = getConstantPadding(op, {1});
    if (!constant)
      return emitPaddingTensor(builder, op, {1});
    auto type = RankedTensorType::get({1}, op.getSourceType().getElementType());
    return tosa::ConstOp::create(builder, op.getLoc(), type, constant);
  }

  Value emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
             ValueRange operands,
             function_ref<Value()> getPadding) const override;
};
} // namespace

static Value emitShape(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> numbers) {
  return tosa::ConstShapeOp::create(
      builder, loc, tosa::shapeType::get(builder.getContext(), numbers.size()),
      builder.getIndexTensorAttr(numbers));
}

/// `shape` as TOSA's dialect states it, with -1 for what is inferred.
static SmallVector<int64_t> getShapeNumbers(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(shape, [](int64_t extent) {
    return ShapedType::isDynamic(extent) ? int64_t(-1) : extent;
  });
}

Value TosaBackEnd::emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
                        ValueRange operands,
                        function_ref<Value()> getPadding) const {
  Location loc = op.getLoc();
  Value operand = operands.empty() ? Value() : operands.front();
  switch (step.kind) {
  case Kind::Pad: {
    SmallVector<int64_t> padding;
    for (const PadAxis &axis : step.pads)
      padding.append({axis.low, axis.high});
    Value shape = emitShape(builder, loc, padding);
    return tosa::PadOp::create(builder, loc, step.type, operand, shape,
                               getPadding());
  }
  case Kind::Slice: {
    SmallVector<int64_t> starts = llvm::map_to_vector(
        step.slices, [](AxisSlice slice) { return slice.begin.offset; });
    // A dynamic extent is what is left behind the start.
    Value start = emitShape(builder, loc, starts);
    Value size = emitShape(builder, loc, getShapeNumbers(step.type.getShape()));
    return tosa::SliceOp::create(builder, loc, step.type, operand, start, size);
  }
  case Kind::Reverse:
    return tosa::ReverseOp::create(builder, loc, step.type, operand, step.axis);
  case Kind::Concat:
    return tosa::ConcatOp::create(builder, loc, step.type, operands, step.axis);
  case Kind::Tile: {
    SmallVector<int64_t> multiples(step.type.getRank(), 1);
    multiples[step.axis] = step.count;
    Value shape = emitShape(builder, loc, multiples);
    return tosa::TileOp::create(builder, loc, step.type, operand, shape);
  }
  case Kind::Reshape: {
    Value shape =
        emitShape(builder, loc, getShapeNumbers(step.type.getShape()));
    return tosa::ReshapeOp::create(builder, loc, step.type, operand, shape);
  }
  case Kind::Fill: {
    // One element of that rank, tiled.
    SmallVector<int64_t> ones(step.type.getRank(), 1);
    Value shape = emitShape(builder, loc, ones);
    Value element = tosa::ReshapeOp::create(builder, loc, step.type.clone(ones),
                                            getPadding(), shape);
    Value multiples = emitShape(builder, loc, step.type.getShape());
    return tosa::TileOp::create(builder, loc, step.type, element, multiples);
  }
  case Kind::Source:
  case Kind::RunTimePad:
  case Kind::Computed:
    break;
  }
  llvm_unreachable("no recipe for TOSA has this step");
}

namespace {
struct ConvertPadToTosa
    : BackEndPass<pad::impl::ConvertPadToTosaBase<ConvertPadToTosa>> {
  using BackEndPass::BackEndPass;

  std::shared_ptr<const BackEnd> createBackEnd() override {
    return std::make_shared<TosaBackEnd>(maxPieces);
  }
};
} // namespace

void mlir::pad::populatePadToTosaPatterns(RewritePatternSet &patterns,
                                          int64_t maxPieces) {
  populatePadToBackEndPatterns(patterns,
                               std::make_shared<TosaBackEnd>(maxPieces));
}
