//===- AdjointSums.cpp - Sums of elements in the order of A2 --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/AdjointSums.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

ElementSums::ElementSums(OpBuilder &builder, Location loc, Type elementType,
                         int64_t lanes)
    : b(builder), loc(loc), elementType(elementType), partType(elementType),
      lanes(lanes) {
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    partType = complex.getElementType();
    numParts = 2;
  }
  // arith has signless integers only.
  if (auto integer = dyn_cast<IntegerType>(partType))
    partType = b.getIntegerType(integer.getWidth());
  bool isNarrow = isa<Float16Type, BFloat16Type>(partType);
  sumType = isNarrow ? Type(b.getF32Type()) : partType;
}

Type ElementSums::withLanes(Type scalar) const {
  return lanes == 0 ? scalar : VectorType::get(lanes, scalar);
}

Value ElementSums::getConstant(TypedAttr scalar) {
  if (lanes != 0)
    scalar = SplatElementsAttr::get(
        cast<ShapedType>(withLanes(scalar.getType())), Attribute(scalar));
  return arith::ConstantOp::create(b, loc, scalar);
}

Value ElementSums::withLanes(Value scalar) {
  if (lanes == 0)
    return scalar;
  return vector::BroadcastOp::create(b, loc, withLanes(scalar.getType()),
                                     scalar);
}

/// A number of `bf16`, or a vector of them, as `f32`: the higher half of its
/// bits. The conversion of arith would be a call of a function that not every
/// library of compilers has.
static ArithValue openBF16(ArithContext m, Value number, Type bits, Type wide,
                           Type result) {
  ArithValue high = m(arith::ExtUIOp::create(
      m.b, m.loc, wide, arith::BitcastOp::create(m.b, m.loc, bits, number)));
  return m(arith::BitcastOp::create(m.b, m.loc, result, shl(high, 16)));
}

/// The number of `bf16` next to `number`, of `f32`, ties to even.
static ArithValue closeBF16(ArithContext m, Value number, Type bits, Type wide,
                            Type result) {
  ArithValue word = m(arith::BitcastOp::create(m.b, m.loc, wide, number));
  ArithValue odd = lshr(word, 16) & 1;
  ArithValue rounded = lshr(word + odd + 0x7fff, 16);
  // A NaN stays one, and becomes quiet.
  ArithValue isNaN = m(arith::CmpFOp::create(
      m.b, m.loc, arith::CmpFPredicate::UNO, number, number));
  ArithValue half = pad::select(isNaN, lshr(word, 16) | 0x40, rounded);
  return m(arith::BitcastOp::create(
      m.b, m.loc, result, arith::TruncIOp::create(m.b, m.loc, bits, half)));
}

ElementSums::Parts ElementSums::open(Value element) {
  Parts parts;
  if (numParts == 2) {
    parts = {complex::ReOp::create(b, loc, element),
             complex::ImOp::create(b, loc, element)};
  } else {
    parts = {element};
  }
  for (Value &part : parts) {
    if (part.getType() != withLanes(partType))
      part =
          UnrealizedConversionCastOp::create(b, loc, withLanes(partType), part)
              .getResult(0);
    if (isa<BFloat16Type>(partType))
      part = openBF16({b, loc}, part, withLanes(b.getI16Type()),
                      withLanes(b.getI32Type()), withLanes(sumType));
    else if (partType != sumType)
      part = arith::ExtFOp::create(b, loc, withLanes(sumType), part);
  }
  return parts;
}

Value ElementSums::close(const Parts &parts) {
  Parts closed = parts;
  for (Value &part : closed) {
    if (isa<BFloat16Type>(partType))
      part = closeBF16({b, loc}, part, withLanes(b.getI16Type()),
                       withLanes(b.getI32Type()), withLanes(partType));
    else if (partType != sumType)
      part = arith::TruncFOp::create(b, loc, withLanes(partType), part);
  }
  if (numParts == 2)
    return complex::CreateOp::create(b, loc, elementType, closed[0], closed[1]);
  if (partType != elementType)
    return UnrealizedConversionCastOp::create(b, loc, withLanes(elementType),
                                              closed[0])
        .getResult(0);
  return closed[0];
}

