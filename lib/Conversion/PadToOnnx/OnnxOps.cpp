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

/// The attribute `name`.
static NamedAttribute getOnnxInteger(Builder &builder, StringRef name,
                                     int64_t number) {
  Type type = builder.getIntegerType(64, /*isSigned=*/true);
  return builder.getNamedAttr(name, builder.getIntegerAttr(type, number));
}

Value mlir::pad::emitOnnxConcat(OpBuilder &builder, Location loc,
                                RankedTensorType type, ValueRange parts,
                                int64_t axis) {
  return createForeignOp(builder, loc, "onnx.Concat", type, parts,
                         getOnnxInteger(builder, "axis", axis));
}

namespace {
/// The first opsets with a `Min` and a `Max` of integers, and with a `Shape` of
/// some axes.
constexpr int64_t kFirstMin = 12, kFirstShapeOfAxes = 15;

/// Arithmetic on lists of integers, of which those of one element are
/// broadcast.
class Lists {
public:
  Lists(OpBuilder &builder, Location loc, int64_t opset)
      : builder(builder), loc(loc), opset(opset) {}

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

  /// `number` where it is positive, 1 where it is 0, and some positive number
  /// where it is negative.
  Value atLeastOne(Value number) {
    if (opset >= kFirstMin)
      return apply("Max", {number, list(1)});
    number = apply("Abs", number);
    Value isZero = apply("Sub", {list(1), apply("Sign", number)});
    return apply("Add", {number, isZero});
  }

  /// The lesser one of `number` and `sum - number`.
  Value lesserPart(Value number, Value sum) {
    if (opset >= kFirstMin)
      return apply("Min", {number, apply("Sub", {sum, number})});
    Value twice = apply("Add", {number, number});
    Value distance = apply("Abs", apply("Sub", {twice, sum}));
    return apply("Div", {apply("Sub", {sum, distance}), list(2)});
  }

  Value extent(Value tensor, int64_t axis) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    Type i64 = builder.getI64Type();
    if (opset < kFirstShapeOfAxes) {
      Value shape = createForeignOp(builder, loc, "onnx.Shape",
                                    RankedTensorType::get(rank, i64), tensor);
      return gather(shape, list(axis), 0);
    }
    return createForeignOp(builder, loc, "onnx.Shape",
                           RankedTensorType::get(1, i64), tensor,
                           {getOnnxInteger(builder, "end", axis + 1),
                            getOnnxInteger(builder, "start", axis)});
  }

  Value gather(Value tensor, Value positions, int64_t axis) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[axis] = cast<RankedTensorType>(positions.getType()).getDimSize(0);
    return createForeignOp(builder, loc, "onnx.Gather", type.clone(shape),
                           {tensor, positions},
                           getOnnxInteger(builder, "axis", axis));
  }

private:
  OpBuilder &builder;
  Location loc;
  int64_t opset;
};
} // namespace

/// A position is computed as docs/Semantics.md has it. The period of a mirrored
/// axis of `d` elements is `2 * (d - skipped)`, and the position `m` in it
/// reads the lesser of `m` and `t - m`, where `t` is `2 * d - 1 - skipped`. Of
/// an empty axis, every position is out of its range, and an error.
Value mlir::pad::emitComputedBorders(OpBuilder &builder, Location loc,
                                     const RecipeStep &step, Value operand,
                                     int64_t opset) {
  Lists math(builder, loc, opset);
  const PadAxis &pad = step.pads[step.axis];
  PadExtension extension = getExtension(pad.mode);
  bool isMirrored = extension.kind == PadRunKind::Reverse;
  Value extent = math.extent(operand, step.axis), turn, period = extent;
  if (isMirrored) {
    // Both are the same number if the ends are skipped.
    Value twice = math.apply("Add", {extent, extent});
    turn = math.apply("Sub", {twice, math.list(1 + extension.skipped)});
    period = extension.skipped ? turn : twice;
  }
  period = math.atLeastOne(period);
  auto emitBorder = [&](int64_t begin, int64_t end) {
    Value position = math.list(llvm::to_vector(llvm::seq(begin, end)));
    // Of wrap, the extent is the period.
    if (begin == 0 && isMirrored)
      position = math.apply("Add", {position, extent});
    position = math.apply("Mod", {position, period});
    if (isMirrored)
      position = math.lesserPart(position, turn);
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
