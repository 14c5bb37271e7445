//===- StablehloMoves.h - StableHLO ops that only move elements -*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_STABLEHLO_STABLEHLOMOVES_H
#define PAD_LIB_IMPORT_STABLEHLO_STABLEHLOMOVES_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// The ops of StableHLO with which JAX writes `jnp.pad`.
extern const MoveSystem kStablehloMoves;

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_STABLEHLO_STABLEHLOMOVES_H