ElementSums::Parts ElementSums::getNeutral() {
  auto floating = dyn_cast<FloatType>(sumType);
  if (!floating)
    return getZero();
  return Parts(numParts,
               getConstant(FloatAttr::get(
                   floating, APFloat::getZero(floating.getFloatSemantics(),
                                              /*Negative=*/true))));
}

ElementSums::Parts ElementSums::getZero() {
  return Parts(numParts, getConstant(cast<TypedAttr>(b.getZeroAttr(sumType))));
}

ElementSums::Parts ElementSums::add(const Parts &lhs, const Parts &rhs) {
  Parts sum;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    sum.push_back(isa<FloatType>(sumType)
                      ? Value(arith::AddFOp::create(b, loc, left, right))
                      : Value(arith::AddIOp::create(b, loc, left, right)));
  return sum;
}

ElementSums::Parts ElementSums::select(Value condition, const Parts &lhs,
                                       const Parts &rhs) {
  Parts chosen;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    chosen.push_back(arith::SelectOp::create(b, loc, condition, left, right));
  return chosen;
}

/// What `body` adds to `init` for each of `readers`, one after the other.
static ElementSums::Parts forReaders(
    OpBuilder &b, Location loc, const Readers<ArithValue> &readers,
    const ElementSums::Parts &init,
    function_ref<ElementSums::Parts(Value, const ElementSums::Parts &)> body) {
  OpBuilder::InsertionGuard guard(b);
  if (Value(readers.step) == Value(readers.nextStep)) {
    auto loop = scf::ForOp::create(b, loc, readers.first, readers.end,
                                   readers.step, init);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(b, loc,
                         body(loop.getInductionVar(),
                              ElementSums::Parts(loop.getRegionIterArgs())));
    return ElementSums::Parts(loop.getResults());
  }
  // Both steps by turns.
  SmallVector<Value> inits{readers.first, readers.step, readers.nextStep};
  llvm::append_range(inits, init);
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto loop = scf::WhileOp::create(
      b, loc, types, inits,
      [&](OpBuilder &b, Location, ValueRange state) {
        ArithContext m{b, loc};
        scf::ConditionOp::create(b, loc, ult(m(state[0]), readers.end), state);
      },
      [&](OpBuilder &b, Location, ValueRange state) {
        ArithContext m{b, loc};
        SmallVector<Value> next{m(state[0]) + state[1], state[2], state[1]};
        llvm::append_range(
            next, body(state[0], ElementSums::Parts(state.drop_front(3))));
        scf::YieldOp::create(b, loc, next);
      });
  return ElementSums::Parts(loop.getResults().drop_front(3));
}

ElementSums::Parts
mlir::pad::emitReaderSum(OpBuilder &builder, Location loc, ElementSums &sums,
                         ArrayRef<Readers<ArithValue>> readers,
                         function_ref<ElementSums::Parts(ValueRange)> load,
                         int64_t count) {
  auto repeat = [&](const ElementSums::Parts &parts) {
    ElementSums::Parts all;
    for (int64_t i = 0; i < count; ++i)
      llvm::append_range(all, parts);
    return all;
  };
  // A sum of sums is not the sum of all terms: each axis has one of its own.
  SmallVector<Value> indices(readers.size());
  std::function<ElementSums::Parts(ArrayRef<Readers<ArithValue>>)> emitAxis =
      [&](ArrayRef<Readers<ArithValue>> outer) {
        if (outer.empty())
          return load(indices);
        return forReaders(builder, loc, outer.back(), repeat(sums.getNeutral()),
                          [&](Value index, const ElementSums::Parts &sum) {
                            indices[outer.size() - 1] = index;
                            return sums.add(sum, emitAxis(outer.drop_back()));
                          });
      };
  ElementSums::Parts sum = emitAxis(readers);
  for (const Readers<ArithValue> &axis : readers)
    sum = sums.select(ult(axis.first, axis.end), sum, repeat(sums.getZero()));
  return sum;
}

SmallVector<ReaderMap<ArithValue>, 0>
mlir::pad::emitReaderMaps(OpBuilder &builder, AdjointOpInterface op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> padded =
      getMixedExtents(builder, loc, op.getGradient());
  SmallVector<ReaderMap<ArithValue>, 0> maps;
  for (auto [axis, extent] :
       llvm::zip_equal(getSymbolicAxes(builder, op), padded))
    maps.push_back(emitReaderMap(builder, loc, axis, extent));
  return maps;
}
