//===- ShardedPadOps.h - Pads across ranks ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SHARDEDPADOPS_H
#define PAD_IR_SHARDEDPADOPS_H

#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Ranks/PieceFormulas.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"

namespace mlir {
namespace pad {

/// How an axis lies in pieces on ranks.
struct AxisPieces {
  /// Of the whole axis; `ShapedType::kDynamic` if it is not static.
  int64_t extent = 0;
  int64_t parts = 1;
  /// Where each piece begins, and the extent, `ShapedType::kDynamic` where that
  /// is not static; empty for even pieces.
  ArrayRef<int64_t> offsets;

  /// Whether the pieces are known.
  bool isStatic() const {
    return ShapedType::isStatic(extent) && !ShapedType::isDynamicShape(offsets);
  }
  /// Piece `part`, if the pieces are known.
  Piece<MachineIndex> get(int64_t part) const;
};

} // namespace pad
} // namespace mlir

#define GET_OP_CLASSES
#include "Pad/IR/ShardedPadOps.h.inc"

namespace mlir {
namespace pad {

/// Whether the arithmetic of pieces holds for the static numbers of `axis`:
/// none of them, nor the dilated extent, exceeds 2^61.
bool fitsRanks(const PadAxis &axis);

/// What result indices of `axis` read, if every number of it fits.
SourceIndexMap<MachineIndex> getPositions(const PadAxis &axis);

/// The pieces of axis `axis`, of `extent` elements, of a tensor that lies on a
/// grid of extents `shape`; `offsets` has those of all split axes, or none.
AxisPieces getAxisPieces(shard::GridAxesArrayAttr splitAxes, int64_t axis,
                         ArrayRef<int64_t> shape, int64_t extent,
                         ArrayRef<int64_t> offsets);

/// Emits an error on `op` unless `grid`, which it names `name`, has static
/// extents of 1 or more, and `split` names each of its axes at most once.
LogicalResult verifyGrid(Operation *op, FlatSymbolRefAttr name,
                         shard::GridOp grid,
                         ArrayRef<shard::GridAxesAttr> split);

/// The elements that each of `results` reads of `axis`; nullopt if some read
/// more than others, if they are not known, or for more than 2^22 parts.
std::optional<int64_t> getWindowExtent(const PadAxis &axis,
                                       const AxisPieces &results);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SHARDEDPADOPS_H
