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

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_REPEATEDROWS_H
