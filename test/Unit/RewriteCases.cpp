//===- RewriteCases.cpp - Small functions for testing rewrites ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteCases.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

int64_t Choices::choose(int64_t low, int64_t high) {
  if (left >= 0)
    return draw(random, low, high);
  if (position == digits.size())
    digits.push_back({low, high});
  return digits[position++].value;
}

bool Choices::next() {
  if (left >= 0)
    return left-- > 0;
  position = 0;
  if (!started)
    return started = true;
  // The last choice that is not at its end moves on; later ones start anew.
  while (!digits.empty() && digits.back().value == digits.back().last)
    digits.pop_back();
  if (digits.empty())
    return false;
  ++digits.back().value;
  return true;
}

//===----------------------------------------------------------------------===//
// CaseBuilder
//===----------------------------------------------------------------------===//

CaseBuilder::CaseBuilder(ModuleOp module, Choices &choices)
    : builder(module.getContext()), loc(builder.getUnknownLoc()),
      choices(choices) {
  builder.setInsertionPointToEnd(module.getBody());
  function = func::FuncOp::create(builder, loc, "case",
                                  builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
}

AxisMode CaseBuilder::chooseMode() {
  SmallVector<AxisMode> modes;
  for (PadMode mode : kPadModes) {
    modes.push_back({mode, /*periodic=*/false});
    if (getPadLimit(mode, /*periodic=*/false, /*dilatedExtent=*/0))
      modes.push_back({mode, /*periodic=*/true});
  }
  return choices.pick<AxisMode>(modes);
}

AxisMode CaseBuilder::chooseOther(AxisMode mode) {
  return pick<AxisMode>(
      {mode, {PadMode::Constant}, {PadMode::Edge}, {PadMode::Reflect, true}});
}

std::optional<PadAxis> CaseBuilder::choosePads(AxisMode mode, int64_t extent,
                                               bool hasInterior) {
  PadAxis axis;
  axis.mode = mode.mode;
  axis.periodic = mode.periodic;
  axis.extent = extent;
  axis.interior = hasInterior ? choose(0, 2) : 0;
  int64_t dilated = *getDilatedExtent(extent, axis.interior);
  int64_t most = std::min<int64_t>(
      6, getPadLimit(mode.mode, mode.periodic, dilated).value_or(INT64_MAX));
  axis.low = choose(-5, most);
  axis.high = choose(-5, most);
  if (mode.mode != PadMode::Constant && dilated == 0 &&
      *getPaddedExtent(axis) > 0)
    return std::nullopt;
  return axis;
}

PadAxis CaseBuilder::chooseAnyAxis(AxisMode mode, bool hasInterior) {
  PadAxis axis;
  axis.mode = mode.mode;
  axis.periodic = mode.periodic;
  axis.extent = choose(0, 4);
  axis.interior = hasInterior ? choose(0, 2) : 0;
  axis.low = choose(-5, 6);
  axis.high = choose(-5, 6);
  return axis;
}

std::optional<PadAxis> CaseBuilder::chooseAxis(AxisMode mode,
                                               bool hasInterior) {
  return choosePads(mode, choose(0, 4), hasInterior);
}

/// Element `i` of an argument of `type`: numbers from 1 on, all distinct.
static uint64_t getElement(Type type, size_t i, bool special) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return (i + 1) & llvm::maskTrailingOnes<uint64_t>(getBitWidth(type));
  const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
  if (special && i == 1)
    return llvm::APFloat::getZero(semantics, /*Negative=*/true)
        .bitcastToAPInt()
        .getZExtValue();
  if (special && i == 2) {
    llvm::APInt payload(64, 1);
    return llvm::APFloat::getQNaN(semantics, /*Negative=*/false, &payload)
        .bitcastToAPInt()
        .getZExtValue();
  }
  llvm::APFloat number(semantics);
  number.convertFromAPInt(llvm::APInt(64, i + 1), /*IsSigned=*/false,
                          llvm::APFloat::rmNearestTiesToEven);
  return number.bitcastToAPInt().getZExtValue();
}

