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
  /// The axes `[0, row]` have loops; those inside of `row` have no pads, and
  /// are blocks.
  AdjointRows(VectorMover &mover, AdjointIntoOp op, int64_t row);

  /// An `i1`, without which nothing may be emitted: axes without pads have
  /// equal extents, rows are dense, and borders that are read by vectors read
  /// an element at most once.
  ArithValue emitGuard();
  /// An `i1`: whether each border of a row is read at its own end only, within
  /// the vector there. Folds are then less, if `readNearEnds` was called.
  ArithValue emitIsNear();
  void readNearEnds();
  /// Rows of the result, and bytes of them.
  ArithValue countRows();
  ArithValue countBytes();
  /// The rows `[first, last)`, which are linearized; all of them if there is
  /// one axis.
  void emit(ArithValue first, ArithValue last);

private:
  /// What the elements of one row of the result are sums of.
  struct Row {
    /// Where the row begins in the result, and what its sums read, as far as
    /// the axes without pads decide it.
    ArithValue result, gradient;
    /// The axes of more than one row, and their readers; none for one row.
    SmallVector<int64_t> axes;
    SmallVector<Readers<ArithValue>> readers;
  };
  /// Vectors of elements, or one.
  struct Access {
    ElementSums &sums;
    bool isVector;
    /// Null for all lanes.
    ArithValue mask = {};
  };
  /// A part of the sums of the elements of a row: for elements `[begin, end)`,
  /// result index `origin + direction * element`.
  struct Term {
    ArithValue begin, end, origin;
    int64_t direction;
  };
  /// A vector of them.
  struct Fold {
    ArithValue column;
    /// Lanes that are written; those in memory that each of `terms` reads; and,
    /// where a sum of none is not neutral, those of which any reads an element.
    ArithValue written;
    SmallVector<const Term *, 3> terms;
    SmallVector<ArithValue, 3> read;
    ArithValue any;
  };

  bool isPlain(int64_t axis);
  void emitPlane(Row row, ArithValue isSingle, ArithValue first,
                 ArithValue last);
  Row addIndex(Row row, int64_t axis, ArithValue index, ArithValue &isSingle);
  void emitRow(const Row &row, bool isSingle);
  /// The elements that no border of the row reads.
  void emitMiddle(const Row &row, bool isSingle);
  /// The elements at both ends, one by one.
  void emitElements(const Row &row);
  /// `low`, as far as it matters where borders read elements once.
  ArithValue getStart();
  void addTerms();
  Fold getFold(ArithValue column, ArithValue end, ArrayRef<Term> terms);
  void emitFold(const Row &row, const Fold &fold);
  /// `body` for `first`, `first + step`, ... less than `last`, without those in
  /// `[skipped.begin, skipped.end)`.
  void forOutside(ArithValue first, ArithValue last, int64_t step,
                  const ElementRange<ArithValue> &skipped,
                  function_ref<void(ArithValue)> body);

  /// The sums of what `load` emits for the rows of `row`, which it is given the
  /// offsets of, over the readers of the row's own axis if there are `inner`.
  ElementSums::Parts emitSum(ElementSums &sums, const Row &row,
                             ArrayRef<Readers<ArithValue>> inner,
                             function_ref<ElementSums::Parts(ArithValue)> load,
                             int64_t count = 1);
  ElementSums::Parts load(const Access &access, FlatBuffer buffer,
                          ArithValue offset, int64_t direction = 1);
  void store(const Access &access, const ElementSums::Parts &sum,
             ArithValue offset);

  VectorMover &mover;
  OpBuilder &b;
  Location loc;
  AdjointIntoOp op;
  ArithContext m;
  FlatView gradient, result;
  SmallVector<ReaderMap<ArithValue>, 0> maps;
  SmallVector<ArithValue> extents, lows, paddeds;
  int64_t rowAxis;
  /// Elements of a block.
  ArithValue block;
  PadExtension extension;
  /// Elements of a row, and rows of a plane, that are read once.
  ElementRange<ArithValue> middle, singleRows;
  /// Whether ends are read by vectors.
  bool foldsVectors;
  SmallVector<Term, 3> terms;
  /// The first and the last vector of a row; whether there are no others.
  Fold head, tail;
  bool isNear = false;
  Type elementType;
  ElementSums vectorSums, elementSums;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ADJOINTROWS_H
