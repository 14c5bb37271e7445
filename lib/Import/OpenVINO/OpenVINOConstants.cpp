//===- OpenVINOConstants.cpp - Data of OpenVINO constants -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOModel.h"
#include "OpenVINOTypes.h"
#include "Pad/Import/StoredElements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::pad;

/// The bits of an element in the file; 0 for a type whose elements are not
/// known, or are packed in different ways by versions of OpenVINO.
static unsigned getOpenVINOBits(Type elementType) {
  if (elementType.isInteger(1) && elementType.isSignlessInteger())
    return 8;
  if (!elementType.isIntOrFloat())
    return 0;
  unsigned width = elementType.getIntOrFloatBitWidth();
  return width == 1 || width == 4 || width % 8 == 0 ? width : 0;
}

/// Unpacks elements of one bit, which begin with the high bit of a byte.
static DenseElementsAttr unpackBits(RankedTensorType type,
                                    ArrayRef<char> bytes) {
  SmallVector<APInt> elements;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i) {
    auto byte = static_cast<uint8_t>(bytes[i / 8]);
    elements.push_back(APInt(1, (byte >> (7 - i % 8)) & 1));
  }
  return DenseElementsAttr::get(type, elements);
}

/// The bytes of a layer in the .bin file beside the model, at least `needed`.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
readBytes(OpenVINOFile &file, const OpenVINOLayer &layer, pugi::xml_node data,
          uint64_t needed) {
  FailureOr<uint64_t> offset =
      file.readUnsigned(data, "offset", layer.description);
  FailureOr<uint64_t> size = file.readUnsigned(data, "size", layer.description);
  if (failed(offset) || failed(size))
    return failure();
  if (*size < needed)
    return layer.emitError() << " has a size of " << *size
                             << " bytes, but its shape needs " << needed;
  SmallString<128> binary = llvm::sys::path::filename(file.getPath());
  llvm::sys::path::replace_extension(binary, "bin");
  auto contents =
      readDataBeside(getModelFolder(file.getPath()), binary, *offset, *size);
  if (!contents)
    return layer.emitError() << ": " << llvm::toString(contents.takeError());
  return std::move(*contents);
}

FailureOr<DenseElementsAttr>
mlir::pad::readOpenVINOConstant(OpenVINOFile &file,
                                const OpenVINOLayer &layer) {
  pugi::xml_node data = layer.node.child("data");
  auto type = layer.outputs.size() == 1
                  ? dyn_cast<RankedTensorType>(layer.outputs[0].type)
                  : RankedTensorType();
  if (!data || !layer.inputs.empty() || !type || !type.hasStaticShape())
    return layer.emitError()
           << " is a Const: it has an element 'data', no inputs and one output "
              "of static shape";
  std::string reason;
  Type elementType = getOpenVINOElementType(
      data.attribute("element_type").value(), file.getContext());
  FailureOr<TensorType> declared = parseOpenVINOShape(
      data.attribute("shape").value(),
      elementType ? elementType : type.getElementType(), reason);
  if (failed(declared))
    return emitError(layer.loc)
           << "attribute 'shape' of " << layer.description << ": " << reason;
  if (!elementType || *declared != type)
    return layer.emitError()
           << " has element type "
           << quoteName(data.attribute("element_type").value()) << " and shape "
           << quoteName(data.attribute("shape").value())
           << ", but its output port " << type;

  unsigned bits = getOpenVINOBits(elementType);
  uint64_t needed = bits == 0 ? 0 : countStoredBytes(type, bits);
  auto buffer = readBytes(file, layer, data, needed);
  if (failed(buffer))
    return failure();
  ArrayRef<char> bytes((*buffer)->getBufferStart(), (*buffer)->getBufferSize());
  if (bits == 0)
    return DenseElementsAttr(DenseIntElementsAttr::get(
        RankedTensorType::get(static_cast<int64_t>(bytes.size()),
                              IntegerType::get(file.getContext(), 8)),
        ArrayRef<int8_t>(reinterpret_cast<const int8_t *>(bytes.data()),
                         bytes.size())));
  ArrayRef<char> elements = bytes.take_front(needed);
  return bits == 1 ? unpackBits(type, elements)
                   : copyStoredElements(type, elements);
}
