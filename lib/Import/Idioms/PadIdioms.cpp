//===- PadIdioms.cpp - Pads written with other ops ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadDescription.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "TensorReads.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The pad whose result is `value`, or was cast to it; null if there is none.
static PadOp findPad(Value value) {
  if (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  return value.getDefiningOp<PadOp>();
}

/// Limits the pads of `axis` to the elements that `source` has there, as `axis`
/// has entries for those only.
static void limitPads(OpBuilder &builder, Location loc, Value source,
                      int64_t axis, ImportedPad &pad) {
  PadExtension extension = getExtension(pad.modes[axis].mode);
  ArithContext math{builder, loc};
  // A pad of other axes leaves the extent.
  for (PadOp inner = findPad(source); inner && isUnpaddedAxis(inner, axis);
       inner = findPad(source))
    source = inner.getSource();
  Value dim = tensor::DimOp::create(builder, loc, source, axis);
  ArithValue extent = math(dim);
  for (OpFoldResult *number : {&pad.low[axis], &pad.high[axis]}) {
    if (isZeroInteger(*number))
      continue;
    ArithValue amount = math.value(*number);
    if (extension.kind == PadRunKind::Broadcast)
      amount = amount * min(extent, 1);
    else if (extension.skipped == 0)
      amount = min(extent, amount);
    else
      amount = min(max(extent - extension.skipped, 0), amount);
    *number = getAsOpFoldResult(amount);
  }
}

/// Creates the pad of `base` with `axes`, and the fill value of `reads` as the
/// padding value, as a tensor of `resultType`. Null if that is not possible;
/// nothing is created then.
static Value createFittedPad(OpBuilder &builder, Location loc, Value base,
                             RankedTensorType type, TensorType resultType,
                             ArrayRef<PadAxis> axes, const TensorReads &reads) {
  const Fill &fill = reads.fill;
  ImportedPad pad;
  for (const PadAxis &axis : axes) {
    pad.low.push_back(builder.getIndexAttr(axis.low));
    pad.high.push_back(builder.getIndexAttr(axis.high));
    pad.interior.push_back(builder.getIndexAttr(axis.interior));
    pad.modes.push_back({axis.mode, axis.periodic});
  }
  pad.unifyModes([&](int64_t axis) { return pad.isUnpadded(axis); });
  auto ranked = dyn_cast<RankedTensorType>(resultType);
  if ((ranked && type.getEncoding() != ranked.getEncoding()) ||
      !explainInvalidPad(type, resultType, pad).empty())
    return {};
  Value value;
  if (pad.takesValue() && fill) {
    if (!fill.value)
      value = createScalarConstant(builder, loc, type.getElementType(),
                                   fill.constant);
    else if (isa<RankedTensorType>(fill.value.getType()))
      value = createElement(builder, loc, fill.value);
    else
      value = fill.value;
    if (!value)
      return {};
  }
  Value source = createBridge(builder, loc, type, base);
  for (auto [axis, numbers] : llvm::enumerate(axes))
    if (reads.isLimited(axis) && !numbers.isUnpadded())
      limitPads(builder, loc, source, axis, pad);
  return createImportedPad(builder, loc, source, resultType, pad, value);
}

/// Whether `axes` only rotate, reverse and crop a tensor, or, if `isTile`,
/// repeat all of it. Systems have ops for that.
static bool isRotation(ArrayRef<PadAxis> axes, bool isTile) {
  return llvm::all_of(axes, [&](const PadAxis &axis) {
    bool isCrop = axis.low <= 0 && axis.high <= 0 && axis.interior == 0;
    bool isTiled =
        axis.extent == 1 ||
        (axis.extent > 1 && axis.mode == PadMode::Wrap &&
         axis.low % axis.extent == 0 && axis.high % axis.extent == 0);
    if (isTile && isTiled)
      return true;
    if (isCrop || axis.low != -axis.high || axis.interior != 0)
      return isCrop;
    // The mirror image of a whole axis.
    return axis.mode == PadMode::Wrap ||
           (axis.mode == PadMode::Reflect && axis.low + 1 == axis.extent) ||
           (axis.mode == PadMode::Symmetric && axis.low == axis.extent);
  });
}

/// The pad by which the result of `op` is made from another tensor. That tensor
/// is the furthest one from which all elements of the result can be read.
static Value convertListed(Operation *op, const MoveSystem *system,
                           OpBuilder &builder, bool isTile = false) {
  Value result = op->getResult(0);
  RankedTensorType builtinType = getBuiltinType(result, system);
  if (!builtinType || builtinType.getRank() == 0)
    return {};
  auto resultType = dyn_cast<TensorType>(result.getType());
  if (!resultType)
    resultType = builtinType;
  SmallVector<Value> bases = getBases(result, system).takeVector();
  for (Value base : llvm::reverse(bases)) {
    // Numbers that a model computes with are no data.
    Operation *made = base.getDefiningOp();
    if (system && made && made->getNumOperands() == 0)
      continue;
    std::optional<TensorReads> reads = getTensorReads(result, base, system);
    if (!reads)
      continue;
    RankedTensorType type = getBuiltinType(base, system);
    std::optional<SmallVector<PadAxis>> axes = fitPad(type.getShape(), *reads);
    if (!axes || (system && isRotation(*axes, isTile)))
      continue;
    if (Value padded = createFittedPad(builder, op->getLoc(), base, type,
                                       resultType, *axes, *reads))
      return createBridge(builder, op->getLoc(), result.getType(), padded);
  }
  return {};
}

/// The extents of `tensor`, the result of an op that fills; they come from the
/// operands of that op.
static SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                            Value tensor) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return getExtents(builder, loc, fill.output());
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(builder, loc, tensor);
}

