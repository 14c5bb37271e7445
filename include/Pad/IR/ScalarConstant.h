//===- ScalarConstant.h - Constants of any element type ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SCALARCONSTANT_H
#define PAD_IR_SCALARCONSTANT_H

#include "mlir/IR/Builders.h"

namespace mlir {
namespace pad {

/// Creates the constant `attribute`, an integer, a float or a pair of them, as
/// a scalar of `type`. For a quantized type, the attribute has its storage
/// type. Null if no op makes the constant; nothing is created then.
Value createScalarConstant(OpBuilder &builder, Location loc, Type type,
                           Attribute attribute);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SCALARCONSTANT_H
