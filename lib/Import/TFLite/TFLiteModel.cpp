//===- TFLiteModel.cpp - A TFLite file, checked ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TFLiteModel.h"
#include "ImportNames.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

TFLiteFile::TFLiteFile(llvm::SourceMgr &sources, MLIRContext *context)
    : context(context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  text = buffer->getBuffer();
  path = buffer->getBufferIdentifier();
}

Location TFLiteFile::getLocation() const {
  return FileLineColLoc::get(context, path, 0, 0);
}

/// How often the importer reads a byte of a file, on average.
static constexpr uint64_t maxReadsOfAByte = 100;

/// Whether the importer would read more than `most` elements of lists and
/// texts. Tables of a flatbuffer may share them, so that a small file could ask
/// for any number of elements.
static bool readsMoreThan(uint64_t most, const tflite::Model &model) {
  uint64_t elements = 0;
  // What has been counted of a list is at least what is iterated over.
  auto add = [&](uint64_t more) { return (elements += more) > most; };
  constexpr auto tensors = tflite::Subgraph::Tensors;
  constexpr auto operators = tflite::Subgraph::Operators;
  size_t numSubgraphs =
      model.countTables<tflite::Subgraph>(tflite::Model::Subgraphs);
  size_t numBuffers = model.countTables<tflite::Buffer>(tflite::Model::Buffers);
  for (size_t i = 0; i < numSubgraphs; ++i) {
    const auto &graph =
        model.getTable<tflite::Subgraph>(tflite::Model::Subgraphs, i);
    // Each tensor is named after its subgraph, too.
    size_t prefix = graph.countElements(tflite::Subgraph::Name);
    if (add(prefix + graph.countElements(tflite::Subgraph::Inputs) +
            graph.countElements(tflite::Subgraph::Outputs)))
      return true;
    SmallVector<uint64_t> parameters;
    for (size_t j = 0, end = graph.countTables<tflite::Tensor>(tensors);
         j < end; ++j) {
      const auto &tensor = graph.getTable<tflite::Tensor>(tensors, j);
      const auto *quantization =
          tensor.getTable<tflite::Quantization>(tflite::Tensor::Parameters);
      parameters.push_back(
          quantization
              ? quantization->countElements(tflite::Quantization::Scale) +
                    quantization->countElements(tflite::Quantization::ZeroPoint)
              : 0);
      auto number = tensor.getNumber<uint32_t>(tflite::Tensor::BufferIndex);
      uint64_t data = 0;
      if (number < numBuffers)
        data = model.getTable<tflite::Buffer>(tflite::Model::Buffers, number)
                   .countElements(tflite::Buffer::Data);
      if (add(prefix + data + tensor.countElements(tflite::Tensor::Name) +
              tensor.countElements(tflite::Tensor::Shape) +
              tensor.countElements(tflite::Tensor::ShapeSignature)))
        return true;
    }
    for (size_t j = 0, end = graph.countTables<tflite::Operator>(operators);
         j < end; ++j) {
      const auto &op = graph.getTable<tflite::Operator>(operators, j);
      for (unsigned field :
           {tflite::Operator::Inputs, tflite::Operator::Outputs}) {
        if (add(op.countElements(field)))
          return true;
        for (int32_t number : op.getNumbers<int32_t>(field))
          if (number >= 0 && static_cast<size_t>(number) < parameters.size() &&
              add(parameters[number]))
            return true;
      }
    }
  }
  return false;
}

/// What follows the offset of the root (`file_identifier`).
static constexpr char fileIdentifier[] = "TFL3";

