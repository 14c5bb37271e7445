//===- ShardedPadVerifier.cpp - Checks of pads across ranks ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/Ranks/PieceFormulas.h"
#include "PadVerifier.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::fitsRanks(const PadAxis &axis) {
  constexpr int64_t limit = int64_t(1) << 61;
  for (int64_t number : {axis.extent, axis.low, axis.high})
    if (ShapedType::isStatic(number) && (number > limit || number < -limit))
      return false;
  if (ShapedType::isDynamic(axis.extent) ||
      ShapedType::isDynamic(axis.interior) || axis.interior < 0)
    return true;
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  return dilated && *dilated <= limit;
}

Piece<MachineIndex> AxisPieces::get(int64_t part) const {
  if (offsets.empty())
    return getEvenPiece<MachineIndex>(extent, parts, part);
  return {offsets[part], offsets[part + 1] - offsets[part]};
}

AxisPieces mlir::pad::getAxisPieces(shard::GridAxesArrayAttr splitAxes,
                                    int64_t axis, ArrayRef<int64_t> shape,
                                    int64_t extent, ArrayRef<int64_t> offsets) {
  ArrayRef<shard::GridAxesAttr> split = splitAxes.getAxes();
  AxisPieces pieces{extent, 1, {}};
  for (int64_t k = 0; k <= axis && k < static_cast<int64_t>(split.size());
       ++k) {
    int64_t parts =
        shard::collectiveProcessGroupSize(split[k].asArrayRef(), shape);
    if (k == axis)
      pieces.parts = parts;
    if (split[k].empty() || offsets.empty())
      continue;
    if (k == axis)
      pieces.offsets = offsets.take_front(parts + 1);
    offsets = offsets.drop_front(parts + 1);
  }
  return pieces;
}

/// C3: there is a padding value of the element type where one may be read.
static LogicalResult verifyValue(ShardedPadOp op) {
  bool takesValue = op.getModes().contains(PadMode::Constant) ||
                    llvm::any_of(op.getStaticInterior(),
                                 [](int64_t pad) { return pad != 0; });
  Value value = op.getValue();
  if (takesValue != static_cast<bool>(value))
    return op.emitOpError()
           << (value ? "value is never used: the modes of all axes read the "
                       "source, and there is no interior padding; drop it (C3)"
                     : "has a constant mode or interior padding; give a "
                       "value (C3)");
  Type elementType = op.getSource().getType().getElementType();
  if (value && value.getType() != elementType)
    return op.emitOpError()
           << "value has type " << value.getType()
           << ", but the source has element type " << elementType << " (C3)";
  return success();
}

/// C1, C2, C4 to C7, as far as they are static.
template <typename OpTy>
static LogicalResult verifyNumbers(OpTy op) {
  int64_t rank = op.getRank();
  RankedTensorType source = op.getSource().getType(), result = op.getType();
  if (rank == 0)
    return op.emitOpError() << "has a source of rank 0, which lies on no grid";
  if (result.getRank() != rank ||
      result.getElementType() != source.getElementType())
    return op.emitOpError()
           << "source is " << source << " and result is " << result
           << ", but they need one rank and element type (C4)";
  if (source.getEncoding() != result.getEncoding())
    return op.emitOpError() << "source type " << source << " and result type "
                            << result << " differ in their encoding (C4)";
  if (isa<quant::UniformQuantizedPerAxisType>(source.getElementType()))
    return op.emitOpError() << "has element type " << source.getElementType()
                            << ", which is quantized along an axis; pad its "
                               "storage type";
  if (failed(verifyPadList(op, rank, "of", op.getStaticExtents(),
                           op.getExtents())) ||
      failed(verifyPadNumbers(op, rank)))
    return failure();
  for (auto [name, list, operands] :
       {std::tuple<StringRef, ArrayRef<int64_t>, OperandRange>(
            "source_offsets", op.getStaticSourceOffsets(),
            op.getSourceOffsets()),
        {"result_offsets", op.getStaticResultOffsets(), op.getResultOffsets()}})
    if (failed(verifyPadList(op, list.size(), name, list, operands)))
      return failure();
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t extent = op.getStaticExtents()[axis];
    if (extent < 0 && ShapedType::isStatic(extent))
      return op.emitOpError() << "of has " << extent << " for axis " << axis
                              << ", but an extent is not negative";
    if (!fitsRanks(op.getStaticNumbers(axis)))
      return op.emitOpError()
             << "has a number or a dilated extent of axis " << axis
             << " that exceeds 2^61, the most for a pad across ranks (C7)";
    if (std::string reason =
            explainInvalidPadAxis(axis, op.getStaticNumbers(axis),
                                  op.getModes().getList().size() > 1);
        !reason.empty())
      return op.emitOpError() << reason;
  }
  return success();
}

