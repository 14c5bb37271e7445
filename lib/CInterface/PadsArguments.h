//===- PadsArguments.h - Arguments that hold the pads -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CINTERFACE_PADSARGUMENTS_H
#define PAD_LIB_CINTERFACE_PADSARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir {
namespace pad {

/// The argument of its function that `extract` reads an element of; null if it
/// reads another tensor.
BlockArgument getPadsArgument(tensor::ExtractOp extract);

/// The numbers of the tensor arguments of `function` whose elements pads are
/// computed from.
llvm::SmallDenseSet<unsigned> getPadsArguments(func::FuncOp function);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CINTERFACE_PADSARGUMENTS_H