LogicalResult TFLiteFile::parse() {
  if (text.substr(sizeof(flatbuffers::uoffset_t),
                  flatbuffers::kFileIdentifierLength) != fileIdentifier)
    return emitError(getLocation())
           << "the file is no TFLite model: its bytes 4 to 7 are not '"
           << fileIdentifier << "'";
  // What is behind the flatbuffer, which is smaller than 2 GiB, is data.
  StringRef tables = text.take_front(FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  flatbuffers::Verifier verifier(
      reinterpret_cast<const uint8_t *>(tables.data()), tables.size());
  if (!verifier.VerifyBuffer<tflite::Model>(fileIdentifier))
    return emitError(getLocation())
           << "the file is damaged or cut off: a table, list or text of the "
              "TFLite model does not lie in the file";
  if (readsMoreThan(maxReadsOfAByte * text.size(), getModel()))
    return emitError(getLocation())
           << "tables of the file share lists or texts, which together have "
              "more than "
           << maxReadsOfAByte
           << " times as many elements as the file has bytes";
  auto version = getModel().getNumber<uint32_t>(tflite::Model::Version);
  if (version != 3)
    return emitError(getLocation())
           << "version " << version
           << " of the TFLite schema is not supported: only 3 is; convert the "
              "model again with TensorFlow";
  return success();
}

const tflite::Model &TFLiteFile::getModel() const {
  return *flatbuffers::GetRoot<tflite::Model>(text.data());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type of `enum TensorType` with this number; null if there is none.
/// Those without a twin in MLIR are opaque: `!tflite.STRING`.
static Type getElementType(int8_t number, MLIRContext *context) {
  Builder builder(context);
  auto getInteger = [&](unsigned width) -> Type {
    return builder.getIntegerType(width);
  };
  auto getUnsigned = [&](unsigned width) -> Type {
    return builder.getIntegerType(width, /*isSigned=*/false);
  };
  auto getOpaque = [&](StringRef name) -> Type {
    return OpaqueType::get(builder.getStringAttr("tflite"), name);
  };
  switch (number) {
  case 0:
    return builder.getF32Type();
  case 1:
    return builder.getF16Type();
  case 2:
    return getInteger(32);
  case 3:
    return getUnsigned(8);
  case 4:
    return getInteger(64);
  case 5:
    return getOpaque("STRING");
  case 6:
    return getInteger(1);
  case 7:
    return getInteger(16);
  case 8:
    return ComplexType::get(builder.getF32Type());
  case 9:
    return getInteger(8);
  case 10:
    return builder.getF64Type();
  case 11:
    return ComplexType::get(builder.getF64Type());
  case 12:
    return getUnsigned(64);
  case 13:
    return getOpaque("RESOURCE");
  case 14:
    return getOpaque("VARIANT");
  case 15:
    return getUnsigned(32);
  case 16:
    return getUnsigned(16);
  case 17:
    return getInteger(4);
  case 18:
    return builder.getBF16Type();
  case 19:
    return getInteger(2);
  case 20:
    return getUnsigned(4);
  case 21:
    return Float8E4M3FNType::get(context);
  case 22:
    return Float8E5M2Type::get(context);
  default:
    return {};
  }
}

FailureOr<TensorType> TFLiteFile::readType(const tflite::Tensor &tensor,
                                           StringRef name, bool isConstant) {
  auto number = tensor.getNumber<int8_t>(tflite::Tensor::Type);
  Type elementType = getElementType(number, context);
  if (!elementType)
    return emitError(getLocation())
           << name << " has elements of type " << static_cast<int>(number)
           << ", which is no number of a type of TFLite";
  auto shape = tensor.getNumbers<int32_t>(tflite::Tensor::Shape);
  auto signature = tensor.getNumbers<int32_t>(tflite::Tensor::ShapeSignature);
  // As TensorFlow's own importer has it, in GetTensorType of
  // tensorflow/compiler/mlir/lite/flatbuffer_import.cc: scalars and tensors of
  // unknown rank both have no shape, and a signature has the dimensions that
  // the shape claims to be 1.
  if (shape.empty() && signature.empty() && !isConstant &&
      !tensor.getNumber<uint8_t>(tflite::Tensor::HasRank))
    return TensorType(UnrankedTensorType::get(elementType));
  if (!signature.empty() && !isConstant) {
    if (!shape.empty() && shape.size() != signature.size())
      return emitError(getLocation())
             << name << " has " << shape.size()
             << " dimensions in 'shape', but " << signature.size()
             << " in 'shape_signature'";
    shape = std::move(signature);
  }
  SmallVector<int64_t> extents;
  for (int32_t extent : shape) {
    if (extent < -1)
      return emitError(getLocation())
             << name << " has the dimension " << extent
             << ", which is neither a number from 0 on nor -1 (unknown)";
    extents.push_back(extent == -1 ? ShapedType::kDynamic : extent);
  }
  return TensorType(RankedTensorType::get(extents, elementType));
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

FailureOr<ArrayRef<char>> TFLiteFile::readData(const tflite::Tensor &tensor,
                                               StringRef name) {
  auto number = tensor.getNumber<uint32_t>(tflite::Tensor::BufferIndex);
  size_t count = getModel().countTables<tflite::Buffer>(tflite::Model::Buffers);
  // Buffer 0 is that of tensors without data.
  if (number == 0)
    return ArrayRef<char>();
  if (number >= count)
    return emitError(getLocation()) << name << " has buffer " << number
                                    << ", but the model has " << count;
  const auto &buffer =
      getModel().getTable<tflite::Buffer>(tflite::Model::Buffers, number);
  ArrayRef<char> data = buffer.getBytes(tflite::Buffer::Data);
  auto offset = buffer.getNumber<uint64_t>(tflite::Buffer::Offset);
  // "offset is ... only valid if > 1": schema.fbs.
  if (!data.empty() || offset <= 1)
    return data;
  auto size = buffer.getNumber<uint64_t>(tflite::Buffer::Size);
  if (offset > text.size() || size > text.size() - offset)
    return emitError(getLocation())
           << name << " has " << size << " bytes from byte " << offset
           << " of the file on, but the file has " << text.size();
  return ArrayRef<char>(text.data() + offset, size);
}

DictionaryAttr TFLiteFile::readQuantization(const tflite::Tensor &tensor) {
  Builder builder(context);
  NamedAttrList attributes;
  const auto *parameters =
      tensor.getTable<tflite::Quantization>(tflite::Tensor::Parameters);
  SmallVector<float> scale;
  if (parameters)
    scale = parameters->getNumbers<float>(tflite::Quantization::Scale);
  // Without a scale, a tensor is not quantized: ParseQuantization of
  // tensorflow/lite/core/interpreter_builder.cc.
  if (scale.empty())
    return builder.getDictionaryAttr({});
  attributes.set("scale", builder.getDenseF32ArrayAttr(scale));
  attributes.set("zero_point",
                 builder.getDenseI64ArrayAttr(parameters->getNumbers<int64_t>(
                     tflite::Quantization::ZeroPoint)));
  if (scale.size() > 1)
    attributes.set("axis",
                   builder.getI64IntegerAttr(parameters->getNumber<int32_t>(
                       tflite::Quantization::Dimension)));
  if (parameters->getNumber<uint8_t>(tflite::Quantization::DetailsType))
    attributes.set("custom", builder.getUnitAttr());
  return attributes.getDictionary(context);
}
