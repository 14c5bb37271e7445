//===- CNames.h - Names that a C and C++ header may use ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CINTERFACE_CNAMES_H
#define PAD_CINTERFACE_CNAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
namespace pad {

/// What a header gives a name to.
enum class CNameUse {
  /// A parameter in the prototype of a function: only the preprocessor, the
  /// grammar, and the types of the prototype see its name.
  Parameter,
  /// A function of external linkage: the whole program sees its name.
  Function
};

/// Why a header for C11 to C23 and C++11 to C++26, which others are included
/// before and after, cannot use `name` for `use`. It completes a sentence that
/// starts with the name: "is a keyword of C or C++". Empty if it can.
llvm::StringRef getCNameClash(llvm::StringRef name, CNameUse use);

} // namespace pad
} // namespace mlir

#endif // PAD_CINTERFACE_CNAMES_H
