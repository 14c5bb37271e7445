//===- Maxima.cpp - The maxima of windows ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Without NaN, and but for the sign of zeros, a maximum is the same in any
// order. So the windows of a block share what they have in common: each vector
// is read once, and tested for NaN once, and the maximum of a row or column of
// a window is that of its neighbours, too.
//
//===----------------------------------------------------------------------===//

#include "Emit/Body.h"
#include "Emit/LoopEmitter.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include <map>

using namespace mlir;
using namespace mlir::pad;

/// The greater one of `lhs` and `rhs`, neither of which is NaN: one instruction
/// of x86.
static Value emitGreater(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  Value isGreater =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT, lhs, rhs);
  return arith::SelectOp::create(builder, loc, isGreater, lhs, rhs);
}

/// The reduction loops of `plan` so that the last ones are those whose maxima
/// the rows of a block share: those that `window` has along other axes.
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
/// Finds NaN and -0 in vectors of a type.
class UnusualLanes {
public:
  UnusualLanes(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  /// One comparison finds the NaN in two vectors.
  void findNaN(Value vector) {
    if (other)
      add(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, other,
                                vector));
    other = other ? Value() : vector;
  }
  /// As a number without a fraction, -0 is the least one.
  void findMinusZero(Value vector) {
    auto type = cast<VectorType>(vector.getType());
    Value bits = arith::BitcastOp::create(
        builder, loc,
        type.clone(builder.getIntegerType(type.getElementTypeBitWidth())),
        vector);
    least = least ? arith::MinSIOp::create(builder, loc, least, bits) : bits;
  }
  /// Whether there is none.
  Value emitIsUsual() {
    if (other)
      findNaN(other);
    auto type = cast<VectorType>(least.getType());
    Value minusZero = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            type, APInt::getSignMask(type.getElementTypeBitWidth())));
    add(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, least,
                              minusZero));
    // As one number: LLVM packs lanes for vector.reduction.
    auto bits =
        VectorType::get(1, builder.getIntegerType(type.getNumElements()));
    Value all = vector::ExtractOp::create(
        builder, loc, vector::BitCastOp::create(builder, loc, bits, isUsual),
        ArrayRef<int64_t>{0});
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, all,
        arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(bits.getElementType(), -1)));
  }

private:
  void add(Value lanes) {
    isUsual =
        isUsual ? arith::AndIOp::create(builder, loc, isUsual, lanes) : lanes;
  }

  OpBuilder &builder;
  Location loc;
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
  // How far from what the first element of the block reads first is what is
  // read `steps` of `loop` later, along each axis.
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
  // The maxima over the last so many loops, by what is read first.
  std::map<std::pair<size_t, Offset>, Value> known;
  UnusualLanes unusual(rewriter, m.loc);
  auto emitMaximum = [&](auto &self, const LoopPoint &at, const Offset &offset,
                         size_t depth) -> Value {
    Value &maximum = known[{depth, offset}];
    if (maximum)
      return maximum;
    if (depth == loops.size()) {
      maximum =
          emitLanes(rewriter, m.loc, reads->emit(*operand, at, lanes), lanes);
      unusual.findNaN(maximum);
      return maximum;
    }
    int64_t loop = loops[depth];
    for (int64_t index = 0; index < ranges[loop]; ++index) {
      Value next = self(self, at.at(loop, m.constant(index)),
                        move(offset, loop, index), depth + 1);
      maximum = maximum ? emitGreater(rewriter, m.loc, next, maximum) : next;
    }
    return maximum;
  };
  // No number is less than that.
  Value fill = plan.destinations.front().fill;
  bool isLeast = fill && matchPattern(fill, m_NegInfFloat());
  Results maxima;
  visitCopies(point, lanes, copies, [&](const LoopPoint &copy) {
    int64_t number = maxima.size();
    Offset offset =
        move(Offset(window.size()), plan.getRowLoop(), number % copies * lanes);
    if (point.rows > 1)
      offset = move(offset, plan.loopOfBlocks, number / copies);
    Value maximum = emitMaximum(emitMaximum, copy, offset, 0);
    if (!isLeast)
      maximum = emitGreater(rewriter, m.loc, maximum, before[number]);
    unusual.findMinusZero(maximum);
    maxima.push_back(maximum);
  });
  // The ends of rows are composed by what is known of the window along them.
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
