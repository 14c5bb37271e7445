//===- PadEmitter.cpp - One pad by one plan -------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadEmitter.h"
#include "Pad/Analysis/CostModel.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

PadEmitter::PadEmitter(OpBuilder &builder, PadIntoOp op, const PadPlan &plan,
                       const PadToVectorOptions &options, Value paddingValue)
    : b(builder), loc(op.getLoc()), op(op), plan(plan), options(options),
      traits{plan.mode,
             b.getIntegerType(plan.elementBits),
             options.vectors,
             plan.elementAlignment,
             /*hasRowInterior=*/false,
             /*hasOuterInterior=*/false,
             /*hasChunks=*/plan.chunk != 1,
             options.trace},
      m{b, loc}, source(b, loc, op.getSource(), traits.elementType),
      result(b, loc, op.getInit(), traits.elementType),
      mover(b, loc, traits.elementType, options.vectors, plan.elementAlignment,
            paddingValue, options.trace),
      numbers(getSymbolicAxes(b, loc, op)) {
  SmallVector<OpFoldResult> resultExtents =
      memref::getMixedSizes(b, loc, op.getInit());
  for (const PlannedAxis &planned : plan.axes) {
    AxisValues values(b, loc, plan.mode, numbers[planned.first],
                      m.value(resultExtents[planned.first]));
    for (int64_t axis = planned.first + 1; axis < planned.end; ++axis) {
      Value inner = m.value(resultExtents[axis]);
      for (Value *value : {&values.resultExtent, &values.begin, &values.end,
                           &values.low, &values.dilated})
        *value = m.mul(*value, inner);
    }
    values.sourceStride = m.value(source.strides[planned.end - 1]);
    values.resultStride = m.value(result.strides[planned.end - 1]);
    values.isPadded = planned.isPadded;
    values.isResultDense =
        arith::ConstantOp::create(b, loc, b.getBoolAttr(planned.isResultDense));
    axes.push_back(values);
  }
  chunk = ShapedType::isDynamic(plan.chunk) ? axes.back().resultExtent
                                            : m.constant(plan.chunk);
  if (plan.row > 1)
    arePlanesUnpadded = emitIsUnpadded(axes[plan.row - 2]);
  traits.hasRowInterior = bool(axes[plan.row].step);
  traits.hasOuterInterior = plan.row > 0 && axes[plan.row - 1].step;
  staging.emplace(mover, axes[plan.row], chunk);
  if (plan.mayBeInPlace || !hasTiles(/*isStreamed=*/false) ||
      !hasTiles(/*isStreamed=*/true))
    emitPlaneNumbers();

  if (plan.tileGroup != 1) {
    // The loop around the tile: each index stands for so many.
    AxisValues &outer = axes[plan.tileBegin - 1];
    Value group = m.constant(plan.tileGroup);
    outer.resultExtent = outer.end = outer.dilated =
        m.constant(plan.axes[plan.tileBegin - 1].resultExtent / plan.tileGroup);
    for (Value *value : {&outer.sourceStride, &outer.resultStride})
      *value = m.mul(*value, group);
  }
}

Value PadEmitter::emitIsUnpadded(const AxisValues &axis) {
  if (!axis.isPadded)
    return arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  auto isEqual = [&](Value lhs, Value rhs) {
    return m.cmp(CmpIPredicate::eq, lhs, rhs);
  };
  Value isUnpadded =
      m.apply<arith::AndIOp>(isEqual(axis.positions.getLow(), m.constant(0)),
                             isEqual(axis.dilated, axis.resultExtent));
  if (axis.step)
    isUnpadded =
        m.apply<arith::AndIOp>(isUnpadded, isEqual(axis.step, m.constant(1)));
  return isUnpadded;
}

Value PadEmitter::emitHasPlannedChunk() {
  if (!ShapedType::isDynamic(plan.chunk))
    return {};
  // 1 to the limit.
  Value isSmall = m.cmp(CmpIPredicate::ult, m.sub(chunk, m.constant(1)),
                        m.constant(getMaxChunk()));
  if (!plan.assumesUnpaddedChunk)
    return isSmall;
  return m.apply<arith::AndIOp>(isSmall, emitIsUnpadded(axes.back()));
}

Value PadEmitter::getResultSize() {
  Value size = m.constant(plan.tileGroup);
  for (const AxisValues &axis : axes)
    size = m.mul(size, axis.resultExtent);
  return size;
}

Value PadEmitter::emitIsEmpty() {
  Value isEmpty;
  for (const AxisValues &axis : axes) {
    Value isThis = m.cmp(CmpIPredicate::sle, axis.dilated, m.constant(0));
    isEmpty = isEmpty ? m.apply<arith::OrIOp>(isEmpty, isThis) : isThis;
  }
  return isEmpty;
}

