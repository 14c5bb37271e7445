//===- Ops.cpp - pad.pad and pad.pad_into for C ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pad-c/Ops.h"
#include "Modes.h"
#include "Pad/IR/PadAmounts.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

static SmallVector<OpFoldResult> unwrapAmounts(MLIRContext *context,
                                               const MlirPadAmount *amounts,
                                               int64_t rank) {
  SmallVector<OpFoldResult> unwrapped;
  for (const MlirPadAmount &amount : ArrayRef<MlirPadAmount>(amounts, rank)) {
    if (Value value = unwrap(amount.value))
      unwrapped.push_back(value);
    else
      unwrapped.push_back(Builder(context).getIndexAttr(amount.number));
  }
  return unwrapped;
}

/// Whether `value`, the `name` of a pad, is a ranked tensor or a memref; says
/// so if not.
static bool checkArray(Location loc, Value value, const char *name) {
  auto type = value ? dyn_cast<ShapedType>(value.getType()) : ShapedType();
  if (isa_and_nonnull<RankedTensorType, MemRefType>(type))
    return true;
  InFlightDiagnostic error = emitError(loc);
  error << "the " << name
        << " of a pad must be a ranked tensor or a memref, but ";
  if (value)
    error << "its type is " << value.getType();
  else
    error << "is null";
  return false;
}

/// Whether `operands` are of the context of `loc`, or null; says so if not.
static bool checkContext(Location loc, ArrayRef<OpFoldResult> operands) {
  for (OpFoldResult operand : operands) {
    auto value = dyn_cast_if_present<Value>(operand);
    if (!value || value.getContext() == loc.getContext())
      continue;
    emitError(loc) << "the location of a pad is of another context than an "
                      "operand of type '"
                   << llvm::to_string(value.getType()) << "'";
    return false;
  }
  return true;
}

/// The pads of an op on `source`, from their lists; nullopt after an error.
static std::optional<PadAmounts>
unwrapPads(Location loc, Value source, intptr_t numModes,
           const MlirPadAxisMode *modes, const MlirPadAmount *low,
           const MlirPadAmount *high, const MlirPadAmount *interior) {
  if (!checkArray(loc, source, "source") || !checkContext(loc, {source}))
    return std::nullopt;
  int64_t rank = cast<ShapedType>(source.getType()).getRank();
  auto fail = [&](llvm::Error error) {
    emitError(loc) << toString(std::move(error));
    return std::nullopt;
  };
  if (llvm::Error error = checkLists(rank, {{"low", low}, {"high", high}}))
    return fail(std::move(error));
  llvm::Expected<SmallVector<AxisMode>> known =
      unwrapModes(rank, numModes, modes);
  if (!known)
    return fail(known.takeError());
  PadAmounts pads;
  pads.low = unwrapAmounts(loc.getContext(), low, rank);
  pads.high = unwrapAmounts(loc.getContext(), high, rank);
  if (interior)
    pads.interior = unwrapAmounts(loc.getContext(), interior, rank);
  pads.modes = std::move(*known);
  if (!checkContext(loc, pads.low) || !checkContext(loc, pads.high) ||
      !checkContext(loc, pads.interior))
    return std::nullopt;
  return pads;
}

/// `op` for C if it is valid; null otherwise, after its error.
static MlirOperation finish(Operation *op) {
  if (succeeded(verify(op)))
    return wrap(op);
  op->destroy();
  return {nullptr};
}

MlirOperation mlirPadOpCreate(MlirLocation location, MlirValue source,
                              intptr_t numModes, const MlirPadAxisMode *modes,
                              const MlirPadAmount *low,
                              const MlirPadAmount *high,
                              const MlirPadAmount *interior, MlirValue value) {
  Location loc = unwrap(location);
  std::optional<PadAmounts> pads =
      unwrapPads(loc, unwrap(source), numModes, modes, low, high, interior);
  if (!pads || !checkContext(loc, {unwrap(value)}))
    return {nullptr};
  if (!isa<RankedTensorType>(unwrap(source).getType())) {
    emitError(loc) << "'pad.pad' takes a tensor; use 'pad.pad_into' on memrefs";
    return {nullptr};
  }
  OpBuilder builder(loc.getContext());
  builder.getContext()->getOrLoadDialect<PadDialect>();
  return finish(PadOp::create(builder, loc, unwrap(source), pads->modes,
                              pads->low, pads->high, pads->interior,
                              unwrap(value)));
}

