//===- OnnxPad.h - Nodes that pad -------------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXPAD_H
#define PAD_LIB_IMPORT_ONNX_ONNXPAD_H

#include "OnnxNode.h"
#include "Pad/Import/PadImport.h"

namespace mlir {
namespace pad {

/// Replaces `node`, a `Pad`, by what it computes.
ImportResult convertOnnxPadNode(const OnnxNode &node, RewriterBase &rewriter);

/// Replaces `node`, a `CenterCropPad`, by a constant pad.
ImportResult convertOnnxCenterCropPad(const OnnxNode &node,
                                      RewriterBase &rewriter);

/// Replaces the result of `node` by `value`, a tensor of a type that can be
/// cast to its type, and erases what computed its operands if nothing else
/// needs that.
void replaceOnnxNode(const OnnxNode &node, Value value, RewriterBase &rewriter);

/// Why `type` does not fit the type that `node` states for its result; empty if
/// it fits.
std::string explainOtherResult(const OnnxNode &node, RankedTensorType type);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXPAD_H
