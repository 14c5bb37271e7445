//===- BlendedPlanes.cpp - Planes of blended rows -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlendedRows.h"
#include "PlaneStrategy.h"
#include "ShortBorders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether planes can be emitted in `form`: rows of `row` fit it, and every
/// source row is in the result where others of `outer` repeat it.
static ArithValue emitCanBlend(VectorMover &mover, const AxisValues &outer,
                               const AxisValues &row, BlendedRows::Form form) {
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
  auto window = scf::IfOp::create(
      m.b, m.loc, hasNeighbours,
      [&](OpBuilder &nested, Location loc) {
        scf::YieldOp::create(nested, loc, {outer.begin, outer.end});
      },
      [&](OpBuilder &nested, Location loc) {
        auto rowsOf = [&](ArithValue read, ArithValue there) {
          ArithValue missing = max(read - there, 0);
          return ceilDiv(missing, row.dilated);
        };
        ArithValue lead = rowsOf(rows.getReadBefore(), before),
                   trail = rowsOf(rows.getReadBehind(), behind);
        ArithValue first = clamp(outer.low + lead, outer.begin, outer.end);
        ArithValue last = outer.low + outer.dilated - trail;
        last = clamp(last, first, outer.end);
        scf::YieldOp::create(nested, loc, {first, last});
      });
  ArithValue first = m(window.getResult(0)), last = m(window.getResult(1));
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
  BlendedPlanes(const PlaneContext &context, BlendedRows::Form form)
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
  BlendedRows::Form form;
};
} // namespace

std::unique_ptr<PlaneStrategy>
mlir::pad::createBlendedRows(const PlaneContext &context,
                             const RowStrategy &strategy) {
  return std::make_unique<BlendedPlanes>(
      context, BlendedRows::Form{strategy.width, strategy.isLong});
}