MlirOperation
mlirPadIntoOpCreate(MlirLocation location, MlirValue source, MlirValue init,
                    intptr_t numModes, const MlirPadAxisMode *modes,
                    const MlirPadAmount *low, const MlirPadAmount *high,
                    const MlirPadAmount *interior, MlirValue value) {
  Location loc = unwrap(location);
  std::optional<PadAmounts> pads =
      unwrapPads(loc, unwrap(source), numModes, modes, low, high, interior);
  if (!pads || !checkArray(loc, unwrap(init), "init") ||
      !checkContext(loc, {unwrap(init), unwrap(value)}))
    return {nullptr};
  OpBuilder builder(loc.getContext());
  builder.getContext()->getOrLoadDialect<PadDialect>();
  return finish(PadIntoOp::create(builder, loc, unwrap(source), unwrap(init),
                                  *pads, unwrap(value)));
}

bool mlirOperationIsAPad(MlirOperation operation) {
  return isa_and_nonnull<PadOpInterface>(unwrap(operation));
}

/// `operation` as a pad; null after an error.
static PadOpInterface unwrapPad(MlirOperation operation) {
  Operation *op = unwrap(operation);
  auto pad = dyn_cast_or_null<PadOpInterface>(op);
  if (op && !pad)
    op->emitError("is no 'pad.pad' or 'pad.pad_into'");
  return pad;
}

/// The same for a pad that has an axis `axis`.
static PadOpInterface unwrapPad(MlirOperation operation, intptr_t axis) {
  PadOpInterface pad = unwrapPad(operation);
  if (!pad || (axis >= 0 && axis < pad.getRank()))
    return pad;
  pad.emitError("has no axis ") << axis << ": its rank is " << pad.getRank();
  return {};
}

intptr_t mlirPadOpGetRank(MlirOperation operation) {
  PadOpInterface pad = unwrapPad(operation);
  return pad ? pad.getRank() : 0;
}

MlirPadAxisMode mlirPadOpGetMode(MlirOperation operation, intptr_t axis) {
  PadOpInterface pad = unwrapPad(operation, axis);
  return pad ? wrapMode(pad.getAxisMode(axis)) : MlirPadAxisMode{};
}

MlirPadAmount mlirPadOpGetAmount(MlirOperation operation, MlirPadSide side,
                                 intptr_t axis) {
  PadOpInterface pad = unwrapPad(operation, axis);
  if (!pad)
    return mlirPadAmountOf(0);
  SmallVector<OpFoldResult> amounts;
  switch (readEnumerator(side)) {
  case MlirPadSideLow:
    amounts = pad.getMixedLow();
    break;
  case MlirPadSideHigh:
    amounts = pad.getMixedHigh();
    break;
  case MlirPadSideInterior:
    amounts = pad.getMixedInterior();
    break;
  default:
    pad.emitError("has no pads on side ")
        << readEnumerator(side) << ", which is none of MlirPadSide";
    return mlirPadAmountOf(0);
  }
  if (auto value = dyn_cast<Value>(amounts[axis]))
    return mlirPadAmountOfValue(wrap(value));
  return mlirPadAmountOf(*getStaticNumber(amounts[axis]));
}

MlirValue mlirPadOpGetSource(MlirOperation operation) {
  PadOpInterface pad = unwrapPad(operation);
  return wrap(pad ? pad.getSource() : Value());
}

MlirValue mlirPadOpGetValue(MlirOperation operation) {
  PadOpInterface pad = unwrapPad(operation);
  return wrap(pad ? pad.getValue() : Value());
}
