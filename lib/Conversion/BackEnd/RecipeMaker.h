//===- RecipeMaker.h - Making recipes for pads ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CONVERSION_BACKEND_RECIPEMAKER_H
#define PAD_LIB_CONVERSION_BACKEND_RECIPEMAKER_H

#include "AxisPieces.h"
#include "Pad/Conversion/PadRecipe.h"

namespace mlir {
namespace pad {

/// The extent of `axis` after its pads; dynamic where that of `axis` is.
inline int64_t getResultExtent(const PadAxis &axis) {
  return ShapedType::isDynamic(axis.extent) ? axis.extent
                                            : *getPaddedExtent(axis);
}

/// Whether some pad of `axis` is positive.
inline bool grows(const PadAxis &axis) {
  return axis.low > 0 || axis.high > 0 || axis.interior > 0;
}

/// A recipe that grows step by step. Functions that add steps return the
/// number of the last one, or `operand` where there is nothing to do.
class RecipeSteps {
public:
  explicit RecipeSteps(RankedTensorType source);

  /// Gives up; the first reason counts.
  void refuse(const Twine &reason);

  RankedTensorType getType(int64_t step) { return recipe.steps[step].type; }
  /// The type of what there is so far.
  RankedTensorType getType() { return getType(current); }

  int64_t add(RecipeStep step);
  /// The slice of each axis, of which `backwards`, if it is one, runs
  /// backwards.
  int64_t addSlice(int64_t operand, ArrayRef<AxisSlice> slices,
                   int64_t backwards = -1);
  /// The slice of one axis.
  int64_t addAxisSlice(int64_t operand, int64_t axis, AxisSlice slice,
                       bool isReversed = false);
  int64_t addReverse(int64_t operand, int64_t axis);
  int64_t addTile(int64_t operand, int64_t axis, int64_t count);
  int64_t addConcat(ArrayRef<int64_t> operands, int64_t axis);
  int64_t addComputed(int64_t operand, int64_t axis, const PadAxis &pad);
  int64_t addReshape(int64_t operand, ArrayRef<int64_t> shape);
  int64_t addPad(int64_t operand, ArrayRef<PadAxis> pads, PadMode mode);

protected:
  PadRecipe recipe;
  /// The step that made what there is so far.
  int64_t current = 0;
};

/// Makes the recipe for a pad.
class RecipeMaker : RecipeSteps {
public:
  RecipeMaker(PadOp op, const BackEndTraits &traits);

  PadRecipe make();

private:
  bool addRunTimePad();
  void readAxes();
  bool addFill();
  void addConstantPads(SmallVector<PadAxis> pads);
  void addDilation(SmallVectorImpl<PadAxis> &pads);
  void addCrop(ArrayRef<PadAxis> pads);
  void addModePads();
  void addBorders(int64_t axis);
  void addPieces(int64_t axis, ArrayRef<AxisPiece> pieces);
  /// Adds the steps that read `piece` of step `source`. `reversed` is the step
  /// that reverses that, or negative as long as there is none.
  int64_t addPiece(int64_t axis, const AxisPiece &piece, int64_t source,
                   bool sharesReverse, int64_t &reversed);
  void addPeriods(int64_t axis);
  /// Adds borders of at most one element that a reflection reads on an axis of
  /// which only run time knows whether it has more than one.
  void addSecondElements(int64_t axis);
  /// Moves the negative pads of axis `axis` from `borders` to `behind`.
  void cropBehind(int64_t axis);

  PadOp op;
  const BackEndTraits &traits;
  /// What a pad of constant mode does, then the borders in other modes without
  /// interior padding, then crops of them.
  SmallVector<PadAxis> constant, borders, behind;
  /// The last axis on which the result is known to be empty.
  std::optional<int64_t> emptyAxis;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CONVERSION_BACKEND_RECIPEMAKER_H
