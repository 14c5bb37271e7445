//===- IndexMath.h - Folding arithmetic on index values ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_INDEXMATH_H
#define PAD_IR_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace pad {

/// Builds arith ops on index values at the insertion point of `b`, folded where
/// the operands are constants.
struct IndexMath {
  OpBuilder &b;
  Location loc;

  Value constant(int64_t value) const {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value value(OpFoldResult ofr) const {
    return getValueOrCreateConstantIndexOp(b, loc, ofr);
  }
  template <typename OpTy>
  Value apply(Value lhs, Value rhs) const {
    return b.createOrFold<OpTy>(loc, lhs, rhs);
  }
  Value add(Value lhs, Value rhs) const {
    return apply<arith::AddIOp>(lhs, rhs);
  }
  Value sub(Value lhs, Value rhs) const {
    return apply<arith::SubIOp>(lhs, rhs);
  }
  Value mul(Value lhs, Value rhs) const {
    return apply<arith::MulIOp>(lhs, rhs);
  }
  Value min(Value lhs, Value rhs) const {
    return apply<arith::MinSIOp>(lhs, rhs);
  }
  Value max(Value lhs, Value rhs) const {
    return apply<arith::MaxSIOp>(lhs, rhs);
  }
  /// `value` moved into `[low, high]`; `low` where that is empty.
  Value clamp(Value value, Value low, Value high) const {
    return max(min(value, high), low);
  }
  /// `lhs / rhs` rounded up, of `lhs >= 0` and `rhs > 0`.
  Value ceilDiv(Value lhs, Value rhs) const {
    return apply<arith::DivUIOp>(add(lhs, sub(rhs, constant(1))), rhs);
  }
  Value cmp(arith::CmpIPredicate predicate, Value lhs, Value rhs) const {
    return b.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  /// Whether both conditions hold.
  Value both(Value lhs, Value rhs) const {
    return apply<arith::AndIOp>(lhs, rhs);
  }
  /// Whether one of two conditions holds, or both do.
  Value either(Value lhs, Value rhs) const {
    return apply<arith::OrIOp>(lhs, rhs);
  }
  /// `integer`, of any signedness, as an index, zero-extended if `isUnsigned`.
  Value castInteger(Value integer, bool isUnsigned) const {
    auto type = cast<IntegerType>(integer.getType());
    // arith has signless integers only.
    if (!type.isSignless())
      integer = UnrealizedConversionCastOp::create(
                    b, loc, b.getIntegerType(type.getWidth()), integer)
                    .getResult(0);
    if (isUnsigned)
      return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(),
                                                  integer);
    return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), integer);
  }
  Value select(Value condition, Value lhs, Value rhs) const {
    return b.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
  }
};

} // namespace pad
} // namespace mlir

#endif // PAD_IR_INDEXMATH_H
