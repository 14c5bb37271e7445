//===- AdjointRows.h - Gradients of pads by rows ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ADJOINTROWS_H
#define PAD_CONVERSION_PADTOVECTOR_ADJOINTROWS_H

#include "FlatView.h"
#include "Pad/Conversion/AdjointSums.h"

namespace mlir {
namespace pad {

/// Emits `pad.adjoint_into` as rows of vectors.
///
/// A row is the innermost axis with pads, and blocks of what is inside of it.
/// Of most rows the outer indices are read once: their elements are those of
/// one row of the gradient, but for the ends, which the borders of the row
/// read, too (getReadOnce). Of the other rows each element is the sum of those
/// of several.
class AdjointRows {
public:
  /// The axes `[0, row]` have loops; those inside of `row`, of `block`
  /// elements, are dense in memory, and have no pads.
  AdjointRows(VectorMover &mover, AdjointIntoOp op, int64_t row, int64_t block);

  /// Rows of the result.
  ArithValue countRows();
  /// An `i1`, without which nothing may be emitted: whether each of the borders
  /// of a row reads an element at most once, where they are read by vectors.
  ArithValue emitReadsOnce();
  /// The rows `[first, last)`, which are linearized; all of them if there is
  /// one axis.
  void emit(ArithValue first, ArithValue last);

private:
  /// What the elements of one row of the result are sums of.
  struct Row {
    /// Where it begins in the result.
    ArithValue offset;
    /// Where the only row of the gradient begins; null if there are others, or
    /// none: then those that the outer axes read.
    ArithValue gradient;
    SmallVector<Readers<ArithValue>> readers;
    /// An `i1`: whether these are one each.
    ArithValue isSingle;
  };
  /// Vectors of elements, or one.
  struct Access {
    ElementSums &sums;
    /// Null for all lanes.
    ArithValue mask;
    bool isVector;
  };

  /// `row` with its index of axis `axis`.
  Row emitOuterIndex(Row row, int64_t axis, ArithValue index);
  void emitRow(const Row &row);
  /// The elements that no border of the row reads.
  void emitMiddle(const Row &row);
  /// The elements at both ends, one by one.
  void emitElements(const Row &row);
  /// The same by vectors: what a vector of them is the sum of.
  struct Fold {
    ArithValue column;
    /// Lanes that are written; those in memory that each of `terms` reads; and,
    /// where a sum of none is not neutral, those of which any reads an element.
    ArithValue written;
    SmallVector<ArithValue, 3> read;
    ArithValue any;
  };
  Fold getFold(ArithValue column, ArithValue end);
  void emitFold(const Row &row, const Fold &fold);
  void addTerms();
  /// `low`, as far as it matters where borders read elements once.
  ArithValue getStart();
  /// `body` for `first`, `first + step`, ... less than `last`, without those in
  /// the middle.
  void forEnds(ArithValue first, ArithValue last, int64_t step,
               function_ref<void(ArithValue)> body);

  /// The sum of what `load` emits for the rows of `row`, which it is given the
  /// offsets of.
  ElementSums::Parts emitSum(ElementSums &sums, const Row &row,
                             ArrayRef<Readers<ArithValue>> inner,
                             function_ref<ElementSums::Parts(ArithValue)> load);
  ElementSums::Parts load(const Access &access, FlatBuffer buffer,
                          ArithValue offset, int64_t direction = 1);
  void store(const Access &access, ElementSums::Parts sum, ArithValue offset);

  VectorMover &mover;
  OpBuilder &b;
  Location loc;
  AdjointIntoOp op;
  ArithContext m;
  FlatView gradient, result;
  SmallVector<ReaderMap<ArithValue>, 0> maps;
  SmallVector<ArithValue> extents;
  int64_t rowAxis, block;
  PadExtension extension;
  /// Of the row: pads, extents, and elements `[once.begin, once.end)` that are
  /// read once.
  ArithValue low, extent, padded;
  ElementRange<ArithValue> once;
  /// The middle of rows is between them.
  ArithValue headEnd, tailBegin;
  /// Whether ends are read by vectors, and what they are sums of then, in
  /// rising order: elements `[begin, end)` that result index `origin +
  /// direction * element` reads.
  bool foldsVectors;
  struct Term {
    ArithValue begin, end, origin;
    int64_t direction;
  };
  SmallVector<Term, 3> terms;
  /// The first and the last vector of a row.
  Fold head, tail;
  Type elementType;
  ElementSums vectorSums, elementSums;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ADJOINTROWS_H
