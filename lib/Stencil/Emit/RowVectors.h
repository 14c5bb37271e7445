//===- RowVectors.h - Vectors composed of lanes of others -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_ROWVECTORS_H
#define PAD_STENCIL_ROWVECTORS_H

#include "Plan/LoopPlan.h"

namespace mlir {
namespace pad {

/// Which vector of a row of results is computed: one in the interior, the first
/// one, the last one, which ends where the row does, the only one of the row,
/// the first and the last one together, or one that reads a stretch of a
/// border.
enum class RowPart { Inside, First, Last, Whole, Ends, Outside };

/// Loads `lanes` elements that are `stride` apart, the first one at `first`.
/// `load` loads a vector of neighbours from an index on. It is never asked for
/// neighbours before the first element or behind the last one.
Value emitStridedLoad(OpBuilder &builder, Location loc, int64_t lanes,
                      int64_t stride, ArithValue first,
                      function_ref<Value(ArithValue)> load);

/// Whether rows of `count` elements that read `extent` elements of the source
/// have `rest` elements besides those of a vector of `lanes`, and are no longer
/// than the pads say.
ArithValue emitHasRowEnds(const RowPad &pad, ArithValue count,
                          ArithValue extent, int64_t rest, int64_t lanes);

/// What the first or the last vector of a row reads at offset `tap` of its
/// window. `load` loads a vector of neighbours of the source from an index on,
/// and `fill` makes one of the padding value.
Value emitRowEnd(OpBuilder &builder, Location loc, const RowPad &pad,
                 RowPart part, int64_t tap, ArithValue extent, int64_t lanes,
                 function_ref<Value(ArithValue)> load,
                 function_ref<Value()> fill);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_ROWVECTORS_H
