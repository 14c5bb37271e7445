//===- DrawnProgram.h - Random functions with pads --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_DRAWNPROGRAM_H
#define PAD_TEST_UNIT_DRAWNPROGRAM_H

#include "RewriteCases.h"

namespace mlir {
namespace pad {

/// Ends the function of `b` as a random program: a few pads, gradients, slices,
/// reshapes, transpositions, elementwise ops, reductions, windows, loops,
/// branches and calls, each of what was computed before. Floating-point numbers
/// stay finite, so that every result is one of bits.
void drawProgram(CaseBuilder &b);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_DRAWNPROGRAM_H
