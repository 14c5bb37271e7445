//===- KernelLoops.cpp - Loops around kernels ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/AllocationScope.h"
#include "Pad/Analysis/CostModel.h"
#include "PadEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void PadEmitter::allocatePlaneNumbers() {
  OpBuilder::InsertionGuard guard(b);
  Operation *scope = getAllocationScope(b.getInsertionBlock());
  b.setInsertionPointToStart(&scope->getRegion(0).front());
  planeNumbers =
      memref::AllocaOp::create(b, loc, getPlaneNumbersType(b.getContext()));
}

void PadEmitter::emitPlaneNumbers() {
  auto store = [&](PlaneNumber number, Value value) {
    storePlaneNumber(m, planeNumbers, number, value);
  };
  Value zero = m.constant(0), one = m.constant(1);
  // A number of axes that were merged is one of elements of the inner ones.
  auto storeAxis = [&](PlaneNumber first, int64_t k) {
    auto storeNext = [&](int64_t behind, Value value) {
      store(static_cast<PlaneNumber>(static_cast<int64_t>(first) + behind),
            value);
    };
    if (k < 0) {
      for (int64_t behind = 0; behind < 4; ++behind)
        storeNext(behind, behind == 0 || behind == 3 ? one : zero);
      return;
    }
    const PlannedAxis &planned = plan.axes[k];
    const AxisValues &axis = axes[k];
    const SymbolicPadAxis &own = numbers[planned.first];
    bool isMerged = planned.end - planned.first > 1;
    storeNext(0, isMerged ? axis.dilated : m.value(own.extent));
    storeNext(1, isMerged ? axis.low : m.value(own.low));
    storeNext(2, axis.step ? m.sub(axis.step, one) : zero);
    storeNext(3, axis.resultExtent);
  };
  int64_t index = row.axis;
  storeAxis(PlaneNumber::RowExtent, index);
  store(PlaneNumber::InnerBlock, innerBlock);
  storeAxis(PlaneNumber::OuterExtent, index - 1);
  store(PlaneNumber::OuterSourceStride,
        index > 0 ? axes[index - 1].sourceStride : zero);
  store(PlaneNumber::OuterResultStride,
        index > 0 ? axes[index - 1].resultStride : zero);
  storeAxis(PlaneNumber::PlanesExtent, index - 2);
  store(PlaneNumber::PlaneSourceStride,
        index > 1 ? axes[index - 2].sourceStride : zero);
  store(PlaneNumber::PlaneResultStride,
        index > 1 ? axes[index - 2].resultStride : zero);
  store(PlaneNumber::SourceBegin, m.value(source.begin));
  store(PlaneNumber::SourceEnd, m.value(source.end));
}

PlaneOperands PadEmitter::getOperands(Value sourceOffset, Value resultOffset,
                                      RowWindow rows, RowWindow window) {
  Value padding = traits.readsPadding() ? mover.getPadding(1) : Value();
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

void PadEmitter::emitPlanes(const PadVersion &version, ArrayRef<Value> fits,
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
  Value one = m.constant(1);
  Value numRows = getIterations(version.numLoops, row.axis);
  Value rowSize = m.mul(axes[row.axis].resultExtent, innerBlock);
  Value isTrue = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  switch (version.sharedWork) {
  case SharedWork::None:
    return {one, getResultSize(), numRows, isTrue};
  case SharedWork::Iterations:
    return {getIterations(0, version.numShared), m.mul(numRows, rowSize),
            numRows, isTrue};
  case SharedWork::PlanesOrRows: {
    Value planes = axes[0].resultExtent;
    Value arePlanesMany =
        m.cmp(CmpIPredicate::sge, planes, m.constant(cost::kManyIterations));
    Value rows = m.select(arePlanesMany, axes[1].resultExtent, one);
    return {m.select(arePlanesMany, planes, numRows), m.mul(rows, rowSize),
            rows, arePlanesMany};
  }
  case SharedWork::Rows:
    return {numRows, rowSize, one,
            arith::ConstantOp::create(b, loc, b.getBoolAttr(false))};
  case SharedWork::RowIndices:
    return {axes[0].resultExtent, innerBlock, one, isTrue};
  }
  llvm_unreachable("unknown work");
}

void PadEmitter::emitKernels(const PadVersion &version) {
  Value sourceOffset = m.value(source.offset),
        resultOffset = m.value(result.offset);
  Value zero = m.constant(0);
  KernelWork work = getKernelWork(version);
  RowWindow allRows{zero, getIterations(version.numLoops, row.axis)},
      allIndices{zero, axes[row.axis].resultExtent};
  SmallVector<Value> fits(version.strategies.size() - 1);
  Value numCalls = getIterations(0, version.numLoops);
  Value fitsAny = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  for (size_t k = fits.size(); k-- > 0;) {
    fits[k] = getStrategy(version.strategies[k])
                  .emitFits(getOperands(sourceOffset, resultOffset, allRows,
                                        allIndices),
                            {work.arePlanesWhole, fitsAny, numCalls});
    fitsAny = m.either(fitsAny, fits[k]);
  }
  forTasks(version, work.iterations, [&](Value first, Value last) {
    auto at = [&](Value iteration) {
      return m.add(resultOffset, m.mul(iteration, work.elements));
    };
    std::optional<StreamWriter> writer;
    PlaneTarget target{getStaging(version), getMaxInnerBlock(), {}, {}};
    if (version.sink != PadSink::Store) {
      target.memory =
          StreamWriter::allocate(mover, target.staging, target.maxInnerBlock);
      target.begin = at(first);
      writer.emplace(mover, result.buffer, target.begin, target.staging,
                     target.maxInnerBlock, target.memory);
      writer->start();
    }
    RowWindow rows = allRows, window = allIndices;
    if (version.sharedWork == SharedWork::RowIndices)
      window = {first, last};
    else if (version.sharedWork == SharedWork::Rows ||
             version.sharedWork == SharedWork::PlanesOrRows)
      rows = {m.mul(first, work.rows), m.mul(last, work.rows)};
    LoopNest nest(
        mover, axes, version.numLoops,
        [&](Value from, Value to, bool isDataThere) {
          target.isDataThere = isDataThere;
          emitPlanes(version, fits, getOperands(from, to, rows, window),
                     target);
        },
        [&](Value offset, Value count) {
          writer ? writer->fillPadding(offset, count)
                 : mover.fillPadding(result.buffer, offset, count);
        });
    bool bordersOnly = version.isBy(RowStrategy::Kind::Borders);
    if (version.sharedWork == SharedWork::Iterations)
      nest.emitIterations(version.numShared, first, last, sourceOffset,
                          resultOffset, bordersOnly);
    else
      nest.emit(sourceOffset, resultOffset, bordersOnly);
    if (writer)
      writer->finish(at(last));
  });
}
