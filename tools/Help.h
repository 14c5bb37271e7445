//===- Help.h - What --help of a tool shows ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_HELP_H
#define PAD_TOOLS_HELP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

namespace mlir {
namespace pad {

/// Whether the command line asks for the short help, and for nothing else.
inline bool asksForHelp(int argc, char **argv) {
  if (argc != 2)
    return false;
  llvm::StringRef argument = argv[1];
  return argument == "--help" || argument == "-help" || argument == "-h";
}

/// Leaves the options that exist by now out of `--help`; `--help-hidden` shows
/// them. At the start of `main`, these are the hundreds that LLVM's passes and
/// code generators bring to every tool.
inline void hideOptionsSoFar() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (name != "help" && name != "help-hidden" && name != "version" &&
        option->getOptionHiddenFlag() == llvm::cl::NotHidden)
      option->setHiddenFlag(llvm::cl::Hidden);
}

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_HELP_H
