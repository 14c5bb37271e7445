//===- Options.h - Command line of padc -------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PADC_OPTIONS_H
#define PAD_TOOLS_PADC_OPTIONS_H

#include "Pad/Ranks/ExchangeKernel.h"
#include "Pad/Target/NativeCode.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace mlir {
namespace pad {

/// The options of a one-liner as text; an absent one was not given.
struct KernelText {
  std::optional<std::string> mode, type, shape, low, high, interior, value,
      name;
  bool periodic = false;
  bool adjoint = false;
  bool dynamicPads = false;
};

/// What the command line asks for.
struct PadcOptions {
  /// Print the help or the version, and stop.
  bool help = false, version = false;
  /// The .mlir file or the model, "-" for standard input; empty for a
  /// one-liner.
  std::string input;
  /// The node of the model whose pad is compiled; none for a .mlir file.
  std::optional<std::string> node;
  /// The largest result of that pad, in bytes.
  std::optional<int64_t> maxResultBytes;
  std::string output;
  std::string header;
  /// Write the certificate of the pads to this file, and stop.
  std::string certificate;
  std::string linker;
  NativeOptions native;
  bool emitMLIR = false;
  KernelText kernel;
  /// Extents of the grid of ranks, as text; none for one rank.
  std::optional<std::string> grid;
  /// Print the messages of all ranks of the grid, and stop.
  bool plan = false;
  /// Whether results are halos, and whether sources lie inside of them.
  bool halo = false, inPlace = false;
  MpiLibrary mpi = MpiLibrary::Mpich;
  /// Options of `--lower-pad-to-llvm`, as it reads them.
  std::string lowering;
};

/// Reads the command line; an error says what is wrong with it.
llvm::Expected<PadcOptions> parseCommandLine(int argc, char **argv);

/// Prints the help.
void printHelp(llvm::raw_ostream &os);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PADC_OPTIONS_H
