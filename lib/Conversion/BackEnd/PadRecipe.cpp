//===- PadRecipe.cpp - Pads as ops of other systems -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/PadFill.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "RecipeMaker.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

using Kind = RecipeStep::Kind;

/// Whether some pad of `axis` is negative.
static bool crops(const PadAxis &axis) { return axis.low < 0 || axis.high < 0; }

RecipeMaker::RecipeMaker(PadOp op, const BackEndTraits &traits)
    : RecipeSteps(cast<RankedTensorType>(op.getSource().getType())), op(op),
      traits(traits) {}

PadRecipe RecipeMaker::make() {
  if (PadAmounts(op).isNoOp())
    return recipe;
  if (addRunTimePad())
    return recipe;
  readAxes();
  if (recipe.refusal.empty() && !addFill()) {
    addConstantPads(constant);
    addModePads();
    for (int64_t axis = 0; axis < op.getRank(); ++axis)
      addBorders(axis);
    addCrop(behind);
  }
  return recipe;
}

/// Adds the system's own pad where it takes numbers that only run time knows,
/// if it has the mode of all padded axes.
bool RecipeMaker::addRunTimePad() {
  auto isRunTime = [](ArrayRef<int64_t> numbers) {
    return llvm::is_contained(numbers, ShapedType::kDynamic);
  };
  if (!traits.padsAtRunTime ||
      (!isRunTime(op.getStaticLow()) && !isRunTime(op.getStaticHigh()) &&
       !isRunTime(op.getStaticInterior())) ||
      (op.hasInterior() && !traits.padDilates))
    return false;
  RecipeStep step{Kind::RunTimePad, {current}, op.getType()};
  if (!op.isConstantPad()) {
    // Crops come before the mode there.
    if (!llvm::all_of(op.getMixedLow(), isKnownNonNegative) ||
        !llvm::all_of(op.getMixedHigh(), isKnownNonNegative))
      return false;
    std::optional<PadMode> common;
    for (int64_t axis = 0; axis < op.getRank(); ++axis) {
      if (PadAmounts(op).isUnpadded(axis))
        continue;
      step.mode = op.getMode(axis);
      if (common.value_or(step.mode) != step.mode)
        return false;
      common = step.mode;
    }
    if (!llvm::is_contained(traits.padModes, step.mode))
      return false;
  }
  current = add(step);
  return true;
}

void RecipeMaker::readAxes() {
  for (int64_t axis = 0; axis < op.getRank(); ++axis) {
    PadAxis numbers = getStaticNumbers(op, axis);
    std::pair<StringRef, int64_t> named[] = {{"low", numbers.low},
                                             {"high", numbers.high},
                                             {"interior", numbers.interior}};
    for (auto [name, number] : named)
      if (ShapedType::isDynamic(number))
        refuse(name + " of axis " + Twine(axis) +
               " is known only at run time; make it a constant "
               "(--canonicalize)");
    if (numbers.extent == 1)
      numbers.interior = 0;
    if (!recipe.refusal.empty())
      return;
    PadAxis border = numbers, pad = numbers;
    border.interior = 0;
    pad.mode = PadMode::Constant;
    bool isEmpty =
        ShapedType::isStatic(numbers.extent) && getResultExtent(numbers) == 0;
    if (isEmpty) {
      // Crops all there is, and no more.
      emptyAxis = axis;
      pad.low = -*getDilatedExtent(pad.extent, pad.interior);
      pad.high = 0;
    }
    bool isConstant = isEmpty || getExtension(numbers.mode).isFilled() ||
                      (numbers.low <= 0 && numbers.high <= 0);
    PadAxis &other = isConstant ? border : pad;
    other.low = other.high = 0;
    border.extent = getResultExtent(pad);
    constant.push_back(pad);
    borders.push_back(border);
    behind.push_back({});
  }
}

/// Adds a fill where nothing is read, and the system's own pad does not make
/// one.
bool RecipeMaker::addFill() {
  RankedTensorType source = getType(0), result = op.getType();
  bool hasEmptySource = llvm::is_contained(source.getShape(), 0);
  if (emptyAxis && !traits.hasEmptyTensors) {
    refuse("axis " + Twine(*emptyAxis) +
           " of its result has extent 0, but tensors there have elements");
    return true;
  }
  if (!emptyAxis && !hasEmptySource && !isOnlyPadding(op))
    return false;
  // A slice in every mode.
  if (emptyAxis && llvm::none_of(constant, grows) &&
      llvm::none_of(borders, grows))
    return false;
  if (op.isConstantPad() && traits.padCrops && traits.padDilates)
    return false;
  if (!result.hasStaticShape()) {
    refuse("it reads nothing of its source, and the shape of its result is "
           "known only at run time; make the extents static");
    return true;
  }
  current = add({Kind::Fill, {}, result});
  return true;
}

