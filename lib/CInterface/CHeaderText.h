//===- CHeaderText.h - Parts of headers for C -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CINTERFACE_CHEADERTEXT_H
#define PAD_LIB_CINTERFACE_CHEADERTEXT_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir {
namespace pad {

/// The include guard of the header in file `name`.
std::string getIncludeGuard(StringRef name);

/// Writes `lines` as a comment.
void writeComment(raw_ostream &os, ArrayRef<std::string> lines);

/// Writes `result name(parameters);`, at most 80 columns wide.
void writePrototype(raw_ostream &os, StringRef result, StringRef name,
                    ArrayRef<std::string> parameters);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CINTERFACE_CHEADERTEXT_H
