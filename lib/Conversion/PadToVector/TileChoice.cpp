//===- TileChoice.cpp - What permuted tiles are made of -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileChoice.h"
#include "Pad/Analysis/CostModel.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

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
  IndexMath math() { return mover.math(); }
  Value both(Value lhs, Value rhs) { return math().both(lhs, rhs); }
  Value either(Value lhs, Value rhs) { return math().either(lhs, rhs); }
  Value isBelow(Value value, int64_t limit) {
    return math().cmp(CmpIPredicate::ult, value, math().constant(limit));
  }
  /// Whether planes of `size` elements are legal and profitable as units: there
  /// are many, and their rows of `width` elements do not fill vectors.
  Value emitArePlanes(Value width, Value size);
  /// Sets the axis of the units, and what follows from it.
  void chooseAxis(TileChoice &choice);
  /// How many units are one tile, where they have data and that pays; 1 else.
  Value emitUnitsPerGroup(const TileChoice &choice);
  Value emitIsPossible(const TileChoice &choice);
  /// Whether all calls together have at least `least` of what each has `value`.
  Value emitAreMany(Value value, int64_t least);

  PlaneKernel &kernel;
  VectorMover &mover;
};
} // namespace

Value TilePolicy::emitAreMany(Value value, int64_t least) {
  IndexMath m = math();
  Value numCalls = kernel.extraOperands[4];
  return m.cmp(CmpIPredicate::sge, m.mul(value, numCalls), m.constant(least));
}

Value TilePolicy::emitArePlanes(Value width, Value size) {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  Value arePlanesWhole = kernel.extraOperands[2];
  int64_t vectorLanes = mover.getLanes();
  Value inVectors = m.mul(m.ceilDiv(width, m.constant(vectorLanes)),
                          m.constant(vectorLanes * cost::kMinFilledLanes));
  Value isUnfilled =
      m.cmp(CmpIPredicate::slt,
            m.mul(width, m.constant(cost::kMinFilledLanesOf)), inVectors);
  // Without masks, no tile is less than a vector.
  if (!mover.hasMasks())
    isUnfilled = either(isUnfilled, isBelow(width, vectorLanes));
  Value arePlanes = both(isUnfilled, arePlanesWhole);
  // The source of a plane is so small that offsets in it fit 32 bits.
  for (Value condition :
       {isBelow(outer.resultExtent, cost::kMaxTileRows),
        isBelow(outer.positions.getDilatedExtent(), cost::kMaxTileRows),
        isBelow(outer.sourceStride, kMaxTileExtent),
        isBelow(m.sub(size, m.constant(1)), cost::kMaxTileElements),
        outer.isResultDense,
        emitAreMany(planes.resultExtent, cost::kMinTilePlanes),
        either(planes.emitIsUnpadded(m),
               isBelow(planes.resultExtent, cost::kMaxTileRows))})
    arePlanes = both(arePlanes, condition);
  return arePlanes;
}

void TilePolicy::chooseAxis(TileChoice &choice) {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  auto ofUnit = [&](Value ofPlane, Value ofRow) {
    return m.select(choice.arePlanes, ofPlane, ofRow);
  };
  Value one = m.constant(1);
  SymbolicPadAxis numbers = {
      ofUnit(kernel.load(PlaneNumber::PlanesExtent),
             kernel.load(PlaneNumber::OuterExtent)),
      ofUnit(planes.positions.getLow(), outer.positions.getLow()),
      m.b.getIndexAttr(0), m.b.getIndexAttr(0), outer.mode};
  if (outer.step)
    numbers.interior = m.sub(ofUnit(planes.step, outer.step), one);
  choice.axis.emplace(m.b, m.loc, numbers,
                      ofUnit(planes.resultExtent, outer.resultExtent));
  AxisValues &axis = *choice.axis;
  axis.sourceStride = ofUnit(planes.sourceStride, outer.sourceStride);
  axis.resultStride = ofUnit(planes.resultStride, outer.resultStride);
  choice.numData = m.max(m.sub(axis.end, axis.begin), m.constant(0));

  // Units are of one axis if they are planes, or if there is but one plane,
  // which reads the source.
  Value arePlanesUnpadded = planes.emitIsUnpadded(m);
  Value isOnePlane = both(arePlanesUnpadded,
                          m.cmp(CmpIPredicate::eq, planes.resultExtent, one));
  choice.areOfOneAxis = either(choice.arePlanes, isOnePlane);
  choice.areStrided = choice.areOfOneAxis;
  if (planes.mode == PadMode::Constant || planes.step)
    choice.areStrided = either(choice.areStrided, arePlanesUnpadded);
  else
    choice.areStrided =
        arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  if (axis.step)
    choice.areStrided =
        both(choice.areStrided, m.cmp(CmpIPredicate::eq, axis.step, one));
  choice.hasRoom = isBelow(axis.resultExtent, cost::kMaxTileRows);
}

