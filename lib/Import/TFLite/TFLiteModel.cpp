//===- TFLiteModel.cpp - A TFLite file, checked ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TFLiteModel.h"
#include "ModelNodes.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::pad;

TFLiteFile::TFLiteFile(llvm::SourceMgr &sources, MLIRContext *context)
    : text(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer()),
      context(context), loc(locateFile(sources, context)) {}

/// How often the importer reads a byte of a file, on average.
static constexpr uint64_t maxReadsOfAByte = 100;

/// Whether the importer would read more than `most` elements of lists and
/// texts. Tables of a flatbuffer may share them, so that a small file could ask
/// for any number of elements.
static bool readsMoreThan(uint64_t most, const tflite::Model &model) {
  uint64_t elements = 0;
  // What has been counted of a list is at least what is iterated over.
  auto add = [&](const auto *...lists) {
    return (elements += (0 + ... + countElements(lists))) > most;
  };
  for (const tflite::SubGraph *graph : getTables(model.subgraphs())) {
    if (add(graph->name(), graph->inputs(), graph->outputs()))
      return true;
    for (const tflite::Tensor *tensor : getTables(graph->tensors())) {
      const flatbuffers::Vector<uint8_t> *data = nullptr;
      if (tensor->buffer() < countElements(model.buffers()))
        data = model.buffers()->Get(tensor->buffer())->data();
      // Each tensor is named after its subgraph, too.
      if (add(graph->name(), tensor->name(), data, tensor->shape(),
              tensor->shape_signature()))
        return true;
    }
    // Each result is named after its tensor.
    for (uint32_t number : readNumbers(graph->outputs()))
      if (number < countElements(graph->tensors()) &&
          add(graph->tensors()->Get(number)->name()))
        return true;
    for (const tflite::Operator *op : getTables(graph->operators()))
      for (const auto *numbers : {op->inputs(), op->outputs()}) {
        if (add(numbers))
          return true;
        for (uint32_t number : readNumbers(numbers))
          if (number < countElements(graph->tensors()))
            if (const auto *how = graph->tensors()->Get(number)->quantization();
                how && add(how->scale(), how->zero_point()))
              return true;
      }
  }
  return false;
}

