//===- PadPlanTest.cpp - Plans of pads on memrefs -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
class PadPlans : public testing::Test {
protected:
  PadPlans() { context.loadDialect<PadDialect, func::FuncDialect>(); }

  /// The plans of `pad.pad_into` with `mode`, on memrefs of these types, where
  /// `%i` is a pad that is not known.
  std::vector<PadPlan> planAll(StringRef mode, StringRef source,
                               StringRef result, StringRef pads,
                               bool mayAlias = false) {
    std::string text = ("func.func @f(%x: " + source + ", %y: " + result +
                        ", %i: index) { pad.pad_into " + mode + " %x into %y " +
                        pads + " : " + source + " into " + result + " return }")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    std::vector<PadPlan> planned;
    if (module)
      module->walk([&](PadIntoOp op) {
        planned = planPad(op, shape, mayAlias, reason);
      });
    return planned;
  }

  /// The plan that always holds.
  std::optional<PadPlan> plan(StringRef mode, StringRef source,
                              StringRef result, StringRef pads,
                              bool mayAlias = false) {
    std::vector<PadPlan> planned =
        planAll(mode, source, result, pads, mayAlias);
    if (planned.empty())
      return std::nullopt;
    return planned.back();
  }

  /// Plans and prints.
  std::string print(StringRef mode, StringRef source, StringRef result,
                    StringRef pads, bool mayAlias = false) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (std::optional<PadPlan> planned =
            plan(mode, source, result, pads, mayAlias))
      planned->print(stream);
    else
      stream << "no plan: " << reason;
    return text;
  }

  VectorShape shape{256, /*isScalable=*/false};
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string reason;
};

TEST_F(PadPlans, MergeUnpaddedOuterAxes) {
  EXPECT_EQ(print("reflect", "memref<8x64x112x112xf32>",
                  "memref<8x64x118x118xf32>",
                  "low[0, 0, 3, 3] high[0, 0, 3, 3]"),
            "reflect, i32: loop 512->512 loop 112->118 tile 112->118; runs "
            "reverse 3 forward 112 reverse 3; copies of rows");
  // Also where their extents are not known.
  EXPECT_EQ(print("edge", "memref<?x?x9xi8>", "memref<?x?x11xi8>",
                  "low[0, 0, 1] high[0, 0, 1]"),
            "edge, i8: loop ?->? tile 9->11; runs hold 1 forward 9 hold 1");
}

TEST_F(PadPlans, ChunksOfAnyExtent) {
  // Channels last: those of a pixel move as a whole, if they are few, or each
  // pixel is a row that is not short.
  std::vector<PadPlan> plans =
      planAll("reflect", "memref<?x?x?x?xi8>", "memref<?x?x?x?xi8>",
              "low[0, 1, 1, 0] high[0, 1, 1, 0]");
  ASSERT_EQ(plans.size(), 2u);
  std::string texts[2];
  for (auto [plan, text] : llvm::zip_equal(plans, texts)) {
    llvm::raw_string_ostream stream(text);
    plan.print(stream);
  }
  EXPECT_EQ(texts[0],
            "reflect, i8: loop ?->? loop ?->? row ?->? chunk ?->?; maybe of "
            "short rows");
  EXPECT_EQ(texts[1], "reflect, i8: loop ?->? loop ?->? loop ?->? row ?->?");
  // In constant mode they are part of the row; with gaps behind them they are
  // rows.
  EXPECT_EQ(planAll("constant", "memref<?x?x?x?xi8>", "memref<?x?x?x?xi8>",
                    "low[0, 1, 1, 0] high[0, 1, 1, 0]")
                .size(),
            1u);
  EXPECT_EQ(planAll("edge", "memref<?x?x?xi8, strided<[?, ?, 1]>>",
                    "memref<?x?x?xi8>", "low[0, 1, 0] high[0, 1, 0]")
                .size(),
            1u);
  // So do those whose pads turn out to be zeros.
  plans = planAll("reflect", "memref<?x?x?xi8>", "memref<?x?x?xi8>",
                  "low[1, 1, %i] high[1, 1, 0]");
  ASSERT_EQ(plans.size(), 2u);
  EXPECT_TRUE(plans[0].assumesUnpaddedChunk);
  EXPECT_EQ(plans[0].row, 1);
  EXPECT_FALSE(plans[1].assumesUnpaddedChunk);
  EXPECT_EQ(plans[1].row, 2);
  // A chunk of known extent is small or not.
  EXPECT_EQ(planAll("edge", "memref<?x?x3xi8>", "memref<?x?x3xi8>",
                    "low[0, 1, 0] high[0, 1, 0]")
                .size(),
            1u);
}

