//===- AdjointOps.cpp - Builders and checks of gradients of pads ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "PadVerifier.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Builders and shapes
//===----------------------------------------------------------------------===//

namespace {
/// Numbers of pads, split into what is static and what is not.
struct SplitNumbers {
  explicit SplitNumbers(ArrayRef<OpFoldResult> numbers) {
    dispatchIndexOpFoldResults(numbers, values, integers);
  }
  SmallVector<Value> values;
  SmallVector<int64_t> integers;
};

struct SplitAmounts {
  explicit SplitAmounts(MLIRContext *context, const PadAmounts &pads)
      : low(pads.low), high(pads.high),
        interior(llvm::all_of(pads.interior, isStaticZero)
                     ? ArrayRef<OpFoldResult>()
                     : pads.interior),
        modes(PadModesAttr::get(context, pads.modes)) {}
  SplitNumbers low, high, interior;
  PadModesAttr modes;
};
} // namespace

void AdjointOp::build(OpBuilder &builder, OperationState &state, Value gradient,
                      ArrayRef<OpFoldResult> extents, const PadAmounts &pads) {
  SplitNumbers shape(extents);
  SplitAmounts split(builder.getContext(), pads);
  auto type = cast<RankedTensorType>(gradient.getType());
  build(builder, state,
        RankedTensorType::get(shape.integers, type.getElementType(),
                              type.getEncoding()),
        gradient, shape.values, shape.integers, split.low.values,
        split.high.values, split.interior.values, split.modes,
        split.low.integers, split.high.integers, split.interior.integers);
}

void AdjointIntoOp::build(OpBuilder &builder, OperationState &state,
                          Value gradient, Value init, const PadAmounts &pads,
                          bool accumulate) {
  SplitAmounts split(builder.getContext(), pads);
  build(builder, state,
        isa<TensorType>(init.getType()) ? init.getType() : Type(), gradient,
        init, accumulate, split.low.values, split.high.values,
        split.interior.values, split.modes, split.low.integers,
        split.high.integers, split.interior.integers);
}

void AdjointValueOp::build(OpBuilder &builder, OperationState &state,
                           Value gradient, ArrayRef<OpFoldResult> extents,
                           const PadAmounts &pads) {
  SplitNumbers shape(extents);
  SplitAmounts split(builder.getContext(), pads);
  build(builder, state, cast<ShapedType>(gradient.getType()).getElementType(),
        gradient, shape.values, shape.integers, split.low.values,
        split.high.values, split.interior.values, split.modes,
        split.low.integers, split.high.integers, split.interior.integers);
}

SmallVector<OpFoldResult> AdjointOp::getMixedSourceShape(OpBuilder &builder) {
  return getMixedValues(getStaticExtents(), getExtents(), builder);
}

SmallVector<OpFoldResult>
AdjointIntoOp::getMixedSourceShape(OpBuilder &builder) {
  return getMixedExtents(builder, getLoc(), getInit());
}

SmallVector<OpFoldResult>
AdjointValueOp::getMixedSourceShape(OpBuilder &builder) {
  return getMixedValues(getStaticExtents(), getExtents(), builder);
}

LogicalResult
AdjointOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  // As for `pad.pad`: the type decides what is an attribute.
  SmallVector<OpFoldResult> extents;
  for (auto [extent, given] :
       llvm::zip_equal(getType().getShape(), getMixedSourceShape(builder)))
    extents.push_back(
        ShapedType::isStatic(extent)
            ? OpFoldResult(builder.getIndexAttr(extent))
            : getValueOrCreateConstantIndexOp(builder, getLoc(), given));
  reifiedReturnShapes.push_back(std::move(extents));
  return success();
}

LogicalResult
AdjointValueOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                 ValueRange operands, DictionaryAttr,
                                 OpaqueProperties, RegionRange,
                                 SmallVectorImpl<Type> &inferredReturnTypes) {
  auto type = dyn_cast<ShapedType>(operands.front().getType());
  if (!type)
    return emitOptionalError(loc,
                             "gradient must be a tensor or memref, but is ",
                             operands.front().getType());
  inferredReturnTypes.push_back(type.getElementType());
  return success();
}

PadAxis mlir::pad::getStaticNumbers(AdjointOpInterface op, int64_t axis) {
  return getStaticNumbers(op, axis, op.getSourceShape()[axis]);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

bool mlir::pad::isSummable(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType());
  return isa<FloatType, IndexType>(type) ||
         (isa<IntegerType>(type) && !type.isInteger(1));
}

