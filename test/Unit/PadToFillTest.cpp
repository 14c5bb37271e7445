//===- PadToFillTest.cpp - Pads of one value, before and after ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadCanonicalization.h"
#include "RewriteHarness.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What the source of a pad is.
enum class Source { Argument, Empty, Constant, Splat, Fill };
} // namespace

constexpr uint32_t kMinusZero = 0x80000000, kNaN = 0x7FC00001;

/// A tensor of one value, `bits`, or an argument.
static Value addSource(CaseBuilder &b, Source source, RankedTensorType type,
                       ArrayRef<int64_t> shape, uint64_t bits) {
  SmallVector<Value> extents;
  for (auto [extent, number] : llvm::zip_equal(type.getShape(), shape))
    if (ShapedType::isDynamic(extent) && source != Source::Argument &&
        source != Source::Constant)
      extents.push_back(b.addScalar(b.builder.getIndexType(), number));
  switch (source) {
  case Source::Argument:
    return b.addTensor(type, shape);
  case Source::Empty:
    return tensor::EmptyOp::create(b.builder, b.loc, type, extents);
  case Source::Constant: {
    llvm::APFloat number(llvm::APFloat::IEEEsingle(), llvm::APInt(32, bits));
    return arith::ConstantOp::create(
        b.builder, b.loc,
        DenseElementsAttr::get(RankedTensorType::get(shape, b.f32()), number));
  }
  case Source::Splat:
    return tensor::SplatOp::create(b.builder, b.loc,
                                   b.addConstant(b.f32(), bits), type, extents);
  case Source::Fill: {
    Value empty = tensor::EmptyOp::create(b.builder, b.loc, type, extents);
    return linalg::FillOp::create(b.builder, b.loc,
                                  b.addConstant(b.f32(), bits), empty)
        .getResult(0);
  }
  }
  llvm_unreachable("unknown source");
}

/// A pad of two axes, the second with few cases and perhaps dynamic, of a
/// source of kind `source`, or by choice.
static bool buildPad(CaseBuilder &b, Source source) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> first = b.chooseAxis(mode);
  if (!first)
    return false;
  auto [otherMode, periodic] = b.chooseOther(mode);
  PadAxis axes[] = {
      *first, {b.choose(0, 2), b.choose(-1, 1), 0, 0, otherMode, periodic}};
  bool isDynamic = source != Source::Constant && b.choose(0, 1);
  auto type = RankedTensorType::get(
      {first->extent, isDynamic ? ShapedType::kDynamic : axes[1].extent},
      b.f32());
  int64_t shape[] = {first->extent, axes[1].extent};
  Value x = addSource(b, source, type, shape, b.pick({0u, kMinusZero, kNaN}));
  Value value;
  bool takesValue = llvm::any_of(axes, [](const PadAxis &axis) {
    return axis.mode == PadMode::Constant || axis.interior > 0;
  });
  if (takesValue && b.choose(0, 1))
    value = b.addConstant(b.f32(), b.pick({kMinusZero, kNaN}));
  b.finish(b.addPad(x, axes, value));
  return true;
}

static void run(StringRef name, std::string pattern,
                std::initializer_list<Source> sources) {
  Rewrite rewrite(name.str());
  rewrite.populate = populatePadToFillPatterns;
  rewrite.pattern = std::move(pattern);
  rewrite.drawn = 40000;
  std::vector<Source> list = sources;
  rewrite.build = [list](CaseBuilder &b) {
    return buildPad(b, list[b.choose(0, list.size() - 1)]);
  };
  runRewrite(rewrite);
}

TEST(PadToFill, DropEmptyPad) {
  run("pad without elements", "dropEmptyPad", {Source::Argument});
}
TEST(PadToFill, FillMissedSource) {
  run("pad that misses its source", "fillMissedSource", {Source::Argument});
}
TEST(PadToFill, PadEmpty) {
  run("pad of tensor.empty", "padEmpty", {Source::Empty});
}
TEST(PadToFill, PadFill) {
  run("pad of one value", "padFill",
      {Source::Constant, Source::Splat, Source::Fill, Source::Argument});
}
