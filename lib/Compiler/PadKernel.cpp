//===- PadKernel.cpp - One pad as a function ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/PadKernel.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/ScalarConstant.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::pad;

/// The location that gives a value the name `name`.
static Location getNamed(Builder &builder, const Twine &name) {
  return NameLoc::get(builder.getStringAttr(name));
}

OwningOpRef<ModuleOp> mlir::pad::buildPadKernel(MLIRContext *context,
                                                const PadKernelSpec &spec) {
  context->loadDialect<PadDialect, arith::ArithDialect, complex::ComplexDialect,
                       func::FuncDialect>();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());

  for (auto [axis, extent] : llvm::enumerate(spec.shape))
    if (extent < 0 && ShapedType::isStatic(extent)) {
      emitError(loc) << "extent of axis " << axis << " is " << extent
                     << ", but must not be negative";
      return nullptr;
    }
  auto sourceType =
      RankedTensorType::getChecked([&] { return emitError(loc); }, spec.shape,
                                   spec.elementType, Attribute());
  if (!sourceType)
    return nullptr;
  RankedTensorType resultType =
      inferPaddedType(sourceType, spec.low, spec.high, spec.interior);
  RankedTensorType argumentType = sourceType;
  if (spec.isAdjoint) {
    if (spec.value || spec.isValueDynamic) {
      emitError(loc) << "the gradient of a pad does not depend on the padding "
                        "value; leave the value out";
      return nullptr;
    }
    std::swap(argumentType, resultType);
  }
  SmallVector<Type> types = {argumentType};
  SmallVector<Location> names = {
      getNamed(builder, spec.isAdjoint ? "gradient" : "source")};
  auto addNumbers = [&](ArrayRef<int64_t> list, StringRef name) {
    for (auto [axis, amount] : llvm::enumerate(list))
      if (ShapedType::isDynamic(amount)) {
        types.push_back(builder.getIndexType());
        names.push_back(getNamed(builder, name + Twine(axis)));
      }
  };
  if (spec.isAdjoint)
    addNumbers(spec.shape, "extent");
  addNumbers(spec.low, "low");
  addNumbers(spec.high, "high");
  addNumbers(spec.interior, "interior");
  if (spec.isValueDynamic) {
    types.push_back(spec.elementType);
    names.push_back(getNamed(builder, "value"));
  }
  auto function = func::FuncOp::create(
      builder, loc, spec.name, builder.getFunctionType(types, resultType));
  Block *body = builder.createBlock(&function.getBody(), {}, types, names);

  unsigned next = 1;
  auto mix = [&](ArrayRef<int64_t> list) {
    SmallVector<OpFoldResult> amounts;
    for (int64_t amount : list)
      amounts.push_back(ShapedType::isDynamic(amount)
                            ? OpFoldResult(body->getArgument(next++))
                            : OpFoldResult(builder.getIndexAttr(amount)));
    return amounts;
  };
  SmallVector<OpFoldResult> extents;
  if (spec.isAdjoint)
    extents = mix(spec.shape);
  PadAmounts pads;
  pads.modes = spec.modes;
  pads.low = mix(spec.low);
  pads.high = mix(spec.high);
  pads.interior = mix(spec.interior);
  Location named = getNamed(builder, "result");
  Value value, result;
  if (spec.isValueDynamic)
    value = body->getArguments().back();
  else if (spec.value)
    value = createScalarConstant(builder, getNamed(builder, "value"),
                                 spec.elementType, spec.value);
  if (spec.isAdjoint)
    result =
        AdjointOp::create(builder, named, body->getArgument(0), extents, pads);
  else
    result = PadOp::create(builder, named, resultType, body->getArgument(0),
                           pads, value);
  func::ReturnOp::create(builder, loc, result);
  return succeeded(verify(*module)) ? std::move(module) : nullptr;
}
