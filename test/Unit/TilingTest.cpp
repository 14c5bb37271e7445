//===- TilingTest.cpp - Tiles, executed before and after ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SourceHull.h"
#include "Pad/Transforms/Passes.h"
#include "RewriteHarness.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

/// Tiles the pads of a function by loops of `sizes`.
static std::function<FailureOr<bool>(func::FuncOp)>
tileBy(ArrayRef<int64_t> sizes) {
  return [sizes = SmallVector<int64_t>(sizes)](
             func::FuncOp function) -> FailureOr<bool> {
    SmallVector<TilingInterface> ops;
    function.walk([&](PadOpInterface op) {
      ops.push_back(cast<TilingInterface>(op.getOperation()));
    });
    IRRewriter rewriter(function.getContext());
    for (TilingInterface op : ops) {
      scf::SCFTilingOptions options;
      options.setTileSizes(getAsIndexOpFoldResult(op.getContext(), sizes));
      rewriter.setInsertionPoint(op);
      FailureOr<scf::SCFTilingResult> tiled =
          scf::tileUsingSCF(rewriter, op, options);
      if (failed(tiled))
        return failure();
      rewriter.replaceOp(op, tiled->replacements);
    }
    return true;
  };
}

/// A pad of one axis in either form, known by attributes or arguments.
static bool buildPad(CaseBuilder &b, bool hasInterior) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode, hasInterior);
  if (!axis)
    return false;
  bool isDynamic = b.choose(0, 1);
  Known known = b.pick({Known::Attribute, Known::Argument});
  Value x = b.addTensor({axis->extent}, b.f32(), isDynamic);
  b.finish(b.choose(0, 1) ? b.addPad(x, *axis, {}, known)
                          : b.addPadInto(x, *axis, {}, known));
  return true;
}

TEST(Tiling, OneAxis) {
  for (int64_t size : {1, 2, 3, 5}) {
    Rewrite rewrite("tile by " + std::to_string(size));
    rewrite.apply = tileBy(size);
    rewrite.build = [](CaseBuilder &b) { return buildPad(b, true); };
    rewrite.drawn = 6000;
    runRewrite(rewrite);
  }
}

TEST(Tiling, TwoAxes) {
  Rewrite rewrite("tile by 2x3");
  rewrite.apply = tileBy({2, 3});
  rewrite.drawn = 4000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> rows = b.chooseAxis(mode), columns = rows;
    // Often no pads on one axis: it is sliced in the source.
    if (b.choose(0, 1))
      columns = PadAxis{b.choose(0, 4), 0, 0, 0};
    else
      columns = b.chooseAxis(b.chooseOther(mode));
    if (!rows || !columns)
      return false;
    Known known = b.pick({Known::Attribute, Known::Argument});
    Value x =
        b.addTensor({rows->extent, columns->extent}, b.f32(), b.choose(0, 1));
    b.finish(b.choose(0, 1) ? b.addPad(x, {*rows, *columns}, {}, known)
                            : b.addPadInto(x, {*rows, *columns}, {}, known));
    return true;
  };
  runRewrite(rewrite);
}

/// Tiles the rows of the elementwise op that a pad reads, and fuses the pad
/// into the loop where it does not pad the rows.
static FailureOr<bool> fuseConsumer(func::FuncOp function) {
  // Upstream asks what dominates the function.
  OwningOpRef<ModuleOp> module;
  if (!function->getBlock()) {
    module = ModuleOp::create(function.getLoc());
    module->push_back(function);
  }
  llvm::scope_exit release([&] {
    if (module)
      function->remove();
  });
  linalg::GenericOp producer;
  Operation *consumer = nullptr;
  function.walk([&](linalg::GenericOp op) { producer = op; });
  function.walk([&](PadOpInterface op) { consumer = op; });
  IRRewriter rewriter(function.getContext());
  scf::SCFTilingOptions options;
  options.setTileSizes({rewriter.getIndexAttr(2)});
  rewriter.setInsertionPoint(producer);
  FailureOr<scf::SCFTilingResult> tiled = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(producer.getOperation()), options);
  if (failed(tiled))
    return failure();
  rewriter.replaceOp(producer, tiled->replacements);
  auto pad = cast<PadOpInterface>(consumer);
  bool padsRows = pad.getStaticLow()[0] != 0 || pad.getStaticHigh()[0] != 0;
  FailureOr<scf::SCFFuseConsumerOfSliceResult> fused =
      scf::tileAndFuseConsumer(rewriter, consumer, tiled->loops);
  // A part of a padded axis does not decide the part of the result.
  if (padsRows) {
    EXPECT_TRUE(failed(fused));
    return true;
  }
  if (failed(fused))
    return failure();
  bool isOutside = false;
  for (Operation &op : function.getBody().front())
    isOutside |= isa<PadOpInterface>(op) && !op.use_empty();
  EXPECT_FALSE(isOutside);
  return true;
}

