//===- PadGuards.cpp - Conditions of a pad checked at run time ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/RowConditions.h"
#include "PadEmitter.h"
#include "RowVectors.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue PadEmitter::emitIsEmpty() {
  ArithValue isEmpty;
  for (const AxisValues &axis : axes) {
    ArithValue isThis = axis.dilated <= 0;
    isEmpty = isEmpty ? isEmpty | isThis : isThis;
  }
  return isEmpty;
}

ArithValue PadEmitter::emitIsInPlace() {
  ArithValue bytes = m.constant(plan.elementBits / 8);
  auto addressOf = [&](Value memref, ArithValue offset) {
    ArithValue base =
        m(memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref));
    return base + offset * bytes;
  };
  ArithValue data = m.value(result.offset);
  for (auto [low, stride] : llvm::zip_equal(op.getMixedLow(), result.strides))
    data = data + m.value(low) * m.value(stride);
  return eq(addressOf(op.getSource(), m.value(source.offset)),
            addressOf(op.getInit(), data));
}

ArithValue PadEmitter::emitIsAligned() {
  ArithValue address =
      m(memref::ExtractAlignedPointerAsIndexOp::create(b, loc, op.getInit()));
  ArithValue rest = urem(address, plan.elementBits / 8);
  return eq(rest, 0);
}

ArithValue PadEmitter::emitGuard(PadGuard guard) {
  switch (guard) {
  case PadGuard::OperandsAsPlanned:
    llvm_unreachable("found out before there are numbers of a row");
  case PadGuard::SourceNotEmpty:
    return invert(emitIsEmpty());
  case PadGuard::InnerBlockSmall:
    // 1 to the limit.
    return ult(innerBlock - 1, getMaxInnerBlock());
  case PadGuard::InnerBlockUnpadded:
    return axes.back().emitIsUnpadded();
  case PadGuard::SourceInPlace:
    return emitIsInPlace();
  case PadGuard::PlaneOfVectors:
    return isPlaneOfVectors(ArrayRef(axes).take_front(row.axis + 1),
                            mover.getLanes());
  case PadGuard::PlaneOfRuns:
    return isPlaneOfRuns(ArrayRef(axes).take_front(row.axis + 1),
                         mover.getLanes(), mover.hasMasks());
  case PadGuard::ResultStreamable:
    return getResultBytes() >= options.nontemporalThreshold;
  case PadGuard::ElementsAligned:
    return emitIsAligned();
  case PadGuard::RowsStreamable: {
    ArithValue areStreamable = areRowsStreamable<ArithValue>(
        axes[row.axis], innerBlock * mover.getElementBytes(),
        cost::kMinStreamedRunBytes);
    if (!mayStreamLongRows(plan, row))
      return areStreamable;
    return areStreamable |
           emitAreRowsLong(axes[row.axis], plan.vectors, plan.elementBits);
  }
  case PadGuard::ResultShareable:
    return getResultBytes() >= options.parallelThreshold;
  }
  llvm_unreachable("unknown guard");
}
