//===- BlendedRows.cpp - Rows and planes blended with their borders
//--------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "PlaneStrategy.h"
#include "ShortBorders.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits dynamic rows with hardly a branch: vectors of the result are loaded as
/// if there were no border, which reads the neighbours of the source row too,
/// and the first and the last of them are blended with their border by masks.
/// The row axis has no interior pad and inner blocks of one element.
class BlendedRows {
public:
  /// Whether rows of `axis` are of `form`: of one to two vectors of its width,
  /// or of any number if it is for long rows; and no border exceeds a vector.
  static ArithValue emitFits(VectorMover &mover, const AxisValues &axis,
                             const RowStrategy &form);

  /// Built outside the loops, where it computes what all rows share. `axis` has
  /// the mode of the pad.
  BlendedRows(VectorMover &mover, const AxisValues &axis,
              const RowStrategy &form);

  /// Elements before the first of the source row, and behind its last, that
  /// `emit` may read.
  ArithValue getReadBefore() const { return readBefore; }
  ArithValue getReadBehind() const { return readBehind; }

  /// The row whose source is at `sourceOffset`.
  void emit(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
            ArithValue resultOffset);
  /// A row of padding values.
  void fill(FlatBuffer result, ArithValue resultOffset);
  /// A row of the result once more.
  void repeat(FlatBuffer result, ArithValue fromOffset, ArithValue toOffset);

private:
  /// `first`, `last`, and what `loadAt` emits for the columns between.
  void emitVectors(FlatBuffer result, ArithValue resultOffset, ArithValue first,
                   ArithValue last,
                   function_ref<ArithValue(ArithValue)> loadAt);
  /// All ones in lanes below `bound`, which is 0 to the width.
  ArithValue emitLanesBelow(ArithValue bound);
  /// What the source row extends a vector with at one end.
  ArithValue emitBorder(FlatBuffer source, ArithValue sourceOffset,
                        bool isLeft);

  VectorMover &mover;
  const AxisValues &axis;
  int64_t width;
  bool isLong;
  /// Column of the last vector, flush with the end.
  ArithValue lastColumn;
  /// Lanes of the first and last vector that hold data, and those of their
  /// borders.
  ArithValue firstData, lastData, firstBorder, lastBorder;
  /// Padding values in the border lanes.
  ArithValue firstPadding, lastPadding;
  /// Columns of the right border.
  ArithValue rightExtent;
  ArithValue readBefore, readBehind;
};
} // namespace

ArithValue BlendedRows::emitFits(VectorMover &mover, const AxisValues &axis,
                                 const RowStrategy &form) {
  ArithContext m = mover.math();
  // Borders lie next to data.
  ArithValue fits = axis.hasRuns();
  auto requireAtMost = [&](ArithValue value, ArithValue limit) {
    fits = fits & (value <= limit);
  };
  ArithValue vector = m.constant(form.width);
  requireAtMost(vector, axis.resultExtent);
  if (!form.isLong)
    requireAtMost(axis.resultExtent, m.constant(2 * form.width));
  requireAtMost(axis.begin, vector);
  requireAtMost(axis.resultExtent - axis.end, vector);
  // Nothing of the left border is in the last vector.
  if (!axis.isFilled())
    requireAtMost(axis.begin, axis.resultExtent - vector);
  return fits;
}

BlendedRows::BlendedRows(VectorMover &mover, const AxisValues &axis,
                         const RowStrategy &form)
    : mover(mover), axis(axis), width(form.width), isLong(form.isLong) {
  ArithContext m = mover.math();
  ArithValue zero = m.constant(0), lanes = m.constant(width);
  lastColumn = axis.resultExtent - lanes;
  bool isConstant = axis.isFilled();
  rightExtent = axis.resultExtent - axis.end;
  auto boundIn = [&](ArithValue column, ArithValue first) {
    return emitLanesBelow(clamp(column - first, 0, lanes));
  };
  auto invert = [&](ArithValue mask) {
    ArithValue ones = mover.splat(mover.emitElement(-1), width);
    return mask ^ ones;
  };
  firstBorder = boundIn(axis.begin, zero);
  lastData = boundIn(axis.end, lastColumn);
  if (isConstant) {
    // Both borders may be in either vector.
    firstData = boundIn(axis.end, zero) ^ firstBorder;
    lastData = lastData ^ boundIn(axis.begin, lastColumn);
    ArithValue padding = mover.getPadding(width);
    firstPadding = padding & invert(firstData);
    lastPadding = padding & invert(lastData);
  } else {
    firstData = invert(firstBorder);
    lastBorder = invert(lastData);
  }
  bool readsWindow = axis.isFilled() || axis.extension.isRepeated();
  readBefore = readsWindow ? axis.begin : lanes;
  readBehind = readsWindow ? rightExtent : lanes;
}

