//===- TorchMoves.h - Ops of torch.aten that only move elements -*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TORCH_TORCHMOVES_H
#define PAD_LIB_IMPORT_TORCH_TORCHMOVES_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// The name of an op `torch.aten.NAME`, or of a `torch.operator` of that name;
/// empty for any other.
StringRef getAtenName(Operation *op);

/// Whether `op` makes constants or lists of them.
bool isTorchConstant(Operation *op);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TORCH_TORCHMOVES_H
