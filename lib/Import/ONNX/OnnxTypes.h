//===- OnnxTypes.h - Types, tensors and attributes of ONNX ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXTYPES_H
#define PAD_LIB_IMPORT_ONNX_ONNXTYPES_H

#include "OnnxNode.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"

// The messages of ONNX 1.12, as the linked library has them. Fields that later
// versions added are read by their numbers, or skipped.
#define ONNX_ML 1
#define ONNX_NAMESPACE onnx
#include "onnx/onnx_pb.h"

namespace mlir {
namespace pad {

/// What the message of a model does not have: it is in files, of which only
/// that is read that somebody asks for.
struct OnnxData {
  /// The folder of the model; empty for one from standard input.
  std::string folder;
  /// The bytes of large tensors in the model, of which the message has only
  /// the numbers.
  std::vector<StringRef> leftOut;

  /// The bytes of `tensor`, if they are left out.
  std::optional<StringRef> getLeftOut(const onnx::TensorProto &tensor) const;
};

/// The model in `bytes` without the elements of its large tensors, which
/// `leftOut` gets. They are not read. What is damaged stays as it is.
std::string makeOnnxSkeleton(StringRef bytes, std::vector<StringRef> &leftOut);

/// A field of a message of protobuf, as it is in a file.
struct WireField {
  int number = 0;
  /// Whether it has a length, as texts, messages and packed lists have.
  bool hasLength = false;
  /// The whole field, and what follows its length.
  StringRef bytes, payload;
  /// Of a field of variable length that has none of these, its number.
  uint64_t value = 0;
};

/// Takes the first field from `message`; nullopt, and takes nothing, if that is
/// empty or damaged. Nothing of a payload is read.
std::optional<WireField> readWireField(StringRef &message);

/// Begins an error that says which part of which file is wrong.
using EmitError = function_ref<InFlightDiagnostic()>;

/// The element type of the number `code`; null if ONNX has none.
Type getOnnxElementType(MLIRContext *context, int64_t code);

/// The type of a value of which nothing is known: `!onnx.Unknown`.
Type getUnknownOnnxType(MLIRContext *context);

/// The type that the file gives a value. Tensors become tensors, with `?` for
/// symbolic and absent extents and `*` for an absent shape. Other types, and
/// those that the file does not state, are unknown.
FailureOr<Type> convertOnnxType(MLIRContext *context,
                                const onnx::TypeProto &type,
                                EmitError emitError);

/// The type of result number `index` of the node that `state` describes, an
/// operator `type` of ONNX itself. It states only what certainly follows from
/// the operands, attributes and regions of the node.
Type inferOnnxType(const OperationState &state, StringRef type, unsigned index);

/// The type of a value to which the file gives the type `declared`, and for
/// which `inferred` follows.
Type mergeOnnxTypes(Type declared, Type inferred);

/// The elements of `tensor`, a constant, from whichever of its fields holds
/// them. Its shape counts only if there are as many bytes. Data in another file
/// is not read, but described (`makeExternalElements`).
FailureOr<Attribute> convertOnnxConstantTensor(MLIRContext *context,
                                               const onnx::TensorProto &tensor,
                                               const OnnxData &data,
                                               EmitError emitError);

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

#endif // PAD_LIB_IMPORT_ONNX_ONNXTYPES_H
