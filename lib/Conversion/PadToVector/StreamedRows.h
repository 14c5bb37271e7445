//===- StreamedRows.h - Rows past the caches --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_STREAMEDROWS_H
#define PAD_CONVERSION_PADTOVECTOR_STREAMEDROWS_H

#include "AxisValues.h"
#include "RowEmitter.h"
#include "StreamWriter.h"

namespace mlir {
namespace pad {

/// Whether rows of `axis`, without interior pad and in inner blocks of one
/// element, have enough data between borders of at most a vector to be streamed
/// by StreamedLongRows.cpp.
ArithValue emitAreRowsLong(const AxisValues &axis, const VectorShape &vectors,
                           int64_t elementBits);

/// Writes indices `window` of a row through `writer`, to `resultOffset` of the
/// result on. `emit` stores a window of the row in the stage.
void emitStreamedRow(
    VectorMover &mover, StreamWriter &writer, const AxisValues &axis,
    ArithValue innerBlock, FlatBuffer source, ArithValue sourceOffset,
    ArithValue resultOffset, RowWindow window,
    function_ref<void(FlatBuffer, ArithValue, RowWindow)> emit);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_STREAMEDROWS_H
