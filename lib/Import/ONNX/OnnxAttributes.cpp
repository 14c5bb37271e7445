//===- OnnxAttributes.cpp - Attributes of ONNX nodes ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxAttributes.h"
#include "OnnxTensors.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

onnx::AttributeProto::AttributeType
mlir::pad::getOnnxAttributeKind(const onnx::AttributeProto &attribute) {
  using Proto = onnx::AttributeProto;
  if (attribute.type() != Proto::UNDEFINED)
    return attribute.type();
  const std::pair<bool, Proto::AttributeType> present[] = {
      {attribute.has_f(), Proto::FLOAT},
      {attribute.has_i(), Proto::INT},
      {attribute.has_s(), Proto::STRING},
      {attribute.has_t(), Proto::TENSOR},
      {attribute.has_g(), Proto::GRAPH},
      {attribute.has_sparse_tensor(), Proto::SPARSE_TENSOR},
      {attribute.has_tp(), Proto::TYPE_PROTO},
      {attribute.floats_size() > 0, Proto::FLOATS},
      {attribute.ints_size() > 0, Proto::INTS},
      {attribute.strings_size() > 0, Proto::STRINGS},
      {attribute.tensors_size() > 0, Proto::TENSORS},
      {attribute.graphs_size() > 0, Proto::GRAPHS},
      {attribute.sparse_tensors_size() > 0, Proto::SPARSE_TENSORS},
      {attribute.type_protos_size() > 0, Proto::TYPE_PROTOS}};
  for (auto [isPresent, kind] : present)
    if (isPresent)
      return kind;
  return Proto::UNDEFINED;
}

/// The attributes that `convert` makes of the messages of `parts`.
template <typename PartsT, typename ConvertT>
static FailureOr<Attribute>
convertParts(MLIRContext *context, const PartsT &parts, ConvertT convert) {
  SmallVector<Attribute> attributes;
  for (const auto &part : parts) {
    auto converted = convert(part);
    if (failed(converted))
      return failure();
    attributes.push_back(*converted);
  }
  return Attribute(ArrayAttr::get(context, attributes));
}

/// `result` as any attribute.
template <typename AttrT>
static FailureOr<Attribute> widen(FailureOr<AttrT> result) {
  if (failed(result))
    return failure();
  return Attribute(*result);
}

FailureOr<Attribute>
mlir::pad::convertOnnxAttribute(MLIRContext *context,
                                const onnx::AttributeProto &attribute,
                                const OnnxData &data, EmitError emitError) {
  using Proto = onnx::AttributeProto;
  Builder builder(context);
  auto convertTensor = [&](const onnx::TensorProto &tensor) {
    return convertOnnxTensor(context, tensor, data, emitError);
  };
  auto convertSparse = [&](const onnx::SparseTensorProto &tensor) {
    return convertOnnxSparseTensor(context, tensor, data, emitError);
  };
  auto convertType = [&](const onnx::TypeProto &proto) -> FailureOr<TypeAttr> {
    FailureOr<Type> type = convertOnnxType(context, proto, emitError);
    if (failed(type))
      return failure();
    return TypeAttr::get(*type);
  };
  switch (getOnnxAttributeKind(attribute)) {
  case Proto::FLOAT:
    return Attribute(builder.getF32FloatAttr(attribute.f()));
  case Proto::INT:
    return Attribute(builder.getI64IntegerAttr(attribute.i()));
  case Proto::STRING:
    return Attribute(builder.getStringAttr(attribute.s()));
  case Proto::TENSOR:
    return widen(convertTensor(attribute.t()));
  case Proto::SPARSE_TENSOR:
    return widen(convertSparse(attribute.sparse_tensor()));
  case Proto::TYPE_PROTO:
    return widen(convertType(attribute.tp()));
  case Proto::FLOATS:
    return Attribute(
        builder.getF32ArrayAttr(llvm::to_vector(attribute.floats())));
  case Proto::INTS:
    return Attribute(
        builder.getI64ArrayAttr(llvm::to_vector(attribute.ints())));
  case Proto::STRINGS:
    return Attribute(builder.getStrArrayAttr(
        llvm::map_to_vector(attribute.strings(), [](const std::string &text) {
          return StringRef(text);
        })));
  case Proto::TENSORS:
    return convertParts(context, attribute.tensors(), convertTensor);
  case Proto::SPARSE_TENSORS:
    return convertParts(context, attribute.sparse_tensors(), convertSparse);
  case Proto::TYPE_PROTOS:
    return convertParts(context, attribute.type_protos(), convertType);
  case Proto::GRAPH:
  case Proto::GRAPHS:
    return emitError() << "a graph is not expected here";
  case Proto::UNDEFINED:
    break;
  }
  return emitError() << "the attribute holds no value of a kind that ONNX 1.12 "
                        "knows";
}

FailureOr<Attribute>
mlir::pad::convertOnnxConstant(MLIRContext *context,
                               const onnx::AttributeProto &attribute,
                               const OnnxData &data, EmitError emitError) {
  using Proto = onnx::AttributeProto;
  Builder builder(context);
  Proto::AttributeType kind = getOnnxAttributeKind(attribute);
  auto isOne = [&](Proto::AttributeType one, Proto::AttributeType list) {
    return kind == one || kind == list;
  };
  if (kind == Proto::TENSOR)
    return convertOnnxConstantTensor(context, attribute.t(), data, emitError);
  if (kind == Proto::SPARSE_TENSOR)
    return convertOnnxAttribute(context, attribute, data, emitError);
  if (kind == Proto::STRING)
    return Attribute(getOnnxStrings(context, {}, StringRef(attribute.s())));
  if (kind == Proto::STRINGS) {
    SmallVector<StringRef> texts(attribute.strings().begin(),
                                 attribute.strings().end());
    return Attribute(getOnnxStrings(context, int64_t(texts.size()), texts));
  }
  if (!isOne(Proto::FLOAT, Proto::FLOATS) && !isOne(Proto::INT, Proto::INTS))
    return emitError() << "the value of a Constant must be a tensor, a number, "
                          "a string, or a list of these";
  FailureOr<Attribute> value =
      convertOnnxAttribute(context, attribute, data, emitError);
  auto list = dyn_cast<ArrayAttr>(*value);
  SmallVector<int64_t> shape;
  if (list)
    shape.push_back(list.size());
  auto type = RankedTensorType::get(shape, isOne(Proto::INT, Proto::INTS)
                                               ? Type(builder.getI64Type())
                                               : builder.getF32Type());
  return Attribute(DenseElementsAttr::get(
      type, list ? list.getValue() : ArrayRef<Attribute>(*value)));
}
