//===- TorchOps.h - Ops of torch.aten that are read -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TORCH_TORCHOPS_H
#define PAD_LIB_IMPORT_TORCH_TORCHOPS_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// The name of an op `torch.aten.NAME`, or of a `torch.operator` of that name;
/// empty for any other.
StringRef getAtenName(Operation *op);

/// Whether `op` makes constants or lists of them.
bool isTorchConstant(Operation *op);

/// What an op computes of integers of 64 bits, as far as indices of pads need
/// it: a tensor, or a `!torch.int` as a tensor of rank 0.
IntegerTensors::Result readTorchIntegers(IntegerTensors &tensors,
                                         OpResult result);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TORCH_TORCHOPS_H
