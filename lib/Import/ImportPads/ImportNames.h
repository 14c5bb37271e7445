//===- ImportNames.h - Names of models in modules ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IMPORTPADS_IMPORTNAMES_H
#define PAD_LIB_IMPORT_IMPORTPADS_IMPORTNAMES_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir {
class MLIRContext;

namespace pad {

/// `name` between quotes for a message. Characters of UTF-8 stay; control
/// characters, and bytes that are none of UTF-8, are escaped.
std::string quoteName(StringRef name);

/// `name` with everything but ASCII letters, digits and `_` replaced by `_`;
/// never empty, and never begun by a digit.
std::string makeIdentifier(StringRef name);

/// The name of the unregistered op that stands for a node of type `type` from
/// `domain`, which is `system` itself if empty. A domain that is the name of a
/// dialect or of `system` comes after `system`, so that a file cannot name ops
/// that have a meaning here.
std::string makeOpName(StringRef system, StringRef domain, StringRef type,
                       MLIRContext *context);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IMPORTPADS_IMPORTNAMES_H
