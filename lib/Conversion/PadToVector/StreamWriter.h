//===- StreamWriter.h - Whole cache lines past the caches -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H
#define PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H

#include "RowEmitter.h"

namespace mlir {
namespace pad {

/// Writes a dense result from its first element to its last in whole cache
/// lines that bypass the caches: a large result then costs neither the reads
/// that fill a line before it is written, nor the data it would evict.
///
/// What does not fill a line yet goes to a stage in the first-level cache, and
/// is streamed from there together with what follows it. A vector that is
/// loaded where two have just been stored waits until both have left the store
/// buffer, and so have all streamed stores before them: nothing is read from
/// the stage until something else was moved.
class StreamWriter {
public:
  /// Stores an offset of the result's elements at an offset of a buffer.
  using Emit = function_ref<void(FlatBuffer, ArithValue)>;

  /// What goes through the stage.
  enum class Staging {
    /// Only where two rows meet: `writeRow` streams long rows straight from
    /// their source.
    Borders,
    /// All: `write` gets rows, or parts of them, that are composed there.
    Pieces
  };

  /// Memory of a thread, which keeps it from one row to the next.
  struct Memory {
    Value stage, state;
  };
  /// Allocates it in the function around the insertion point, for elements of
  /// `mover`, of which at most `maxInnerBlock` are moved together.
  static Memory allocate(VectorMover &mover, Staging staging,
                         int64_t maxInnerBlock);

  /// `buffer` is the result; its elements are at most 8 bytes, and aligned.
  /// `begin` is the first offset that is written by means of `memory`, and
  /// `maxInnerBlock` the elements that are always moved together.
  StreamWriter(VectorMover &mover, FlatBuffer buffer, ArithValue begin,
               Staging staging, int64_t maxInnerBlock, Memory memory);

  /// Before all writes.
  void start();
  bool streamsRows() const { return staging == Staging::Borders; }
  /// Elements of the largest piece, and of a line.
  int64_t getMaxPiece() const { return maxPiece; }
  int64_t getLine() const { return line; }

  /// Writes `count` elements at `offset`, where the last piece ended.
  void write(ArithValue offset, ArithValue count, Emit emit);

  /// A row in parts, in this order: up to at least a line of its data, the
  /// data, and from at least a line and at most an inner block more before the
  /// end of the data. The ends are put in the stage; the data, `count` elements
  /// at `offset`, at least three lines, is a copy of the source at
  /// `sourceOffset`.
  void stageEnd(ArithValue offset, Emit emit);
  void streamData(ArithValue offset, ArithValue count, FlatBuffer source,
                  ArithValue sourceOffset);

  /// Writes `count` padding values at `offset`.
  void fillPadding(ArithValue offset, ArithValue count);

  /// Writes what is left in the stage, and orders the stores before later ones;
  /// `end` is the offset behind the result.
  void finish(ArithValue end);

private:
  /// What is known of the stage at run time, as offsets of the result: the
  /// element at its front, where a line begins, and the first one that is not
  /// streamed yet.
  enum State { Front, Streamed, NumStates };
  ArithValue get(State which);
  void set(State which, ArithValue offset);

  /// The element at `offset`, counted from where its line begins.
  ArithValue placeInLine(ArithValue offset);
  /// Where its line begins, and the first one at or after `offset`.
  ArithValue lineOf(ArithValue offset);
  ArithValue nextLine(ArithValue offset);
  /// Where the element at `offset` is in the stage.
  ArithValue inStage(ArithValue offset);
  /// Copies elements `[first, last)` one by one from the stage.
  void copyElements(ArithValue first, ArithValue last);
  /// Streams the line at `offset` of `from` to the one at `to`.
  void streamLine(FlatBuffer from, ArithValue offset, ArithValue to);
  /// Streams what is staged up to `end`, where a line begins.
  void streamStaged(ArithValue end);
  /// Has the stage begin at `offset`, up to which all is streamed.
  void restart(ArithValue offset);

  /// Elements of a line, of the stage before its front, and behind it.
  struct Sizes {
    Sizes(VectorMover &mover, Staging staging, int64_t maxInnerBlock);
    int64_t line, slack, capacity;
  };

  VectorMover &mover;
  FlatBuffer buffer, stage;
  Value state;
  ArithValue begin, address;
  Staging staging;
  int64_t line, slack, capacity, maxPiece;
};

/// Writes indices `window` of a row through `writer`, to `resultOffset` of the
/// result on. `emit` stores a window of the row in the stage.
void emitStreamedRow(
    VectorMover &mover, StreamWriter &writer, const AxisValues &axis,
    ArithValue innerBlock, FlatBuffer source, ArithValue sourceOffset,
    ArithValue resultOffset, RowWindow window,
    function_ref<void(FlatBuffer, ArithValue, RowWindow)> emit);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_STREAMWRITER_H
