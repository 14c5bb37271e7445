//===- PadToStablehlo.cpp - Pads to StableHLO -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The ops are those of the specification of StableHLO,
// https://openxla.org/stablehlo/spec: pad, dynamic_pad, slice, reverse,
// concatenate, broadcast_in_dim, reshape and constant, and for some extents
// get_dimension_size, convert and subtract.
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/BackEnd.h"
#include "Pad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOSTABLEHLO
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

using Kind = RecipeStep::Kind;

namespace {
class StablehloBackEnd : public BackEnd {
public:
  explicit StablehloBackEnd(int64_t maxPieces)
      : BackEnd("StableHLO", "stablehlo", maxPieces) {
    traits.padCrops = traits.padDilates = traits.hasEmptyTensors = true;
    traits.padsAtRunTime = traits.sliceCropsEnd = true;
  }

  std::string explainElementType(Type type) const override;
  std::string explainStep(const PadRecipe &recipe,
                          const RecipeStep &step) const override;
  bool readsPadding(const PadRecipe &recipe,
                    const RecipeStep &step) const override;
  Value emitPadding(OpBuilder &builder, PadOp op) const override;
  Value emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
             ValueRange operands,
             function_ref<Value()> getPadding) const override;
};
} // namespace

/// The types of the section "Types" of the specification that have a constant.
std::string StablehloBackEnd::explainElementType(Type type) const {
  Type part = type;
  if (auto complexType = dyn_cast<ComplexType>(type))
    part = complexType.getElementType();
  bool hasType = part.isF32() || part.isF64();
  if (part == type) {
    if (isa<quant::QuantizedType>(type))
      return "of which StableHLO has no constant; pad the storage "
             "(--pad-quantized-to-storage)";
    if (auto integer = dyn_cast<IntegerType>(type))
      hasType = !integer.isSigned() && integer.getWidth() <= 64 &&
                llvm::isPowerOf2_32(integer.getWidth()) &&
                (integer.getWidth() > 1 || integer.isSignless());
    else if (auto number = dyn_cast<FloatType>(type))
      hasType = number.getWidth() <= 64;
  }
  return hasType ? "" : "which StableHLO does not have; bitcast them";
}

std::string StablehloBackEnd::explainStep(const PadRecipe & /*recipe*/,
                                          const RecipeStep &step) const {
  // broadcast_in_dim and reshape state the shape of their result.
  if (step.kind == Kind::Tile)
    for (auto [axis, extent] : llvm::enumerate(step.type.getShape()))
      if (ShapedType::isDynamic(extent))
        return ("axis " + Twine(step.axis) + " repeats what it reads " +
                Twine(step.count) + " times, more often than max-pieces=" +
                Twine(traits.maxPieces) +
                ", so it is broadcast, which needs the extent of axis " +
                Twine(axis) + " as a number; state it with tensor.cast")
            .str();
  return "";
}

/// Whether some limit of `step`, a slice of a tensor of `shape`, is not known.
static bool hasOpenLimit(const RecipeStep &step, ArrayRef<int64_t> shape) {
  return llvm::any_of(llvm::zip_equal(shape, step.slices), [](auto axis) {
    auto [extent, slice] = axis;
    return ShapedType::isDynamic(extent) && slice.end.isFromEnd;
  });
}

bool StablehloBackEnd::readsPadding(const PadRecipe &recipe,
                                    const RecipeStep &step) const {
  if (step.kind != Kind::Slice)
    return BackEnd::readsPadding(recipe, step);
  return hasOpenLimit(step,
                      recipe.steps[step.operands.front()].type.getShape());
}

Value StablehloBackEnd::emitPadding(OpBuilder &builder, PadOp op) const {
  DenseElementsAttr constant = getConstantPadding(op, {});
  if (!constant)
    return emitPaddingTensor(builder, op, {});
  return createForeignOp(builder, op.getLoc(), "stablehlo.constant",
                         cast<RankedTensorType>(constant.getType()), {},
                         builder.getNamedAttr("value", constant));
}

static NamedAttribute getList(Builder &builder, StringRef name,
                              ArrayRef<int64_t> numbers) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
}

static Value emitPad(OpBuilder &builder, Location loc, RankedTensorType type,
                     Value operand, Value padding, ArrayRef<int64_t> low,
                     ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  return createForeignOp(builder, loc, "stablehlo.pad", type,
                         {operand, padding},
                         {getList(builder, "edge_padding_low", low),
                          getList(builder, "edge_padding_high", high),
                          getList(builder, "interior_padding", interior)});
}

/// A pad by `low` and `high` that crops, where `high` of axis `axis`, which is
/// dynamic, is the limit of the slice, and becomes that less the extent.
static Value emitLimit(OpBuilder &builder, Location loc, RankedTensorType type,
                       Value operand, Value padding, int64_t axis,
                       ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  int64_t rank = type.getRank();
  auto getType = [&](ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getI64Type());
  };
  auto emitList = [&](ArrayRef<int64_t> numbers) {
    auto value = DenseElementsAttr::get(getType(rank), numbers);
    return createForeignOp(builder, loc, "stablehlo.constant", getType(rank),
                           {}, builder.getNamedAttr("value", value));
  };
  Value extent = createForeignOp(
      builder, loc, "stablehlo.get_dimension_size",
      RankedTensorType::get({}, builder.getI32Type()), operand,
      builder.getNamedAttr("dimension", builder.getI64IntegerAttr(axis)));
  extent =
      createForeignOp(builder, loc, "stablehlo.convert", getType({}), extent);
  // The extent at the position of the axis, and zeros at those of the others.
  auto zero = DenseElementsAttr::get(getType({}), int64_t(0));
  Value zeros = emitList(SmallVector<int64_t>(rank, 0));
  extent =
      createForeignOp(builder, loc, "stablehlo.reshape", getType(1), extent);
  Value extents =
      emitPad(builder, loc, getType(rank), extent,
              createForeignOp(builder, loc, "stablehlo.constant", getType({}),
                              {}, builder.getNamedAttr("value", zero)),
              axis, rank - 1 - axis, 0);
  Value less = createForeignOp(builder, loc, "stablehlo.subtract",
                               getType(rank), {emitList(high), extents});
  return createForeignOp(builder, loc, "stablehlo.dynamic_pad", type,
                         {operand, padding, emitList(low), less, zeros});
}

