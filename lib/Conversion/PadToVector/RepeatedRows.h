//===- RepeatedRows.h - Rows that repeat rows of the result -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_REPEATEDROWS_H
#define PAD_CONVERSION_PADTOVECTOR_REPEATEDROWS_H

#include "AxisValues.h"
#include "VectorMover.h"

namespace mlir {
namespace pad {

/// Emits the rows of a plane behind those with data, and then those before
/// them, as copies of rows that are there already; any mode but constant, no
/// interior pad. The plane is at `resultOffset`, all rows of its source are in
/// it, and `copyRow` is given where a row begins and where it goes.
void repeatRows(VectorMover &mover, const AxisValues &outer,
                ArithValue resultOffset,
                function_ref<void(ArithValue, ArithValue)> copyRow);

/// How many rows behind those before the data, of an axis of static numbers in
/// mode wrap, the same rows follow each other once more: the least multiple of
/// the source's extent (wrap reads `j mod D`) at which the two do not overlap.
/// Nullopt in other modes, and where the result has too few rows for that. The
/// source is not empty, and no pad is negative.
std::optional<int64_t> getWrapDistance(const PadAxis &axis);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_REPEATEDROWS_H
