//===- TFLiteConstants.cpp - Constants of TFLite files --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TFLiteModel.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The bits of an element in the file; 0 for a type whose elements are not
/// read.
static unsigned getTFLiteBits(Type elementType) {
  if (elementType.isSignlessInteger(1))
    return 8;
  if (auto complexType = dyn_cast<ComplexType>(elementType))
    return 2 * getTFLiteBits(complexType.getElementType());
  return elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 0;
}

FailureOr<DenseElementsAttr>
mlir::pad::readTFLiteConstant(RankedTensorType type, ArrayRef<char> bytes,
                              Location loc, StringRef name) {
  unsigned bits = getTFLiteBits(type.getElementType());
  if (bits == 0)
    return DenseElementsAttr();
  uint64_t count = 1;
  for (int64_t extent : type.getShape())
    count = llvm::SaturatingMultiply<uint64_t>(count, extent);
  if (llvm::is_contained(type.getShape(), 0))
    count = 0;
  // Several elements in a byte begin with the low bits, as in
  // UnpackDenseInt4IntoInt8 of tensorflow/lite/kernels/internal.
  uint64_t perByte = bits < 8 ? 8 / bits : 1;
  uint64_t needed = bits < 8
                        ? llvm::divideCeil(count, perByte)
                        : llvm::SaturatingMultiply<uint64_t>(count, bits / 8);
  if (bytes.size() != needed)
    return emitError(loc) << name << " of type " << type << " has "
                          << bytes.size() << " bytes of data, but needs "
                          << needed;
  if (count == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  if (bits < 8) {
    SmallVector<APInt> elements;
    elements.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
      auto byte = static_cast<uint8_t>(bytes[i / perByte]);
      elements.push_back(APInt(bits, byte >> (i % perByte * bits),
                               /*isSigned=*/false, /*implicitTrunc=*/true));
    }
    return DenseElementsAttr::get(type, elements);
  }
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(
        type, llvm::map_to_vector(bytes, [](char byte) { return byte != 0; }));
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}
