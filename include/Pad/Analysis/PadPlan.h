//===- PadPlan.h - How a pad is best moved ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The analysis in front of --convert-pad-to-vector: which axes are one, which
// of them makes the rows, and how much of the inside is known at compile time.
// Emission follows it and decides nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_PADPLAN_H
#define PAD_ANALYSIS_PADPLAN_H

#include "Pad/Analysis/PadRuns.h"
#include "Pad/Analysis/VectorShape.h"
#include "Pad/IR/PadOps.h"
#include <vector>

namespace mlir {
namespace pad {

/// Neighbouring axes of a `pad.pad_into` on memrefs that are handled as one:
/// `first`, which may be padded, and unpadded ones that are dense inside it.
struct PlannedAxis {
  /// Axes `[first, end)` of the op.
  int64_t first = 0, end = 0;
  /// Extent and pads in elements of the innermost axis merged;
  /// `ShapedType::kDynamic` where not static.
  PadAxis numbers;
  int64_t resultExtent = 0;
  /// Whether the result has no gaps from here inwards.
  bool isResultDense = false;
  /// Whether source and result may differ along the axis.
  bool isPadded = false;

  /// Whether every number is known, and the pads give the extent of the result:
  /// constant operands and extents may break C4 and C7 at run time.
  bool isStatic() const;
};

/// How a `pad.pad_into` on memrefs is moved.
struct PadPlan {
  PadMode mode = PadMode::Constant;
  /// Bits that an element takes in memory: 8, 16, 32, 64 or 128.
  int64_t elementBits = 0;
  /// Bytes to which elements are aligned: less than their size for complex.
  int64_t elementAlignment = 0;
  /// From outer to inner.
  SmallVector<PlannedAxis> axes;
  /// The axis whose runs are moved. At most one axis lies inside it: the chunk
  /// of so many elements, unpadded and dense, which moves as a whole;
  /// `ShapedType::kDynamic` where run time knows how many, 1 to
  /// `cost::kMaxChunkBytes` bytes.
  int64_t row = 0;
  int64_t chunk = 1;
  /// Whether pads of the chunk's axis have to turn out to be zeros, too.
  bool assumesUnpaddedChunk = false;
  /// The first axis of the tile, where the row is static; loops go around it.
  int64_t tileBegin = 0;
  std::optional<StaticTile> tile;
  /// Indices of the unpadded axis around the tile that it holds: a divisor of
  /// the extent, for tiles that are a multiple of a vector.
  int64_t tileGroup = 1;
  /// Whether the plan holds only if innermost strides that are not static turn
  /// out to be 1.
  bool assumesUnitStride = false;
  /// Whether rows that are not static may turn out to be short: run time then
  /// chooses among ways that pay for such rows.
  bool mayHaveShortRows = false;
  /// Whether the rows of a small static plane that repeat others are copies of
  /// what was composed once: the loop over the others then holds no branch.
  bool repeatsRows = false;
  /// Whether the source may be the interior view of the destination.
  bool mayBeInPlace = false;
  /// Whether the result is dense, so that whole cache lines of it may be
  /// streamed.
  bool canStream = false;

  /// One line for people: the loops, the row, its runs.
  void print(raw_ostream &os) const;
};

/// Whether a plan takes source and result of `op` to be the same along `axis`:
/// its pads are known to be zeros, and no static extents differ. Extents that
/// are not static have to turn out to be equal.
bool isPlannedUnpadded(PadIntoOp op, int64_t axis);

/// The op around `block` in whose first block stack memory is allocated once:
/// it is no loop. Null if there is none.
Operation *getAllocationScope(Block *block);

/// The plans of `op` for vectors of `shape`: the last one always holds, and the
/// one before it, if there is one, where its chunk turns out to be as small as
/// `PadPlan::chunk` says. None where rows cannot be moved as vectors; `reason`
/// then says why. `mayAlias` says whether the memrefs may share memory.
std::vector<PadPlan> planPad(PadIntoOp op, VectorShape shape, bool mayAlias,
                             std::string &reason);

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_PADPLAN_H
