//===- OnnxCircularPad.cpp - Slices and Concat to pads that wrap ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxPad.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// One input of the `Concat`: the elements `[start, end)` of `source` along the
/// axis. Negative numbers count from the end, as in Python.
struct Piece {
  Value source;
  int64_t start = 0;
  int64_t end = INT64_MAX;

  bool isWhole() const { return start == 0 && end == INT64_MAX; }
};

/// The numbers of elements of circular padding. Where the extent of the axis is
/// known only at run time, they are limited to it.
struct CircularPad {
  int64_t low = 0;
  int64_t high = 0;
};
} // namespace

/// `input` as a piece along `axis` of a tensor of rank `rank`.
static std::optional<Piece> getPiece(Value input, int64_t axis, int64_t rank) {
  std::optional<OnnxNode> node = OnnxNode::getProducer(input, "Slice");
  if (!node)
    return Piece{lookThroughCasts(input)};
  IntegerTensors tensors(readOnnxIntegers, getOnnxTensorType);
  std::optional<OnnxSlice> slice = getOnnxSlice(*node, tensors);
  if (!slice || !node->getInput(0))
    return std::nullopt;
  // A slice of another axis or with another step is a source of its own.
  auto isOne = [](ArrayRef<int64_t> list) { return list.size() == 1; };
  if (!isOne(slice->starts) || !isOne(slice->ends) || !isOne(slice->axes) ||
      slice->steps != SmallVector<int64_t>{1} ||
      (slice->axes.front() != axis && slice->axes.front() != axis - rank))
    return Piece{input};
  return Piece{node->getInput(0), slice->starts.front(), slice->ends.front()};
}

/// Joins `pieces` of an axis of `extent` elements if each begins where the one
/// before ends; after the last element comes the first one.
static std::optional<CircularPad> joinStatic(ArrayRef<Piece> pieces,
                                             int64_t extent) {
  std::optional<int64_t> first;
  int64_t last = 0, total = 0;
  for (const Piece &piece : pieces) {
    SliceRange range = resolveSlice(extent, piece.start, piece.end, /*step=*/1);
    if (range.count == 0)
      continue;
    if (!first)
      first = range.start;
    else if (last != extent || range.start != 0)
      return std::nullopt;
    last = range.start + range.count;
    if (llvm::AddOverflow(total, range.count, total))
      return std::nullopt;
  }
  // A rotation has the extent of its source, and pads nothing.
  if (!first || total <= extent)
    return std::nullopt;
  CircularPad pad;
  pad.low = *first == 0 ? 0 : extent - *first;
  pad.high = total - extent - pad.low;
  return pad;
}

/// Joins `pieces` of an axis whose extent is not known. They must be the end of
/// the axis, all of it, and its beginning.
static std::optional<CircularPad> joinDynamic(ArrayRef<Piece> pieces) {
  CircularPad pad;
  const Piece *whole =
      llvm::find_if(pieces, [](const Piece &piece) { return piece.isWhole(); });
  size_t before = whole - pieces.begin();
  if (whole == pieces.end() || before > 1 || pieces.size() - before > 2)
    return std::nullopt;
  if (before == 1) {
    const Piece &end = pieces.front();
    if (end.start >= 0 || end.start == INT64_MIN || end.end != INT64_MAX)
      return std::nullopt;
    pad.low = -end.start;
  }
  if (pieces.size() - before == 2) {
    const Piece &beginning = pieces.back();
    if (beginning.start != 0 || beginning.end < 0 || beginning.end == INT64_MAX)
      return std::nullopt;
    pad.high = beginning.end;
  }
  return pad;
}

/// The pad whose result `source` is, if it pads other axes than `axis`. It has
/// no padding value of its own, so that one pad can do both.
static PadOp getPadOfOtherAxes(Value source, int64_t axis) {
  auto pad = source.getDefiningOp<PadOp>();
  if (!pad || pad.getValue() || pad.getRank() <= axis ||
      !getStaticNumbers(pad, axis).isUnpadded())
    return {};
  return pad;
}

