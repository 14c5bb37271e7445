//===- NestEmitter.cpp - Loops around rows --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestEmitter.h"
#include "Pad/Analysis/CostModel.h"
#include "TileEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

NestEmitter::NestEmitter(OpBuilder &builder, PadIntoOp op, const PadPlan &plan,
                         VectorShape vectors, Value paddingValue, bool traces)
    : b(builder), loc(op.getLoc()), op(op), plan(plan),
      elementType(b.getIntegerType(plan.elementBits)), m{b, loc},
      source(b, loc, op.getSource(), elementType),
      result(b, loc, op.getInit(), elementType),
      mover(b, loc, elementType,
            std::max<int64_t>(2, vectors.bits / plan.elementBits),
            vectors.isScalable, plan.elementAlignment, paddingValue, traces) {
  SmallVector<SymbolicPadAxis> numbers = getSymbolicAxes(b, loc, op);
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
    axes.push_back(values);
  }
  if (plan.tileGroup != 1) {
    // The loop around the tile: each index stands for so many.
    AxisValues &outer = axes[plan.tileBegin - 1];
    Value group = m.constant(plan.tileGroup);
    outer.resultExtent = outer.end = outer.dilated =
        m.constant(plan.axes[plan.tileBegin - 1].resultExtent / plan.tileGroup);
    for (Value *value : {&outer.sourceStride, &outer.resultStride})
      *value = m.mul(*value, group);
  }
  chunk = ShapedType::isDynamic(plan.chunk) ? axes.back().resultExtent
                                            : m.constant(plan.chunk);
  row.emplace(mover, plan.mode, axes[plan.row], chunk);
  if (plan.mayMovePlanes || plan.repeatsRows)
    plane.emplace(mover, plan.mode, axes[plan.row - 1], axes[plan.row],
                  plan.chunk);
}

Value NestEmitter::emitHasSmallChunk() {
  if (!ShapedType::isDynamic(plan.chunk))
    return {};
  int64_t limit = cost::kMaxChunkBytes * 8 / plan.elementBits;
  // 1 to the limit.
  return m.cmp(CmpIPredicate::ult, m.sub(chunk, m.constant(1)),
               m.constant(limit));
}

Value NestEmitter::getResultSize() {
  Value size = m.constant(1);
  for (const AxisValues &axis : axes)
    size = m.mul(size, axis.resultExtent);
  size = m.mul(size, m.constant(plan.tileGroup));
  return size;
}

Value NestEmitter::emitIsEmpty() {
  Value isEmpty;
  for (const AxisValues &axis : axes) {
    Value isThis = m.cmp(CmpIPredicate::sle, axis.dilated, m.constant(0));
    isEmpty = isEmpty ? m.apply<arith::OrIOp>(isEmpty, isThis) : isThis;
  }
  return isEmpty;
}

