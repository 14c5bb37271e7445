//===- PaddingValue.h - The value of padding elements -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADDINGVALUE_H
#define PAD_IR_PADDINGVALUE_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// Whether some result element of `op` may be the padding value: in constant
/// mode, with interior padding, and where an axis of the source may be empty.
bool mayReadPaddingValue(PadOpInterface op);

/// Whether `elementType` has a default padding value (C3): integers, floats
/// with a zero, index, complex, quantized types with one zero point, pointers,
/// and fixed-size vectors of numbers.
bool hasDefaultPaddingValue(Type elementType);

/// The zero point of a quantized type as an integer of its storage type; null
/// for a type without one zero point for all its elements.
TypedAttr getZeroPoint(Type quantizedType);

/// The padding value of `op` if it is a constant: an integer (of the storage
/// type where quantized) or a float. Null if it is not known, or of another
/// type.
TypedAttr getConstantPaddingValue(PadOpInterface op);

/// Whether `emitPaddingValue` has a value for `op`.
bool canEmitPaddingValue(PadOpInterface op);

/// Whether `value` is a constant that is bitwise the default padding value of
/// its type.
bool isDefaultPaddingValue(Value value);

/// Whether the padding value of `op` is bitwise `value`, a value or a constant.
bool isPaddingValue(PadOpInterface op, OpFoldResult value);

/// Whether the padding values of two pads of one element type are known to be
/// bitwise equal.
bool haveSamePaddingValue(PadOpInterface a, PadOpInterface b);

/// The padding value of `op`: its `value` operand or the default of its element
/// type (C3). Null if the type has no default.
Value emitPaddingValue(OpBuilder &builder, Location loc, PadOpInterface op);

/// The padding value of `op` if some result element may be it, else null. Fails
/// before it emits anything if the type has none.
FailureOr<Value> emitReadPaddingValue(OpBuilder &builder, Location loc,
                                      PadOpInterface op);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADDINGVALUE_H
