//===- RowVectors.h - Vectors of a row with a border ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_ROWVECTORS_H
#define PAD_CONVERSION_PADTOVECTOR_ROWVECTORS_H

#include "PlaneKernel.h"

namespace mlir {
namespace pad {

/// Emits the vectors of dynamic rows that hold a border, without a branch: the
/// first and the last one, or the only one. Each is permuted from a vector of
/// the source row; in mode wrap, or where the target does not permute such
/// elements, it is merged from several. The row axis has no interior pad and
/// inner blocks of one element.
class RowVectors {
public:
  enum class Loads {
    /// Rows have at least a vector of data, inside of which all loads lie; the
    /// target permutes elements.
    Whole,
    /// By masks, in rows of any length: of two vectors or, without
    /// permutations, more, and of one.
    Masked,
    MaskedOne
  };

  /// Whether rows of `axis`, whose indices have `innerBlock` elements each,
  /// have at least `minData` elements of data, and borders that are one run
  /// each and fit a vector of `lanes`.
  static ArithValue emitFitWhole(const AxisValues &axis, ArithValue innerBlock,
                                 int64_t lanes, int64_t minData);
  /// Whether rows of `axis` can be moved by masks: no border exceeds a vector,
  /// none reaches into the vector at the other end, and each is one run.
  static ArithValue emitFitMasked(VectorMover &mover, const AxisValues &axis);

  /// Whether masks merge vectors of rows of `axis` from several loads, also
  /// where the target permutes elements.
  static bool areMerged(const AxisValues &axis) {
    return axis.extension.kind == PadRunKind::Forward;
  }

  /// Built outside the loops, where it computes what all rows share. Each index
  /// of `axis` has `innerBlock` elements: one where loads are masked.
  RowVectors(VectorMover &mover, const AxisValues &axis, ArithValue innerBlock,
             Loads loads);

  /// The last vector of the row whose source is at `sourceOffset`, flush with
  /// its end, or its first one.
  ArithValue emit(FlatBuffer source, ArithValue sourceOffset, bool isLast);
  /// Both, and the vectors between: the whole row.
  void emitRow(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
               ArithValue resultOffset);
  /// A row of padding values, of one vector (`MaskedOne`).
  void fillRow(FlatBuffer result, ArithValue resultOffset);

private:
  /// A vector of the source row, from `index` on: which of its lanes are
  /// loaded, null for all, and how they are permuted. Without permutation, the
  /// border of mode edge is one element, and mirror images are reversed.
  struct Part {
    ArithValue index, loaded, numbers;
    /// Lanes of the result; null for the first part.
    ArithValue lanes;
  };
  /// A vector of the result: its parts, and its lanes of padding values, null
  /// if there are none.
  struct Vector {
    SmallVector<Part, 3> parts;
    ArithValue padding;
  };
  Vector emitVector(bool isLast);
  /// The lanes of a border in the vector at `column`, and the border, of any
  /// mode but constant, as a part that is not permuted.
  ArithValue emitBorderLanes(ArithValue column, bool isLeft);
  Part emitBorder(ArithValue column, bool isLeft);
  /// Lanes `[first, last)`, given as columns, of the vector at `column`.
  ArithValue emitLanes(ArithValue column, ArithValue first, ArithValue last);
  /// The number `first` in the first lane, and the next ones in steps of
  /// `direction`.
  ArithValue emitNumbers(ArithValue first, int64_t direction);
  /// The lanes that a border of blocks reads, reversed or repeated ones, of the
  /// vector of the source row from `index` on.
  ArithValue emitBlockNumbers(ArithValue index, bool isLeft);
  ArithValue load(const Part &part, FlatBuffer source, ArithValue sourceOffset);

  VectorMover &mover;
  /// In elements, but for the positions of its borders.
  AxisValues axis;
  ArithValue innerBlock;
  /// What the first and the last index of a row read, in elements; of blocks
  /// that are reversed or repeated.
  ArithValue firstPosition, lastPosition;
  Loads loads;
  Vector first, last;
  /// The column of the last vector, or the lanes of the only one.
  ArithValue lastColumn, stored;
};

/// Whether rows of `axis`, without interior pad and in inner blocks of one
/// element, have enough data between borders of at most a vector to be streamed
/// as long rows (StreamedPlanes.cpp).
ArithValue emitAreRowsLong(const AxisValues &axis, const VectorShape &vectors,
                           int64_t elementBits);

/// Emits all rows of the planes of `kernel` as such vectors, by `loads`.
void emitPlanes(PlaneKernel &kernel, RowVectors::Loads loads, EmittedWay way);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_ROWVECTORS_H
