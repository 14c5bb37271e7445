//===- Modes.h - Modes of C and of C++ --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CAPI_MODES_H
#define PAD_LIB_CAPI_MODES_H

#include "Pad/IR/PadGeometry.h"
#include "pad-c/Ops.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace pad {

static_assert(static_cast<int>(PadMode::Constant) == MlirPadModeConstant &&
              static_cast<int>(PadMode::Edge) == MlirPadModeEdge &&
              static_cast<int>(PadMode::Reflect) == MlirPadModeReflect &&
              static_cast<int>(PadMode::Symmetric) == MlirPadModeSymmetric &&
              static_cast<int>(PadMode::Wrap) == MlirPadModeWrap);

/// How an axis of `mode` is extended.
inline AxisMode unwrapMode(MlirPadAxisMode mode) {
  return {static_cast<PadMode>(mode.mode), mode.periodic};
}

/// The same of a list.
inline SmallVector<AxisMode> unwrapModes(intptr_t number,
                                         const MlirPadAxisMode *modes) {
  return llvm::to_vector(
      llvm::map_range(ArrayRef<MlirPadAxisMode>(modes, number), unwrapMode));
}

/// `mode` for C.
inline MlirPadAxisMode wrapMode(AxisMode mode) {
  return {static_cast<MlirPadMode>(mode.mode), mode.periodic};
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CAPI_MODES_H
