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

/// The pads of an op on `source`, from their lists; nullopt after an error.
static std::optional<PadAmounts>
unwrapPads(Location loc, Value source, intptr_t numModes,
           const MlirPadAxisMode *modes, const MlirPadAmount *low,
           const MlirPadAmount *high, const MlirPadAmount *interior) {
  auto type = dyn_cast<ShapedType>(source.getType());
  if (!type || !type.hasRank()) {
    emitError(loc) << "the source of a pad must be a ranked tensor or a "
                      "memref, but its type is "
                   << source.getType();
    return std::nullopt;
  }
  int64_t rank = type.getRank();
  llvm::Expected<SmallVector<AxisMode>> known =
      unwrapModes(rank, numModes, modes);
  if (!known) {
    emitError(loc) << toString(known.takeError());
    return std::nullopt;
  }
  PadAmounts pads;
  pads.low = unwrapAmounts(loc.getContext(), low, rank);
  pads.high = unwrapAmounts(loc.getContext(), high, rank);
  if (interior)
    pads.interior = unwrapAmounts(loc.getContext(), interior, rank);
  pads.modes = std::move(*known);
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
  if (!pads)
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
  if (!pads)
    return {nullptr};
  OpBuilder builder(loc.getContext());
  builder.getContext()->getOrLoadDialect<PadDialect>();
  return finish(PadIntoOp::create(builder, loc, unwrap(source), unwrap(init),
                                  *pads, unwrap(value)));
}

bool mlirOperationIsAPad(MlirOperation operation) {
  return isa<PadOpInterface>(unwrap(operation));
}

intptr_t mlirPadOpGetRank(MlirOperation operation) {
  return cast<PadOpInterface>(unwrap(operation)).getRank();
}

MlirPadAxisMode mlirPadOpGetMode(MlirOperation operation, intptr_t axis) {
  return wrapMode(cast<PadOpInterface>(unwrap(operation)).getAxisMode(axis));
}

MlirPadAmount mlirPadOpGetAmount(MlirOperation operation, MlirPadSide side,
                                 intptr_t axis) {
  auto op = cast<PadOpInterface>(unwrap(operation));
  SmallVector<OpFoldResult> amounts = side == MlirPadSideLow ? op.getMixedLow()
                                      : side == MlirPadSideHigh
                                          ? op.getMixedHigh()
                                          : op.getMixedInterior();
  if (auto value = dyn_cast<Value>(amounts[axis]))
    return mlirPadAmountOfValue(wrap(value));
  return mlirPadAmountOf(*getStaticNumber(amounts[axis]));
}

MlirValue mlirPadOpGetSource(MlirOperation operation) {
  return wrap(cast<PadOpInterface>(unwrap(operation)).getSource());
}

MlirValue mlirPadOpGetValue(MlirOperation operation) {
  return wrap(cast<PadOpInterface>(unwrap(operation)).getValue());
}
