//===- OpenVINOTypes.h - Types of OpenVINO IR -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_FILES_OPENVINOTYPES_H
#define PAD_LIB_IMPORT_FILES_OPENVINOTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir {
namespace pad {

/// The type that OpenVINO names `name`, as an element type ("f32") or as a
/// precision ("FP32"). Those without a twin in MLIR (nf4, dynamic) are opaque:
/// `!openvino.nf4`. Null if there is no such type.
Type getOpenVINOElementType(StringRef name, MLIRContext *context);

/// The tensor type of dimensions: numbers, and -1, ? or ranges such as 1..10
/// for what is known only at run time; or "..." alone for an unknown rank.
/// Fails with a diagnostic, which `emitError` begins.
FailureOr<TensorType>
makeOpenVINOType(ArrayRef<StringRef> dimensions, Type elementType,
                 function_ref<InFlightDiagnostic()> emitError);

/// The same of a `shape` attribute such as "1,3,?,1..10".
FailureOr<TensorType>
parseOpenVINOShape(StringRef text, Type elementType,
                   function_ref<InFlightDiagnostic()> emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_FILES_OPENVINOTYPES_H
