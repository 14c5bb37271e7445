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

  /// The plan of `pad.pad_into` with `mode`, on memrefs of these types, where
  /// `%i` is a pad that is not known.
  std::optional<PadPlan> plan(StringRef mode, StringRef source,
                              StringRef result, StringRef pads) {
    std::string text = ("func.func @f(%x: " + source + ", %y: " + result +
                        ", %i: index) { pad.pad_into " + mode + " %x into %y " +
                        pads + " : " + source + " into " + result + " return }")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    std::optional<PadPlan> planned;
    if (module)
      module->walk(
          [&](PadIntoOp op) { planned = planPad(op, options, reason); });
    return planned;
  }

  /// The same in words: the axes, and the versions, a line each.
  std::string print(StringRef mode, StringRef source, StringRef result,
                    StringRef pads) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (std::optional<PadPlan> planned = plan(mode, source, result, pads))
      planned->print(stream);
    else
      stream << "no plan: " << reason;
    return text;
  }

  /// Without threads and, unless a test says so, without streams.
  PadPlanOptions options{{256, /*isScalable=*/false},
                         /*mayAlias=*/false,
                         /*canStream=*/false,
                         /*isParallel=*/false};
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string reason;
};

TEST_F(PadPlans, MergeUnpaddedOuterAxes) {
  EXPECT_EQ(print("reflect", "memref<8x64x112x112xf32>",
                  "memref<8x64x118x118xf32>",
                  "low[0, 0, 3, 3] high[0, 0, 3, 3]"),
            "reflect, i32: axes 512->512 112->118 112->118\n"
            "static tile of axis 2, runs reverse 3 forward 112 reverse 3, "
            "borders last, data by 4, in 1 loop; stored; serial");
  // Also where their extents are not known.
  EXPECT_EQ(
      print("edge", "memref<?x?x9xi8>", "memref<?x?x11xi8>",
            "low[0, 0, 1] high[0, 0, 1]"),
      "edge, i8: axes ?->? 9->11\n"
      "if operands as planned, source not empty: static tile of axis 1, "
      "runs broadcast 1 forward 9 broadcast 1, in 1 loop; stored; serial\n"
      "if operands as planned: fill\n"
      "scalar loops");
}

TEST_F(PadPlans, InnerBlocksOfAnyExtent) {
  // Channels last: those of a pixel move as a whole, if they are few, or each
  // pixel is a row that is not short. A pixel of one channel is an element.
  EXPECT_EQ(print("reflect", "memref<?x?x?x?xi8>", "memref<?x?x?x?xi8>",
                  "low[0, 1, 1, 0] high[0, 1, 1, 0]"),
            "reflect, i8: axes ?->? ?->? ?->? ?->?\n"
            "if operands as planned, source not empty, inner block small: "
            "blended rows of 32 else long blended rows of 32 else blended rows "
            "of 16 else blended rows of 8 else short borders else rows along "
            "axis 2, inner blocks of ?; stored; serial\n"
            "if operands as planned, source not empty: rows along axis 3, in 1 "
            "loop; stored; serial\n"
            "if operands as planned: fill\n"
            "scalar loops");
  auto countRows = [&](StringRef mode, StringRef source, StringRef result,
                       StringRef pads) {
    return plan(mode, source, result, pads)->rows.size();
  };
  // In constant mode they are part of the row; with gaps behind them they are
  // rows.
  EXPECT_EQ(countRows("constant", "memref<?x?x?x?xi8>", "memref<?x?x?x?xi8>",
                      "low[0, 1, 1, 0] high[0, 1, 1, 0]"),
            1u);
  EXPECT_EQ(countRows("edge", "memref<?x?x?xi8, strided<[?, ?, 1]>>",
                      "memref<?x?x?xi8>", "low[0, 1, 0] high[0, 1, 0]"),
            1u);
  // So do those whose pads turn out to be zeros.
  std::optional<PadPlan> padded =
      plan("reflect", "memref<?x?x?xi8>", "memref<?x?x?xi8>",
           "low[1, 1, %i] high[1, 1, 0]");
  ASSERT_EQ(padded->rows.size(), 2u);
  EXPECT_TRUE(padded->rows[0].assumesUnpaddedBlock);
  EXPECT_EQ(padded->rows[0].axis, 1);
  EXPECT_FALSE(padded->rows[1].assumesUnpaddedBlock);
  EXPECT_EQ(padded->rows[1].axis, 2);
  EXPECT_EQ(padded->versions[0].guards.back(), PadGuard::InnerBlockUnpadded);
  // An inner block of known extent is small or not.
  EXPECT_EQ(countRows("edge", "memref<?x?x3xi8>", "memref<?x?x3xi8>",
                      "low[0, 1, 0] high[0, 1, 0]"),
            1u);
}