TEST_F(PadPlans, GroupSmallTiles) {
  // 8 planes of 81 elements are 81 vectors.
  EXPECT_EQ(print("constant", "memref<512x7x7xf32>", "memref<512x9x9xf32>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "constant, i32: loop 512->512 tile 7->9 tile 7->9; tiles of 8");
  // 500 planes cannot be shared out, and planes of 64 elements need not be.
  EXPECT_EQ(print("edge", "memref<500x7x7xi8>", "memref<500x9x9xi8>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "edge, i8: loop 500->500 tile 7->9 tile 7->9");
  EXPECT_EQ(print("wrap", "memref<512x6x6xi8>", "memref<512x8x8xi8>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "wrap, i8: loop 512->512 tile 6->8 tile 6->8");
}

TEST_F(PadPlans, DynamicRowsThatMayBeShort) {
  EXPECT_EQ(print("reflect", "memref<?x?x?xf32>", "memref<?x?x?xf32>",
                  "low[0, 1, %i] high[0, 1, 1]"),
            "reflect, i32: loop ?->? loop ?->? row ?->?; maybe of short rows");
  EXPECT_EQ(print("constant", "memref<?x?xf32>",
                  "memref<?x?xf32, strided<[?, 1], offset: ?>>",
                  "low[1, 1] high[1, 1]"),
            "constant, i32: loop ?->? row ?->?; maybe of short rows");
  // A single row is not worth a choice.
  EXPECT_EQ(print("edge", "memref<?xf32>", "memref<?xf32>",
                  "low[1] high[1] interior[%i]"),
            "edge, i32: row ?->?");
}

TEST_F(PadPlans, CopyRowsThatRepeatOthers) {
  EXPECT_EQ(print("wrap", "memref<?x7x7xf32>", "memref<?x27x27xf32>",
                  "low[0, 10, 10] high[0, 10, 10]"),
            "wrap, i32: loop ?->? loop 7->27 tile 7->27; runs forward 3 "
            "forward 7 forward 7 forward 7 forward 3; copies of rows");
  // A row of a large plane may have left the caches by then.
  EXPECT_EQ(print("edge", "memref<1024x1024xf32>", "memref<1026x1024xf32>",
                  "low[1, 0] high[1, 0]"),
            "edge, i32: loop 1024->1026 tile 1024->1024; runs forward 1024");
}

TEST_F(PadPlans, MergeIntoAConstantRow) {
  // Padding pixels of NHWC is padding their numbers, by multiples.
  EXPECT_EQ(print("constant", "memref<8x112x112x64xf32>",
                  "memref<8x114x114x64xf32>",
                  "low[0, 1, 1, 0] high[0, 1, 1, 0]"),
            "constant, i32: loop 8->8 loop 112->114 tile 7168->7296; runs "
            "fill 64 forward 7168 fill 64");
}

TEST_F(PadPlans, KeepWholesBetweenGapsApart) {
  // Gaps between pixels are no gaps between their numbers.
  std::optional<PadPlan> gaps =
      plan("constant", "memref<4x5x600xf32>", "memref<7x5x600xf32>",
           "low[0, 0, 0] high[0, 0, 0] interior[1, 0, 0]");
  ASSERT_TRUE(gaps);
  ASSERT_EQ(gaps->axes.size(), 2u);
  EXPECT_EQ(gaps->axes[0].numbers.interior, 1);
  EXPECT_EQ(gaps->axes[1].numbers.extent, 3000);
}

TEST_F(PadPlans, MoveUnpaddedInnerAxesAsAChunk) {
  std::optional<PadPlan> nhwc = plan("reflect", "memref<8x112x112x4x16xf32>",
                                     "memref<8x114x114x4x16xf32>",
                                     "low[0, 1, 1, 0, 0] high[0, 1, 1, 0, 0]");
  ASSERT_TRUE(nhwc);
  EXPECT_EQ(nhwc->axes.size(), 4u);
  EXPECT_EQ(nhwc->row, 2);
  EXPECT_EQ(nhwc->chunk, 64);
  // A chunk of more than 1 KiB is a row.
  std::optional<PadPlan> large =
      plan("reflect", "memref<112x112x257xf32>", "memref<114x114x257xf32>",
           "low[1, 1, 0] high[1, 1, 0]");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->row, 2);
  EXPECT_EQ(large->chunk, 1);
  // Pixels with a gap behind each, in the source or in the result, are rows.
  StringRef dense = "memref<9x3xf32>",
            apart = "memref<9x3xf32, strided<[4, 1]>>";
  for (auto [source, result] : {std::pair(dense, apart), {apart, dense}}) {
    std::optional<PadPlan> strided =
        plan("edge", source, result, "low[1, 0] high[-1, 0]");
    ASSERT_TRUE(strided);
    EXPECT_EQ(strided->row, 1);
    EXPECT_EQ(strided->chunk, 1);
  }
}

TEST_F(PadPlans, TileSmallPlanes) {
  std::optional<PadPlan> small =
      plan("constant", "memref<500x7x7xf32>", "memref<500x9x9xf32>",
           "low[0, 1, 1] high[0, 1, 1]");
  ASSERT_TRUE(small && small->tile);
  EXPECT_EQ(small->tileBegin, 1);
  EXPECT_EQ(small->tile->getResultSize(), 81);
}

TEST_F(PadPlans, KeepStridedAxesApart) {
  std::optional<PadPlan> strided =
      plan("edge", "memref<4x5x6xf32, strided<[60, 6, 1]>>",
           "memref<4x5x8xf32>", "low[0, 0, 1] high[0, 0, 1]");
  ASSERT_TRUE(strided);
  EXPECT_EQ(strided->axes.size(), 3u);
  EXPECT_TRUE(strided->canStream);
}

TEST_F(PadPlans, AssumeUnitStridesWhereTheyMayBe) {
  StringRef any = "memref<?x?xf32, strided<[?, ?], offset: ?>>";
  std::optional<PadPlan> dynamic =
      plan("edge", any, any, "low[%i, 1] high[0, 1]");
  ASSERT_TRUE(dynamic);
  EXPECT_TRUE(dynamic->assumesUnitStride);
  EXPECT_FALSE(dynamic->canStream);
  EXPECT_EQ(print("edge", "memref<4xf32, strided<[2]>>", "memref<6xf32>",
                  "low[1] high[1]"),
            "no plan: an innermost stride other than 1");
}

TEST_F(PadPlans, SeeWhereTheSourceMayBeTheInterior) {
  StringRef view = "memref<4x4xf32, strided<[6, 1], offset: 7>>";
  auto inPlace = [&](StringRef source, StringRef result, bool mayAlias) {
    return plan("edge", source, result, "low[1, 1] high[1, 1]", mayAlias)
        ->mayBeInPlace;
  };
  EXPECT_TRUE(inPlace(view, "memref<6x6xf32>", true));
  EXPECT_FALSE(inPlace(view, "memref<6x6xf32>", false));
  // Rows of 4 are not those of 6.
  EXPECT_FALSE(inPlace("memref<4x4xf32>", "memref<6x6xf32>", true));
}

TEST_F(PadPlans, MoveElementsByTheirWidth) {
  auto bits = [&](StringRef type) {
    std::string source = ("memref<4x" + type + ">").str(),
                result = ("memref<6x" + type + ">").str();
    std::optional<PadPlan> planned =
        plan("edge", source, result, "low[1] high[1]");
    return planned ? planned->elementBits : 0;
  };
  EXPECT_EQ(bits("i1"), 8);
  EXPECT_EQ(bits("f8E5M2"), 8);
  EXPECT_EQ(bits("bf16"), 16);
  EXPECT_EQ(bits("index"), 64);
  EXPECT_EQ(bits("complex<f64>"), 128);
  // Three bytes of four.
  EXPECT_EQ(bits("i24"), 0);
  EXPECT_EQ(bits("complex<i8>"), 0);
}

TEST_F(PadPlans, AlignElementsAsTheirPartsAre) {
  auto alignment = [&](StringRef type) {
    std::string source = ("memref<4x" + type + ">").str(),
                result = ("memref<6x" + type + ">").str();
    return plan("edge", source, result, "low[1] high[1]")->elementAlignment;
  };
  EXPECT_EQ(alignment("i8"), 1);
  EXPECT_EQ(alignment("f64"), 8);
  EXPECT_EQ(alignment("complex<f32>"), 4);
  EXPECT_EQ(alignment("complex<f64>"), 8);
}

TEST_F(PadPlans, HaveNoTilesOfScalableVectors) {
  shape = {128, /*isScalable=*/true};
  EXPECT_EQ(print("edge", "memref<9xi8>", "memref<11xi8>", "low[1] high[1]"),
            "edge, i8: row 9->11");
  EXPECT_EQ(print("edge", "memref<9xcomplex<f64>>", "memref<11xcomplex<f64>>",
                  "low[1] high[1]"),
            "no plan: elements wider than those of scalable vectors");
}

TEST_F(PadPlans, LeaveASingleElement) {
  EXPECT_EQ(print("edge", "memref<f32>", "memref<f32>", "low[] high[]"),
            "no plan: a single element");
}
} // namespace
