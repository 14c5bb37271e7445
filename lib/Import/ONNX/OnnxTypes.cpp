//===- OnnxTypes.cpp - Types of ONNX --------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxTypes.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

Type mlir::pad::getOnnxElementType(MLIRContext *context, int64_t code) {
  if (code == onnx_type::String)
    return LLVM::LLVMPointerType::get(context);
  return getOnnxNumberType(context, code);
}

/// The type `!onnx.<text>`.
static Type getOpaque(MLIRContext *context, const Twine &text) {
  return OpaqueType::get(StringAttr::get(context, "onnx"), text.str());
}

Type mlir::pad::getUnknownOnnxType(MLIRContext *context) {
  return getOpaque(context, "Unknown");
}

bool mlir::pad::isUnknownOnnxType(Type type) {
  return type == getUnknownOnnxType(type.getContext());
}

/// The type of a container named `name` of values of type `element`.
static Type getContainer(const Twine &name, Type element) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << element;
  return getOpaque(element.getContext(), name + "<" + text + ">");
}

/// The extents of `shape`.
static FailureOr<SmallVector<int64_t>>
convertShape(const onnx::TensorShapeProto &shape, EmitError emitError) {
  SmallVector<int64_t> extents;
  for (auto [axis, dim] : llvm::enumerate(shape.dim())) {
    // -1 is how some exporters write an extent that they do not know.
    int64_t extent = dim.has_dim_value() && dim.dim_value() != -1
                         ? dim.dim_value()
                         : ShapedType::kDynamic;
    if (extent < 0 && !(ShapedType::isDynamic(extent) &&
                        dim.dim_value() != ShapedType::kDynamic))
      return emitError() << "the extent of axis " << axis << " is "
                         << dim.dim_value() << ", but must not be negative";
    extents.push_back(extent);
  }
  return extents;
}

/// The type of tensors; `MessageT` is that of dense or of sparse ones.
template <typename MessageT>
static FailureOr<Type> convertTensorType(MLIRContext *context,
                                         const MessageT &type,
                                         EmitError emitError) {
  if (type.elem_type() == onnx_type::Undefined)
    return getUnknownOnnxType(context);
  Type element = getOnnxElementType(context, type.elem_type());
  if (!element)
    return emitError() << "the element type " << type.elem_type()
                       << " is none of ONNX, which has 1 to 26";
  if (!type.has_shape())
    return Type(UnrankedTensorType::get(element));
  FailureOr<SmallVector<int64_t>> extents =
      convertShape(type.shape(), emitError);
  if (failed(extents))
    return failure();
  return Type(RankedTensorType::get(*extents, element));
}

FailureOr<Type> mlir::pad::convertOnnxType(MLIRContext *context,
                                           const onnx::TypeProto &type,
                                           EmitError emitError) {
  // Messages nest no deeper than protobuf reads them.
  auto convertPart = [&](const onnx::TypeProto &part, const Twine &name) {
    FailureOr<Type> element = convertOnnxType(context, part, emitError);
    return failed(element) ? element : getContainer(name, *element);
  };
  switch (type.value_case()) {
  case onnx::TypeProto::kTensorType:
    return convertTensorType(context, type.tensor_type(), emitError);
  case onnx::TypeProto::kSparseTensorType: {
    FailureOr<Type> tensor =
        convertTensorType(context, type.sparse_tensor_type(), emitError);
    return failed(tensor) ? tensor : getContainer("SparseTensor", *tensor);
  }
  case onnx::TypeProto::kSequenceType:
    return convertPart(type.sequence_type().elem_type(), "Seq");
  case onnx::TypeProto::kOptionalType:
    return convertPart(type.optional_type().elem_type(), "Opt");
  case onnx::TypeProto::kMapType: {
    int32_t code = type.map_type().key_type();
    Type key = getOnnxElementType(context, code);
    if (!key)
      return emitError() << "the key type " << code
                         << " is none of ONNX, which has 1 to 26";
    std::string text;
    llvm::raw_string_ostream(text) << key;
    return convertPart(type.map_type().value_type(), "Map<" + text + ", ");
  }
  case onnx::TypeProto::kOpaqueType:
  case onnx::TypeProto::VALUE_NOT_SET:
    return getUnknownOnnxType(context);
  }
  llvm_unreachable("every kind of types is handled");
}
