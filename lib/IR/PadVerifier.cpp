//===- PadVerifier.cpp - Constraints C1 to C7 on static facts -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::pad;

/// C1: `name` has one entry an axis, and an operand for each dynamic entry.
static LogicalResult verifyPadList(PadOpInterface op, StringRef name,
                                   ArrayRef<int64_t> list,
                                   OperandRange operands) {
  int64_t rank = op.getRank();
  if (static_cast<int64_t>(list.size()) != rank)
    return op.emitOpError() << name << " has " << list.size()
                            << (list.size() == 1 ? " entry" : " entries")
                            << ", but the source has rank " << rank
                            << "; give one entry per axis (C1)";
  size_t dynamic = llvm::count(list, ShapedType::kDynamic);
  if (dynamic != operands.size())
    return op.emitOpError()
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
static LogicalResult verifyModes(PadOpInterface op) {
  int64_t rank = op.getRank(), count = op.getModes().getList().size();
  if (count == 1 || count == rank)
    return success();
  return op.emitOpError() << "modes has " << count
                          << " entries, but the source has rank " << rank
                          << "; give one for all axes or one per axis (C1)";
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

/// C5: the pad `name` of an axis is within what the mode can extend.
static LogicalResult
verifyPadLimit(llvm::function_ref<InFlightDiagnostic()> emitError,
               const PadAxis &numbers, StringRef name, int64_t axis,
               int64_t amount, int64_t dilated) {
  std::optional<int64_t> limit =
      getPadLimit(numbers.mode, numbers.periodic, dilated);
  if (ShapedType::isDynamic(amount) || !limit || amount <= *limit)
    return success();
  return emitError() << name << " of axis " << axis << " is " << amount
                     << ", but " << stringifyPadMode(numbers.mode)
                     << " extends an axis of extent " << dilated
                     << " by at most " << *limit
                     << "; add 'periodic' to repeat it (C5)";
}

/// C2 and C4 to C7 on axis `axis`, as far as `numbers` and `declared`, the
/// extent in the type of what is called `paddedName`, are static. `modeNote`
/// follows the number of the axis where the message does not name its mode.
static LogicalResult
verifyAxis(llvm::function_ref<InFlightDiagnostic()> emitError, int64_t axis,
           StringRef modeNote, const PadAxis &numbers, StringRef paddedName,
           int64_t declared) {
  auto [extent, low, high, interior, mode, periodic] = numbers;
  if (ShapedType::isStatic(interior) && interior < 0)
    return emitError() << "interior of axis " << axis << modeNote << " is "
                       << interior << ", but must not be negative (C2)";
  if (ShapedType::isDynamic(extent))
    return success();

  // Interior padding does not change an axis of 0 or 1.
  bool knowsDilated = extent <= 1 || ShapedType::isStatic(interior);
  if (knowsDilated) {
    std::optional<int64_t> dilated =
        getDilatedExtent(extent, extent <= 1 ? 0 : interior);
    if (!dilated)
      return emitError() << "axis " << axis << modeNote << " of extent "
                         << extent << " with interior " << interior
                         << " exceeds 64-bit extents; reduce interior (C7)";
    for (auto [name, amount] :
         {std::pair<StringRef, int64_t>("low", low), {"high", high}})
      if (failed(
              verifyPadLimit(emitError, numbers, name, axis, amount, *dilated)))
        return failure();
  }

  std::optional<PadAxis> fixed = getStaticAxis(numbers);
  if (!fixed)
    return success();
  std::optional<int64_t> padded = getPaddedExtent(*fixed);
  if (!padded)
    return emitError() << "axis " << axis << modeNote << " of extent " << extent
                       << " with low " << low << " and high " << high
                       << " exceeds 64-bit extents; reduce low or high (C7)";
  if (mode != PadMode::Constant && extent == 0 && *padded > 0)
    return emitError() << "axis " << axis << " is empty, and "
                       << stringifyPadMode(mode)
                       << " has nothing to extend it to " << *padded
                       << " with; use the constant mode (C6)";
  if (ShapedType::isStatic(declared) && declared != *padded) {
    InFlightDiagnostic diag = emitError();
    diag << paddedName << " axis " << axis << modeNote << " has extent "
         << declared << ", but low " << low << ", source extent " << extent
         << " and high " << high;
    if (interior > 0)
      diag << " with interior " << interior;
    return diag << " give " << *padded << " (C4)";
  }
  return success();
}

bool mlir::pad::isValidPadAxis(const PadAxis &numbers, int64_t padded) {
  // An empty diagnostic counts as success.
  bool isValid = true;
  auto quiet = [&] {
    isValid = false;
    return InFlightDiagnostic();
  };
  (void)verifyAxis(quiet, /*axis=*/0, /*modeNote=*/"", numbers,
                   /*paddedName=*/"", padded);
  return isValid;
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
  if (failed(verifyPadList(op, "low", op.getStaticLow(), op.getLow())) ||
      failed(verifyPadList(op, "high", op.getStaticHigh(), op.getHigh())))
    return failure();
  // An empty list of interior pads stands for zeros.
  if (!op.getStaticInterior().empty() || !op.getInterior().empty())
    if (failed(verifyPadList(op, "interior", op.getStaticInterior(),
                             op.getInterior())))
      return failure();
  if (failed(verifyModes(op)) || failed(verifyValue(op)))
    return failure();
  bool hasModes = op.getModes().getList().size() > 1;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    std::string modeNote;
    if (hasModes)
      modeNote = (" (" + stringifyPadMode(op.getMode(axis)) + ")").str();
    if (failed(verifyAxis([&] { return op.emitOpError(); }, axis, modeNote,
                          getStaticNumbers(op, axis),
                          isa<PadOp>(op.getOperation()) ? "result" : "init",
                          op.getPaddedType().getDimSize(axis))))
      return failure();
  }
  if (failed(verifyQuantizedAxis(op)))
    return failure();
  return verifyNoOverlap(op);
}
