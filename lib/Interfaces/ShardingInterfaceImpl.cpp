//===- ShardingInterfaceImpl.cpp - Pads of tensors on a grid of ranks -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "Pad/Ranks/PieceFormulas.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::pad;

/// Why a tensor of type `type` cannot lie as `sharding` says; empty if it can.
static std::string explainRefused(ShapedType type, shard::GridOp grid,
                                  const shard::Sharding &sharding) {
  if (llvm::any_of(sharding.getStaticHaloSizes(),
                   [](int64_t size) { return size != 0; }))
    return "has a sharding with halo_sizes; leave them out, the pad gets what "
           "it reads";
  if (!sharding.getStaticShardedDimsOffsets().empty())
    return "";
  for (auto [axis, split] : llvm::enumerate(sharding.getSplitAxes())) {
    int64_t extent = type.getDimSize(axis),
            parts = shard::collectiveProcessGroupSize(split.asArrayRef(), grid);
    if (ShapedType::isStatic(extent) && extent % parts != 0)
      return "has axis " + std::to_string(axis) + " of " +
             std::to_string(extent) + " elements, no multiple of its " +
             std::to_string(parts) + " ranks; give sharded_dims_offsets";
  }
  return "";
}

namespace {
/// The numbers of a pad on one rank that those of the whole do not have.
struct SourcePieces {
  /// Of the whole source.
  SmallVector<OpFoldResult> extents;
  /// Where pieces of it begin, for one split axis after the other, or nothing.
  SmallVector<OpFoldResult> offsets;
};
} // namespace

/// The offsets that `sharding` gives, as indices.
static SmallVector<OpFoldResult> getOffsets(OpBuilder &builder, Location loc,
                                            const shard::Sharding &sharding,
                                            const IRMapping &partitionMap) {
  SmallVector<Value> values;
  for (Value value : sharding.getDynamicShardedDimsOffsets())
    values.push_back(
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                   partitionMap.lookupOrDefault(value)));
  return getMixedValues(sharding.getStaticShardedDimsOffsets(), values,
                        builder.getContext());
}

/// How the source of a pad of type `type`, of which this rank has `piece`, lies
/// on the ranks.
static SourcePieces getSourcePieces(OpBuilder &builder, Location loc,
                                    ShapedType type, Value piece,
                                    shard::GridOp grid,
                                    const shard::Sharding &sharding,
                                    const IRMapping &partitionMap) {
  SourcePieces pieces;
  pieces.offsets = getOffsets(builder, loc, sharding, partitionMap);
  bool areGiven = !pieces.offsets.empty(), areEven = true;
  size_t next = 0;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    ArrayRef<int16_t> split;
    if (axis < sharding.getSplitAxes().size())
      split = sharding.getSplitAxes()[axis].asArrayRef();
    OpFoldResult whole = builder.getIndexAttr(extent);
    if (ShapedType::isDynamic(extent))
      whole = builder.createOrFold<tensor::DimOp>(loc, piece, axis);
    if (!split.empty()) {
      int64_t parts = shard::collectiveProcessGroupSize(split, grid);
      if (!areGiven && ShapedType::isStatic(extent)) {
        for (int64_t part = 0; part <= parts; ++part)
          pieces.offsets.push_back(builder.getIndexAttr(
              getEvenPiece<MachineIndex>(extent, parts, part).begin.get()));
      } else if (!areGiven) {
        areEven = false;
        SmallVector<Type> types(parts + 1, builder.getIndexType());
        auto offsets = PieceOffsetsOp::create(
            builder, loc, types,
            getValueOrCreateConstantIndexOp(builder, loc, whole),
            sharding.getGrid(), split);
        llvm::append_range(pieces.offsets, offsets.getResults());
      }
      next += parts + 1;
      if (ShapedType::isDynamic(extent))
        whole = pieces.offsets[next - 1];
    }
    pieces.extents.push_back(whole);
  }
  if (!areGiven && areEven)
    pieces.offsets.clear();
  return pieces;
}

/// The sharding of a tensor of type `type`, with the offsets of its pieces
/// where these are not all alike.
static shard::Sharding makeSharding(ShapedType type, shard::GridOp grid,
                                    FlatSymbolRefAttr name,
                                    ArrayRef<shard::GridAxesAttr> split) {
  SmallVector<int64_t> offsets;
  bool areAlike = true;
  auto forEachSplitAxis = [&](auto body) {
    for (auto [axis, axes] : llvm::enumerate(split))
      if (!axes.empty())
        body(type.getDimSize(axis),
             shard::collectiveProcessGroupSize(axes.asArrayRef(), grid));
  };
  forEachSplitAxis([&](int64_t extent, int64_t parts) {
    areAlike &= ShapedType::isDynamic(extent) || extent % parts == 0;
  });
  if (areAlike)
    return shard::Sharding::get(name, split);
  bool areKnown = true;
  forEachSplitAxis([&](int64_t extent, int64_t parts) {
    areKnown &= ShapedType::isStatic(extent);
    for (int64_t part = 0; areKnown && part <= parts; ++part)
      offsets.push_back(
          getEvenPiece<MachineIndex>(extent, parts, part).begin.get());
  });
  if (!areKnown)
    offsets.clear();
  return shard::Sharding::get(name, split, /*static_halo_sizes_=*/{}, offsets);
}

