//===- Versions.h - What MLIR 22 and 23 spell differently -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that asks for the version of MLIR and LLVM. Each function is
// called like its counterpart in MLIR 23, and goes with MLIR 22.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_UPSTREAM_VERSIONS_H
#define PAD_UPSTREAM_VERSIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir {
namespace pad {

/// Whether `DenseElementsAttr::getFromRawBuffer` takes `buffer` for a constant
/// of type `type`: it holds all elements, or one for all of them.
inline bool isValidRawBuffer(ShapedType type, ArrayRef<char> buffer) {
#if LLVM_VERSION_MAJOR >= 23
  return DenseElementsAttr::isValidRawBuffer(type, buffer);
#else
  bool isSplat = false;
  return DenseElementsAttr::isValidRawBuffer(type, buffer, isSplat);
#endif
}

/// The name of a processor, as `-mcpu` takes it.
inline StringRef getKey(const llvm::SubtargetSubTypeKV &processor) {
#if LLVM_VERSION_MAJOR >= 23
  return processor.key();
#else
  return processor.Key;
#endif
}

/// What the processor of `machine` has.
inline const llvm::MCSubtargetInfo &
getMCSubtargetInfo(const llvm::TargetMachine &machine) {
#if LLVM_VERSION_MAJOR >= 23
  return machine.getMCSubtargetInfo();
#else
  return *machine.getMCSubtargetInfo();
#endif
}

/// The attribute of a `func.func` that becomes `passthrough` of its
/// `llvm.func`.
inline StringRef getPassthroughAttrName() {
#if LLVM_VERSION_MAJOR >= 23
  return "llvm.passthrough";
#else
  return "passthrough";
#endif
}

} // namespace pad
} // namespace mlir

#endif // PAD_UPSTREAM_VERSIONS_H
