//===- MaskedRows.h - Rows by masked loads and stores -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_MASKEDROWS_H
#define PAD_CONVERSION_PADTOVECTOR_MASKEDROWS_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Emits dynamic rows without a branch: the vectors of the result,
/// of which the first and the last are merged from data and border by masked
/// loads, or, where the border is padding values or repeats what is near it,
/// permuted from one. Where lanes can be permuted, rows have at most two
/// vectors (LongRows.cpp has the others). The row axis has no interior pad and
/// inner blocks of one element; the target has masks.
class MaskedRows {
public:
  /// Whether rows of `axis` can be moved so: no border exceeds a vector, none
  /// reaches into the vector at the other end, and each is one run.
  static ArithValue emitFits(VectorMover &mover, const AxisValues &axis);

  /// Whether rows of `axis` are at most a vector.
  static ArithValue emitIsOneVector(VectorMover &mover, const AxisValues &axis);

  /// Rows of at most a vector (`isOneVector`), or of more. Built outside the
  /// loops, where it computes what all rows share.
  MaskedRows(VectorMover &mover, const AxisValues &axis, bool isOneVector);

  /// The row whose source is at `sourceOffset`.
  void emit(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
            ArithValue resultOffset);

private:
  /// The border in a vector at one end.
  struct Border {
    /// Where the vector is loaded that holds it, counted from the source row;
    /// and which lanes of that, and of the result.
    ArithValue index, loaded, lanes;
  };
  /// A vector of data and border, of which all that is not the padding value is
  /// in one vector of the source: the index of that one, its lanes that are
  /// there, and which of them are read.
  struct Permutation {
    ArithValue index, loaded, numbers;
  };
  /// Lanes `[first, last)`, which lie in the vector if the row does.
  ArithValue emitLanes(ArithValue first, ArithValue last);
  /// Whether the first and the last vector of rows of `axis` are such.
  static bool arePermuted(VectorMover &mover, const AxisValues &axis);
  /// Of the vector at `column`, read from source index `index` on.
  Permutation emitPermutation(ArithValue column, ArithValue index);
  ArithValue loadPermuted(const Permutation &permutation, FlatBuffer source,
                          ArithValue sourceOffset);
  /// The first or the last vector of a row.
  ArithValue emitEnd(FlatBuffer source, ArithValue sourceOffset, bool isLast);
  /// The right border in the vector at `column`.
  Border emitRightBorder(ArithValue column);
  /// `vector` with `border` in its lanes.
  ArithValue merge(ArithValue vector, const Border &border, FlatBuffer source,
                   ArithValue sourceOffset);
  /// Data of the vector at `column`, whose lanes are `lanes`; padding values
  /// elsewhere in constant mode.
  ArithValue loadData(FlatBuffer source, ArithValue sourceOffset,
                      ArithValue column, ArithValue lanes);

  VectorMover &mover;
  const AxisValues &axis;
  bool isOneVector;
  /// Lanes of data in the first vector, and those of the row where there is no
  /// other.
  ArithValue firstData, stored;
  /// Where there is: the columns of the last vector, flush with the end, and of
  /// the last one that is all data, and the lanes of data in the former.
  ArithValue lastColumn, lastDataColumn, lastData;
  Border left, right;
  Permutation first, last;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_MASKEDROWS_H