namespace {
/// A pad is parallel along each axis: its result lies on the ranks as its
/// source does.
struct PadSharding
    : shard::ShardingInterface::ExternalModel<PadSharding, PadOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(cast<PadOp>(op).getRank(),
                                            utils::IteratorType::parallel);
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    int64_t rank = cast<PadOp>(op).getRank();
    MLIRContext *context = op->getContext();
    // Of scalars, but for the source and the result.
    SmallVector<AffineMap> maps(op->getNumOperands() + 1,
                                AffineMap::get(rank, 0, context));
    maps.front() = maps.back() =
        AffineMap::getMultiDimIdentityMap(rank, context);
    return maps;
  }

  // Of the source and the result alone: upstream would annotate scalars, too,
  // and pieces that differ in their extent without their offsets.
  LogicalResult
  addShardingAnnotations(Operation *op, OpBuilder &builder,
                         const shard::ShardingOption &option) const {
    if (option.empty)
      return success();
    SymbolTableCollection symbolTable;
    shard::GridOp grid = shard::getGridOrNull(op, option.grid, symbolTable);
    auto pad = cast<PadOp>(op);
    auto split = llvm::map_to_vector(
        option.shardingArray, [&](ArrayRef<shard::GridAxis> axes) {
          return shard::GridAxesAttr::get(op->getContext(), axes);
        });
    if (failed(verifyGrid(op, option.grid, grid, split)))
      return failure();
    // Pieces that the user describes stay: upstream cannot make others of them.
    auto isAnnotated = [&](FailureOr<std::pair<bool, shard::Sharding>> given,
                           const shard::Sharding &sharding) {
      return succeeded(given) && given->second.equalSplitAxes(sharding);
    };
    shard::Sharding result =
        makeSharding(pad.getPaddedType(), grid, option.grid, split);
    if (!isAnnotated(shard::getSharding(op->getResult(0)), result))
      shard::maybeInsertTargetShardingAnnotation(result, op->getResult(0),
                                                 builder);
    shard::Sharding source =
        makeSharding(pad.getSourceType(), grid, option.grid, split);
    if (!isAnnotated(shard::getSharding(op->getOpOperand(0)), source))
      shard::maybeInsertSourceShardingAnnotation(source, op->getOpOperand(0),
                                                 builder);
    return success();
  }

  LogicalResult partition(Operation *op, ArrayRef<Value> partitionedOperands,
                          ArrayRef<shard::Sharding> operandShardings,
                          ArrayRef<shard::Sharding> resultShardings,
                          IRMapping &partitionMap,
                          SymbolTableCollection &symbolTable,
                          OpBuilder &builder) const {
    auto pad = cast<PadOp>(op);
    if (!partitionedOperands.front())
      return pad.emitOpError() << "has a source of which upstream made no "
                                  "pieces for its sharding";
    const shard::Sharding &sharding = operandShardings.front();
    if (!sharding.equalSplitAxes(resultShardings.front()))
      return pad.emitOpError()
             << "has a source and a result that are split along different axes "
                "of the grid; shard both alike";
    if (shard::isFullReplication(sharding)) {
      builder.clone(*op, partitionMap);
      return success();
    }
    shard::GridOp grid =
        shard::getGridOrNull(op, sharding.getGridAttr(), symbolTable);
    for (const shard::Sharding &each : {sharding, resultShardings.front()})
      if (failed(verifyGrid(op, each.getGridAttr(), grid, each.getSplitAxes())))
        return failure();
    for (const auto &[type, each] :
         {std::pair(pad.getSourceType(), sharding),
          std::pair(pad.getPaddedType(), resultShardings.front())})
      if (std::string reason = explainRefused(type, grid, each);
          !reason.empty())
        return pad.emitOpError() << reason;
    if (pad.takesValue() && !pad.getValue() && !canEmitPaddingValue(pad))
      return pad.emitOpError()
             << "has no default padding value for element "
                "type "
             << pad.getType().getElementType() << "; give a value";
    Location loc = op->getLoc();
    Value source = partitionedOperands.front(), value;
    if (pad.getValue())
      value = partitionMap.lookupOrDefault(pad.getValue());
    else if (pad.takesValue())
      value = emitPaddingValue(builder, loc, pad);
    SourcePieces pieces = getSourcePieces(builder, loc, pad.getSourceType(),
                                          source, grid, sharding, partitionMap);
    SmallVector<Value> extents, sourceOffsets, resultOffsets;
    SmallVector<int64_t> staticExtents, staticSourceOffsets,
        staticResultOffsets;
    dispatchIndexOpFoldResults(pieces.extents, extents, staticExtents);
    dispatchIndexOpFoldResults(pieces.offsets, sourceOffsets,
                               staticSourceOffsets);
    dispatchIndexOpFoldResults(
        getOffsets(builder, loc, resultShardings.front(), partitionMap),
        resultOffsets, staticResultOffsets);
    auto map = [&](OperandRange operands) {
      return llvm::map_to_vector(operands, [&](Value operand) {
        return partitionMap.lookupOrDefault(operand);
      });
    };
    auto sharded = ShardedPadOp::create(
        builder, loc,
        shard::shardShapedType(pad.getPaddedType(), grid,
                               resultShardings.front()),
        source, value, extents, map(pad.getLow()), map(pad.getHigh()),
        map(pad.getInterior()), sourceOffsets, resultOffsets, pad.getModes(),
        staticExtents, pad.getStaticLow(), pad.getStaticHigh(),
        pad.getStaticInterior(), sharding.getGrid(),
        shard::GridAxesArrayAttr::get(op->getContext(),
                                      sharding.getSplitAxes()),
        staticSourceOffsets, staticResultOffsets);
    partitionMap.map(pad.getResult(), sharded.getResult());
    return success();
  }
};
} // namespace

void mlir::pad::registerShardingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    PadOp::attachInterface<PadSharding>(*context);
  });
}
