//===- BlendedPlanes.cpp - Planes of blended rows -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlendedRows.h"
#include "PlaneStrategy.h"
#include "RepeatedRows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

/// Whether planes can be emitted in `form`: rows of `row` fit it, and every
/// source row is in the result where others of `outer` repeat it.
static Value emitCanBlend(VectorMover &mover, const AxisValues &outer,
                          const AxisValues &row, BlendedRows::Form form) {
  Value fits = BlendedRows::emitFits(mover, row, form);
  if (outer.mode == PadMode::Constant)
    return fits;
  IndexMath m = mover.math();
  Value isWhole =
      m.cmp(CmpIPredicate::eq, m.sub(outer.end, outer.begin), outer.dilated);
  return m.both(fits, isWhole);
}

/// One plane of `kernel`. Only where its rows are of constant mode there may be
/// a `hasSource`: without it, the plane is of padding values.
static void emitPlane(PlaneKernel &kernel, BlendedRows &rows,
                      Value sourceOffset, Value resultOffset, Value hasSource) {
  VectorMover &mover = kernel.mover;
  AxisValues outer = kernel.outer;
  const AxisValues &row = kernel.row;
  // Of a plane of padding values all is behind the data.
  if (hasSource)
    outer.end = mover.math().select(hasSource, outer.end, outer.begin);
  FlatBuffer source = kernel.operands.source, result = kernel.operands.result;
  auto sourceAt = [&](Value i) {
    IndexMath m = mover.math();
    Value index = m.sub(i, outer.low);
    return m.add(sourceOffset, m.mul(index, outer.sourceStride));
  };
  auto resultAt = [&](Value i) {
    IndexMath m = mover.math();
    return m.add(resultOffset, m.mul(i, outer.resultStride));
  };
  auto fillRows = [&](Value first, Value last) {
    mover.forLoop(first, last, 1,
                  [&](Value i) { rows.fill(result, resultAt(i)); });
  };
  IndexMath m = mover.math();
  Value zero = m.constant(0);
  bool isConstant = outer.mode == PadMode::Constant;
  if (isConstant)
    fillRows(zero, outer.begin);

  // Rows next to an end of the source have no neighbours to read there.
  Value before = m.sub(sourceOffset, kernel.load(PlaneNumber::SourceBegin));
  Value size = m.mul(outer.dilated, outer.sourceStride);
  Value behind =
      m.sub(m.sub(kernel.load(PlaneNumber::SourceEnd), sourceOffset), size);
  Value hasNeighbours =
      m.both(m.cmp(CmpIPredicate::sge, before, rows.getReadBefore()),
             m.cmp(CmpIPredicate::sge, behind, rows.getReadBehind()));
  auto window = scf::IfOp::create(
      m.b, m.loc, hasNeighbours,
      [&](OpBuilder &nested, Location loc) {
        scf::YieldOp::create(nested, loc, {outer.begin, outer.end});
      },
      [&](OpBuilder &nested, Location loc) {
        IndexMath m{nested, loc};
        auto rowsOf = [&](Value read, Value there) {
          Value missing = m.max(m.sub(read, there), zero);
          return m.ceilDiv(missing, row.dilated);
        };
        Value lead = rowsOf(rows.getReadBefore(), before),
              trail = rowsOf(rows.getReadBehind(), behind);
        Value first = m.clamp(m.add(outer.low, lead), outer.begin, outer.end);
        Value last = m.sub(m.add(outer.low, outer.dilated), trail);
        last = m.clamp(last, first, outer.end);
        scf::YieldOp::create(nested, loc, {first, last});
      });
  Value first = window.getResult(0), last = window.getResult(1);
  mover.forLoop(first, last, 1, [&](Value i) {
    rows.emit(source, sourceAt(i), result, resultAt(i));
  });
  mover.ifElse(
      hasNeighbours, [] {},
      [&] {
        mover.forBothEnds([&](Value isBehind) {
          IndexMath m = mover.math();
          mover.forLoop(m.select(isBehind, last, outer.begin),
                        m.select(isBehind, outer.end, first), 1, [&](Value i) {
                          rows.emitAlone(source, sourceAt(i), result,
                                         resultAt(i));
                        });
        });
      });

  if (isConstant)
    return fillRows(outer.end, outer.resultExtent);
  repeatRows(mover, outer, resultOffset,
             [&](Value from, Value to) { rows.repeat(result, from, to); });
}

/// One plane of `kernel`, of padding values without `hasSource`, which may be
/// null.
static void emitAnyPlane(PlaneKernel &kernel, BlendedRows &rows,
                         Value sourceOffset, Value resultOffset,
                         Value hasSource) {
  const AxisValues &outer = kernel.outer;
  if (!hasSource || outer.mode == PadMode::Constant)
    return emitPlane(kernel, rows, sourceOffset, resultOffset, hasSource);
  VectorMover &mover = kernel.mover;
  mover.ifElse(
      hasSource,
      [&] { emitPlane(kernel, rows, sourceOffset, resultOffset, {}); },
      [&] {
        mover.forLoop(
            mover.math().constant(0), outer.resultExtent, 1, [&](Value i) {
              IndexMath m = mover.math();
              rows.fill(kernel.operands.result,
                        m.add(resultOffset, m.mul(i, outer.resultStride)));
            });
      });
}

namespace {
/// Planes whose rows are blended: first all rows with data of their own, then,
/// in any mode but constant, those that repeat them. The source is dense, and
/// the planes are whole.
class BlendedPlanes : public ElementStrategy {
public:
  BlendedPlanes(const PlaneContext &context, BlendedRows::Form form)
      : ElementStrategy(context), form(form) {}

  Value emitFits(const PlaneOperands &, const PlaneUse &use) override {
    IndexMath m = context.mover.math();
    Value fits = emitCanBlend(context.mover, *context.outer, context.row, form);
    fits = m.both(fits, emitAreElements());
    fits = m.both(fits, use.arePlanesWhole);
    return m.both(fits, context.source.emitIsDense(m));
  }

  void emit(const PlaneOperands &operands, const PlaneTarget &) override {
    std::string kind = (form.isLong ? "blend_long" : "blend_short") +
                       std::to_string(form.width);
    callKernel(kind, operands, {}, [&](PlaneKernel &kernel) {
      BlendedRows rows(kernel.mover, kernel.row, form);
      kernel.forPlanes([&](Value sourceOffset, Value resultOffset, RowWindow,
                           Value hasSource) {
        emitAnyPlane(kernel, rows, sourceOffset, resultOffset, hasSource);
      });
    });
  }

private:
  BlendedRows::Form form;
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createBlendedRows(const PlaneContext &context,
                             const RowStrategy &strategy) {
  return std::make_unique<BlendedPlanes>(
      context, BlendedRows::Form{strategy.width, strategy.isLong});
}