bool mlir::pad::hasNativeSum(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return isa<IntegerType, IndexType, Float16Type, BFloat16Type, Float32Type,
             Float64Type, Float80Type, Float128Type>(type);
}

/// A3
static LogicalResult verifyGradient(AdjointOpInterface op) {
  ShapedType gradient = op.getGradientType();
  if (!isSummable(gradient.getElementType()))
    return op.emitOpError()
           << "element type " << gradient.getElementType()
           << " has no addition; convert the gradient to integers of 2 bits or "
              "more, floating-point or complex numbers (A3)";
  return success();
}

/// The source of the pad, which is called `name`, agrees with the gradient.
static LogicalResult verifySourceType(AdjointOpInterface op, StringRef name,
                                      ShapedType source) {
  ShapedType gradient = op.getGradientType();
  if (isa<TensorType>(source) != isa<TensorType>(gradient))
    return op.emitOpError()
           << "gradient is " << Type(gradient) << " and " << name << " is "
           << Type(source) << "; give two tensors or two memrefs";
  if (source.getRank() != gradient.getRank())
    return op.emitOpError()
           << "gradient has rank " << gradient.getRank() << ", but " << name
           << " has rank " << source.getRank() << " (C1)";
  if (source.getElementType() != gradient.getElementType())
    return op.emitOpError()
           << "gradient has element type " << gradient.getElementType()
           << ", but " << name << " has " << source.getElementType() << " (C4)";
  auto tensor = dyn_cast<RankedTensorType>(source);
  if (tensor &&
      tensor.getEncoding() != cast<RankedTensorType>(gradient).getEncoding())
    return op.emitOpError()
           << "gradient type " << Type(gradient) << " and " << name << " type "
           << Type(source) << " differ in their encoding (C4)";
  return success();
}

/// A1: `list` has one entry for each axis, none of which is negative.
static LogicalResult verifyExtents(AdjointOpInterface op,
                                   ArrayRef<int64_t> list,
                                   OperandRange operands) {
  if (failed(verifyPadList(op, op.getRank(), "of", list, operands)))
    return failure();
  for (auto [axis, extent] : llvm::enumerate(list))
    if (ShapedType::isStatic(extent) && extent < 0)
      return op.emitOpError() << "extent of axis " << axis << " is " << extent
                              << ", but must not be negative (A1)";
  return success();
}

LogicalResult mlir::pad::verifyAdjointOp(AdjointOpInterface op) {
  int64_t rank = op.getRank();
  if (failed(verifyPadNumbers(op, rank)))
    return failure();
  for (int64_t axis = 0; axis < rank; ++axis)
    if (std::string reason = explainInvalidPadAxis(
            axis, getStaticNumbers(op, axis),
            /*areModesMixed=*/op.getModes().getList().size() > 1,
            op.getGradientType().getDimSize(axis), "gradient", "A1");
        !reason.empty())
      return op.emitOpError() << reason;
  return success();
}

LogicalResult AdjointOp::verify() {
  if (failed(verifyGradient(*this)) ||
      failed(verifySourceType(*this, "result", getType())) ||
      failed(verifyExtents(*this, getStaticExtents(), getExtents())))
    return failure();
  for (auto [axis, extent, declared] :
       llvm::enumerate(getStaticExtents(), getType().getShape()))
    if (extent != declared) {
      auto print = [](int64_t number) {
        return ShapedType::isDynamic(number) ? std::string("?")
                                             : std::to_string(number);
      };
      return emitOpError() << "result axis " << axis << " has extent "
                           << print(declared) << ", but of has "
                           << print(extent) << "; give the same (A1)";
    }
  return verifyAdjointOp(*this);
}

LogicalResult AdjointIntoOp::verify() {
  auto init = cast<ShapedType>(getInit().getType());
  if (failed(verifyGradient(*this)) ||
      failed(verifySourceType(*this, "init", init)))
    return failure();
  if (getInit() == getGradient() && isa<BaseMemRefType>(init))
    return emitOpError() << "gradient and init are one memref: elements would "
                            "be overwritten before they are read; write into "
                            "another memref";
  return verifyAdjointOp(*this);
}

LogicalResult AdjointValueOp::verify() {
  if (failed(verifyGradient(*this)) ||
      failed(verifyExtents(*this, getStaticExtents(), getExtents())))
    return failure();
  return verifyAdjointOp(*this);
}