ArithValue BlendedRows::emitLanesBelow(ArithValue bound) {
  VectorType type = mover.getVectorType(width);
  unsigned bits = type.getElementTypeBitWidth();
  ArithValue limit = bound.castTo(type.getElementType());
  // The sign of the difference in all bits.
  ArithValue difference =
      mover.emitLaneIndices(type) - mover.splat(limit, width);
  return ashr(difference, mover.splat(mover.emitElement(bits - 1), width));
}

ArithValue BlendedRows::emitBorder(FlatBuffer source, ArithValue sourceOffset,
                                   bool isLeft) {
  // How far lane 0 is from the data; negative where it lies inside it.
  ArithValue distance = isLeft ? axis.begin : rightExtent - (width - 1);
  ArithValue index = axis.getPositionAt(distance, isLeft);
  return mover.loadRun(source, sourceOffset + index, width,
                       axis.extension.getDirection());
}

void BlendedRows::emitVectors(FlatBuffer result, ArithValue resultOffset,
                              ArithValue first, ArithValue last,
                              function_ref<ArithValue(ArithValue)> loadAt) {
  auto storeAt = [&](ArithValue column, ArithValue vector) {
    mover.store(vector, result, resultOffset + column);
  };
  ArithContext m = mover.math();
  storeAt(m.constant(0), first);
  if (isLong)
    mover.forVectorPairs(m.constant(width), lastColumn, [&](ArithValue column) {
      storeAt(column, loadAt(column));
    });
  // Where it overlaps with the one before, this one holds the border.
  storeAt(lastColumn, last);
}

void BlendedRows::emit(FlatBuffer source, ArithValue sourceOffset,
                       FlatBuffer result, ArithValue resultOffset) {
  mover.trace(EmittedWay::Blended);
  ArithContext m = mover.math();
  ArithValue origin = sourceOffset - axis.low;
  auto loadAt = [&](ArithValue column) {
    return mover.load(source, origin + column, width);
  };
  ArithValue left = firstPadding, right = lastPadding;
  if (!axis.isFilled()) {
    left = emitBorder(source, sourceOffset, /*isLeft=*/true) & firstBorder;
    right = emitBorder(source, sourceOffset, /*isLeft=*/false) & lastBorder;
  }
  ArithValue first = loadAt(m.constant(0)) & firstData;
  ArithValue last = loadAt(lastColumn) & lastData;
  emitVectors(result, resultOffset, first | left, last | right, loadAt);
}

void BlendedRows::fill(FlatBuffer result, ArithValue resultOffset) {
  ArithValue padding = mover.getPadding(width);
  emitVectors(result, resultOffset, padding, padding,
              [&](ArithValue) { return padding; });
}

void BlendedRows::repeat(FlatBuffer result, ArithValue fromOffset,
                         ArithValue toOffset) {
  auto loadAt = [&](ArithValue column) {
    return mover.load(result, fromOffset + column, width);
  };
  ArithValue first = loadAt(mover.math().constant(0)),
             last = loadAt(lastColumn);
  emitVectors(result, toOffset, first, last, loadAt);
}

/// Whether planes can be emitted in `form`: rows of `row` fit it, and every
/// source row is in the result where others of `outer` repeat it.
static ArithValue emitCanBlend(VectorMover &mover, const AxisValues &outer,
                               const AxisValues &row, const RowStrategy &form) {
  ArithValue fits = BlendedRows::emitFits(mover, row, form);
  if (outer.isFilled())
    return fits;
  ArithValue isWhole = eq(outer.end - outer.begin, outer.dilated);
  return fits & isWhole;
}

