//===- DrawnMoves.cpp - Pads, slices and reshapes of a program ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "ProgramDrawer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Numbers and elements
//===----------------------------------------------------------------------===//

std::optional<PadAxis> ProgramDrawer::drawAxis(int64_t extent, bool extends) {
  if (b.choose(0, 3) == 0)
    return PadAxis{extent};
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis =
      b.choosePads(mode, extent, /*hasInterior=*/!extends && choose());
  if (axis && extends) {
    axis->low = std::max<int64_t>(axis->low, 0);
    axis->high = std::max<int64_t>(axis->high, 0);
    if (!isValidAxis(*axis))
      return std::nullopt;
  }
  return axis;
}

PadAmounts ProgramDrawer::addAmounts(ArrayRef<PadAxis> axes) {
  PadAmounts amounts;
  for (const PadAxis &axis : axes) {
    amounts.low.push_back(addIndex(axis.low));
    amounts.high.push_back(addIndex(axis.high));
    amounts.interior.push_back(axis.interior ? addIndex(axis.interior)
                                             : b.addIndex(0));
    amounts.modes.push_back({axis.mode, axis.periodic});
  }
  return amounts;
}

Value ProgramDrawer::addPadOf(Value source, ArrayRef<PadAxis> axes) {
  PadAmounts amounts = addAmounts(axes);
  Value value = chooseValue(b, axes, type, /*isConstant=*/isInCallee);
  return PadOp::create(builder, loc, source, amounts.modes, amounts.low,
                       amounts.high, amounts.interior, value);
}

Value ProgramDrawer::addSlice(Value source, ArrayRef<int64_t> offsets,
                              ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> strides) {
  SmallVector<OpFoldResult> at, sizes, steps;
  for (auto [offset, extent, stride] :
       llvm::zip_equal(offsets, shape, strides)) {
    at.push_back(addIndex(offset));
    sizes.push_back(addIndex(extent));
    steps.push_back(b.addIndex(stride));
  }
  return tensor::ExtractSliceOp::create(builder, loc, source, at, sizes, steps);
}

DrawnTensor ProgramDrawer::addInput(SmallVector<int64_t> shape) {
  SmallVector<int64_t> known = shape;
  for (int64_t &extent : known)
    if (choose())
      extent = ShapedType::kDynamic;
  return {b.addTensor(RankedTensorType::get(known, type), shape,
                      /*special=*/false),
          shape};
}

Value ProgramDrawer::addBinary(int64_t kind, Value x, Value y) {
  bool isFloat = isa<FloatType>(type);
  auto create = [&](auto floatOp, auto integerOp) -> Value {
    if (isFloat)
      return decltype(floatOp)::create(builder, loc, x, y);
    return decltype(integerOp)::create(builder, loc, x, y);
  };
  switch (kind) {
  case 0:
    return create(arith::AddFOp(), arith::AddIOp());
  case 1:
    return create(arith::SubFOp(), arith::SubIOp());
  case 2:
    return create(arith::MaximumFOp(), arith::MaxSIOp());
  default:
    return create(arith::MinimumFOp(), arith::MinSIOp());
  }
}

Value ProgramDrawer::addScaled(Value x) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat factor(b.pick({0.5, -1.0, 3.0}));
    bool losesInfo;
    factor.convert(floatType.getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return arith::MulFOp::create(
        builder, loc, x,
        b.addConstant(type, factor.bitcastToAPInt().getZExtValue()));
  }
  return arith::MulIOp::create(builder, loc, x, b.addConstant(type, 3));
}

//===----------------------------------------------------------------------===//
// Moves of elements
//===----------------------------------------------------------------------===//

DrawnTensor ProgramDrawer::drawPad(const DrawnTensor &source, bool extends) {
  SmallVector<PadAxis> axes;
  DrawnTensor result;
  for (int64_t extent : source.shape) {
    std::optional<PadAxis> axis = drawAxis(extent, extends);
    if (!axis)
      return {};
    axes.push_back(*axis);
    result.shape.push_back(*getPaddedExtent(*axis));
  }
  if (!isSmall(result.shape))
    return {};
  result.value = addPadOf(source.value, axes);
  return result;
}

DrawnTensor ProgramDrawer::drawAdjoint(const DrawnTensor &gradient) {
  SmallVector<PadAxis> axes;
  SmallVector<OpFoldResult> extents;
  DrawnTensor result;
  for (int64_t padded : gradient.shape) {
    PadAxis axis{padded};
    if (choose()) {
      AxisMode mode = b.chooseMode();
      axis = {b.choose(0, 6),     b.choose(-3, 4), 0,
              b.choose(0, 3) / 2, mode.mode,       mode.periodic};
      axis.high =
          padded - axis.low - *getDilatedExtent(axis.extent, axis.interior);
      if (!isValidAxis(axis) || getPaddedExtent(axis) != padded)
        return {};
    }
    axes.push_back(axis);
    extents.push_back(addIndex(axis.extent));
    result.shape.push_back(axis.extent);
  }
  result.value = AdjointOp::create(builder, loc, gradient.value, extents,
                                   addAmounts(axes));
  return result;
}

