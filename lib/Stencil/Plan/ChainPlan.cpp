//===- ChainPlan.cpp - Consumers of pads of a consumer --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan/ChainPlan.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Plan/Neighbours.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

linalg::FillOp mlir::pad::getFill(linalg::LinalgOp op) {
  return op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
}

bool FusedStage::overwritesDestination(size_t number) const {
  linalg::LinalgOp op = ops[number];
  return getFill(op) ||
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
}

PadOp FusedChain::getPadOfRows() const {
  for (const ChainRead &read : reads)
    if (PadOp pad = read.pad; pad && !isUnpaddedAxis(pad, axis))
      return pad;
  return nullptr;
}

/// The stage that begins with `op`; it has no ops if `op` does not read the
/// sources of all of its pads.
static FusedStage describeStage(linalg::LinalgOp op, const LoopPlan &loops) {
  FusedStage stage;
  if (loops.pads.empty() || !loops.left.empty() || op->getNumResults() != 1)
    return stage;
  stage.ops.push_back(op);
  llvm::append_range(stage.ops, findEpilogue(op));
  for (auto [number, each] : llvm::enumerate(stage.ops)) {
    Value init = each.getDpsInits()[0];
    if (number > 0 && init == stage.ops[number - 1]->getResult(0))
      continue;
    linalg::FillOp fill = getFill(each);
    stage.own = number;
    stage.destination = fill ? fill.getOutputs()[0] : init;
  }
  return stage;
}

/// The only linalg op that reads `value` and pads of it, apart from their
/// extents; null if there is none.
static linalg::LinalgOp findReader(Value value) {
  linalg::LinalgOp reader;
  SmallVector<Operation *> users(value.getUsers());
  for (size_t next = 0; next < users.size(); ++next) {
    Operation *user = users[next];
    if (isa<tensor::DimOp>(user))
      continue;
    if (auto pad = dyn_cast<PadOp>(user); pad && pad.getSource() == value) {
      llvm::append_range(users, pad->getUsers());
      continue;
    }
    auto op = dyn_cast<linalg::LinalgOp>(user);
    if (!op || (reader && op != reader))
      return nullptr;
    reader = op;
  }
  return reader;
}

/// Whether the rows of `tensor`, which are not padded, are taken for the
/// channels of an image. Vectors run across such rows, but those of a tile do
/// not lie one behind the other.
static bool isChannels(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t row = type.getShape().back();
  return ShapedType::isDynamic(row) ? type.getRank() > 2
                                    : row < stencil::kMinRow;
}

/// Describes what `op` reads of `value`, by operand.
static SmallVector<ChainRead> describeReads(linalg::LinalgOp op, Value value) {
  SmallVector<ChainRead> reads;
  for (OpOperand &operand : op->getOpOperands()) {
    ChainRead read{operand.getOperandNumber(),
                   operand.get().getDefiningOp<PadOp>()};
    if (operand.get() == value || (read.pad && read.pad.getSource() == value))
      reads.push_back(read);
  }
  return reads;
}

/// The axis along which the rows of `chain` are: the outermost one that is
/// padded, but not the innermost one.
static int64_t chooseAxis(const FusedChain &chain, int64_t rank) {
  for (int64_t axis = 0; axis + 2 < rank; ++axis)
    for (const ChainRead &read : chain.reads)
      if (PadOp pad = read.pad; pad && !isUnpaddedAxis(pad, axis))
        return axis;
  return rank - 2;
}

/// Describes the rows that a tile reads by `window` of `read`. Returns why
/// there are no such rows; nothing if there are.
static std::string describeRows(linalg::LinalgOp op, ChainRead &read,
                                FusedChain &chain, int64_t &behind) {
  SmallVector<WindowAxis> window =
      *getWindow(op.getMatchingIndexingMap(&op->getOpOperand(read.operand)));
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), loops;
  int64_t stride = 1, more = 0;
  for (int64_t axis = 0; axis <= chain.axis; ++axis) {
    bool isRow = axis == chain.axis;
    int64_t found = -1;
    more = window[axis].constant;
    for (auto [loop, coefficient] :
         llvm::enumerate(window[axis].coefficients)) {
      if (coefficient == 0)
        continue;
      if (iterators[loop] == utils::IteratorType::parallel && found < 0) {
        found = loop;
        stride = coefficient;
        continue;
      }
      if (!isRow || ShapedType::isDynamic(ranges[loop]) ||
          ranges[loop] > stencil::kMaxMoreRows ||
          coefficient > stencil::kMaxMoreRows)
        return "its consumer reads rows by windows of unknown or great height";
      more += coefficient * std::max<int64_t>(ranges[loop] - 1, 0);
    }
    if (found < 0 || llvm::is_contained(loops, found) ||
        (!isRow && (stride != 1 || more != 0)))
      return "no loop of its consumer runs from row to row";
    loops.push_back(found);
  }
  for (const WindowAxis &inner : ArrayRef(window).drop_front(chain.axis + 1))
    for (int64_t loop : loops)
      if (inner.coefficients[loop] != 0)
        return "its consumer moves along a row and across rows by one loop";
  if (!chain.loops.empty() && (chain.loops != loops || chain.stride != stride))
    return "its consumer reads it along several loops";
  chain.loops = loops;
  chain.stride = stride;
  if (PadOp pad = read.pad) {
    read.low = getKnownNumbers(pad, chain.axis).low;
    if (ShapedType::isDynamic(read.low))
      return "the pads of its rows are not known";
  }
  if (std::abs(read.low) > stencil::kMaxMoreRows ||
      more > stencil::kMaxMoreRows || stride > stencil::kMaxMoreRows)
    return "its consumer reads rows that are far apart";
  chain.before = std::max(chain.before, read.low);
  behind = std::max(behind, more - read.low);
  return "";
}

