//===- PadFoldIntoReductions.cpp - Reductions of the source ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFOLDINTOREDUCTIONS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Neutral values
//===----------------------------------------------------------------------===//

/// Whether `op(x, value)` is `x` for every integer `x` that reducing can reach
/// from `start`, which is null if it is not known.
static bool isNeutral(Operation *op, const APInt &value, const APInt *start) {
  // A maximum is never less than its start, and a minimum is never more.
  return TypeSwitch<Operation *, bool>(op)
      .Case<arith::AddIOp, arith::XOrIOp>([&](auto) { return value.isZero(); })
      .Case([&](arith::MulIOp) { return value.isOne(); })
      .Case([&](arith::AndIOp) {
        return value.isAllOnes() || (start && start->isSubsetOf(value));
      })
      .Case([&](arith::OrIOp) {
        return value.isZero() || (start && value.isSubsetOf(*start));
      })
      .Case([&](arith::MaxSIOp) {
        return value.isMinSignedValue() || (start && start->sge(value));
      })
      .Case([&](arith::MinSIOp) {
        return value.isMaxSignedValue() || (start && start->sle(value));
      })
      .Case([&](arith::MaxUIOp) {
        return value.isZero() || (start && start->uge(value));
      })
      .Case([&](arith::MinUIOp) {
        return value.isAllOnes() || (start && start->ule(value));
      })
      .Default([](Operation *) { return false; });
}

/// The same for floats; `x` may be a NaN, and a NaN may become another one.
static bool isNeutral(Operation *op, const APFloat &value,
                      const APFloat *start) {
  // No other number is less than the first, or more than the second.
  bool isLeast = value.isInfinity() && value.isNegative();
  bool isMost = value.isInfinity() && !value.isNegative();
  // Where NaNs are ignored, a NaN and a number reduce to the number. It is not
  // specified which of two zeros is returned.
  bool mayIgnoreNaNs = start && !start->isNaN() && !value.isZero();
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddFOp add) {
        // x - 0.0 is x, and x + 0.0 is x unless that is -0.0. A sum is -0.0
        // only if all its terms are; with another term, a sum of zero is +0.0.
        if (value.isNegZero())
          return true;
        bool ignoresSign =
            bitEnumContainsAll(add.getFastmath(), arith::FastMathFlags::nsz);
        return value.isPosZero() &&
               (ignoresSign || (start && !start->isNegZero()));
      })
      .Case([&](arith::MulFOp) { return value.isExactlyValue(1.0); })
      .Case([&](arith::MaximumFOp) {
        return isLeast ||
               (start && maximum(*start, value).bitwiseIsEqual(*start));
      })
      .Case([&](arith::MinimumFOp) {
        return isMost ||
               (start && minimum(*start, value).bitwiseIsEqual(*start));
      })
      .Case([&](arith::MaxNumFOp) {
        return mayIgnoreNaNs && maxnum(*start, value).bitwiseIsEqual(*start);
      })
      .Case([&](arith::MinNumFOp) {
        return mayIgnoreNaNs && minnum(*start, value).bitwiseIsEqual(*start);
      })
      .Default([](Operation *) { return false; });
}

/// The constant that all elements of `init` are; null if there is none.
static TypedAttr getStart(Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.value();
  else if (auto splat = init.getDefiningOp<tensor::SplatOp>())
    init = splat.getInput();
  Attribute constant;
  if (!matchPattern(init, m_Constant(&constant)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant))
    constant = splat.getSplatValue<Attribute>();
  return dyn_cast<TypedAttr>(constant);
}

