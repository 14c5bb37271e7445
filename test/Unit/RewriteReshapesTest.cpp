//===- RewriteReshapesTest.cpp - Axes and reshapes, before and after ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
constexpr PadAxis kUnpaddedUnit = {/*extent=*/1};

/// Rank-changing views that add or drop the unit axis 0, or split or merge the
/// last axis, of extent 4, as two of 2.
constexpr int64_t kSplit = 2;
const SmallVector<ReassociationIndices> kGroups = {{0, 1}, {2, 3}};

Value addCollapse(CaseBuilder &b, Value tensor) {
  return tensor::CollapseShapeOp::create(b.builder, b.loc, tensor, kGroups);
}

Value addExpand(CaseBuilder &b, Value tensor) {
  RankedTensorType type = getTensorType(tensor);
  OpFoldResult first = tensor::getMixedSize(b.builder, b.loc, tensor, 0);
  SmallVector<int64_t> shape = {1, type.getDimSize(0), kSplit, kSplit};
  OpFoldResult split = b.builder.getIndexAttr(kSplit);
  if (type.isDynamicDim(1)) {
    shape[2] = ShapedType::kDynamic;
    split = b.addIndex(kSplit, Known::Argument);
  }
  return tensor::ExpandShapeOp::create(
      b.builder, b.loc, type.clone(shape), tensor, kGroups,
      ArrayRef<OpFoldResult>{b.builder.getIndexAttr(1), first, split,
                             b.builder.getIndexAttr(kSplit)});
}
} // namespace

/// `pad.pad` or `pad.pad_into` by `axes` and one chosen axis, in order.
static bool buildWithNeighbours(CaseBuilder &b, SmallVector<PadAxis> axes,
                                int64_t place) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode);
  if (!axis)
    return false;
  axes.insert(axes.begin() + place, *axis);
  bool isDynamic = b.choose(0, 1);
  SmallVector<int64_t> shape = getExtents(axes);
  for (int64_t &extent : shape)
    if (isDynamic && extent != 1)
      extent = ShapedType::kDynamic;
  Value source =
      b.addTensor(RankedTensorType::get(shape, b.f32()), getExtents(axes));
  Value value = chooseValue(b, axes, b.f32());
  Known known = b.pick({Known::Attribute, Known::Argument});
  // Only the chosen axis is known in this way: the others are unpadded.
  SmallVector<OpFoldResult> low, high, interior;
  SmallVector<AxisMode> modes;
  for (auto [i, numbers] : llvm::enumerate(axes)) {
    modes.push_back({numbers.mode, numbers.periodic});
    Known how = static_cast<int64_t>(i) == place ? known : Known::Attribute;
    low.push_back(b.addIndex(numbers.low, how));
    high.push_back(b.addIndex(numbers.high, how));
    interior.push_back(b.addIndex(numbers.interior));
  }
  if (b.choose(0, 1)) {
    b.finish(PadOp::create(b.builder, b.loc, source, modes, low, high, interior,
                           value)
                 .getResult());
    return true;
  }
  SmallVector<int64_t> extents = llvm::map_to_vector(
      axes, [](const PadAxis &a) { return *getPaddedExtent(a); });
  Value init = b.addTensor(extents, b.f32());
  b.finish(PadIntoOp::create(b.builder, b.loc, source, init, modes, low, high,
                             interior, value)
               .getResult());
  return true;
}

TEST(RewriteReshapes, DropUnitAxes) {
  runRewrite(byPattern(
      "dropUnitAxes", populatePadDropUnitAxesPatterns,
      [](CaseBuilder &b) {
        // Where an axis of two is left, the chosen one may be of one as well.
        PadAxis other = b.choose(0, 1) ? kUnpaddedUnit : PadAxis{2};
        return buildWithNeighbours(b, {kUnpaddedUnit, other}, b.choose(0, 2));
      },
      6000));
}

