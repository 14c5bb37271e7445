//===- SliceOfPadTest.cpp - Slices of pads, before and after --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadCanonicalization.h"
#include "RewriteHarness.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

/// Every slice of every pad of one axis.
static bool buildSlice(CaseBuilder &b) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode);
  if (!axis)
    return false;
  int64_t extent = *getPaddedExtent(*axis), offset = b.choose(0, extent),
          size = b.choose(0, extent - offset);
  Value x = b.addTensor({axis->extent}, b.f32());
  Value pad = b.addPad(x, *axis);
  b.finish(tensor::ExtractSliceOp::create(b.builder, b.loc, pad,
                                          {b.addIndex(offset)},
                                          {b.addIndex(size)}, {b.addIndex(1)})
               .getResult());
  return true;
}

/// Slices of pads of two axes: dynamic numbers, strides, dropped axes, other
/// uses, untouched axes. A random share of what is too much to run.
static bool buildAnySlice(CaseBuilder &b) {
  AxisMode mode = b.chooseMode();
  auto known = [&] {
    return b.choose(0, 3) ? Known::Attribute : Known::Argument;
  };
  Known padsKnown = known();
  PadAxis axes[2];
  int64_t extents[2];
  for (int i : {0, 1}) {
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (padsKnown == Known::Argument)
      axis = b.chooseAnyAxis(mode);
    if (!axis)
      return false;
    if (b.choose(0, 3) == 0)
      axis->low = axis->high = axis->interior = 0;
    axes[i] = *axis;
    extents[i] = axis->extent;
    mode = b.chooseOther(mode);
  }
  auto type = RankedTensorType::get(
      {extents[0], b.choose(0, 1) ? extents[1] : ShapedType::kDynamic},
      b.f32());
  Value x = b.addTensor(type, extents);
  Value pad = b.addPad(x, axes, {}, padsKnown);
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> shape;
  for (int i : {0, 1}) {
    int64_t extent = *getPaddedExtent(axes[i]);
    int64_t offset = b.choose(0, 3)
                         ? b.choose(0, extent)
                         : std::clamp<int64_t>(axes[i].low, 0, extent);
    int64_t stride = b.choose(0, 7) ? 1 : 2;
    int64_t most = (extent - offset + stride - 1) / stride;
    int64_t size = b.choose(0, 2) ? b.choose(0, most)
                                  : std::min<int64_t>(most, axes[i].extent);
    offsets.push_back(b.addIndex(offset, known()));
    // A size may be that of the source, as the IR says it.
    bool isExtent = size == axes[i].extent && b.choose(0, 1);
    sizes.push_back(isExtent ? tensor::getMixedSize(b.builder, b.loc, x, i)
                             : b.addIndex(size, known()));
    // A low pad may be the offset, as the IR says it.
    if (padsKnown == Known::Argument && offset == axes[i].low && b.choose(0, 1))
      offsets.back() = pad.getDefiningOp<PadOp>().getMixedLow()[i];
    strides.push_back(b.addIndex(stride));
    shape.push_back(getConstantIntValue(sizes.back()) ? size
                                                      : ShapedType::kDynamic);
  }
  // A slice may drop an axis of one.
  if (shape[0] == 1 && b.choose(0, 1))
    shape.erase(shape.begin());
  Value slice = tensor::ExtractSliceOp::create(
      b.builder, b.loc, RankedTensorType::get(shape, b.f32()), pad, offsets,
      sizes, strides);
  if (b.choose(0, 7) == 0)
    b.finish({slice, pad});
  else
    b.finish(slice);
  return true;
}

static void runBoth(StringRef name, std::string pattern) {
  Rewrite rewrite(name.str());
  rewrite.populate = populateSliceOfPadPatterns;
  rewrite.pattern = std::move(pattern);
  rewrite.drawn = 30000;
  rewrite.build = buildSlice;
  runRewrite(rewrite);
  rewrite.name += ", two axes";
  rewrite.build = buildAnySlice;
  runRewrite(rewrite);
}

TEST(SliceOfPad, DropEmptySlice) {
  runBoth("slice of pad without elements", "dropEmptySlice");
}
TEST(SliceOfPad, SliceSource) {
  runBoth("slice of pad inside the source", "sliceSource");
}
TEST(SliceOfPad, FillSliceOfPadding) {
  runBoth("slice of pad in the padding", "fillSliceOfPadding");
}
TEST(SliceOfPad, PadOfOnlySlice) {
  runBoth("only slice of pad", "foldPadOfOnlySlice");
}
