//===- TilingInterfaceImpl.cpp - Tiles of pads and of their gradients -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::pad;

using Offsets = ArrayRef<OpFoldResult>;
using Sizes = ArrayRef<OpFoldResult>;

/// Whether upstream lets a slice of `tensor` start at `offsets`. A slice, even
/// an empty one, must not start behind the last element.
static bool hasSlice(Value tensor, Offsets offsets) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return llvm::all_of(
      llvm::zip_equal(type.getShape(), offsets), [](auto extentAndOffset) {
        auto [extent, offset] = extentAndOffset;
        std::optional<int64_t> number = getConstantIntValue(offset);
        return ShapedType::isDynamic(extent) || !number || *number < extent;
      });
}

/// Shape of the result or destination of `op`.
static SmallVector<OpFoldResult> emitResultShape(OpBuilder &builder,
                                                 PadOpInterface op) {
  return emitPaddedExtents(builder, op);
}

/// Shape of the gradient of the source.
static SmallVector<OpFoldResult> emitResultShape(OpBuilder &builder,
                                                 AdjointOpInterface op) {
  return op.getMixedSourceShape(builder);
}

/// Creates the pad that makes the elements `[offsets, offsets + sizes)` of the
/// result of `op`.
static FailureOr<PadOp> createTile(OpBuilder &builder, PadOp op,
                                   Offsets offsets, Sizes sizes) {
  return createSlicedPad(builder, op.getLoc(), op, offsets, sizes);
}

static FailureOr<PadIntoOp> createTile(OpBuilder &builder, PadIntoOp op,
                                       Offsets offsets, Sizes sizes) {
  // A slice of a memref could overlap a source that is the interior view of the
  // whole memref.
  if (!op.hasPureTensorSemantics() || !hasSlice(op.getInit(), offsets))
    return failure();
  Value init = emitSlice(builder, op.getLoc(), op.getInit(), offsets, sizes);
  FailureOr<PadIntoOp> tile =
      createSlicedPadInto(builder, op.getLoc(), op, init, offsets, sizes);
  if (failed(tile))
    init.getDefiningOp()->erase();
  return tile;
}

/// `op` of `source`, a slice of its source that is all of the axes with pads,
/// for the elements `[offsets, offsets + sizes)` of its result.
static PadOp createTileOfSource(OpBuilder &builder, PadOp op, Value source,
                                Offsets, Sizes sizes) {
  return PadOp::create(builder, op.getLoc(),
                       op.getType().clone(decomposeMixedValues(sizes).first),
                       source, PadAmounts(op), op.getValue());
}

static PadIntoOp createTileOfSource(OpBuilder &builder, PadIntoOp op,
                                    Value source, Offsets offsets,
                                    Sizes sizes) {
  Value init = emitSlice(builder, op.getLoc(), op.getInit(), offsets, sizes);
  return PadIntoOp::create(builder, op.getLoc(), source, init, PadAmounts(op),
                           op.getValue());
}

/// Whether the slice of the source decides a tile of the result: it is all of
/// each axis with pads.
static bool decidesTile(PadOpInterface op, Offsets offsets, Sizes sizes) {
  return isa<RankedTensorType>(op.getSource().getType()) &&
         llvm::all_of(llvm::seq(op.getRank()), [&](int64_t axis) {
           return isUnpaddedAxis(op, axis) ||
                  isWholeAxis(op.getSource(), axis, offsets[axis], sizes[axis]);
         });
}

namespace {
/// The loops of a pad, or of a gradient, are the axes of the result.
template <typename ModelTy, typename OpTy>
class AxisTiling : public TilingInterface::ExternalModel<ModelTy, OpTy> {
  friend ModelTy;
  AxisTiling() = default;

public:
  using Base = TilingInterface::ExternalModel<ModelTy, OpTy>;
  // MLIR 23 overloads this by a hint for packed tensors, which no pad has.
  using Base::generateResultTileValue;

  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(cast<OpTy>(op).getRank(),
                                            utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    SmallVector<Range> domain;
    for (OpFoldResult extent : emitResultShape(builder, cast<OpTy>(op)))
      domain.push_back(
          Range{builder.getIndexAttr(0), extent, builder.getIndexAttr(1)});
    return domain;
  }

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
    return static_cast<const ModelTy *>(this)->getTiledImplementation(
        op, builder, offsets, sizes);
  }
};

/// A tile of a pad is a pad of the same source: the slice law. Axes without
/// pads are sliced in the source.
template <typename OpTy>
struct PadTiling : AxisTiling<PadTiling<OpTy>, OpTy> {
  using Base = typename AxisTiling<PadTiling<OpTy>, OpTy>::Base;
  // MLIR 23 overloads these by the same hint.
  using Base::getIterationDomainTileFromOperandTiles;
  using Base::getTiledImplementation;
  using Base::getTiledImplementationFromOperandTiles;

  FailureOr<TilingResult> getTiledImplementation(Operation *op,
                                                 OpBuilder &builder,
                                                 Offsets offsets,
                                                 Sizes sizes) const {
    auto padOp = cast<OpTy>(op);
    FailureOr<OpTy> tile = createTile(builder, padOp, offsets, sizes);
    if (failed(tile))
      return failure();
    return getTilingResult(padOp, *tile);
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *, OpBuilder &, unsigned, Offsets offsets, Sizes sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    domainOffsets.assign(offsets.begin(), offsets.end());
    domainSizes.assign(sizes.begin(), sizes.end());
    return success();
  }

  bool isOpFusableWithConsumerSlice(Operation *op, unsigned, Offsets,
                                    Sizes) const {
    return op->getNumResults() == 1;
  }

