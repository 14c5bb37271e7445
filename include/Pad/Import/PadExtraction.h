//===- PadExtraction.h - The pad of one node of a model ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_PADEXTRACTION_H
#define PAD_IMPORT_PADEXTRACTION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
namespace pad {

/// A module with one function, which computes the pad that node `node` of the
/// imported model `model` has become. The function is named `function`, or
/// after the node if that is empty. It takes the tensor that the node pads, and
/// then, in the order of their use, the tensors that its run-time pads and
/// padding value are computed from; it returns the result of the node. Extents
/// that the model knows are static. If the node is no pad of the model, the
/// result is null after an error that names the pads.
OwningOpRef<ModuleOp> extractPad(ModuleOp model, StringRef node,
                                 StringRef function = "");

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_PADEXTRACTION_H
