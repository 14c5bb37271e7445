//===- KernelLoops.cpp - Loops around kernels ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/CostModel.h"
#include "PadEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void PadEmitter::emitPlaneNumbers() {
  auto store = [&](PlaneNumber number, ArithValue value) {
    storePlaneNumber(m, planeNumbers, number, value);
  };
  ArithValue zero = m.constant(0), one = m.constant(1);
  // A number of axes that were merged is one of elements of the inner ones.
  auto storeAxis = [&](PlaneNumber first, int64_t k) {
    SmallVector<ArithValue> values = {one, zero, zero, one, zero, zero};
    if (k >= 0) {
      const PlannedAxis &planned = plan.axes[k];
      const AxisValues &axis = axes[k];
      const SymbolicPadAxis &own = numbers[planned.first];
      bool isMerged = planned.end - planned.first > 1;
      values = {isMerged ? axis.dilated : m.value(own.extent),
                isMerged ? axis.low : m.value(own.low),
                axis.step ? *axis.step - 1 : zero,
                axis.resultExtent,
                axis.sourceStride,
                axis.resultStride};
    }
    // Of a row, the stride is the size of an inner block.
    if (k == row.axis)
      values.truncate(4);
    for (auto [behind, value] : llvm::enumerate(values))
      store(static_cast<PlaneNumber>(static_cast<int64_t>(first) + behind),
            value);
  };
  storeAxis(PlaneNumber::RowExtent, row.axis);
  store(PlaneNumber::InnerBlock, innerBlock);
  storeAxis(PlaneNumber::OuterExtent, row.axis - 1);
  storeAxis(PlaneNumber::PlanesExtent, row.axis - 2);
  store(PlaneNumber::SourceBegin, m.value(source.begin));
  store(PlaneNumber::SourceEnd, m.value(source.end));
}

PlaneOperands PadEmitter::getOperands(ArithValue sourceOffset,
                                      ArithValue resultOffset, RowWindow rows,
                                      RowWindow window) {
  ArithValue padding =
      traits.readsPadding() ? mover.getPadding(1) : ArithValue();
  if (!padding)
    padding = mover.emitElement(0);
  return {source.buffer, sourceOffset, result.buffer, resultOffset,
          rows,          window,       planeNumbers,  padding};
}

PlaneStrategy &PadEmitter::getStrategy(const RowStrategy &strategy) {
  for (auto &[key, emission] : strategies)
    if (key == strategy)
      return *emission;
  strategies.emplace_back(strategy, createPlaneStrategy(*context, strategy));
  return *strategies.back().second;
}

void PadEmitter::emitPlanes(const PadVersion &version,
                            ArrayRef<ArithValue> fits,
                            const PlaneOperands &operands,
                            const PlaneTarget &target) {
  auto emitFirst = [&](auto &self, size_t k) -> void {
    PlaneStrategy &strategy = getStrategy(version.strategies[k]);
    // The last one always fits.
    if (k == fits.size())
      return strategy.emit(operands, target);
    mover.ifElse(
        fits[k], [&] { strategy.emit(operands, target); },
        [&] { self(self, k + 1); });
  };
  emitFirst(emitFirst, 0);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

PadEmitter::KernelWork PadEmitter::getKernelWork(const PadVersion &version) {
  ArithValue one = m.constant(1);
  ArithValue numRows = getIterations(version.numLoops, row.axis);
  ArithValue rowSize = m(axes[row.axis].resultExtent) * innerBlock;
  ArithValue isTrue = m.condition(true);
  switch (version.sharedWork) {
  case SharedWork::None:
    return {one, getResultSize(), numRows, isTrue};
  case SharedWork::Iterations:
    return {getIterations(0, version.numShared), numRows * rowSize, numRows,
            isTrue};
  case SharedWork::PlanesOrRows: {
    ArithValue planes = axes[0].resultExtent;
    ArithValue arePlanesMany = planes >= cost::kManyIterations;
    ArithValue rows = select(arePlanesMany, axes[1].resultExtent, one);
    return {select(arePlanesMany, planes, numRows), rows * rowSize, rows,
            arePlanesMany};
  }
  case SharedWork::Rows:
    return {numRows, rowSize, one, m.condition(false)};
  case SharedWork::RowIndices:
    return {axes[0].resultExtent, innerBlock, one, isTrue};
  case SharedWork::TileGroups:
    llvm_unreachable("tiles are no kernels");
  }
  llvm_unreachable("unknown work");
}

void PadEmitter::emitKernels(const PadVersion &version) {
  ArithValue sourceOffset = m.value(source.offset),
             resultOffset = m.value(result.offset);
  ArithValue zero = m.constant(0);
  KernelWork work = getKernelWork(version);
  RowWindow allRows{zero, getIterations(version.numLoops, row.axis)},
      allIndices{zero, axes[row.axis].resultExtent};
  SmallVector<ArithValue> fits(version.strategies.size() - 1);
  ArithValue numCalls = getIterations(0, version.numLoops);
  ArithValue fitsLater = m.condition(false);
  for (size_t k = fits.size(); k-- > 0;) {
    PlaneStrategy &strategy = getStrategy(version.strategies[k]);
    fits[k] = strategy.emitFits(
        getOperands(sourceOffset, resultOffset, allRows, allIndices),
        {work.arePlanesWhole, fitsLater, numCalls});
    if (strategy.isForLongRows())
      fitsLater = fitsLater | fits[k];
  }
  emitLoops(version, work.iterations, work.elements, getMaxInnerBlock(),
            [&](const PlaneTarget &target, RowWindow stretch, ArithValue from,
                ArithValue to) {
              RowWindow rows = allRows, window = allIndices;
              if (version.sharedWork == SharedWork::RowIndices)
                window = stretch;
              else if (version.sharedWork == SharedWork::Rows ||
                       version.sharedWork == SharedWork::PlanesOrRows)
                rows = {stretch.first * work.rows, stretch.last * work.rows};
              emitPlanes(version, fits, getOperands(from, to, rows, window),
                         target);
            });
}
