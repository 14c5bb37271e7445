//===- PadReport.h - What the pads of a model cost --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_PADREPORT_H
#define PAD_IMPORT_PADREPORT_H

#include "Pad/IR/PadOps.h"
#include "Pad/Import/Import.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace pad {

/// An op that reads the result of a pad, and what it could do with the pad.
struct PadConsumer {
  enum class Kind {
    /// It has a padding attribute of its own that can take the pad over.
    TakesPad,
    /// A compiler can compute the pad inside of it: it reads windows, or each
    /// element once.
    CanFuse,
    /// It needs the padded tensor in memory, or is not known.
    NeedsTensor
  };
  /// The node of the op, or its location's line; may be empty.
  std::string node;
  std::string opName;
  Kind kind = Kind::NeedsTensor;
};

/// What one pad of a model costs at least.
struct PadCost {
  PadOp pad;
  /// The node that it comes from; may be empty.
  std::string node;
  /// Bytes of the source that the result needs, and bytes of the result;
  /// nullopt if they are not known before run time.
  std::optional<int64_t> bytesRead, bytesWritten;
  SmallVector<PadConsumer> consumers;
};

/// The pads of `model`, in the order of the model.
std::vector<PadCost> analyzePads(ModuleOp model);

/// Prints `costs` as text. A pad's floor is the time that a memory of
/// `bandwidth` bytes a second takes to read and to write its bytes once.
void printPadReport(raw_ostream &os, ArrayRef<PadCost> costs,
                    ArrayRef<OpenPad> openPads, double bandwidth);

/// Prints the same as JSON: an object with `bandwidth` in bytes a second, an
/// array `pads` and an object `sum`; bytes and seconds are numbers, or null
/// where they are not known. `mode` and `periodic` of a pad are lists, of one
/// for each axis, where its axes differ.
void printPadReportAsJSON(raw_ostream &os, ArrayRef<PadCost> costs,
                          ArrayRef<OpenPad> openPads, double bandwidth);

/// Makes `--report` and `--report-json` known to `pad-translate`.
void registerPadReports();

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_PADREPORT_H
