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
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// An empty tensor for the transpose of `tensor`, of two axes.
Value addTransposeInit(CaseBuilder &b, Value tensor) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b.builder, b.loc, tensor);
  std::reverse(sizes.begin(), sizes.end());
  return tensor::EmptyOp::create(b.builder, b.loc, sizes,
                                 getTensorType(tensor).getElementType());
}

/// `tensor` of two axes, transposed.
Value addTranspose(CaseBuilder &b, Value tensor) {
  return linalg::TransposeOp::create(b.builder, b.loc, tensor,
                                     addTransposeInit(b, tensor),
                                     ArrayRef<int64_t>{1, 0})
      ->getResult(0);
}
} // namespace

TEST(RewriteMoves, TransposeOfPad) {
  runRewrite(byPattern(
      "TransposeOfPad", populatePadPropagateTransposePatterns,
      [](CaseBuilder &b) {
        ModeAndPeriod mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        PadAxis other = chooseFewPads(b, mode, 2);
        Value padded =
            addPadOfArgument(b, mode, {*axis, other}, b.f32(), b.choose(0, 1));
        if (b.choose(0, 1)) {
          b.finish(addTranspose(b, padded));
          return true;
        }
        Value init =
            b.addTensor({*getPaddedExtent(other), *getPaddedExtent(*axis)},
                        b.f32(), getTensorType(padded).isDynamicDim(0));
        b.finish(linalg::TransposeOp::create(b.builder, b.loc, padded, init,
                                             ArrayRef<int64_t>{1, 0})
                     ->getResult(0));
        return true;
      },
      6000));
}

TEST(RewriteMoves, PadOfTranspose) {
  runRewrite(byPattern(
      "PadOfTranspose", populatePadPropagateTransposePatterns,
      [](CaseBuilder &b) {
        ModeAndPeriod mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        PadAxis other = chooseFewPads(b, mode, 3);
        Value source =
            b.addTensor({other.extent, axis->extent}, b.f32(), b.choose(0, 1));
        Value value = chooseValue(b, mode, {*axis, other}, b.f32());
        b.finish(
            b.addPad(addTranspose(b, source), mode, {*axis, other}, value));
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
        ModeAndPeriod mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        b.finish(addUnary(
            b, addPadOfArgument(b, mode, *axis, b.f32(), b.choose(0, 1))));
        return true;
      },
      6000));
}

TEST(RewriteMoves, LinalgOfPad) {
  runRewrite(byPattern(
      "LinalgOfPad", populatePadPropagateElementwisePatterns,
      [](CaseBuilder &b) {
        ModeAndPeriod mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        bool isDynamic = b.choose(0, 1);
        Value padded = addPadOfArgument(b, mode, *axis, b.f32(), isDynamic);
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
      "PadOfElementwise", populatePadPropagateElementwisePatterns,
      [](CaseBuilder &b) {
        ModeAndPeriod mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        Value source = b.addTensor(axis->extent, b.f32(), b.choose(0, 1));
        Value mapped = b.choose(0, 1) ? addUnary(b, source)
                                      : addLinalgUnary(b, source, Value());
        Value value =
            chooseValue(b, mode, *axis, getTensorType(mapped).getElementType());
        b.finish(b.addPad(mapped, mode, *axis, value));
        return true;
      },
      6000));
}
