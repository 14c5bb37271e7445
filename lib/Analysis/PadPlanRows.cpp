//===- PadPlanRows.cpp - The rows of a plan -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/CostModel.h"
#include "PadPlanSteps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::pad;

/// Whether no number of `axis` says that it is padded.
static bool mayBeUnpadded(const PadAxis &axis) {
  return llvm::all_of(ArrayRef<int64_t>{axis.low, axis.high, axis.interior},
                      [](int64_t number) {
                        return number == 0 || ShapedType::isDynamic(number);
                      });
}

/// The rows of `plan`, without tiles: if the innermost axis is or may be an
/// inner block, those of the axis around it.
static SmallVector<PlannedRow, 2> chooseInnerBlocks(const PadPlan &plan) {
  int64_t last = plan.axes.size() - 1;
  PlannedRow row;
  row.axis = last;
  bool isDenseInside = last > 0 && plan.axes[last - 1].isDense;
  if (!isDenseInside)
    return {row};
  const PlannedAxis &innermost = plan.axes[last];
  int64_t extent = innermost.numbers.extent;
  if (!innermost.isPadded && innermost.isStatic()) {
    // Blocks and gaps take turns: each is a run of its own.
    const PadAxis &numbers = plan.axes[last - 1].numbers;
    bool isApart =
        numbers.mode == PadMode::Constant &&
        ShapedType::isStatic(numbers.interior) && numbers.interior > 0 &&
        extent > (cost::kMinApartBlockBytes * 8 - 1) / plan.elementBits;
    if (extent > 0 && !isApart &&
        extent <= cost::kMaxInnerBlockBytes * 8 / plan.elementBits) {
      row.axis = last - 1;
      row.innerBlock = extent;
    }
    return {row};
  }
  bool isMerged = innermost.end - innermost.first > 1;
  if (innermost.isPadded && (isMerged || !mayBeUnpadded(innermost.numbers)))
    return {row};
  PlannedRow ofBlocks;
  ofBlocks.axis = last - 1;
  ofBlocks.innerBlock = ShapedType::kDynamic;
  ofBlocks.assumesUnpaddedBlock = innermost.isPadded;
  row.isLong = !innermost.isPadded;
  return {ofBlocks, row};
}

/// Composes `row`, and planes of short rows, at compile time, where all is
/// known of them.
static void chooseTile(const PadPlan &plan, PlannedRow &row) {
  const PlannedAxis &axis = plan.axes[row.axis];
  int64_t size = multiplyKnown(axis.resultExtent, row.innerBlock);
  if (!axis.isStatic() || ShapedType::isDynamic(size) ||
      plan.vectors.isScalable)
    return;
  int64_t begin = row.axis, lanes = plan.vectors.bits / plan.elementBits;
  bool isShort = size <= 2 * lanes;
  while (isShort && begin > 0) {
    const PlannedAxis &outer = plan.axes[begin - 1];
    int64_t outerSize = multiplyKnown(size, outer.resultExtent);
    if (!outer.isStatic() || !outer.isDense ||
        ShapedType::isDynamic(outerSize) ||
        outerSize > cost::kMaxTileVectors * lanes)
      break;
    size = outerSize;
    --begin;
  }
  SmallVector<PadAxis> tileAxes;
  for (int64_t k = begin; k <= row.axis; ++k)
    tileAxes.push_back(plan.axes[k].numbers);
  StaticTile tile(tileAxes, row.innerBlock, cost::kMaxTileVectors * lanes);
  // A long row without runs is moved by the numbers at run time; so is one of
  // a type that no memory holds.
  bool isLong = tile.getRuns().empty() &&
                tile.getResultSize() > cost::kMaxTileVectors * lanes;
  if (isLong || tile.getSourceSize() == INT64_MAX)
    return;
  row.tile = tile;
  row.tileBegin = begin;
}

/// Whether groups of `row` that begin at the data would part the vectors of the
/// result, and those that begin at multiples of their number do not, at the
/// price of at most a group more in `cost::kMinAlignedGroups`.
static bool areGroupsAligned(const PadPlan &plan, const PlannedRow &row) {
  const PlannedAxis &outer = plan.axes[row.tileBegin - 1];
  const PadAxis &numbers = outer.numbers;
  int64_t size = row.tile->getResultSize(), group = row.dataGroup;
  int64_t lanes = plan.vectors.bits / plan.elementBits;
  auto fillVectors = [&](int64_t elements) { return elements % lanes == 0; };
  // Each plane begins at a vector, too.
  bool arePlanesWhole =
      row.tileBegin == 1 || fillVectors(outer.resultExtent % lanes * size);
  if (group == 1 || !arePlanesWhole || !fillVectors(group * size) ||
      fillVectors(numbers.low % group * size))
    return false;
  int64_t fromData = llvm::divideCeil(numbers.extent, group);
  int64_t fromMultiple =
      llvm::divideCeil(numbers.low % group + numbers.extent, group);
  return (fromMultiple - fromData) * cost::kMinAlignedGroups <= fromData;
}

