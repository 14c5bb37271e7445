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
  /// equal extents, and rows are dense.
  ArithValue emitGuard();
  /// How the elements of a row that its borders read are summed: one by one, as
  /// one vector at either end, as several, or as if all vectors were read by
  /// both borders.
  enum class Ends { Elements, OneVector, Vectors, Anywhere };
  /// An `i1`: whether `setEnds(ends)` may be called. If so, rows are whole
  /// vectors, of which the last is flush with the end, and elements of most
  /// outer axes are read twice at most.
  ArithValue emitFit(Ends ends);
  void setEnds(Ends ends);
  /// The way of the rows, for traces.
  AdjointWay getWay();
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
  /// What a vector reads of a term.
  struct Read {
    const Term *term;
    /// Lanes of the vector in memory; null for all of them.
    ArithValue mask = {};
    /// Or, where that is known, what each lane is in the row of the gradient;
    /// nullopt is no term.
    SmallVector<std::optional<int64_t>> elements = {};
  };
  /// A vector of a row.
  struct Fold {
    ArithValue column;
    SmallVector<Read, 3> reads;
    /// Lanes that are read at all; null for all of them.
    ArithValue any;
  };

  bool isPlain(int64_t axis);
  bool hasInterior(int64_t axis);
  /// How the mode of `axis` extends it: one element beyond an end is the mirror
  /// image of the one there.
  PadExtension getAxisExtension(int64_t axis);
  /// Whether no element of `axis` is read more than twice, and each once.
  ArithValue emitIsReadTwice(int64_t axis);
  void emitPlane(Row row, ArithValue isSingle, ArithValue first,
                 ArithValue last);
  Row addIndex(Row row, int64_t axis, ArithValue index, ArithValue &isSingle);
  void emitRow(const Row &row, bool isSingle);
  /// The elements that no border of the row reads.
  void emitMiddle(const Row &row, bool isSingle);
  /// The elements at both ends, one by one.
  void emitElements(const Row &row);
  void emitElement(const Row &row, ArithValue index);
  /// `body` for `count` columns: whole vectors, and the rest by a mask or one
  /// by one.
  void forColumns(ArithValue count,
                  function_ref<void(const Access &, ArithValue)> body);

  // Rows of whole vectors, in AdjointRowVectors.cpp.

  /// Whether each vector that a border reads is written out: few, of known
  /// lanes.
  bool hasKnownEnds();
  /// Whether borders are added as vectors.
  bool foldsEnds();
  /// Elements that are a term of the data only.
  ElementRange<ArithValue> getDataOnly();
  /// Where the vectors of a row begin and end that no border reads.
  ElementRange<ArithValue> getDataVectors(Ends ends);
  void emitVectorRow(const Row &row);
  void emitKnownRow(const Row &row);
  void emitNearRow(const Row &row);
  void emitMaskedRow(const Row &row);
  /// The first and the last element of a row of edge, if it is read once.
  void emitBothEnds(const Row &row);

  /// `low`, as far as it matters where borders read elements once.
  ArithValue getStart();
  void addTerms();
  /// The vector of `column`: all of its elements are read by the data, and some
  /// by `border`, if there is one.
  Fold getFold(ArithValue column, const Term *border = nullptr);
  /// What the vector of `column` reads of `term`.
  Read getMaskedRead(ArithValue column, const Term &term);
  /// The vector of `column`, of all terms.
  Fold getMaskedFold(ArithValue column);
  /// The same of a known column.
  Fold getKnownFold(int64_t column);
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
  /// The same along `axes`, without branches where elements are read twice at
  /// most.
  ElementSums::Parts
  emitPairSum(ElementSums &sums, ArrayRef<int64_t> axes,
              ArrayRef<Readers<ArithValue>> readers, ArithValue offset,
              function_ref<ElementSums::Parts(ArithValue)> load, int64_t count);
  ElementSums::Parts load(const Access &access, FlatBuffer buffer,
                          ArithValue offset);
  ArithValue load(const Read &read, ArithValue offset, ArithValue column);
  /// Integers in memory as the numbers that are summed.
  ElementSums::Parts open(const Access &access, ArithValue bits);
  /// Vectors of what changes no sum.
  ArithValue getNeutral();
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
  /// Which axes around rows have elements that are read twice at most, if
  /// `emitFit` holds.
  SmallVector<bool> areReadTwice;
  ArithValue isReadTwice;
  SmallVector<Term, 3> terms;
  /// The term of the data, between those of borders.
  size_t dataTerm = 0;
  Ends ends = Ends::Elements;
  bool isOfVectors = false;
  /// Which borders read the vectors at the beginning and at the end of a row,
  /// if any, and the first and the last vector.
  const Term *below = nullptr, *above = nullptr;
  Fold head, tail;
  Type elementType;
  ElementSums vectorSums, elementSums;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ADJOINTROWS_H
