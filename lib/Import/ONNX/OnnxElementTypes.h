//===- OnnxElementTypes.h - Element types of ONNX ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXELEMENTTYPES_H
#define PAD_LIB_IMPORT_ONNX_ONNXELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
namespace pad {

/// Numbers of element types in TensorProto.DataType.
namespace onnx_type {
enum Code : int32_t {
  Undefined = 0,
  Float = 1,
  Int64 = 7,
  String = 8,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15
};
} // namespace onnx_type

/// The number of the element type that ONNX calls `name`; 0 if it has none.
int64_t getOnnxElementCode(StringRef name);

/// The type of numbers that have the number `code`; null if ONNX has none.
Type getOnnxNumberType(MLIRContext *context, int64_t code);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXELEMENTTYPES_H
