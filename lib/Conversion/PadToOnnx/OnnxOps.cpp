//===- OnnxOps.cpp - Ops of ONNX that pads become -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::emitOnnxConstant(OpBuilder &builder, Location loc,
                                  DenseElementsAttr value) {
  return createForeignOp(builder, loc, "onnx.Constant",
                         cast<RankedTensorType>(value.getType()), {},
                         builder.getNamedAttr("value", value));
}

Value mlir::pad::emitOnnxList(OpBuilder &builder, Location loc,
                              ArrayRef<int64_t> numbers) {
  return emitOnnxConstant(builder, loc, builder.getI64TensorAttr(numbers));
}

/// The attribute `axis`.
static NamedAttribute getAxis(Builder &builder, int64_t axis) {
  Type type = builder.getIntegerType(64, /*isSigned=*/true);
  return builder.getNamedAttr("axis", builder.getIntegerAttr(type, axis));
}

Value mlir::pad::emitOnnxConcat(OpBuilder &builder, Location loc,
                                RankedTensorType type, ValueRange parts,
                                int64_t axis) {
  return createForeignOp(builder, loc, "onnx.Concat", type, parts,
                         getAxis(builder, axis));
}

namespace {
/// Arithmetic on lists of integers, of which those of one element are
/// broadcast.
class Lists {
public:
  Lists(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value list(ArrayRef<int64_t> numbers) {
    return emitOnnxList(builder, loc, numbers);
  }

  Value apply(StringRef name, ValueRange operands) {
    int64_t count = 1;
    for (Value operand : operands)
      count = std::max(count,
                       cast<RankedTensorType>(operand.getType()).getDimSize(0));
    return createForeignOp(builder, loc, ("onnx." + name).str(),
                           RankedTensorType::get(count, builder.getI64Type()),
                           operands);
  }

  /// `number`, which is not negative, where it is not 0, else 1.
  Value atLeastOne(Value number) {
    Value isZero = apply("Sub", {list(1), apply("Sign", number)});
    return apply("Add", {number, isZero});
  }

  Value extent(Value tensor, int64_t axis) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    Value shape = createForeignOp(
        builder, loc, "onnx.Shape",
        RankedTensorType::get(rank, builder.getI64Type()), tensor);
    return gather(shape, list(axis), 0);
  }

  Value gather(Value tensor, Value positions, int64_t axis) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[axis] = cast<RankedTensorType>(positions.getType()).getDimSize(0);
    return createForeignOp(builder, loc, "onnx.Gather", type.clone(shape),
                           {tensor, positions}, getAxis(builder, axis));
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

/// A position is computed as docs/Semantics.md has it. The period of a mirrored
/// axis of `d` elements is `2 * (d - skipped)`, and the position `m` in it
/// reads the lesser of `m` and `t - m`, where `t` is `2 * d - 1 - skipped`.
/// That is
/// `(t - abs(2 * m - t)) / 2`; before opset 12, Min takes no integers. Of an
/// empty axis, every position is out of its range, and an error.
Value mlir::pad::emitComputedBorders(OpBuilder &builder, Location loc,
                                     const RecipeStep &step, Value operand) {
  Lists math(builder, loc);
  const PadAxis &pad = step.pads[step.axis];
  PadExtension extension = getExtension(pad.mode);
  bool isMirrored = extension.kind == PadRunKind::Reverse;
  Value extent = math.extent(operand, step.axis), turn, period = extent;
  if (isMirrored) {
    Value twice = math.apply("Add", {extent, extent});
    turn = math.apply("Sub", {twice, math.list(1 + extension.skipped)});
    period = math.apply("Sub", {twice, math.list(2 * extension.skipped)});
    period = math.apply("Abs", period);
  }
  period = math.atLeastOne(period);
  auto emitBorder = [&](int64_t begin, int64_t end) {
    Value position = math.list(llvm::to_vector(llvm::seq(begin, end)));
    // Of wrap, the extent is the period.
    if (begin == 0 && isMirrored)
      position = math.apply("Add", {position, extent});
    position = math.apply("Mod", {position, period});
    if (isMirrored) {
      Value twice = math.apply("Add", {position, position});
      Value distance = math.apply("Abs", math.apply("Sub", {twice, turn}));
      Value left = math.apply("Sub", {turn, distance});
      position = math.apply("Div", {left, math.list(2)});
    }
    return math.gather(operand, position, step.axis);
  };
  SmallVector<Value> parts;
  if (pad.low > 0)
    parts.push_back(emitBorder(-pad.low, 0));
  parts.push_back(operand);
  if (pad.high > 0)
    parts.push_back(emitBorder(0, pad.high));
  return emitOnnxConcat(builder, loc, step.type, parts, step.axis);
}