/// Decides how many tiles of `row` are moved at a time in the data of the axis
/// around them, so that they fill vectors, and whether the borders of that axis
/// are moved after its data.
static void groupTiles(const PadPlan &plan, PlannedRow &row) {
  if (row.tileBegin == 0 || !row.tile)
    return;
  const PlannedAxis &outer = plan.axes[row.tileBegin - 1];
  const PadAxis &numbers = outer.numbers;
  int64_t size = row.tile->getResultSize(), bits = plan.elementBits;
  int64_t lanes = plan.vectors.bits / bits;
  bool isPlain =
      outer.isStatic() && numbers.interior == 0 && numbers.extent > 0;
  if (!isPlain || size == 0 || size > cost::kMaxTileVectors * lanes)
    return;
  // So many tiles that they fill vectors, or as many as there may be.
  int64_t rowSize = plan.axes[row.axis].resultExtent * row.innerBlock;
  if (rowSize <= cost::kMaxGroupedRowVectors * lanes && outer.isDense &&
      !plan.mayBeInPlace)
    row.dataGroup = lanes / std::gcd(size, lanes);
  // What is moved twice, or alone, has to be worth it.
  auto countStores = [&](int64_t group) {
    int64_t elements = group * size;
    bool isOne = elements < lanes && llvm::isPowerOf2_64(elements);
    int64_t stores =
        elements >= lanes ? llvm::divideCeil(elements, lanes) : 2 - isOne;
    return llvm::divideCeil(numbers.extent, group) * stores;
  };
  while (row.dataGroup > 1 &&
         (row.dataGroup > numbers.extent ||
          row.dataGroup * size * bits / 8 > cost::kMaxTileGroupBytes ||
          countStores(row.dataGroup) >= countStores(1)))
    row.dataGroup /= 2;
  row.dataTile = row.tile;
  if (row.dataGroup > 1) {
    SmallVector<PadAxis> axes = {PadAxis{row.dataGroup}};
    for (int64_t k = row.tileBegin; k <= row.axis; ++k)
      axes.push_back(plan.axes[k].numbers);
    row.dataTile = StaticTile(axes, row.innerBlock);
  }
  bool repeats = numbers.mode != PadMode::Constant && outer.isPadded,
       hasRest = outer.isPadded || numbers.extent % row.dataGroup != 0;
  // Rows that a crop leaves out cannot be repeated.
  row.areBordersLast =
      numbers.low >= 0 && numbers.high >= 0 &&
      outer.resultExtent <= cost::kMaxBordersLastBytes * 8 / (size * bits) &&
      (repeats || (row.dataGroup > 1 && hasRest));
  if (!row.areBordersLast)
    return;
  row.areGroupsAligned = areGroupsAligned(plan, row);
  // Rows behind the data are copied in order, a vector at a time, each from the
  // rows one extent before it: no vector may be longer than these are.
  int64_t distance = llvm::alignTo(numbers.low, numbers.extent);
  if (getExtension(numbers.mode).kind == PadRunKind::Forward &&
      outer.isResultDense &&
      numbers.extent * size >= std::max<int64_t>(2, lanes) &&
      distance <= numbers.extent + numbers.high)
    row.wrapDistance = distance;
}

/// Decides whether long copies of the tile of `row` go in groups of vectors:
/// where the caches near the core hold neither the source nor the result.
static void chooseGroupedCopies(const PadPlan &plan, PlannedRow &row) {
  if (!row.tile || row.tile->getInterior() != 0)
    return;
  int64_t bytes = plan.elementBits / 8;
  for (const PlannedAxis &axis : plan.axes)
    bytes = multiplyKnown(bytes, axis.resultExtent);
  int64_t minLength =
      cost::kMinGroupedCopyVectors * plan.vectors.bits / plan.elementBits;
  row.copiesInGroups =
      !ShapedType::isDynamic(bytes) && bytes >= cost::kMinGroupedCopyBytes &&
      llvm::any_of(row.tile->getRuns(), [&](const PadRun &run) {
        return run.kind == PadRunKind::Forward && run.length >= minLength;
      });
}

/// The widest of `vectors` that suit `row`, which has no tile yet.
static VectorShape limitVectors(const PadPlan &plan, const PlannedRow &row,
                                VectorShape vectors) {
  bool isStatic =
      plan.axes[row.axis].isStatic() && ShapedType::isStatic(row.innerBlock);
  auto hasInterior = [](const PlannedAxis &axis) { return axis.hasInterior(); };
  if (isStatic && llvm::none_of(plan.axes, hasInterior))
    vectors.bits = std::min(vectors.bits, cost::kMaxTileBits);
  return vectors;
}

void mlir::pad::chooseRows(PadPlan &plan, const VectorShape &vectors) {
  plan.rows = chooseInnerBlocks(plan);
  plan.vectors = limitVectors(plan, plan.rows.front(), vectors);
  for (PlannedRow &row : plan.rows) {
    chooseTile(plan, row);
    groupTiles(plan, row);
    chooseGroupedCopies(plan, row);
  }
}
