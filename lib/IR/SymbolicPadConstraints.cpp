//===- SymbolicPadConstraints.cpp - Constraints as IR ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadConstraints.h"
#include "Pad/IR/IndexMath.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

using Predicate = arith::CmpIPredicate;

namespace {
/// Emits the constraints of one axis.
class AxisConstraints {
public:
  AxisConstraints(OpBuilder &builder, Location loc, PadOpInterface op,
                  int64_t axis, SmallVectorImpl<SymbolicConstraint> &list)
      : m{builder, loc}, op(op), axis(axis),
        numbers(getSymbolicAxis(builder, loc, op, axis)), list(list) {}

  void emit() {
    emitInterior();
    Value dilated = m.value(emitDilatedExtent(m.b, m.loc, numbers));
    Value padded = emitPadded(dilated);
    emitLimit("low", numbers.low, dilated);
    emitLimit("high", numbers.high, dilated);
    emitNonEmpty(padded);
    emitResultExtent(padded);
  }

private:
  /// Adds `holds`; one that is statically true is left out.
  void add(Value holds, const Twine &subject, const Twine &problem) {
    if (getConstantIntValue(holds).value_or(0) != 0)
      return;
    list.push_back(
        {holds, (subject + " of axis " + Twine(axis) + " " + problem).str()});
  }

  /// C2, and C7 for the extent after dilation.
  void emitInterior() {
    if (isZeroInteger(numbers.interior))
      return;
    Value interior = m.value(numbers.interior), zero = m.constant(0);
    add(m.cmp(Predicate::sge, interior, zero), "interior",
        "is negative (C2); give at least 0");
    // (d - 1) * (interior + 1) + 1 <= INT64_MAX; an axis of 0 or 1 has no gaps.
    Value d = m.value(numbers.extent), one = m.constant(1);
    Value gaps = m.max(m.sub(d, one), one);
    Value largest =
        m.sub(m.apply<arith::DivUIOp>(m.constant(INT64_MAX - 1), gaps), one);
    add(m.either(m.cmp(Predicate::sle, d, one),
                 m.cmp(Predicate::sle, interior, largest)),
        "interior", "makes an extent of more than 64 bits (C7); reduce it");
  }

  /// C7 for the result; returns its extent.
  Value emitPadded(Value dilated) {
    Value low = m.value(numbers.low), high = m.value(numbers.high);
    Value zero = m.constant(0);
    StringRef problem = "makes positions of more than 64 bits (C7); reduce it";
    // Both ends of the window are positions: -low, and dilated + high, which
    // does not underflow.
    if (getConstantIntValue(high).value_or(1) > 0)
      add(m.cmp(Predicate::sle, high, m.sub(m.constant(INT64_MAX), dilated)),
          "high", problem);
    add(m.cmp(Predicate::ne, low, m.constant(INT64_MIN)), "low", problem);
    // A sum overflows where both terms differ from it in their sign.
    Value end = m.add(dilated, high);
    Value sum = m.add(low, end);
    Value overflow = m.apply<arith::AndIOp>(m.apply<arith::XOrIOp>(low, sum),
                                            m.apply<arith::XOrIOp>(end, sum));
    add(m.cmp(Predicate::sge, overflow, zero), "low and high",
        "make an extent of more than 64 bits (C7); reduce them");
    return m.max(sum, zero);
  }

  /// C5
  void emitLimit(StringRef name, OpFoldResult pad, Value dilated) {
    // Whether there is a limit does not depend on the extent.
    if (!getPadLimit(op.getMode(axis), op.isPeriodic(axis),
                     /*dilatedExtent=*/0))
      return;
    std::optional<int64_t> amount = getConstantIntValue(pad);
    if (getStaticAxis(op, axis) || (amount && *amount <= 0))
      return;
    int64_t skipped = getExtension(op.getMode(axis)).skipped;
    Value limit = dilated;
    std::string less;
    if (skipped != 0) {
      limit = m.max(m.sub(dilated, m.constant(skipped)), m.constant(0));
      less = (" less " + Twine(skipped)).str();
    }
    add(m.cmp(Predicate::sle, m.value(pad), limit), name,
        Twine("is more than ") + stringifyPadMode(op.getMode(axis)) +
            " extends by, the extent" + less +
            " (C5); add 'periodic' to repeat it");
  }

  /// C6
  void emitNonEmpty(Value padded) {
    std::optional<int64_t> extent = getConstantIntValue(numbers.extent);
    if (op.getMode(axis) == PadMode::Constant || getStaticAxis(op, axis) ||
        (extent && *extent > 0))
      return;
    // Pads that extend nothing leave an empty axis empty.
    if (getConstantIntValue(numbers.low).value_or(1) <= 0 &&
        getConstantIntValue(numbers.high).value_or(1) <= 0)
      return;
    Value zero = m.constant(0);
    add(m.either(m.cmp(Predicate::ne, m.value(numbers.extent), zero),
                 m.cmp(Predicate::eq, padded, zero)),
        "source extent",
        Twine("is 0, and ") + stringifyPadMode(op.getMode(axis)) +
            " has nothing to extend it with (C6); use the constant mode");
  }

  /// C4: the result has the extent that the pads give.
  void emitResultExtent(Value padded) {
    ShapedType type = op.getPaddedType();
    auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
    if (type.isDynamicDim(axis) ? !padInto
                                : getStaticAxis(op, axis).has_value())
      return;
    OpFoldResult extent = m.b.getIndexAttr(type.getDimSize(axis));
    if (type.isDynamicDim(axis))
      extent = isa<TensorType>(padInto.getInit().getType())
                   ? tensor::getMixedSize(m.b, m.loc, padInto.getInit(), axis)
                   : memref::getMixedSize(m.b, m.loc, padInto.getInit(), axis);
    add(m.cmp(Predicate::eq, padded, m.value(extent)),
        padInto ? "init extent" : "result extent",
        "is not what low, high, interior and the source extent give (C4)");
  }

  IndexMath m;
  PadOpInterface op;
  int64_t axis;
  SymbolicPadAxis numbers;
  SmallVectorImpl<SymbolicConstraint> &list;
};
} // namespace

SmallVector<SymbolicConstraint> mlir::pad::emitConstraints(OpBuilder &builder,
                                                           Location loc,
                                                           PadOpInterface op) {
  SmallVector<SymbolicConstraint> list;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    AxisConstraints(builder, loc, op, axis, list).emit();
  return list;
}
