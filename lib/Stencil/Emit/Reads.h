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
  /// How many rows the code computes at once, and how many of these there are
  /// at run time; null if all are there.
  int64_t rows = 1;
  ArithValue count = {};
  /// How many indices of `LoopPlan::loopOfPlanes` have such rows.
  int64_t planes = 1;
  /// Of rows that are computed at once, the first one that reads no border, and
  /// the first one behind it that does; null if all of them do, or none does.
  std::optional<std::array<int64_t, 2>> insideRows = {};
  /// Whether a test has shown that each padded axis of dynamic extent has more
  /// elements than either of its pads, and that the blocks of rows can span
  /// borders.
  bool isLong = false;
  /// The packed weights, and the first element of the stretch of a row that
  /// they are for; null if none are packed.
  Value weights = {};
  ArithValue stretch = {};
  /// Whether all terms read the source (true) or the padding value (false), as
  /// far as that does not depend on the axis of the rows; null if each term
  /// finds out.
  std::optional<bool> hasSource = {};
  /// How many lanes of a vector, from the first on, were computed before; null
  /// for none.
  ArithValue computedBefore = {};
  /// Whether a loop around it is in its borders, and whether there is a loop
  /// around it at all.
  bool inBorder = false, isNested = false;
  /// Whether a loop around computes the borders of the loops inside, too, in a
  /// nest behind its interior. In that nest, `isInside` is whether all loops
  /// around are in their interiors: the interior of the innermost loop is
  /// computed already then.
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
  /// If they are, the first element that reads behind a source.
  ArithValue border;
};

/// The padded tensors that are read instead of operands, by the number of the
/// operand.
using PaddedOperands = DenseMap<unsigned, Value>;

/// Copies the sources of `pads` into padded tensors. Pads that extend one
/// source in the same way have one copy (PaddedRows.cpp).
PaddedOperands emitPaddedOperands(OpBuilder &builder, ArrayRef<FusedPad> pads);

/// Emits the values of the operands of a consumer, which reads sources of pads.
class ReadEmitter {
public:
  /// A row of `op` has `rowExtent` elements. `padded` has padded tensors that
  /// are read instead of operands.
  ReadEmitter(OpBuilder &builder, linalg::LinalgOp op, const LoopPlan &plan,
              ArithValue rowExtent, const PaddedOperands &padded);

  /// What `operand` is at `point`: a vector of `lanes` neighbours along the
  /// row, or a scalar if it does not depend on that loop.
  Value emit(OpOperand &operand, const LoopPoint &point, int64_t lanes);

  /// The value of `operand`, which is no pad, at `indices` of the loops of its
  /// owner, which may be the consumer or a neighbour. `loops` are the row loops
  /// of the owner, and `point` is where the loops of the consumer are.
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

  /// The results of `map` for `indices`.
  SmallVector<ArithValue> getPosition(AffineMap map,
                                      ArrayRef<ArithValue> indices);

  /// Whether all terms of the innermost reduction loop at `point` read the
  /// source, as far as axes without a split loop decide that; null if they
  /// always do, or if each term finds out.
  ArithValue emitHasSource(const LoopPoint &point);

  /// The part of `LoopPoint::isLong` that is about the source of `fused`.
  ArithValue emitIsLong(const FusedPad &fused);

  /// A copy, in one place, of the weights of the vectors of a block from
  /// `begin` on.
  Value emitPackedWeights(ArithValue begin);

  /// Whether `lanes` elements of a row at `point` read one run of a border of
  /// each pad along the row (`getReadRun` of AxisRuns.h), and nothing else.
  ArithValue emitIsOutside(const LoopPoint &point, int64_t lanes);

  /// Where the ends of rows are; `holds` is null if they are never composed as
  /// vectors.
  RowEnds emitRowEnds(int64_t lanes);

private:
  /// The source of a pad, and how its axes are read.
  struct PaddedSource {
    const FusedPad *fused = nullptr;
    Value source, paddingValue;
    SmallVector<SourceIndexMap<ArithValue>, 0> maps;
    /// The low pads: an index in the interior less these is one of the source.
    SmallVector<ArithValue> low;
    SmallVector<ArithValue> extents;
    /// The ends of the last axis where they are composed.
    const RowPad *row = nullptr;
  };

  /// The tensor that is read for `operand`, which is no pad.
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
  /// The tensors with merged rows, by those without; and the elements of a row.
  DenseMap<Value, Value> merged;
  ArithValue rowExtent;
};

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_READS_H
