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
  IndexMath m{b, loc};
  Value zero = m.constant(0), one = m.constant(1);
  Value lowest = m.value(offset), highest = lowest;
  bool isRowMajor = type.getLayout().isIdentity();
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    Value steps = m.sub(m.value(size), one);
    // Without elements, there is no last one.
    if (getConstantIntValue(size))
      steps = m.max(steps, zero);
    Value distance = m.mul(steps, m.value(stride));
    std::optional<int64_t> known = getConstantIntValue(stride);
    bool mayBeNegative = known ? *known < 0 : !isRowMajor;
    if (mayBeNegative) {
      lowest = m.add(lowest, m.min(distance, zero));
      distance = m.max(distance, zero);
    }
    highest = m.add(highest, distance);
  }
  begin = getAsOpFoldResult(lowest);
  end = getAsOpFoldResult(m.add(highest, one));
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

Value FlatView::emitIsDense(IndexMath m) const {
  Value size = m.constant(1);
  Value isDense = arith::ConstantOp::create(m.b, m.loc, m.b.getBoolAttr(true));
  for (auto [extent, stride] : llvm::reverse(llvm::zip_equal(sizes, strides))) {
    Value isThis = m.cmp(arith::CmpIPredicate::eq, m.value(stride), size);
    isDense = m.both(isDense, isThis);
    size = m.mul(size, m.value(extent));
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
