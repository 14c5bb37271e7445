//===- OnnxConsumers.h - Nodes that take pads over --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXCONSUMERS_H
#define PAD_LIB_IMPORT_ONNX_ONNXCONSUMERS_H

#include "OnnxEdits.h"
#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The attributes with which `op`, a node that reads `padded`, which is `pad`
/// or a cast of it, computes the same of the source of `pad`. Nullopt, and
/// `reason`, if it has no such padding (PadConsumers.h).
std::optional<OnnxAttributeEdits> takePadOver(Operation *op, Value padded,
                                              PadOp pad, std::string &reason);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXCONSUMERS_H
