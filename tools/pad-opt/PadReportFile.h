//===- PadReportFile.h - Remarks on pads as JSON ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_OPT_PADREPORTFILE_H
#define PAD_OPT_PADREPORTFILE_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include <mutex>
#include <string>

namespace mlir {
namespace pad {

/// Collects the remarks on pads (PadRemarks.h) of one or more contexts, and
/// writes them as JSON: a list of objects with `name`, `kind` ("passed",
/// "missed", "analysis"), `function`, `file`, `line` and `column` where they
/// are known, and what the remark says. What it says more than once is a list.
class PadReportFile {
public:
  explicit PadReportFile(std::string path) : path(std::move(path)) {}

  /// Gives `context` a remark engine whose remarks on pads this collects.
  void listen(MLIRContext &context);

  /// Writes the file; prints an error if that fails.
  LogicalResult write() const;

private:
  class Streamer;

  std::string path;
  std::mutex mutex;
  llvm::json::Array remarks;
};

} // namespace pad
} // namespace mlir

#endif // PAD_OPT_PADREPORTFILE_H