/// Adds what pads of constant mode do.
void RecipeMaker::addConstantPads(SmallVector<PadAxis> pads) {
  if (!traits.padDilates)
    addDilation(pads);
  if (!recipe.refusal.empty())
    return;
  bool isOwnPad = op.isConstantPad() && traits.padCrops;
  if (!llvm::any_of(pads, grows) && !isOwnPad)
    return addCrop(pads);
  if (llvm::any_of(pads, crops) && !traits.padCrops) {
    addCrop(pads);
    for (auto [axis, pad] : llvm::enumerate(pads)) {
      pad.extent = getType().getDimSize(axis);
      pad.low = std::max<int64_t>(pad.low, 0);
      pad.high = std::max<int64_t>(pad.high, 0);
    }
  }
  if (!llvm::all_of(pads, [](const PadAxis &pad) { return pad.isUnpadded(); }))
    current = addPad(current, pads, PadMode::Constant);
}

/// Parts the elements of the axes with interior padding: each becomes the first
/// one of an axis of its own, which is padded, and then merged with the axis.
/// Behind the last element are paddings too many, which `pads` crop then.
void RecipeMaker::addDilation(SmallVectorImpl<PadAxis> &pads) {
  SmallVector<int64_t> apart, merged;
  SmallVector<PadAxis> parting;
  for (auto [axis, pad] : llvm::enumerate(pads)) {
    apart.push_back(pad.extent);
    parting.push_back({pad.extent});
    merged.push_back(pad.extent);
    if (pad.interior == 0)
      continue;
    if (ShapedType::isDynamic(pad.extent))
      return refuse("axis " + Twine(axis) + " has interior padding of " +
                    Twine(pad.interior) +
                    ", which needs a static extent there; state the extent "
                    "with tensor.cast");
    std::optional<int64_t> extent =
        multiplyExtents({pad.extent, pad.interior + 1});
    if (!extent || llvm::SubOverflow(pad.high, pad.interior, pad.high))
      return refuse("axis " + Twine(axis) + " has interior padding of " +
                    Twine(pad.interior) +
                    ", behind every element there, which exceeds 64-bit "
                    "extents (C7); pad less");
    apart.push_back(1);
    parting.push_back({/*extent=*/1, /*low=*/0, /*high=*/pad.interior});
    merged.back() = *extent;
    pad.extent = *extent;
    pad.interior = 0;
  }
  if (apart.size() == pads.size())
    return;
  if (llvm::count(apart, ShapedType::kDynamic) > 1)
    return refuse("it has interior padding, and more than one axis has an "
                  "extent that only run time knows, but a reshape there may "
                  "have one; state the extents with tensor.cast");
  current = addReshape(current, apart);
  current = addPad(current, parting, PadMode::Constant);
  current = addReshape(current, merged);
}

/// Crops the axes of which `pads` has negative pads, whatever else it has.
void RecipeMaker::addCrop(ArrayRef<PadAxis> pads) {
  SmallVector<AxisSlice> slices(pads.size());
  for (auto [axis, pad] : llvm::enumerate(pads)) {
    int64_t front = std::max<int64_t>(-pad.low, 0);
    int64_t back = std::max<int64_t>(-pad.high, 0);
    if (front == 0 && back == 0)
      continue;
    int64_t extent = getType().getDimSize(axis);
    bool isDynamic = ShapedType::isDynamic(extent);
    if (isDynamic && back > 0 && !traits.sliceCropsEnd) {
      // The end is the beginning of the reversed axis.
      current = addReverse(current, axis);
      current = addAxisSlice(current, axis, {{back, false}, {0, true}});
      current = addReverse(current, axis);
      back = 0;
    }
    slices[axis].begin.offset = front;
    slices[axis].end = {back, /*isFromEnd=*/true};
    if (!isDynamic)
      slices[axis].end = {extent - back, /*isFromEnd=*/false};
  }
  current = addSlice(current, slices);
}

PadRecipe mlir::pad::getPadRecipe(PadOp op, const BackEndTraits &traits) {
  return RecipeMaker(op, traits).make();
}
