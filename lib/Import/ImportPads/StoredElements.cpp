//===- StoredElements.cpp - Elements as files store them, and where -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/StoredElements.h"
#include "ModelNodes.h"
#include "Pad/Import/ForeignOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::getModelFolder(StringRef file) {
  if (file == "<stdin>" || file == "-")
    return "";
  StringRef folder = llvm::sys::path::parent_path(file);
  return folder.empty() ? "." : folder.str();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::pad::readDataBeside(StringRef folder, StringRef path, uint64_t offset,
                          uint64_t length) {
  namespace fs = llvm::sys::fs;
  std::string name = "the external data " + quoteName(path);
  if (folder.empty())
    return llvm::createStringError(
        name + " is beside the model, and a model from standard "
               "input has no folder; give the model as a file");
  if (path.empty() || path.contains('\0') ||
      llvm::sys::path::is_absolute(path) ||
      llvm::is_contained(llvm::make_range(llvm::sys::path::begin(path),
                                          llvm::sys::path::end(path)),
                         ".."))
    return llvm::createStringError(
        name + " must be a relative path without '..': only files "
               "in the folder of the model are read");
  SmallString<128> joined(folder);
  llvm::sys::path::append(joined, path);
  SmallString<128> realFolder, realPath;
  fs::file_status status;
  std::error_code error = fs::real_path(folder, realFolder);
  if (error || (error = fs::real_path(joined, realPath)))
    return llvm::createStringError(name +
                                   " cannot be read: " + error.message());
  StringRef below = realPath;
  if (!below.consume_front(realFolder) ||
      !(realFolder.ends_with("/") || below.starts_with("/")))
    return llvm::createStringError(
        name + " is a link to a file outside of the folder of the "
               "model; only files in that folder are read");
  if ((error = fs::status(realPath, status)))
    return llvm::createStringError(name +
                                   " cannot be read: " + error.message());
  if (status.type() != fs::file_type::regular_file)
    return llvm::createStringError(name + " is not a regular file");
  if (offset > status.getSize() || length > status.getSize() - offset)
    return llvm::createStringError(
        name + " has " + std::to_string(status.getSize()) +
        " bytes, but the tensor claims " + std::to_string(length) +
        " bytes from byte " + std::to_string(offset) + " on");
  if (length == 0)
    return llvm::MemoryBuffer::getMemBuffer("");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileSlice(realPath, length, offset);
  if (!buffer)
    return llvm::createStringError(
        name + " cannot be read: " + buffer.getError().message());
  return std::move(*buffer);
}

int64_t mlir::pad::getStoredBits(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return 2 * getStoredBits(complexType.getElementType());
  return type.isInteger(1) ? 8 : type.getIntOrFloatBitWidth();
}

uint64_t mlir::pad::countStoredBytes(RankedTensorType type, uint64_t bits) {
  uint64_t count = llvm::is_contained(type.getShape(), 0) ? 0 : 1;
  for (int64_t extent : type.getShape())
    count = llvm::SaturatingMultiply<uint64_t>(count, extent);
  return bits < 8 ? llvm::divideCeil(count, 8 / bits)
                  : llvm::SaturatingMultiply<uint64_t>(count, bits / 8);
}

DenseElementsAttr mlir::pad::copyStoredElements(RankedTensorType type,
                                                ArrayRef<char> bytes) {
  Type elementType = type.getElementType();
  if (bytes.empty())
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (elementType.isInteger(1)) {
    auto values = llvm::map_to_vector(bytes, [](char c) { return c != 0; });
    return DenseElementsAttr::get(type, ArrayRef<bool>(values));
  }
  int64_t bits = getStoredBits(elementType);
  if (bits >= 8)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  // The first element is in the low bits; in MLIR each takes a byte.
  SmallVector<char> unpacked;
  for (int64_t i = 0, e = type.getNumElements(); i != e; ++i)
    unpacked.push_back((bytes[i * bits / 8] >> (i * bits % 8)) &
                       ((1 << bits) - 1));
  return DenseElementsAttr::getFromRawBuffer(type, unpacked);
}