LogicalResult TFLiteFile::parse() {
  if (text.substr(sizeof(flatbuffers::uoffset_t),
                  flatbuffers::kFileIdentifierLength) !=
      tflite::ModelIdentifier())
    return emitError(getLocation())
           << "the file is no TFLite model: its bytes 4 to 7 are not '"
           << tflite::ModelIdentifier() << "'";
  // What is behind the flatbuffer, which is smaller than 2 GiB, is data.
  StringRef tables = text.take_front(FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  flatbuffers::Verifier verifier(
      reinterpret_cast<const uint8_t *>(tables.data()), tables.size());
  if (!tflite::VerifyModelBuffer(verifier))
    return emitError(getLocation())
           << "the file is damaged or cut off: a table, list or text of the "
              "TFLite model does not lie in the file";
  if (readsMoreThan(maxReadsOfAByte * text.size(), getModel()))
    return emitError(getLocation())
           << "tables of the file share lists or texts, which together have "
              "more than "
           << maxReadsOfAByte
           << " times as many elements as the file has bytes";
  if (getModel().version() != 3)
    return emitError(getLocation())
           << "version " << getModel().version()
           << " of the TFLite schema is not supported: only 3 is; convert the "
              "model again with TensorFlow";
  return success();
}

const tflite::Model &TFLiteFile::getModel() const {
  return *tflite::GetModel(text.data());
}

/// The type of a tensor of `type`; null if there is none. Those without a twin
/// in MLIR are opaque: `!tflite.STRING`.
static Type getElementType(tflite::TensorType type, MLIRContext *context) {
  // As MLIR spells them, in the order of their numbers.
  static constexpr StringLiteral kTypes[] = {
      "f32",      "f16",          "i32",  "ui8", "i64",          "",     "i1",
      "i16",      "complex<f32>", "i8",   "f64", "complex<f64>", "ui64", "",
      "",         "ui32",         "ui16", "i4",  "bf16",         "i2",   "ui4",
      "f8E4M3FN", "f8E5M2"};
  auto number = static_cast<size_t>(type);
  if (number >= std::size(kTypes))
    return {};
  if (!kTypes[number].empty())
    return parseType(kTypes[number], context);
  return OpaqueType::get(StringAttr::get(context, "tflite"),
                         tflite::EnumNameTensorType(type));
}

FailureOr<TensorType> TFLiteFile::readType(const tflite::Tensor &tensor,
                                           StringRef name, bool isConstant) {
  Type elementType = getElementType(tensor.type(), context);
  if (!elementType)
    return emitError(getLocation())
           << name << " has elements of type "
           << static_cast<int>(tensor.type())
           << ", which is no number of a type of TFLite";
  SmallVector<int32_t> shape = readNumbers(tensor.shape());
  SmallVector<int32_t> signature = readNumbers(tensor.shape_signature());
  // As TensorFlow's own importer has it, in GetTensorType of
  // tensorflow/compiler/mlir/lite/flatbuffer_import.cc: scalars and tensors of
  // unknown rank both have no shape, and a signature has the dimensions that
  // the shape claims to be 1.
  if (shape.empty() && signature.empty() && !isConstant && !tensor.has_rank())
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

FailureOr<ArrayRef<char>> TFLiteFile::readData(const tflite::Tensor &tensor,
                                               StringRef name) {
  uint32_t number = tensor.buffer();
  size_t count = countElements(getModel().buffers());
  // Buffer 0 is that of tensors without data.
  if (number == 0)
    return ArrayRef<char>();
  if (number >= count)
    return emitError(getLocation()) << name << " has buffer " << number
                                    << ", but the model has " << count;
  const tflite::Buffer &buffer = *getModel().buffers()->Get(number);
  uint64_t offset = buffer.offset(), size = buffer.size();
  // "offset is ... only valid if > 1": schema.fbs.
  if (countElements(buffer.data()) != 0 || offset <= 1)
    return ArrayRef<char>(
        buffer.data() ? reinterpret_cast<const char *>(buffer.data()->Data())
                      : nullptr,
        countElements(buffer.data()));
  if (offset > text.size() || size > text.size() - offset)
    return emitError(getLocation())
           << name << " has " << size << " bytes from byte " << offset
           << " of the file on, but the file has " << text.size();
  return ArrayRef<char>(text.data() + offset, size);
}

DictionaryAttr TFLiteFile::readQuantization(const tflite::Tensor &tensor) {
  Builder builder(context);
  NamedAttrList attributes;
  const tflite::QuantizationParameters *parameters = tensor.quantization();
  SmallVector<float> scale;
  if (parameters)
    scale = readNumbers(parameters->scale());
  // Without a scale, a tensor is not quantized: ParseQuantization of
  // tensorflow/lite/core/interpreter_builder.cc.
  if (scale.empty())
    return builder.getDictionaryAttr({});
  attributes.set("scale", builder.getDenseF32ArrayAttr(scale));
  attributes.set("zero_point", builder.getDenseI64ArrayAttr(
                                   readNumbers(parameters->zero_point())));
  if (scale.size() > 1)
    attributes.set(
        "axis", builder.getI64IntegerAttr(parameters->quantized_dimension()));
  if (parameters->details_type())
    attributes.set("custom", builder.getUnitAttr());
  return attributes.getDictionary(context);
}

FailureOr<DenseElementsAttr>
mlir::pad::readTFLiteConstant(RankedTensorType type, ArrayRef<char> bytes,
                              Location loc, StringRef name) {
  Type elementType = type.getElementType();
  if (!elementType.isIntOrFloat() && !isa<ComplexType>(elementType))
    return DenseElementsAttr();
  // Several elements in a byte begin with the low bits, as in
  // UnpackDenseInt4IntoInt8 of tensorflow/lite/kernels/internal.
  uint64_t needed = countStoredBytes(type, getStoredBits(elementType));
  if (bytes.size() != needed)
    return emitError(loc) << name << " of type " << type << " has "
                          << bytes.size() << " bytes of data, but needs "
                          << needed;
  return copyStoredElements(type, bytes);
}

std::string mlir::pad::getTFLiteOperatorName(const tflite::OperatorCode &code) {
  // "This field will be used when the value of the extended builtin_code field
  // has less than PLACEHOLDER_FOR_GREATER_OP_CODES": of the two, the larger.
  auto number = std::max(
      static_cast<tflite::BuiltinOperator>(code.deprecated_builtin_code()),
      code.builtin_code());
  if (number == tflite::BuiltinOperator::CUSTOM)
    return "tflite.custom." + makeIdentifier(getText(code.custom_code()));
  StringRef name = tflite::EnumNameBuiltinOperator(number);
  return name.empty()
             ? "tflite.BUILTIN_" + std::to_string(static_cast<int32_t>(number))
             : ("tflite." + name).str();
}

void mlir::pad::addTFLiteOptions(const tflite::Operator &op,
                                 OperationState &state) {
  Builder builder(state.getContext());
  auto addSubgraph = [&](StringRef name, int64_t number) {
    state.addAttribute(name, builder.getI64IntegerAttr(number));
  };
  auto addList = [&](StringRef name, const flatbuffers::Vector<int64_t> *list) {
    state.addAttribute(name, builder.getDenseI64ArrayAttr(readNumbers(list)));
  };
  if (const auto *pad = op.builtin_options_2_as_StablehloPadOptions()) {
    addList("edge_padding_low", pad->edge_padding_low());
    addList("edge_padding_high", pad->edge_padding_high());
    addList("interior_padding", pad->interior_padding());
  } else if (const auto *pad = op.builtin_options_as_MirrorPadOptions()) {
    StringRef mode = tflite::EnumNameMirrorPadMode(pad->mode());
    state.addAttribute(
        "mode", builder.getStringAttr(mode.empty()
                                          ? Twine(static_cast<int>(pad->mode()))
                                          : Twine(mode)));
  } else if (const auto *call = op.builtin_options_as_CallOptions()) {
    addSubgraph("subgraph", call->subgraph());
  } else if (const auto *call = op.builtin_options_as_CallOnceOptions()) {
    addSubgraph("subgraph", call->init_subgraph_index());
  } else if (const auto *branch = op.builtin_options_as_IfOptions()) {
    addSubgraph("then_subgraph", branch->then_subgraph_index());
    addSubgraph("else_subgraph", branch->else_subgraph_index());
  } else if (const auto *loop = op.builtin_options_as_WhileOptions()) {
    addSubgraph("cond_subgraph", loop->cond_subgraph_index());
    addSubgraph("body_subgraph", loop->body_subgraph_index());
  }
}
