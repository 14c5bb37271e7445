//===- ConsumedPads.h - How pads go into their consumer ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The analysis of a linalg op that reads pads, without IR: which of its
// operands are pads whose sources it can read, along which loops it is split,
// and how large tiles of it are. Emission follows it.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_CONSUMEDPADS_H
#define PAD_STENCIL_CONSUMEDPADS_H

#include "Pad/Analysis/WindowFormulas.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir {
namespace pad {

/// An operand's index along one axis: the sum of `coefficients[l] * index of
/// loop l`, plus `constant`, none of them negative.
struct WindowAxis {
  SmallVector<int64_t> coefficients;
  int64_t constant = 0;
};

/// `countWindows` of WindowFormulas.h, of known numbers.
inline int64_t countWindows(int64_t width, int64_t stride) {
  return countWindows(MachineIndex(width), MachineIndex(stride)).get();
}

/// Reads the result expressions of `map`; nullopt if one is not such a sum.
std::optional<SmallVector<WindowAxis>> getWindow(AffineMap map);

/// The loops along the axes of the first result of `op`, which is indexed by
/// loops alone.
SmallVector<int64_t> getResultLoops(linalg::LinalgOp op);

/// A pad that is fused into its consumer.
struct FusedPad {
  PadOp pad;
  /// Number of the consumer's operand.
  unsigned operand = 0;
  /// How the consumer reads the padded tensor.
  SmallVector<WindowAxis> window;
  /// For each axis, the loop that is split into border, interior and border; -1
  /// if none is. A reduction loop is so only in a `LoopPlan`.
  SmallVector<int64_t> splitLoops = {};
};

/// Why the loops of `op` cannot be split or tiled here; empty if they can.
std::string explainFusedConsumer(linalg::LinalgOp op);

/// Describes in `fused` how `op` would read the source of `pad`, of which `use`
/// is the result or a slice that drops no axis. Returns why it cannot; nothing
/// if it can.
std::string describePad(linalg::LinalgOp op, OpOperand &use, PadOp pad,
                        FusedPad &fused);

/// The pads that a consumer reads.
struct ConsumedPads {
  SmallVector<FusedPad> pads;
  /// Those that stay, and why.
  SmallVector<std::pair<PadOp, std::string>> left;

  /// Whether `loop` runs along a padded axis, so that it has an interior and
  /// borders.
  bool isSplit(int64_t loop) const {
    return llvm::any_of(pads, [&](const FusedPad &fused) {
      return llvm::is_contained(fused.splitLoops, loop);
    });
  }
};

/// Describes how `op` would read the sources of its pads instead of the padded
/// tensors. `explain` says why a pad that could be fused stays all the same; it
/// returns nothing if the pad is fused.
ConsumedPads describePads(linalg::LinalgOp op,
                          function_ref<std::string(const FusedPad &)> explain);

/// Says that `pad` is not fused, and why: to the remark engine, and if
/// `prints`, as a diagnostic.
void remarkLeftPad(PadOp pad, StringRef reason, bool prints);

/// Says that `pad` is fused into `op`, which is `how`: split, tiled, ...
void remarkFusedPad(PadOp pad, linalg::LinalgOp op, StringRef how, bool prints);

/// Plans the fusion of the pads that `op` reads into its tiles. `op` stays as
/// it is if the plan has no pads. If loops are split, the part in the interior
/// of all of them reads the source without a pad.
ConsumedPads planPadFusion(linalg::LinalgOp op,
                           const PadTileAndFuseOptions &options);

/// `size`, or a size of at least half of it that divides `extent`.
int64_t getEvenTile(int64_t size, int64_t extent);

/// Tile sizes of the loops of `op`, 0 where a loop is not tiled. They are those
/// that `options` list, or else sizes with which a tile reads at most
/// `options.localBytes` of the operand `fused`, if that is possible. Extents
/// that are not static count as 64. Reduction loops are not tiled, because that
/// would change the order of summation.
SmallVector<int64_t> chooseTileSizes(linalg::LinalgOp op, const FusedPad &fused,
                                     const PadTileAndFuseOptions &options);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_CONSUMEDPADS_H
