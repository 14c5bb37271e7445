//===- AdjointTilingInterfaceImpl.cpp - Tiles of gradients of pads --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::pad;

using Offsets = ArrayRef<OpFoldResult>;
using Sizes = ArrayRef<OpFoldResult>;

namespace {
/// A tile of a gradient is the gradient of a tile along the axes without pads.
/// Along the others it is the whole axis: what reads a part of one is not a
/// window of the result.
template <typename OpTy>
struct AdjointTiling
    : TilingInterface::ExternalModel<AdjointTiling<OpTy>, OpTy> {
  using Base = TilingInterface::ExternalModel<AdjointTiling<OpTy>, OpTy>;
  // MLIR 23 overloads these by a hint for packed tensors.
  using Base::generateResultTileValue;
  using Base::getTiledImplementation;

  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(cast<OpTy>(op).getRank(),
                                            utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    SmallVector<Range> domain;
    for (OpFoldResult extent : cast<OpTy>(op).getMixedSourceShape(builder))
      domain.push_back(
          Range{builder.getIndexAttr(0), extent, builder.getIndexAttr(1)});
    return domain;
  }

  FailureOr<TilingResult> getTiledImplementation(Operation *op,
                                                 OpBuilder &builder,
                                                 Offsets offsets,
                                                 Sizes sizes) const {
    auto adjoint = cast<OpTy>(op);
    if (!isa<TensorType>(adjoint.getGradient().getType()))
      return failure();
    PadAmounts pads(adjoint);
    for (int64_t axis = 0, rank = adjoint.getRank(); axis < rank; ++axis)
      if (!pads.isUnpadded(axis) &&
          !isWhole(adjoint, axis, offsets[axis], sizes[axis]))
        return failure();

    Location loc = op->getLoc();
    SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
    SmallVector<OpFoldResult> gradientSizes =
        tensor::getMixedSizes(builder, loc, adjoint.getGradient());
    for (int64_t axis = 0, rank = adjoint.getRank(); axis < rank; ++axis)
      if (pads.isUnpadded(axis))
        gradientSizes[axis] = sizes[axis];
    auto slice = [&](Value tensor, Sizes extents) -> tensor::ExtractSliceOp {
      return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets,
                                            extents, ones);
    };
    tensor::ExtractSliceOp gradient =
        slice(adjoint.getGradient(), gradientSizes);
    TilingResult result;
    result.generatedSlices.push_back(gradient);
    if constexpr (std::is_same_v<OpTy, AdjointOp>) {
      result.tiledOps.push_back(
          AdjointOp::create(builder, loc, gradient, sizes, pads));
    } else {
      tensor::ExtractSliceOp init = slice(adjoint.getInit(), sizes);
      result.generatedSlices.push_back(init);
      result.tiledOps.push_back(AdjointIntoOp::create(
          builder, loc, gradient, init, pads, adjoint.getAccumulate()));
    }
    result.tiledValues.push_back(result.tiledOps.front()->getResult(0));
    return result;
  }

  // The loops are the axes of the result.
  LogicalResult
  getResultTilePosition(Operation *, OpBuilder &, unsigned, Offsets offsets,
                        Sizes sizes, SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    resultOffsets.assign(offsets.begin(), offsets.end());
    resultSizes.assign(sizes.begin(), sizes.end());
    return success();
  }

  FailureOr<TilingResult> generateResultTileValue(Operation *op,
                                                  OpBuilder &builder, unsigned,
                                                  Offsets offsets,
                                                  Sizes sizes) const {
    return getTiledImplementation(op, builder, offsets, sizes);
  }

private:
  /// Whether a tile is all of axis `axis` of the result.
  static bool isWhole(OpTy adjoint, int64_t axis, OpFoldResult offset,
                      OpFoldResult size) {
    if (!isZeroInteger(offset))
      return false;
    int64_t extent = adjoint.getSourceShape()[axis];
    if (ShapedType::isStatic(extent))
      return getConstantIntValue(size) == extent;
    OpBuilder builder(adjoint.getContext());
    if constexpr (std::is_same_v<OpTy, AdjointOp>) {
      return isEqualConstantIntOrValue(
          size, adjoint.getMixedSourceShape(builder)[axis]);
    } else {
      auto value = dyn_cast<Value>(size);
      auto dim =
          value ? value.template getDefiningOp<tensor::DimOp>() : nullptr;
      return dim && dim.getSource() == adjoint.getInit() &&
             dim.getConstantIndex() == axis;
    }
  }
};
} // namespace

void mlir::pad::registerAdjointTilingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    // The models create ops of these dialects.
    context->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
    AdjointOp::attachInterface<AdjointTiling<AdjointOp>>(*context);
    AdjointIntoOp::attachInterface<AdjointTiling<AdjointIntoOp>>(*context);
  });
}
