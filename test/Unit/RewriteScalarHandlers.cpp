//===- RewriteScalarHandlers.cpp - Evaluates arith, math, affine, scf -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteInterpreter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;
using llvm::APFloat;
using llvm::APInt;

using Operands = ArrayRef<APInt>;

/// The element type of operand or result `value`.
static FloatType getFloatType(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value));
}
static APFloat toFloat(Value value, const APInt &bits) {
  return APFloat(getFloatType(value).getFloatSemantics(), bits);
}
static APInt convert(APFloat number, Value to) {
  bool losesInfo;
  number.convert(getFloatType(to).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return number.bitcastToAPInt();
}

//===----------------------------------------------------------------------===//
// arith, math
//===----------------------------------------------------------------------===//

static void registerIntegerArithmetic() {
  addElementwise<arith::AddIOp>(
      [](arith::AddIOp, Operands x) { return x[0] + x[1]; });
  addElementwise<arith::SubIOp>(
      [](arith::SubIOp, Operands x) { return x[0] - x[1]; });
  addElementwise<arith::MulIOp>(
      [](arith::MulIOp, Operands x) { return x[0] * x[1]; });
  addElementwise<arith::AndIOp>(
      [](arith::AndIOp, Operands x) { return x[0] & x[1]; });
  addElementwise<arith::OrIOp>(
      [](arith::OrIOp, Operands x) { return x[0] | x[1]; });
  addElementwise<arith::XOrIOp>(
      [](arith::XOrIOp, Operands x) { return x[0] ^ x[1]; });
  addElementwise<arith::MinSIOp>([](arith::MinSIOp, Operands x) {
    return llvm::APIntOps::smin(x[0], x[1]);
  });
  addElementwise<arith::MaxSIOp>([](arith::MaxSIOp, Operands x) {
    return llvm::APIntOps::smax(x[0], x[1]);
  });
  addElementwise<arith::MinUIOp>([](arith::MinUIOp, Operands x) {
    return llvm::APIntOps::umin(x[0], x[1]);
  });
  addElementwise<arith::MaxUIOp>([](arith::MaxUIOp, Operands x) {
    return llvm::APIntOps::umax(x[0], x[1]);
  });
  addElementwise<arith::CmpIOp>([](arith::CmpIOp op, Operands x) {
    return APInt(1, arith::applyCmpPredicate(op.getPredicate(), x[0], x[1]));
  });
  addElementwise<arith::ExtSIOp>([](arith::ExtSIOp op, Operands x) {
    return x[0].sext(getBitWidth(getElementTypeOrSelf(op.getResult())));
  });
  addElementwise<arith::ExtUIOp>([](arith::ExtUIOp op, Operands x) {
    return x[0].zext(getBitWidth(getElementTypeOrSelf(op.getResult())));
  });
  addElementwise<arith::TruncIOp>([](arith::TruncIOp op, Operands x) {
    return x[0].trunc(getBitWidth(getElementTypeOrSelf(op.getResult())));
  });
  addElementwise<arith::IndexCastOp>([](arith::IndexCastOp op, Operands x) {
    return x[0].sextOrTrunc(getBitWidth(getElementTypeOrSelf(op.getResult())));
  });
  addElementwise<arith::BitcastOp>(
      [](arith::BitcastOp, Operands x) { return x[0]; });
}

/// A division; one by zero is an error.
template <typename OpTy>
static void addDivision(APInt (*divide)(const APInt &, const APInt &)) {
  static APInt (*function)(const APInt &, const APInt &) = divide;
  addHandler<OpTy>([](OpTy op, Frame &frame) -> LogicalResult {
    unsigned width = getBitWidth(op.getType());
    Bits lhs = frame.get(op.getLhs()).elements.front();
    Bits rhs = frame.get(op.getRhs()).elements.front();
    if (width == 0 || !lhs || !rhs || *rhs == 0)
      return frame.fail(op, "division by zero, or of no scalars");
    frame.set(
        op.getResult(),
        RuntimeValue::scalar(
            function(APInt(width, *lhs), APInt(width, *rhs)).getZExtValue()));
    return success();
  });
}

static void registerDivisions() {
  addDivision<arith::DivSIOp>(
      [](const APInt &x, const APInt &y) { return x.sdiv(y); });
  addDivision<arith::DivUIOp>(
      [](const APInt &x, const APInt &y) { return x.udiv(y); });
  addDivision<arith::RemSIOp>(
      [](const APInt &x, const APInt &y) { return x.srem(y); });
  addDivision<arith::RemUIOp>(
      [](const APInt &x, const APInt &y) { return x.urem(y); });
  addDivision<arith::FloorDivSIOp>([](const APInt &x, const APInt &y) {
    return llvm::APIntOps::RoundingSDiv(x, y, APInt::Rounding::DOWN);
  });
  addDivision<arith::CeilDivSIOp>([](const APInt &x, const APInt &y) {
    return llvm::APIntOps::RoundingSDiv(x, y, APInt::Rounding::UP);
  });
}

static void registerFloatArithmetic() {
  addElementwise<arith::AddFOp>([](arith::AddFOp op, Operands x) {
    return (toFloat(op.getLhs(), x[0]) + toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::SubFOp>([](arith::SubFOp op, Operands x) {
    return (toFloat(op.getLhs(), x[0]) - toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::MulFOp>([](arith::MulFOp op, Operands x) {
    return (toFloat(op.getLhs(), x[0]) * toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::MaximumFOp>([](arith::MaximumFOp op, Operands x) {
    return maximum(toFloat(op.getLhs(), x[0]), toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::MinimumFOp>([](arith::MinimumFOp op, Operands x) {
    return minimum(toFloat(op.getLhs(), x[0]), toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::MaxNumFOp>([](arith::MaxNumFOp op, Operands x) {
    return maxnum(toFloat(op.getLhs(), x[0]), toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::MinNumFOp>([](arith::MinNumFOp op, Operands x) {
    return minnum(toFloat(op.getLhs(), x[0]), toFloat(op.getRhs(), x[1]))
        .bitcastToAPInt();
  });
  addElementwise<arith::NegFOp>([](arith::NegFOp op, Operands x) {
    return neg(toFloat(op.getOperand(), x[0])).bitcastToAPInt();
  });
  addElementwise<math::AbsFOp>([](math::AbsFOp op, Operands x) {
    return abs(toFloat(op.getOperand(), x[0])).bitcastToAPInt();
  });
  addElementwise<arith::ExtFOp>([](arith::ExtFOp op, Operands x) {
    return convert(toFloat(op.getIn(), x[0]), op.getOut());
  });
  addElementwise<arith::TruncFOp>([](arith::TruncFOp op, Operands x) {
    return convert(toFloat(op.getIn(), x[0]), op.getOut());
  });
  addElementwise<arith::SIToFPOp>([](arith::SIToFPOp op, Operands x) {
    APFloat number(getFloatType(op.getOut()).getFloatSemantics());
    number.convertFromAPInt(x[0], /*IsSigned=*/true,
                            APFloat::rmNearestTiesToEven);
    return number.bitcastToAPInt();
  });
}

static LogicalResult evaluateConstant(arith::ConstantOp op, Frame &frame) {
  std::optional<RuntimeValue> value = getConstant(op.getValue());
  if (!value)
    return frame.fail(op, "unknown constant");
  frame.set(op.getResult(), std::move(*value));
  return success();
}

/// Only the condition and the value that is taken need to be specified.
static LogicalResult evaluateSelect(arith::SelectOp op, Frame &frame) {
  const RuntimeValue &condition = frame.get(op.getCondition());
  const RuntimeValue &ifTrue = frame.get(op.getTrueValue());
  const RuntimeValue &ifFalse = frame.get(op.getFalseValue());
  RuntimeValue result = ifTrue;
  for (size_t i = 0; i < result.elements.size(); ++i) {
    Bits taken = condition.elements[condition.shape.empty() ? 0 : i];
    if (!taken)
      return frame.fail(op, "the condition is unspecified");
    if (!*taken)
      result.elements[i] = ifFalse.elements[i];
  }
  // With a scalar condition the shapes may differ.
  if (condition.shape.empty() && !*condition.elements.front())
    result = ifFalse;
  frame.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// affine
//===----------------------------------------------------------------------===//

/// The value of `expr` where the dimensions and then the symbols are `numbers`;
/// nullopt for a division by something not positive.
static std::optional<int64_t> evaluate(AffineExpr expr, unsigned numDims,
                                       ArrayRef<int64_t> numbers) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return numbers[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return numbers[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluate(binary.getLHS(), numDims, numbers);
  std::optional<int64_t> rhs = evaluate(binary.getRHS(), numDims, numbers);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul:
    return *lhs * *rhs;
  default:
    break;
  }
  if (*rhs <= 0)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return llvm::divideFloorSigned(*lhs, *rhs);
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return llvm::divideCeilSigned(*lhs, *rhs);
  return llvm::mod(*lhs, *rhs);
}

/// The results of `map`; empty after an error.
static SmallVector<int64_t> evaluateMap(Operation *op, AffineMap map,
                                        Frame &frame) {
  SmallVector<int64_t> numbers =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return frame.getIndex(operand);
      });
  SmallVector<int64_t> results;
  for (AffineExpr expr : map.getResults()) {
    std::optional<int64_t> result = evaluate(expr, map.getNumDims(), numbers);
    if (!result) {
      (void)frame.fail(op, "division by something not positive");
      return {};
    }
    results.push_back(*result);
  }
  return results;
}

static LogicalResult evaluateApply(affine::AffineApplyOp op, Frame &frame) {
  SmallVector<int64_t> results = evaluateMap(op, op.getAffineMap(), frame);
  if (results.empty())
    return failure();
  frame.set(op.getResult(), RuntimeValue::scalar(results.front()));
  return success();
}

static LogicalResult evaluateMin(affine::AffineMinOp op, Frame &frame) {
  SmallVector<int64_t> results = evaluateMap(op, op.getAffineMap(), frame);
  if (results.empty())
    return failure();
  frame.set(op.getResult(), RuntimeValue::scalar(*llvm::min_element(results)));
  return success();
}

static LogicalResult evaluateMax(affine::AffineMaxOp op, Frame &frame) {
  SmallVector<int64_t> results = evaluateMap(op, op.getAffineMap(), frame);
  if (results.empty())
    return failure();
  frame.set(op.getResult(), RuntimeValue::scalar(*llvm::max_element(results)));
  return success();
}

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

static LogicalResult evaluateIf(scf::IfOp op, Frame &frame) {
  bool taken = frame.getIndex(op.getCondition()) != 0;
  Region &region = taken ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return success();
  SmallVector<RuntimeValue> results = frame.runBlock(region.front(), {});
  if (!frame.error.empty())
    return failure();
  for (auto [result, runtime] : llvm::zip_equal(op.getResults(), results))
    frame.set(result, std::move(runtime));
  return success();
}

static LogicalResult evaluateFor(scf::ForOp op, Frame &frame) {
  SmallVector<RuntimeValue> carried = llvm::map_to_vector(
      op.getInitArgs(), [&](Value init) { return frame.get(init); });
  int64_t step = frame.getIndex(op.getStep());
  if (step <= 0)
    return frame.fail(op, "the step is not positive");
  for (int64_t i = frame.getIndex(op.getLowerBound()),
               end = frame.getIndex(op.getUpperBound());
       i < end; i += step) {
    SmallVector<RuntimeValue> arguments = {RuntimeValue::scalar(i)};
    llvm::append_range(arguments, carried);
    carried = frame.runBlock(*op.getBody(), arguments);
    if (!frame.error.empty())
      return failure();
  }
  for (auto [result, runtime] : llvm::zip_equal(op.getResults(), carried))
    frame.set(result, std::move(runtime));
  return success();
}

static LogicalResult evaluateCall(func::CallOp op, Frame &frame) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isExternal())
    return frame.fail(op, "there is no such function");
  SmallVector<RuntimeValue> arguments = llvm::map_to_vector(
      op.getOperands(), [&](Value operand) { return frame.get(operand); });
  SmallVector<RuntimeValue> results =
      frame.runBlock(callee.getBody().front(), arguments);
  if (!frame.error.empty())
    return failure();
  for (auto [result, runtime] : llvm::zip_equal(op.getResults(), results))
    frame.set(result, std::move(runtime));
  return success();
}

void mlir::pad::registerScalarHandlers() {
  registerIntegerArithmetic();
  registerDivisions();
  registerFloatArithmetic();
  addHandler<arith::ConstantOp>(evaluateConstant);
  addHandler<arith::SelectOp>(evaluateSelect);
  addHandler<affine::AffineApplyOp>(evaluateApply);
  addHandler<affine::AffineMinOp>(evaluateMin);
  addHandler<affine::AffineMaxOp>(evaluateMax);
  addHandler<func::CallOp>(evaluateCall);
  addHandler<scf::IfOp>(evaluateIf);
  addHandler<scf::ForOp>(evaluateFor);
}
