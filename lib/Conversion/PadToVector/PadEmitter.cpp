//===- PadEmitter.cpp - One pad by one choice of rows -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadEmitter.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether there may be gaps between the rows along `axis`, or between planes.
static bool hasOuterInterior(const PadPlan &plan, int64_t axis) {
  return llvm::any_of(
      ArrayRef(plan.axes).take_front(axis).take_back(2),
      [](const PlannedAxis &outer) { return outer.hasInterior(); });
}

/// The mode of `axis`; outside of the outermost one, where there is a single
/// index, that of `row`.
static PadMode getMode(const PadPlan &plan, int64_t axis, int64_t row) {
  return plan.axes[axis < 0 ? row : axis].numbers.mode;
}

PadEmitter::PadEmitter(VectorMover &mover, PadIntoOp op, const PadPlan &plan,
                       int64_t rowNumber, const PadToVectorOptions &options)
    : mover(mover), b(mover.builder()), loc(op.getLoc()), op(op), plan(plan),
      row(plan.rows[rowNumber]), options(options),
      traits{getMode(plan, row.axis - 2, row.axis),
             getMode(plan, row.axis - 1, row.axis),
             getMode(plan, row.axis, row.axis),
             mover.getElementType(),
             plan.vectors,
             plan.elementAlignment,
             /*hasRowInterior=*/plan.axes[row.axis].hasInterior(),
             /*hasOuterInterior=*/hasOuterInterior(plan, row.axis),
             /*hasInnerBlocks=*/row.innerBlock != 1,
             options.trace},
      m{b, loc}, source(b, loc, op.getSource(), traits.elementType),
      result(b, loc, op.getInit(), traits.elementType),
      numbers(getSymbolicAxes(b, loc, op)) {
  SmallVector<OpFoldResult> resultExtents =
      memref::getMixedSizes(b, loc, op.getInit());
  for (const PlannedAxis &planned : plan.axes) {
    AxisValues values(b, loc, numbers[planned.first],
                      m.value(resultExtents[planned.first]));
    // The axes inside are unpadded: the plan knows what one of the two says.
    for (int64_t axis = planned.first + 1; axis < planned.end; ++axis)
      values.scaleBy(m.value(isa<Attribute>(numbers[axis].extent)
                                 ? numbers[axis].extent
                                 : resultExtents[axis]));
    values.sourceStride = m.value(source.strides[planned.end - 1]);
    values.resultStride = m.value(result.strides[planned.end - 1]);
    values.isPadded = planned.isPadded;
    values.isResultDense = m.condition(planned.isResultDense);
    axes.push_back(values);
  }
  innerBlock = ShapedType::isDynamic(row.innerBlock)
                   ? axes.back().resultExtent
                   : m.constant(row.innerBlock);
  if (llvm::any_of(plan.versions, [&](const PadVersion &version) {
        return version.row == rowNumber && version.callsKernels();
      }))
    planeNumbers = mover.allocate(kNumPlaneNumbers, b.getIndexType());
  context.emplace(PlaneContext{
      mover, traits, source, row.axis > 0 ? &axes[row.axis - 1] : nullptr,
      axes[row.axis], innerBlock,
      llvm::any_of(plan.rows, [](const PlannedRow &other) {
        return other.innerBlock != 1;
      })});
}

ArithValue PadEmitter::getResultSize() {
  ArithValue size = m.constant(1);
  for (const AxisValues &axis : axes)
    size = size * axis.resultExtent;
  return size;
}

ArithValue PadEmitter::getResultBytes() {
  return getResultSize() * (plan.elementBits / 8);
}

ArithValue PadEmitter::getIterations(int64_t first, int64_t last) {
  ArithValue iterations = m.constant(1);
  for (int64_t k = first; k < last; ++k)
    iterations = iterations * (axes[k].resultExtent);
  return iterations;
}

void PadEmitter::fill() {
  mover.trace(EmittedWay::Filled);
  LoopNest(mover, axes, axes.size(), /*inner=*/{},
           [&](ArithValue offset, ArithValue count) {
             mover.fillPadding(result.buffer, offset, count);
           })
      .fill(m.value(result.offset));
}

void PadEmitter::emit(const PadVersion &version) {
  if (version.isBy(RowStrategy::Kind::Fill))
    return fill();
  if (version.isBy(RowStrategy::Kind::StaticTile))
    return emitTiles(version);
  if (version.isBy(RowStrategy::Kind::Borders))
    mover.trace(EmittedWay::InPlace);
  emitKernels(version);
}

void PadEmitter::emitLoops(const PadVersion &version, ArithValue iterations,
                           ArithValue elements, int64_t maxInnerBlock,
                           Inner inner) {
  ArithValue sourceOffset = m.value(source.offset),
             resultOffset = m.value(result.offset);
  auto emitStretch = [&](ArithValue first, ArithValue last) {
    auto at = [&](ArithValue iteration) {
      ArithValue offset = iteration * elements;
      // The last group of tiles may be less than a whole one.
      if (version.sharedWork == SharedWork::TileGroups)
        offset = min(offset, getResultSize());
      return resultOffset + offset;
    };
    std::optional<StreamWriter> writer;
    PlaneTarget target;
    target.staging = version.sink == PadSink::StreamRows
                         ? StreamWriter::Staging::Borders
                         : StreamWriter::Staging::Pieces;
    target.maxInnerBlock = maxInnerBlock;
    if (version.sink != PadSink::Store) {
      target.memory =
          StreamWriter::allocate(mover, target.staging, maxInnerBlock);
      target.begin = at(first);
      target.writer =
          &writer.emplace(mover, result.buffer, target.begin, target.staging,
                          maxInnerBlock, target.memory);
      writer->start();
    }
    LoopNest nest(
        mover, axes, version.numLoops,
        [&](ArithValue from, ArithValue to, bool isDataThere) {
          target.isDataThere = isDataThere;
          inner(target, {first, last}, from, to);
        },
        [&](ArithValue offset, ArithValue count) {
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
  };
  if (!version.isParallel()) {
    // The loops go over no rows without elements.
    return emitIf(m, getIterations(1, axes.size()) > 0,
                  [&] { emitStretch(m.constant(0), iterations); });
  }
  emitTasks(m, getResultBytes(), iterations,
            [&](ArithValue begin, ArithValue end) {
              mover.trace(EmittedWay::Threaded);
              emitStretch(begin, end);
            });
}
