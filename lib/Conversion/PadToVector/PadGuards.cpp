//===- PadGuards.cpp - Conditions of a pad checked at run time ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FewRows.h"
#include "Pad/Analysis/CostModel.h"
#include "PadEmitter.h"
#include "StreamedRows.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

Value PadEmitter::emitIsEmpty() {
  Value isEmpty;
  for (const AxisValues &axis : axes) {
    Value isThis = m.cmp(CmpIPredicate::sle, axis.dilated, m.constant(0));
    isEmpty = isEmpty ? m.either(isEmpty, isThis) : isThis;
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

Value PadEmitter::emitIsAligned() {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getInit());
  Value rest =
      m.apply<arith::RemUIOp>(address, m.constant(plan.elementBits / 8));
  return m.cmp(CmpIPredicate::eq, rest, m.constant(0));
}

Value PadEmitter::emitGuard(PadGuard guard) {
  switch (guard) {
  case PadGuard::OperandsAsPlanned:
    llvm_unreachable("found out before there are numbers of a row");
  case PadGuard::SourceNotEmpty:
    return m.apply<arith::XOrIOp>(
        emitIsEmpty(), arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  case PadGuard::InnerBlockSmall:
    // 1 to the limit.
    return m.cmp(CmpIPredicate::ult, m.sub(innerBlock, m.constant(1)),
                 m.constant(getMaxInnerBlock()));
  case PadGuard::InnerBlockUnpadded:
    return axes.back().emitIsUnpadded(m);
  case PadGuard::SourceInPlace:
    return emitIsInPlace();
  case PadGuard::PlaneSmall:
    return emitIsPlaneSmall(mover, ArrayRef(axes).take_front(row.axis + 1));
  case PadGuard::ResultStreamable:
    return m.cmp(CmpIPredicate::sge, getResultBytes(),
                 m.constant(options.nontemporalThreshold));
  case PadGuard::ElementsAligned:
    return emitIsAligned();
  case PadGuard::RowsStreamable: {
    Value areStreamable =
        emitAreRowsStreamable(mover, axes[row.axis], innerBlock);
    if (!mayStreamLongRows(plan, row))
      return areStreamable;
    return m.either(
        areStreamable,
        emitAreRowsLong(m, axes[row.axis], plan.vectors, plan.elementBits));
  }
  case PadGuard::ResultShareable:
    return m.cmp(CmpIPredicate::sge, getResultBytes(),
                 m.constant(options.parallelThreshold));
  }
  llvm_unreachable("unknown guard");
}
