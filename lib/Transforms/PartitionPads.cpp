//===- PartitionPads.cpp - Pads across ranks to messages and local pads ---===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Ranks/ExchangePlan.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallString.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PARTITIONPADS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The pads of what a rank's piece reads of an axis.
struct PadPair {
  OpFoldResult low, high;
};
} // namespace

/// The pads of `axis` if they are the same on all ranks.
static std::optional<PadPair> getCommonPads(OpBuilder &b, const PadAxis &axis,
                                            const AxisPieces &results) {
  SourceIndexMap<MachineIndex> positions = getPositions(axis);
  std::optional<LocalPads<MachineIndex>> common;
  for (int64_t part = 0; part < results.parts; ++part) {
    Piece<MachineIndex> piece = results.get(part);
    LocalPads<MachineIndex> pads = getLocalPads<MachineIndex>(
        positions, axis.extent, piece,
        getReadWindow<MachineIndex>(positions, axis.extent, piece));
    if (common && (common->low.get() != pads.low.get() ||
                   common->high.get() != pads.high.get()))
      return std::nullopt;
    common = pads;
  }
  return PadPair{b.getIndexAttr(common->low.get()),
                 b.getIndexAttr(common->high.get())};
}

/// Piece `part` of an axis of `extent` elements. `dynamicOffsets` are those
/// that are not static.
static Piece<ArithValue> emitPiece(ArithContext m, const AxisPieces &pieces,
                                   ArithValue extent,
                                   OperandRange::iterator dynamicOffsets,
                                   ArithValue part) {
  if (pieces.offsets.empty())
    return getEvenPiece(extent, m.constant(pieces.parts), part);
  Value offsets;
  if (pieces.isStatic()) {
    offsets = arith::ConstantOp::create(m.b, m.loc,
                                        m.b.getIndexTensorAttr(pieces.offsets));
  } else {
    SmallVector<Value> values;
    for (int64_t offset : pieces.offsets)
      values.push_back(ShapedType::isStatic(offset) ? Value(m.constant(offset))
                                                    : *dynamicOffsets++);
    offsets = tensor::FromElementsOp::create(m.b, m.loc, values);
  }
  auto get = [&](ArithValue index) {
    return m(tensor::ExtractOp::create(m.b, m.loc, offsets, Value(index)));
  };
  ArithValue begin = get(part);
  return {begin, get(part + 1) - begin};
}

/// The pads on the rank that has part `part` of the axis.
static PadPair emitPads(OpBuilder &b, Location loc,
                        const SymbolicPadAxis &symbolic,
                        const AxisPieces &results,
                        OperandRange::iterator dynamicOffsets,
                        ArithValue part) {
  ArithContext m{b, loc};
  SourceIndexMap<ArithValue> positions = emitSourceIndexMap(b, loc, symbolic);
  ArithValue extent = m.value(symbolic.extent);
  Piece<ArithValue> piece =
      emitPiece(m, results, m.value(emitPaddedExtent(b, loc, symbolic)),
                dynamicOffsets, part);
  LocalPads<ArithValue> pads = getLocalPads(
      positions, extent, piece, getReadWindow(positions, extent, piece));
  return {getAsOpFoldResult(pads.low), getAsOpFoldResult(pads.high)};
}

/// The part of axis `axis` that the rank with `coordinates` in a grid of
/// `shape` has.
static ArithValue emitPart(ArithContext m, ShardedPadOp op, int64_t axis,
                           ArrayRef<int64_t> shape, ValueRange coordinates) {
  ArithValue part = m.constant(0);
  ArrayRef<shard::GridAxesAttr> split = op.getSplitAxes().getAxes();
  if (axis < static_cast<int64_t>(split.size()))
    for (int16_t each : split[axis].asArrayRef())
      part = part * shape[each] + coordinates[each];
  return part;
}

/// Parts of an axis of which messages are listed.
static constexpr int64_t kMaxListedParts = 4096;

/// Says for each axis which of its parts sends how many indices to which, and
/// then the messages and bytes of all.
static void emitRemarks(ShardedPadOp op, ArrayRef<int64_t> shape) {
  SmallVector<RankAxis> axes;
  for (int64_t axis = 0; axis < op.getRank(); ++axis) {
    std::optional<PadAxis> numbers = getStaticAxis(op.getStaticNumbers(axis));
    AxisPieces sources = op.getSourcePieces(axis, shape),
               results = op.getResultPieces(axis, shape);
    if (!numbers || !sources.isStatic() || !results.isStatic()) {
      op.emitRemark() << "axis " << axis
                      << ": what is sent is known at run time only";
      continue;
    }
    int64_t parts = sources.parts;
    if (parts > kMaxListedParts)
      return;
    RankAxis ranks{*numbers, {}, {}};
    for (int64_t part = 0; part < parts; ++part)
      for (auto [list, from] : {std::pair(&ranks.sources, &sources),
                                std::pair(&ranks.results, &results)}) {
        Piece<MachineIndex> piece = from->get(part);
        list->push_back({piece.begin.get(), piece.size.get()});
      }
    SmallString<64> text;
    int64_t count = 0;
    forEachTransfer(ranks, [&](int64_t from, int64_t to, int64_t elements) {
      // More would be a table.
      if (++count <= 8)
        text += (Twine(count == 1 ? "" : ", ") + Twine(elements) + " from " +
                 Twine(from) + " to " + Twine(to))
                    .str();
    });
    if (count > 8)
      text += (", and " + Twine(count - 8) + " more").str();
    op.emitRemark() << "axis " << axis << ", "
                    << stringifyPadMode(numbers->mode) << ", in " << parts
                    << (parts == 1 ? " part" : " parts") << ": sends "
                    << (count == 0 ? "nothing" : text.str());
    axes.push_back(std::move(ranks));
  }
  std::optional<int64_t> bytes = getElementBytes(op.getType().getElementType());
  if (axes.size() != static_cast<size_t>(op.getRank()) || !bytes)
    return;
  llvm::Expected<ExchangePlan> plan = ExchangePlan::get(axes, *bytes);
  if (!plan)
    return llvm::consumeError(plan.takeError());
  op.emitRemark() << plan->getNumMessages() << " messages of "
                  << plan->getNumBytes() << " bytes in all";
}

