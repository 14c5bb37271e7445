//===- PermutedTiles.h - Small tiles by permutations ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PERMUTEDTILES_H
#define PAD_CONVERSION_PADTOVECTOR_PERMUTEDTILES_H

#include "PlaneKernel.h"

namespace mlir {
namespace pad {

/// Moves small tiles, planes or rows of any pads, by permutations of lanes
/// which are computed once: a piece of a tile is up to a vector of the result
/// that reads at most a vector of the source, so all tiles are one load, one
/// permutation and one store a piece.
class PermutedTiles {
public:
  /// Whether the target can, and pays for it.
  static bool areSupported(const KernelTraits &traits);

  /// Memory for what is computed once, in the function around the insertion
  /// point. It is written by `emitPreparation` only.
  PermutedTiles(OpBuilder &b, Location loc, const KernelTraits &traits);

  /// Computes the permutations of the planes of `operands`; an `i1`: whether
  /// they can and shall be moved so. `arePlanesWhole`, an `i1`: whether `emit`
  /// will have all rows of planes; `hasOtherWay`, an `i1`: whether there is
  /// another one than row by row, which is better for long rows.
  Value emitPreparation(const PlaneOperands &operands, Value arePlanesWhole,
                        Value hasOtherWay);
  /// Moves the planes of `operands`, all indices of their rows.
  void emit(const PlaneOperands &operands);

private:
  OpBuilder &b;
  Location loc;
  /// Those of the vectors that are permuted.
  KernelTraits traits;
  /// Numbers, and for each piece the lanes that it reads.
  Value table, lanes;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PERMUTEDTILES_H
