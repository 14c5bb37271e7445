//===- RecipeSteps.cpp - The steps of recipes for pads --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecipeMaker.h"

using namespace mlir;
using namespace mlir::pad;

using Kind = RecipeStep::Kind;

/// `type` with `extent` elements along `axis`.
static RankedTensorType withExtent(RankedTensorType type, int64_t axis,
                                   int64_t extent) {
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = extent;
  return type.clone(shape);
}

RecipeSteps::RecipeSteps(RankedTensorType source) {
  add({Kind::Source, {}, source});
}

void RecipeSteps::refuse(const Twine &reason) {
  if (recipe.refusal.empty())
    recipe.refusal = reason.str();
}

int64_t RecipeSteps::add(RecipeStep step) {
  recipe.steps.push_back(std::move(step));
  return recipe.steps.size() - 1;
}

int64_t RecipeSteps::addSlice(int64_t operand, ArrayRef<AxisSlice> slices,
                              int64_t backwards) {
  bool isWhole = llvm::all_of(slices, [](AxisSlice s) { return s.isWhole(); });
  if (isWhole && backwards < 0)
    return operand;
  SmallVector<int64_t> shape(getType(operand).getShape());
  for (auto [extent, slice] : llvm::zip_equal(shape, slices)) {
    if (slice.begin.isFromEnd == slice.end.isFromEnd)
      extent = std::abs(slice.end.offset - slice.begin.offset);
    else if (ShapedType::isStatic(extent))
      extent = slice.end.get(extent) - slice.begin.get(extent);
  }
  RecipeStep step{
      Kind::Slice, {operand}, getType(operand).clone(shape), backwards};
  step.slices.assign(slices.begin(), slices.end());
  return add(step);
}

int64_t RecipeSteps::addAxisSlice(int64_t operand, int64_t axis,
                                  AxisSlice slice, bool isReversed) {
  SmallVector<AxisSlice> slices(getType(operand).getRank());
  slices[axis] = slice;
  return addSlice(operand, slices, isReversed ? axis : -1);
}

int64_t RecipeSteps::addReverse(int64_t operand, int64_t axis) {
  return add({Kind::Reverse, {operand}, getType(operand), axis});
}

int64_t RecipeSteps::addTile(int64_t operand, int64_t axis, int64_t count) {
  if (count == 1)
    return operand;
  std::optional<int64_t> extent =
      multiplyExtents({getType(operand).getDimSize(axis), count});
  if (!extent) {
    refuse("axis " + Twine(axis) + " repeated " + Twine(count) +
           " times exceeds 64-bit extents (C7); pad less");
    return operand;
  }
  return add({Kind::Tile,
              {operand},
              withExtent(getType(operand), axis, *extent),
              axis,
              count});
}

int64_t RecipeSteps::addConcat(ArrayRef<int64_t> operands, int64_t axis) {
  if (operands.size() == 1)
    return operands.front();
  int64_t sum = 0;
  for (int64_t operand : operands) {
    int64_t size = getType(operand).getDimSize(axis);
    sum = ShapedType::isDynamic(sum) || ShapedType::isDynamic(size)
              ? ShapedType::kDynamic
              : sum + size;
  }
  return add({Kind::Concat, SmallVector<int64_t>(operands),
              withExtent(getType(operands.front()), axis, sum), axis});
}

int64_t RecipeSteps::addComputed(int64_t operand, int64_t axis,
                                 const PadAxis &pad) {
  RecipeStep step{Kind::Computed, {operand}, getType(operand), axis};
  step.pads.resize(step.type.getRank());
  step.pads[axis] = pad;
  return add(step);
}

int64_t RecipeSteps::addReshape(int64_t operand, ArrayRef<int64_t> shape) {
  return add({Kind::Reshape, {operand}, getType(operand).clone(shape)});
}

int64_t RecipeSteps::addPad(int64_t operand, ArrayRef<PadAxis> pads,
                            PadMode mode) {
  RecipeStep step{
      Kind::Pad,
      {operand},
      getType(operand).clone(llvm::map_to_vector(pads, getResultExtent))};
  step.mode = mode;
  step.pads.assign(pads.begin(), pads.end());
  return add(step);
}