/// Replaces `op`, which has no interior pad.
static void partition(ShardedPadOp op, ArrayRef<int64_t> shape) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  ArithContext m{b, loc};
  auto getMixed = [&](ArrayRef<int64_t> numbers, OperandRange operands) {
    return getMixedValues(numbers, operands, b.getContext());
  };
  SmallVector<OpFoldResult> extents =
      getMixed(op.getStaticExtents(), op.getExtents());
  SmallVector<OpFoldResult> lows = getMixed(op.getStaticLow(), op.getLow()),
                            highs = getMixed(op.getStaticHigh(), op.getHigh());
  SmallVector<int64_t> window;
  SmallVector<OpFoldResult> low, high;
  SmallVector<AxisMode> modes;
  ValueRange coordinates;
  auto dynamicOffsets = op.getResultOffsets().begin();
  for (int64_t k = 0; k < op.getRank(); ++k) {
    PadAxis numbers = op.getStaticNumbers(k);
    AxisPieces results = op.getResultPieces(k, shape);
    std::optional<PadAxis> axis = getStaticAxis(numbers);
    std::optional<int64_t> extent =
        axis ? getWindowExtent(*axis, results) : std::nullopt;
    window.push_back(extent.value_or(ShapedType::kDynamic));
    std::optional<PadPair> pads =
        extent ? getCommonPads(b, *axis, results) : std::nullopt;
    if (!pads) {
      if (coordinates.empty())
        coordinates =
            shard::ProcessMultiIndexOp::create(
                b, loc, SmallVector<Type>(shape.size(), b.getIndexType()),
                op.getGrid(), ArrayRef<shard::GridAxis>())
                .getResults();
      pads = emitPads(
          b, loc,
          {extents[k], lows[k], highs[k], b.getIndexAttr(0), numbers.mode},
          results, dynamicOffsets, emitPart(m, op, k, shape, coordinates));
    }
    dynamicOffsets += llvm::count(results.offsets, ShapedType::kDynamic);
    low.push_back(pads->low);
    high.push_back(pads->high);
    modes.push_back({numbers.mode, numbers.mode == PadMode::Reflect ||
                                       numbers.mode == PadMode::Symmetric});
  }
  RankedTensorType type = op.getType();
  auto exchange = ExchangeOp::create(
      b, loc, type.clone(window), op.getSource(), op.getExtents(), op.getLow(),
      op.getHigh(), op.getInterior(), op.getSourceOffsets(),
      op.getResultOffsets(), op.getModes(), op.getStaticExtents(),
      op.getStaticLow(), op.getStaticHigh(), op.getStaticInterior(),
      op.getGrid(), op.getSplitAxes(), op.getStaticSourceOffsets(),
      op.getStaticResultOffsets());
  auto pad = PadOp::create(b, loc, type, exchange.getResult(), modes, low, high,
                           ArrayRef<OpFoldResult>(), op.getValue());
  op.replaceAllUsesWith(pad.getResult());
  op.erase();
  if (isNoOpPad(pad) && exchange.getType() == type) {
    pad.replaceAllUsesWith(exchange.getResult());
    pad.erase();
  }
}

namespace {
struct PartitionPads : pad::impl::PartitionPadsBase<PartitionPads> {
  using PartitionPadsBase::PartitionPadsBase;

  void runOnOperation() override {
    SmallVector<ShardedPadOp> ops;
    getOperation()->walk([&](ShardedPadOp op) { ops.push_back(op); });
    SymbolTableCollection symbols;
    for (ShardedPadOp op : ops) {
      ArrayRef<int64_t> shape =
          shard::getGridOrNull(op, op.getGridAttr(), symbols).getShape();
      if (remarks)
        emitRemarks(op, shape);
      if (llvm::all_of(op.getStaticInterior(),
                       [](int64_t pad) { return pad == 0; }))
        partition(op, shape);
      else if (remarks)
        op.emitRemark() << "stays as it is: a piece may begin between two "
                           "elements that an interior pad parts";
    }
  }
};
} // namespace