TEST(Tiling, FusesAsConsumer) {
  Rewrite rewrite("fuse pad as consumer");
  rewrite.apply = fuseConsumer;
  // Upstream slices the destination of the producer by the extents of its
  // input.
  rewrite.takesAnyTypes = false;
  rewrite.drawn = 3000;
  rewrite.build = [](CaseBuilder &b) {
    // Tiles of the rows, pads of the columns.
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> columns = b.chooseAxis(mode);
    // Upstream has no slices of empty tensors.
    if (!columns || columns->extent == 0 || *getPaddedExtent(*columns) == 0)
      return false;
    PadAxis rows{b.choose(1, 5), 0, 0, 0, mode.mode, true};
    if (rows.extent > 2)
      rows.low = b.choose(-1, 1);
    Value x = b.addTensor({rows.extent, columns->extent}, b.f32(),
                          /*isDynamic=*/false, /*special=*/false);
    Value empty = tensor::EmptyOp::create(
        b.builder, b.loc, cast<RankedTensorType>(x.getType()), ValueRange());
    AffineMap map = b.builder.getMultiDimIdentityMap(2);
    SmallVector<utils::IteratorType> loops(2, utils::IteratorType::parallel);
    auto negated = linalg::GenericOp::create(
        b.builder, b.loc, x.getType(), x, empty, ArrayRef<AffineMap>{map, map},
        loops, [](OpBuilder &builder, Location loc, ValueRange args) {
          Value negated = arith::NegFOp::create(builder, loc, args[0]);
          linalg::YieldOp::create(builder, loc, negated);
        });
    // Upstream fuses consumers in destination style.
    b.finish(b.addPadInto(negated.getResult(0), {rows, *columns}));
    return true;
  };
  runRewrite(rewrite);
}

TEST(ShrinkSource, OneAxis) {
  Rewrite rewrite("shrink source");
  rewrite.populate = populatePadShrinkSourcePatterns;
  rewrite.drawn = 12000;
  rewrite.build = [](CaseBuilder &b) { return buildPad(b, false); };
  runRewrite(rewrite);
}

TEST(ShrinkSource, OfTiles) {
  Rewrite rewrite("shrink source of tiles");
  rewrite.drawn = 6000;
  rewrite.build = [](CaseBuilder &b) { return buildPad(b, true); };
  rewrite.apply = [](func::FuncOp function) -> FailureOr<bool> {
    if (failed(tileBy(2)(function)))
      return failure();
    PassManager passes(function.getContext(), func::FuncOp::getOperationName());
    passes.addPass(createPadShrinkSource());
    if (failed(passes.run(function)))
      return failure();
    return true;
  };
  runRewrite(rewrite);
}

TEST(SourceHull, IsTheSmallestForConstantAndEdge) {
  for (int64_t extent = 0; extent <= 4; ++extent)
    for (int64_t low = -5; low <= 6; ++low)
      for (int64_t high = -5; high <= 6; ++high)
        for (PadMode mode : {PadMode::Constant, PadMode::Edge}) {
          PadAxis axis{extent, low, high, 0, mode};
          int64_t first = extent, end = 0;
          for (int64_t i = 0; i < *getPaddedExtent(axis); ++i)
            if (std::optional<int64_t> at = getSourceIndex(axis, i)) {
              first = std::min(first, *at);
              end = std::max(end, *at + 1);
            }
          if (first >= end)
            continue;
          std::optional<SourceHull> hull = getSourceHull(axis);
          ASSERT_TRUE(hull);
          EXPECT_EQ(hull->offset, first);
          EXPECT_EQ(hull->axis.extent, end - first);
        }
}

TEST(SourceHull, RefusesNumbersThatDoNotFit) {
  EXPECT_FALSE(getSourceHull({4, INT64_MIN, 0, 0, PadMode::Constant}));
  EXPECT_FALSE(getSourceHull({4, INT64_MAX, INT64_MAX, 0, PadMode::Edge}));
  EXPECT_TRUE(getSourceHull({4, INT64_MAX - 4, 0, 0, PadMode::Wrap}));
}
