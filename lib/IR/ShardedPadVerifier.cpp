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

using namespace mlir;
using namespace mlir::pad;

template <typename OpTy>
static PadAxis getNumbers(OpTy op, int64_t axis) {
  AxisMode mode = op.getModes().getAxis(axis);
  ArrayRef<int64_t> interior = op.getStaticInterior();
  return {op.getStaticExtents()[axis],
          op.getStaticLow()[axis],
          op.getStaticHigh()[axis],
          interior.empty() ? 0 : interior[axis],
          mode.mode,
          mode.periodic};
}

static int64_t countParts(ArrayRef<shard::GridAxesAttr> split, int64_t axis,
                          ArrayRef<int64_t> shape) {
  if (axis >= static_cast<int64_t>(split.size()))
    return 1;
  return shard::collectiveProcessGroupSize(split[axis].asArrayRef(), shape);
}

PadAxis ShardedPadOp::getStaticNumbers(int64_t axis) {
  return getNumbers(*this, axis);
}

PadAxis ExchangeOp::getStaticNumbers(int64_t axis) {
  return getNumbers(*this, axis);
}

int64_t ShardedPadOp::getNumParts(int64_t axis, ArrayRef<int64_t> shape) {
  return countParts(getSplitAxes().getAxes(), axis, shape);
}

int64_t ExchangeOp::getNumParts(int64_t axis, ArrayRef<int64_t> shape) {
  return countParts(getSplitAxes().getAxes(), axis, shape);
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
  auto verifyList = [&](StringRef name, ArrayRef<int64_t> list,
                        OperandRange operands) {
    return verifyPadList(op, rank, name, list, operands);
  };
  if (failed(verifyList("of", op.getStaticExtents(), op.getExtents())) ||
      failed(verifyList("low", op.getStaticLow(), op.getLow())) ||
      failed(verifyList("high", op.getStaticHigh(), op.getHigh())))
    return failure();
  if (!op.getStaticInterior().empty() || !op.getInterior().empty())
    if (failed(
            verifyList("interior", op.getStaticInterior(), op.getInterior())))
      return failure();
  if (failed(verifyModes(op, rank, op.getModes())))
    return failure();
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t extent = op.getStaticExtents()[axis];
    if (extent < 0 && ShapedType::isStatic(extent))
      return op.emitOpError() << "of has " << extent << " for axis " << axis
                              << ", but an extent is not negative";
    if (std::string reason = explainInvalidPadAxis(
            axis, getNumbers(op, axis), op.getModes().getList().size() > 1);
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

/// That a rank's piece of an axis of `extent` elements, which lies on `parts`
/// ranks, may have extent `declared` in the type of what is called `name`.
static LogicalResult verifyPiece(Operation *op, StringRef name, int64_t axis,
                                 int64_t extent, int64_t parts,
                                 int64_t declared) {
  if (ShapedType::isDynamic(declared) || ShapedType::isDynamic(extent) ||
      (extent % parts == 0 && declared == extent / parts))
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << name << " axis " << axis << " has extent "
                            << declared << ", but " << extent << " elements on "
                            << parts << (parts == 1 ? " rank" : " ranks")
                            << " give ";
  if (extent % parts == 0)
    return diag << extent / parts;
  return diag << extent / parts << " or " << extent / parts + 1
              << "; make it dynamic";
}

/// That `op` names a static grid, and each of its axes at most once.
template <typename OpTy>
static LogicalResult verifyGrid(OpTy op, shard::GridOp grid) {
  if (!grid)
    return op.emitOpError()
           << "has grid " << op.getGridAttr() << ", which names no shard.grid";
  ArrayRef<int64_t> shape = grid.getShape();
  if (ShapedType::isDynamicShape(shape))
    return op.emitOpError() << "has grid " << op.getGridAttr()
                            << " with a dynamic extent; give the ranks along "
                               "each of its axes";
  // MPI numbers ranks by 32 bits.
  std::optional<int64_t> ranks = multiplyExtents(shape);
  if (!ranks || *ranks > INT32_MAX)
    return op.emitOpError()
           << "has grid " << op.getGridAttr() << " of more than 2^31 - 1 ranks";
  ArrayRef<shard::GridAxesAttr> split = op.getSplitAxes().getAxes();
  if (static_cast<int64_t>(split.size()) > op.getRank())
    return op.emitOpError()
           << "split_axes has " << split.size()
           << " entries, but the source has rank " << op.getRank();
  SmallVector<bool> isUsed(shape.size());
  for (shard::GridAxesAttr axes : split)
    for (int16_t axis : axes.asArrayRef()) {
      if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
        return op.emitOpError()
               << "split_axes names grid axis " << axis << ", but "
               << op.getGridAttr() << " has " << shape.size();
      if (std::exchange(isUsed[axis], true))
        return op.emitOpError()
               << "split_axes names grid axis " << axis << " twice";
    }
  return success();
}

LogicalResult
ShardedPadOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  shard::GridOp grid = shard::getGridOrNull(*this, getGridAttr(), symbolTable);
  if (failed(verifyGrid(*this, grid)))
    return failure();
  for (int64_t axis = 0; axis < getRank(); ++axis) {
    int64_t parts = getNumParts(axis, grid.getShape());
    PadAxis numbers = getStaticNumbers(axis);
    if (failed(verifyPiece(*this, "source", axis, numbers.extent, parts,
                           getSource().getType().getDimSize(axis))))
      return failure();
    std::optional<PadAxis> fixed = getStaticAxis(numbers);
    if (fixed &&
        failed(verifyPiece(*this, "result", axis, *getPaddedExtent(*fixed),
                           parts, getType().getDimSize(axis))))
      return failure();
  }
  return success();
}

LogicalResult ExchangeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  shard::GridOp grid = shard::getGridOrNull(*this, getGridAttr(), symbolTable);
  if (failed(verifyGrid(*this, grid)))
    return failure();
  for (int64_t axis = 0; axis < getRank(); ++axis) {
    int64_t parts = getNumParts(axis, grid.getShape());
    PadAxis numbers = getStaticNumbers(axis);
    if (failed(verifyPiece(*this, "source", axis, numbers.extent, parts,
                           getSource().getType().getDimSize(axis))))
      return failure();
    int64_t declared = getType().getDimSize(axis);
    std::optional<PadAxis> fixed = getStaticAxis(numbers);
    if (!fixed || ShapedType::isDynamic(declared))
      continue;
    std::optional<int64_t> size = getWindowExtent(*fixed, parts);
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

/// Parts of an axis that are compared with each other.
static constexpr int64_t kMaxParts = int64_t(1) << 22;

std::optional<int64_t> mlir::pad::getWindowExtent(const PadAxis &axis,
                                                  int64_t parts) {
  std::optional<MachineIndex> step;
  if (axis.interior != 0)
    step = MachineIndex(axis.interior) + 1;
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior),
                         padded = getPaddedExtent(axis), size;
  if (!dilated || *dilated > INT64_MAX / 2 || !padded || parts > kMaxParts)
    return std::nullopt;
  SourceIndexMap<MachineIndex> positions(getExtension(axis.mode), axis.low,
                                         *dilated, step, /*mayBeEmpty=*/true);
  for (int64_t part = 0; part < parts; ++part) {
    int64_t each = getReadWindow<MachineIndex>(
                       positions, axis.extent,
                       getEvenPiece<MachineIndex>(*padded, parts, part))
                       .size.get();
    if (size.value_or(each) != each)
      return std::nullopt;
    size = each;
  }
  return size;
}