LogicalResult ShardedPadOp::verify() {
  if (failed(verifyNumbers(*this)))
    return failure();
  return verifyValue(*this);
}

LogicalResult ExchangeOp::verify() { return verifyNumbers(*this); }

/// That every rank's piece of axis `axis` may have extent `declared` in the
/// type of what is called `name`.
static LogicalResult verifyPieces(Operation *op, StringRef name, int64_t axis,
                                  const AxisPieces &pieces, int64_t declared) {
  if (ShapedType::isDynamic(declared) || !pieces.isStatic())
    return success();
  // The last even piece is the smallest one.
  int64_t step =
      pieces.offsets.empty() ? std::max<int64_t>(pieces.parts - 1, 1) : 1;
  for (int64_t part = 0; part < pieces.parts; part += step)
    if (int64_t size = pieces.get(part).size.get(); size != declared)
      return op->emitOpError()
             << name << " axis " << axis << " has extent " << declared
             << ", but part " << part << " of " << pieces.parts << " has "
             << size << " of the " << pieces.extent
             << " elements; give that, or make it dynamic if parts differ";
  return success();
}

/// That `offsets`, which are called `name`, list the pieces of split axes.
template <typename OpTy>
static LogicalResult verifyOffsets(OpTy op, StringRef name,
                                   ArrayRef<int64_t> offsets,
                                   ArrayRef<int64_t> shape, bool isResult) {
  if (offsets.empty())
    return success();
  ArrayRef<shard::GridAxesAttr> split = op.getSplitAxes().getAxes();
  size_t count = 0;
  for (shard::GridAxesAttr axes : split)
    if (!axes.empty())
      count += shard::collectiveProcessGroupSize(axes.asArrayRef(), shape) + 1;
  if (offsets.size() != count)
    return op.emitOpError() << name << " has " << offsets.size()
                            << " entries, but the pieces of the split axes "
                               "have "
                            << count << " first indices and ends";
  for (auto [axis, axes] : llvm::enumerate(split)) {
    if (axes.empty())
      continue;
    AxisPieces pieces = isResult ? op.getResultPieces(axis, shape)
                                 : op.getSourcePieces(axis, shape);
    SmallVector<int64_t> known;
    for (int64_t offset : pieces.offsets)
      if (ShapedType::isStatic(offset))
        known.push_back(offset);
    if ((ShapedType::isStatic(pieces.offsets.front()) &&
         pieces.offsets.front() != 0) ||
        (ShapedType::isStatic(pieces.offsets.back()) &&
         ShapedType::isStatic(pieces.extent) &&
         pieces.offsets.back() != pieces.extent) ||
        !llvm::is_sorted(known))
      return op.emitOpError()
             << name << " of axis " << axis << " has to rise from 0 to "
             << (ShapedType::isStatic(pieces.extent)
                     ? std::to_string(pieces.extent)
                     : "its extent");
  }
  return success();
}

LogicalResult mlir::pad::verifyGrid(Operation *op, FlatSymbolRefAttr name,
                                    shard::GridOp grid,
                                    ArrayRef<shard::GridAxesAttr> split) {
  if (!grid)
    return op->emitOpError()
           << "has grid " << name << ", which names no shard.grid";
  ArrayRef<int64_t> shape = grid.getShape();
  if (ShapedType::isDynamicShape(shape))
    return op->emitOpError() << "has grid " << name
                             << " with a dynamic extent; give the ranks along "
                                "each of its axes";
  std::optional<int64_t> ranks = multiplyExtents(shape);
  if (ranks && *ranks < 1)
    return op->emitOpError() << "has grid " << name
                             << " without ranks; give 1 or more along each of "
                                "its axes";
  // MPI numbers ranks by 32 bits.
  if (!ranks || *ranks > INT32_MAX)
    return op->emitOpError()
           << "has grid " << name << " of more than 2^31 - 1 ranks";
  SmallVector<bool> isUsed(shape.size());
  for (shard::GridAxesAttr axes : split)
    for (int16_t axis : axes.asArrayRef()) {
      if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
        return op->emitOpError() << "names grid axis " << axis << ", but "
                                 << name << " has " << shape.size();
      if (std::exchange(isUsed[axis], true))
        return op->emitOpError() << "names grid axis " << axis << " twice";
    }
  return success();
}

