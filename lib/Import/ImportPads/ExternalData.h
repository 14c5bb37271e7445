//===- ExternalData.h - Data beside a model ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IMPORTPADS_EXTERNALDATA_H
#define PAD_LIB_IMPORT_IMPORTPADS_EXTERNALDATA_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
namespace pad {

/// The folder that `file` is in; empty for standard input.
std::string getModelFolder(StringRef file);

/// The `length` bytes from `offset` on of a regular file below `folder`. A path
/// that leaves the folder, even by a symbolic link, is refused, because a model
/// must not read files that its user did not give it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readDataBeside(StringRef folder, StringRef path, uint64_t offset,
               uint64_t length);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IMPORTPADS_EXTERNALDATA_H
