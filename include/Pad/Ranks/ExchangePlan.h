//===- ExchangePlan.h - Messages of a pad across ranks ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_RANKS_EXCHANGEPLAN_H
#define PAD_RANKS_EXCHANGEPLAN_H

#include "Pad/Ranks/PieceFormulas.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir {
namespace pad {

/// One axis of a pad of which source and result lie in pieces, one of each on
/// every rank of that axis of the grid. Of a gradient, the source is that of
/// the result, a ring, and results are the parts of it that ranks read.
struct RankAxis {
  PadAxis numbers;
  /// In order, without gaps, of all elements of the source; some may be empty.
  SmallVector<Piece<int64_t>> sources;
  /// Of the result; they may overlap.
  SmallVector<Piece<int64_t>> results;
};

/// Which indices of the result a rank makes.
enum class ResultPieces {
  /// Each index is made once; the first ranks make one more than the last ones.
  Disjoint,
  /// Each rank pads its piece of the source with what lies around it there: its
  /// halo, which at the ends of the axis is the border of the result.
  Halo,
  /// What is made is not the disjoint pieces but what they read
  /// (`getReadWindow`), which the rank can pad on its own (`getLocalPads`).
  Windows,
  /// The pad is the transposed one: what lies in pieces is the gradient of the
  /// result, and a rank makes the gradient of its piece of the source, of what
  /// `getReaderWindow` has.
  Gradients
};

/// The most ranks for which a plan is made.
inline constexpr int64_t kMaxPlannedRanks = int64_t(1) << 22;

/// The pieces of `numbers` on `parts` ranks, 1 or more, the first of which have
/// one element more. An error if these are more than `kMaxPlannedRanks`, if a
/// number exceeds 64 bits (C7), or for halos of an axis with interior pad.
llvm::Expected<RankAxis> getRankAxis(const PadAxis &numbers, int64_t parts,
                                     ResultPieces results);

/// Calls `body` for each two parts of `axis` of which one reads elements of the
/// other: the one that has them, the one that reads them, and their number. The
/// time is that of the square of the number of parts.
void forEachTransfer(const RankAxis &axis,
                     function_ref<void(int64_t, int64_t, int64_t)> body);

/// What one rank receives and sends in one call. A rank sends no message to
/// itself.
struct RankTraffic {
  int64_t messagesIn = 0, bytesIn = 0, messagesOut = 0, bytesOut = 0;

  bool operator==(const RankTraffic &other) const {
    return messagesIn == other.messagesIn && bytesIn == other.bytesIn &&
           messagesOut == other.messagesOut && bytesOut == other.bytesOut;
  }
};

/// The ranks that receive and send as much as each other.
struct RankGroup {
  RankTraffic traffic;
  int64_t numRanks = 0, firstRank = 0;
};

/// The messages of a pad whose source and result lie on the ranks of a grid,
/// which are numbered along its last axis first. Each rank receives every
/// element of the source that its piece of the result reads and its own piece
/// of the source does not have, once: no algorithm moves less. Two ranks
/// exchange at most one message in each direction.
class ExchangePlan {
public:
  /// The plan for elements of `elementBytes` bytes. An error if there are more
  /// than `kMaxPlannedRanks` ranks, or if a number exceeds 64 bits.
  static llvm::Expected<ExchangePlan> get(ArrayRef<RankAxis> axes,
                                          int64_t elementBytes);

  int64_t getNumRanks() const { return numRanks; }

  /// The traffic of the rank with these coordinates in the grid.
  RankTraffic getTraffic(ArrayRef<int64_t> coordinates) const;

  /// All ranks, those of equal traffic together, in the order of their first
  /// rank.
  ArrayRef<RankGroup> getGroups() const { return groups; }

  /// Messages and bytes of all ranks.
  int64_t getNumMessages() const { return numMessages; }
  int64_t getNumBytes() const { return numBytes; }

private:
  /// What a part of one axis reads and is read: numbers of parts that hold
  /// elements of its window and of elements there; of these, in its own piece;
  /// numbers of parts that read its piece, and of elements that they read.
  struct PartTraffic {
    int64_t owners = 0, elements = 0, own = 0, readers = 0, sent = 0;
  };

  static SmallVector<PartTraffic> countParts(const RankAxis &axis);
  static RankTraffic getTraffic(ArrayRef<PartTraffic> parts,
                                int64_t elementBytes);
  llvm::Error group();

  SmallVector<SmallVector<PartTraffic>> axes;
  SmallVector<RankGroup> groups;
  int64_t elementBytes = 0, numRanks = 1, numMessages = 0, numBytes = 0;
};

} // namespace pad
} // namespace mlir

#endif // PAD_RANKS_EXCHANGEPLAN_H
