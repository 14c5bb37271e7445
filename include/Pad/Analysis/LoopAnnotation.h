//===- LoopAnnotation.h - What LLVM shall know of loops ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_LOOPANNOTATION_H
#define PAD_ANALYSIS_LOOPANNOTATION_H

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"

namespace mlir {
namespace pad {

/// Name of the attribute of `scf.for` that reaches the loop of LLVM.
inline constexpr llvm::StringLiteral kLoopAnnotation = "loop_annotation";

/// What LLVM shall know of a loop of vectors: it is made of vectors already,
/// and more of its iterations at a time only take space. `isRolled`: its body
/// is there once, even if the number of iterations is known.
LLVM::LoopAnnotationAttr getLoopAnnotation(MLIRContext *context,
                                           bool isRolled = false);

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_LOOPANNOTATION_H
