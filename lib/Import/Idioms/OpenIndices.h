//===- OpenIndices.h - Indices computed from an extent ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A gather of an axis of unknown extent may compute its indices from the
// extent. Where the axis is long enough, each index is a distance from one of
// the two ends, which is derived; for each shorter axis the indices are
// evaluated and compared.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_OPENINDICES_H
#define PAD_LIB_IMPORT_IDIOMS_OPENINDICES_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// What a gather takes of an axis of unknown extent.
struct OpenReads {
  AxisReads reads;
  /// How entries go on where the axis is too short for them. Nullopt if no
  /// entry is ever taken there, as that would be an error.
  std::optional<ModeSet> modes;
};

/// What `indices`, a vector, read of an axis whose extent the expressions are
/// that `isExtent` holds for. Nullopt if that is up to other numbers, or is
/// not the same ends of the axis for all extents.
std::optional<OpenReads>
getOpenReads(const IntegerTensor &indices, IndexRule rule,
             llvm::function_ref<bool(const IntegerExpr &)> isExtent);

/// The position `expr` on such an axis, counted from the end where it is
/// negative; `INT64_MAX` for the extent. Nullopt for any other number.
std::optional<int64_t>
getOpenPosition(const IntegerExpr *expr,
                llvm::function_ref<bool(const IntegerExpr &)> isExtent);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_OPENINDICES_H
