//===- PadEmitter.h - One pad by one choice of rows -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H
#define PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H

#include "FlatView.h"
#include "Pad/Analysis/PadPlan.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/Rows/CostModel.h"
#include "PlaneStrategy.h"

namespace mlir {
namespace pad {

/// Emits what versions of a pad that move the same rows consist of: their
/// guards, and their loops.
class PadEmitter {
public:
  /// Emits the numbers of the pad. `row` is the one of `plan.rows`.
  PadEmitter(VectorMover &mover, PadIntoOp op, const PadPlan &plan, int64_t row,
             const PadToVectorOptions &options);

  /// Number of the rows in the plan.
  int64_t getRow() const { return &row - plan.rows.begin(); }
  /// An `i1`: whether `guard` holds (PadGuards.cpp).
  ArithValue emitGuard(PadGuard guard);
  /// Writes the numbers of the planes to memory, for the versions that need
  /// them, each of which is emitted where this dominates it.
  void emitPlaneNumbers();
  /// Emits the whole pad by `version`.
  void emit(const PadVersion &version);

private:
  /// Whether any axis is empty, which only padding values can extend.
  ArithValue emitIsEmpty();
  /// Whether the source starts where the data of the result does.
  ArithValue emitIsInPlace();
  /// Whether the result is aligned to the size of its elements.
  ArithValue emitIsAligned();

  /// Elements and bytes of the result.
  ArithValue getResultSize();
  ArithValue getResultBytes();
  /// Linearized iterations of axes `[first, last)`.
  ArithValue getIterations(int64_t first, int64_t last);
  /// The most elements of an inner block that kernels have to expect.
  int64_t getMaxInnerBlock() const {
    return traits.hasInnerBlocks
               ? cost::kMaxInnerBlockBytes * 8 / plan.elementBits
               : 1;
  }
  /// Fills the result with padding values.
  void fill();
  /// Emits what is inside of the loops of a version: `inner(target, stretch,
  /// sourceOffset, resultOffset)`.
  using Inner = function_ref<void(const PlaneTarget &, RowWindow, ArithValue,
                                  ArithValue)>;
  /// Emits the loops of `version` over all of `iterations`, linearized, of
  /// which each has `elements` of the result; or, if `version` is parallel,
  /// over a stretch of them in each task.
  void emitLoops(const PadVersion &version, ArithValue iterations,
                 ArithValue elements, int64_t maxInnerBlock, Inner inner);

  /// What tasks of a version share (KernelLoops.cpp).
  struct KernelWork {
    /// Linearized iterations, and elements and rows of each of them.
    ArithValue iterations, elements, rows;
    /// An `i1`: whether all rows of planes are moved by one call.
    ArithValue arePlanesWhole;
  };
  /// Loops around kernels.
  void emitKernels(const PadVersion &version);
  KernelWork getKernelWork(const PadVersion &version);
  /// Rows `rows` of the planes at these offsets, and `window` of each, by the
  /// first of the strategies of `version` that fits.
  void emitPlanes(const PadVersion &version, ArrayRef<ArithValue> fits,
                  const PlaneOperands &operands, const PlaneTarget &target);
  PlaneOperands getOperands(ArithValue sourceOffset, ArithValue resultOffset,
                            RowWindow rows, RowWindow window);
  /// The emission of `strategy`, which all versions share.
  PlaneStrategy &getStrategy(const RowStrategy &strategy);

  /// Loops around a tile (TileLoops.cpp).
  void emitTiles(const PadVersion &version);
  /// Tiles `tiles` of the axis around them, of the plane at these offsets:
  /// their data in groups, what is left of it and borders alone.
  void emitGroupedTiles(const PlaneTarget &target, RowWindow tiles,
                        ArithValue sourceOffset, ArithValue resultOffset);
  /// Elements `[begin, end)` of the tile to `resultOffset` of `to`.
  void emitTileElements(FlatBuffer to, ArithValue sourceOffset,
                        ArithValue resultOffset, int64_t begin, int64_t end);
  void emitStreamedTile(StreamWriter &writer, ArithValue sourceOffset,
                        ArithValue resultOffset);
  /// The axis around the tile: its data, and then its borders.
  void emitBordersLast(ArithValue sourceOffset, ArithValue resultOffset);

  VectorMover &mover;
  OpBuilder &b;
  Location loc;
  PadIntoOp op;
  const PadPlan &plan;
  const PlannedRow &row;
  const PadToVectorOptions &options;
  KernelTraits traits;
  ArithContext m;
  FlatView source, result;
  SmallVector<SymbolicPadAxis> numbers;
  SmallVector<AxisValues, 0> axes;
  /// Elements of an inner block.
  ArithValue innerBlock;
  /// The numbers of planes, in memory, which kernels are given.
  Value planeNumbers;
  std::optional<PlaneContext> context;
  SmallVector<std::pair<RowStrategy, std::unique_ptr<PlaneStrategy>>>
      strategies;
};

/// Emits the versions of a plan as a tree of branches, in which each guard is
/// evaluated at most once, and the first version whose guards hold is run.
/// `paddingValue` is one element as memory holds it; null if none is read.
void emitVersions(OpBuilder &b, PadIntoOp op, const PadPlan &plan,
                  const PadToVectorOptions &options, Value paddingValue);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PADEMITTER_H
