//===- TileChoice.h - What permuted tiles are made of -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_TILECHOICE_H
#define PAD_CONVERSION_PADTOVECTOR_TILECHOICE_H

#include "PlaneKernel.h"

namespace mlir {
namespace pad {

/// The units of permuted tiles, as run time chooses them: planes or rows.
struct TileChoice {
  /// `i1`: whether permuted tiles are legal and profitable; whether units are
  /// planes; whether they are all of one axis; whether the sources of those
  /// with data follow each other; and whether the table has room for those of
  /// all.
  ArithValue isPossible, arePlanes, areOfOneAxis, areStrided, hasRoom;
  /// Elements of a row; rows and elements of a unit.
  ArithValue width, rows, size;
  /// The axis along which units are, and how many of them have data.
  std::optional<AxisValues> axis;
  ArithValue numData;
  /// Units of a group of those, 1 for none.
  ArithValue perGroup;
};

/// Emits the choice in the kernel that fills the table.
TileChoice emitTileChoice(PlaneKernel &kernel);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_TILECHOICE_H
