//===- Reads.h - What a fused consumer reads --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_READS_H
#define PAD_STENCIL_READS_H

#include "Emit/InteriorLoops.h"
#include "Emit/RowVectors.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir {
namespace pad {

/// Where emitted code is in the loops of a consumer.
struct LoopPoint {
  /// The index of each loop.
  SmallVector<ArithValue> indices;
  /// The loops that are in their interior.
  llvm::SmallBitVector interior;
  /// Which vector of a row is being computed.
  RowPart rowPart = RowPart::Inside;
  /// Rows that are computed at once, and how many there are of them; null for
  /// all.
  int64_t rows = 1;
  ArithValue count = {};
  /// Indices of `LoopPlan::loopOfPlanes` whose rows these are.
  int64_t planes = 1;
  /// Of rows that are computed at once, the first one that reads no border, and
  /// the first one behind it that does; null if all of them do, or none.
  std::optional<std::array<int64_t, 2>> insideRows = {};
  /// Whether each padded axis of a source whose extent is not static is known
  /// to have more elements than either pad, and the loop over rows to have a
  /// block that spans borders.
  bool isLong = false;
  /// The weights that are packed, and the first element of a row whose weights
  /// they are; null if none are.
  Value weights = {};
  ArithValue stretch = {};
  /// Whether all rows read the source, or the padding value, as far as other
  /// axes than that of the rows decide it; null if each term finds out.
  std::optional<bool> hasSource = {};
  /// How many of the first lanes of a vector were computed before; null for
  /// none.
  ArithValue computedBefore = {};
  /// Whether a loop around it is in its borders, and whether there is a loop
  /// around it at all.
  bool inBorder = false, isNested = false;
  /// Whether a loop around computes the borders of the loops inside, too, in a
  /// nest behind its interior. In that nest, `isInside` is whether all loops
  /// around are in their interiors: what the innermost one has as its interior
  /// is computed already then.
  bool leavesBorders = false;
  ArithValue isInside = {};

  /// The same, at `index` of `loop`.
  LoopPoint at(int64_t loop, ArithValue index) const {
    LoopPoint made = *this;
    made.indices[loop] = index;
    return made;
  }
  /// The same, where `loop` is in its interior.
  LoopPoint inInterior(int64_t loop) const {
    LoopPoint made = *this;
    made.interior.set(loop);
    return made;
  }
};

/// The loop along rows, and that along which they are merged.
struct RowLoops {
  int64_t row, merged;
};

/// How the ends of rows are computed.
struct RowEnds {
  /// Whether they are composed as vectors.
  ArithValue holds;
  /// The first element that reads behind a source, then.
  ArithValue border;
};

/// By number, the operands of a consumer that are padded tensors.
using PaddedOperands = DenseMap<unsigned, Value>;

/// Copies the sources of `pads` into padded tensors: those that several read
/// alike into one. Returns what the operands are then (PaddedRows.cpp).
PaddedOperands emitPaddedOperands(OpBuilder &builder, ArrayRef<FusedPad> pads);

/// Emits what the operands of a consumer are, reading sources of pads.
class ReadEmitter {
public:
  /// A row of `op` has `rowExtent` elements. `padded` has tensors that are read
  /// in place of operands.
  ReadEmitter(OpBuilder &builder, linalg::LinalgOp op, const LoopPlan &plan,
              ArithValue rowExtent, const PaddedOperands &padded);

  /// What `operand` is at `point`: a vector of `lanes` neighbours along the
  /// row, or a scalar if it does not depend on that loop.
  Value emit(OpOperand &operand, const LoopPoint &point, int64_t lanes);

  /// What `operand` of any op of the plan, which is no pad, is at `indices` of
  /// the loops of that op, of which `loops` are those of rows. `point` is that
  /// of the consumer.
  Value emitUnpadded(OpOperand &operand, RowLoops loops,
                     ArrayRef<ArithValue> indices, const LoopPoint &point,
                     int64_t lanes);

  /// `lanes` elements of `tensor` from `position` on, `stride` apart in a row;
  /// a scalar if `lanes` is 1.
  Value emitLoad(Value tensor, ArrayRef<ArithValue> position, int64_t lanes,
                 int64_t stride = 1);

  /// `tensor` with its last two axes as one, if the plan merges rows.
  Value mergeRows(Value tensor);

  /// Where `position` is in `tensor`, whose rows may be merged.
  SmallVector<Value> getIndices(Value tensor, ArrayRef<ArithValue> position);

  /// What `map` makes of `indices`.
  SmallVector<ArithValue> getPosition(AffineMap map,
                                      ArrayRef<ArithValue> indices);

  /// Whether all terms of the innermost reduction loop at `point` read the
  /// source as far as the axes decide it along which no loop is split; null if
  /// they always do, or if each term finds out.
  ArithValue emitHasSource(const LoopPoint &point);

  /// `LoopPoint::isLong` of `fused`, whose pads are static.
  ArithValue emitIsLong(const FusedPad &fused);

  /// The weights of the vectors of a block from `begin` on, in one place.
  Value emitPackedWeights(ArithValue begin);

  /// Whether all that `lanes` elements of a row at `point` read of each pad
  /// along it is one run of a border (`getReadRun` of AxisRuns.h).
  ArithValue emitIsOutside(const LoopPoint &point, int64_t lanes);

  /// Where the ends of rows are; `holds` is null if they are never composed as
  /// vectors.
  RowEnds emitRowEnds(int64_t lanes);

private:
  /// The source of a pad, and how its axes are read.
  struct PaddedSource {
    Value source, paddingValue;
    SmallVector<SourceIndexMap<ArithValue>, 0> maps;
    /// What the index is ahead of the source index where it is in bounds.
    SmallVector<ArithValue> low;
    SmallVector<ArithValue> extents;
    /// The ends of the last axis where they are composed.
    const RowPad *row = nullptr;
  };

  /// What is read for `operand` of any op of the plan, which is no pad.
  Value getTensor(OpOperand &operand) {
    Value made = operand.getOwner() == op.getOperation()
                     ? padded.lookup(operand.getOperandNumber())
                     : Value();
    return made ? made : operand.get();
  }

  /// What `index` of an axis of a pad reads at `point`.
  SourceRead<ArithValue> readAxis(const PaddedSource &source, int64_t axis,
                                  ArithValue index, const LoopPoint &point);

  /// The offset in a window that the reduction loops are at.
  int64_t getTap(const WindowAxis &window, const LoopPoint &point);

  OpBuilder &builder;
  linalg::LinalgOp op;
  const LoopPlan &plan;
  ArithContext m;
  const PaddedOperands padded;
  DenseMap<unsigned, PaddedSource> sources;
  /// The tensors whose rows are merged, and how many elements a row has.
  DenseMap<Value, Value> merged;
  ArithValue rowExtent;
};

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_READS_H
