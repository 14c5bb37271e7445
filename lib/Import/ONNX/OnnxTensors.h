//===- OnnxTensors.h - Tensors of ONNX --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H
#define PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H

#include "OnnxSkeleton.h"
#include "OnnxTypes.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir {
namespace pad {

/// The elements of `tensor`, from whichever of its fields or file holds them.
/// Its shape counts only if there are as many bytes.
FailureOr<ElementsAttr> convertOnnxTensor(MLIRContext *context,
                                          const onnx::TensorProto &tensor,
                                          const OnnxData &data,
                                          EmitError emitError);

/// The same of a constant: data in another file is not read, but described
/// (`makeExternalElements`).
FailureOr<Attribute> convertOnnxConstantTensor(MLIRContext *context,
                                               const onnx::TensorProto &tensor,
                                               const OnnxData &data,
                                               EmitError emitError);

/// The tensor of strings that has one axis or none.
DenseElementsAttr getOnnxStrings(MLIRContext *context,
                                 ArrayRef<int64_t> extents,
                                 ArrayRef<StringRef> strings);

/// The value of `attribute`, which holds no graph. `data` has what the parsed
/// model leaves out.
FailureOr<Attribute> convertOnnxAttribute(MLIRContext *context,
                                          const onnx::AttributeProto &attribute,
                                          const OnnxData &data,
                                          EmitError emitError);

/// The value of an ONNX `Constant`, from whichever attribute holds it, as a
/// tensor; one in another file as `convertOnnxConstantTensor` does.
FailureOr<Attribute> convertOnnxConstant(MLIRContext *context,
                                         const onnx::AttributeProto &attribute,
                                         const OnnxData &data,
                                         EmitError emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H