Value PadEmitter::emitIsInPlace() {
  Value bytes = m.constant(plan.elementBits / 8);
  auto addressOf = [&](Value memref, Value offset) {
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref);
    return m.add(base, m.mul(offset, bytes));
  };
  Value data = m.value(result.offset);
  for (auto [low, stride] : llvm::zip_equal(op.getMixedLow(), result.strides))
    data = m.add(data, m.mul(m.value(low), m.value(stride)));
  return m.cmp(CmpIPredicate::eq,
               addressOf(op.getSource(), m.value(source.offset)),
               addressOf(op.getInit(), data));
}

Value PadEmitter::emitIsStreamable() {
  if (!plan.canStream || options.nontemporalThreshold == INT64_MAX)
    return {};
  int64_t bytes = plan.elementBits / 8;
  Value size = m.mul(getResultSize(), m.constant(bytes));
  Value isStreamable =
      m.cmp(CmpIPredicate::sge, size, m.constant(options.nontemporalThreshold));
  if (plan.elementAlignment != bytes) {
    // Lines hold whole elements only if they are aligned to their size.
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getInit());
    Value rest = m.apply<arith::RemUIOp>(address, m.constant(bytes));
    isStreamable = m.apply<arith::AndIOp>(
        isStreamable, m.cmp(CmpIPredicate::eq, rest, m.constant(0)));
  }
  if (plan.tile && !isRowTile())
    return isStreamable;
  return m.apply<arith::AndIOp>(isStreamable, staging->isPossible);
}

void PadEmitter::emit() {
  auto emitData = [&] {
    if (!plan.mayBeInPlace)
      return emitResult(/*bordersOnly=*/false);
    mover.ifElse(
        emitIsInPlace(),
        [&] {
          mover.trace(EmittedWay::InPlace);
          emitResult(/*bordersOnly=*/true);
        },
        [&] { emitResult(/*bordersOnly=*/false); });
  };
  if (isConstant())
    return emitData();
  // No mode extends an empty axis (C6).
  mover.ifElse(
      emitIsEmpty(),
      [&] {
        mover.trace(EmittedWay::Filled);
        LoopNest(mover, axes, axes.size(), /*inner=*/{},
                 [&](Value offset, Value count) {
                   mover.fillPadding(result.buffer, offset, count);
                 })
            .fill(m.value(result.offset));
      },
      emitData);
}

void PadEmitter::emitResult(bool bordersOnly) {
  Value isStreamed;
  if (!bordersOnly)
    isStreamed = emitIsStreamable();
  if (!isStreamed)
    return emitAll(/*isStreamed=*/false, bordersOnly);
  mover.ifElse(
      isStreamed, [&] { emitAll(/*isStreamed=*/true, bordersOnly); },
      [&] { emitAll(/*isStreamed=*/false, bordersOnly); });
}

void PadEmitter::emitAll(bool isStreamed, bool bordersOnly) {
  hasTiles(isStreamed) && !bordersOnly ? emitTiles(isStreamed)
                                       : emitKernels(isStreamed, bordersOnly);
}

Value PadEmitter::getIterations(int64_t first, int64_t last) {
  Value iterations = m.constant(1);
  for (int64_t k = first; k < last; ++k)
    iterations = m.mul(iterations, axes[k].resultExtent);
  return iterations;
}

void PadEmitter::forThreads(Value units,
                            function_ref<void(Value, Value)> body) {
  auto emitSerial = [&] { body(m.constant(0), units); };
  if (!options.parallel || isOneInteger(units))
    return emitSerial();
  Value bytes = m.mul(getResultSize(), m.constant(plan.elementBits / 8));
  mover.ifElse(
      m.cmp(CmpIPredicate::sge, bytes, m.constant(options.parallelThreshold)),
      [&] {
        // Tasks `0 <= t < tasks`, each for a stretch of the units.
        Value tasks = m.ceilDiv(bytes, m.constant(cost::kTaskBytes));
        tasks = m.min(m.min(tasks, m.constant(cost::kMaxTasks)), units);
        auto loop = scf::ForallOp::create(b, loc, OpFoldResult(tasks),
                                          /*outputs=*/ValueRange(),
                                          /*mapping=*/std::nullopt);
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(loop.getBody());
        auto begin = [&](Value task) {
          return m.apply<arith::DivUIOp>(m.mul(task, units), tasks);
        };
        Value task = loop.getInductionVar(0);
        mover.trace(EmittedWay::Threaded);
        body(begin(task), begin(m.add(task, m.constant(1))));
      },
      emitSerial);
}
