//===- SymbolicPadConstraints.cpp - Constraints as IR ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadConstraints.h"
#include "Pad/IR/SymbolicPadGeometry.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the constraints of one axis.
class AxisConstraints {
public:
  /// `known` has the static numbers of the axis. `declared` is the extent of
  /// what is called `paddedName`, null if the pads decide it.
  AxisConstraints(OpBuilder &builder, Location loc, int64_t axis,
                  const SymbolicPadAxis &numbers, const PadAxis &known,
                  OpFoldResult declared, StringRef paddedName,
                  SmallVectorImpl<SymbolicConstraint> &list)
      : m{builder, loc}, axis(axis), numbers(numbers), known(known),
        isStatic(getStaticAxis(known)), declared(declared),
        paddedName(paddedName), list(list) {}

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
    // Static pads that add up to nothing make no extent larger; that their sum
    // fits, the verifier has seen.
    int64_t sum = 1;
    if (ShapedType::isStatic(known.low) && ShapedType::isStatic(known.high))
      sum = known.low + known.high;
    if (sum > 0)
      add(isPaddedExtentValid(dilated, low, high), "low and high",
          "make an extent of more than 64 bits (C7); reduce them");
    return max(low + (dilated + high), 0);
  }

  /// C5
  void emitLimit(StringRef name, OpFoldResult pad, ArithValue dilated) {
    // Whether there is a limit does not depend on the extent.
    if (!getPadLimit(known.mode, known.periodic, /*dilatedExtent=*/0))
      return;
    std::optional<int64_t> amount = getConstantIntValue(pad);
    if (isStatic || (amount && *amount <= 0))
      return;
    PadExtension extension = getExtension(known.mode);
    std::string less;
    if (extension.skipped != 0)
      less = (" less " + Twine(extension.skipped)).str();
    ArithValue limit = getMirrorLimit(extension, dilated);
    add(m.value(pad) <= limit, name,
        Twine("is more than ") + stringifyPadMode(known.mode) +
            " extends by, the extent" + less +
            " (C5); add 'periodic' to repeat it");
  }

  /// C6
  void emitNonEmpty(ArithValue padded) {
    std::optional<int64_t> extent = getConstantIntValue(numbers.extent);
    if (known.mode == PadMode::Constant || isStatic || (extent && *extent > 0))
      return;
    // Pads that extend nothing leave an empty axis empty.
    if (getConstantIntValue(numbers.low).value_or(1) <= 0 &&
        getConstantIntValue(numbers.high).value_or(1) <= 0)
      return;
    add(ne(m.value(numbers.extent), 0) | eq(padded, 0), "source extent",
        Twine("is 0, and ") + stringifyPadMode(known.mode) +
            " has nothing to extend it with (C6); use the constant mode");
  }

  /// C4, A1: the result has the extent that the pads give.
  void emitResultExtent(ArithValue padded) {
    if (!declared || (isStatic && getConstantIntValue(declared)))
      return;
    add(eq(padded, m.value(declared)), paddedName + " extent",
        "is not what low, high, interior and the source extent give (" +
            Twine(paddedName == "gradient" ? "A1" : "C4") + ")");
  }

  ArithContext m;
  int64_t axis;
  SymbolicPadAxis numbers;
  PadAxis known;
  bool isStatic;
  OpFoldResult declared;
  StringRef paddedName;
  SmallVectorImpl<SymbolicConstraint> &list;
};
} // namespace

Value mlir::pad::emitExtentsFit(OpBuilder &builder, Location loc,
                                const SymbolicPadAxis &axis) {
  ArithContext m{builder, loc};
  ArithValue extent = m.value(axis.extent);
  ArithValue dilated = m.value(emitDilatedExtent(builder, loc, axis));
  ArithValue fits =
      isPaddingValid(dilated, m.value(axis.low), m.value(axis.high));
  if (!isZeroInteger(axis.interior))
    fits = isDilatedExtentValid(extent, m.value(axis.interior)) & fits;
  return (extent >= 0) & fits;
}

SmallVector<SymbolicConstraint> mlir::pad::emitConstraints(OpBuilder &builder,
                                                           Location loc,
                                                           PadOpInterface op) {
  SmallVector<OpFoldResult> declared;
  auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
  if (padInto)
    declared = getMixedExtents(builder, loc, padInto.getInit());
  else
    for (int64_t extent : op.getPaddedType().getShape())
      declared.push_back(ShapedType::isStatic(extent)
                             ? OpFoldResult(builder.getIndexAttr(extent))
                             : OpFoldResult());
  SmallVector<SymbolicConstraint> list;
  for (auto [axis, numbers] :
       llvm::enumerate(getSymbolicAxes(builder, loc, op)))
    AxisConstraints(builder, loc, axis, numbers, getStaticNumbers(op, axis),
                    declared[axis], padInto ? "init" : "result", list)
        .emit();
  return list;
}

SmallVector<SymbolicConstraint>
mlir::pad::emitConstraints(OpBuilder &builder, Location loc,
                           AdjointOpInterface op) {
  SmallVector<OpFoldResult> declared =
      getMixedExtents(builder, loc, op.getGradient());
  ArithContext m{builder, loc};
  SmallVector<SymbolicConstraint> list;
  for (auto [axis, numbers] : llvm::enumerate(getSymbolicAxes(builder, op))) {
    if (ShapedType::isDynamic(op.getSourceShape()[axis]) &&
        !isa<AdjointIntoOp>(op.getOperation()))
      list.push_back(
          {m.value(numbers.extent) >= 0, ("extent of axis " + Twine(axis) +
                                          " is negative (A1); give at least 0")
                                             .str()});
    AxisConstraints(builder, loc, axis, numbers, getStaticNumbers(op, axis),
                    declared[axis], "gradient", list)
        .emit();
  }
  return list;
}
