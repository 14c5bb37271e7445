//===- PadRecipe.h - Pads as ops of other systems ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The steps of which a system that has no pad.pad makes one: its own pad,
// slices, reversals, concatenations and tiles. A recipe is made, and checked,
// before any op is created; how a step is spelled is up to the system
// (BackEnd.h).
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADRECIPE_H
#define PAD_CONVERSION_PADRECIPE_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// A position between the elements of an axis: `offset` elements behind its
/// first one, or before its end.
struct AxisPoint {
  int64_t offset = 0;
  bool isFromEnd = false;

  /// The position on an axis of `extent` elements, which may be dynamic if the
  /// point is not counted from the end.
  int64_t get(int64_t extent) const {
    return isFromEnd ? extent - offset : offset;
  }
  bool operator==(const AxisPoint &other) const {
    return offset == other.offset && isFromEnd == other.isFromEnd;
  }
};

/// The elements of an axis between two points. By default, all of them.
struct AxisSlice {
  AxisPoint begin{0, false}, end{0, true};

  bool isWhole() const { return *this == AxisSlice(); }
  bool operator==(const AxisSlice &other) const {
    return begin == other.begin && end == other.end;
  }
};

/// One op of a recipe, or the few ops that a system has for it.
struct RecipeStep {
  enum class Kind {
    /// The source of the pad.
    Source,
    /// A pad by `pads`, whose axes are padded in `mode`.
    Pad,
    /// The system's own pad by the numbers of the op, which are not static.
    RunTimePad,
    /// `slices` of each axis; axis `axis`, if it is one, backwards.
    Slice,
    /// Axis `axis` backwards.
    Reverse,
    /// All operands, one behind the other along axis `axis`.
    Concat,
    /// The operand `count` times along axis `axis`.
    Tile,
    /// Axis `axis`, whose extent only run time knows, extended as `pads` says,
    /// by elements at positions that run time computes.
    Computed,
    /// The same elements in order, in the shape of `type`.
    Reshape,
    /// The padding value everywhere.
    Fill
  };

  Kind kind = Kind::Source;
  /// Numbers of earlier steps.
  SmallVector<int64_t> operands;
  RankedTensorType type;
  int64_t axis = -1;
  int64_t count = 1;
  PadMode mode = PadMode::Constant;
  SmallVector<PadAxis> pads = {};
  SmallVector<AxisSlice> slices = {};
};

/// What the ops of a system can do.
struct BackEndTraits {
  /// Whether pads of constant mode may be negative.
  bool padCrops = false;
  /// Whether pads of constant mode have interior padding.
  bool padDilates = false;
  /// Whether pads may be numbers that only run time knows.
  bool padsAtRunTime = false;
  /// Whether a tensor may have an extent of zero.
  bool hasEmptyTensors = false;
  /// Whether a slice may count from the end of a dynamic axis that it crops.
  bool sliceCropsEnd = false;
  /// Whether a slice may begin at a point that is counted from the end.
  bool sliceBeginsFromEnd = false;
  /// Whether a slice has only those of its elements that are there.
  bool sliceClamps = false;
  /// Whether a slice may run backwards.
  bool sliceReverses = false;
  /// Whether elements may be taken at positions that run time computes.
  bool computesPositions = false;
  /// The other modes of the system's pad.
  SmallVector<PadMode> padModes;
  /// The most operands of a concatenation; less than 3 count as 3.
  int64_t maxPieces = 16;
};

/// The steps that make the result of a pad.
struct PadRecipe {
  /// The first step is the source, and the last one the result. Its type may
  /// differ from that of the pad in what is static.
  SmallVector<RecipeStep> steps;
  /// Why there are none; a clause that names the axis, the number and the way
  /// out.
  std::string refusal;
};

/// The shortest recipe for `op` in a system of these traits that moves the
/// borders of one axis after the other.
PadRecipe getPadRecipe(PadOp op, const BackEndTraits &traits);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADRECIPE_H
