//===- PadGeometry.h - Extents and positions as integers --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The arithmetic of docs/Semantics.md on plain 64-bit integers, without IR. The
// verifier, shape inference and the test oracle call it; its symbolic twin for
// values known only at run time is SymbolicPadGeometry.h.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADGEOMETRY_H
#define PAD_IR_PADGEOMETRY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
namespace pad {

/// What a position outside of the source reads.
enum class PadMode : uint32_t {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED) NAME,
#include "Pad/IR/PadModes.def"
};

/// Every mode, in the order of their numbers.
inline constexpr PadMode kPadModes[] = {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED) PadMode::NAME,
#include "Pad/IR/PadModes.def"
};

/// The text of `mode`, which ends in a null character: `constant`.
StringRef stringifyPadMode(PadMode mode);

/// The mode of that text or number; nullopt if there is none.
std::optional<PadMode> symbolizePadMode(StringRef text);
std::optional<PadMode> symbolizePadMode(uint32_t number);

/// The texts of all modes: `constant, edge, reflect, symmetric or wrap`.
std::string listPadModes();

/// How an axis is extended: its mode, and whether reflect and symmetric repeat
/// for ever (C5).
struct AxisMode {
  PadMode mode = PadMode::Constant;
  bool periodic = false;

  bool operator==(const AxisMode &other) const {
    return mode == other.mode && periodic == other.periodic;
  }
  bool operator!=(const AxisMode &other) const { return !(*this == other); }
};

/// For the storage of attributes.
inline llvm::hash_code hash_value(const AxisMode &mode) {
  return llvm::hash_combine(mode.mode, mode.periodic);
}

/// `mode` as the ops print it: `reflect`, or `reflect periodic`.
raw_ostream &operator<<(raw_ostream &os, const AxisMode &mode);

/// One axis of a pad: numbers of elements (`extent >= 0` of the source, pads of
/// any sign, `interior >= 0`), the mode, and whether reflect and symmetric
/// repeat for ever (C5).
struct PadAxis {
  int64_t extent = 0;
  int64_t low = 0;
  int64_t high = 0;
  int64_t interior = 0;
  PadMode mode = PadMode::Constant;
  bool periodic = false;

  /// Whether every pad is zero. The extent of a result or destination may be
  /// another one all the same (C4).
  bool isUnpadded() const { return low == 0 && high == 0 && interior == 0; }
};

/// What neighbouring result indices of an axis read, one after the other.
enum class PadRunKind {
  /// The padding value.
  Fill,
  /// Positions of the source, upwards.
  Forward,
  /// Positions of the source, downwards.
  Reverse,
  /// One position each time.
  Broadcast
};

/// The step from the position that one index of a run reads to that of the next
/// one: 1 upwards, -1 downwards, 0 for a single position or none.
int64_t getDirection(PadRunKind kind);

/// What a mode puts beyond the ends of an axis.
struct PadExtension {
  /// What a border reads next to the data: the padding value (constant), the
  /// element at that end (edge), the data once more (wrap), or its mirror image
  /// (reflect, symmetric), behind which come the data, and so on.
  PadRunKind kind = PadRunKind::Fill;
  /// Elements at an end that a mirror image leaves out: 1 where that element is
  /// the axis of symmetry (reflect), 0 where it is mirrored too (symmetric).
  int64_t skipped = 0;

  bool isFilled() const { return kind == PadRunKind::Fill; }
  /// Whether borders hold the element at their end.
  bool isRepeated() const { return kind == PadRunKind::Broadcast; }
  /// Whether borders are mirror images of the data.
  bool isMirrored() const { return kind == PadRunKind::Reverse; }
  /// Whether borders are the data once more, as of a ring.
  bool isWrapped() const { return kind == PadRunKind::Forward; }
  int64_t getDirection() const { return pad::getDirection(kind); }
  bool operator==(const PadExtension &other) const {
    return kind == other.kind && skipped == other.skipped;
  }
};

/// How `mode` extends an axis. Everything that depends on what a mode reads is
/// derived from this.
PadExtension getExtension(PadMode mode);

/// The largest extent of an array that has elements: addresses of programs have
/// at most 56 bits.
inline constexpr int64_t kLargestArrayExtent = int64_t(1) << 56;

/// Extent of the axis after dilation: 0 for an empty axis, else
/// `(extent - 1) * (interior + 1) + 1`. Nullopt if it exceeds 64 bits (C7), or
/// for a negative extent or interior (C2).
std::optional<int64_t> getDilatedExtent(int64_t extent, int64_t interior);

/// Extent of the result axis: `max(0, low + dilated extent + high)`. Nullopt if
/// that sum, `low + high`, or the position of the first or last element exceeds
/// 64 bits (C7).
std::optional<int64_t> getPaddedExtent(const PadAxis &axis);

/// The largest low or high pad that `mode` allows on an axis of this dilated
/// extent; nullopt if there is no limit (C5). A pad that is not positive
/// extends nothing: the limit is never negative.
std::optional<int64_t> getPadLimit(PadMode mode, bool periodic,
                                   int64_t dilatedExtent);

/// The source index that result index `index` (any integer) reads; nullopt for
/// the padding value. Defined for every axis for which `getPaddedExtent` is,
/// whether or not C5 and C6 hold.
std::optional<int64_t> getSourceIndex(const PadAxis &axis, int64_t index);

/// Whether `axis` has a result index, and all of them are known to read the
/// padding value: the window lies outside of the source in constant mode or in
/// a gap between neighbours, or the axis is empty.
bool readsOnlyPadding(const PadAxis &axis);

/// The pads that read from a longer axis what `axis` reads. `axis` pads the
/// elements `[offset, offset + axis.extent)` of that axis, which has `extent`
/// elements. Nullopt if the longer axis would read an element outside of those,
/// or if a number exceeds 64 bits.
std::optional<PadAxis> getUnslicedAxis(const PadAxis &axis, int64_t offset,
                                       int64_t extent);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADGEOMETRY_H
