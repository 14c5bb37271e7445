//===- LoopAnnotation.cpp - What LLVM shall know of loops -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/LoopAnnotation.h"

using namespace mlir;
using namespace mlir::pad;

LLVM::LoopAnnotationAttr mlir::pad::getLoopAnnotation(MLIRContext *context,
                                                      bool isRolled) {
  BoolAttr yes = BoolAttr::get(context, true);
  auto vectorize =
      LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/isRolled ? yes : BoolAttr(), {},
      /*runtimeDisable=*/yes, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, unroll, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
}
