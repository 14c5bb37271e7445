//===- Geometry.cpp - Extents of results for C ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pad-c/Geometry.h"
#include "Modes.h"
#include "Pad/IR/PadAmounts.h"

using namespace mlir;
using namespace mlir::pad;

/// Why axis `axis` of a pad, all of whose numbers are known, breaks a rule (C2,
/// C5 to C7); empty if it does not.
static std::string explainKnownAxis(int64_t axis, const PadAxis &numbers,
                                    bool areModesMixed) {
  if (numbers.extent < 0)
    return ("extent of axis " + Twine(axis) + " is " + Twine(numbers.extent) +
            ", but must not be negative")
        .str();
  for (auto [name, number] : {std::pair<StringRef, int64_t>("low", numbers.low),
                              {"high", numbers.high},
                              {"interior", numbers.interior}})
    if (std::string reason = explainLeastInteger(name, axis, number);
        !reason.empty())
      return reason;
  return explainInvalidPadAxis(axis, numbers, areModesMixed);
}

MlirLogicalResult mlirPadInferExtents(intptr_t rank, intptr_t numModes,
                                      const MlirPadAxisMode *modes,
                                      const int64_t *extents,
                                      const int64_t *low, const int64_t *high,
                                      const int64_t *interior, int64_t *result,
                                      MlirStringCallback onError,
                                      void *userData) {
  auto fail = [&](StringRef reason) {
    if (onError)
      onError(wrap(reason), userData);
    return mlirLogicalResultFailure();
  };
  if (llvm::Error error = checkRank(rank))
    return fail(toString(std::move(error)));
  if (llvm::Error error = checkLists(rank, {{"extents", extents},
                                            {"low", low},
                                            {"high", high},
                                            {"result", result}}))
    return fail(toString(std::move(error)));
  llvm::Expected<SmallVector<AxisMode>> known =
      unwrapModes(rank, numModes, modes);
  if (!known)
    return fail(toString(known.takeError()));
  bool areModesMixed = !llvm::all_equal(*known);
  SmallVector<int64_t> padded;
  for (intptr_t axis = 0; axis < rank; ++axis) {
    AxisMode mode = (*known)[known->size() == 1 ? 0 : axis];
    PadAxis numbers{extents[axis], low[axis],
                    high[axis],    interior ? interior[axis] : 0,
                    mode.mode,     mode.periodic};
    if (std::string reason = explainKnownAxis(axis, numbers, areModesMixed);
        !reason.empty())
      return fail(reason);
    padded.push_back(*getPaddedExtent(numbers));
  }
  llvm::copy(padded, result);
  return mlirLogicalResultSuccess();
}

MlirStringRef mlirPadGetModeName(unsigned mode) {
  std::optional<PadMode> known = symbolizePadMode(mode);
  return known ? wrap(stringifyPadMode(*known)) : MlirStringRef{nullptr, 0};
}
