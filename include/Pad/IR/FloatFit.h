//===- FloatFit.h - Numbers that a float type has ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Small float types lack some of NaN, infinity, zero and sign, and LLVM gives
// another number for what they lack.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_FLOATFIT_H
#define PAD_IR_FLOATFIT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/APFloat.h"
#include <optional>

namespace mlir {
namespace pad {

/// What floats of a type have for a number.
enum class FloatFit {
  /// The number, or the nearest one of theirs.
  Nearest,
  /// Nothing: its magnitude rounds to more than that of their largest one.
  TooLarge,
  /// Nothing: it is a NaN, an infinity, a negative number or a zero, of which
  /// they have none.
  None
};

/// What floats of `semantics` have for `number`.
FloatFit getFloatFit(const APFloat &number,
                     const llvm::fltSemantics &semantics);

/// The float of `semantics` that `text` says, rounded to the nearest, and in
/// `fit` whether there is one. Nullopt if `text` is no number.
std::optional<APFloat>
readFloat(StringRef text, const llvm::fltSemantics &semantics, FloatFit &fit);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_FLOATFIT_H
