//===- SameFile.h - Whether two paths name one file -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_SAMEFILE_H
#define PAD_TOOLS_SAMEFILE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <initializer_list>

namespace mlir {
namespace pad {

/// Whether `a` and `b` name one regular file, which may not exist yet. Devices
/// and the standard streams, "-", are written one after the other.
inline bool isSameFile(llvm::StringRef a, llvm::StringRef b) {
  namespace fs = llvm::sys::fs;
  namespace path = llvm::sys::path;
  if (a.empty() || b.empty() || a == "-" || b == "-")
    return false;
  if (fs::exists(a) || fs::exists(b))
    return fs::equivalent(a, b) && fs::is_regular_file(a);
  auto folder = [](llvm::StringRef file) {
    llvm::StringRef parent = path::parent_path(file);
    return parent.empty() ? llvm::StringRef(".") : parent;
  };
  return path::filename(a) == path::filename(b) &&
         (a == b || fs::equivalent(folder(a), folder(b)));
}

/// A file of a command line, and what names it there.
struct NamedFile {
  llvm::StringRef role, path;
};

/// An error if two of `files` are one: one would be written over the other.
inline llvm::Error checkDifferentFiles(std::initializer_list<NamedFile> files) {
  for (const NamedFile *a = files.begin(); a != files.end(); ++a)
    for (const NamedFile *b = files.begin(); b != a; ++b)
      if (isSameFile(a->path, b->path))
        return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                       a->role + llvm::Twine(" '") + a->path +
                                           "' and " + b->role + " '" + b->path +
                                           "' are one file; name another one");
  return llvm::Error::success();
}

/// An error if the command line of a tool whose `main` is MLIR's may write its
/// input to `-o`: MLIR opens, and so empties, the output before it has read
/// the input. Only MLIR's parser knows which arguments are values of options,
/// so that every one that is no option counts as an input.
inline llvm::Error checkOutput(int argc, char **argv) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *> arguments(argv + 1, argv + argc);
  llvm::cl::ExpansionContext files(allocator, llvm::cl::TokenizeGNUCommandLine);
  // The parser says what is wrong with a response file.
  if (llvm::Error error = files.expandResponseFiles(arguments))
    llvm::consumeError(std::move(error));
  llvm::SmallVector<llvm::StringRef> inputs, outputs;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument = arguments[i];
    if (!argument.consume_front("-")) {
      inputs.push_back(argument);
      continue;
    }
    argument.consume_front("-");
    if (argument == "o" && i + 1 < arguments.size())
      outputs.push_back(arguments[++i]);
    else if (argument.consume_front("o="))
      outputs.push_back(argument);
  }
  for (llvm::StringRef output : outputs)
    for (llvm::StringRef input : inputs)
      if (llvm::Error error = checkDifferentFiles(
              {{"the input", input}, {"the output", output}}))
        return error;
  return llvm::Error::success();
}

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_SAMEFILE_H