Value NestEmitter::emitIsInPlace() {
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

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void NestEmitter::fillAxis(int64_t k, Value resultOffset) {
  if (k < static_cast<int64_t>(unitIndices.size()))
    return fillAxis(k + 1, m.add(resultOffset,
                                 m.mul(unitIndices[k], axes[k].resultStride)));
  fillAxis(k, resultOffset, m.constant(0), axes[k].resultExtent);
}

void NestEmitter::fillAxis(int64_t k, Value resultOffset, Value first,
                           Value last) {
  const AxisValues &axis = axes[k];
  Value begin = m.add(resultOffset, m.mul(first, axis.resultStride));
  if (writer)
    return writer->fillPadding(begin,
                               m.mul(m.sub(last, first), axis.resultStride));
  if (plan.axes[k].isResultDense)
    return mover.fillPaddingCompact(
        result.buffer, begin, m.mul(m.sub(last, first), axis.resultStride));
  mover.forLoop(first, last, 1, [&](Value i) {
    fillAxis(k + 1, m.add(resultOffset, m.mul(i, axis.resultStride)));
  });
}

void NestEmitter::emitConstantIndex(int64_t k, Value i, Value sourceOffset,
                                    Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  Value position = m.sub(i, axis.low);
  auto emitInner = [&](Value index) {
    emitAxis(k + 1, m.add(sourceOffset, m.mul(index, axis.sourceStride)),
             resultOffset, bordersOnly);
  };
  if (!axis.step)
    return emitInner(position);
  Value rest = m.apply<arith::RemUIOp>(position, axis.step);
  mover.ifElse(
      m.cmp(CmpIPredicate::eq, rest, m.constant(0)),
      [&] { emitInner(m.apply<arith::DivUIOp>(position, axis.step)); },
      [&] { fillAxis(k + 1, resultOffset); });
}

void NestEmitter::emitConstantAxis(int64_t k, Value sourceOffset,
                                   Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  // In the order of memory.
  fillAxis(k, resultOffset, m.constant(0), axis.begin);
  mover.forLoop(axis.begin, axis.end, 1, [&](Value i) {
    emitConstantIndex(k, i, sourceOffset,
                      m.add(resultOffset, m.mul(i, axis.resultStride)),
                      bordersOnly);
  });
  fillAxis(k, resultOffset, axis.end, axis.resultExtent);
}

void NestEmitter::emitExtendedIndex(int64_t k, Value i, Value sourceOffset,
                                    Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  auto emitInner = [&](Value index, bool bordersOnly) {
    emitAxis(k + 1, m.add(sourceOffset, m.mul(index, axis.sourceStride)),
             resultOffset, bordersOnly);
  };
  if (!plan.axes[k].isPadded)
    return emitInner(i, bordersOnly);
  // Few indices lie outside: only those divide.
  Value position = m.sub(i, axis.positions.getLow());
  Value isInside =
      m.cmp(CmpIPredicate::ult, position, axis.positions.getDilatedExtent());
  if (bordersOnly && !axis.step)
    return mover.ifElse(
        isInside, [&] { emitInner(position, true); },
        [&] { emitInner(axis.positions.emit(b, loc, i).index, false); });
  if (axis.step) {
    SymbolicRead read = axis.positions.emit(b, loc, i);
    auto emitElement = [&] {
      if (!bordersOnly)
        return emitInner(read.index, false);
      mover.ifElse(
          isInside, [&] { emitInner(read.index, true); },
          [&] { emitInner(read.index, false); });
    };
    return mover.ifElse(read.hasSource, emitElement,
                        [&] { fillAxis(k + 1, resultOffset); });
  }
  auto index = scf::IfOp::create(
      b, loc, isInside,
      [&](OpBuilder &nested, Location) {
        scf::YieldOp::create(nested, loc, position);
      },
      [&](OpBuilder &nested, Location) {
        scf::YieldOp::create(nested, loc,
                             axis.positions.emit(nested, loc, i).index);
      });
  emitInner(index.getResult(0), false);
}

void NestEmitter::emitExtendedAxis(int64_t k, Value sourceOffset,
                                   Value resultOffset, bool bordersOnly) {
  const AxisValues &axis = axes[k];
  mover.forLoop(m.constant(0), axis.resultExtent, 1, [&](Value i) {
    emitExtendedIndex(k, i, sourceOffset,
                      m.add(resultOffset, m.mul(i, axis.resultStride)),
                      bordersOnly);
  });
}

void NestEmitter::emitAxis(int64_t k, Value sourceOffset, Value resultOffset,
                           bool bordersOnly) {
  bool isConstant = plan.mode == PadMode::Constant;
  if (k < static_cast<int64_t>(unitIndices.size())) {
    const AxisValues &axis = axes[k];
    Value i = unitIndices[k];
    Value to = m.add(resultOffset, m.mul(i, axis.resultStride));
    if (!isConstant)
      return emitExtendedIndex(k, i, sourceOffset, to, bordersOnly);
    if (!plan.axes[k].isPadded)
      return emitConstantIndex(k, i, sourceOffset, to, bordersOnly);
    Value isInside =
        m.apply<arith::AndIOp>(m.cmp(CmpIPredicate::sge, i, axis.begin),
                               m.cmp(CmpIPredicate::slt, i, axis.end));
    return mover.ifElse(
        isInside,
        [&] { emitConstantIndex(k, i, sourceOffset, to, bordersOnly); },
        [&] { fillAxis(k + 1, to); });
  }
  if (plan.tile && k == plan.tileBegin && !bordersOnly && !isRowTile()) {
    int64_t size = plan.tile->getResultSize();
    auto emit = [&](FlatBuffer to, Value offset) {
      emitTile(mover, *plan.tile, source.buffer, sourceOffset, to, offset, 0,
               size);
    };
    return writer ? writer->write(resultOffset, m.constant(size), emit)
                  : emit(result.buffer, resultOffset);
  }
  if (k != plan.row) {
    auto emitRows = [&] {
      isConstant ? emitConstantAxis(k, sourceOffset, resultOffset, bordersOnly)
                 : emitExtendedAxis(k, sourceOffset, resultOffset, bordersOnly);
    };
    if (!plane || k + 1 != plan.row || writer || bordersOnly)
      return emitRows();
    if (blended)
      return plane->emitBlended(*blended, m.value(source.offset), sourceSize,
                                source.buffer, sourceOffset, result.buffer,
                                resultOffset);
    if (plan.repeatsRows)
      return plane->emitRepeated(
          result.buffer, sourceOffset, resultOffset, [&](Value from, Value to) {
            emitAxis(plan.row, from, to, /*bordersOnly=*/false);
          });
    if (isConstant)
      return emitRows();
    return mover.ifElse(
        plane->getIsShort(),
        [&] {
          plane->emit(source.buffer, sourceOffset, result.buffer, resultOffset);
        },
        emitRows);
  }

  RowWindow window =
      unitWindow.value_or(RowWindow{m.constant(0), axes[k].resultExtent});
  if (writer)
    return emitStreamedRow(sourceOffset, resultOffset, window);
  Value to = m.add(resultOffset, m.mul(window.first, chunk));
  if (!bordersOnly)
    return emitRowWindow(sourceOffset, result.buffer, to, window);
  row->emit(source.buffer, sourceOffset, result.buffer, to, window,
            bordersOnly);
}

void NestEmitter::fill() {
  mover.trace(EmittedWay::Filled);
  fillAxis(0, m.value(result.offset));
}

Value NestEmitter::emitIsSourceDense() {
  SmallVector<OpFoldResult> extents =
      memref::getMixedSizes(b, loc, op.getSource());
  sourceSize = m.constant(1);
  Value isDense = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip_equal(extents, source.strides))) {
    Value isThis = m.cmp(CmpIPredicate::eq, m.value(stride), sourceSize);
    isDense = m.apply<arith::AndIOp>(isDense, isThis);
    sourceSize = m.mul(sourceSize, m.value(extent));
  }
  return isDense;
}

