//===- PadVerifier.cpp - Constraints C1 to C7 on static facts -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadVerifier.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PadFormulas.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::pad;

LogicalResult mlir::pad::verifyPadList(Operation *op, int64_t rank,
                                       StringRef name, ArrayRef<int64_t> list,
                                       OperandRange operands) {
  if (static_cast<int64_t>(list.size()) != rank)
    return op->emitOpError() << name << " has " << list.size()
                             << (list.size() == 1 ? " entry" : " entries")
                             << ", but the source has rank " << rank
                             << "; give one entry per axis (C1)";
  size_t dynamic = llvm::count(list, ShapedType::kDynamic);
  if (dynamic != operands.size())
    return op->emitOpError()
           << name << " marks " << dynamic << " entries as dynamic, but has "
           << operands.size() << " operands for them (C1)";
  return success();
}

/// C1 and C4: source and result are of one kind, rank, element type and
/// encoding.
static LogicalResult verifyTypes(PadOpInterface op) {
  ShapedType source = op.getSourceType(), padded = op.getPaddedType();
  if (isa<TensorType>(source) != isa<TensorType>(padded))
    return op.emitOpError()
           << "source is " << Type(source) << " and init is " << Type(padded)
           << "; give two tensors or two memrefs";
  if (!source.hasRank() || !padded.hasRank())
    return op.emitOpError() << "needs ranked types, but has "
                            << Type(source.hasRank() ? padded : source);
  StringRef name = isa<PadOp>(op.getOperation()) ? "result" : "init";
  if (source.getRank() != padded.getRank())
    return op.emitOpError()
           << "source has rank " << source.getRank() << ", but " << name
           << " has rank " << padded.getRank() << " (C1)";
  if (source.getElementType() != padded.getElementType())
    return op.emitOpError()
           << "source has element type " << source.getElementType() << ", but "
           << name << " has " << padded.getElementType() << " (C4)";
  auto sourceTensor = dyn_cast<RankedTensorType>(source);
  if (sourceTensor && sourceTensor.getEncoding() !=
                          cast<RankedTensorType>(padded).getEncoding())
    return op.emitOpError()
           << "source type " << Type(source) << " and " << name << " type "
           << Type(padded) << " differ in their encoding (C4)";
  return success();
}

/// C1: there is one mode for all axes, or one an axis.
static LogicalResult verifyModes(Operation *op, int64_t rank,
                                 PadModesAttr modes) {
  int64_t count = modes.getList().size();
  if (count == 1 || count == rank)
    return success();
  return op->emitOpError() << "modes has " << count
                           << " entries, but the source has rank " << rank
                           << "; give one for all axes or one per axis (C1)";
}

LogicalResult mlir::pad::verifyPadNumbers(PadNumbersInterface op,
                                          int64_t rank) {
  if (failed(verifyPadList(op, rank, "low", op.getStaticLow(), op.getLow())) ||
      failed(verifyPadList(op, rank, "high", op.getStaticHigh(), op.getHigh())))
    return failure();
  // An empty list of interior pads stands for zeros.
  if (!op.getStaticInterior().empty() || !op.getInterior().empty())
    if (failed(verifyPadList(op, rank, "interior", op.getStaticInterior(),
                             op.getInterior())))
      return failure();
  return verifyModes(op, rank, op.getModes());
}

/// C3: the padding value is a scalar of the element type, given only where it
/// can be used.
static LogicalResult verifyValue(PadOpInterface op) {
  Value value = op.getValue();
  if (!value)
    return success();
  Type elementType = op.getSourceType().getElementType();
  if (value.getType() != elementType)
    return op.emitOpError()
           << "value has type " << value.getType()
           << ", but the source has element type " << elementType << " (C3)";
  if (!op.takesValue()) {
    ArrayRef<AxisMode> modes = op.getModes().getList();
    InFlightDiagnostic diag = op.emitOpError() << "value is never used: ";
    if (modes.size() == 1)
      diag << stringifyPadMode(modes.front().mode) << " reads";
    else
      diag << "the modes of all axes read";
    return diag << " the source, and there is no interior padding; drop the "
                   "value or use the constant mode (C3)";
  }
  return success();
}

