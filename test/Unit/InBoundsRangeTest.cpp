//===- InBoundsRangeTest.cpp - Where a pad reads its source as is ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The numbers of the in-bounds range of an axis: begin, size, sourceBegin.
std::array<int64_t, 3> getInBoundsRange(OpBuilder &b, const PadAxis &axis,
                                        int64_t padded) {
  SymbolicPadAxis symbolic{b.getIndexAttr(axis.extent),
                           b.getIndexAttr(axis.low), b.getIndexAttr(axis.high),
                           b.getIndexAttr(axis.interior)};
  SymbolicInBoundsRange range =
      emitInBoundsRange(b, b.getUnknownLoc(), symbolic, b.getIndexAttr(padded));
  return {*getConstantIntValue(range.begin), *getConstantIntValue(range.size),
          *getConstantIntValue(range.sourceBegin)};
}

struct InBoundsRange : ::testing::Test {
  InBoundsRange() : b(&context) {
    context.loadDialect<arith::ArithDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
  }
  MLIRContext context;
  OpBuilder b;
  OwningOpRef<ModuleOp> module;
};

TEST_F(InBoundsRange, HasTheElementsThatAreNotExtended) {
  for (int64_t extent = 0; extent <= 4; ++extent)
    for (int64_t low = -6; low <= 6; ++low)
      for (int64_t high = -6; high <= 6; ++high) {
        PadAxis axis{extent, low, high, 0};
        int64_t padded = *getPaddedExtent(axis);
        auto [begin, size, sourceBegin] = getInBoundsRange(b, axis, padded);
        EXPECT_GE(begin, 0);
        EXPECT_LE(begin + size, padded);
        // The constant mode extends by what is not of the source.
        for (int64_t i = 0; i < padded; ++i) {
          std::optional<int64_t> read;
          if (i >= begin && i < begin + size)
            read = sourceBegin + i - begin;
          EXPECT_EQ(read, getSourceIndex(axis, i));
        }
      }
}

TEST_F(InBoundsRange, StaysInTheSourceForAllOperands) {
  const int64_t numbers[] = {INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -1, 0,
                             1,         INT64_MAX / 2, INT64_MAX};
  for (int64_t low : numbers)
    for (int64_t high : numbers)
      for (int64_t extent : {int64_t(0), int64_t(5), INT64_MAX})
        for (int64_t padded : {int64_t(0), int64_t(7), INT64_MAX}) {
          auto [begin, size, sourceBegin] =
              getInBoundsRange(b, PadAxis{extent, low, high, 0}, padded);
          EXPECT_TRUE(begin >= 0 && size >= 0 && sourceBegin >= 0);
          EXPECT_LE(size, padded - begin);
          EXPECT_LE(size, extent - sourceBegin);
        }
}
} // namespace
