//===- TracedReads.h - What tensors of other ranks read ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_TRACEDREADS_H
#define PAD_LIB_IMPORT_IDIOMS_TRACEDREADS_H

#include "TensorReads.h"

namespace mlir {
namespace pad {

/// What a tensor between a base and what is made of it reads. Views and
/// reshapes give it other axes than the base has.
struct TracedReads : TensorReads {
  /// For each axis of the tensor the axis of the base of which it lists
  /// indices; or -1, and its entries are 0, which stands for no axis, or
  /// negative.
  SmallVector<int64_t> places;
  /// For each axis of the base the index that all elements read there, or -1 if
  /// that is up to an axis of the tensor.
  SmallVector<int64_t> fixed;

  TracedReads() = default;
  /// `reads` of a tensor whose axes are those of the base.
  explicit TracedReads(TensorReads reads);
  /// A tensor of `type` all of whose elements are `fill`, of a base of rank
  /// `rank`. Nullopt if no axis can be listed.
  static std::optional<TracedReads> makeFilled(RankedTensorType type,
                                               const Fill &fill, int64_t rank);

  /// Whether the axes are those of the base.
  bool isAligned() const;

  /// What a tensor of type `to` reads, of which axis `axes[a]` is axis `a` of
  /// this one, of type `from` (`ElementMove::View`).
  std::optional<TracedReads> view(ArrayRef<int64_t> axes, RankedTensorType from,
                                  RankedTensorType to) const;

  /// What the elements in the shape of `to` read. Axes may be merged of which
  /// at most one reads indices of the base. Nullopt for any other reshape.
  std::optional<TracedReads> reshape(RankedTensorType from,
                                     RankedTensorType to) const;

private:
  void append(AxisReads reads, int64_t place);
  /// Appends axis `axis` of `source`.
  void append(const TracedReads &source, int64_t axis);
  /// Drops axis `axis` of `source`, which has one element: what it reads is
  /// fixed. Returns false if that is no element.
  bool drop(const TracedReads &source, int64_t axis);
  /// Merges axes `[begin, end)` of `source`.
  bool merge(const TracedReads &source, int64_t begin, int64_t end);
  /// Gives axes of the base that are fixed back to axes of the tensor at their
  /// places that read none, if the ranks are equal.
  void align();
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_TRACEDREADS_H
