//===- StreamWriter.h - Whole cache lines past the caches -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H
#define PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H

#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Writes a dense result from its first element to its last in whole cache
/// lines that bypass the caches: a large result then costs neither the reads
/// that fill a line before it is written, nor the data it would evict.
///
/// What does not fill a block of lines goes to a stage in the first-level
/// cache, at its place in the block, and is streamed from there together with
/// what follows it. The stage's state is the position in the result alone.
class StreamWriter {
public:
  /// Stores an offset of the result's elements at an offset of a buffer.
  using Emit = function_ref<void(FlatBuffer, Value)>;

  /// How much is staged before it is streamed. A vector that is loaded where
  /// two have just been stored waits until both have left the store buffer.
  enum class Block {
    /// One line: between long rows, which are streamed straight from their
    /// source.
    Line,
    /// Many lines: for rows that are composed in the stage, so that they have
    /// left the store buffer when they are streamed.
    Page
  };

  /// Bytes of the largest piece of one `write`, and of the largest border of a
  /// `writeRow`.
  static constexpr int64_t kMaxPieceBytes = 3584, kMaxBorderBytes = 8192;

  /// `memref` is the result, `buffer` the same as one row; its elements are at
  /// most 8 bytes, and aligned. `begin` is its first offset, and `chunk` the
  /// elements that are always moved together.
  StreamWriter(VectorMover &mover, Value memref, FlatBuffer buffer, Value begin,
               Block block, int64_t chunk);

  bool streamsRows() const { return kind == Block::Line; }
  /// Elements of the largest piece, and of a line.
  int64_t getMaxPiece() const { return maxPiece; }
  int64_t getLine() const { return line; }

  /// Writes `count` elements at `offset`, where the last piece ended.
  void write(Value offset, Value count, Emit emit);

  /// Writes the row from `offset` to `end`, of which `[dataBegin, dataEnd)`, at
  /// least three lines, is a copy of the source at `sourceOffset`. `emitHead`
  /// stores the row up to at least a line of the data, `emitTail` the row from
  /// `tailBegin`, at least a line and at most a chunk more before `dataEnd`.
  void writeRow(Value offset, Value dataBegin, Value dataEnd, Value end,
                FlatBuffer source, Value sourceOffset, Emit emitHead,
                Value tailBegin, Emit emitTail);

  /// Writes `count` padding values at `offset`.
  void fillPadding(Value offset, Value count);

  /// Writes what is left in the stage, and orders the stores before later ones;
  /// `end` is the offset behind the result.
  void finish(Value end);

private:
  /// Place of `offset` in its block, in elements.
  Value placeInBlock(Value offset);
  /// Where place `place` of the block is in the stage.
  Value inStage(Value place);
  /// Copies the elements `[first, last)` of the stage's block one by one to the
  /// block at `to`.
  void copyElements(Value to, Value first, Value last);
  /// Streams the line at `offset` of `from` to the one at `to`.
  void streamLine(FlatBuffer from, Value offset, Value to);
  /// Streams elements `[0, full)` of the stage, whole blocks, to `to`.
  void flush(Value to, Value full);
  /// Moves elements `[full, full + count)` of the stage to its front.
  void keep(Value full, Value count);

  VectorMover &mover;
  FlatBuffer buffer, stage;
  Value begin, address;
  Block kind;
  int64_t line, block, slack, maxPiece;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H
