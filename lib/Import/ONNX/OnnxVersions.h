//===- OnnxVersions.h - Versions of ONNX's operators ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXVERSIONS_H
#define PAD_LIB_IMPORT_ONNX_ONNXVERSIONS_H

#include "OnnxTypes.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir {
namespace pad {

/// Whether the operators of `domain` are ONNX's own.
bool isOnnxDomain(StringRef domain);

/// The versions of operators that a model or a function of it imports.
struct OnnxVersions {
  /// That of ONNX's own operators.
  std::optional<int64_t> standard;
  /// Those of other domains.
  NamedAttrList others;
};

/// The versions that `imports` state. `emitError` begins an error with the name
/// of the model or function that imports them.
FailureOr<OnnxVersions> readOnnxVersions(
    MLIRContext *context,
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    EmitError emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXVERSIONS_H
