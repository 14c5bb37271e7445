//===- SymbolicPadConstraints.cpp - Constraints as IR ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadConstraints.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

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
    ArithValue dilated = m.value(emitDilatedExtent(m.b, m.loc, numbers));
    ArithValue padded = emitPadded(dilated);
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
    ArithValue interior = m.value(numbers.interior);
    add(interior >= 0, "interior", "is negative (C2); give at least 0");
    add(isDilatedExtentValid(m.value(numbers.extent), interior), "interior",
        "makes an extent of more than 64 bits (C7); reduce it");
  }

  /// C7 for the result; returns its extent.
  ArithValue emitPadded(ArithValue dilated) {
    ArithValue low = m.value(numbers.low), high = m.value(numbers.high);
    StringRef problem = "makes positions of more than 64 bits (C7); reduce it";
    if (getConstantIntValue(high).value_or(1) > 0)
      add(isHighPositionValid(dilated, high), "high", problem);
    add(isLowPositionValid(low), "low", problem);
    add(isPaddedExtentValid(dilated, low, high), "low and high",
        "make an extent of more than 64 bits (C7); reduce them");
    return max(low + (dilated + high), 0);
  }

  /// C5
  void emitLimit(StringRef name, OpFoldResult pad, ArithValue dilated) {
    // Whether there is a limit does not depend on the extent.
    if (!getPadLimit(op.getMode(axis), op.isPeriodic(axis),
                     /*dilatedExtent=*/0))
      return;
    std::optional<int64_t> amount = getConstantIntValue(pad);
    if (getStaticAxis(op, axis) || (amount && *amount <= 0))
      return;
    PadExtension extension = getExtension(op.getMode(axis));
    std::string less;
    if (extension.skipped != 0)
      less = (" less " + Twine(extension.skipped)).str();
    ArithValue limit = getMirrorLimit(extension, dilated);
    add(m.value(pad) <= limit, name,
        Twine("is more than ") + stringifyPadMode(op.getMode(axis)) +
            " extends by, the extent" + less +
            " (C5); add 'periodic' to repeat it");
  }

  /// C6
  void emitNonEmpty(ArithValue padded) {
    std::optional<int64_t> extent = getConstantIntValue(numbers.extent);
    if (op.getMode(axis) == PadMode::Constant || getStaticAxis(op, axis) ||
        (extent && *extent > 0))
      return;
    // Pads that extend nothing leave an empty axis empty.
    if (getConstantIntValue(numbers.low).value_or(1) <= 0 &&
        getConstantIntValue(numbers.high).value_or(1) <= 0)
      return;
    add(ne(m.value(numbers.extent), 0) | eq(padded, 0), "source extent",
        Twine("is 0, and ") + stringifyPadMode(op.getMode(axis)) +
            " has nothing to extend it with (C6); use the constant mode");
  }

  /// C4: the result has the extent that the pads give.
  void emitResultExtent(ArithValue padded) {
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
    add(eq(padded, m.value(extent)), padInto ? "init extent" : "result extent",
        "is not what low, high, interior and the source extent give (C4)");
  }

  ArithContext m;
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
