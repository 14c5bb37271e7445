//===- ComposedVector.h - Vectors of known lanes ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_COMPOSEDVECTOR_H
#define PAD_ROWS_COMPOSEDVECTOR_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir {
namespace pad {

/// Emits the vector whose lanes are `elements` of a row: loads as few vectors
/// as hold them, and shuffles each one after the first into the result. nullopt
/// is a lane of the vector that `fill` emits. `load` emits the vector that
/// begins with an element. The row is divided into stretches of `stretch`
/// elements, and no vector that is loaded crosses the end of one, unless it is
/// longer than a stretch; then it begins where a stretch does.
Value emitComposedVector(OpBuilder &builder, Location loc,
                         ArrayRef<std::optional<int64_t>> elements,
                         int64_t stretch, function_ref<Value(int64_t)> load,
                         function_ref<Value()> fill);

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_COMPOSEDVECTOR_H
