//===- PadOps.cpp - Syntax, builders and effects of the operations --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "AxisModes.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/ShardedPadOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::pad;

#include "Pad/IR/AdjointOpInterface.cpp.inc"
#include "Pad/IR/PadOpInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static ParseResult parsePadModes(OpAsmParser &parser, PadModesAttr &modes) {
  SmallVector<AxisMode> list;
  if (parseAxisModes(parser, list))
    return failure();
  modes = PadModesAttr::get(parser.getContext(), list);
  return success();
}

static void printPadModes(OpAsmPrinter &printer, Operation *,
                          PadModesAttr modes) {
  printAxisModes(printer, modes.getList());
}

/// Parses `[1, %x, ...]`. Refuses what a list of indices could hold but a list
/// of pads cannot: scalable entries, and the number that stands for "dynamic".
static ParseResult
parsePadAmounts(OpAsmParser &parser,
                SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                DenseI64ArrayAttr &integers) {
  SMLoc loc = parser.getCurrentLocation();
  DenseBoolArrayAttr scalable;
  if (parseDynamicIndexList(parser, values, integers, scalable))
    return failure();
  if (llvm::is_contained(scalable.asArrayRef(), true))
    return parser.emitError(loc, "a pad is an integer or an index value, not a "
                                 "scalable size");
  if (static_cast<size_t>(llvm::count(integers.asArrayRef(),
                                      ShapedType::kDynamic)) != values.size())
    return parser.emitError(loc, "a static pad must be greater than ")
           << ShapedType::kDynamic;
  return success();
}

static void printPadAmounts(OpAsmPrinter &printer, Operation *op,
                            OperandRange values, DenseI64ArrayAttr integers) {
  printDynamicIndexList(printer, op, values, integers.asArrayRef());
}

/// Parses `KEYWORD[1, %x, ...]`, or nothing for an empty list.
static ParseResult
parseOptionalAmounts(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                     DenseI64ArrayAttr &integers, StringRef keyword) {
  integers = DenseI64ArrayAttr::get(parser.getContext(), {});
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return parsePadAmounts(parser, values, integers);
}

static void printOptionalAmounts(OpAsmPrinter &printer, Operation *op,
                                 OperandRange values,
                                 DenseI64ArrayAttr integers,
                                 StringRef keyword) {
  if (integers.empty())
    return;
  printer << " " << keyword;
  printPadAmounts(printer, op, values, integers);
}

/// Parses `interior [1, %x, ...]`, or nothing for zeros on every axis.
static ParseResult
parseInteriorAmounts(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                     DenseI64ArrayAttr &integers) {
  return parseOptionalAmounts(parser, values, integers, "interior");
}

static void printInteriorAmounts(OpAsmPrinter &printer, Operation *op,
                                 OperandRange values,
                                 DenseI64ArrayAttr integers) {
  if (!llvm::all_of(integers.asArrayRef(), [](int64_t r) { return r == 0; }))
    printOptionalAmounts(printer, op, values, integers, "interior");
}

/// Parses the type of the source and derives that of the padding value (C3).
static ParseResult
parseSourceType(OpAsmParser &parser,
                const std::optional<OpAsmParser::UnresolvedOperand> &value,
                Type &valueType, Type &sourceType) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(sourceType))
    return failure();
  auto shaped = dyn_cast<ShapedType>(sourceType);
  if (!shaped || !isa<TensorType, BaseMemRefType>(sourceType))
    return parser.emitError(loc, "source must be a tensor or memref, but is ")
           << sourceType;
  if (value)
    valueType = shaped.getElementType();
  return success();
}

static ParseResult
parsePadTypes(OpAsmParser &parser,
              const std::optional<OpAsmParser::UnresolvedOperand> &value,
              Type &valueType, Type &sourceType, Type &resultType) {
  if (parseSourceType(parser, value, valueType, sourceType) ||
      parser.parseKeyword("to") || parser.parseType(resultType))
    return failure();
  return success();
}

static void printPadTypes(OpAsmPrinter &printer, Operation *, Value, Type,
                          Type sourceType, Type resultType) {
  printer << sourceType << " to " << resultType;
}

static ParseResult
parsePadIntoTypes(OpAsmParser &parser,
                  const std::optional<OpAsmParser::UnresolvedOperand> &value,
                  Type &valueType, Type &sourceType, Type &initType,
                  Type &resultType) {
  if (parseSourceType(parser, value, valueType, sourceType) ||
      parser.parseKeyword("into") || parser.parseType(initType))
    return failure();
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseType(resultType);
  return success();
}

static void printPadIntoTypes(OpAsmPrinter &printer, Operation *, Value, Type,
                              Type sourceType, Type initType, Type resultType) {
  printer << sourceType << " into " << initType;
  if (resultType)
    printer << " -> " << resultType;
}

#define GET_OP_CLASSES
#include "Pad/IR/PadOps.cpp.inc"
#define GET_OP_CLASSES
#include "Pad/IR/ShardedPadOps.cpp.inc"
#define GET_OP_CLASSES
#include "Pad/IR/AdjointOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

bool mlir::pad::isStaticZero(OpFoldResult pad) {
  return isa<Attribute>(pad) && isZeroInteger(pad);
}

/// Interior pads as the op keeps them: none for zeros on every axis. An operand
/// that is a constant 0 stays: a padding value needs it (C3).
static ArrayRef<OpFoldResult>
dropZeroInterior(ArrayRef<OpFoldResult> interior) {
  return llvm::all_of(interior, isStaticZero) ? ArrayRef<OpFoldResult>()
                                              : interior;
}

