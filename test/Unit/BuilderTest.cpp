//===- BuilderTest.cpp - C++ builders of the ops --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
class Builders : public testing::Test {
protected:
  Builders() : builder(&context), loc(builder.getUnknownLoc()) {
    context
        .loadDialect<PadDialect, arith::ArithDialect, tensor::TensorDialect>();
    module = ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
  }

  Value source(ArrayRef<int64_t> shape, ValueRange dynamic = {}) {
    return tensor::EmptyOp::create(
        builder, loc, RankedTensorType::get(shape, builder.getF32Type()),
        dynamic);
  }
  OpFoldResult attr(int64_t value) { return builder.getIndexAttr(value); }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(Builders, InferTheResultType) {
  Value amount = arith::ConstantIndexOp::create(builder, loc, 1);
  auto op = PadOp::create(builder, loc, source({3, 4}), PadMode::Edge,
                          {attr(1), amount}, {attr(-2), attr(0)});
  EXPECT_EQ(op.getType().getShape(),
            ArrayRef<int64_t>({2, ShapedType::kDynamic}));
  EXPECT_TRUE(succeeded(op.verify()));
  EXPECT_EQ(op.getMixedLow()[1], OpFoldResult(amount));
}

TEST_F(Builders, KeepNoInteriorForZeros) {
  auto op = PadOp::create(builder, loc, source({3}), PadMode::Wrap, {attr(1)},
                          {attr(1)}, {attr(0)});
  EXPECT_TRUE(op.getStaticInterior().empty());
  EXPECT_EQ(getConstantIntValue(op.getMixedInterior()[0]), 0);
}

TEST_F(Builders, InferTheResultOfADestination) {
  auto op =
      PadIntoOp::create(builder, loc, source({3}), source({7}),
                        PadMode::Constant, {attr(1)}, {attr(1)}, {attr(1)});
  EXPECT_EQ(op.getResult().getType(), op.getInit().getType());
  EXPECT_TRUE(succeeded(op.verify()));
}

// Modes are one attribute, however they are given.
TEST_F(Builders, TakeAModeOfEachAxis) {
  auto build = [&](ArrayRef<AxisMode> modes) {
    return PadOp::create(builder, loc, source({3, 4}), modes,
                         {attr(1), attr(1)}, {attr(0), attr(2)});
  };
  PadOp mixed = build({{PadMode::Edge}, {PadMode::Reflect, true}});
  EXPECT_EQ(mixed.getMode(0), PadMode::Edge);
  EXPECT_EQ(mixed.getMode(1), PadMode::Reflect);
  EXPECT_FALSE(mixed.isPeriodic(0));
  EXPECT_TRUE(mixed.isPeriodic(1));
  EXPECT_FALSE(mixed.takesValue());
  EXPECT_TRUE(succeeded(mixed.verify()));
  PadOp wrap = build({{PadMode::Wrap}, {PadMode::Wrap}});
  EXPECT_EQ(wrap.getModes(), build({{PadMode::Wrap}}).getModes());
  EXPECT_EQ(wrap.getModes().getList().size(), 1u);
  EXPECT_EQ(wrap.getMode(1), PadMode::Wrap);
}

// C7: an extent past 64 bits is for the verifier to report, not for the builder
// to crash on.
TEST_F(Builders, LeaveOverflowToTheVerifier) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  auto op = PadOp::create(builder, loc, source({3}), PadMode::Constant,
                          {attr(INT64_MAX)}, {attr(0)});
  EXPECT_TRUE(op.getType().isDynamicDim(0));
  EXPECT_TRUE(failed(op.verify()));
}

TEST_F(Builders, SpeculateOnlyWhatCannotBeRefused) {
  Value amount = arith::ConstantIndexOp::create(builder, loc, 1);
  auto fixed = PadOp::create(builder, loc, source({3}), PadMode::Reflect,
                             {attr(1)}, {attr(1)});
  auto guarded = PadOp::create(builder, loc, source({3}), PadMode::Reflect,
                               {amount}, {attr(1)});
  auto constant = PadOp::create(builder, loc, source({3}), PadMode::Constant,
                                {amount}, {attr(1)});
  EXPECT_EQ(fixed.getSpeculatability(), Speculation::Speculatable);
  EXPECT_EQ(guarded.getSpeculatability(), Speculation::NotSpeculatable);
  EXPECT_EQ(constant.getSpeculatability(), Speculation::Speculatable);
}
} // namespace
