//===- ImportedPad.cpp - A pad that a conversion makes --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ImportedPad.h"
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
