//===- FlatView.cpp - Memrefs as rows of integers -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatView.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

FlatView::FlatView(OpBuilder &b, Location loc, Value memref,
                   IntegerType elementType) {
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, memref);
  offset = metadata.getConstifiedMixedOffset();
  sizes = metadata.getConstifiedMixedSizes();
  strides = metadata.getConstifiedMixedStrides();
  auto type = cast<MemRefType>(memref.getType());
  ArithContext m{b, loc};
  ArithValue lowest = m.value(offset), highest = lowest;
  bool isRowMajor = type.getLayout().isIdentity();
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    ArithValue steps = m.value(size) - 1;
    // Without elements, there is no last one.
    if (getConstantIntValue(size))
      steps = max(steps, 0);
    ArithValue distance = steps * m.value(stride);
    std::optional<int64_t> known = getConstantIntValue(stride);
    bool mayBeNegative = known ? *known < 0 : !isRowMajor;
    if (mayBeNegative) {
      lowest = lowest + min(distance, 0);
      distance = max(distance, 0);
    }
    highest = highest + distance;
  }
  begin = getAsOpFoldResult(lowest);
  end = getAsOpFoldResult(highest + 1);
  auto flatType = [&](Type element) {
    return MemRefType::get({ShapedType::kDynamic}, element,
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  };
  buffer = memref::ReinterpretCastOp::create(
      b, loc, flatType(type.getElementType()), metadata.getBaseBuffer(),
      b.getIndexAttr(0), ArrayRef<OpFoldResult>(end),
      ArrayRef<OpFoldResult>(b.getIndexAttr(1)));
  // Both types become the same descriptor: the cast is no code.
  if (type.getElementType() != elementType)
    buffer = UnrealizedConversionCastOp::create(b, loc, flatType(elementType),
                                                buffer)
                 .getResult(0);
}

ArithValue FlatView::emitIsDense(ArithContext m) const {
  ArithValue size = m.constant(1);
  ArithValue isDense = m.condition(true);
  for (auto [extent, stride] : llvm::reverse(llvm::zip_equal(sizes, strides))) {
    ArithValue isThis = eq(m.value(stride), size);
    isDense = isDense & isThis;
    size = size * m.value(extent);
  }
  return isDense;
}

Value mlir::pad::emitMemoryBits(OpBuilder &b, Location loc, Value element,
                                int64_t bits) {
  Type type = element.getType();
  IntegerType integer = b.getIntegerType(bits);
  if (isa<IndexType>(type))
    return arith::IndexCastOp::create(b, loc, integer, element);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(b, loc, integer, element);
  if (isa<ComplexType>(type)) {
    Value parts[2] = {complex::ReOp::create(b, loc, element),
                      complex::ImOp::create(b, loc, element)};
    for (Value &part : parts)
      part = arith::ExtUIOp::create(b, loc, integer,
                                    emitMemoryBits(b, loc, part, bits / 2));
    Value shift = arith::ConstantIntOp::create(b, loc, integer, bits / 2);
    Value high = arith::ShLIOp::create(b, loc, parts[1], shift);
    return arith::OrIOp::create(b, loc, parts[0], high);
  }
  IntegerType own = b.getIntegerType(type.getIntOrFloatBitWidth());
  if (isa<FloatType>(type))
    element = arith::BitcastOp::create(b, loc, own, element);
  else if (type != own)
    element =
        UnrealizedConversionCastOp::create(b, loc, own, element).getResult(0);
  if (own == integer)
    return element;
  return arith::ExtUIOp::create(b, loc, integer, element);
}
