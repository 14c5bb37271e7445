//===- OnnxNodeErrors.h - Errors about ONNX nodes ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXNODEERRORS_H
#define PAD_LIB_IMPORT_ONNX_ONNXNODEERRORS_H

#include "ImportNames.h"
#include "NodeLocations.h"
#include "OnnxProto.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir {
namespace pad {

/// Begins an error about `node`.
inline InFlightDiagnostic emitNodeError(Location loc,
                                        const onnx::NodeProto &node) {
  return emitError(loc) << "node " << quoteName(getNodeName(loc)) << " ("
                        << makeIdentifier(node.op_type()) << ")"
                        << describeFunction(loc) << ": ";
}

/// Begins an error about `attribute` of `node`.
inline InFlightDiagnostic
emitAttributeError(Location loc, const onnx::NodeProto &node,
                   const onnx::AttributeProto &attribute) {
  return emitNodeError(loc, node)
         << "attribute " << quoteName(attribute.name()) << ": ";
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXNODEERRORS_H
