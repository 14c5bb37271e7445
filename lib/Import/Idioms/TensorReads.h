//===- TensorReads.h - What the elements of a tensor read -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What each element of a tensor is: an element of one other tensor (the base),
// a fill value, or undefined. This is stored as a product of lists, one for
// each axis, which say what each index reads. Ops that move elements are
// followed exactly; an op whose result is not such a product is not followed.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
#define PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// What the elements of a tensor read. An element is undefined if one of its
/// indices is, else the fill value if one of its indices is, else that of the
/// base.
struct TensorReads {
  SmallVector<AxisReads> axes;
  /// The fill value; none where nothing reads it.
  Fill fill;
  /// The axes of unknown extents of which an entry is missing where the axis of
  /// the base is too short to have that index, as slices of ONNX and PyTorch
  /// have it. Entries of other axes are always there.
  SmallVector<int64_t> limited;

  /// The axes that repeat elements of the base where it is too short.
  SmallVector<RepeatedAxis> repeated;

  /// The modes that do as axis `axis` is repeated; null if it is not.
  const ModeSet *getRepeatingModes(int64_t axis) const;
  /// Makes axis `axis` a repeated one; where it is one already, both are true.
  void repeat(int64_t axis, ModeSet modes);

  bool isLimited(int64_t axis) const {
    return llvm::is_contained(limited, axis);
  }

  /// What every element reads, if it is the fill value or nothing for all.
  std::optional<int64_t> getUniform() const;
};

/// Whether `type` is that of a tensor all of whose axes are listed.
bool canList(Type type);

/// The fill value of two parts of a tensor; nullopt if theirs differ.
std::optional<Fill> mergeFills(const Fill &a, const Fill &b);

/// Composes: what reads `inner`, at the indices that `outer` lists for each
/// axis. Nullopt where the fill values differ, or where it is not known for all
/// extents what `outer` takes, or that it is in bounds. Axes that become
/// limited or repeated are up to the caller.
std::optional<TensorReads> compose(const TensorReads &inner,
                                   ArrayRef<AxisReads> outer, const Fill &fill);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