/// Whether combining with `value` by `op` changes nothing.
static bool isNeutral(Operation *op, TypedAttr value, TypedAttr start) {
  if (auto number = dyn_cast<IntegerAttr>(value)) {
    auto first = dyn_cast_or_null<IntegerAttr>(start);
    APInt firstValue = first ? first.getValue() : APInt();
    return isNeutral(op, number.getValue(), first ? &firstValue : nullptr);
  }
  if (auto number = dyn_cast<FloatAttr>(value)) {
    auto first = dyn_cast_or_null<FloatAttr>(start);
    APFloat firstValue = first ? first.getValue() : number.getValue();
    return isNeutral(op, number.getValue(), first ? &firstValue : nullptr);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// The constant that `value`, of the body of a linalg op, is where `argument`
/// is `constant`; null if it is none.
static Attribute evaluate(Value value, BlockArgument argument,
                          TypedAttr constant) {
  if (value == argument)
    return constant;
  Attribute known;
  if (matchPattern(value, m_Constant(&known)))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != argument.getOwner() || op->getNumRegions() ||
      op->getNumResults() != 1 || !isMemoryEffectFree(op))
    return {};
  // Folding may change the op.
  Operation *copy = op->clone();
  llvm::scope_exit erase([&] { copy->erase(); });
  // The first step of folding moves a constant operand to the end, and the
  // second step folds.
  for (int step = 0; step < 2; ++step) {
    SmallVector<Attribute> operands;
    for (Value operand : copy->getOperands())
      operands.push_back(evaluate(operand, argument, constant));
    SmallVector<OpFoldResult> folded;
    if (failed(copy->fold(operands, folded)))
      return {};
    if (folded.empty())
      continue;
    if (auto result = dyn_cast<Attribute>(folded.front()))
      return result;
    return evaluate(cast<Value>(folded.front()), argument, constant);
  }
  return {};
}

/// Whether elements of `input` that are `value` leave every result of `op` as
/// it is.
static LogicalResult checkNeutral(linalg::LinalgOp op, OpOperand &input,
                                  TypedAttr value, PatternRewriter &rewriter) {
  BlockArgument argument = op.getMatchingBlockArgument(&input);
  for (auto [init, yielded] :
       llvm::zip_equal(op.getDpsInitsMutable(),
                       op.getBlock()->getTerminator()->getOperands())) {
    BlockArgument accumulator = op.getMatchingBlockArgument(&init);
    Operation *combiner = yielded.getDefiningOp();
    if (!combiner || combiner->getNumOperands() != 2 ||
        !accumulator.hasOneUse() || *accumulator.user_begin() != combiner)
      return rewriter.notifyMatchFailure(op, "not one combiner a result");
    Value element =
        combiner->getOperand(combiner->getOperand(0) == accumulator ? 1 : 0);
    auto constant =
        dyn_cast_or_null<TypedAttr>(evaluate(element, argument, value));
    if (!constant)
      return rewriter.notifyMatchFailure(
          op, "padding elements reach a result with others");
    if (!isNeutral(combiner, constant, getStart(init.get())))
      return rewriter.notifyMatchFailure(op,
                                         "the padding value is not neutral");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

namespace {
/// What is reduced of a padded input.
struct ReducedAxes {
  /// Maps each loop that reduces a padded axis to the axis of the input.
  llvm::SmallDenseMap<unsigned, int64_t> axisOfLoop;

  std::optional<int64_t> getAxis(AffineExpr index) const {
    auto loop = dyn_cast<AffineDimExpr>(index);
    auto it = loop ? axisOfLoop.find(loop.getPosition()) : axisOfLoop.end();
    if (it == axisOfLoop.end())
      return std::nullopt;
    return it->second;
  }
};
} // namespace

/// The padded axes of `input` that `op` reduces, if their pads may go.
static FailureOr<ReducedAxes> getReducedAxes(linalg::LinalgOp op,
                                             OpOperand &input, PadOp pad,
                                             PatternRewriter &rewriter) {
  AffineMap map = op.getMatchingIndexingMap(&input);
  if (!map.isProjectedPermutation())
    return rewriter.notifyMatchFailure(op, "the input is read by windows");
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  ReducedAxes reduced;
  PadAmounts amounts(pad);
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    unsigned loop = map.getDimPosition(axis);
    if (amounts.isUnpadded(axis) ||
        iterators[loop] != utils::IteratorType::reduction)
      continue;
    auto isNegative = [](OpFoldResult number) {
      // An unknown number counts as negative.
      return getConstantIntValue(number).value_or(-1) < 0;
    };
    if (isNegative(amounts.low[axis]) || isNegative(amounts.high[axis]) ||
        isNegative(amounts.interior[axis]))
      return rewriter.notifyMatchFailure(op, "a pad that may crop");
    if (getConstantIntValue(amounts.interior[axis]) == INT64_MAX)
      return rewriter.notifyMatchFailure(op, "the step exceeds 64 bits");
    int64_t extent = pad.getSourceType().getDimSize(axis);
    if (extent == 0)
      return rewriter.notifyMatchFailure(op, "the source is empty");
    int64_t padded = pad.getType().getDimSize(axis);
    if (ShapedType::isDynamic(extent) != ShapedType::isDynamic(padded))
      return rewriter.notifyMatchFailure(op, "static extents would change");
    // Run time checks C4 of constant operands.
    if (ShapedType::isStatic(extent) &&
        getPaddedExtent(getKnownNumbers(pad, axis)) != padded)
      return rewriter.notifyMatchFailure(op, "the pads give another extent");
    reduced.axisOfLoop[loop] = axis;
  }
  if (reduced.axisOfLoop.empty())
    return rewriter.notifyMatchFailure(op, "no padded axis is reduced");
  return reduced;
}

/// Checks that the other operands of `op` read the reduced axes one element at
/// a time, so that slices can stand in for them, and that the body does not.
static LogicalResult checkOthers(linalg::LinalgOp op, OpOperand &input,
                                 PadOp pad, const ReducedAxes &reduced,
                                 PatternRewriter &rewriter) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (&operand == &input)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [k, index] : llvm::enumerate(map.getResults())) {
      bool isUsed =
          llvm::any_of(reduced.axisOfLoop, [index = index](auto &entry) {
            return index.isFunctionOfDim(entry.first);
          });
      if (isUsed && (op.isDpsInit(&operand) || !reduced.getAxis(index)))
        return rewriter.notifyMatchFailure(
            op, "an operand that is no slice along the reduced axes");
      // The verifier accepts no offset at the end of an axis, even for an empty
      // slice.
      std::optional<int64_t> axis = reduced.getAxis(index);
      int64_t extent = op.getShape(&operand)[k];
      if (axis && ShapedType::isStatic(extent) &&
          getConstantIntValue(pad.getMixedLow()[*axis]).value_or(0) >= extent)
        return rewriter.notifyMatchFailure(op, "the source must be empty");
    }
  }
  bool usesIndex = false;
  op.getBlock()->walk([&](linalg::IndexOp index) {
    usesIndex |= reduced.axisOfLoop.contains(index.getDim());
  });
  if (usesIndex)
    return rewriter.notifyMatchFailure(op, "the body uses the reduced index");
  return success();
}