RuntimeValue CaseBuilder::makeElements(Type elementType,
                                       ArrayRef<int64_t> shape, bool special) {
  size_t next = 0;
  return RuntimeValue::generate(shape, [&](ArrayRef<int64_t>) -> Bits {
    return getElement(elementType, next++, special);
  });
}

Value CaseBuilder::addTensor(RankedTensorType type, ArrayRef<int64_t> shape,
                             bool special) {
  arguments.push_back(makeElements(type.getElementType(), shape, special));
  return function.getBody().addArgument(type, loc);
}

Value CaseBuilder::addTensor(ArrayRef<int64_t> shape, Type elementType,
                             bool isDynamic, bool special) {
  SmallVector<int64_t> dynamic(shape.size(), ShapedType::kDynamic);
  return addTensor(
      RankedTensorType::get(isDynamic ? ArrayRef<int64_t>(dynamic) : shape,
                            elementType),
      shape, special);
}

Value CaseBuilder::addScalar(Type type, uint64_t bits) {
  arguments.push_back(RuntimeValue::scalar(bits));
  return function.getBody().addArgument(type, loc);
}

OpFoldResult CaseBuilder::addIndex(int64_t number, Known known) {
  switch (known) {
  case Known::Attribute:
    return builder.getIndexAttr(number);
  case Known::Constant:
    return arith::ConstantIndexOp::create(builder, loc, number).getResult();
  case Known::Argument:
    return addScalar(builder.getIndexType(), number);
  }
  llvm_unreachable("unknown way of knowing");
}

SmallVector<OpFoldResult> CaseBuilder::addIndices(ArrayRef<int64_t> numbers,
                                                  Known known) {
  SmallVector<OpFoldResult> indices;
  for (int64_t number : numbers)
    indices.push_back(addIndex(number, known));
  return indices;
}

Value CaseBuilder::addConstant(Type type, uint64_t bits) {
  TypedAttr attribute;
  if (auto floatType = dyn_cast<FloatType>(type))
    attribute = FloatAttr::get(
        type, llvm::APFloat(floatType.getFloatSemantics(),
                            llvm::APInt(floatType.getWidth(), bits)));
  else
    attribute = IntegerAttr::get(type, llvm::APInt(getBitWidth(type), bits));
  return arith::ConstantOp::create(builder, loc, attribute);
}

namespace {
/// The numbers of `axes` in lists, as the ops take them.
struct PadLists {
  PadLists(CaseBuilder &b, ArrayRef<PadAxis> axes, Known known) {
    for (const PadAxis &axis : axes) {
      low.push_back(b.addIndex(axis.low, known));
      high.push_back(b.addIndex(axis.high, known));
      // Interior pads of zero, left out where they can be.
      interior.push_back(b.addIndex(
          axis.interior, axis.interior == 0 ? Known::Attribute : known));
      modes.push_back({axis.mode, axis.periodic});
    }
  }
  SmallVector<OpFoldResult> low, high, interior;
  SmallVector<AxisMode> modes;
};
} // namespace

Value CaseBuilder::addPad(Value source, ArrayRef<PadAxis> axes, Value value,
                          Known known) {
  PadLists lists(*this, axes, known);
  return PadOp::create(builder, loc, source, lists.modes, lists.low, lists.high,
                       lists.interior, value);
}

Value CaseBuilder::addPadInto(Value source, ArrayRef<PadAxis> axes, Value value,
                              Known known, RankedTensorType type) {
  PadLists lists(*this, axes, known);
  auto sourceType = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape;
  for (const PadAxis &axis : axes)
    shape.push_back(*getPaddedExtent(axis));
  if (!type)
    type = RankedTensorType::get(shape, sourceType.getElementType(),
                                 sourceType.getEncoding());
  Value init = addTensor(type, shape);
  return PadIntoOp::create(builder, loc, source, init, lists.modes, lists.low,
                           lists.high, lists.interior, value)
      .getResult();
}

Value CaseBuilder::addPadOfEitherForm(Value source, ArrayRef<PadAxis> axes,
                                      Value value, Known known) {
  return choose(0, 1) ? addPad(source, axes, value, known)
                      : addPadInto(source, axes, value, known);
}

void CaseBuilder::finish(ValueRange results) {
  func::ReturnOp::create(builder, loc, results);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), results.getTypes()));
}
