//===- OnnxInference.h - Types that a model leaves out ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXINFERENCE_H
#define PAD_LIB_IMPORT_ONNX_ONNXINFERENCE_H

#include "mlir/IR/OperationSupport.h"

namespace mlir {
namespace pad {

/// The type of result number `index` of the node that `state` describes, an
/// operator `type` of ONNX itself. It states only what certainly follows from
/// the operands, attributes and regions of the node.
Type inferOnnxType(const OperationState &state, StringRef type, unsigned index);

/// The type of a value to which the file gives the type `declared`, and for
/// which `inferred` follows.
Type mergeOnnxTypes(Type declared, Type inferred);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXINFERENCE_H
