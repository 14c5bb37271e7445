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

/// Emits the vector whose lanes are `elements` of a row: as few vectors as hold
/// them, and a shuffle for each after the first. nullopt is a lane of the
/// vector that `fill` emits. `load` emits the vector that begins with an
/// element. No vector leaves the stretch of `stretch` elements that it begins
/// in, of which the first begins with element 0; one that is longer than a
/// stretch begins with it.
Value emitComposedVector(OpBuilder &builder, Location loc,
                         ArrayRef<std::optional<int64_t>> elements,
                         int64_t stretch, function_ref<Value(int64_t)> load,
                         function_ref<Value()> fill);

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_COMPOSEDVECTOR_H