/// Why the reads of `chain` do not extend its rows alike; empty if they do.
static std::string explainModes(const FusedChain &chain) {
  PadOp first = chain.getPadOfRows();
  for (const ChainRead &read : chain.reads) {
    PadOp pad = read.pad;
    if (!pad || isUnpaddedAxis(pad, chain.axis))
      continue;
    if (pad.getMode(chain.axis) != first.getMode(chain.axis) ||
        !haveSamePaddingValue(pad, first))
      return "its consumer reads pads of several modes or padding values";
  }
  return "";
}

/// Whether an element of one of the stages of `chain` takes many ops.
static bool hasManyOps(const FusedChain &chain) {
  for (linalg::LinalgOp op :
       {chain.first.ops.front(), chain.second.ops.front()}) {
    SmallVector<int64_t> factors{
        static_cast<int64_t>(llvm::range_size(*op.getBlock())) - 1};
    for (auto [range, iterator] :
         llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::reduction)
        factors.push_back(range);
    std::optional<int64_t> ops = multiplyExtents(factors);
    if (!ops || *ops >= stencil::kManyOps)
      return true;
  }
  return false;
}

/// Plans the rows of a tile. Returns why `chain` stays, which may be, with
/// `whereFaster`, that tiles would not be faster; nothing if it is tiled.
static std::string planTiles(FusedChain &chain, bool whereFaster) {
  auto type = cast<RankedTensorType>(chain.first.getResult().getType());
  ArrayRef<int64_t> extents = type.getShape();
  std::optional<int64_t> each = getElementBytes(type.getElementType()),
                         rowBytes = getTensorBytes(
                             extents.drop_front(chain.axis + 1), each),
                         bytes = getTensorBytes(extents, each);
  bool isHeavy = hasManyOps(chain);
  // Tiles are slower if the first result fits a cache.
  if (whereFaster && !bytes)
    return "its extents are not known";
  if (whereFaster && *bytes < (isHeavy ? stencil::kMinTiledBytesOfManyOps
                                       : stencil::kMinTiledBytes))
    return isHeavy ? "arithmetic takes longer than to read and write its source"
                   : "its source fits a cache";

  chain.rows = stencil::kRowsOfUnknownBytes;
  if (rowBytes)
    chain.rows = std::clamp(stencil::kTileBytes /
                                std::max<int64_t>(*rowBytes * chain.stride, 1),
                            stencil::kMinChainRows, stencil::kMaxChainRows);
  chain.rows = std::max(chain.rows,
                        stencil::kOwnRows *
                            llvm::divideCeilSigned(chain.more, chain.stride));
  if (whereFaster && rowBytes &&
      chain.rows * chain.stride > 2 * stencil::kTileBytes / *rowBytes)
    return "tiles of its rows fit no cache";
  linalg::LinalgOp second = chain.second.ops.front();
  int64_t count = second.getStaticLoopRanges()[chain.loops.back()];
  if (ShapedType::isDynamic(count))
    return "";
  if (count <= chain.rows)
    return "all of it is one tile";
  // If all tiles have the same size, their loops have known lengths.
  chain.rows = getEvenTile(chain.rows, count);
  return "";
}

FusedChain mlir::pad::planFusedChain(linalg::LinalgOp op, PlanLoops planLoops,
                                     bool whereFaster, std::string &reason) {
  LoopPlan loops = planLoops(op);
  FusedChain chain;
  chain.first = describeStage(op, loops);
  if (chain.first.ops.empty())
    return {};
  Value between = chain.first.getResult();
  linalg::LinalgOp reader = findReader(between);
  int64_t rank = cast<RankedTensorType>(between.getType()).getRank();
  if (!reader || reader->getBlock() != op->getBlock() || rank < 2)
    return {};
  LoopPlan readerLoops = planLoops(reader);
  chain.second = describeStage(reader, readerLoops);
  chain.reads = describeReads(reader, between);
  if (chain.second.ops.empty() ||
      llvm::none_of(chain.reads,
                    [](ChainRead &read) { return bool(read.pad); }))
    return {};

  auto explain = [&]() -> std::string {
    if (llvm::any_of(chain.reads, [&](ChainRead &read) {
          return reader.isDpsInit(&reader->getOpOperand(read.operand));
        }))
      return "it is the destination of its consumer";
    if (chain.first.own == 0 && !chain.first.overwritesDestination(0))
      return "its source adds to a tensor";
    if (whereFaster && (loops.mergesRows || readerLoops.mergesRows) &&
        isChannels(between))
      return "its rows are channels, which tiles would keep apart";
    chain.axis = chooseAxis(chain, rank);
    int64_t behind = INT64_MIN;
    chain.before = INT64_MIN;
    for (ChainRead &read : chain.reads)
      if (std::string reason = describeRows(reader, read, chain, behind);
          !reason.empty())
        return reason;
    chain.more = chain.before + behind;
    if (std::string reason = explainModes(chain); !reason.empty())
      return reason;
    return planTiles(chain, whereFaster);
  };
  reason = explain();
  return chain;
}