/// That the pieces of `op` are those of its types.
template <typename OpTy>
static LogicalResult verifySharding(OpTy op, shard::GridOp grid) {
  ArrayRef<shard::GridAxesAttr> split = op.getSplitAxes().getAxes();
  if (static_cast<int64_t>(split.size()) > op.getRank())
    return op.emitOpError()
           << "split_axes has " << split.size()
           << " entries, but the source has rank " << op.getRank();
  if (failed(verifyGrid(op, op.getGridAttr(), grid, split)))
    return failure();
  ArrayRef<int64_t> shape = grid.getShape();
  if (failed(verifyOffsets(op, "source_offsets", op.getStaticSourceOffsets(),
                           shape,
                           /*isResult=*/false)) ||
      failed(verifyOffsets(op, "result_offsets", op.getStaticResultOffsets(),
                           shape,
                           /*isResult=*/true)))
    return failure();
  for (int64_t axis = 0; axis < op.getRank(); ++axis)
    if (failed(verifyPieces(op, "source", axis, op.getSourcePieces(axis, shape),
                            op.getSource().getType().getDimSize(axis))))
      return failure();
  return success();
}

LogicalResult
ShardedPadOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  shard::GridOp grid = shard::getGridOrNull(*this, getGridAttr(), symbolTable);
  if (failed(verifySharding(*this, grid)))
    return failure();
  for (int64_t axis = 0; axis < getRank(); ++axis)
    if (failed(verifyPieces(*this, "result", axis,
                            getResultPieces(axis, grid.getShape()),
                            getType().getDimSize(axis))))
      return failure();
  return success();
}

LogicalResult ExchangeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  shard::GridOp grid = shard::getGridOrNull(*this, getGridAttr(), symbolTable);
  if (failed(verifySharding(*this, grid)))
    return failure();
  for (int64_t axis = 0; axis < getRank(); ++axis) {
    int64_t declared = getType().getDimSize(axis);
    std::optional<PadAxis> fixed = getStaticAxis(getStaticNumbers(axis));
    AxisPieces pieces = getResultPieces(axis, grid.getShape());
    if (!fixed || !pieces.isStatic() || ShapedType::isDynamic(declared))
      continue;
    std::optional<int64_t> size = getWindowExtent(*fixed, pieces);
    if (size == declared)
      continue;
    InFlightDiagnostic diag = emitOpError()
                              << "result axis " << axis << " has extent "
                              << declared << ", but what a piece reads has ";
    if (size)
      return diag << *size;
    return diag << "not that extent on all ranks; make it dynamic";
  }
  return success();
}

LogicalResult
PieceOffsetsOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  shard::GridOp grid = shard::getGridOrNull(*this, getGridAttr(), symbolTable);
  if (failed(verifyGrid(*this, getGridAttr(), grid, {getAxesAttr()})))
    return failure();
  int64_t parts = shard::collectiveProcessGroupSize(getAxes(), grid.getShape());
  if (static_cast<int64_t>(getNumResults()) != parts + 1)
    return emitOpError() << "has " << getNumResults() << " results, but "
                         << parts << " pieces have " << parts + 1
                         << " first indices and end";
  return success();
}

/// Parts of an axis that are compared with each other.
static constexpr int64_t kMaxParts = int64_t(1) << 22;

SourceIndexMap<MachineIndex> mlir::pad::getPositions(const PadAxis &axis) {
  std::optional<MachineIndex> step;
  if (axis.interior != 0)
    step = MachineIndex(axis.interior) + 1;
  return {getExtension(axis.mode), axis.low,
          *getDilatedExtent(axis.extent, axis.interior), step,
          /*mayBeEmpty=*/true};
}

std::optional<int64_t> mlir::pad::getWindowExtent(const PadAxis &axis,
                                                  const AxisPieces &results) {
  if (!fitsRanks(axis) || !results.isStatic() || results.parts > kMaxParts)
    return std::nullopt;
  std::optional<int64_t> size;
  SourceIndexMap<MachineIndex> positions = getPositions(axis);
  for (int64_t part = 0; part < results.parts; ++part) {
    int64_t each =
        getReadWindow<MachineIndex>(positions, axis.extent, results.get(part))
            .size.get();
    if (size.value_or(each) != each)
      return std::nullopt;
    size = each;
  }
  return size;
}
