//===- Modes.h - Modes of C and of C++ --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CAPI_MODES_H
#define PAD_LIB_CAPI_MODES_H

#include "Arguments.h"
#include "Pad/IR/PadGeometry.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace pad {

/// How the axes of a source of rank `rank` are extended, from one mode for all
/// or one an axis (C1); an error if they are others.
inline llvm::Expected<SmallVector<AxisMode>>
unwrapModes(intptr_t rank, intptr_t number, const MlirPadAxisMode *modes) {
  if (number != 1 && number != rank)
    return llvm::createStringError(
        "a pad of a source of " + llvm::Twine(rank) +
        " axes has one mode for all or one an axis, but " +
        llvm::Twine(number) + " are given (C1)");
  if (llvm::Error error = checkLists(number, {{"modes", modes}}))
    return error;
  SmallVector<AxisMode> unwrapped;
  for (const MlirPadAxisMode &mode : ArrayRef<MlirPadAxisMode>(modes, number)) {
    unsigned enumerator = readEnumerator(mode.mode);
    std::optional<PadMode> known = symbolizePadMode(enumerator);
    if (!known)
      return llvm::createStringError("a pad has mode " +
                                     llvm::Twine(enumerator) +
                                     ", which is none of MlirPadMode");
    unwrapped.push_back({*known, mode.periodic});
  }
  return unwrapped;
}

/// `mode` for C.
inline MlirPadAxisMode wrapMode(AxisMode mode) {
  return {static_cast<MlirPadMode>(mode.mode), mode.periodic};
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CAPI_MODES_H
