//===- TosaMoves.h - TOSA ops that only move elements -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TOSA_TOSAMOVES_H
#define PAD_LIB_IMPORT_TOSA_TOSAMOVES_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// The ops of TOSA with which front ends write pads.
extern const MoveSystem kTosaMoves;

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TOSA_TOSAMOVES_H