/// A tensor that is inserted into a fill becomes a constant pad, with interior
/// padding between strides. Returns the value that replaces the op, or null if
/// the op does not have the form; what was created by then is not used.
static Value convertInsertIntoFill(tensor::InsertSliceOp op,
                                   OpBuilder &builder) {
  Fill fill = getUniformFill(op.getDest());
  RankedTensorType sourceType = op.getSourceType();
  int64_t rank = op.getType().getRank();
  if (!fill || sourceType.getRank() != rank ||
      sourceType.getEncoding() != op.getType().getEncoding())
    return {};
  Location loc = op.getLoc();
  ArithContext math{builder, loc};
  ImportedPad pad;
  pad.low = op.getMixedOffsets();
  SmallVector<OpFoldResult> extents = getExtents(builder, loc, op.getDest());
  for (auto [axis, stride] : llvm::enumerate(op.getStaticStrides())) {
    // The whole source is inserted.
    int64_t size = sourceType.getDimSize(axis);
    std::optional<int64_t> dilated = size;
    if (stride != 1)
      dilated = stride > 1 && size > 0 ? getDilatedExtent(size, stride - 1)
                                       : std::nullopt;
    if (!dilated)
      return {};
    OpFoldResult inserted = builder.getIndexAttr(*dilated);
    if (ShapedType::isDynamic(size))
      inserted = tensor::getMixedSize(builder, loc, op.getSource(), axis);
    pad.interior.push_back(builder.getIndexAttr(stride - 1));
    std::optional<int64_t> extent = getConstantIntValue(extents[axis]),
                           low = getConstantIntValue(pad.low[axis]);
    pad.high.push_back(
        extent && low && ShapedType::isStatic(size)
            ? OpFoldResult(builder.getIndexAttr(*extent - *low - *dilated))
            : getAsOpFoldResult(math.value(extents[axis]) -
                                math.value(pad.low[axis]) -
                                math.value(inserted)));
  }
  Type type = sourceType.getElementType();
  if ((!fill.value && !isa<IntegerType, FloatType>(type)) ||
      !explainInvalidPad(sourceType, op.getType(), pad).empty())
    return {};
  Value value = fill.value
                    ? fill.value
                    : createScalarConstant(builder, loc, type, fill.constant);
  return createImportedPad(builder, loc, op.getSource(), op.getType(), pad,
                           value);
}

