//===- PadExtractsToSlices.h - Pads read by tensor.extract ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_PADEXTRACTSTOSLICES_H
#define PAD_TRANSFORMS_PADEXTRACTSTOSLICES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// Why `extract`, of a pad, is no operand of the linalg op that it is in; empty
/// if it can be one.
std::string explainExtract(tensor::ExtractOp extract);

/// Makes operands of `op` of what it extracts from pads at the indices of its
/// loops plus constants, as finite differences do: slices of these pads.
void replaceExtracts(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMS_PADEXTRACTSTOSLICES_H
