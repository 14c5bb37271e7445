//===- Help.h - What --help of a tool shows ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_HELP_H
#define PAD_TOOLS_HELP_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

namespace mlir {
namespace pad {

/// Whether the command line asks for the short help.
inline bool asksForHelp(int argc, char **argv) {
  return llvm::any_of(
      llvm::ArrayRef<char *>(argv, argc), [](llvm::StringRef argument) {
        return argument == "--help" || argument == "-help" || argument == "-h";
      });
}

/// Leaves the options that exist by now out of `--help`; `--help-hidden` shows
/// them. Called first of all, it is those that the code generators and passes
/// of LLVM bring to every tool, a thousand.
inline void hideOptionsSoFar() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (name != "help" && name != "help-hidden" && name != "version" &&
        option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
}

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_HELP_H
