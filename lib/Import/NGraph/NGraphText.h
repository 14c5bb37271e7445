//===- NGraphText.h - What the parser of JSON does not tell -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM's parser of JSON does not say where values are, keeps the last value of
// a key that appears twice, and reads a number that is too large as infinity.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_NGRAPH_NGRAPHTEXT_H
#define PAD_LIB_IMPORT_NGRAPH_NGRAPHTEXT_H

#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir {
namespace pad {

/// The deepest nesting of lists and objects that is read; more would exhaust
/// the stack of the parser.
constexpr unsigned kMaxNGraphTextDepth = 256;

/// A place of a text that the parser of JSON accepts, but with another meaning
/// than it says.
struct NGraphTextFault {
  size_t offset;
  std::string text;
  /// The number of the function, and that of its node if the place is in one.
  unsigned function = 0;
  std::optional<unsigned> node = std::nullopt;
};

/// What is found without the parser.
struct NGraphTextScan {
  /// Where the nodes of each function start.
  SmallVector<SmallVector<size_t>> nodeOffsets;
  /// The first fault, if there is one.
  std::optional<NGraphTextFault> fault;
  /// Where lists and objects are nested too deeply, if they are. The scan ends
  /// there.
  std::optional<size_t> tooDeep;
};

/// Scans `text`, which may be no JSON: the parser says that.
NGraphTextScan scanNGraphText(StringRef text);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_NGRAPH_NGRAPHTEXT_H