/// `amount`, or all of axis `axis` of `source` if that is less.
static OpFoldResult createAmount(OpBuilder &builder, Location loc, Value source,
                                 int64_t axis, int64_t amount) {
  auto type = cast<RankedTensorType>(source.getType());
  if (amount == 0 || !type.isDynamicDim(axis))
    return builder.getIndexAttr(amount);
  ArithContext math{builder, loc};
  Value extent = builder.createOrFold<tensor::DimOp>(loc, source, axis);
  return min(math(extent), amount);
}

/// The pad of `source` along `axis`; as one op with a pad of other axes.
static Value createCircularPad(OpBuilder &builder, Location loc, Value source,
                               int64_t axis, CircularPad numbers) {
  PadOp inner = getPadOfOtherAxes(source, axis);
  if (inner)
    source = inner.getSource();
  AxisMode wrap{PadMode::Wrap};
  PadAmounts pads;
  if (inner)
    pads = PadAmounts(inner);
  else
    for (int64_t k = 0; k < cast<RankedTensorType>(source.getType()).getRank();
         ++k)
      pads.appendUnpadded(builder.getContext(), wrap);
  pads.setAxisMode(axis, wrap);
  pads.low[axis] = createAmount(builder, loc, source, axis, numbers.low);
  pads.high[axis] = createAmount(builder, loc, source, axis, numbers.high);
  return PadOp::create(builder, loc, RankedTensorType(), source, pads);
}

ImportResult mlir::pad::convertOnnxCircularPad(const OnnxNode &node,
                                               RewriterBase &rewriter) {
  Operation *op = node.getOp();
  auto axisAttr = dyn_cast_if_present<IntegerAttr>(node.getAttr("axis"));
  if (!axisAttr || op->getNumOperands() < 2 || op->getNumResults() != 1 ||
      !llvm::any_of(op->getOperands(), [](Value input) {
        return OnnxNode::getProducer(input, "Slice").has_value();
      }))
    return ImportResult::notAPad();
  // The rank is that of the tensor between the slices, or of the tensor that is
  // sliced.
  RankedTensorType type;
  for (Value input : op->getOperands()) {
    std::optional<OnnxNode> slice = OnnxNode::getProducer(input, "Slice");
    Value whole = slice ? slice->getInput(0) : lookThroughCasts(input);
    if (whole && !type)
      type = getOnnxTensorType(whole.getType());
  }
  int64_t axis = node.getInteger("axis", 0);
  if (!type || axis < -type.getRank() || axis >= type.getRank())
    return ImportResult::notAPad();
  int64_t rank = type.getRank();
  axis = axis < 0 ? axis + rank : axis;

  SmallVector<Piece> pieces;
  for (Value input : op->getOperands()) {
    std::optional<Piece> piece = getPiece(input, axis, rank);
    if (!piece || (!pieces.empty() && piece->source != pieces[0].source))
      return ImportResult::notAPad();
    pieces.push_back(*piece);
  }
  Value source = pieces.front().source;
  type = getOnnxTensorType(source.getType());
  if (!type || type.getRank() != rank)
    return ImportResult::notAPad();
  std::optional<CircularPad> numbers =
      type.isDynamicDim(axis) ? joinDynamic(pieces)
                              : joinStatic(pieces, type.getDimSize(axis));
  if (!numbers)
    return ImportResult::notAPad();
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  low[axis] = type.isDynamicDim(axis) ? ShapedType::kDynamic : numbers->low;
  high[axis] = type.isDynamicDim(axis) ? ShapedType::kDynamic : numbers->high;
  if (std::string reason =
          explainOtherResult(node, inferPaddedType(type, low, high, {}));
      !reason.empty())
    return ImportResult::refused(reason);
  Location loc = op->getLoc();
  Value padded = createCircularPad(
      rewriter, loc, createBridge(rewriter, loc, type, source), axis, *numbers);
  replaceOnnxNode(node, padded, rewriter);
  return ImportResult::converted();
}
