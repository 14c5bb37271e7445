//===- ProgramDrawer.h - Draws the statements of a program -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_PROGRAMDRAWER_H
#define PAD_TEST_UNIT_PROGRAMDRAWER_H

#include "DrawnProgram.h"
#include "Pad/IR/PadAmounts.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// A tensor of a program, and its extents when it runs.
struct DrawnTensor {
  Value value;
  SmallVector<int64_t> shape;

  int64_t getRank() const { return shape.size(); }
  RankedTensorType getType() const { return getTensorType(value); }
};

/// No tensor has more elements.
constexpr int64_t kMostElements = 600;
/// No axis of a window has more steps.
constexpr int64_t kMostWindow = 3;

/// Draws one program (`drawProgram`).
class ProgramDrawer {
public:
  explicit ProgramDrawer(CaseBuilder &b)
      : b(b), builder(b.builder), loc(b.loc),
        type(b.pick<Type>({b.f32(), b.f32(), b.f32(), b.i32(), b.i8(),
                           b.builder.getF64Type()})) {}

  void run();

private:
  /// \name Statements: each makes a tensor, or null where it cannot.
  /// @{
  DrawnTensor drawPad(const DrawnTensor &source, bool extends = false);
  DrawnTensor drawAdjoint(const DrawnTensor &gradient);
  DrawnTensor drawSlice(const DrawnTensor &source);
  DrawnTensor drawInsertion(const DrawnTensor &target);
  DrawnTensor drawReshape(const DrawnTensor &source);
  DrawnTensor drawTranspose(const DrawnTensor &source);
  DrawnTensor drawElementwise(const DrawnTensor &source);
  DrawnTensor drawReduction(const DrawnTensor &source);
  DrawnTensor drawWindow(const DrawnTensor &source);
  DrawnTensor drawNamedWindow(const DrawnTensor &source);
  DrawnTensor drawCast(const DrawnTensor &source);
  DrawnTensor drawConcat(const DrawnTensor &source);
  DrawnTensor drawLoop(const DrawnTensor &source);
  DrawnTensor drawBranch(const DrawnTensor &source);
  DrawnTensor drawCall(const DrawnTensor &source);
  /// @}

  bool choose() { return b.choose(0, 1); }
  OpFoldResult addIndex(int64_t number) {
    // Functions that are called know their numbers.
    Known known = b.pick(
        {Known::Attribute, Known::Attribute, Known::Constant, Known::Argument});
    if (isInCallee && known == Known::Argument)
      known = Known::Constant;
    return b.addIndex(number, known);
  }
  /// An axis of `extent` elements; nullopt where no pad is allowed.
  std::optional<PadAxis> drawAxis(int64_t extent, bool extends);
  PadAmounts addAmounts(ArrayRef<PadAxis> axes);
  Value addPadOf(Value source, ArrayRef<PadAxis> axes);
  /// A window of `shape` at `offsets`.
  Value addSlice(Value source, ArrayRef<int64_t> offsets,
                 ArrayRef<int64_t> shape, ArrayRef<int64_t> strides);
  DrawnTensor addInput(SmallVector<int64_t> shape);
  SmallVector<OpFoldResult> getSizes(Value tensor) {
    return tensor::getMixedSizes(builder, loc, tensor);
  }
  Value addEmpty(ArrayRef<OpFoldResult> sizes) {
    return tensor::EmptyOp::create(builder, loc, sizes, type);
  }
  /// A tensor of zeros.
  Value addZeros(ArrayRef<OpFoldResult> sizes) {
    Value zero = b.addConstant(type, 0);
    return linalg::FillOp::create(builder, loc, ValueRange(zero),
                                  ValueRange(addEmpty(sizes)))
        .getResult(0);
  }
  /// A function of two elements or tensors; of those that keep numbers small.
  Value addBinary(int64_t kind, Value x, Value y);
  static constexpr int64_t kLastBinary = 3;
  /// `x` times a small constant.
  Value addScaled(Value x);
  Value castTo(Value tensor, Type to) {
    return tensor.getType() == to
               ? tensor
               : tensor::CastOp::create(builder, loc, to, tensor).getResult();
  }
  static bool isSmall(ArrayRef<int64_t> shape) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    return count <= kMostElements;
  }
  const DrawnTensor &pickTensor() {
    // Often the last one, so that ops form chains.
    int64_t last = tensors.size() - 1;
    return tensors[choose() ? last : b.choose(0, last)];
  }

  CaseBuilder &b;
  OpBuilder &builder;
  Location loc;
  Type type;
  std::vector<DrawnTensor> tensors;
  bool isInCallee = false;
};

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_PROGRAMDRAWER_H
