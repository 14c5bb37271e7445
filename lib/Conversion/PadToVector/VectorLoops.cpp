//===- VectorLoops.cpp - Loops over the vectors of a run ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMover.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

/// What LLVM shall know of every loop: it is made of vectors already, and is
/// bound by memory. `isRolled`: its body is there once.
static LLVM::LoopAnnotationAttr getLoopAnnotation(MLIRContext *context,
                                                  bool isRolled = false) {
  BoolAttr yes = BoolAttr::get(context, true);
  auto vectorize =
      LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/isRolled ? yes : BoolAttr(), {},
      /*runtimeDisable=*/yes, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, unroll, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
}

void VectorMover::forLoop(Value low, Value high, int64_t step,
                          function_ref<void(Value)> body) {
  forLoop(low, high, math().constant(step), body);
}

void VectorMover::forLoop(Value low, Value high, Value step,
                          function_ref<void(Value)> body) {
  std::optional<int64_t> first = getConstantIntValue(low),
                         end = getConstantIntValue(high),
                         width = getConstantIntValue(step);
  if (first && end && *first >= *end)
    return;
  if (first && end && width && *first + *width >= *end)
    return body(low);
  auto loop = scf::ForOp::create(b, loc, low, high, step);
  loop->setAttr("loop_annotation", getLoopAnnotation(b.getContext()));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void VectorMover::forBothEnds(function_ref<void(Value)> body) {
  IndexMath m = math();
  auto loop =
      scf::ForOp::create(b, loc, m.constant(0), m.constant(2), m.constant(1));
  loop->setAttr("loop_annotation",
                getLoopAnnotation(b.getContext(), /*isRolled=*/true));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(math().cmp(arith::CmpIPredicate::ne, loop.getInductionVar(),
                  math().constant(0)));
}

void VectorMover::ifElse(Value condition, function_ref<void()> thenBranch,
                         function_ref<void()> elseBranch) {
  if (std::optional<int64_t> known = getConstantIntValue(condition)) {
    *known ? thenBranch() : elseBranch();
    return;
  }
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  thenBranch();
  b.setInsertionPointToStart(branch.elseBlock());
  elseBranch();
}

void VectorMover::forVectors(Value count, int64_t width,
                             function_ref<void(Value)> steady,
                             function_ref<void(Value)> last, bool inPairs) {
  IndexMath m = math();
  Value zero = m.constant(0);
  Value end = m.sub(count, m.constant(width));
  if (width < lanes)
    // One to two vectors.
    last(zero);
  else if (inPairs)
    forVectorPairs(zero, end, steady);
  else
    forLoop(zero, end, width, steady);
  last(end);
}

void VectorMover::forVectorPairs(Value first, Value end,
                                 function_ref<void(Value)> body) {
  IndexMath m = math();
  Value width = m.constant(lanes);
  auto forPairs = [&](Value last) {
    forLoop(first, last, 2 * lanes, [&](Value i) {
      body(i);
      body(math().add(i, width));
    });
  };
  std::optional<int64_t> from = getConstantIntValue(first),
                         to = getConstantIntValue(end);
  if (!from || !to) {
    Value last = m.sub(end, width);
    forPairs(last);
    return body(m.max(last, first));
  }
  int64_t count = llvm::divideCeil(std::max<int64_t>(*to - *from, 0), lanes);
  forPairs(m.constant(*from + count / 2 * 2 * lanes));
  if (count % 2 != 0)
    body(m.constant(*from + (count - 1) * lanes));
}

void VectorMover::forElements(Value count, function_ref<void(Value)> vectorBody,
                              function_ref<void(Value)> elementBody,
                              function_ref<void()> maskedBody, bool inPairs) {
  IndexMath m = math();
  ifElse(
      m.cmp(arith::CmpIPredicate::sge, count, m.constant(lanes)),
      [&] { forVectors(count, lanes, vectorBody, vectorBody, inPairs); },
      [&] {
        IndexMath m = math();
        if (!hasMasks())
          return forLoop(m.constant(0), count, 1, elementBody);
        ifElse(m.cmp(arith::CmpIPredicate::sgt, count, m.constant(0)),
               maskedBody, [] {});
      });
}

Value VectorMover::emitFirstAligned(FlatBuffer buffer, Value offset) {
  IndexMath m = math();
  int64_t bytes = elementType.getWidth() / 8;
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value place =
      m.add(m.apply<arith::DivUIOp>(address, m.constant(bytes)), offset);
  return m.sub(m.constant(lanes),
               m.apply<arith::AndIOp>(place, m.constant(lanes - 1)));
}

void VectorMover::forAlignedVectors(FlatBuffer buffer, Value offset,
                                    Value count,
                                    function_ref<void(Value)> body) {
  IndexMath m = math();
  Value first = emitFirstAligned(buffer, offset);
  Value end = m.sub(count, m.constant(lanes));
  body(m.constant(0));
  forVectorPairs(first, end, body);
  body(end);
}
