//===- OnnxOrder.h - Order of the nodes of an ONNX graph --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXORDER_H
#define PAD_LIB_IMPORT_ONNX_ONNXORDER_H

#include "OnnxProto.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
namespace pad {

/// The nodes of a graph or function.
using OnnxNodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

/// `nodes` in an order in which each uses what earlier ones define, and which
/// is otherwise the given one. `isSorted` says whether it is exactly that one.
/// If there is no such order, this is the given one.
SmallVector<const onnx::NodeProto *> orderOnnxNodes(const OnnxNodeList &nodes,
                                                    bool &isSorted);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXORDER_H
