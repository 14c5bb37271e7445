//===- OnnxInference.h - Types that a model leaves out ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNXINFERENCE_H
#define PAD_LIB_IMPORT_ONNXINFERENCE_H

#include "mlir/IR/OperationSupport.h"

namespace mlir {
namespace pad {

/// The type of result number `index` of the node that `state` describes, an
/// operator `type` of ONNX itself: as much as follows from its operands,
/// attributes and regions for certain. The rest is unknown.
Type inferOnnxType(const OperationState &state, StringRef type, unsigned index);

/// What is known of a value that the file gives the type `declared` and that
/// `inferred` follows for.
Type mergeOnnxTypes(Type declared, Type inferred);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNXINFERENCE_H
