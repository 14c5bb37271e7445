//===- Maxima.cpp - The maxima of windows ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Maxima and minima of integers are the same in any order, and so are maxima of
// floating point without NaN, except for the sign of zeros. The windows of a
// block therefore share what they have in common: each vector is read once and
// tested for NaN once, and the maximum of a row or column of a window is
// computed once for all windows that have it.
//
//===----------------------------------------------------------------------===//

#include "Emit/Body.h"
#include "Emit/LoopEmitter.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <map>

using namespace mlir;
using namespace mlir::pad;

Value LoopEmitter::emitGreater(Value lhs, Value rhs) {
  Operation &maximum = op.getBlock()->front();
  if (!isa<arith::MaximumFOp>(maximum)) {
    OperationState state(m.loc, maximum.getName(), {lhs, rhs}, lhs.getType());
    return rewriter.create(state)->getResult(0);
  }
  // These two are one instruction of x86.
  Value isGreater = arith::CmpFOp::create(rewriter, m.loc,
                                          arith::CmpFPredicate::OGT, lhs, rhs);
  return arith::SelectOp::create(rewriter, m.loc, isGreater, lhs, rhs);
}

/// The reduction loops of `plan`, ordered so that those come last whose maxima
/// the rows of a block share: they run along other axes of `window` than the
/// loop over these rows.
static SmallVector<int64_t> orderLoops(const LoopPlan &plan,
                                       ArrayRef<WindowAxis> window) {
  SmallVector<int64_t> loops, shared;
  for (int64_t loop : plan.reductionLoops) {
    bool isAcross = llvm::any_of(window, [&](const WindowAxis &axis) {
      return axis.coefficients[loop] != 0 && plan.loopOfBlocks >= 0 &&
             axis.coefficients[plan.loopOfBlocks] != 0;
    });
    (isAcross ? loops : shared).push_back(loop);
  }
  llvm::append_range(loops, shared);
  return loops;
}

namespace {
/// Finds NaN and -0 in vectors of floating point. `numbers` are vectors of
/// integers of as many lanes and bits. With `counts`, the comparisons that hold
/// are counted, instead of ANDed: where comparisons make vectors, not masks,
/// LLVM shuffles the lanes of an AND of more than six of them.
class UnusualLanes {
public:
  UnusualLanes(ArithContext m, VectorType numbers, bool counts)
      : m(m), numbers(numbers), counts(counts) {}

  /// One comparison finds the NaN in two vectors.
  void findNaN(Value vector) {
    if (other)
      add(arith::CmpFOp::create(m.b, m.loc, arith::CmpFPredicate::ORD, other,
                                vector));
    other = other ? Value() : vector;
  }
  /// The bits of -0 are the least integer.
  void findMinusZero(Value vector) {
    Value bits = arith::BitcastOp::create(m.b, m.loc, numbers, vector);
    least = least ? arith::MinSIOp::create(m.b, m.loc, least, bits) : bits;
  }
  /// Whether there are none, which LLVM is told to expect.
  Value emitIsUsual() {
    if (other)
      findNaN(other);
    unsigned width = numbers.getElementTypeBitWidth();
    add(emitCompare(arith::CmpIPredicate::ne, least,
                    APInt::getSignMask(width)));
    if (counts)
      isUsual = emitCompare(arith::CmpIPredicate::eq, isUsual,
                            -APInt(width, numComparisons));
    // All lanes are one integer, because LLVM packs lanes for vector.reduction.
    auto bits =
        VectorType::get(1, m.b.getIntegerType(numbers.getNumElements()));
    Value all = vector::ExtractOp::create(
        m.b, m.loc, vector::BitCastOp::create(m.b, m.loc, bits, isUsual),
        ArrayRef<int64_t>{0});
    Value isAll = arith::CmpIOp::create(
        m.b, m.loc, arith::CmpIPredicate::eq, all,
        arith::ConstantOp::create(
            m.b, m.loc, m.b.getIntegerAttr(bits.getElementType(), -1)));
    return LLVM::ExpectOp::create(m.b, m.loc, isAll, m.condition(true));
  }

private:
  Value emitCompare(arith::CmpIPredicate predicate, Value lanes, APInt number) {
    return arith::CmpIOp::create(
        m.b, m.loc, predicate, lanes,
        arith::ConstantOp::create(m.b, m.loc,
                                  DenseElementsAttr::get(numbers, number)));
  }
  void add(Value holds) {
    ++numComparisons;
    if (counts)
      holds = arith::ExtSIOp::create(m.b, m.loc, numbers, holds);
    if (!isUsual)
      isUsual = holds;
    else if (counts)
      isUsual = arith::AddIOp::create(m.b, m.loc, isUsual, holds);
    else
      isUsual = arith::AndIOp::create(m.b, m.loc, isUsual, holds);
  }

  ArithContext m;
  VectorType numbers;
  bool counts;
  int64_t numComparisons = 0;
  Value other, least, isUsual;
};
} // namespace

