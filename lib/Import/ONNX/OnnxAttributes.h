//===- OnnxAttributes.h - Attributes of ONNX nodes --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXATTRIBUTES_H
#define PAD_LIB_IMPORT_ONNX_ONNXATTRIBUTES_H

#include "OnnxSkeleton.h"
#include "OnnxTypes.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir {
namespace pad {

/// What kind of value `attribute` holds; files before IR version 2 do not say.
onnx::AttributeProto::AttributeType
getOnnxAttributeKind(const onnx::AttributeProto &attribute);

/// The value of `attribute`, which holds no graph. `data` has what the parsed
/// model leaves out.
FailureOr<Attribute> convertOnnxAttribute(MLIRContext *context,
                                          const onnx::AttributeProto &attribute,
                                          const OnnxData &data,
                                          EmitError emitError);

/// The value of an ONNX `Constant`, from whichever attribute holds it, as a
/// tensor; a sparse tensor is given as its parts, and one in another file as
/// `convertOnnxConstantTensor` does.
FailureOr<Attribute> convertOnnxConstant(MLIRContext *context,
                                         const onnx::AttributeProto &attribute,
                                         const OnnxData &data,
                                         EmitError emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXATTRIBUTES_H
