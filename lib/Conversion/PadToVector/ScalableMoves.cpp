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

ArithValue VectorMover::getScalableLanes() {
  ArithValue scale = math()(vector::VectorScaleOp::create(b, loc));
  return scale * lanes;
}

void VectorMover::forMasked(ArithValue count,
                            function_ref<void(ArithValue, ArithValue)> body) {
  auto asInteger = [&](ArithValue index) -> ArithValue {
    return math()(arith::IndexCastOp::create(b, loc, b.getI64Type(), index));
  };
  ArithValue end = asInteger(count);
  forLoop(math().constant(0), count, getScalableLanes(), [&](ArithValue i) {
    // One instruction of SVE, where vector.create_mask compares numbers of 64
    // bits.
    auto mask = LLVM::CallIntrinsicOp::create(
        b, loc, getScalableType(b.getI1Type()),
        b.getStringAttr("llvm.get.active.lane.mask"),
        ValueRange{asInteger(i), end});
    body(i, math()(mask.getResult(0)));
  });
}

void VectorMover::fillScalable(FlatBuffer buffer, ArithValue offset,
                               ArithValue count, ArithValue element) {
  ArithValue vector = math()(vector::BroadcastOp::create(
      b, loc, getScalableType(elementType), element));
  forMasked(count, [&](ArithValue i, ArithValue mask) {
    vector::MaskedStoreOp::create(b, loc, buffer, offset + i, mask, vector,
                                  alignment);
  });
}

void VectorMover::copyScalable(FlatBuffer source, ArithValue sourceOffset,
                               FlatBuffer result, ArithValue resultOffset,
                               ArithValue count) {
  VectorType type = getScalableType(elementType);
  ArithValue none = math()(vector::BroadcastOp::create(
      b, loc, type,
      arith::ConstantOp::create(b, loc, b.getIntegerAttr(elementType, 0))));
  forMasked(count, [&](ArithValue i, ArithValue mask) {
    ArithValue vector = math()(vector::MaskedLoadOp::create(
        b, loc, type, source, sourceOffset + i, mask, none, alignment));
    vector::MaskedStoreOp::create(b, loc, result, resultOffset + i, mask,
                                  vector, alignment);
  });
}

void VectorMover::reverseScalable(FlatBuffer source, ArithValue sourceOffset,
                                  FlatBuffer result, ArithValue resultOffset,
                                  ArithValue count) {
  VectorType type = getScalableType(elementType);
  ArithValue all = getScalableLanes();
  auto moveAt = [&](ArithValue i) {
    ArithValue behind = sourceOffset - i + 1;
    ArithValue vector =
        math()(vector::LoadOp::create(b, loc, type, source, behind - all,
                                      /*nontemporal=*/false, alignment));
    vector =
        math()(LLVM::CallIntrinsicOp::create(
                   b, loc, type, b.getStringAttr("llvm.vector.reverse"), vector)
                   .getResult(0));
    vector::StoreOp::create(b, loc, vector, result, resultOffset + i,
                            /*nontemporal=*/false, alignment);
  };
  // Whole vectors, the last one flush with the end; or elements.
  ifElse(
      count >= all,
      [&] {
        ArithValue last = count - all;
        forLoop(math().constant(0), last, all, moveAt);
        moveAt(last);
      },
      [&] {
        forLoop(math().constant(0), count, 1, [&](ArithValue i) {
          storeElement(loadElement(source, sourceOffset - i), result,
                       resultOffset + i);
        });
      });
}