/// C5: why the pad `name` of an axis exceeds what the mode can extend; empty if
/// it does not.
static std::string explainPadLimit(const PadAxis &numbers, StringRef name,
                                   int64_t axis, int64_t amount,
                                   int64_t dilated) {
  std::optional<int64_t> limit =
      getPadLimit(numbers.mode, numbers.periodic, dilated);
  if (ShapedType::isDynamic(amount) || !limit || amount <= *limit)
    return "";
  return (name + " of axis " + Twine(axis) + " is " + Twine(amount) + ", but " +
          stringifyPadMode(numbers.mode) + " extends an axis of extent " +
          Twine(dilated) + " by at most " + Twine(*limit) +
          "; add 'periodic' to repeat it (C5)")
      .str();
}

/// C7: why no extent of an axis of which a number is unknown keeps its static
/// pads; empty if one may. What an extent is padded to grows with it, so the
/// least one decides.
static std::string explainPadsOfNoExtent(const PadAxis &numbers, int64_t axis,
                                         StringRef modeNote) {
  auto [extent, low, high, interior, mode, periodic] = numbers;
  MachineIndex least = ShapedType::isDynamic(extent) ? 0 : extent;
  bool knowsLow = ShapedType::isStatic(low);
  if (ShapedType::isDynamic(high) ||
      (knowsLow ? isPaddingValid<MachineIndex>(least, low, high)
                : isHighPositionValid<MachineIndex>(least, high)))
    return "";
  std::string reason = ("axis " + Twine(axis) + modeNote + " of ").str();
  reason += ShapedType::isDynamic(extent)
                ? "any extent with "
                : ("extent " + Twine(extent) + " with ").str();
  if (knowsLow)
    reason += ("low " + Twine(low) + " and ").str();
  return reason + ("high " + Twine(high) + " exceeds 64-bit extents; reduce " +
                   (knowsLow ? "low or high" : "high") + " (C7)")
                      .str();
}

std::string
mlir::pad::explainInvalidPadAxis(int64_t axis, const PadAxis &numbers,
                                 bool areModesMixed, int64_t declared,
                                 StringRef paddedName, StringRef label) {
  auto [extent, low, high, interior, mode, periodic] = numbers;
  // Follows the number of the axis where the message does not name the mode.
  std::string modeNote;
  if (areModesMixed)
    modeNote = (" (" + stringifyPadMode(mode) + ")").str();
  if (ShapedType::isStatic(interior) && interior < 0)
    return ("interior of axis " + Twine(axis) + modeNote + " is " +
            Twine(interior) + ", but must not be negative (C2)")
        .str();
  if (ShapedType::isDynamic(extent))
    return explainPadsOfNoExtent(numbers, axis, modeNote);

  // Interior padding does not change an axis of 0 or 1.
  bool knowsDilated = extent <= 1 || ShapedType::isStatic(interior);
  if (knowsDilated) {
    std::optional<int64_t> dilated =
        getDilatedExtent(extent, extent <= 1 ? 0 : interior);
    if (!dilated)
      return ("axis " + Twine(axis) + modeNote + " of extent " + Twine(extent) +
              " with interior " + Twine(interior) +
              " exceeds 64-bit extents; reduce interior (C7)")
          .str();
    for (auto [name, amount] :
         {std::pair<StringRef, int64_t>("low", low), {"high", high}})
      if (std::string reason =
              explainPadLimit(numbers, name, axis, amount, *dilated);
          !reason.empty())
        return reason;
  }

  std::optional<PadAxis> fixed = getStaticAxis(numbers);
  if (!fixed)
    return explainPadsOfNoExtent(numbers, axis, modeNote);
  std::optional<int64_t> padded = getPaddedExtent(*fixed);
  if (!padded)
    return ("axis " + Twine(axis) + modeNote + " of extent " + Twine(extent) +
            " with low " + Twine(low) + " and high " + Twine(high) +
            " exceeds 64-bit extents; reduce low or high (C7)")
        .str();
  if (mode != PadMode::Constant && extent == 0 && *padded > 0)
    return ("axis " + Twine(axis) + " is empty, and " + stringifyPadMode(mode) +
            " has nothing to extend it to " + Twine(*padded) +
            " with; use the constant mode (C6)")
        .str();
  if (ShapedType::isDynamic(declared) || declared == *padded)
    return "";
  std::string reason =
      (paddedName + " axis " + Twine(axis) + modeNote + " has extent " +
       Twine(declared) + ", but low " + Twine(low) + ", source extent " +
       Twine(extent) + " and high " + Twine(high))
          .str();
  if (interior > 0)
    reason += (" with interior " + Twine(interior)).str();
  return reason + (" give " + Twine(*padded) + " (" + label + ")").str();
}