/// A slice, or a pad by negative numbers where a limit is not known.
static Value emitSlice(OpBuilder &builder, Location loc, const RecipeStep &step,
                       Value operand, function_ref<Value()> getPadding) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(operand.getType()).getShape();
  SmallVector<int64_t> starts, limits, low, high;
  std::optional<int64_t> limitedAxis;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    const AxisSlice &slice = step.slices[axis];
    bool isDynamic = ShapedType::isDynamic(extent);
    starts.push_back(slice.begin.offset);
    low.push_back(-slice.begin.offset);
    limits.push_back(isDynamic ? slice.end.offset : slice.end.get(extent));
    high.push_back(isDynamic ? limits.back() : limits.back() - extent);
    if (isDynamic && slice.end.isFromEnd)
      high.back() = -slice.end.offset;
    else if (isDynamic)
      limitedAxis = axis;
  }
  if (!hasOpenLimit(step, shape))
    return createForeignOp(
        builder, loc, "stablehlo.slice", step.type, operand,
        {getList(builder, "start_indices", starts),
         getList(builder, "limit_indices", limits),
         getList(builder, "strides", SmallVector<int64_t>(shape.size(), 1))});
  if (limitedAxis)
    return emitLimit(builder, loc, step.type, operand, getPadding(),
                     *limitedAxis, low, high);
  return emitPad(builder, loc, step.type, operand, getPadding(), low, high,
                 SmallVector<int64_t>(shape.size(), 0));
}

/// `operand` several times: one element is broadcast along its axis, several
/// along an axis of their own, which a reshape merges with theirs.
static Value emitTile(OpBuilder &builder, Location loc, const RecipeStep &step,
                      Value operand) {
  SmallVector<int64_t> shape(step.type.getShape());
  SmallVector<int64_t> dimensions =
      llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  bool isElement = shape[step.axis] == step.count;
  if (!isElement) {
    shape[step.axis] /= step.count;
    shape.insert(shape.begin() + step.axis, step.count);
    for (int64_t &dimension : llvm::drop_begin(dimensions, step.axis))
      ++dimension;
  }
  Value tiled = createForeignOp(
      builder, loc, "stablehlo.broadcast_in_dim", step.type.clone(shape),
      operand, getList(builder, "broadcast_dimensions", dimensions));
  return isElement ? tiled
                   : createForeignOp(builder, loc, "stablehlo.reshape",
                                     step.type, tiled);
}

Value StablehloBackEnd::emit(OpBuilder &builder, PadOp op,
                             const RecipeStep &step, ValueRange operands,
                             function_ref<Value()> getPadding) const {
  Location loc = op.getLoc();
  switch (step.kind) {
  case Kind::Pad:
    return emitPad(builder, loc, step.type, operands.front(), getPadding(),
                   collect(step.pads, &PadAxis::low),
                   collect(step.pads, &PadAxis::high),
                   collect(step.pads, &PadAxis::interior));
  case Kind::RunTimePad:
    return createForeignOp(builder, loc, "stablehlo.dynamic_pad", step.type,
                           {operands.front(), getPadding(),
                            emitNumbers(builder, loc, op.getMixedLow()),
                            emitNumbers(builder, loc, op.getMixedHigh()),
                            emitNumbers(builder, loc, op.getMixedInterior())});
  case Kind::Slice:
    return emitSlice(builder, loc, step, operands.front(), getPadding);
  case Kind::Reverse:
    return createForeignOp(builder, loc, "stablehlo.reverse", step.type,
                           operands, getList(builder, "dimensions", step.axis));
  case Kind::Concat:
    return createForeignOp(
        builder, loc, "stablehlo.concatenate", step.type, operands,
        builder.getNamedAttr("dimension",
                             builder.getI64IntegerAttr(step.axis)));
  case Kind::Tile:
    return emitTile(builder, loc, step, operands.front());
  case Kind::Fill:
    return createForeignOp(builder, loc, "stablehlo.broadcast_in_dim",
                           step.type, getPadding(),
                           getList(builder, "broadcast_dimensions", {}));
  case Kind::Source:
  case Kind::Reshape:
  case Kind::Computed:
    break;
  }
  llvm_unreachable("no recipe for StableHLO has this step");
}

namespace {
struct ConvertPadToStablehlo
    : BackEndPass<pad::impl::ConvertPadToStablehloBase<ConvertPadToStablehlo>> {
  using BackEndPass::BackEndPass;

  std::shared_ptr<const BackEnd> createBackEnd() override {
    return std::make_shared<StablehloBackEnd>(maxPieces);
  }
};
} // namespace

void mlir::pad::populatePadToStablehloPatterns(RewritePatternSet &patterns,
                                               int64_t maxPieces) {
  populatePadToBackEndPatterns(patterns,
                               std::make_shared<StablehloBackEnd>(maxPieces));
}
