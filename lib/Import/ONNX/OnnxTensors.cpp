//===- OnnxTensors.cpp - Tensors and attributes of ONNX as MLIR's ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxTypes.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::pad;

/// The number of elements that `dims` give. It is checked, because a file can
/// contain any numbers here.
static FailureOr<int64_t>
countElements(const google::protobuf::RepeatedField<int64_t> &dims,
              EmitError emitError) {
  int64_t count = 1;
  for (auto [axis, extent] : llvm::enumerate(dims)) {
    if (extent < 0)
      return emitError() << "the extent of axis " << axis
                         << " of the tensor is " << extent
                         << ", but must not be negative";
    // A tensor that any extent makes empty has no elements, however large the
    // others are.
    if (llvm::is_contained(dims, 0)) {
      count = 0;
      continue;
    }
    std::optional<int64_t> product = llvm::checkedMul<int64_t>(count, extent);
    // Bits are counted in the same integers.
    if (!product || *product > INT64_MAX / 128)
      return emitError() << "the extents of the tensor claim more than "
                         << INT64_MAX / 128 << " elements";
    count = *product;
  }
  return count;
}

/// The bytes of `values` as raw data has them.
template <typename StoredT, typename FieldT>
static std::string toBytes(const FieldT &values) {
  std::string bytes;
  for (auto value : values) {
    auto stored = static_cast<StoredT>(value);
    bytes.append(reinterpret_cast<const char *>(&stored), sizeof(stored));
  }
  return bytes;
}

/// The raw data of `tensor`, whose elements are in a typed field.
static FailureOr<std::string> getTypedBytes(const onnx::TensorProto &tensor,
                                            int64_t bits, EmitError emitError) {
  switch (tensor.data_type()) {
  case onnx_type::Float:
  case onnx_type::Complex64:
    return toBytes<float>(tensor.float_data());
  case onnx_type::Double:
  case onnx_type::Complex128:
    return toBytes<double>(tensor.double_data());
  case onnx_type::Int64:
    return toBytes<int64_t>(tensor.int64_data());
  case onnx_type::UInt64:
    return toBytes<uint64_t>(tensor.uint64_data());
  case onnx_type::UInt32:
    return toBytes<uint32_t>(tensor.uint64_data());
  default:
    break;
  }
  // Elements of less than a byte are packed; each value of the field holds one
  // byte of them.
  int64_t width = std::max<int64_t>(bits, 8);
  int64_t least = -(int64_t(1) << (width - 1));
  int64_t most = (int64_t(1) << width) - 1;
  for (int64_t value : tensor.int32_data())
    if (value < least || value > most)
      return emitError() << "the value " << value << " of the tensor does not "
                         << "fit into an element of " << width << " bits";
  if (width == 8)
    return toBytes<uint8_t>(tensor.int32_data());
  return width == 16 ? toBytes<uint16_t>(tensor.int32_data())
                     : toBytes<uint32_t>(tensor.int32_data());
}

/// The number that the external data of `tensor` gives for `key`.
static FailureOr<uint64_t> getExternalNumber(const onnx::TensorProto &tensor,
                                             StringRef key, uint64_t otherwise,
                                             EmitError emitError) {
  uint64_t number = otherwise;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data())
    if (entry.key() == key &&
        StringRef(entry.value()).getAsInteger(/*Radix=*/10, number))
      return emitError() << "the " << key
                         << " of the external data is no number of bytes";
  return number;
}

/// Where the `size` bytes of `tensor`, of `type`, are outside of the model.
static FailureOr<DictionaryAttr>
convertExternal(const onnx::TensorProto &tensor, RankedTensorType type,
                uint64_t size, EmitError emitError) {
  StringRef path;
  for (const onnx::StringStringEntryProto &entry : tensor.external_data())
    if (entry.key() == "location")
      path = entry.value();
  FailureOr<uint64_t> offset =
      getExternalNumber(tensor, "offset", 0, emitError);
  FailureOr<uint64_t> length =
      getExternalNumber(tensor, "length", size, emitError);
  if (failed(offset) || failed(length))
    return failure();
  if (*length != size)
    return emitError() << "the external data has " << *length
                       << " bytes, but the shape of the tensor claims " << size;
  return makeExternalElements(type, path, *offset, size);
}

/// The tensor of strings that has one axis or none.
static DenseElementsAttr getStrings(MLIRContext *context,
                                    ArrayRef<int64_t> extents,
                                    ArrayRef<StringRef> strings) {
  Type element = getOnnxElementType(context, onnx_type::String);
  return DenseStringElementsAttr::get(RankedTensorType::get(extents, element),
                                      strings);
}

/// The strings of `tensor`; there must be `count` of them.
static FailureOr<Attribute> convertStrings(MLIRContext *context,
                                           const onnx::TensorProto &tensor,
                                           int64_t count, EmitError emitError) {
  if (tensor.string_data_size() != count)
    return emitError() << "the tensor has " << tensor.string_data_size()
                       << " strings, but its shape claims " << count;
  auto strings = llvm::map_to_vector(
      tensor.string_data(), [](const std::string &s) { return StringRef(s); });
  return Attribute(
      getStrings(context, llvm::to_vector(tensor.dims()), strings));
}

