//===- IntegerExpr.h - Integers that are computed ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a computed integer tensor is made of: an expression for each element.
// `IntegerTensors` makes, owns and emits them.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_INTEGEREXPR_H
#define PAD_IMPORT_INTEGEREXPR_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace mlir {
namespace pad {

/// Arithmetic on integers. A quotient is truncated toward zero; a comparison is
/// 1 where it holds and else 0.
enum class IntegerArithmetic { Add, Sub, Mul, Div, Min, Max, Equal, Less };

/// Whether `arithmetic` compares two numbers.
bool isComparison(IntegerArithmetic arithmetic);

/// An integer that is computed, or a number in floating point on the way to
/// one; `IntegerTensors` owns it. A constant is always a `Number` or a `Real`,
/// because constants are folded when expressions are made.
struct IntegerExpr {
  enum class Kind {
    /// `number`.
    Number,
    /// The extent of axis `number` of `tensor`.
    Extent,
    /// Element `number`, in row-major order, of `tensor`.
    Element,
    /// `lhs` and `rhs` combined by `arithmetic`.
    Arithmetic,
    /// The low bits of `lhs` as a number of `narrowType`.
    Wrap,
    /// `lhs` where `condition` is not 0, else `rhs`.
    Select,
    /// The place of the element in its vector, whose length is not known.
    Place,
    /// `real`, in floating point.
    Real,
    /// `lhs`, an integer or in floating point, in floating point.
    ToReal,
    /// `lhs`, which is in floating point, rounded up if `number` is 1, or down.
    Round,
    /// `lhs`, which is in floating point, truncated toward zero.
    ToInteger
  };

  Kind kind = Kind::Number;
  int64_t number = 0;
  Value tensor = nullptr;
  IntegerArithmetic arithmetic = IntegerArithmetic::Add;
  const IntegerExpr *lhs = nullptr;
  const IntegerExpr *rhs = nullptr;
  const IntegerExpr *condition = nullptr;
  IntegerType narrowType = nullptr;
  double real = 0;
  /// The type of a number in floating point: f32 or f64, or of a constant also
  /// f16 or bf16; null for an integer.
  /// All are computed as this type rounds them.
  FloatType realType = nullptr;
};

/// The number that `expr` is; nullopt if it is known only at run time.
std::optional<int64_t> getConstant(const IntegerExpr *expr);

/// A tensor of known shape, element by element.
struct IntegerTensor {
  /// An integer type of at most 64 bits, index, f16, bf16, f32 or f64.
  /// Constants of type `ui64` are at most the signed maximum; what is known
  /// only at run time may exceed it, and is then negative.
  Type elementType;
  SmallVector<int64_t> shape;
  /// In row-major order.
  SmallVector<const IntegerExpr *> elements;
  /// Of a vector whose length is known only at run time, that length. Its shape
  /// is `[kDynamic]`, and it has one element, a formula of `Place`.
  const IntegerExpr *length = nullptr;
};

/// The elements of `tensor` if all are known.
std::optional<SmallVector<int64_t>> getConstants(const IntegerTensor &tensor);

/// The elements that are constant as index attributes; the others are null.
SmallVector<OpFoldResult> getKnownIndices(const IntegerTensor &tensor);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_INTEGEREXPR_H
