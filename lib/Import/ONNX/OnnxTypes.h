//===- OnnxTypes.h - Types of ONNX ------------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXTYPES_H
#define PAD_LIB_IMPORT_ONNX_ONNXTYPES_H

#include "OnnxProto.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir {
namespace pad {

/// Begins an error that says which part of which file is wrong.
using EmitError = function_ref<InFlightDiagnostic()>;

/// Element types of ONNX, by the numbers of TensorProto.DataType: those after
/// BFLOAT16 are younger than the message types.
namespace onnx_type {
enum Code : int32_t {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26
};
} // namespace onnx_type

/// The element type of the number `code`; null if ONNX has none.
Type getOnnxElementType(MLIRContext *context, int64_t code);

/// The type of a value of which nothing is known: `!onnx.Unknown`.
Type getUnknownOnnxType(MLIRContext *context);

/// Whether nothing is known of values of `type`.
bool isUnknownOnnxType(Type type);

/// The type that the file gives a value. Tensors become tensors, with `?` for
/// symbolic and absent extents and `*` for an absent shape, and others become
/// opaque types (`!onnx.Seq<tensor<*xf32>>`). A type that the file does not
/// state is unknown.
FailureOr<Type> convertOnnxType(MLIRContext *context,
                                const onnx::TypeProto &type,
                                EmitError emitError);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXTYPES_H
