//===- OutputFiles.h - All files or none ------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_COMPILER_OUTPUTFILES_H
#define PAD_COMPILER_OUTPUTFILES_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir {
namespace pad {

/// A file to write.
struct OutputFile {
  std::string path;
  std::string bytes;
  /// Whether it may be executed or loaded.
  bool executable = false;
};

/// Writes all of `files` or, on an error, none: each is complete before it gets
/// its name. An existing file of that name is replaced if it is a regular file.
llvm::Error writeOutputFiles(ArrayRef<OutputFile> files);

} // namespace pad
} // namespace mlir

#endif // PAD_COMPILER_OUTPUTFILES_H