void PadOp::build(OpBuilder &builder, OperationState &state,
                  RankedTensorType resultType, Value source,
                  ArrayRef<AxisMode> modes, ArrayRef<OpFoldResult> low,
                  ArrayRef<OpFoldResult> high, ArrayRef<OpFoldResult> interior,
                  Value value) {
  auto [staticLow, dynamicLow] = decomposeMixedValues(low);
  auto [staticHigh, dynamicHigh] = decomposeMixedValues(high);
  auto [staticInterior, dynamicInterior] =
      decomposeMixedValues(dropZeroInterior(interior));
  if (!resultType)
    resultType = inferPaddedType(cast<RankedTensorType>(source.getType()),
                                 staticLow, staticHigh, staticInterior);
  build(builder, state, resultType, source, value, dynamicLow, dynamicHigh,
        dynamicInterior, PadModesAttr::get(builder.getContext(), modes),
        staticLow, staticHigh, staticInterior);
}

void PadIntoOp::build(OpBuilder &builder, OperationState &state, Value source,
                      Value init, ArrayRef<AxisMode> modes,
                      ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high,
                      ArrayRef<OpFoldResult> interior, Value value) {
  auto [staticLow, dynamicLow] = decomposeMixedValues(low);
  auto [staticHigh, dynamicHigh] = decomposeMixedValues(high);
  auto [staticInterior, dynamicInterior] =
      decomposeMixedValues(dropZeroInterior(interior));
  build(builder, state,
        isa<TensorType>(init.getType()) ? init.getType() : Type(), source, init,
        value, dynamicLow, dynamicHigh, dynamicInterior,
        PadModesAttr::get(builder.getContext(), modes), staticLow, staticHigh,
        staticInterior);
}

//===----------------------------------------------------------------------===//
// Effects and speculation
//===----------------------------------------------------------------------===//

/// Whether no operand can break C5 and C6 on axis `axis`, of `extent` elements.
static bool extendsAlways(PadNumbersInterface op, int64_t axis,
                          int64_t extent) {
  if (op.getMode(axis) == PadMode::Constant ||
      getStaticAxis(getStaticNumbers(op, axis, extent)))
    return true;
  auto extendsNothing = [](int64_t pad) {
    return ShapedType::isStatic(pad) && pad <= 0;
  };
  if (extendsNothing(op.getStaticLow()[axis]) &&
      extendsNothing(op.getStaticHigh()[axis]))
    return true;
  return ShapedType::isStatic(extent) && extent > 0 &&
         !getPadLimit(op.getMode(axis), op.isPeriodic(axis), extent);
}

/// A pad may be speculated if no check of the runtime verification could fail
/// there: it must not be hoisted over a guard such as `low < extent`. Only
/// constraints that depend on data count: a limit on the pads (C5), an axis
/// that may be empty (C6) and interior pads (C2). Extents (C4, C7) do not, as
/// for the ops of upstream.
static Speculation::Speculatability
getPadSpeculatability(PadNumbersInterface op, ArrayRef<int64_t> sourceShape) {
  if (llvm::is_contained(op.getStaticInterior(), ShapedType::kDynamic))
    return Speculation::NotSpeculatable;
  for (auto [axis, extent] : llvm::enumerate(sourceShape))
    if (!extendsAlways(op, axis, extent))
      return Speculation::NotSpeculatable;
  return Speculation::Speculatable;
}

Speculation::Speculatability PadOp::getSpeculatability() {
  return getPadSpeculatability(*this, getSourceType().getShape());
}

Speculation::Speculatability PadIntoOp::getSpeculatability() {
  if (!hasPureTensorSemantics())
    return Speculation::NotSpeculatable;
  return getPadSpeculatability(*this, getSourceType().getShape());
}

Speculation::Speculatability AdjointOp::getSpeculatability() {
  return getPadSpeculatability(*this, getSourceShape());
}

Speculation::Speculatability AdjointIntoOp::getSpeculatability() {
  if (!hasPureTensorSemantics())
    return Speculation::NotSpeculatable;
  return getPadSpeculatability(*this, getSourceShape());
}

Speculation::Speculatability AdjointValueOp::getSpeculatability() {
  if (isa<BaseMemRefType>(getGradient().getType()))
    return Speculation::NotSpeculatable;
  return getPadSpeculatability(*this, getSourceShape());
}

void PadIntoOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (hasPureTensorSemantics())
    return;
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable(),
                       SideEffects::DefaultResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getInitMutable(),
                       SideEffects::DefaultResource::get());
}

void AdjointIntoOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (hasPureTensorSemantics())
    return;
  effects.emplace_back(MemoryEffects::Read::get(), &getGradientMutable(),
                       SideEffects::DefaultResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), &getInitMutable(),
                       SideEffects::DefaultResource::get());
  if (getAccumulate())
    effects.emplace_back(MemoryEffects::Read::get(), &getInitMutable(),
                         SideEffects::DefaultResource::get());
}

void AdjointValueOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isa<BaseMemRefType>(getGradient().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getGradientMutable(),
                         SideEffects::DefaultResource::get());
}

LogicalResult PadOp::verify() { return verifyPadOp(*this); }

LogicalResult PadIntoOp::verify() { return verifyPadOp(*this); }