  // Of a slice of the source, the axes without pads are those of the result.
  // The slice contains axes with pads as a whole, and so does the result.
  LogicalResult getIterationDomainTileFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> allOffsets,
      ArrayRef<SmallVector<OpFoldResult>> allSizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    if (!isOpFusableWithProducerSlices(op, operands, allOffsets, allSizes))
      return failure();
    domainOffsets = allOffsets.front();
    domainSizes = allSizes.front();
    auto padOp = cast<OpTy>(op);
    if (operands.front() != getSourceNumber(op))
      return success();
    SmallVector<OpFoldResult> shape = emitResultShape(builder, padOp);
    for (int64_t axis = 0, rank = padOp.getRank(); axis < rank; ++axis)
      if (!isUnpaddedAxis(padOp, axis))
        domainSizes[axis] = shape[axis];
    return success();
  }

  FailureOr<TilingResult> getTiledImplementationFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> allOffsets,
      ArrayRef<SmallVector<OpFoldResult>> allSizes) const {
    SmallVector<OpFoldResult> offsets, sizes;
    if (failed(getIterationDomainTileFromOperandTiles(
            op, builder, operands, allOffsets, allSizes, offsets, sizes)))
      return failure();
    if (operands.front() != getSourceNumber(op))
      return getTiledImplementation(op, builder, offsets, sizes);
    // The caller replaces the slice by the producer's tile.
    auto padOp = cast<OpTy>(op);
    Value source = emitSlice(builder, op->getLoc(), padOp.getSource(),
                             allOffsets.front(), allSizes.front());
    return getTilingResult(
        padOp, createTileOfSource(builder, padOp, source, offsets, sizes));
  }

  bool isOpFusableWithProducerSlices(
      Operation *op, ArrayRef<unsigned> operands,
      ArrayRef<SmallVector<OpFoldResult>> allOffsets,
      ArrayRef<SmallVector<OpFoldResult>> allSizes) const {
    // Source and destination are tiled by different rules, so only one of them
    // can be fused at a time.
    if (operands.size() != 1)
      return false;
    if (operands.front() == getSourceNumber(op))
      return hasSlice(op->getOperand(operands.front()), allOffsets.front()) &&
             decidesTile(cast<PadOpInterface>(op), allOffsets.front(),
                         allSizes.front());
    auto padInto = dyn_cast<PadIntoOp>(op);
    return padInto && padInto.hasPureTensorSemantics() &&
           operands.front() == padInto.getInitMutable().getOperandNumber();
  }

private:
  static unsigned getSourceNumber(Operation *op) {
    return cast<OpTy>(op).getSourceMutable().getOperandNumber();
  }

  /// What `tile` computes, and the slices that were made for it.
  static TilingResult getTilingResult(OpTy op, OpTy tile) {
    TilingResult result{{tile}, {tile->getResult(0)}, {}};
    if (tile.getSource() != op.getSource())
      result.generatedSlices.push_back(tile.getSource().getDefiningOp());
    if constexpr (std::is_same_v<OpTy, PadIntoOp>)
      result.generatedSlices.push_back(tile.getInit().getDefiningOp());
    return result;
  }
};

/// A tile of a gradient is the gradient of a tile along the axes without pads.
/// Along the others it is the whole axis: what reads a part of one is not a
/// window of the result.
template <typename OpTy>
struct AdjointTiling : AxisTiling<AdjointTiling<OpTy>, OpTy> {
  using Base = typename AxisTiling<AdjointTiling<OpTy>, OpTy>::Base;
  using Base::getTiledImplementation;

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
    SmallVector<OpFoldResult> gradientSizes =
        tensor::getMixedSizes(builder, loc, adjoint.getGradient());
    for (int64_t axis = 0, rank = adjoint.getRank(); axis < rank; ++axis)
      if (pads.isUnpadded(axis))
        gradientSizes[axis] = sizes[axis];
    tensor::ExtractSliceOp gradient =
        emitSlice(builder, loc, adjoint.getGradient(), offsets, gradientSizes);
    TilingResult result;
    result.generatedSlices.push_back(gradient);
    if constexpr (std::is_same_v<OpTy, AdjointOp>) {
      result.tiledOps.push_back(
          AdjointOp::create(builder, loc, gradient, sizes, pads));
    } else {
      tensor::ExtractSliceOp init =
          emitSlice(builder, loc, adjoint.getInit(), offsets, sizes);
      result.generatedSlices.push_back(init);
      result.tiledOps.push_back(AdjointIntoOp::create(
          builder, loc, gradient, init, pads, adjoint.getAccumulate()));
    }
    result.tiledValues.push_back(result.tiledOps.front()->getResult(0));
    return result;
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
      return dim &&
             getCarried(dim.getSource()) == getCarried(adjoint.getInit()) &&
             dim.getConstantIndex() == axis;
    }
  }

  /// What a loop that carries `tensor` as its destination begins with.
  static Value getCarried(Value tensor) {
    auto argument = dyn_cast<BlockArgument>(tensor);
    auto loop =
        argument
            ? dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp())
            : nullptr;
    OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
    return init ? getCarried(init->get()) : tensor;
  }
};
} // namespace

void mlir::pad::registerTilingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    // The models create ops of these dialects.
    context->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
    PadOp::attachInterface<PadTiling<PadOp>>(*context);
    PadIntoOp::attachInterface<PadTiling<PadIntoOp>>(*context);
    AdjointOp::attachInterface<AdjointTiling<AdjointOp>>(*context);
    AdjointIntoOp::attachInterface<AdjointTiling<AdjointIntoOp>>(*context);
  });
}
