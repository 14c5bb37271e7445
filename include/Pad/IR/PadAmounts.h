//===- PadAmounts.h - The pads of an op as one value ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADAMOUNTS_H
#define PAD_IR_PADAMOUNTS_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The integer that `number` is as an attribute. A value that is a constant
/// does not count: as an attribute it could break what only run time checks.
std::optional<int64_t> getStaticNumber(OpFoldResult number);

/// Why `number`, which is known, cannot be the entry of axis `axis` in the list
/// `name` of an op: the least 64-bit integer stands for a dynamic number there
/// (C7). Empty if it can.
std::string explainLeastInteger(StringRef name, int64_t axis, int64_t number);

/// The pads of an op, one entry an axis, in elements, and how they extend the
/// axes. An entry is an index attribute or an index value; a null entry stands
/// for a number of run time that no value holds yet.
struct PadAmounts {
  /// None: an op without axes.
  PadAmounts() = default;
  /// Those of `op`.
  explicit PadAmounts(PadNumbersInterface op);

  /// The numbers of axis `axis` of a source of `sourceType`;
  /// `ShapedType::kDynamic` where they are not static.
  PadAxis getStaticNumbers(ShapedType sourceType, int64_t axis) const;
  /// Whether every pad of axis `axis` is zero, as an attribute or a constant.
  bool isUnpadded(int64_t axis) const;
  /// Whether that holds for every axis.
  bool isNoOp() const;

  /// Appends the pads of axis `axis` of `from`, all of which are listed.
  void appendAxis(const PadAmounts &from, int64_t axis);
  /// Appends an axis that is not padded. Its `mode` has no effect on what is
  /// read; equal modes make equal pads print alike.
  void appendUnpadded(MLIRContext *context, AxisMode mode);
  /// How axis `axis` is extended.
  AxisMode getAxisMode(int64_t axis) const;
  /// Gives the axes for which `ignoresMode` holds, because they read nothing
  /// outside of their source, the mode of the first one of the others, so that
  /// equal pads are printed alike. False if that changes nothing.
  bool unifyModes(function_ref<bool(int64_t)> ignoresMode);
  /// Whether some axis is of constant mode, or some interior pad is not a
  /// static zero: then a padding value may be given (C3).
  bool takesValue() const;

  SmallVector<OpFoldResult> low, high;
  /// May be empty where all are zero.
  SmallVector<OpFoldResult> interior;
  /// One for all axes, or one an axis; may be empty for constant mode.
  SmallVector<AxisMode> modes;
};

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADAMOUNTS_H
