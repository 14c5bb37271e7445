//===- FailingCase.h - Random cases that failed, as files -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_FAILINGCASE_H
#define PAD_TEST_UNIT_FAILINGCASE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir {
namespace pad {
struct LowerPadToLLVMOptions;

/// The command that lowers the file `%s` with `options`.
std::string getLoweringCommand(const LowerPadToLLVMOptions &options);

/// Writes a random case that failed to `failing-cases/TEST.mlir` beside the
/// tests' executable: `command`, whose `%s` is the file, and `notes` as
/// comments, then the IR `text`. Of several cases of a test the one of the
/// shortest IR stays. Returns a line for the failure that names the file.
std::string keepFailingCase(StringRef command, const Twine &notes,
                            StringRef text);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_FAILINGCASE_H