/// Erases the ops after `previous`, or from the first op of the block on, up to
/// `op`.
static void eraseCreated(RewriterBase &rewriter, Operation *previous,
                         Operation *op) {
  while (Operation *created = op->getPrevNode()) {
    if (created == previous)
      break;
    rewriter.eraseOp(created);
  }
}

/// Replaces `op` by `padded`, and erases what only it has used. Axes of unknown
/// extent are fitted one after the other, so that pads of several axes come as
/// pads of pads: these become one, unless others read the inner pad, too.
static void replaceByPad(Operation *op, Value padded, const MoveSystem *system,
                         RewriterBase &rewriter) {
  auto eraseOperands = [&](ArrayRef<Value> operands) {
    eraseUnused(rewriter, operands, [&](Operation *unused) {
      return system && system->isPure(unused);
    });
  };
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(op, padded);
  eraseOperands(operands);
  PadOp pad = findPad(padded);
  Value source = pad ? pad.getSource() : Value();
  PadOp inner = source ? findPad(source) : PadOp();
  if (!inner || !inner->hasOneUse() || !source.hasOneUse())
    return;
  StringRef reason;
  if (std::optional<PadDescription> both = addPads(pad, inner, reason)) {
    rewriter.setInsertionPoint(pad);
    replaceWithPad(rewriter, pad, *both);
    eraseOperands(source);
  }
}

ImportResult mlir::pad::convertIdiomsToPad(Operation *op,
                                           RewriterBase &rewriter) {
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  if (!insert && !isa<tensor::ConcatOp>(op))
    return ImportResult::notAPad();
  Operation *previous = op->getPrevNode();
  Value padded = insert ? convertInsertIntoFill(insert, rewriter)
                        : convertListed(op, /*system=*/nullptr, rewriter);
  if (!padded) {
    eraseCreated(rewriter, previous, op);
    return ImportResult::notAPad();
  }
  replaceByPad(op, padded, /*system=*/nullptr, rewriter);
  return ImportResult::converted();
}

/// Whether `move` is a slice of a tensor that is no result of moves, or of a
/// pad that others read, too.
static bool isPlainSlice(const ElementMove &move, const MoveSystem &system) {
  auto isSlice = [](const AxisReads &reads) {
    ArrayRef<Segment> parts = reads.getSegments();
    return parts.empty() || (parts.size() == 1 && parts.front().isElement() &&
                             (parts.front().step > 0 ||
                              parts.front().length == AxisNumber{0, 1}));
  };
  if (move.kind != ElementMove::Kind::Take ||
      !llvm::all_of(move.reads, isSlice))
    return false;
  Value source = move.sources.front();
  ElementMove made = readMove(source, &system);
  return !made || made.kind == ElementMove::Kind::Fill ||
         (source.getDefiningOp<PadOp>() && !source.hasOneUse());
}

ImportResult mlir::pad::convertMovesToPad(Operation *op,
                                          const MoveSystem &system,
                                          RewriterBase &rewriter) {
  ElementMove move = op->getNumResults() == 1
                         ? readMove(op->getResult(0), &system)
                         : ElementMove();
  if (!move || move.kind == ElementMove::Kind::View ||
      isPlainSlice(move, system))
    return ImportResult::notAPad();
  bool isTile = move.isTile || move.kind == ElementMove::Kind::Reshape;
  Value padded = convertListed(op, &system, rewriter, isTile);
  if (!padded)
    return ImportResult::notAPad();
  replaceByPad(op, padded, &system, rewriter);
  return ImportResult::converted();
}