TEST(RewriteReshapes, CollapseAxes) {
  runRewrite(byPattern(
      "collapseAxes", populatePadCollapseAxesPatterns,
      [](CaseBuilder &b) {
        return buildWithNeighbours(b, {{b.choose(0, 2)}, {2}, {1}},
                                   b.choose(0, 3));
      },
      6000));
}

static std::function<void(RewritePatternSet &)>
propagateReshape(ReshapeDirection direction) {
  return [direction](RewritePatternSet &patterns) {
    populatePadPropagateReshapePatterns(patterns, direction);
  };
}

/// A pad of an axis and an unpadded axis of extent 4.
static Value addPadOfPlane(CaseBuilder &b, bool &isCase) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode);
  isCase = axis.has_value();
  if (!isCase)
    return {};
  return addPadOfArgument(b, {*axis, {kSplit * kSplit}}, b.f32(),
                          b.choose(0, 1));
}

/// A pad of a collapsed or expanded tensor by one axis.
static bool buildPadOfReshape(CaseBuilder &b, bool isCollapsed) {
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis = b.chooseAxis(mode);
  if (!axis)
    return false;
  bool isDynamic = b.choose(0, 1);
  Value source;
  SmallVector<PadAxis> axes;
  if (isCollapsed) {
    SmallVector<int64_t> extents = {1, axis->extent, kSplit, kSplit};
    SmallVector<int64_t> shape = extents;
    if (isDynamic)
      shape[1] = shape[3] = ShapedType::kDynamic;
    source = addCollapse(
        b, b.addTensor(RankedTensorType::get(shape, b.f32()), extents));
    axes = {*axis, {kSplit * kSplit}};
  } else {
    source = addExpand(
        b, b.addTensor({axis->extent, kSplit * kSplit}, b.f32(), isDynamic));
    axes = {kUnpaddedUnit, *axis, {kSplit}, {kSplit}};
  }
  Value value = chooseValue(b, axes, b.f32());
  b.finish(b.addPad(source, axes, value));
  return true;
}

TEST(RewriteReshapes, ExpandOfPad) {
  runRewrite(byPattern(
      "swapExpandOfPad", propagateReshape(ReshapeDirection::Up),
      [](CaseBuilder &b) {
        bool isCase;
        Value padded = addPadOfPlane(b, isCase);
        if (isCase)
          b.finish(addExpand(b, padded));
        return isCase;
      },
      4000));
}

TEST(RewriteReshapes, CollapseOfPad) {
  runRewrite(byPattern(
      "swapCollapseOfPad", propagateReshape(ReshapeDirection::Up),
      [](CaseBuilder &b) {
        AxisMode mode = b.chooseMode();
        std::optional<PadAxis> axis = b.chooseAxis(mode);
        if (!axis)
          return false;
        SmallVector<PadAxis> axes = {
            kUnpaddedUnit, *axis, {b.choose(0, 2)}, {2}};
        SmallVector<int64_t> shape = getExtents(axes);
        if (b.choose(0, 1))
          shape[1] = shape[2] = ShapedType::kDynamic;
        Value source = b.addTensor(RankedTensorType::get(shape, b.f32()),
                                   getExtents(axes));
        Value value = chooseValue(b, axes, b.f32());
        b.finish(addCollapse(b, b.addPad(source, axes, value)));
        return true;
      },
      4000));
}

TEST(RewriteReshapes, PadOfCollapse) {
  runRewrite(byPattern(
      "swapPadOfCollapse", propagateReshape(ReshapeDirection::Down),
      [](CaseBuilder &b) { return buildPadOfReshape(b, /*isCollapsed=*/true); },
      4000));
}

TEST(RewriteReshapes, PadOfExpand) {
  runRewrite(byPattern(
      "swapPadOfExpand", propagateReshape(ReshapeDirection::Down),
      [](CaseBuilder &b) {
        return buildPadOfReshape(b, /*isCollapsed=*/false);
      },
      4000));
}