Value TilePolicy::emitUnitsPerGroup(const TileChoice &choice) {
  IndexMath m = math();
  const AxisValues &axis = *choice.axis;
  auto divide = [&](Value value, Value by) {
    return m.apply<arith::DivUIOp>(value, by);
  };
  Value one = m.constant(1), lanes = m.constant(mover.getLanes());
  Value numPlanes =
      m.select(choice.areOfOneAxis, one, kernel.planes.resultExtent);
  Value limit = m.min(
      divide(m.constant(cost::kGroupedTileBytes / mover.getElementBytes()),
             m.max(choice.size, one)),
      divide(m.mul(choice.numData, m.mul(numPlanes, kernel.extraOperands[4])),
             m.constant(cost::kMinGroupedTiles)));
  limit = m.max(m.min(limit, choice.numData), one);
  // So many that they fill vectors, if that are not too many.
  Value lowestBit =
      m.apply<arith::AndIOp>(choice.size, m.sub(m.constant(0), choice.size));
  Value filling = divide(lanes, m.max(m.min(lowestBit, lanes), one));
  Value multiple = m.mul(divide(limit, filling), filling);
  Value units = m.select(m.cmp(CmpIPredicate::sgt, multiple, m.constant(0)),
                         multiple, limit);
  // They follow each other, and fill vectors better than alone.
  auto vectorsOf = [&](Value elements, int64_t factor) {
    return m.mul(m.ceilDiv(elements, lanes), m.constant(factor));
  };
  Value isGain =
      m.cmp(CmpIPredicate::sle,
            vectorsOf(m.mul(units, choice.size), cost::kMinFilledLanesOf),
            m.mul(units, vectorsOf(choice.size, cost::kMinFilledLanes)));
  for (Value condition :
       {choice.areStrided, isBelow(axis.sourceStride, kMaxTileExtent),
        m.cmp(CmpIPredicate::eq, axis.resultStride, choice.size)})
    isGain = both(isGain, condition);
  return m.select(isGain, units, one);
}

Value TilePolicy::emitIsPossible(const TileChoice &choice) {
  IndexMath m = math();
  AxisValues &row = kernel.row;
  const AxisValues &axis = *choice.axis;
  Value hasOtherWay = kernel.extraOperands[3], one = m.constant(1);
  int64_t vectorLanes = mover.getLanes();
  // Long rows are moved so only if there is no better way.
  auto vectorsOf = [&](int64_t vectors) {
    return m.constant(std::min(cost::kMaxTileElements, vectors * vectorLanes));
  };
  Value areUnparted = either(choice.arePlanes,
                             both(choice.areOfOneAxis, axis.emitIsUnpadded(m)));
  // One row at a time, masks are as fast, unless a border is another load.
  Value areMoved = m.cmp(CmpIPredicate::sgt, choice.perGroup, one);
  if (row.extension.kind == PadExtension::Kind::Repeat)
    areMoved = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  Value maxRow =
      m.select(hasOtherWay,
               m.select(areUnparted, vectorsOf(cost::kMaxUnitRowVectors),
                        m.select(areMoved, vectorsOf(cost::kMaxTileRowVectors),
                                 m.constant(0))),
               vectorsOf(cost::kMaxOnlyTileRowVectors));
  // Small enough that products are exact.
  Value isPossible =
      m.cmp(CmpIPredicate::ult, m.sub(choice.width, one), maxRow);
  Value hasRoomForBorders =
      isBelow(m.sub(axis.resultExtent, choice.numData), cost::kMaxTileRows);
  for (Value condition :
       {isBelow(row.resultExtent, kMaxTileExtent),
        isBelow(row.positions.getDilatedExtent(), kMaxTileExtent),
        isBelow(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1),
        either(choice.hasRoom, both(choice.areStrided, hasRoomForBorders))})
    isPossible = both(isPossible, condition);
  // Without masks, a unit of less than a vector is moved in groups only, and
  // none is left over where there are no borders.
  if (!mover.hasMasks())
    isPossible = both(
        isPossible,
        either(m.cmp(CmpIPredicate::sge, choice.size, m.constant(vectorLanes)),
               both(choice.areOfOneAxis, axis.emitIsUnpadded(m))));
  if (mover.hasMaskedLoads())
    return isPossible;
  // Whole vectors are read: the source has one, and is not empty.
  Value elements = m.sub(kernel.load(PlaneNumber::SourceEnd),
                         kernel.load(PlaneNumber::SourceBegin));
  Value least = m.min(row.dilated, kernel.outer.dilated);
  return both(isPossible, both(m.cmp(CmpIPredicate::sgt, least, m.constant(0)),
                               m.cmp(CmpIPredicate::sge, elements,
                                     m.constant(vectorLanes))));
}

TileChoice TilePolicy::emit() {
  IndexMath m = math();
  AxisValues &outer = kernel.outer;
  TileChoice choice;
  choice.width = m.mul(kernel.row.resultExtent, kernel.innerBlock);
  Value size = m.mul(choice.width, outer.resultExtent);
  choice.arePlanes = emitArePlanes(choice.width, size);
  choice.rows = m.select(choice.arePlanes, outer.resultExtent, m.constant(1));
  choice.size = m.select(choice.arePlanes, size, choice.width);
  chooseAxis(choice);
  choice.perGroup = emitUnitsPerGroup(choice);
  choice.isPossible = emitIsPossible(choice);
  return choice;
}

TileChoice mlir::pad::emitTileChoice(PlaneKernel &kernel) {
  return TilePolicy(kernel).emit();
}
