//===- FusedElements.cpp - The elements of a fused consumer ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedBody.h"
#include "FusedLoopEmitter.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

bool FusedLoops::readsInit(unsigned number) {
  if (fills[number])
    return false;
  if (op.payloadUsesValueFromOperand(op.getDpsInitOperand(number)))
    return true;
  // What a reduction without terms leaves.
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::any_of(plan.reductionLoops, [&](int64_t loop) {
    return ShapedType::isDynamic(ranges[loop]);
  });
}

bool FusedLoops::isIdempotent() {
  return !isInPlace ||
         llvm::none_of(llvm::seq<unsigned>(fills.size()),
                       [&](unsigned number) { return readsInit(number); });
}

void FusedLoops::visitCopies(int64_t lanes, int64_t copies,
                             function_ref<void()> body) {
  ArithValue &column = point.indices[plan.getRowLoop()];
  ArithValue *row = rows > 1 ? &point.indices[plan.loopOfBlocks] : nullptr;
  ArithValue firstColumn = column, firstRow = row ? *row : ArithValue();
  for (int64_t copy = 0; copy < rows * copies; ++copy) {
    column = firstColumn + copy % copies * lanes;
    if (row)
      *row = firstRow + copy / copies;
    body();
  }
  column = firstColumn;
  if (row)
    *row = firstRow;
}

FusedLoops::Results FusedLoops::emitElements(int64_t lanes, int64_t copies,
                                             const Results &results) {
  Results sums;
  visitCopies(lanes, copies, [&] {
    for (unsigned number = 0, e = results.size(); number < e; ++number)
      sums.push_back(emitInit(number, lanes, results));
  });
  Results before = sums;
  sums = emitReductions(0, lanes, std::move(sums), copies);
  Results made = results;
  size_t next = 0;
  visitCopies(lanes, copies, [&] {
    for (auto [number, result] : llvm::enumerate(made)) {
      Value sum = emitEpilogue(sums[next], lanes);
      // A sum that is there before may not be added to twice.
      if (computedBefore && isInPlace && readsInit(number)) {
        Value mask = vector::CreateMaskOp::create(
            rewriter, m.loc, VectorType::get(lanes, rewriter.getI1Type()),
            ValueRange{computedBefore});
        sum = arith::SelectOp::create(rewriter, m.loc, mask, before[next], sum);
      }
      ++next;
      SmallVector<Value> position = reads->getIndices(
          result, reads->getPosition(
                      op.getMatchingIndexingMap(op.getDpsInitOperand(number)),
                      point.indices));
      if (lanes == 1)
        result =
            tensor::InsertOp::create(rewriter, m.loc, sum, result, position);
      else
        result = vector::TransferWriteOp::create(rewriter, m.loc, sum, result,
                                                 position, ArrayRef<bool>{true})
                     .getResult();
    }
  });
  return made;
}

FusedLoops::Results FusedLoops::emitReductions(size_t depth, int64_t lanes,
                                               Results sums, int64_t copies) {
  if (depth < plan.reductionLoops.size()) {
    int64_t loop = plan.reductionLoops[depth];
    auto emitTerm = [&](ArithValue index, const Results &sums) {
      point.indices[loop] = index;
      return emitReductions(depth + 1, lanes, sums, copies);
    };
    // Elements of borders are few; their loops stay small.
    if (!plan.unrollsReductions || lanes == 1)
      return emitFor(m.constant(0), m.value(domain[loop].size), 1, sums,
                     emitTerm);
    for (int64_t index = 0, e = *getConstantIntValue(domain[loop].size);
         index < e; ++index)
      sums = emitTerm(m.constant(index), sums);
    return sums;
  }
  Results made;
  const Value *next = sums.begin();
  visitCopies(lanes, copies, [&] {
    SmallVector<Value> arguments;
    for (OpOperand *operand : op.getDpsInputOperands())
      arguments.push_back(op.payloadUsesValueFromOperand(operand)
                              ? reads->emit(*operand, point, lanes)
                              : Value());
    for (int64_t number = 0, e = op.getNumDpsInits(); number < e; ++number)
      arguments.push_back(*next++);
    llvm::append_range(made,
                       emitFusedBody(rewriter, op, arguments, point.indices,
                                     plan.getRowLoop(), lanes));
  });
  return made;
}

Value FusedLoops::emitEpilogue(Value sum, int64_t lanes) {
  SmallVector<ArithValue> position = reads->getPosition(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)), point.indices);
  Value result = op->getResult(0);
  for (linalg::LinalgOp user : plan.epilogue) {
    int64_t row = user.getNumLoops() - 1;
    SmallVector<Value> arguments;
    for (OpOperand &operand : user->getOpOperands()) {
      if (operand.get() == result)
        arguments.push_back(sum);
      else if (!user.payloadUsesValueFromOperand(&operand))
        arguments.push_back(Value());
      else
        arguments.push_back(reads->emitUnpadded(operand, {row, row - 1},
                                                position, point, lanes));
    }
    sum = emitFusedBody(rewriter, user, arguments, position, row, lanes)[0];
    result = user->getResult(0);
  }
  return sum;
}

Value FusedLoops::emitInit(unsigned number, int64_t lanes,
                           const Results &results) {
  OpOperand *init = op.getDpsInitOperand(number);
  if (fills[number])
    return emitLanes(rewriter, m.loc, fills[number], lanes);
  AffineMap map = op.getMatchingIndexingMap(init);
  if (readsInit(number))
    return reads->emitLoad(isInPlace ? results[number]
                                     : reads->mergeRows(init->get()),
                           reads->getPosition(map, point.indices), lanes);
  // A loop may carry it, though nothing reads it.
  if (plan.reductionLoops.empty())
    return Value();
  Type type = getElementTypeOrSelf(init->get());
  return emitLanes(rewriter, m.loc, ub::PoisonOp::create(rewriter, m.loc, type),
                   lanes);
}
