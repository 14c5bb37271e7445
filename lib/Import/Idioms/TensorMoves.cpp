//===- TensorMoves.cpp - MLIR's own ops that only move elements -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPads.h"
#include "IndexBodies.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pad;

RankedTensorType mlir::pad::getBuiltinType(Value value,
                                           const MoveSystem *system) {
  if (system)
    return system->getTensorType(value);
  return dyn_cast<RankedTensorType>(value.getType());
}

static std::optional<ElementMove> readSlice(tensor::ExtractSliceOp op) {
  if (op.getSourceType().getRank() != op.getType().getRank())
    return std::nullopt;
  SmallVector<AxisReads> reads;
  for (auto [axis, extent] : llvm::enumerate(op.getType().getShape())) {
    int64_t offset = op.getStaticOffsets()[axis];
    int64_t stride = op.getStaticStrides()[axis];
    if (stride == 1 &&
        isWholeAxis(op.getSource(), axis, op.getMixedOffsets()[axis],
                    op.getMixedSizes()[axis]))
      reads.push_back(AxisReads::makeWhole());
    else if (ShapedType::isStatic(extent) && ShapedType::isStatic(offset) &&
             offset >= 0 && ShapedType::isStatic(stride))
      reads.push_back(Segment{{}, {0, offset}, {0, extent}, stride});
    else
      return std::nullopt;
  }
  return ElementMove::makeTake(op.getSource(), std::move(reads));
}

static std::optional<ElementMove> readPad(PadOp op) {
  SmallVector<AxisReads> taken;
  bool readsFill = false;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    PadAxis open = getStaticNumbers(op, axis);
    std::optional<PadAxis> numbers = getStaticAxis(op, axis);
    std::optional<AxisReads> reads;
    if (open.isUnpadded()) {
      reads = AxisReads::makeWhole();
    } else if (numbers && !op.getType().isDynamicDim(axis)) {
      reads = getReads(*numbers, kMostSegments);
    } else if (open.mode == PadMode::Constant &&
               ShapedType::isDynamic(open.extent) && open.low >= 0 &&
               open.high >= 0 && open.interior == 0) {
      using Kind = Segment::Kind;
      reads = AxisReads::makeUniform(Kind::Fill, open.low);
      reads->append(AxisReads::makeWhole());
      reads->append(AxisReads::makeUniform(Kind::Fill, open.high));
    }
    if (!reads)
      return std::nullopt;
    readsFill |= llvm::any_of(reads->getSegments(), [](const Segment &segment) {
      return segment.kind == Segment::Kind::Fill;
    });
    taken.push_back(std::move(*reads));
  }
  if (!readsFill)
    return ElementMove::makeTake(op.getSource(), std::move(taken));
  Fill fill;
  if (op.getValue())
    fill = getFill(op.getValue());
  else
    fill.constant = getConstantPaddingValue(op);
  if (!fill)
    return std::nullopt;
  return ElementMove::makeTake(op.getSource(), std::move(taken), fill);
}

/// What a cast of one tensor to another type of tensors does.
static std::optional<ElementMove> readCast(Operation *op,
                                           const MoveSystem *system) {
  if (op->getNumOperands() != 1)
    return std::nullopt;
  RankedTensorType type = getBuiltinType(op->getOperand(0), system);
  if (!type)
    return std::nullopt;
  return ElementMove::makeView(op->getOperand(0),
                               llvm::to_vector(llvm::seq(type.getRank())));
}

static std::optional<ElementMove> readBody(Operation *op) {
  std::optional<BodyReads> body = getBodyReads(op);
  if (!body)
    return std::nullopt;
  return ElementMove::makeTake(body->source, std::move(body->reads.axes),
                               body->reads.fill);
}

/// What an op of `system` does, if its ops are read.
static std::optional<ElementMove> readForeign(OpResult result,
                                              const MoveSystem *system) {
  return system && system->read ? system->read(result) : std::nullopt;
}

std::optional<ElementMove> mlir::pad::readMove(Value tensor,
                                               const MoveSystem *system) {
  if (Fill fill = getUniformFill(tensor))
    return ElementMove::makeFill(fill);
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (op->getNumResults() != 1)
    return readForeign(cast<OpResult>(tensor), system);
  return TypeSwitch<Operation *, std::optional<ElementMove>>(op)
      .Case<tensor::CastOp, UnrealizedConversionCastOp>(
          [&](auto op) { return readCast(op, system); })
      .Case([](tensor::ExtractSliceOp op) { return readSlice(op); })
      .Case([](tensor::ConcatOp op) {
        return ElementMove::makeJoin(op.getInputs(), op.getDim());
      })
      .Case([](PadOp op) { return readPad(op); })
      .Case<linalg::GenericOp, tensor::GenerateOp>(
          [](auto op) { return readBody(op); })
      .Default(
          [&](Operation *op) { return readForeign(op->getResult(0), system); });
}
