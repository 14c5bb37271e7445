//===- OnnxTensors.h - Tensors of ONNX --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H
#define PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H

#include "OnnxTypes.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir {
namespace pad {

/// The elements of `tensor`, from whichever of its fields holds them or from a
/// file in `folder`. Its shape counts only if the file has as many bytes.
FailureOr<DenseElementsAttr> convertOnnxTensor(MLIRContext *context,
                                               const onnx::TensorProto &tensor,
                                               StringRef folder,
                                               EmitError emitError);

/// The tensor of strings that has one axis or none.
DenseElementsAttr getOnnxStrings(MLIRContext *context,
                                 ArrayRef<int64_t> extents,
                                 ArrayRef<StringRef> strings);

/// The parts of `tensor`: `{dims, indices, values}`.
FailureOr<DictionaryAttr>
convertOnnxSparseTensor(MLIRContext *context,
                        const onnx::SparseTensorProto &tensor, StringRef folder,
                        EmitError emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXTENSORS_H
