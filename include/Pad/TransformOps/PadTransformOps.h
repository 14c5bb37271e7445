//===- PadTransformOps.h - Pads in transform scripts ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMOPS_PADTRANSFORMOPS_H
#define PAD_TRANSFORMOPS_PADTRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "Pad/TransformOps/PadTransformOps.h.inc"

namespace mlir {
class DialectRegistry;

namespace pad {

/// Adds the ops `transform.pad.*` to the transform dialect.
void registerTransformOps(DialectRegistry &registry);

} // namespace pad
} // namespace mlir

#endif // PAD_TRANSFORMOPS_PADTRANSFORMOPS_H
