//===- VectorLoops.cpp - Loops over the vectors of a run ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/Loops.h"
#include "VectorMover.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

void VectorMover::forLoop(ArithValue low, ArithValue high, int64_t step,
                          function_ref<void(ArithValue)> body) {
  forLoop(low, high, math().constant(step), body);
}

void VectorMover::forLoop(ArithValue low, ArithValue high, ArithValue step,
                          function_ref<void(ArithValue)> body) {
  std::optional<int64_t> first = getConstantIntValue(low),
                         end = getConstantIntValue(high),
                         width = getConstantIntValue(step);
  if (first && end && *first >= *end)
    return;
  if (first && end && width && *first + *width >= *end)
    return body(low);
  auto loop = scf::ForOp::create(b, loc, low, high, step);
  loop->setAttr(kLoopAnnotation, getLoopAnnotation(b.getContext()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(math()(loop.getInductionVar()));
}

void VectorMover::forBothEnds(function_ref<void(ArithValue)> body) {
  ArithContext m = math();
  auto loop =
      scf::ForOp::create(b, loc, m.constant(0), m.constant(2), m.constant(1));
  loop->setAttr(kLoopAnnotation,
                getLoopAnnotation(b.getContext(), /*isRolled=*/true));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(ne(math()(loop.getInductionVar()), 0));
}

void VectorMover::ifElse(ArithValue condition, function_ref<void()> thenBranch,
                         function_ref<void()> elseBranch) {
  emitIf(math(), condition, thenBranch, elseBranch);
}

void VectorMover::forVectors(ArithValue count, int64_t width,
                             function_ref<void(ArithValue)> steady,
                             function_ref<void(ArithValue)> last,
                             bool inPairs) {
  ArithContext m = math();
  ArithValue zero = m.constant(0);
  ArithValue end = count - width;
  if (width < lanes)
    // One to two vectors.
    last(zero);
  else if (inPairs)
    forVectorPairs(zero, end, steady);
  else
    forLoop(zero, end, width, steady);
  last(end);
}

void VectorMover::forVectorPairs(ArithValue first, ArithValue end,
                                 function_ref<void(ArithValue)> body) {
  ArithContext m = math();
  ArithValue width = m.constant(lanes);
  auto forPairs = [&](ArithValue last) {
    forLoop(first, last, 2 * lanes, [&](ArithValue i) {
      body(i);
      body(i + width);
    });
  };
  std::optional<int64_t> from = getConstantIntValue(first),
                         to = getConstantIntValue(end);
  if (!from || !to) {
    ArithValue last = end - width;
    forPairs(last);
    return body(max(last, first));
  }
  int64_t count = llvm::divideCeil(std::max<int64_t>(*to - *from, 0), lanes);
  forPairs(m.constant(*from + count / 2 * 2 * lanes));
  if (count % 2 != 0)
    body(m.constant(*from + (count - 1) * lanes));
}

void VectorMover::forElements(ArithValue count,
                              function_ref<void(ArithValue)> vectorBody,
                              function_ref<void(ArithValue)> elementBody,
                              function_ref<void()> maskedBody, bool inPairs) {
  ifElse(
      count >= lanes,
      [&] { forVectors(count, lanes, vectorBody, vectorBody, inPairs); },
      [&] {
        ArithContext m = math();
        if (!hasMasks())
          return forLoop(m.constant(0), count, 1, elementBody);
        ifElse(count > 0, maskedBody, [] {});
      });
}

ArithValue VectorMover::emitFirstAligned(FlatBuffer buffer, ArithValue offset) {
  ArithContext m = math();
  int64_t bytes = elementType.getWidth() / 8;
  ArithValue address =
      m(memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer));
  ArithValue place = udiv(address, bytes) + offset;
  return lanes - (place & lanes - 1);
}

void VectorMover::forAlignedVectors(FlatBuffer buffer, ArithValue offset,
                                    ArithValue count,
                                    function_ref<void(ArithValue)> body) {
  ArithContext m = math();
  ArithValue first = emitFirstAligned(buffer, offset);
  ArithValue end = count - lanes;
  body(m.constant(0));
  forVectorPairs(first, end, body);
  body(end);
}
