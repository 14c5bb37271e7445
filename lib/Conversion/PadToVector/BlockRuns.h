//===- BlockRuns.h - Runs of small inner blocks -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_BLOCKRUNS_H
#define PAD_CONVERSION_PADTOVECTOR_BLOCKRUNS_H

#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Moves runs of inner blocks, such as the channels of a pixel, that are
/// reversed or of which one is repeated: as many whole blocks as a vector has,
/// by one load, a permutation of its lanes and one store.
class BlockRuns {
public:
  /// Built outside the loops, where it computes the lanes. `innerBlock` and
  /// `rowSize`, the size of a source row, are in elements; `direction` is that
  /// of the runs, -1 or 0. The target permutes elements.
  BlockRuns(VectorMover &mover, ArithValue innerBlock, ArithValue rowSize,
            int64_t direction);

  /// Moves a run of `count` elements, which begins at `resultOffset` and reads
  /// the block at `position` of the source row at `sourceOffset` first. Returns
  /// the first of its elements that is left to move, at the beginning of a
  /// block: without masks what does not fill a vector, and all of them where
  /// blocks are too large or rows too short. There is none if it is not less
  /// than `count`.
  ArithValue emit(FlatBuffer source, ArithValue sourceOffset,
                  ArithValue position, FlatBuffer result,
                  ArithValue resultOffset, ArithValue count);

private:
  VectorMover mover;
  ArithValue rowSize;
  int64_t direction;
  /// Whether a vector moves two blocks or more, and rows have a vector to load.
  ArithValue fits;
  /// Elements of the blocks that a vector moves, and the distance from the
  /// first of these blocks to the lowest one in memory.
  ArithValue step, reach;
  /// For each lane, the distance of what it reads from the first block.
  ArithValue distances;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_BLOCKRUNS_H