void NestEmitter::forFormsOfRows(function_ref<void()> emitAll) {
  if (!plan.mayMovePlanes || writer)
    return emitAll();
  const AxisValues &axis = axes[plan.row];
  Value mayBlend =
      m.apply<arith::AndIOp>(emitIsSourceDense(), plane->emitMayBlend());
  auto emitFrom = [&](auto &self, ArrayRef<BlendedRows::Form> forms) -> void {
    if (forms.empty())
      return emitAll();
    Value fits = m.apply<arith::AndIOp>(
        mayBlend, BlendedRows::emitFits(mover, axis, forms.front()));
    mover.ifElse(
        fits,
        [&] {
          blended.emplace(mover, axis, forms.front());
          emitAll();
          blended.reset();
        },
        [&] { self(self, forms.drop_front()); });
  };
  emitFrom(emitFrom, BlendedRows::getForms(mover));
}

void NestEmitter::emit(bool bordersOnly) {
  auto emitAll = [&] {
    emitAxis(0, m.value(source.offset), m.value(result.offset), bordersOnly);
  };
  bordersOnly ? emitAll() : forFormsOfRows(emitAll);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void NestEmitter::emitRowWindow(Value sourceOffset, FlatBuffer to,
                                Value toOffset, const RowWindow &window) {
  std::optional<int64_t> begin = getConstantIntValue(window.first),
                         end = getConstantIntValue(window.last);
  if (isRowTile() && begin && end)
    return emitTile(mover, *plan.tile, source.buffer, sourceOffset, to,
                    toOffset, *begin * plan.chunk, *end * plan.chunk);
  row->emit(source.buffer, sourceOffset, to, toOffset, window,
            /*bordersOnly=*/false);
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

int64_t NestEmitter::countUnitAxes() const {
  int64_t loops = plan.tile ? plan.tileBegin : plan.row, count = 0, units = 1;
  while (count < loops && units < cost::kManyUnits) {
    int64_t extent = plan.axes[count].resultExtent;
    // Of two run-time extents one is taken to be large.
    bool isDynamic = ShapedType::isDynamic(extent);
    units *=
        isDynamic ? cost::kManyUnits / 8 : std::min(extent, cost::kManyUnits);
    ++count;
  }
  return count;
}

Value NestEmitter::getUnits() {
  int64_t count = countUnitAxes();
  if (count == 0)
    // Not if all of it is one tile.
    return plan.row == 0 && (!plan.tile || isRowTile()) ? axes[0].resultExtent
                                                        : Value();
  Value units = m.constant(1);
  for (int64_t k = 0; k < count; ++k)
    units = m.mul(units, axes[k].resultExtent);
  return units;
}

void NestEmitter::emitUnits(Value first, Value last, bool bordersOnly) {
  int64_t count = countUnitAxes();
  if (count == 0) {
    unitWindow = RowWindow{first, last};
    emit(bordersOnly);
    unitWindow.reset();
    return;
  }
  auto emitAll = [&] {
    mover.forLoop(first, last, 1, [&](Value unit) {
      unitIndices.assign(count, Value());
      for (int64_t k = count - 1; k > 0; --k) {
        unitIndices[k] = m.apply<arith::RemUIOp>(unit, axes[k].resultExtent);
        unit = m.apply<arith::DivUIOp>(unit, axes[k].resultExtent);
      }
      unitIndices[0] = unit;
      emitAxis(0, m.value(source.offset), m.value(result.offset), bordersOnly);
      unitIndices.clear();
    });
  };
  bordersOnly ? emitAll() : forFormsOfRows(emitAll);
}