ElementsAttr
mlir::pad::makeStoredElements(RankedTensorType type, ArrayRef<char> bytes,
                              StringRef name,
                              std::unique_ptr<llvm::MemoryBuffer> owner) {
  Type elementType = type.getElementType();
  if (bytes.size() < kLeastStoredBytes || !elementType.isIntOrFloat() ||
      elementType.getIntOrFloatBitWidth() % 8 != 0)
    return copyStoredElements(type, bytes);
  // Whoever reads the text of the module has aligned elements.
  size_t alignment = elementType.getIntOrFloatBitWidth() / 8;
  auto release = [owner = std::move(owner)](void *, size_t, size_t) {};
  return DenseResourceElementsAttr::get(
      type, makeIdentifier(name),
      UnmanagedAsmResourceBlob::allocateWithAlign(bytes, alignment,
                                                  std::move(release)));
}

DictionaryAttr mlir::pad::makeExternalElements(RankedTensorType type,
                                               StringRef path, uint64_t offset,
                                               uint64_t bytes) {
  Builder builder(type.getContext());
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("bytes", builder.getI64IntegerAttr(bytes)),
       builder.getNamedAttr("offset", builder.getI64IntegerAttr(offset)),
       builder.getNamedAttr("path", builder.getStringAttr(path)),
       builder.getNamedAttr("type", TypeAttr::get(type))});
}

llvm::Expected<ElementsAttr>
mlir::pad::readExternalElements(DictionaryAttr external, StringRef folder,
                                StringRef name) {
  auto number = [&](StringRef key) {
    return external.getAs<IntegerAttr>(key).getValue().getZExtValue();
  };
  auto type =
      cast<RankedTensorType>(external.getAs<TypeAttr>("type").getValue());
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      readDataBeside(folder, external.getAs<StringAttr>("path"),
                     number("offset"), number("bytes"));
  if (!buffer)
    return buffer.takeError();
  ArrayRef<char> data((*buffer)->getBufferStart(), (*buffer)->getBufferSize());
  return makeStoredElements(type, data, name, std::move(*buffer));
}

llvm::Error mlir::pad::loadExternalElements(Operation *constant) {
  auto external = constant->getAttrOfType<DictionaryAttr>(kExternalElements);
  auto file = constant->getLoc()->findInstanceOf<FileLineColLoc>();
  // A module in text may have such an attribute that is something else.
  auto hasAll = [&] {
    return external.getAs<IntegerAttr>("bytes") &&
           external.getAs<IntegerAttr>("offset") &&
           external.getAs<StringAttr>("path") &&
           external.getAs<TypeAttr>("type") && constant->getNumResults() == 1 &&
           external.getAs<TypeAttr>("type").getValue() ==
               constant->getResult(0).getType() &&
           isa<RankedTensorType>(constant->getResult(0).getType());
  };
  if (!external || !file || constant->hasAttr("value") || !hasAll())
    return llvm::Error::success();
  auto name = constant->getLoc()->findInstanceOf<NameLoc>();
  llvm::Expected<ElementsAttr> elements =
      readExternalElements(external, getModelFolder(file.getFilename()),
                           name ? name.getName().getValue() : "weights");
  if (!elements)
    return elements.takeError();
  constant->setAttr("value", *elements);
  constant->removeAttr(kExternalElements);
  return llvm::Error::success();
}

Attribute mlir::pad::getUniformElement(ElementsAttr elements) {
  if (auto dense = dyn_cast_if_present<DenseElementsAttr>(elements))
    return dense.isSplat() ? getElement(dense, 0) : Attribute();
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(elements);
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  Type type = resource ? resource.getElementType() : Type();
  if (!blob || !type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
    return {};
  ArrayRef<char> data = blob->getData();
  size_t width = type.getIntOrFloatBitWidth() / 8;
  if (data.size() != resource.getNumElements() * width || data.size() < width ||
      std::memcmp(data.data(), data.data() + width, data.size() - width) != 0)
    return {};
  return getElement(
      DenseElementsAttr::getFromRawBuffer(RankedTensorType::get({}, type),
                                          data.take_front(width)),
      0);
}