bool mlir::pad::isValidPadAxis(const PadAxis &numbers, int64_t padded) {
  return explainInvalidPadAxis(/*axis=*/0, numbers, /*areModesMixed=*/false,
                               padded)
      .empty();
}

/// Per-axis quantization names one scale for each index of its axis: that axis
/// cannot change its extent.
static LogicalResult verifyQuantizedAxis(PadOpInterface op) {
  auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(
      op.getSourceType().getElementType());
  if (!type || type.getQuantizedDimension() >= op.getRank())
    return success();
  int64_t axis = type.getQuantizedDimension();
  PadAxis numbers = getStaticNumbers(op, axis);
  for (auto [name, amount] : {std::pair<StringRef, int64_t>("low", numbers.low),
                              {"high", numbers.high},
                              {"interior", numbers.interior}})
    if (amount != 0) {
      InFlightDiagnostic diag = op.emitOpError()
                                << name << " of axis " << axis << " is ";
      if (ShapedType::isDynamic(amount))
        diag << "dynamic";
      else
        diag << amount;
      return diag << ", but the element type " << Type(type)
                  << " is quantized along that axis and has no scale for "
                     "padding; pad another axis (C4)";
    }
  return success();
}

/// A memref is the destination of itself only where that changes nothing.
static LogicalResult verifyNoOverlap(PadOpInterface op) {
  auto padInto = dyn_cast<PadIntoOp>(op.getOperation());
  if (!padInto || !isa<BaseMemRefType>(padInto.getInit().getType()) ||
      padInto.getInit() != padInto.getSource())
    return success();
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    for (auto [name, amount] :
         {std::pair<StringRef, int64_t>("low", op.getStaticLow()[axis]),
          {"high", op.getStaticHigh()[axis]}})
      if (amount != 0 && ShapedType::isStatic(amount))
        return op.emitOpError()
               << "source and init are one memref, and " << name << " of axis "
               << axis << " is " << amount
               << ": elements would be overwritten before they are read; pad "
                  "into another memref";
  return success();
}

LogicalResult mlir::pad::verifyPadOp(PadOpInterface op) {
  if (failed(verifyTypes(op)))
    return failure();
  int64_t rank = op.getRank();
  if (failed(verifyPadNumbers(op, rank)) || failed(verifyValue(op)))
    return failure();
  bool areModesMixed = op.getModes().getList().size() > 1;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (std::string reason = explainInvalidPadAxis(
            axis, getStaticNumbers(op, axis), areModesMixed,
            op.getPaddedType().getDimSize(axis),
            isa<PadOp>(op.getOperation()) ? "result" : "init");
        !reason.empty())
      return op.emitOpError() << reason;
  if (failed(verifyQuantizedAxis(op)))
    return failure();
  return verifyNoOverlap(op);
}
