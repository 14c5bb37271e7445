//===- RewriteMovesTest.cpp - Ops moved through pads, before and after ----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A permutation of `rank` axes. That of three is not its own inverse.
SmallVector<int64_t> getRotation(int64_t rank) {
  auto axes = llvm::to_vector(llvm::seq<int64_t>(1, rank));
  axes.push_back(0);
  return axes;
}

/// `tensor` with its axes rotated, in `init` or else in an empty tensor.
Value addTranspose(CaseBuilder &b, Value tensor, Value init = {}) {
  SmallVector<int64_t> permutation =
      getRotation(getTensorType(tensor).getRank());
  if (!init)
    init = tensor::EmptyOp::create(
        b.builder, b.loc,
        applyPermutation(tensor::getMixedSizes(b.builder, b.loc, tensor),
                         permutation),
        getTensorType(tensor).getElementType());
  return linalg::TransposeOp::create(b.builder, b.loc, tensor, init,
                                     permutation)
      ->getResult(0);
}

/// The axes of a pad of rank 2 or 3, of which `axis` is the first.
SmallVector<PadAxis> chooseAxes(CaseBuilder &b, const AxisMode &mode,
                                const PadAxis &axis, int64_t extent) {
  SmallVector<PadAxis> axes = {axis,
                               chooseFewPads(b, b.chooseOther(mode), extent)};
  if (b.choose(0, 1))
    axes.push_back(chooseFewPads(b, mode, extent + 1));
  return axes;
}
} // namespace

TEST(RewriteMoves, TransposeOfPad) {
  runRewrite(byPattern(
      "swapTransposeOfPad", populatePadPropagateTransposePatterns,
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        SmallVector<PadAxis> axes = chooseAxes(b, mode, *axis, 2);
        Value padded = addPadOfArgument(b, axes, b.f32(), b.choose(0, 1));
        Value init;
        if (b.choose(0, 1)) {
          SmallVector<int64_t> extents;
          for (const PadAxis &numbers : axes)
            extents.push_back(*getPaddedExtent(numbers));
          init = b.addTensor(
              applyPermutation(extents, getRotation(extents.size())), b.f32(),
              getTensorType(padded).isDynamicDim(0));
        }
        b.finish(addTranspose(b, padded, init));
        return true;
      },
      6000));
}

TEST(RewriteMoves, PadOfTranspose) {
  runRewrite(byPattern(
      "swapPadOfTranspose", populatePadPropagateTransposePatterns,
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        SmallVector<PadAxis> axes = chooseAxes(b, mode, *axis, 3);
        // The source has the axes where the rotation takes them from.
        SmallVector<int64_t> extents = {axes.back().extent};
        for (const PadAxis &numbers : ArrayRef<PadAxis>(axes).drop_back())
          extents.push_back(numbers.extent);
        Value source = b.addTensor(extents, b.f32(), b.choose(0, 1));
        Value value = chooseValue(b, axes, b.f32());
        b.finish(b.addPad(addTranspose(b, source), axes, value));
        return true;
      },
      6000));
}

/// One of several unary ops of tensor `tensor`, of `f32`.
static Value addUnary(CaseBuilder &b, Value tensor) {
  OpBuilder &builder = b.builder;
  auto withElement = [&](Type type) {
    return getTensorType(tensor).clone(type);
  };
  switch (b.choose(0, 3)) {
  case 0:
    // The default padding value becomes -0.0.
    return arith::NegFOp::create(builder, b.loc, tensor);
  case 1:
    return math::AbsFOp::create(builder, b.loc, tensor);
  case 2:
    return arith::ExtFOp::create(builder, b.loc,
                                 withElement(builder.getF64Type()), tensor);
  default:
    return arith::BitcastOp::create(builder, b.loc, withElement(b.i32()),
                                    tensor);
  }
}

/// A generic op or a map of tensor `tensor`, of `f32`, into `init` or an empty
/// tensor.
static Value addLinalgUnary(CaseBuilder &b, Value tensor, Value init) {
  OpBuilder &builder = b.builder;
  RankedTensorType type = getTensorType(tensor).clone(builder.getF64Type());
  if (!init)
    init = tensor::EmptyOp::create(
        builder, b.loc, tensor::getMixedSizes(builder, b.loc, tensor),
        type.getElementType());
  auto body = [](OpBuilder &b, Location loc, ValueRange operands) {
    Value negative = arith::NegFOp::create(b, loc, operands[0]);
    Value wide = arith::ExtFOp::create(b, loc, b.getF64Type(), negative);
    linalg::YieldOp::create(b, loc, wide);
  };
  if (b.choose(0, 1))
    return linalg::MapOp::create(builder, b.loc, tensor, init, body)
        ->getResult(0);
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(builder, b.loc, init.getType(), tensor, init,
                                   maps, iterators, body)
      .getResult(0);
}

TEST(RewriteMoves, MappableOfPad) {
  runRewrite(byPattern(
      "MappableOfPad", populatePadPropagateElementwisePatterns,
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        b.finish(
            addUnary(b, addPadOfArgument(b, *axis, b.f32(), b.choose(0, 1))));
        return true;
      },
      6000));
}

TEST(RewriteMoves, LinalgOfPad) {
  runRewrite(byPattern(
      "swapLinalgOfPad", populatePadPropagateElementwisePatterns,
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        bool isDynamic = b.choose(0, 1);
        Value padded = addPadOfArgument(b, *axis, b.f32(), isDynamic);
        Value init;
        if (b.choose(0, 1))
          init = b.addTensor(*getPaddedExtent(*axis), b.builder.getF64Type(),
                             getTensorType(padded).isDynamicDim(0));
        b.finish(addLinalgUnary(b, padded, init));
        return true;
      },
      6000));
}

TEST(RewriteMoves, PadOfElementwise) {
  runRewrite(byPattern(
      "swapPadOfElementwise", populatePadPropagateElementwisePatterns,
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        Value source = b.addTensor(axis->extent, b.f32(), b.choose(0, 1));
        Value mapped = b.choose(0, 1) ? addUnary(b, source)
                                      : addLinalgUnary(b, source, Value());
        Value value =
            chooseValue(b, *axis, getTensorType(mapped).getElementType());
        b.finish(b.addPad(mapped, *axis, value));
        return true;
      },
      6000));
}