LoopEmitter::Results LoopEmitter::emitMaxima(const LoopPoint &point,
                                             int64_t lanes, int64_t copies,
                                             const Results &before) {
  OpOperand *operand = llvm::find_singleton<OpOperand>(
      op.getDpsInputOperands(), [&](OpOperand *input, bool) {
        return op.payloadUsesValueFromOperand(input) ? input : nullptr;
      });
  SmallVector<WindowAxis> window =
      *getWindow(op.getMatchingIndexingMap(operand));
  SmallVector<int64_t> loops = orderLoops(plan, window),
                       ranges = op.getStaticLoopRanges();
  int64_t merged = plan.getMergedLoop();
  bool isMerged = merged >= 0 && point.interior.test(merged) &&
                  !ShapedType::isDynamic(ranges[plan.getRowLoop()]);
  // An offset is, along each axis, the distance from what the first element of
  // the block reads first. Moves one by `steps` of `loop`.
  using Offset = std::vector<int64_t>;
  auto move = [&](Offset offset, int64_t loop, int64_t steps) {
    for (auto [sum, axis] : llvm::zip_equal(offset, window))
      sum += axis.coefficients[loop] * steps;
    if (isMerged) {
      offset.back() += offset.end()[-2] * ranges[plan.getRowLoop()];
      offset.end()[-2] = 0;
    }
    return offset;
  };
  // The element of the block that is being computed: along each loop of the
  // block, its index and how many elements the block has.
  std::array<std::array<int64_t, 3>, 2> neighbours = {
      {{plan.loopOfBlocks, 0, point.rows},
       {plan.loopOfPlanes, 0, point.planes}}};
  // The indices of reduction loop `loop` that the windows of that element and
  // of the other one of its pair have in common; all, if there is no pair.
  auto getShared = [&](int64_t loop) -> std::pair<int64_t, int64_t> {
    for (auto [parallel, number, count] : neighbours)
      for (const WindowAxis &axis : window) {
        if (parallel < 0 || axis.coefficients[loop] == 0 ||
            axis.coefficients[parallel] % axis.coefficients[loop] != 0)
          continue;
        int64_t apart = axis.coefficients[parallel] / axis.coefficients[loop];
        if (apart == 0 || apart >= ranges[loop] || (number | 1) >= count)
          continue;
        return number % 2 == 0 ? std::pair(apart, ranges[loop])
                               : std::pair(int64_t(0), ranges[loop] - apart);
      }
    return {0, ranges[loop]};
  };
  // The maxima that are computed already, by the number of the first loop that
  // they are over, how many of its indices, and the offset of what they read
  // first.
  std::map<std::tuple<size_t, int64_t, Offset>, Value> known;
  Type type = getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  bool isFloat = isa<FloatType>(type);
  UnusualLanes unusual(
      m, VectorType::get(lanes, rewriter.getIntegerType(getLaneBits(type))),
      !plan.hasAvx512 && point.planes * point.rows * copies > 1);
  auto emitMaximum = [&](auto &self, const LoopPoint &at, const Offset &offset,
                         size_t depth) -> Value {
    if (depth == loops.size()) {
      Value &read = known[{depth, 0, offset}];
      if (!read) {
        read =
            emitLanes(rewriter, m.loc, reads->emit(*operand, at, lanes), lanes);
        if (isFloat)
          unusual.findNaN(read);
      }
      return read;
    }
    int64_t loop = loops[depth];
    auto add = [&](Value &maximum, int64_t begin, int64_t end) {
      for (int64_t index = begin; index < end; ++index) {
        Value next = self(self, at.at(loop, m.constant(index)),
                          move(offset, loop, index), depth + 1);
        maximum = maximum ? emitGreater(next, maximum) : next;
      }
    };
    auto [begin, end] = getShared(loop);
    Value &shared = known[{depth, end - begin, move(offset, loop, begin)}];
    if (!shared)
      add(shared, begin, end);
    Value &maximum = known[{depth, ranges[loop], offset}];
    if (!maximum) {
      maximum = shared;
      add(maximum, 0, begin);
      add(maximum, end, ranges[loop]);
    }
    return maximum;
  };
  // No number is less than this one.
  Value fill = plan.destinations.front().fill;
  bool isLeast = fill && matchPattern(fill, m_NegInfFloat());
  Results maxima;
  visitCopies(point, lanes, copies, [&](const LoopPoint &copy) {
    int64_t number = maxima.size();
    Offset offset =
        move(Offset(window.size()), plan.getRowLoop(), number % copies * lanes);
    neighbours[0][1] = number / copies % point.rows;
    neighbours[1][1] = number / copies / point.rows;
    for (auto [parallel, index, count] : neighbours)
      if (count > 1)
        offset = move(offset, parallel, index);
    Value maximum = emitMaximum(emitMaximum, copy, offset, 0);
    if (!isLeast)
      maximum = emitGreater(maximum, before[number]);
    if (isFloat)
      unusual.findMinusZero(maximum);
    maxima.push_back(maximum);
  });
  if (!isFloat)
    return maxima;
  // The ends of rows are composed for known elements of the window, so that its
  // loop along rows is written out.
  size_t rolled = plan.reductionLoops.size();
  if (point.rowPart != RowPart::Inside)
    rolled =
        std::distance(plan.reductionLoops.begin(),
                      llvm::find_if(plan.reductionLoops, [&](int64_t loop) {
                        return window.back().coefficients[loop] != 0;
                      }));
  return emitEither(
      m, m(unusual.emitIsUsual()), [&] { return maxima; },
      [&] {
        return emitReductions(
            point, 0, rolled, before,
            [&](const LoopPoint &point, ArrayRef<Value> sums) {
              return emitTerm(point, lanes, copies, sums);
            });
      });
}
