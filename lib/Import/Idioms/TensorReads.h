//===- TensorReads.h - What tensors read of others --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What each element of a tensor is: an element of one other tensor (the base),
// or a fill value. This is stored as a product of what each index of
// each axis reads (`AxisReads`). Ops that move elements are followed exactly;
// an op whose result is not such a product is not followed.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
#define PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H

#include "Pad/IR/PadGeometry.h"
#include "Pad/Import/ElementMoves.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
namespace pad {

/// What the elements of a tensor read. An element is the fill value if one of
/// its indices is, else that of the base. Views and reshapes give the tensor
/// other axes than the base has.
struct TensorReads {
  SmallVector<AxisReads> axes;
  /// For each axis of the tensor the axis of the base that it reads; or -1, and
  /// the only position that it reads is 0, which stands for no axis.
  SmallVector<int64_t> places;
  /// For each axis of the base the index that all elements read there, unless
  /// that is up to an axis of the tensor.
  SmallVector<std::optional<AxisNumber>> fixed;
  /// The fill value; none where nothing reads it.
  Fill fill;
  /// The axes of unknown extents of which an entry is missing where the axis of
  /// the base is too short to have that index, as slices of ONNX and PyTorch
  /// have it. Entries of other axes are always there.
  SmallVector<int64_t> limited;
  /// The axes that repeat elements of the base where it is too short.
  SmallVector<RepeatedAxis> repeated;

  TensorReads() = default;
  /// Those of a tensor whose axes are those of the base.
  explicit TensorReads(SmallVector<AxisReads> axes);
  /// A tensor of `type` all of whose elements are `fill`, of a base of rank
  /// `rank`. Nullopt if no extent is known.
  static std::optional<TensorReads> makeFilled(RankedTensorType type,
                                               const Fill &fill, int64_t rank);

  /// The modes that do as axis `axis` is repeated; null if it is not.
  const ModeSet *getRepeatingModes(int64_t axis) const;
  /// Makes axis `axis` a repeated one; where it is one already, both are true.
  void repeat(int64_t axis, ModeSet modes);
  bool isLimited(int64_t axis) const {
    return llvm::is_contained(limited, axis);
  }
  /// Whether the axes are those of the base.
  bool isAligned() const;
  /// Whether no axis reads elements.
  bool isFilled() const;

  /// Composes: what reads this where `outer` says for each axis which of its
  /// indices. Nullopt where the fill values differ, or where it is not known
  /// for all extents what `outer` takes, or that it is in bounds. Axes that
  /// become limited or repeated are up to the caller.
  std::optional<TensorReads> take(ArrayRef<AxisReads> outer,
                                  const Fill &fill) const;
  /// What a tensor of type `to` reads, of which axis `axes[a]` is axis `a` of
  /// this one, of type `from` (`ElementMove::View`).
  std::optional<TensorReads> view(ArrayRef<int64_t> axes, RankedTensorType from,
                                  RankedTensorType to) const;
  /// What the elements in the shape of `to` read. Axes may be merged of which
  /// at most one reads indices of the base. Nullopt for any other reshape.
  std::optional<TensorReads> reshape(RankedTensorType from,
                                     RankedTensorType to) const;

private:
  void append(AxisReads reads, int64_t place);
  /// Appends axis `axis` of `source`.
  void append(const TensorReads &source, int64_t axis);
  /// Drops axis `axis` of `source`, which has one element: what it reads is
  /// fixed. Returns false if that is no element.
  bool drop(const TensorReads &source, int64_t axis);
  /// Merges axes `[begin, end)` of `source`.
  bool merge(const TensorReads &source, int64_t begin, int64_t end);
  /// Gives axes of the base that are fixed back to axes of the tensor at their
  /// places that read none, if the ranks are equal.
  void align();
};

/// The fill value of two parts of a tensor; nullopt if theirs differ.
std::optional<Fill> mergeFills(const Fill &a, const Fill &b);

/// The builtin type of `value`, a tensor of MLIR or of `system`; null if it is
/// none of known rank.
RankedTensorType getBuiltinType(Value value, const MoveSystem *system);

/// What the op that makes `tensor` does: an op of MLIR, or of `system` if that
/// is not null. Not `tensor.insert_slice`, which has two sources.
ElementMove readMove(Value tensor, const MoveSystem *system);

/// What the elements of `tensor` read of `base`; nullopt if some may read
/// another tensor, or it is not known. The ops between them are MLIR's own or
/// those of `system`, if that is not null.
std::optional<TensorReads> getTensorReads(Value tensor, Value base,
                                          const MoveSystem *system);

/// The tensors that elements of `tensor` may be read from, the nearest first.
llvm::SetVector<Value> getBases(Value tensor, const MoveSystem *system);

/// What `axis` reads: its runs. Nullopt if they are more than `limit`.
std::optional<AxisReads> getReads(const PadAxis &axis, size_t limit);

/// The axes of a pad that, applied to a tensor of extents `shape`, reads
/// exactly `reads`: the runs of each axis are the segments. Axes of constant
/// mode are padded with the fill value. Nullopt if no such pad is found, or if
/// it extends no axis.
std::optional<SmallVector<PadAxis>> fitPad(ArrayRef<int64_t> shape,
                                           const TensorReads &reads);

/// What a gather takes of an axis of unknown extent.
struct OpenReads {
  AxisReads reads;
  /// How entries go on where the axis is too short for them. Nullopt if no
  /// entry is ever taken there, as that would be an error.
  std::optional<ModeSet> modes;
};

/// What `indices`, a vector, read of an axis whose extent the values of the
/// draft are that `isExtent` holds for. Nullopt if that is up to other numbers,
/// or is not the same ends of the axis for all extents.
std::optional<OpenReads> getOpenReads(const IntegerTensor &indices,
                                      IndexRule rule,
                                      llvm::function_ref<bool(Value)> isExtent);

/// The position `element` on such an axis, counted from the end where it is
/// negative; `INT64_MAX` for the extent. Nullopt for any other number.
std::optional<int64_t>
getOpenPosition(OpFoldResult element, llvm::function_ref<bool(Value)> isExtent);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
