//===- ValueBoundsTest.cpp - Bounds of extents ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadKernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

using Bounds = ValueBoundsConstraintSet;
using presburger::BoundType;

namespace {
class ValueBounds : public testing::Test {
protected:
  ValueBounds() : context(createKernelContext()) {}

  /// The result of the one pad, or gradient of a pad, in `body`, of the
  /// function's arguments `arguments`.
  Value parse(StringRef arguments, StringRef body) {
    std::string text =
        ("func.func @f(" + arguments + ") {\n" + body + "\nreturn }").str();
    module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module);
    Value result;
    module->walk([&](PadNumbersInterface op) { result = op->getResult(0); });
    return result;
  }
  std::optional<int64_t> bound(BoundType type, Value tensor) {
    FailureOr<int64_t> bound =
        Bounds::computeConstantBound(type, Bounds::Variable(tensor, 0));
    if (failed(bound))
      return std::nullopt;
    // Upper bounds are exclusive.
    return type == BoundType::UB ? *bound - 1 : *bound;
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ValueBounds, AreExactForBorders) {
  Value pad = parse("%x: tensor<?xf32>",
                    "%r = pad.pad edge %x low[2] high[3] : tensor<?xf32> to "
                    "tensor<?xf32>");
  Value x = pad.getDefiningOp<PadOp>().getSource();
  Builder builder(context.get());
  AffineExpr d0;
  bindDims(context.get(), d0);
  FailureOr<bool> isEqual = Bounds::areEqual(
      Bounds::Variable(pad, 0),
      Bounds::Variable(AffineMap::get(1, 0, d0 + 5), {Bounds::Variable(x, 0)}));
  ASSERT_TRUE(succeeded(isEqual));
  EXPECT_TRUE(*isEqual);
}

TEST_F(ValueBounds, OfCropsAreNeverNegative) {
  Value pad = parse("%x: tensor<4xf32>, %l: index",
                    "%r = pad.pad constant %x low[%l] high[-9] : tensor<4xf32> "
                    "to tensor<?xf32>");
  EXPECT_EQ(bound(BoundType::LB, pad), 0);
  EXPECT_EQ(bound(BoundType::UB, pad), std::nullopt);
}

TEST_F(ValueBounds, OfDynamicPadsKnowTheirSigns) {
  // 0 <= i < 3: the extent is 4 + i.
  Value pad = parse("%x: tensor<4xf32>", R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %r = pad.pad wrap %x low[%i] high[0] : tensor<4xf32> to tensor<?xf32>
    })");
  EXPECT_EQ(bound(BoundType::LB, pad), 4);
  EXPECT_EQ(bound(BoundType::UB, pad), 6);
}

TEST_F(ValueBounds, OfInteriorPads) {
  // An extent of 2 to 4, with 2 in between.
  StringRef slice = R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    scf.for %n = %c2 to %c5 step %c1 {
      %s = tensor.extract_slice %x[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
      %r = pad.pad constant %s low[1] high[0] interior[2] : tensor<?xf32> to tensor<?xf32>
    })";
  Value pad = parse("%x: tensor<4xf32>", slice);
  EXPECT_EQ(bound(BoundType::LB, pad), 5);
  std::optional<int64_t> upper = bound(BoundType::UB, pad);
  ASSERT_TRUE(upper);
  EXPECT_GE(*upper, 11);
  EXPECT_LE(*upper, 13);
}

TEST_F(ValueBounds, OfADestinationAreItsExtents) {
  Value pad = parse("%x: tensor<?xf32>, %n: index", R"(
    %e = tensor.empty(%n) : tensor<?xf32>
    %r = pad.pad_into edge %x into %e low[1] high[0] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>)");
  Value init = pad.getDefiningOp<PadIntoOp>().getInit();
  FailureOr<bool> isEqual =
      Bounds::areEqual(Bounds::Variable(pad, 0), Bounds::Variable(init, 0));
  ASSERT_TRUE(succeeded(isEqual));
  EXPECT_TRUE(*isEqual);
}

TEST_F(ValueBounds, OfAGradientAreTheExtentsThatItIsGiven) {
  Value sum = parse("%g: tensor<?x?xf32>, %n: index, %m: index", R"(
    %r = pad.adjoint edge %g of[%n, %m] low[1, 0] high[2, 0] : tensor<?x?xf32> to tensor<?x?xf32>)");
  Value n = sum.getDefiningOp<AdjointOp>().getExtents().front();
  FailureOr<bool> isEqual =
      Bounds::areEqual(Bounds::Variable(sum, 0), Bounds::Variable(n));
  ASSERT_TRUE(succeeded(isEqual));
  EXPECT_TRUE(*isEqual);
  // What is known of the number, 2 to 4, is known of the extent.
  sum = parse("%g: tensor<?xf32>", R"(
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    scf.for %n = %c2 to %c5 step %c1 {
      %r = pad.adjoint wrap %g of[%n] low[1] high[0] : tensor<?xf32> to tensor<?xf32>
    })");
  EXPECT_EQ(bound(BoundType::LB, sum), 2);
  EXPECT_EQ(bound(BoundType::UB, sum), 4);
}

TEST_F(ValueBounds, OfHugePadsAreLeftOpen) {
  Value pad = parse("%x: tensor<?xf32>",
                    "%r = pad.pad edge %x low[9223372036854775807] "
                    "high[-9223372036854775807] : tensor<?xf32> to "
                    "tensor<?xf32>");
  EXPECT_EQ(bound(BoundType::LB, pad), 0);
  EXPECT_EQ(bound(BoundType::UB, pad), std::nullopt);
}
} // namespace
