//===- TileChoice.cpp - What permuted tiles are made of -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowVectors.h"
#include "TileTable.h"

using namespace mlir;
using namespace mlir::pad;

/// Extents and strides of tiles are below this: their products are exact, and
/// offsets in a tile fit 32 bits.
static constexpr int64_t kMaxTileExtent = 1 << 20;

namespace {
/// Emits the choice.
class TilePolicy {
public:
  TilePolicy(PlaneKernel &kernel) : kernel(kernel), mover(kernel.mover) {}
  TileChoice emit();

private:
  ArithContext math() { return mover.math(); }
  /// Whether planes of `size` elements are legal and profitable as units: there
  /// are many, and their rows of `width` elements do not fill vectors.
  ArithValue emitArePlanes(ArithValue width, ArithValue size);
  /// Sets the axis of the units, and what follows from it.
  void chooseAxis(TileChoice &choice);
  /// How many units are one tile, where they have data and that pays; 1 else.
  ArithValue emitUnitsPerGroup(const TileChoice &choice);
  ArithValue emitIsPossible(const TileChoice &choice);

  PlaneKernel &kernel;
  VectorMover &mover;
};
} // namespace

ArithValue TilePolicy::emitArePlanes(ArithValue width, ArithValue size) {
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  ArithValue arePlanesWhole = kernel.getExtra(ArePlanesWhole);
  int64_t vectorLanes = mover.getLanes();
  ArithValue inVectors =
      ceilDiv(width, vectorLanes) * (vectorLanes * cost::kMinFilledLanes);
  ArithValue isUnfilled = width * cost::kMinFilledLanesOf < inVectors;
  // Without masks, no tile is less than a vector.
  if (!mover.hasMasks())
    isUnfilled = isUnfilled | ult(width, vectorLanes);
  ArithValue arePlanes = isUnfilled & arePlanesWhole;
  // The source of a plane is so small that offsets in it fit 32 bits.
  for (ArithValue condition :
       {ult(outer.resultExtent, cost::kMaxTileRows),
        ult(outer.positions.dilated, cost::kMaxTileRows),
        ult(outer.sourceStride, kMaxTileExtent),
        ult(size - 1, cost::kMaxTileElements), outer.isResultDense,
        planes.resultExtent * kernel.getExtra(NumCalls) >= cost::kMinTilePlanes,
        planes.emitIsUnpadded() | ult(planes.resultExtent, cost::kMaxTileRows)})
    arePlanes = arePlanes & condition;
  return arePlanes;
}

void TilePolicy::chooseAxis(TileChoice &choice) {
  ArithContext m = math();
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  auto ofUnit = [&](ArithValue ofPlane, ArithValue ofRow) {
    return select(choice.arePlanes, ofPlane, ofRow);
  };
  SymbolicPadAxis numbers = {ofUnit(kernel.load(PlaneNumber::PlanesExtent),
                                    kernel.load(PlaneNumber::OuterExtent)),
                             ofUnit(planes.positions.low, outer.positions.low),
                             m.b.getIndexAttr(0), m.b.getIndexAttr(0),
                             kernel.traits.outerMode};
  if (outer.step)
    numbers.interior = ofUnit(*planes.step, *outer.step) - 1;
  choice.axis.emplace(m.b, m.loc, numbers,
                      ofUnit(planes.resultExtent, outer.resultExtent));
  AxisValues &axis = *choice.axis;
  axis.sourceStride = ofUnit(planes.sourceStride, outer.sourceStride);
  axis.resultStride = ofUnit(planes.resultStride, outer.resultStride);
  choice.numData = max(axis.end - axis.begin, 0);

  // Units are of one axis if they are planes, or if there is but one plane,
  // which reads the source.
  ArithValue arePlanesUnpadded = planes.emitIsUnpadded();
  ArithValue isOnePlane = arePlanesUnpadded & eq(planes.resultExtent, 1);
  choice.areOfOneAxis = choice.arePlanes | isOnePlane;
  choice.areStrided = choice.areOfOneAxis;
  if (planes.isFilled() || planes.step)
    choice.areStrided = choice.areStrided | arePlanesUnpadded;
  else
    choice.areStrided = m.condition(true);
  if (axis.step)
    choice.areStrided = choice.areStrided & eq(*axis.step, 1);
  choice.hasRoom = ult(axis.resultExtent, cost::kMaxTileRows);
}

