//===- PadSlicingTest.cpp - The slice law ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadSlicing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Whether `axis` keeps C5 and C6.
bool isValid(const PadAxis &axis) {
  int64_t dilated = *getDilatedExtent(axis.extent, axis.interior);
  std::optional<int64_t> limit = getPadLimit(axis.mode, axis.periodic, dilated);
  if (limit && (axis.low > *limit || axis.high > *limit))
    return false;
  return axis.mode == PadMode::Constant || axis.extent > 0 ||
         *getPaddedExtent(axis) == 0;
}

/// Compares every slice of the result of `axis` with the result.
int64_t compareSlices(const PadAxis &axis) {
  int64_t padded = *getPaddedExtent(axis), count = 0;
  for (int64_t offset = 0; offset <= padded; ++offset)
    for (int64_t size = 0; size <= padded - offset; ++size, ++count) {
      std::optional<PadAxis> slice = getSlicedAxis(axis, offset, size);
      EXPECT_TRUE(slice);
      EXPECT_EQ(getPaddedExtent(*slice), size);
      EXPECT_TRUE(isValid(*slice));
      for (int64_t i = 0; i < size; ++i)
        EXPECT_EQ(getSourceIndex(*slice, i), getSourceIndex(axis, offset + i));
    }
  return count;
}

TEST(PadSlicing, KeepsEveryElement) {
  int64_t count = 0;
  for (PadMode mode : kPadModes)
    for (bool periodic : {false, true})
      for (int64_t extent = 0; extent <= 4; ++extent)
        for (int64_t interior = 0; interior <= 2; ++interior)
          for (int64_t low = -5; low <= 6; ++low)
            for (int64_t high = -5; high <= 6; ++high) {
              PadAxis axis{extent, low, high, interior, mode, periodic};
              if (isValid(axis))
                count += compareSlices(axis);
            }
  EXPECT_GT(count, 500000);
}

TEST(PadSlicing, RefusesWhatIsNotThere) {
  PadAxis axis{4, 1, 1, 0};
  EXPECT_FALSE(getSlicedAxis(axis, -1, 1));
  EXPECT_FALSE(getSlicedAxis(axis, 0, -1));
  EXPECT_FALSE(getSlicedAxis(axis, 6, 1));
  EXPECT_FALSE(getSlicedAxis(axis, 1, 6));
  EXPECT_FALSE(getSlicedAxis(axis, INT64_MAX, INT64_MAX));
  EXPECT_TRUE(getSlicedAxis(axis, 6, 0));
}

TEST(PadSlicing, RefusesPadsThatDoNotFit) {
  // The high pad of the first element would be about -2^63 - 3.
  PadAxis axis{5, INT64_MAX, -5, 0};
  EXPECT_TRUE(getPaddedExtent(axis));
  EXPECT_FALSE(getSlicedAxis(axis, 0, 1));
  EXPECT_TRUE(getSlicedAxis(axis, 0, INT64_MAX));
}

class SlicedOps : public testing::Test {
protected:
  SlicedOps() : builder(&context), loc(builder.getUnknownLoc()) {
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
  /// A number that is known only at run time.
  Value dynamic() {
    Value unknown = source({ShapedType::kDynamic},
                           {arith::ConstantIndexOp::create(builder, loc, 1)});
    return tensor::DimOp::create(builder, loc, unknown, 0);
  }
  int64_t countOps() {
    return std::distance(module->getBody()->begin(), module->getBody()->end());
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(SlicedOps, AreStaticWhereNumbersAre) {
  Value offset = dynamic();
  auto op = PadOp::create(builder, loc, source({8, 8}), PadMode::Reflect,
                          {attr(1), attr(2)}, {attr(1), attr(3)});
  FailureOr<PadOp> tile =
      createSlicedPad(builder, loc, op, {attr(4), offset}, {attr(3), attr(5)});
  ASSERT_TRUE(succeeded(tile));
  EXPECT_TRUE(succeeded(verify(*tile)));
  EXPECT_EQ(tile->getSource(), op.getSource());
  EXPECT_EQ(tile->getStaticLow(),
            ArrayRef<int64_t>({-3, ShapedType::kDynamic}));
  EXPECT_EQ(tile->getStaticHigh(),
            ArrayRef<int64_t>({-2, ShapedType::kDynamic}));
  EXPECT_EQ(tile->getType().getShape(), ArrayRef<int64_t>({3, 5}));
}

TEST_F(SlicedOps, SliceTheSourceWhereNothingIsPadded) {
  Value offset = dynamic(), size = dynamic();
  auto op = PadOp::create(builder, loc, source({8, 8}), PadMode::Edge,
                          {attr(0), attr(2)}, {attr(0), attr(0)});
  FailureOr<PadOp> tile =
      createSlicedPad(builder, loc, op, {offset, attr(0)}, {size, attr(10)});
  ASSERT_TRUE(succeeded(tile));
  EXPECT_TRUE(succeeded(verify(*tile)));
  EXPECT_TRUE(tile->getSource().getDefiningOp<tensor::ExtractSliceOp>());
  EXPECT_EQ(tile->getStaticLow(), ArrayRef<int64_t>({0, 2}));
  EXPECT_EQ(tile->getStaticHigh(), ArrayRef<int64_t>({0, 0}));
}

TEST_F(SlicedOps, KeepALimitThatOnlyRunTimeChecks) {
  // C5 at run time, if at all: the result may be anything.
  Value high = dynamic();
  auto op = PadOp::create(builder, loc, source({3}), PadMode::Reflect,
                          {attr(0)}, {high});
  ASSERT_TRUE(succeeded(verify(op)));
  FailureOr<PadOp> tile =
      createSlicedPad(builder, loc, op, {attr(0)}, {attr(10)});
  ASSERT_TRUE(succeeded(tile));
  EXPECT_TRUE(succeeded(verify(*tile)));
  EXPECT_EQ(getConstantIntValue(tile->getMixedHigh()[0]), 7);
}

TEST_F(SlicedOps, CreateNothingWhereTheyFail) {
  auto op = PadOp::create(builder, loc, source({8, 5}), PadMode::Constant,
                          {attr(1), attr(INT64_MAX)}, {attr(1), attr(-5)});
  int64_t before = countOps();
  EXPECT_TRUE(failed(createSlicedPad(builder, loc, op, {attr(0), attr(0)},
                                     {attr(1), attr(1)})));
  EXPECT_TRUE(failed(emitSlicedPads(builder, loc, op, {attr(9), attr(0)},
                                    {attr(2), attr(1)})));
  EXPECT_EQ(countOps(), before);
}
} // namespace
