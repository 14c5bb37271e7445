//===- Elements.cpp - The elements of a fused consumer --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Body.h"
#include "Emit/LoopEmitter.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

void LoopEmitter::visitCopies(const LoopPoint &point, int64_t lanes,
                              int64_t copies,
                              function_ref<void(const LoopPoint &)> body) {
  int64_t loop = plan.getRowLoop();
  for (int64_t copy = 0; copy < point.planes * point.rows * copies; ++copy) {
    LoopPoint at = point.at(loop, point.indices[loop] + copy % copies * lanes);
    if (point.rowPart == RowPart::Ends) {
      bool isFirst = copy % copies == 0;
      at.rowPart = isFirst ? RowPart::First : RowPart::Last;
      if (isFirst)
        at.computedBefore = {};
      else
        at.indices[loop] = m.value(domain[loop].size) - lanes;
    }
    int64_t row = copy / copies % point.rows;
    if (point.rows > 1)
      at.indices[plan.loopOfBlocks] = point.indices[plan.loopOfBlocks] + row;
    if (point.planes > 1)
      at.indices[plan.loopOfPlanes] =
          point.indices[plan.loopOfPlanes] + copy / copies / point.rows;
    if (point.insideRows && row >= point.insideRows->front() &&
        row < point.insideRows->back())
      at.interior.set(plan.loopOfBlocks);
    body(at);
  }
}

