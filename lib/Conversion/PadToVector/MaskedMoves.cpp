//===- MaskedMoves.cpp - Moves by masks and permutations ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMover.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

ArithValue VectorMover::emitShiftedMask(ArithValue count, bool isAtEnd) {
  // A mask is a register of bits: ones shifted by the lanes that are not set.
  IntegerType bits = b.getIntegerType(lanes);
  ArithValue others = (lanes - count).castTo(bits), ones = others.constant(-1);
  Value mask = vector::BroadcastOp::create(b, loc, VectorType::get({1}, bits),
                                           isAtEnd ? shl(ones, others)
                                                   : lshr(ones, others));
  return math()(vector::BitCastOp::create(
      b, loc, VectorType::get({lanes}, b.getI1Type()), mask));
}

ArithValue VectorMover::emitLanesBelow(ArithValue count) {
  if (hasMasks())
    return emitShiftedMask(count, /*isAtEnd=*/false);
  ArithValue limit = count.castTo(elementType);
  return emitLaneIndices(getVectorType(lanes)) < splat(limit, lanes);
}

ArithValue VectorMover::emitLanes(ArithValue first, ArithValue last) {
  ArithContext m = math();
  ArithValue all = m.constant(lanes);
  if (!hasMasks())
    return emitLanesInside(clamp(first, 0, all), clamp(last, 0, all));
  ArithValue none = math()(arith::ConstantOp::create(
      b, loc, b.getZeroAttr(VectorType::get({lanes}, b.getI1Type()))));
  auto below = [&](ArithValue bound) {
    bound = clamp(bound, 0, all);
    return select(bound > 0, emitLanesBelow(max(bound, 1)), none);
  };
  return below(max(first, last)) ^ below(first);
}

ArithValue VectorMover::emitLanesInside(ArithValue first, ArithValue last) {
  ArithValue lane = emitLaneIndices(getVectorType(lanes));
  auto bound = [&](ArithValue index) {
    return splat(index.castTo(elementType), lanes);
  };
  return (lane >= bound(first)) & (lane < bound(last));
}

ArithValue VectorMover::loadMasked(FlatBuffer buffer, ArithValue offset,
                                   ArithValue mask, ArithValue others) {
  return math()(vector::MaskedLoadOp::create(
      b, loc, getVectorType(lanes), buffer, offset, mask,
      others ? others : splat(emitElement(0), lanes), alignment));
}

void VectorMover::storeMasked(ArithValue vector, FlatBuffer buffer,
                              ArithValue offset, ArithValue mask) {
  vector::MaskedStoreOp::create(b, loc, buffer, offset, mask, vector,
                                alignment);
}

ArithValue VectorMover::emitLaneNumbers(ArithValue lanes) {
  unsigned bits = elementType.getWidth();
  if (shape.isa != VectorISA::AVX2 || bits == 32 || bits == 8)
    return lanes;
  // AVX2 permutes elements of 32 bits, and bytes: lane i is the lanes 2 i and
  // 2 i + 1.
  auto splat = [&](int64_t value) {
    return this->splat(emitElement(value), this->lanes);
  };
  ArithValue even = lanes * splat(2);
  ArithValue odd = shl(even + splat(1), splat(bits / 2));
  ArithValue mask =
      splat(static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(bits / 2)));
  return math()(vector::BitCastOp::create(
      b, loc, VectorType::get({2 * this->lanes}, b.getIntegerType(bits / 2)),
      (even & mask) | odd));
}

ArithValue VectorMover::emitPermuted(ArithValue vector,
                                     ArithValue laneNumbers) {
  auto type = cast<VectorType>(laneNumbers.getType());
  int64_t width = type.getElementTypeBitWidth();
  bool isAVX2 =
      shape.isa == VectorISA::AVX2 || (shape.bits == 256 && width == 32);
  StringRef name = isAVX2 && width == 8 ? "ssse3.pshuf.b.128"
                   : isAVX2             ? "avx2.permd"
                   : width == 64        ? "avx512.permvar.di"
                   : width == 32        ? "avx512.permvar.si"
                   : width == 16        ? "avx512.permvar.hi"
                                        : "avx512.permvar.qi";
  std::string full = ("llvm.x86." + name).str();
  if (!isAVX2)
    full += "." + std::to_string(shape.bits);
  Type own = vector.getType();
  if (own != type)
    vector = math()(vector::BitCastOp::create(b, loc, type, vector));
  ArithValue permuted =
      math()(LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(full),
                                           ValueRange{vector, laneNumbers})
                 .getResult(0));
  if (own != type)
    permuted = math()(vector::BitCastOp::create(b, loc, own, permuted));
  return permuted;
}

ArithValue VectorMover::emitBlockLanes(ArithValue innerBlock, int64_t direction,
                                       bool isFromEnd) {
  ArithContext m = math();
  auto type = VectorType::get(lanes, b.getI32Type());
  auto splat = [&](ArithValue value) {
    return m(vector::BroadcastOp::create(b, loc, type,
                                         value.castTo(type.getElementType())));
  };
  // Lane i belongs to block i / innerBlock, which is i times the reciprocal, as
  // a number of 16 bits behind the point: exact for the blocks that fit.
  constexpr int64_t kPointBits = 16;
  ArithValue reciprocal =
      udiv(innerBlock + ((1 << kPointBits) - 1), max(innerBlock, 1));
  ArithValue lane = emitLaneIndices(type);
  if (isFromEnd)
    lane = lanes - 1 - lane;
  ArithValue block =
      lshr(lane * splat(reciprocal), kPointBits) * splat(innerBlock);
  ArithValue offset = lane - block;
  if (direction < 0)
    offset = offset - block;
  VectorType laneType = getVectorType(lanes);
  int64_t bits = elementType.getWidth();
  if (bits > 32)
    return m(arith::ExtSIOp::create(b, loc, laneType, offset));
  if (bits < 32)
    return m(arith::TruncIOp::create(b, loc, laneType, offset));
  return offset;
}

void VectorMover::copyMasked(FlatBuffer source, ArithValue sourceOffset,
                             FlatBuffer result, ArithValue resultOffset,
                             ArithValue count, bool isReverse) {
  ArithValue mask = emitLanesBelow(count);
  ArithValue loaded =
      loadRun(source, sourceOffset, lanes, isReverse ? -1 : 1,
              isReverse ? emitShiftedMask(count, /*isAtEnd=*/true) : mask);
  storeMasked(loaded, result, resultOffset, mask);
}