ArithValue TilePolicy::emitUnitsPerGroup(const TileChoice &choice) {
  ArithContext m = math();
  const AxisValues &axis = *choice.axis;
  ArithValue one = m.constant(1), lanes = m.constant(mover.getLanes());
  ArithValue numPlanes =
      select(choice.areOfOneAxis, one, kernel.planes.resultExtent);
  ArithValue limit =
      min(udiv(m.constant(cost::kGroupedTileBytes / mover.getElementBytes()),
               max(choice.size, 1)),
          udiv(choice.numData * (numPlanes * kernel.getExtra(NumCalls)),
               m.constant(cost::kMinGroupedTiles)));
  limit = max(min(limit, choice.numData), 1);
  // So many that they fill vectors, if that are not too many.
  ArithValue lowestBit = choice.size & 0 - choice.size;
  ArithValue filling = udiv(lanes, max(min(lowestBit, lanes), 1));
  ArithValue multiple = udiv(limit, filling) * filling;
  ArithValue units = select(multiple > 0, multiple, limit);
  // They follow each other, and fill vectors better than alone.
  auto vectorsOf = [&](ArithValue elements, int64_t factor) {
    return ceilDiv(elements, lanes) * factor;
  };
  ArithValue isGain = vectorsOf(units * choice.size, cost::kMinFilledLanesOf) <=
                      units * vectorsOf(choice.size, cost::kMinFilledLanes);
  for (ArithValue condition :
       {choice.areStrided, ult(axis.sourceStride, kMaxTileExtent),
        eq(axis.resultStride, choice.size)})
    isGain = isGain & condition;
  if (mover.hasMasks()) {
    int64_t most =
        (RowVectors::areMerged(kernel.row) ? cost::kMaxGroupedWrapLanes
                                           : cost::kMaxGroupedRowLanes) *
        mover.getLanes() / cost::kMaxGroupedLanesOf;
    ArithValue fitsLater = kernel.getExtra(HasOtherWay);
    isGain = isGain &
             (choice.arePlanes | invert(fitsLater) | (choice.width <= most));
  }
  return select(isGain, units, one);
}

ArithValue TilePolicy::emitIsPossible(const TileChoice &choice) {
  ArithContext m = math();
  AxisValues &row = kernel.row;
  const AxisValues &axis = *choice.axis;
  ArithValue fitsLater = kernel.getExtra(HasOtherWay);
  int64_t vectorLanes = mover.getLanes();
  // Long rows are moved so only if there is no better way.
  auto vectorsOf = [&](int64_t vectors) {
    return m.constant(std::min(cost::kMaxTileElements, vectors * vectorLanes));
  };
  ArithValue areUnparted =
      choice.arePlanes | (choice.areOfOneAxis & axis.emitIsUnpadded());
  // One row at a time, masks are as fast, unless a border is another load.
  ArithValue areMoved = choice.perGroup > 1;
  if (RowVectors::areMerged(row))
    areMoved = m.condition(true);
  ArithValue maxRow =
      select(fitsLater,
             select(areUnparted, vectorsOf(cost::kMaxUnitRowVectors),
                    select(areMoved, vectorsOf(cost::kMaxTileRowVectors), 0)),
             vectorsOf(cost::kMaxOnlyTileRowVectors));
  // Small enough that products are exact.
  ArithValue isPossible = ult(choice.width - 1, maxRow);
  ArithValue hasRoomForBorders =
      ult(axis.resultExtent - choice.numData, cost::kMaxTileRows);
  for (ArithValue condition :
       {ult(row.resultExtent, kMaxTileExtent),
        ult(row.positions.dilated, kMaxTileExtent),
        ult(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1),
        choice.hasRoom | (choice.areStrided & hasRoomForBorders)})
    isPossible = isPossible & condition;
  // Without masks, a unit of less than a vector is moved in groups only, and
  // none is left over where there are no borders.
  if (!mover.hasMasks())
    isPossible = isPossible & ((choice.size >= vectorLanes) |
                               (choice.areOfOneAxis & axis.emitIsUnpadded()));
  if (mover.hasMaskedLoads())
    return isPossible;
  // Whole vectors are read: the source has one, and is not empty.
  ArithValue elements = kernel.load(PlaneNumber::SourceEnd) -
                        kernel.load(PlaneNumber::SourceBegin);
  ArithValue least = min(row.dilated, kernel.outer.dilated);
  return isPossible & (least > 0) & (elements >= vectorLanes);
}

TileChoice TilePolicy::emit() {
  AxisValues &outer = kernel.outer;
  TileChoice choice;
  choice.width = kernel.row.resultExtent * kernel.innerBlock;
  ArithValue size = choice.width * outer.resultExtent;
  choice.arePlanes = emitArePlanes(choice.width, size);
  choice.rows = select(choice.arePlanes, outer.resultExtent, 1);
  choice.size = select(choice.arePlanes, size, choice.width);
  chooseAxis(choice);
  choice.perGroup = emitUnitsPerGroup(choice);
  choice.isPossible = emitIsPossible(choice);
  return choice;
}

TileChoice mlir::pad::emitTileChoice(PlaneKernel &kernel) {
  return TilePolicy(kernel).emit();
}
