//===- ImportedPad.cpp - A pad that a conversion makes --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ImportedPad.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::explainInvalidPad(RankedTensorType sourceType,
                                         Type resultType,
                                         const ImportedPad &pad) {
  size_t rank = sourceType.getRank();
  for (auto [name, numbers] :
       {std::pair<StringRef, ArrayRef<OpFoldResult>>("low", pad.low),
        {"high", pad.high},
        {"interior", pad.interior.empty() ? pad.low : pad.interior}}) {
    if (numbers.size() != rank)
      return (name + " has " + Twine(numbers.size()) + " entries, but the " +
              "source has rank " + Twine(rank) +
              "; give one entry per axis (C1)")
          .str();
    for (auto [axis, number] : llvm::enumerate(numbers))
      if (std::string reason = explainLeastInteger(
              name, axis, getStaticNumber(number).value_or(0));
          !reason.empty())
        return reason;
  }

  // This runs the verifier on an op that is in no block and has stand-ins for
  // what is known only at run time.
  MLIRContext *context = sourceType.getContext();
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  Block standIns;
  ImportedPad checked = pad;
  for (SmallVector<OpFoldResult> *numbers :
       {&checked.low, &checked.high, &checked.interior})
    for (OpFoldResult &number : *numbers)
      if (!number)
        number = standIns.addArgument(builder.getIndexType(), loc);
  auto result = dyn_cast<RankedTensorType>(resultType);
  Value source = standIns.addArgument(sourceType, loc);
  OwningOpRef<PadOp> op = PadOp::create(builder, loc, result, source, checked);
  std::string reason;
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    if (reason.empty())
      reason = diagnostic.str();
    return success();
  });
  if (succeeded(verifyPadOp(*op)))
    return "";
  StringRef text = reason;
  text.consume_front("'pad.pad' op ");
  return text.str();
}

std::string mlir::pad::explainNegativeExtent(RankedTensorType sourceType,
                                             const ImportedPad &pad) {
  for (int64_t axis = 0, rank = sourceType.getRank(); axis < rank; ++axis) {
    std::optional<PadAxis> numbers =
        getStaticAxis(pad.getStaticNumbers(sourceType, axis));
    if (!numbers)
      continue;
    std::optional<int64_t> dilated =
        getDilatedExtent(numbers->extent, numbers->interior);
    int64_t end, extent;
    if (dilated && !llvm::AddOverflow(*dilated, numbers->high, end) &&
        !llvm::AddOverflow(numbers->low, end, extent) && extent < 0)
      return ("axis " + Twine(axis) + " of extent " + Twine(numbers->extent) +
              " with low " + Twine(numbers->low) + " and high " +
              Twine(numbers->high) + " has a result extent of " +
              Twine(extent) + ", which must not be negative; crop less")
          .str();
  }
  return "";
}

Value mlir::pad::createImportedPad(OpBuilder &builder, Location loc,
                                   Value source, Type resultType,
                                   const ImportedPad &pad, Value value) {
  Value padded =
      PadOp::create(builder, loc, RankedTensorType(), source, pad, value);
  if (padded.getType() == resultType)
    return padded;
  return tensor::CastOp::create(builder, loc, resultType, padded);
}

/// `axis` as integers; `ShapedType::kDynamic` where it is not static.
static PadAxis getKnownAxis(const SymbolicPadAxis &axis) {
  auto getStatic = [](OpFoldResult number) {
    return getConstantIntValue(number).value_or(ShapedType::kDynamic);
  };
  return {getStatic(axis.extent), getStatic(axis.low), getStatic(axis.high)};
}

/// Whether an axis may be cropped on one side and extended on the other. If
/// not, its mode reads nothing that is cropped.
static bool mayCropAndExtend(OpFoldResult low, OpFoldResult high) {
  return !isStaticZero(low) && !isStaticZero(high) &&
         !(isKnownNonNegative(low) && isKnownNonNegative(high)) &&
         !(isKnownNotPositive(low) && isKnownNotPositive(high));
}

Value mlir::pad::createCropFirst(OpBuilder &builder, Location loc, Value source,
                                 ImportedPad &pad) {
  auto axes = llvm::zip_equal(pad.low, pad.high);
  if (llvm::none_of(axes, [](auto numbers) {
        return std::apply(mayCropAndExtend, numbers);
      }))
    return source;
  ArithContext math{builder, loc};
  ArithValue zero = math.constant(0);
  SmallVector<OpFoldResult> offsets, sizes;
  for (auto [axis, low, high] : llvm::enumerate(pad.low, pad.high)) {
    SymbolicPadAxis crop;
    crop.extent = tensor::getMixedSize(builder, loc, source, axis);
    crop.low = crop.high = crop.interior = builder.getIndexAttr(0);
    if (mayCropAndExtend(low, high))
      for (auto [number, cropped] :
           {std::pair(&low, &crop.low), std::pair(&high, &crop.high)}) {
        if (isKnownNonNegative(*number))
          continue;
        ArithValue amount = math.value(*number);
        *cropped = getAsOpFoldResult(min(amount, zero));
        *number = getAsOpFoldResult(max(amount, zero));
      }
    if (isZeroInteger(crop.low) && isZeroInteger(crop.high)) {
      offsets.push_back(builder.getIndexAttr(0));
      sizes.push_back(crop.extent);
      continue;
    }
    if (std::optional<PadAxis> known = getStaticAxis(getKnownAxis(crop))) {
      offsets.push_back(builder.getIndexAttr(-known->low));
      sizes.push_back(builder.getIndexAttr(*getPaddedExtent(*known)));
      continue;
    }
    CropSplit split = emitCropOfSource(builder, loc, crop,
                                       emitPaddedExtent(builder, loc, crop));
    offsets.push_back(split.offset);
    sizes.push_back(split.size);
  }
  // A slice of an empty tensor is out of bounds for the verifier.
  auto type = cast<RankedTensorType>(source.getType());
  if (llvm::is_contained(type.getShape(), 0))
    return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, source, offsets, sizes,
                                        strides);
}