LoopEmitter::Results LoopEmitter::emitElements(const LoopPoint &point,
                                               int64_t lanes, int64_t copies,
                                               const Results &results) {
  Results sums;
  visitCopies(point, lanes, copies, [&](const LoopPoint &copy) {
    for (unsigned number = 0, e = results.size(); number < e; ++number)
      sums.push_back(emitInit(copy, number, lanes, results));
  });
  Results before = sums;
  if (plan.isMaximum && lanes > 1)
    sums = emitMaxima(point, lanes, copies, sums);
  else
    sums = emitReductions(
        // Elements of borders are few, so their windows stay loops.
        point, 0,
        lanes == 1 ? plan.reductionLoops.size() : plan.rolledReductions,
        std::move(sums), [&](const LoopPoint &point, ArrayRef<Value> sums) {
          return emitTerm(point, lanes, copies, sums);
        });
  Results made = results;
  size_t next = 0;
  visitCopies(point, lanes, copies, [&](const LoopPoint &copy) {
    for (auto [number, result] : llvm::enumerate(made)) {
      Value sum = emitEpilogue(copy, sums[next], lanes);
      // Lanes that are computed already keep their sums.
      if (copy.computedBefore && plan.isInPlace &&
          plan.destinations[number].isAddedTo) {
        Value mask = vector::CreateMaskOp::create(
            rewriter, m.loc, VectorType::get(lanes, rewriter.getI1Type()),
            ValueRange{copy.computedBefore});
        sum = arith::SelectOp::create(rewriter, m.loc, mask, before[next], sum);
      }
      ++next;
      SmallVector<Value> position = reads->getIndices(
          result, reads->getPosition(
                      op.getMatchingIndexingMap(op.getDpsInitOperand(number)),
                      copy.indices));
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

LoopEmitter::Results LoopEmitter::emitReductions(const LoopPoint &point,
                                                 size_t depth, size_t rolled,
                                                 Results sums, Term term) {
  if (depth == plan.reductionLoops.size())
    return term(point, sums);
  int64_t loop = plan.reductionLoops[depth];
  auto emitInside = [&](const LoopPoint &point, const Results &sums) {
    return emitReductions(point, depth + 1, rolled, sums, term);
  };
  auto emitLoop = [&](const LoopPoint &point) {
    ArithValue count = m.value(domain[loop].size);
    if (depth < rolled && plan.isSplit(loop)) {
      // The terms keep their order, so the borders are two loops.
      InteriorLoop range = emitInterior(loop);
      Results made =
          emitFor(point, loop, {m.constant(0), range.begin}, sums, emitInside);
      made = emitFor(point.inInterior(loop), loop, {range.begin, range.end},
                     made, emitInside);
      return emitFor(point, loop, {range.end, count}, made, emitInside);
    }
    if (depth < rolled)
      return emitFor(point, loop, {m.constant(0), count}, sums, emitInside);
    Results made = sums;
    for (int64_t index = 0, e = *getConstantIntValue(count); index < e; ++index)
      made = emitInside(point.at(loop, m.constant(index)), made);
    return made;
  };
  if (depth + 1 < plan.reductionLoops.size())
    return emitLoop(point);
  ArithValue hasSource = reads->emitHasSource(point.at(loop, m.constant(0)));
  if (!hasSource)
    return emitLoop(point);
  auto emitWhere = [&](bool isSource) {
    LoopPoint inside = point;
    inside.hasSource = isSource;
    return emitLoop(inside);
  };
  return emitEither(
      m, hasSource, [&] { return emitWhere(true); },
      [&] { return emitWhere(false); });
}

LoopEmitter::Results LoopEmitter::emitTerm(const LoopPoint &point,
                                           int64_t lanes, int64_t copies,
                                           ArrayRef<Value> sums) {
  Results made;
  SmallVector<BodyInputs> together;
  auto emitTogether = [&] {
    llvm::append_range(
        made, emitFusedBody(rewriter, op, together, plan.getRowLoop(), lanes));
    together.clear();
  };
  const Value *next = sums.begin();
  visitCopies(point, lanes, copies, [&](const LoopPoint &copy) {
    BodyInputs &inputs = together.emplace_back();
    inputs.indices = copy.indices;
    for (OpOperand *operand : op.getDpsInputOperands())
      inputs.arguments.push_back(op.payloadUsesValueFromOperand(operand)
                                     ? reads->emit(*operand, copy, lanes)
                                     : Value());
    for (int64_t number = 0, e = op.getNumDpsInits(); number < e; ++number)
      inputs.arguments.push_back(*next++);
    if (!plan.interleavesCopies)
      emitTogether();
  });
  emitTogether();
  return made;
}

Value LoopEmitter::emitNeighbour(linalg::LinalgOp neighbour,
                                 const LoopPoint &point,
                                 ArrayRef<ArithValue> position, Value computed,
                                 Value sum, int64_t lanes) {
  int64_t row = neighbour.getNumLoops() - 1;
  BodyInputs inputs{{}, SmallVector<ArithValue>(position)};
  for (OpOperand &operand : neighbour->getOpOperands()) {
    Value argument;
    if (operand.get() == computed)
      argument = sum;
    else if (neighbour.payloadUsesValueFromOperand(&operand))
      argument =
          reads->emitUnpadded(operand, {row, row - 1}, position, point, lanes);
    inputs.arguments.push_back(argument);
  }
  return emitFusedBody(rewriter, neighbour, inputs, row, lanes)[0];
}

Value LoopEmitter::emitEpilogue(const LoopPoint &point, Value sum,
                                int64_t lanes) {
  SmallVector<ArithValue> position = reads->getPosition(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)), point.indices);
  Value result = op->getResult(0);
  for (linalg::LinalgOp user : plan.epilogue) {
    sum = emitNeighbour(user, point, position, result, sum, lanes);
    result = user->getResult(0);
  }
  return sum;
}

Value LoopEmitter::emitInit(const LoopPoint &point, unsigned number,
                            int64_t lanes, const Results &results) {
  const Destination &destination = plan.destinations[number];
  if (destination.fill)
    return emitLanes(rewriter, m.loc, destination.fill, lanes);
  OpOperand *init = op.getDpsInitOperand(number);
  SmallVector<ArithValue> position =
      reads->getPosition(op.getMatchingIndexingMap(init), point.indices);
  if (destination.bias)
    return emitLanes(rewriter, m.loc,
                     emitNeighbour(destination.bias, point, position,
                                   /*computed=*/Value(), /*sum=*/Value(),
                                   lanes),
                     lanes);
  if (destination.isAddedTo)
    return reads->emitLoad(plan.isInPlace ? results[number]
                                          : reads->mergeRows(init->get()),
                           position, lanes);
  // A loop over terms carries a value, even if nothing reads the first one.
  if (plan.reductionLoops.empty())
    return Value();
  Type type = getElementTypeOrSelf(init->get());
  return emitLanes(rewriter, m.loc, ub::PoisonOp::create(rewriter, m.loc, type),
                   lanes);
}