FailureOr<Attribute> mlir::pad::convertOnnxConstantTensor(
    MLIRContext *context, const onnx::TensorProto &tensor, const OnnxData &data,
    EmitError emitError) {
  Type elementType = getOnnxElementType(context, tensor.data_type());
  if (!elementType)
    return emitError() << "the element type " << tensor.data_type()
                       << " of the tensor is none of ONNX, which has 1 to 26";
  if (tensor.has_segment())
    return emitError() << "the tensor is one segment of several, which are not "
                          "read; save the model with whole tensors";
  FailureOr<int64_t> count = countElements(tensor.dims(), emitError);
  if (failed(count))
    return failure();
  if (tensor.data_type() == onnx_type::String)
    return convertStrings(context, tensor, *count, emitError);

  int64_t bits = getStoredBits(elementType);
  int64_t size = llvm::divideCeil(*count * bits, 8);
  auto type =
      RankedTensorType::get(llvm::to_vector(tensor.dims()), elementType);
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
    return convertExternal(tensor, type, size, emitError);
  std::string typed;
  StringRef bytes;
  std::optional<StringRef> leftOut = data.getLeftOut(tensor);
  if (leftOut) {
    bytes = *leftOut;
  } else if (!tensor.raw_data().empty()) {
    bytes = tensor.raw_data();
  } else {
    FailureOr<std::string> data = getTypedBytes(tensor, bits, emitError);
    if (failed(data))
      return failure();
    typed = std::move(*data);
    bytes = typed;
  }
  if (bytes.size() != uint64_t(size))
    return emitError() << "the tensor has " << bytes.size()
                       << " bytes of data, but its shape claims " << *count
                       << (*count == 1 ? " element" : " elements") << " in "
                       << size << (size == 1 ? " byte" : " bytes");
  // The parsed model goes away.
  std::unique_ptr<llvm::MemoryBuffer> owner;
  if (!leftOut) {
    owner = llvm::MemoryBuffer::getMemBufferCopy(bytes);
    bytes = owner->getBuffer();
  }
  return Attribute(
      makeStoredElements(type, ArrayRef<char>(bytes.data(), bytes.size()),
                         tensor.name(), std::move(owner)));
}

/// The elements of `tensor`, from whichever of its fields or file holds them.
static FailureOr<ElementsAttr> convertTensor(MLIRContext *context,
                                             const onnx::TensorProto &tensor,
                                             const OnnxData &data,
                                             EmitError emitError) {
  FailureOr<Attribute> converted =
      convertOnnxConstantTensor(context, tensor, data, emitError);
  if (failed(converted))
    return failure();
  auto external = dyn_cast<DictionaryAttr>(*converted);
  if (!external)
    return cast<ElementsAttr>(*converted);
  llvm::Expected<ElementsAttr> elements =
      readExternalElements(external, data.folder, tensor.name());
  if (!elements)
    return emitError() << toString(elements.takeError());
  return *elements;
}

FailureOr<Attribute>
mlir::pad::convertOnnxAttribute(MLIRContext *context,
                                const onnx::AttributeProto &attribute,
                                const OnnxData &data, EmitError emitError) {
  using Proto = onnx::AttributeProto;
  Builder builder(context);
  switch (attribute.type()) {
  case Proto::FLOAT:
    return Attribute(builder.getF32FloatAttr(attribute.f()));
  case Proto::INT:
    return Attribute(builder.getI64IntegerAttr(attribute.i()));
  case Proto::STRING:
    return Attribute(builder.getStringAttr(attribute.s()));
  case Proto::TENSOR: {
    FailureOr<ElementsAttr> elements =
        convertTensor(context, attribute.t(), data, emitError);
    return failed(elements) ? FailureOr<Attribute>() : Attribute(*elements);
  }
  case Proto::TYPE_PROTO: {
    FailureOr<Type> type = convertOnnxType(context, attribute.tp(), emitError);
    return failed(type) ? FailureOr<Attribute>() : TypeAttr::get(*type);
  }
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
  default:
    return emitError()
           << "the attribute holds no value of a kind that is read: "
              "a number, string, tensor or type, or a list of "
              "numbers or strings";
  }
}

FailureOr<Attribute>
mlir::pad::convertOnnxConstant(MLIRContext *context,
                               const onnx::AttributeProto &attribute,
                               const OnnxData &data, EmitError emitError) {
  using Proto = onnx::AttributeProto;
  Builder builder(context);
  Proto::AttributeType kind = attribute.type();
  auto isOne = [&](Proto::AttributeType one, Proto::AttributeType list) {
    return kind == one || kind == list;
  };
  if (kind == Proto::TENSOR)
    return convertOnnxConstantTensor(context, attribute.t(), data, emitError);
  if (kind == Proto::STRING)
    return Attribute(getStrings(context, {}, StringRef(attribute.s())));
  if (kind == Proto::STRINGS) {
    SmallVector<StringRef> texts(attribute.strings().begin(),
                                 attribute.strings().end());
    return Attribute(getStrings(context, int64_t(texts.size()), texts));
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
