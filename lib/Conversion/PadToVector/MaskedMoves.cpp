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

template <typename ShiftOp>
Value VectorMover::emitShiftedMask(Value count) {
  // A mask is a register of bits.
  IndexMath m = math();
  IntegerType bits = b.getIntegerType(lanes);
  Value ones = arith::ConstantOp::create(b, loc, b.getIntegerAttr(bits, -1));
  Value others = b.createOrFold<arith::IndexCastOp>(
      loc, bits, m.sub(m.constant(lanes), count));
  Value mask = vector::BroadcastOp::create(b, loc, VectorType::get({1}, bits),
                                           m.apply<ShiftOp>(ones, others));
  return vector::BitCastOp::create(
      b, loc, VectorType::get({lanes}, b.getI1Type()), mask);
}

Value VectorMover::emitLanesBelow(Value count) {
  if (hasMasks())
    return emitShiftedMask<arith::ShRUIOp>(count);
  Value limit = b.createOrFold<arith::IndexCastOp>(loc, elementType, count);
  return math().cmp(arith::CmpIPredicate::slt,
                    emitStepVector(b, loc, getVectorType(lanes)),
                    splat(limit, lanes));
}

Value VectorMover::emitLanes(Value first, Value last) {
  IndexMath m = math();
  Value zero = m.constant(0), all = m.constant(lanes), one = m.constant(1);
  Value none = arith::ConstantOp::create(
      b, loc, b.getZeroAttr(VectorType::get({lanes}, b.getI1Type())));
  auto below = [&](Value bound) {
    bound = m.clamp(bound, zero, all);
    return m.select(m.cmp(arith::CmpIPredicate::sgt, bound, zero),
                    emitLanesBelow(m.max(bound, one)), none);
  };
  return m.apply<arith::XOrIOp>(below(m.max(first, last)), below(first));
}

Value VectorMover::emitLanesInside(Value first, Value last) {
  Value step = emitStepVector(b, loc, getVectorType(lanes));
  auto compare = [&](arith::CmpIPredicate predicate, Value bound) {
    bound = b.createOrFold<arith::IndexCastOp>(loc, elementType, bound);
    return math().cmp(predicate, step, splat(bound, lanes));
  };
  return math().both(compare(arith::CmpIPredicate::sge, first),
                     compare(arith::CmpIPredicate::slt, last));
}

Value VectorMover::loadMasked(FlatBuffer buffer, Value offset, Value mask) {
  return vector::MaskedLoadOp::create(b, loc, getVectorType(lanes), buffer,
                                      offset, mask,
                                      splat(emitElement(0), lanes), alignment);
}

void VectorMover::storeMasked(Value vector, FlatBuffer buffer, Value offset,
                              Value mask) {
  vector::MaskedStoreOp::create(b, loc, buffer, offset, mask, vector,
                                alignment);
}

Value VectorMover::emitLaneNumbers(Value lanes) {
  unsigned bits = elementType.getWidth();
  if (shape.isa != VectorISA::AVX2 || bits == 32 || bits == 8)
    return lanes;
  // AVX2 permutes elements of 32 bits, and bytes: lane i is the lanes 2 i and
  // 2 i + 1.
  auto splat = [&](int64_t value) {
    return this->splat(emitElement(value), this->lanes);
  };
  IndexMath m = math();
  Value even = m.mul(lanes, splat(2));
  Value odd = m.apply<arith::ShLIOp>(m.add(even, splat(1)), splat(bits / 2));
  Value mask =
      splat(static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(bits / 2)));
  return vector::BitCastOp::create(
      b, loc, VectorType::get({2 * this->lanes}, b.getIntegerType(bits / 2)),
      m.apply<arith::OrIOp>(m.apply<arith::AndIOp>(even, mask), odd));
}

Value VectorMover::emitPermuted(Value vector, Value laneNumbers) {
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
    vector = vector::BitCastOp::create(b, loc, type, vector);
  Value permuted =
      LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(full),
                                    ValueRange{vector, laneNumbers})
          .getResult(0);
  if (own != type)
    permuted = vector::BitCastOp::create(b, loc, own, permuted);
  return permuted;
}

void VectorMover::copyMasked(FlatBuffer source, Value sourceOffset,
                             FlatBuffer result, Value resultOffset, Value count,
                             bool isReverse) {
  IndexMath m = math();
  Value mask = emitLanesBelow(count);
  if (!isReverse)
    return storeMasked(loadMasked(source, sourceOffset, mask), result,
                       resultOffset, mask);
  // The last lane is what the first one of the result reads.
  Value from = m.sub(sourceOffset, m.constant(lanes - 1));
  Value loaded =
      loadMasked(source, from, emitShiftedMask<arith::ShLIOp>(count));
  storeMasked(reverse(loaded), result, resultOffset, mask);
}