static LogicalResult foldPadOfInput(linalg::LinalgOp op, OpOperand &input,
                                    PadOp pad, PatternRewriter &rewriter) {
  if (!pad.isConstantPad())
    return rewriter.notifyMatchFailure(op, "a pad not in constant mode");
  TypedAttr value = getConstantPaddingValue(pad);
  if (!value)
    return rewriter.notifyMatchFailure(op, "the padding value is not known");
  FailureOr<ReducedAxes> reduced = getReducedAxes(op, input, pad, rewriter);
  if (failed(reduced) ||
      failed(checkOthers(op, input, pad, *reduced, rewriter)) ||
      failed(checkNeutral(op, input, value, rewriter)))
    return failure();

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  PadAmounts amounts(pad);
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, loc, pad.getSource());
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);

  SmallVector<std::pair<OpOperand *, Value>> slices;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (operand == &input)
      continue;
    SmallVector<OpFoldResult> offsets, sizes, strides;
    bool isSliced = false;
    for (auto [k, index] :
         llvm::enumerate(op.getMatchingIndexingMap(operand).getResults())) {
      if (std::optional<int64_t> axis = reduced->getAxis(index)) {
        isSliced = true;
        offsets.push_back(amounts.low[*axis]);
        sizes.push_back(extents[*axis]);
        strides.push_back(rewriter.getIndexAttr(
            *getConstantIntValue(amounts.interior[*axis]) + 1));
        continue;
      }
      offsets.push_back(zero);
      sizes.push_back(tensor::getMixedSize(rewriter, loc, operand->get(), k));
      strides.push_back(one);
    }
    if (isSliced)
      slices.emplace_back(
          operand, tensor::ExtractSliceOp::create(rewriter, loc, operand->get(),
                                                  offsets, sizes, strides));
  }

  SmallVector<int64_t> shape(pad.getType().getShape());
  for (auto [loop, axis] : reduced->axisOfLoop) {
    shape[axis] = pad.getSourceType().getDimSize(axis);
    amounts.low[axis] = amounts.high[axis] = amounts.interior[axis] = zero;
  }
  Value source = pad.getSource();
  RankedTensorType type = pad.getType().clone(shape);
  if (!amounts.isNoOp())
    source = PadOp::create(rewriter, loc, type, source, PadMode::Constant,
                           amounts.low, amounts.high, amounts.interior,
                           pad.getValue());
  else if (source.getType() != type)
    source = tensor::CastOp::create(rewriter, loc, type, source);
  rewriter.modifyOpInPlace(op, [&] {
    input.set(source);
    for (auto [operand, slice] : slices)
      operand->set(slice);
  });
  return success();
}

/// A reduction of a constant pad by a neutral value becomes one of the source;
/// axes that are not reduced keep their pads, and other operands are sliced.
static LogicalResult foldIntoReduction(linalg::LinalgOp op,
                                       PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "not on tensors");
  for (OpOperand *input : op.getDpsInputOperands())
    if (auto pad = input->get().getDefiningOp<PadOp>())
      if (succeeded(foldPadOfInput(op, *input, pad, rewriter)))
        return success();
  return rewriter.notifyMatchFailure(op, "no input to take a pad from");
}

namespace {
struct PadFoldIntoReductions
    : PatternPass<pad::impl::PadFoldIntoReductionsBase<PadFoldIntoReductions>,
                  populatePadFoldIntoReductionsPatterns> {};
} // namespace

void mlir::pad::populatePadFoldIntoReductionsPatterns(
    RewritePatternSet &patterns) {
  addPatterns<foldIntoReduction>(patterns);
}
