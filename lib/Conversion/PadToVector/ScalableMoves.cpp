//===- ScalableMoves.cpp - Runs of elements as scalable vectors -----------===//
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

VectorType VectorMover::getScalableType(Type element) const {
  return VectorType::get({lanes}, element, /*scalableDims=*/{true});
}

Value VectorMover::getScalableLanes() {
  Value scale = vector::VectorScaleOp::create(b, loc);
  return math().mul(scale, math().constant(lanes));
}

void VectorMover::forMasked(Value count,
                            function_ref<void(Value, Value)> body) {
  auto asInteger = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
  };
  Value end = asInteger(count);
  forLoop(math().constant(0), count, getScalableLanes(), [&](Value i) {
    // One instruction of SVE, where vector.create_mask compares numbers of 64
    // bits.
    auto mask = LLVM::CallIntrinsicOp::create(
        b, loc, getScalableType(b.getI1Type()),
        b.getStringAttr("llvm.get.active.lane.mask"),
        ValueRange{asInteger(i), end});
    body(i, mask.getResult(0));
  });
}

void VectorMover::fillScalable(FlatBuffer buffer, Value offset, Value count,
                               Value element) {
  Value vector = vector::BroadcastOp::create(
      b, loc, getScalableType(elementType), element);
  forMasked(count, [&](Value i, Value mask) {
    vector::MaskedStoreOp::create(b, loc, buffer, math().add(offset, i), mask,
                                  vector, alignment);
  });
}

void VectorMover::copyScalable(FlatBuffer source, Value sourceOffset,
                               FlatBuffer result, Value resultOffset,
                               Value count) {
  VectorType type = getScalableType(elementType);
  Value none = vector::BroadcastOp::create(
      b, loc, type,
      arith::ConstantOp::create(b, loc, b.getIntegerAttr(elementType, 0)));
  forMasked(count, [&](Value i, Value mask) {
    Value vector = vector::MaskedLoadOp::create(b, loc, type, source,
                                                math().add(sourceOffset, i),
                                                mask, none, alignment);
    vector::MaskedStoreOp::create(b, loc, result, math().add(resultOffset, i),
                                  mask, vector, alignment);
  });
}

void VectorMover::reverseScalable(FlatBuffer source, Value sourceOffset,
                                  FlatBuffer result, Value resultOffset,
                                  Value count) {
  IndexMath m = math();
  VectorType type = getScalableType(elementType);
  Value all = getScalableLanes();
  auto moveAt = [&](Value i) {
    IndexMath m = math();
    Value behind = m.add(m.sub(sourceOffset, i), m.constant(1));
    Value vector =
        vector::LoadOp::create(b, loc, type, source, m.sub(behind, all),
                               /*nontemporal=*/false, alignment);
    vector = LLVM::CallIntrinsicOp::create(
                 b, loc, type, b.getStringAttr("llvm.vector.reverse"), vector)
                 .getResult(0);
    vector::StoreOp::create(b, loc, vector, result, m.add(resultOffset, i),
                            /*nontemporal=*/false, alignment);
  };
  // Whole vectors, the last one flush with the end; or elements.
  ifElse(
      m.cmp(arith::CmpIPredicate::sge, count, all),
      [&] {
        Value last = math().sub(count, all);
        forLoop(math().constant(0), last, all, moveAt);
        moveAt(last);
      },
      [&] {
        forLoop(math().constant(0), count, 1, [&](Value i) {
          IndexMath m = math();
          storeElement(loadElement(source, m.sub(sourceOffset, i)), result,
                       m.add(resultOffset, i));
        });
      });
}