DrawnTensor ProgramDrawer::drawSlice(const DrawnTensor &source) {
  SmallVector<int64_t> offsets, strides;
  DrawnTensor result;
  for (int64_t extent : source.shape) {
    // The verifier refuses slices that begin at the end, even empty ones.
    if (extent == 0)
      return {};
    offsets.push_back(b.choose(0, extent - 1));
    int64_t left = extent - offsets.back();
    strides.push_back(b.choose(0, 5) == 0 && left > 2 ? 2 : 1);
    int64_t most = (left + strides.back() - 1) / strides.back();
    result.shape.push_back(b.choose(std::min<int64_t>(most, 1), most));
  }
  result.value = addSlice(source.value, offsets, result.shape, strides);
  return result;
}

DrawnTensor ProgramDrawer::drawInsertion(const DrawnTensor &target) {
  const DrawnTensor &source = pickTensor();
  if (source.getRank() != target.getRank())
    return {};
  SmallVector<OpFoldResult> offsets;
  for (auto [extent, most] : llvm::zip_equal(source.shape, target.shape)) {
    if (extent > most || most == 0)
      return {};
    offsets.push_back(addIndex(std::min(b.choose(0, most - extent), most - 1)));
  }
  SmallVector<OpFoldResult> strides(offsets.size(), b.addIndex(1));
  return {tensor::InsertSliceOp::create(builder, loc, source.value,
                                        target.value, offsets,
                                        getSizes(source.value), strides),
          target.shape};
}

DrawnTensor ProgramDrawer::drawReshape(const DrawnTensor &source) {
  DrawnTensor result;
  int64_t axis = b.choose(0, source.getRank() - 1), rank = source.getRank();
  SmallVector<int64_t> known(source.getType().getShape());
  SmallVector<ReassociationIndices> groups;
  if (rank >= 2 && axis + 1 < rank && choose()) {
    // Two axes become one.
    for (int64_t i = 0; i < rank; ++i) {
      if (i == axis + 1)
        groups.back().push_back(i), result.shape.back() *= source.shape[i];
      else
        groups.push_back({i}), result.shape.push_back(source.shape[i]);
    }
    result.value =
        tensor::CollapseShapeOp::create(builder, loc, source.value, groups);
    return result;
  }
  if (rank >= 4)
    return {};
  // One axis becomes two.
  int64_t extent = source.shape[axis], inner = 1;
  for (int64_t factor : {2, 3})
    if (extent % factor == 0 && choose())
      inner = factor;
  SmallVector<OpFoldResult> sizes = getSizes(source.value), outputs;
  SmallVector<int64_t> shape;
  for (int64_t i = 0, next = 0; i < rank; ++i) {
    groups.push_back({next++});
    result.shape.push_back(source.shape[i]);
    outputs.push_back(sizes[i]);
    shape.push_back(known[i]);
    if (i != axis)
      continue;
    groups.back().push_back(next++);
    bool isDynamic = ShapedType::isDynamic(known[i]);
    result.shape.back() = extent / inner;
    result.shape.push_back(inner);
    outputs.back() =
        isDynamic && inner != 1
            ? b.addIndex(extent / inner,
                         isInCallee ? Known::Constant : Known::Argument)
        : isDynamic ? outputs.back()
                    : b.addIndex(extent / inner);
    shape.back() = isDynamic ? ShapedType::kDynamic : extent / inner;
    outputs.push_back(b.addIndex(inner));
    shape.push_back(inner);
  }
  result.value = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type), source.value, groups,
      outputs);
  return result;
}

DrawnTensor ProgramDrawer::drawTranspose(const DrawnTensor &source) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(source.getRank()));
  for (int64_t i = source.getRank() - 1; i > 0; --i)
    std::swap(order[i], order[b.choose(0, i)]);
  SmallVector<OpFoldResult> sizes = getSizes(source.value), permuted;
  DrawnTensor result;
  for (int64_t axis : order) {
    permuted.push_back(sizes[axis]);
    result.shape.push_back(source.shape[axis]);
  }
  result.value = linalg::TransposeOp::create(builder, loc, source.value,
                                             addEmpty(permuted), order)
                     ->getResult(0);
  return result;
}

DrawnTensor ProgramDrawer::drawCast(const DrawnTensor &source) {
  SmallVector<int64_t> shape(source.shape);
  for (int64_t &extent : shape)
    if (choose())
      extent = ShapedType::kDynamic;
  auto cast = RankedTensorType::get(shape, type);
  if (cast == source.value.getType())
    return {};
  return {castTo(source.value, cast), source.shape};
}

DrawnTensor ProgramDrawer::drawConcat(const DrawnTensor &source) {
  const DrawnTensor &other = pickTensor();
  int64_t axis = b.choose(0, source.getRank() - 1);
  DrawnTensor result{{}, source.shape};
  if (other.getRank() != source.getRank())
    return {};
  result.shape[axis] = other.shape[axis];
  if (result.shape != other.shape)
    return {};
  result.shape[axis] += source.shape[axis];
  if (!isSmall(result.shape))
    return {};
  result.value = tensor::ConcatOp::create(
      builder, loc, axis, ValueRange{source.value, other.value});
  return result;
}
