//===- CTypes.cpp - Element types as C sees them --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/CInterface/CTypes.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// The C type of an integer of `bits` in memory.
static std::optional<StringRef> getIntegerName(unsigned bits, bool isUnsigned) {
  switch (bits) {
  case 8:
    return isUnsigned ? "uint8_t" : "int8_t";
  case 16:
    return isUnsigned ? "uint16_t" : "int16_t";
  case 32:
    return isUnsigned ? "uint32_t" : "int32_t";
  case 64:
    return isUnsigned ? "uint64_t" : "int64_t";
  default:
    return std::nullopt;
  }
}

std::optional<CType> mlir::pad::getCType(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type)) {
    Type storageType = quantized.getStorageType();
    if (auto integer = dyn_cast_or_null<IntegerType>(storageType);
        integer && !quantized.isSigned())
      storageType = IntegerType::get(type.getContext(), integer.getWidth(),
                                     IntegerType::Unsigned);
    std::optional<CType> storage;
    if (storageType)
      storage = getCType(storageType);
    if (storage)
      storage->note = llvm::to_string(type);
    return storage;
  }
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    std::optional<CType> part = getCType(complexType.getElementType());
    if (!part)
      return std::nullopt;
    part->count = 2;
    part->note =
        llvm::to_string(type) + ", real part and imaginary part in turn";
    return part;
  }
  if (type.isIndex())
    return CType{"int64_t", 64};
  if (isa<LLVM::LLVMPointerType>(type))
    return CType{"void *", 64};
  if (type.isF32())
    return CType{"float", 32};
  if (type.isF64())
    return CType{"double", 64};
  if (!type.isIntOrFloat())
    return std::nullopt;

  unsigned width = type.getIntOrFloatBitWidth();
  bool isBits = isa<FloatType>(type) || width < 8;
  std::optional<StringRef> name =
      getIntegerName(std::max(width, 8u), isBits || type.isUnsignedInteger());
  // A wider float is not passed as an integer, even if an integer has as many
  // bits.
  if (!name || (isa<FloatType>(type) && width > 16))
    return std::nullopt;
  CType cType{*name, std::max(width, 8u)};
  if (type.isInteger(1))
    cType.note = "i1: 0 or 1";
  else if (width < 8)
    cType.note = llvm::to_string(type) + ", in the low " +
                 std::to_string(width) + " bits, the others zero";
  else if (isa<FloatType>(type))
    cType.note = llvm::to_string(type) + ", as its bits";
  return cType;
}
