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

namespace {
/// Emits the choice.
class Chooser {
public:
  Chooser(PlaneKernel &kernel) : kernel(kernel), mover(kernel.mover) {}
  TileChoice emit();

private:
  IndexMath math() { return mover.math(); }
  Value both(Value lhs, Value rhs) {
    return math().apply<arith::AndIOp>(lhs, rhs);
  }
  Value either(Value lhs, Value rhs) {
    return math().apply<arith::OrIOp>(lhs, rhs);
  }
  Value isBelow(Value value, int64_t limit) {
    return math().cmp(CmpIPredicate::ult, value, math().constant(limit));
  }
  /// Whether planes of `size` elements can and shall be units: there are many,
  /// and their rows of `width` elements do not fill vectors.
  Value emitArePlanes(Value width, Value size);
  /// Whether there is room in the table for a source of each index of `axis`.
  Value emitHasRoom(const AxisValues &axis);
  /// Whether all calls together have at least `least` of what each has `value`.
  Value emitAreMany(Value value, int64_t least);

  PlaneKernel &kernel;
  VectorMover &mover;
};
} // namespace

Value Chooser::emitHasRoom(const AxisValues &axis) {
  return both(isBelow(axis.resultExtent, cost::kMaxTileRows),
              isBelow(axis.positions.getDilatedExtent(), kMaxTileExtent));
}

Value Chooser::emitAreMany(Value value, int64_t least) {
  IndexMath m = math();
  Value numCalls = kernel.others[4];
  return m.cmp(CmpIPredicate::sge, m.mul(value, numCalls), m.constant(least));
}

Value Chooser::emitArePlanes(Value width, Value size) {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &planes = kernel.planes;
  Value arePlanesWhole = kernel.others[2];
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
        either(planes.emitIsUnpadded(m), emitHasRoom(planes))})
    arePlanes = both(arePlanes, condition);
  return arePlanes;
}

TileChoice Chooser::emit() {
  IndexMath m = math();
  AxisValues &outer = kernel.outer, &row = kernel.row, &planes = kernel.planes;
  Value hasOtherWay = kernel.others[3];
  int64_t vectorLanes = mover.getLanes();
  TileChoice choice;
  Value one = m.constant(1);
  choice.width = m.mul(row.resultExtent, kernel.innerBlock);
  Value size = m.mul(choice.width, outer.resultExtent);
  Value arePlanes = emitArePlanes(choice.width, size);
  choice.arePlanes = arePlanes;
  // Or rows: of one axis if there is but one plane that reads the source.
  Value arePlanesUnpadded = planes.emitIsUnpadded(m);
  Value isOnePlane = both(arePlanesUnpadded,
                          m.cmp(CmpIPredicate::eq, planes.resultExtent, one));
  choice.areOfOneAxis = either(arePlanes, isOnePlane);
  Value isAxisUnpadded =
      m.select(arePlanes, arePlanesUnpadded, outer.emitIsUnpadded(m));
  Value isTrue = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  choice.areStrided = both(choice.areOfOneAxis, isAxisUnpadded);
  choice.areIndexed = m.apply<arith::XOrIOp>(choice.areStrided, isTrue);

  // Small enough that products are exact, and many.
  Value isSmall =
      both(isBelow(row.resultExtent, kMaxTileExtent),
           isBelow(row.positions.getDilatedExtent(), kMaxTileExtent));
  isSmall =
      both(isSmall, isBelow(kernel.innerBlock, cost::kMaxInnerBlockBytes + 1));
  isSmall =
      both(isSmall, emitAreMany(m.mul(planes.resultExtent, outer.resultExtent),
                                cost::kMinTileRows));
  // Long rows are moved so only if there is no better way.
  auto vectorsOf = [&](int64_t vectors) {
    return m.constant(std::min(cost::kMaxTileElements, vectors * vectorLanes));
  };
  Value maxRow = m.select(hasOtherWay,
                          m.select(either(arePlanes, choice.areStrided),
                                   vectorsOf(cost::kMaxUnitRowVectors),
                                   vectorsOf(cost::kMaxTileRowVectors)),
                          vectorsOf(cost::kMaxOnlyTileRowVectors));
  isSmall = both(isSmall,
                 m.cmp(CmpIPredicate::ult, m.sub(choice.width, one), maxRow));
  if (!mover.hasMaskedLoads()) {
    Value elements = m.sub(kernel.load(PlaneNumber::SourceEnd),
                           kernel.load(PlaneNumber::SourceBegin));
    isSmall = both(
        isSmall, m.cmp(CmpIPredicate::sge, elements, m.constant(vectorLanes)));
  }
  choice.isPossible = both(isSmall, either(either(arePlanes, choice.areStrided),
                                           emitHasRoom(outer)));

  // The axis of the units.
  auto ofUnit = [&](Value ofPlane, Value ofRow) {
    return m.select(arePlanes, ofPlane, ofRow);
  };
  SymbolicPadAxis numbers = {
      ofUnit(kernel.load(PlaneNumber::PlanesExtent),
             kernel.load(PlaneNumber::OuterExtent)),
      ofUnit(planes.positions.getLow(), outer.positions.getLow()),
      m.b.getIndexAttr(0), m.b.getIndexAttr(0)};
  if (outer.step)
    numbers.interior = m.sub(ofUnit(planes.step, outer.step), one);
  choice.axis.emplace(m.b, m.loc, row.mode, numbers,
                      ofUnit(planes.resultExtent, outer.resultExtent));
  choice.axis->sourceStride = ofUnit(planes.sourceStride, outer.sourceStride);
  choice.axis->resultStride = ofUnit(planes.resultStride, outer.resultStride);
  choice.rows = ofUnit(outer.resultExtent, one);
  choice.size = ofUnit(size, choice.width);
  return choice;
}

TileChoice mlir::pad::emitTileChoice(PlaneKernel &kernel) {
  return Chooser(kernel).emit();
}