/// One plane of `kernel`. Only where its rows are of constant mode there may be
/// a `hasSource`: without it, the plane is of padding values.
static void emitPlane(PlaneKernel &kernel, BlendedRows &rows,
                      ArithValue sourceOffset, ArithValue resultOffset,
                      ArithValue hasSource) {
  VectorMover &mover = kernel.mover;
  AxisValues outer = kernel.outer;
  const AxisValues &row = kernel.row;
  // Of a plane of padding values all is behind the data.
  if (hasSource)
    outer.end = select(hasSource, outer.end, outer.begin);
  FlatBuffer source = kernel.operands.source, result = kernel.operands.result;
  auto sourceAt = [&](ArithValue i) {
    ArithValue index = i - outer.low;
    return sourceOffset + index * outer.sourceStride;
  };
  auto resultAt = [&](ArithValue i) {
    return resultOffset + i * outer.resultStride;
  };
  auto fillRows = [&](ArithValue first, ArithValue last) {
    mover.forLoop(first, last, 1,
                  [&](ArithValue i) { rows.fill(result, resultAt(i)); });
  };
  ArithContext m = mover.math();
  ArithValue zero = m.constant(0);
  bool isConstant = outer.isFilled();
  if (isConstant)
    fillRows(zero, outer.begin);

  // Rows next to an end of the source have no neighbours to read there.
  ArithValue before = sourceOffset - kernel.load(PlaneNumber::SourceBegin);
  ArithValue size = outer.dilated * outer.sourceStride;
  ArithValue behind = kernel.load(PlaneNumber::SourceEnd) - sourceOffset - size;
  ArithValue hasNeighbours =
      (before >= rows.getReadBefore()) & (behind >= rows.getReadBehind());
  SmallVector<Value> window = emitEither(
      m, hasNeighbours,
      [&] { return SmallVector<Value>{outer.begin, outer.end}; },
      [&] {
        auto rowsOf = [&](ArithValue read, ArithValue there) {
          ArithValue missing = max(read - there, 0);
          return ceilDiv(missing, row.dilated);
        };
        ArithValue lead = rowsOf(rows.getReadBefore(), before),
                   trail = rowsOf(rows.getReadBehind(), behind);
        ArithValue first = clamp(outer.low + lead, outer.begin, outer.end);
        ArithValue last = outer.low + outer.dilated - trail;
        last = clamp(last, first, outer.end);
        return SmallVector<Value>{first, last};
      });
  ArithValue first = m(window[0]), last = m(window[1]);
  mover.forLoop(first, last, 1, [&](ArithValue i) {
    rows.emit(source, sourceAt(i), result, resultAt(i));
  });
  mover.ifElse(
      hasNeighbours, [] {},
      [&] {
        mover.forBothEnds([&](ArithValue isBehind) {
          mover.forLoop(select(isBehind, last, outer.begin),
                        select(isBehind, outer.end, first), 1,
                        [&](ArithValue i) {
                          mover.trace(EmittedWay::BlendedAlone);
                          callShortBorders(kernel, sourceAt(i), resultAt(i));
                        });
        });
      });

  if (isConstant)
    return fillRows(outer.end, outer.resultExtent);
  repeatRows(mover, outer, resultOffset, [&](ArithValue from, ArithValue to) {
    rows.repeat(result, from, to);
  });
}

/// One plane of `kernel`, of padding values without `hasSource`, which may be
/// null.
static void emitAnyPlane(PlaneKernel &kernel, BlendedRows &rows,
                         ArithValue sourceOffset, ArithValue resultOffset,
                         ArithValue hasSource) {
  const AxisValues &outer = kernel.outer;
  if (!hasSource || outer.isFilled())
    return emitPlane(kernel, rows, sourceOffset, resultOffset, hasSource);
  VectorMover &mover = kernel.mover;
  mover.ifElse(
      hasSource,
      [&] { emitPlane(kernel, rows, sourceOffset, resultOffset, {}); },
      [&] {
        mover.forLoop(mover.math().constant(0), outer.resultExtent, 1,
                      [&](ArithValue i) {
                        rows.fill(kernel.operands.result,
                                  resultOffset + i * outer.resultStride);
                      });
      });
}

namespace {
/// Planes whose rows are blended: first all rows with data of their own, then,
/// in any mode but constant, those that repeat them. The source is dense, and
/// the planes are whole.
class BlendedPlanes : public ElementStrategy {
public:
  BlendedPlanes(const PlaneContext &context, const RowStrategy &form)
      : ElementStrategy(context), form(form) {}

  ArithValue emitFits(const PlaneOperands &, const PlaneUse &use) override {
    ArithContext m = context.mover.math();
    ArithValue fits =
        emitCanBlend(context.mover, *context.outer, context.row, form);
    fits = fits & emitAreElements();
    fits = fits & use.arePlanesWhole;
    return fits & context.source.emitIsDense(m);
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    std::string kind = (form.isLong ? "blend_long" : "blend_short") +
                       std::to_string(form.width);
    callKernel(kind, operands, {}, [&](PlaneKernel &kernel) {
      BlendedRows rows(kernel.mover, kernel.row, form);
      kernel.forPlanes(
          kernel.operands.rows, kernel.mover.math().condition(false),
          [&](ArithValue sourceOffset, ArithValue resultOffset, RowWindow,
              ArithValue hasSource) {
            emitAnyPlane(kernel, rows, sourceOffset, resultOffset, hasSource);
          });
    });
  }

private:
  RowStrategy form;
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createBlendedRows(const PlaneContext &context,
                             const RowStrategy &strategy) {
  return std::make_unique<BlendedPlanes>(context, strategy);
}
