//===- PadOfPadTest.cpp - Pads of pads, before and after ------------------===//
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

static Rewrite makeRewrite(std::string name, std::string pattern) {
  Rewrite rewrite(std::move(name));
  rewrite.populate = populatePadOfPadPatterns;
  rewrite.pattern = std::move(pattern);
  return rewrite;
}

/// The padding values of two pads, by choice: absent, of the same or of other
/// bits, as constants and as arguments.
static std::pair<Value, Value> chooseValues(CaseBuilder &b, bool first,
                                            bool second) {
  constexpr uint64_t kZero = 0, kMinusZero = 0x80000000, kNaN = 0x7FC00001;
  auto constant = [&](bool isUsed, uint64_t bits) {
    return isUsed ? b.addConstant(b.f32(), bits) : Value();
  };
  switch (b.choose(0, first && second ? 5 : first || second)) {
  case 0:
    return {};
  case 1:
    return {constant(first, kNaN), constant(second, kNaN)};
  case 2:
    return {constant(first, kZero), Value()};
  case 3:
    return {constant(first, kMinusZero), Value()};
  case 4:
    return {constant(first, kZero), constant(second, kMinusZero)};
  default:
    Value same = b.addScalar(b.f32(), kNaN);
    return {same, same};
  }
}

static bool takesValue(ArrayRef<PadAxis> axes) {
  return llvm::any_of(axes, [](const PadAxis &axis) {
    return axis.mode == PadMode::Constant || axis.interior > 0;
  });
}

TEST(PadOfPad, AddPads) {
  Rewrite rewrite = makeRewrite("pad of pad", "addPadOfPad");
  rewrite.drawn = 100000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode(), outerMode = b.chooseMode();
    std::optional<PadAxis> inner = b.chooseAxis(mode);
    if (!inner)
      return false;
    std::optional<PadAxis> outer = b.choosePads(
        outerMode, *getPaddedExtent(*inner), /*hasInterior=*/false);
    if (!outer)
      return false;
    Value x = b.addTensor({inner->extent}, b.f32());
    auto [innerValue, outerValue] =
        chooseValues(b, takesValue(*inner), takesValue(*outer));
    b.finish(b.addPad(b.addPad(x, *inner, innerValue), *outer, outerValue));
    return true;
  };
  runRewrite(rewrite);
}

/// Two axes, of which one may be dynamic, and pads that may be arguments: a
/// random share of what is too much to run.
static bool buildPadOfPad(CaseBuilder &b) {
  AxisMode mode = b.chooseMode(),
           outerMode = b.choose(0, 2) ? mode : b.chooseMode();
  PadAxis inner[2], outer[2];
  int64_t extents[2];
  for (int i : {0, 1}) {
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    // Half of all axes are left alone by one pad.
    if (b.choose(0, 3) == 0)
      axis->low = axis->high = axis->interior = 0;
    inner[i] = *axis;
    axis = b.choosePads(outerMode, *getPaddedExtent(inner[i]),
                        /*hasInterior=*/b.choose(0, 3) == 0);
    if (!axis)
      return false;
    if (b.choose(0, 3) == 0)
      axis->low = axis->high = axis->interior = 0;
    outer[i] = *axis;
    extents[i] = inner[i].extent;
    mode = b.chooseOther(mode);
    outerMode = b.choose(0, 2) ? mode : b.chooseOther(outerMode);
  }
  auto type = RankedTensorType::get(
      {extents[0], b.choose(0, 1) ? extents[1] : ShapedType::kDynamic},
      b.f32());
  Value x = b.addTensor(type, extents);
  auto known = [&] {
    return b.choose(0, 3) ? Known::Attribute : Known::Argument;
  };
  auto [innerValue, outerValue] =
      chooseValues(b, takesValue(inner), takesValue(outer));
  Value pad = b.addPad(x, inner, innerValue, known());
  b.finish(b.addPadOfEitherForm(pad, outer, outerValue, known()));
  return true;
}

TEST(PadOfPad, AddPadsOfTwoAxes) {
  Rewrite rewrite = makeRewrite("pad of pad, two axes", "addPadOfPad");
  rewrite.drawn = 50000;
  rewrite.build = buildPadOfPad;
  runRewrite(rewrite);
}

/// The outer pad extends one side by a run-time number, and crops the other:
/// what the inner one has left may be nothing.
TEST(PadOfPad, AddARunTimePadAndACrop) {
  Rewrite rewrite = makeRewrite("pad and crop of pad", "addPadOfPad");
  rewrite.drawn = 20000;
  rewrite.build = [](CaseBuilder &b) {
    PadAxis inner = {b.choose(0, 4), b.choose(-5, 2), b.choose(-5, 2)};
    int64_t pad = b.choose(0, 6), crop = b.choose(-3, 0);
    bool padsLow = b.choose(0, 1);
    Value x = b.addTensor({inner.extent}, b.f32());
    Value padded = b.addPad(x, {inner});
    OpFoldResult extended = b.addIndex(pad, Known::Argument),
                 cropped = b.addIndex(crop);
    b.finish(PadOp::create(b.builder, b.loc, padded, PadMode::Constant,
                           padsLow ? extended : cropped,
                           padsLow ? cropped : extended)
                 .getResult());
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadOfPad, PadWhatWasCropped) {
  Rewrite rewrite = makeRewrite("pad of crop", "padWhatWasCropped");
  rewrite.drawn = 100000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode(), outerMode = b.chooseMode();
    PadAxis inner = {b.choose(0, 4), b.choose(-5, 0), b.choose(-5, 0), 0,
                     mode.mode,      mode.periodic};
    std::optional<PadAxis> outer =
        b.choosePads(outerMode, *getPaddedExtent(inner));
    if (!outer)
      return false;
    Value x = b.addTensor({inner.extent}, b.f32());
    b.finish(b.addPad(b.addPad(x, inner), *outer));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadOfPad, PadWhatWasCroppedOfTwoAxes) {
  Rewrite rewrite = makeRewrite("pad of crop, two axes", "padWhatWasCropped");
  rewrite.drawn = 50000;
  rewrite.build = buildPadOfPad;
  runRewrite(rewrite);
}

TEST(PadOfPad, PadWhatWasSliced) {
  Rewrite rewrite("pad of slice (opt-in)");
  rewrite.populate = populatePadOfSlicePatterns;
  rewrite.drawn = 40000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    int64_t extent = b.choose(0, 4), offset = b.choose(0, extent),
            size = b.choose(0, extent - offset);
    std::optional<PadAxis> axis = b.choosePads(mode, size);
    if (!axis)
      return false;
    Value x = b.addTensor({extent}, b.f32());
    Value slice = tensor::ExtractSliceOp::create(
        b.builder, b.loc, x, {b.addIndex(offset)}, {b.addIndex(size)},
        {b.addIndex(1)});
    b.finish(b.addPadOfEitherForm(slice, *axis));
    return true;
  };
  runRewrite(rewrite);
}
