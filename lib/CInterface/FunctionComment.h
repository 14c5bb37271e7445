//===- FunctionComment.h - What a function does, in words -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CINTERFACE_FUNCTIONCOMMENT_H
#define PAD_LIB_CINTERFACE_FUNCTIONCOMMENT_H

#include "Pad/CInterface/CInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace pad {

/// The comment on `function` for the header, made before lowering. It says what
/// the function pads and how, describes its arrays and which of them may
/// overlap, and lists the conditions known only at run time and that the
/// caller must ensure (C2, C4 to C7).
std::vector<std::string> describeFunction(func::FuncOp function,
                                          const CFunction &described);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CINTERFACE_FUNCTIONCOMMENT_H
