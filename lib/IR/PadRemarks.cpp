//===- PadRemarks.cpp - What became of each pad, as remarks ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadRemarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::pad;

/// Those of a remark `name` on `op`.
static remark::RemarkOpts getOptions(Operation *op, StringRef name) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name)
      .category(kRemarkCategory)
      .function(function ? function.getName() : StringRef());
}

remark::detail::InFlightRemark
mlir::pad::remarkPassed(PadOpInterface pad, StringRef name,
                        const PadTraffic &traffic) {
  remark::detail::InFlightRemark remark =
      remark::passed(pad.getLoc(), getOptions(pad, name));
  if (!remark)
    return remark;
  remark << remark::metric("Modes", pad.getModes().getText());
  if (traffic.read)
    remark << remark::metric("BytesRead", *traffic.read);
  if (traffic.written)
    remark << remark::metric("BytesWritten", *traffic.written);
  return remark;
}

void mlir::pad::remarkMissed(Operation *op, StringRef name, StringRef reason) {
  remark::detail::InFlightRemark remark =
      remark::missed(op->getLoc(), getOptions(op, name));
  if (!remark)
    return;
  if (auto pad = dyn_cast<PadOpInterface>(op))
    remark << remark::metric("Modes", pad.getModes().getText());
  else
    remark << remark::metric("Op", op->getName().getStringRef().str());
  remark << remark::metric("Reason", reason.str());
}