TEST_F(PadPlans, GroupSmallTiles) {
  // 8 planes of 81 elements are 81 vectors.
  EXPECT_EQ(print("constant", "memref<512x7x7xf32>", "memref<512x9x9xf32>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "constant, i32: axes 512->512 7->9 7->9\n"
            "static tile of axis 1 to 2, 8 at a time; stored; serial");
  // Of 500 planes the last group begins among those of the one before it;
  // planes of 64 elements fill vectors.
  EXPECT_EQ(print("edge", "memref<500x7x7xi8>", "memref<500x9x9xi8>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "edge, i8: axes 500->500 7->9 7->9\n"
            "static tile of axis 1 to 2, borders last, data by 32; stored; "
            "serial");
  // Where these exceed the cache, what is left of the groups is moved alone,
  // and so are borders.
  EXPECT_EQ(print("constant", "memref<187500x3xi8>", "memref<187500x4xi8>",
                  "low[0, 0] high[0, 1]"),
            "constant, i8: axes 187500->187500 3->4\n"
            "static tile of axis 1, 8 at a time, runs forward 3 fill 1; "
            "stored; serial");
  EXPECT_EQ(print("wrap", "memref<4x99991x3xi16>", "memref<5x99999x5xi16>",
                  "low[1, 3, 1] high[0, 5, 1]"),
            "wrap, i16: axes 4->5 99991->99999 3->5\n"
            "static tile of axis 2, 16 at a time, runs forward 1 forward 3 "
            "forward 1, in 1 loop; stored; serial");
  EXPECT_EQ(print("wrap", "memref<512x6x6xi8>", "memref<512x8x8xi8>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            "wrap, i8: axes 512->512 6->8 6->8\n"
            "static tile of axis 1 to 2, in 1 loop; stored; serial");
}

/// The first version that writes past the caches.
static const PadVersion &getStreamed(const PadPlan &plan) {
  return *llvm::find_if(plan.versions, [](const PadVersion &version) {
    return version.sink != PadSink::Store;
  });
}

TEST_F(PadPlans, DynamicRowsThatMayBeShort) {
  StringRef dynamic = "memref<?x?xf32>";
  auto strategies = [&](VectorISA isa, int64_t bits, StringRef pads) {
    options.vectors.isa = isa;
    options.vectors.bits = bits;
    std::string text = print("constant", dynamic, dynamic, pads);
    return StringRef(text).split('\n').second.str();
  };
  StringRef pads = "low[1, 1] high[1, 1]";
  EXPECT_EQ(strategies(VectorISA::None, 256, pads),
            "if plane of runs: few rows along axis 1; stored; serial\n"
            "blended rows of 8 else long blended rows of 8 else blended rows "
            "of 4 else short borders else rows along axis 1; stored; serial");
  EXPECT_EQ(strategies(VectorISA::AVX2, 256, pads),
            "if plane of runs: few rows along axis 1; stored; serial\n"
            "permuted tiles else blended rows of 8 else long blended rows of 8 "
            "else blended rows of 4 else short borders else rows along axis 1; "
            "stored; serial");
  EXPECT_EQ(
      strategies(VectorISA::AVX512, 512, pads),
      "if plane of vectors: few masked rows along axis 1; stored; serial\n"
      "if plane of runs: few rows along axis 1; stored; serial\n"
      "permuted tiles else long rows else masked rows else rows along "
      "axis 1; stored; "
      "serial");
  // Gaps are no part of a vector.
  EXPECT_EQ(strategies(VectorISA::AVX512, 512,
                       "low[1, 1] high[1, 1] interior[0, %i]"),
            "permuted tiles else rows along axis 1; stored; serial");
  // A single row is not worth a choice.
  EXPECT_EQ(print("constant", "memref<?xf32>", "memref<?xf32>",
                  "low[1] high[1] interior[%i]"),
            "constant, i32: axes ?->?\n"
            "rows along axis 0; stored; serial");
}

TEST_F(PadPlans, KernelsKnowPlanesOfAnyPads) {
  auto countLoops = [&](StringRef pads) {
    SmallVector<int64_t> loops;
    std::optional<PadPlan> planned =
        plan("constant", "memref<?x?x?x?xf32>", "memref<?x?x?x?xf32>", pads);
    for (const PadVersion &version : planned->versions)
      if (version.needsPlaneNumbers())
        loops.push_back(version.numLoops);
    return loops;
  };
  EXPECT_EQ(countLoops("low[1, %i, 1, 1] high[1, 0, 1, 1]"),
            SmallVector<int64_t>({1}));
  EXPECT_EQ(countLoops("low[1, 2, 1, 1] high[1, 0, 1, 1]"),
            SmallVector<int64_t>({1}));
}

TEST_F(PadPlans, PlanesThatMayBeSmall) {
  auto kind = RowStrategy::Kind::FewRows;
  auto isThere = [&](StringRef mode, StringRef source, StringRef result,
                     StringRef pads) {
    std::optional<PadPlan> planned = plan(mode, source, result, pads);
    return llvm::any_of(planned->versions, [&](const PadVersion &version) {
      return version.isBy(kind);
    });
  };
  StringRef any = "memref<?x?x?xf32>", pads = "low[0, 1, %i] high[0, 1, 1]";
  auto isThereFor = [&](StringRef result) {
    return isThere("edge", any, result, pads);
  };
  options.vectors.bits = 256;
  for (bool isMasked : {false, true}) {
    options.vectors.isa = isMasked ? VectorISA::AVX512 : VectorISA::AVX2;
    kind = isMasked ? RowStrategy::Kind::FewMaskedRows
                    : RowStrategy::Kind::FewRows;
    EXPECT_TRUE(isThereFor(any));
    EXPECT_TRUE(isThereFor("memref<1x?x?xf32>"));
    EXPECT_FALSE(isThereFor("memref<2x?x?xf32>"));
    EXPECT_FALSE(isThereFor("memref<?x33x?xf32>"));
    EXPECT_FALSE(isThereFor("memref<?x?x513xf32>"));
    // Elements have to be moved one by one.
    EXPECT_FALSE(isThere("edge", any, any, "low[0, 1, 0] high[0, 1, 0]"));
    EXPECT_FALSE(isThere("edge", any, any,
                         "low[1, 1, 1] high[1, 1, 1] interior[0, %i, 0]"));
    // Where all is known of a row, it is a tile.
    EXPECT_FALSE(isThere("edge", "memref<?x?x3xf32>", "memref<?x?x5xf32>",
                         "low[0, 1, 1] high[0, 1, 1]"));
  }
  // A mask is as long as a vector, and run by run rows are many sooner.
  EXPECT_FALSE(isThereFor("memref<?x?x9xf32>"));
  EXPECT_TRUE(isThereFor("memref<?x32x?xf32>"));
  kind = RowStrategy::Kind::FewRows;
  EXPECT_TRUE(isThereFor("memref<?x6x512xf32>"));
  EXPECT_FALSE(isThereFor("memref<?x7x?xf32>"));
  options.vectors.isa = VectorISA::AVX2;
  EXPECT_TRUE(isThereFor("memref<?x?x512xf32>"));
  EXPECT_TRUE(isThereFor("memref<?x24x?xf32>"));
  EXPECT_FALSE(isThereFor("memref<?x25x?xf32>"));
}

TEST_F(PadPlans, StreamLongRows) {
  options.canStream = true;
  auto first = [&](VectorISA isa, StringRef type, StringRef pads) {
    options.vectors.isa = isa;
    return getStreamed(*plan("edge", type, type, pads)).strategies.front();
  };
  using Kind = RowStrategy::Kind;
  StringRef pads = "low[1, 1] high[1, 1]", type = "memref<?x?xf32>";
  EXPECT_EQ(first(VectorISA::AVX2, type, pads).kind, Kind::StreamedLongRows);
  EXPECT_EQ(first(VectorISA::None, type, pads).kind, Kind::StreamedRows);
  // AVX-512 without VBMI has no permutations of bytes.
  EXPECT_EQ(first(VectorISA::AVX512, "memref<?x?xi8>", pads).kind,
            Kind::StreamedRows);
  EXPECT_EQ(first(VectorISA::AVX512VBMI, "memref<?x?xi8>", pads).kind,
            Kind::StreamedLongRows);
  // Ends of inner blocks are not permuted.
  EXPECT_EQ(
      first(VectorISA::AVX2, "memref<?x?x3xf32>", "low[1, 1, 0] high[1, 1, 0]")
          .kind,
      Kind::StreamedRows);
}

TEST_F(PadPlans, StreamLargeResults) {
  options.canStream = true;
  StringRef pads = "low[1, 1] high[1, 1]";
  EXPECT_EQ(
      print("constant", "memref<?x?xf64>", "memref<?x?xf64>",
            "low[1, 1] high[1, 1] interior[0, 1]"),
      "constant, i64: axes ?->? ?->?\n"
      "if result streamable, elements aligned: rows along axis 1; streamed "
      "in pieces; serial\n"
      "rows along axis 1; stored; serial");
  auto guards = [&](StringRef type) {
    return getStreamed(*plan("constant", type, type, pads)).guards;
  };
  EXPECT_EQ(guards("memref<?x?xi8>"),
            SmallVector<PadGuard>(
                {PadGuard::ResultStreamable, PadGuard::RowsStreamable}));
  // Whole elements reach no vector where the first one is not aligned.
  for (StringRef type : {"memref<?x?xf16>", "memref<?x?xcomplex<f32>>"})
    EXPECT_EQ(guards(type), SmallVector<PadGuard>({PadGuard::ResultStreamable,
                                                   PadGuard::ElementsAligned,
                                                   PadGuard::RowsStreamable}));
  auto sink = [&](StringRef source, StringRef result) {
    return plan("constant", source, result, pads)->versions.front().sink;
  };
  // Three lines of data are long; so much is known of static rows.
  EXPECT_EQ(sink("memref<9x48xf32>", "memref<11x50xf32>"), PadSink::StreamRows);
  EXPECT_EQ(sink("memref<9x47xf32>", "memref<11x49xf32>"),
            PadSink::StreamPieces);
  // Lines with gaps cannot be written as wholes, nor can halves of elements.
  EXPECT_EQ(sink("memref<9x176xf32>", "memref<11x178xf32, strided<[192, 1]>>"),
            PadSink::Store);
  EXPECT_EQ(sink("memref<9x176xcomplex<f64>>", "memref<11x178xcomplex<f64>>"),
            PadSink::Store);
}

TEST_F(PadPlans, ShareLargeResults) {
  options.isParallel = true;
  auto works = [&](StringRef source, StringRef result, StringRef pads) {
    SmallVector<SharedWork> shared;
    std::optional<PadPlan> planned = plan("constant", source, result, pads);
    for (const PadVersion &version : planned->versions)
      if (!version.isBy(RowStrategy::Kind::FewRows) &&
          !version.isBy(RowStrategy::Kind::FewMaskedRows))
        shared.push_back(version.sharedWork);
    return shared;
  };
  using Works = SmallVector<SharedWork>;
  StringRef cube = "memref<?x?x?xf32>", plane = "memref<?x?xf32>";
  EXPECT_EQ(
      works(cube, cube, "low[0, 1, 1] high[0, 1, 1]"),
      Works({SharedWork::PlanesOrRows, SharedWork::None, SharedWork::None}));
  EXPECT_EQ(works(cube, cube, "low[1, 1, 1] high[1, 1, 1]"),
            Works({SharedWork::PlanesOrRows, SharedWork::None}));
  EXPECT_EQ(works(plane, plane, "low[1, 1] high[1, 1]"),
            Works({SharedWork::Rows, SharedWork::None}));
  EXPECT_EQ(works("memref<512x7x7xf32>", "memref<512x9x9xf32>",
                  "low[0, 1, 1] high[0, 1, 1]"),
            Works({SharedWork::TileGroups, SharedWork::None}));
  // Threads that share one row have parts of it, and no static tile.
  EXPECT_EQ(
      print("constant", "memref<100xf32>", "memref<102xf32>", "low[1] high[1]"),
      "constant, i32: axes 100->102\n"
      "if result shareable: rows along axis 0; stored; parallel by "
      "indices\n"
      "static tile of axis 0, runs fill 1 forward 100 fill 1; stored; "
      "serial");
  // One element is not shared.
  EXPECT_EQ(works("memref<2xf32>", "memref<1xf32>", "low[-1] high[0]"),
            Works({SharedWork::None}));
}

TEST_F(PadPlans, EndWithAVersionOfNoGuards) {
  options.canStream = options.isParallel = options.mayAlias = true;
  StringRef any = "memref<?x?x?x?xcomplex<f32>, strided<[?, ?, ?, ?]>>",
            dense = "memref<?x?x?x?xcomplex<f32>>";
  for (StringRef mode : {"constant", "edge"})
    for (StringRef type : {any, dense})
      for (StringRef pads : {"low[%i, %i, %i, %i] high[0, 0, 0, 0]",
                             "low[0, 1, 1, 0] high[0, 1, 1, 0]"}) {
        std::optional<PadPlan> planned = plan(mode, type, type, pads);
        ASSERT_TRUE(planned);
        for (const PadVersion &version :
             ArrayRef(planned->versions).drop_back())
          EXPECT_FALSE(version.guards.empty());
        EXPECT_TRUE(planned->versions.back().guards.empty());
      }
}

TEST_F(PadPlans, CopyRowsThatRepeatOthers) {
  EXPECT_EQ(print("wrap", "memref<2x7x7xf32>", "memref<2x27x27xf32>",
                  "low[0, 10, 10] high[0, 10, 10]"),
            "wrap, i32: axes 2->2 7->27 7->27\n"
            "static tile of axis 2, runs forward 3 forward 7 forward 7 forward "
            "7 forward 3, borders last, in 1 loop; stored; serial");
  // A row of a large plane may have left the caches by then.
  EXPECT_EQ(print("edge", "memref<1024x1024xf32>", "memref<1026x1024xf32>",
                  "low[1, 0] high[1, 0]"),
            "edge, i32: axes 1024->1026 1024->1024\n"
            "static tile of axis 1, runs forward 1024, copies in groups, in 1 "
            "loop; stored; serial");
}

TEST_F(PadPlans, CopyLongRowsInGroups) {
  auto copiesInGroups = [&](StringRef source, StringRef result,
                            StringRef pads) {
    return plan("edge", source, result, pads)->rows.front().copiesInGroups;
  };
  StringRef pads = "low[0, 2] high[0, 2]";
  // 3 MiB, 24 vectors of 8 elements, and less.
  EXPECT_TRUE(
      copiesInGroups("memref<4096x192xf32>", "memref<4096x196xf32>", pads));
  EXPECT_FALSE(
      copiesInGroups("memref<4012x192xf32>", "memref<4012x196xf32>", pads));
  EXPECT_TRUE(
      copiesInGroups("memref<4013x192xf32>", "memref<4013x196xf32>", pads));
  EXPECT_FALSE(
      copiesInGroups("memref<8192x191xf32>", "memref<8192x195xf32>", pads));
  // All axes count, those that are merged too.
  EXPECT_TRUE(copiesInGroups("memref<16x256x64x3xf32>",
                             "memref<16x256x66x3xf32>",
                             "low[0, 0, 1, 0] high[0, 0, 1, 0]"));
  // Nobody knows how large the result is; or there are gaps.
  EXPECT_FALSE(copiesInGroups("memref<?x192xf32>", "memref<?x196xf32>", pads));
  EXPECT_FALSE(copiesInGroups("memref<4096x192xf32>", "memref<4096x383xf32>",
                              "low[0, 0] high[0, 0] interior[0, 1]"));
}

TEST_F(PadPlans, MoveSeveralRowsAtATime) {
  // 8 rows of 7 elements are 7 vectors.
  EXPECT_EQ(
      print("constant", "memref<2048x5xf32>", "memref<2050x7xf32>",
            "low[1, 1] high[1, 1]"),
      "constant, i32: axes 2048->2050 5->7\n"
      "static tile of axis 1, runs fill 1 forward 5 fill 1, borders last, "
      "data by 8 aligned; stored; serial");
  // There are but 6, and 4 are 3.5 vectors.
  EXPECT_EQ(print("edge", "memref<6x5xf32>", "memref<38x7xf32>",
                  "low[16, 1] high[16, 1]"),
            "edge, i32: axes 6->38 5->7\n"
            "static tile of axis 1, runs broadcast 1 forward 5 broadcast 1, "
            "borders last, data by 4; stored; serial");
  // Two rows of 68 elements are 17 vectors. Rows of 132 are more than 16.
  EXPECT_EQ(print("reflect", "memref<64x64xf32>", "memref<68x68xf32>",
                  "low[2, 2] high[2, 2]"),
            "reflect, i32: axes 64->68 64->68\n"
            "static tile of axis 1, runs reverse 2 forward 64 reverse 2, "
            "borders last, data by 2; stored; serial");
  EXPECT_EQ(print("reflect", "memref<64x128xf32>", "memref<68x132xf32>",
                  "low[2, 2] high[2, 2]"),
            "reflect, i32: axes 64->68 128->132\n"
            "static tile of axis 1, runs reverse 2 forward 128 reverse 2, "
            "borders last; stored; serial");
}

TEST_F(PadPlans, GroupsThatBeginWhereVectorsDo) {
  auto areAligned = [&](StringRef source, StringRef result, StringRef pads) {
    return StringRef(print("edge", source, result, pads)).contains("aligned");
  };
  EXPECT_TRUE(areAligned("memref<1024x5xf32>", "memref<1026x7xf32>",
                         "low[1, 1] high[1, 1]"));
  // Groups that begin at the data begin at a vector.
  EXPECT_FALSE(areAligned("memref<1024x5xf32>", "memref<1033x7xf32>",
                          "low[8, 1] high[1, 1]"));
  // Seven groups of rows, and eight.
  EXPECT_FALSE(areAligned("memref<56x5xf32>", "memref<58x7xf32>",
                          "low[1, 1] high[1, 1]"));
  EXPECT_TRUE(areAligned("memref<64x5xf32>", "memref<66x7xf32>",
                         "low[1, 1] high[1, 1]"));
  // The same number of groups from either row on.
  EXPECT_TRUE(areAligned("memref<39x5xf32>", "memref<41x7xf32>",
                         "low[1, 1] high[1, 1]"));
  // Planes that fill vectors, and such that do not.
  EXPECT_TRUE(areAligned("memref<9x70x5xf32>", "memref<9x72x7xf32>",
                         "low[0, 1, 1] high[0, 1, 1]"));
  EXPECT_FALSE(areAligned("memref<9x71x5xf32>", "memref<9x73x7xf32>",
                          "low[0, 1, 1] high[0, 1, 1]"));
  // Groups of half as many rows as fill vectors: 32 would have too many bytes.
  EXPECT_FALSE(areAligned("memref<1024x101xi8>", "memref<1026x103xi8>",
                          "low[1, 1] high[1, 1]"));
}

TEST_F(PadPlans, VectorsOfStaticRows) {
  options.vectors = {512, /*isScalable=*/false, VectorISA::AVX512};
  auto getBits = [&](StringRef source, StringRef result, StringRef pads) {
    return plan("constant", source, result, pads)->vectors.bits;
  };
  EXPECT_EQ(
      getBits("memref<9x9xf32>", "memref<11x11xf32>", "low[1, 1] high[1, 1]"),
      256);
  // Wide ones pay for permutations, and for rows of any extent.
  EXPECT_EQ(getBits("memref<9x9xf32>", "memref<17x17xf32>",
                    "low[0, 0] high[0, 0] interior[1, 1]"),
            512);
  EXPECT_EQ(
      getBits("memref<?x?xf32>", "memref<?x?xf32>", "low[1, 1] high[1, 1]"),
      512);
}

TEST_F(PadPlans, MergeIntoAConstantRow) {
  // Padding pixels of NHWC is padding their numbers, by multiples.
  EXPECT_EQ(print("constant", "memref<8x112x112x64xf32>",
                  "memref<8x114x114x64xf32>",
                  "low[0, 1, 1, 0] high[0, 1, 1, 0]"),
            "constant, i32: axes 8->8 112->114 7168->7296\n"
            "static tile of axis 2, runs fill 64 forward 7168 fill 64, copies "
            "in groups, in 2 loops; stored; serial");
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

TEST_F(PadPlans, MoveUnpaddedInnerAxesAsAnInnerBlock) {
  std::optional<PadPlan> nhwc = plan("reflect", "memref<8x112x112x4x16xf32>",
                                     "memref<8x114x114x4x16xf32>",
                                     "low[0, 1, 1, 0, 0] high[0, 1, 1, 0, 0]");
  ASSERT_TRUE(nhwc);
  EXPECT_EQ(nhwc->axes.size(), 4u);
  EXPECT_EQ(nhwc->rows.front().axis, 2);
  EXPECT_EQ(nhwc->rows.front().innerBlock, 64);
  // An inner block of more than 1 KiB is a row.
  std::optional<PadPlan> large =
      plan("reflect", "memref<112x112x257xf32>", "memref<114x114x257xf32>",
           "low[1, 1, 0] high[1, 1, 0]");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->rows.front().axis, 2);
  EXPECT_EQ(large->rows.front().innerBlock, 1);
  // Pixels with a gap behind each, in the source or in the result, are rows.
  StringRef dense = "memref<9x3xf32>",
            apart = "memref<9x3xf32, strided<[4, 1]>>";
  for (auto [source, result] : {std::pair(dense, apart), {apart, dense}}) {
    std::optional<PadPlan> strided =
        plan("edge", source, result, "low[1, 0] high[-1, 0]");
    ASSERT_TRUE(strided);
    EXPECT_EQ(strided->rows.front().axis, 1);
    EXPECT_EQ(strided->rows.front().innerBlock, 1);
  }
}

TEST_F(PadPlans, TileSmallPlanes) {
  std::optional<PadPlan> small =
      plan("constant", "memref<500x7x7xf32>", "memref<500x9x9xf32>",
           "low[0, 1, 1] high[0, 1, 1]");
  ASSERT_TRUE(small && small->rows.front().tile);
  EXPECT_EQ(small->rows.front().tileBegin, 1);
  EXPECT_EQ(small->rows.front().tile->getResultSize(), 81);
}

TEST_F(PadPlans, KeepStridedAxesApart) {
  options.canStream = true;
  std::optional<PadPlan> strided =
      plan("edge", "memref<4x5x6xf32, strided<[60, 6, 1]>>",
           "memref<4x5x8xf32>", "low[0, 0, 1] high[0, 0, 1]");
  ASSERT_TRUE(strided);
  EXPECT_EQ(strided->axes.size(), 3u);
  EXPECT_EQ(strided->versions.front().guards.front(),
            PadGuard::ResultStreamable);
}

TEST_F(PadPlans, AssumeUnitStridesWhereTheyMayBe) {
  options.canStream = true;
  StringRef any = "memref<?x?xf32, strided<[?, ?], offset: ?>>";
  std::optional<PadPlan> dynamic =
      plan("edge", any, any, "low[%i, 1] high[0, 1]");
  ASSERT_TRUE(dynamic);
  EXPECT_TRUE(dynamic->assumesUnitStride);
  EXPECT_EQ(dynamic->versions.front().guards.front(),
            PadGuard::OperandsAsPlanned);
  for (const PadVersion &version : dynamic->versions)
    EXPECT_EQ(version.sink, PadSink::Store);
  EXPECT_EQ(print("edge", "memref<4xf32, strided<[2]>>", "memref<6xf32>",
                  "low[1] high[1]"),
            "no plan: an innermost stride other than 1");
}

TEST_F(PadPlans, SeeWhereTheSourceMayBeTheInterior) {
  StringRef view = "memref<4x4xf32, strided<[6, 1], offset: 7>>";
  auto inPlace = [&](StringRef source, StringRef result, bool mayAlias) {
    options.mayAlias = mayAlias;
    std::optional<PadPlan> planned =
        plan("edge", source, result, "low[1, 1] high[1, 1]");
    return planned->versions.front().isBy(RowStrategy::Kind::Borders);
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
  options.vectors = {128, /*isScalable=*/true};
  EXPECT_EQ(print("edge", "memref<9xi8>", "memref<11xi8>", "low[1] high[1]"),
            "edge, i8: axes 9->11\nrows along axis 0; stored; serial");
  EXPECT_EQ(print("edge", "memref<9xcomplex<f64>>", "memref<11xcomplex<f64>>",
                  "low[1] high[1]"),
            "no plan: elements wider than those of scalable vectors");
}

TEST_F(PadPlans, LeaveASingleElement) {
  EXPECT_EQ(print("edge", "memref<f32>", "memref<f32>", "low[] high[]"),
            "no plan: a single element");
}
} // namespace
