//===- LoopPlan.h - How the loops of a consumer run -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_STENCIL_LOOPPLAN_H
#define PAD_STENCIL_LOOPPLAN_H

#include "Plan/ConsumedPads.h"
#include "llvm/ADT/SmallBitVector.h"
#include <memory>

namespace mlir {
namespace pad {

/// The axes of a tensor of `type` with its rows merged.
SmallVector<ReassociationIndices> getMergedRows(RankedTensorType type);

/// How vectors can run across rows that lie one behind the other: the channels
/// of an image in NHWC, which an op that computes each of them alike can take
/// for one row.
struct MergedRows {
  /// Elements of a vector; 1 if that cannot be.
  int64_t lanes = 1;
  /// Whether something is the same in all rows: `LoopPlan::repeatsRows`.
  bool repeats = false;
};

/// Plans vectors, of at most `lanes` elements, across the rows of `op` and of
/// its `neighbours`, if no pad that is split is along them (MergedRows.cpp).
MergedRows planMergedRows(linalg::LinalgOp op,
                          ArrayRef<linalg::LinalgOp> neighbours, int64_t lanes);

/// A padded axis that rows run along, as far as its ends can be composed of
/// vectors: a window of static size reads it with static pads.
struct RowPad {
  /// The pads of the part of the axis that a row reads.
  int64_t low = 0, high = 0;
  PadMode mode = PadMode::Constant;
  /// Offsets in the window of the first and the last element that an element of
  /// the result reads, and how far apart the windows of neighbours are.
  int64_t firstTap = 0, lastTap = 0, stride = 1;
  /// The extent of the axis; kDynamic if it is not known.
  int64_t extent = ShapedType::kDynamic;

  RowEndWidths<MachineIndex> getWidths() const {
    return {low, high, firstTap, lastTap, stride};
  }
  /// Elements of a row that read something before the source.
  int64_t getWidthBefore() const { return getWidths().before.get(); }
  /// Elements of a row that read something behind the source.
  int64_t getWidthBehind() const { return getWidths().behind.get(); }
  /// `getReadOfEnd` of WindowFormulas.h.
  int64_t getReadOfEnd(int64_t lanes) const {
    return pad::getReadOfEnd<MachineIndex>(low, high, firstTap, stride, lanes)
        .get();
  }
};

/// How many elements of a row, or indices of a loop, read something before and
/// behind a source.
struct RowBorders {
  int64_t before = 0, behind = 0;

  int64_t getWider() const { return std::max(before, behind); }
  /// `getLeastRest` of WindowFormulas.h.
  int64_t getLeastRest(int64_t lanes) const {
    return pad::getLeastRest(MachineIndex(before), MachineIndex(behind),
                             MachineIndex(lanes))
        .get();
  }
};

/// What the loops do with a destination of the consumer.
struct Destination {
  /// The value that fills it; null if none does.
  Value fill;
  /// The op that computes it of a bias; null if none does.
  linalg::LinalgOp bias;
  /// The operand of the consumer, behind its fill or bias, and the tensor that
  /// is written: the destination of what is behind the consumer, if that has
  /// one.
  Value before, tensor;
  /// Whether the loops read what it holds, and whether `tensor` is read
  /// otherwise, so that a new one is written.
  bool isAddedTo = false, isNew = false;
};

/// How the loops of a consumer run that reads the sources of its pads. It is
/// made once, by `planFusedLoops`, and only read by what emits the loops.
struct LoopPlan : ConsumedPads {
  /// The parallel loops, from outer to inner. The last one runs along rows of
  /// the results.
  SmallVector<int64_t> parallelLoops;
  /// The reduction loops inside of them, in their own order.
  SmallVector<int64_t> reductionLoops;
  /// The parallel loop along a window of rows whose iterations are written out,
  /// so that each has ends that are vectors: the columns of a window of im2col.
  /// -1 if there is none.
  int64_t loopOfWindow = -1;
  /// Elements of a row that are computed at a time, as one vector; 1 for
  /// scalars.
  int64_t lanes = 1;
  /// Vectors of a row that one iteration computes where no border is near.
  int64_t copies = 1;
  /// Rows that one iteration computes there, one for each of so many indices of
  /// `loopOfBlocks`.
  int64_t rows = 1;
  /// Vectors of a row that one iteration computes of one row alone, where rows
  /// are left of blocks.
  int64_t copiesOfOne = 1;
  /// Whether each op of the consumer is computed for all vectors of an
  /// iteration before the next one is.
  bool interleavesCopies = false;
  /// Whether the ends of the rows of a block are computed together, too.
  bool keepsEnds = false;
  /// Vectors of a row in borders that one iteration computes, where rows in
  /// borders are not computed by such blocks.
  int64_t copiesOfBorder = 1;
  /// Whether the rows in borders are computed by such blocks, too.
  bool blocksBorders = false;
  /// Whether the last block of rows begins in the one before it, if rows do not
  /// make whole blocks. Threads do not share such rows.
  bool overlapsBlocks = false;
  /// Whether the last block of vectors of several rows begins in the one before
  /// it, if both ends of these rows are not composed.
  bool overlapsVectors = false;
  /// Whether no loop but `loopOfBlocks` is split. What the index of another one
  /// reads is computed in front of the innermost loop over terms, and an index
  /// outside of the source is a branch there.
  bool mapsOuterLoops = false;
  /// Whether the first and the last block of rows have those in borders among
  /// them, which read single elements of the pads: the columns of a convolution
  /// whose rows are channels. `mapsOuterLoops` holds then.
  bool spansBorders = false;
  /// The operand of weights which a cache of level 2 does not hold; -1 if there
  /// is none. The outermost loop is one over stretches of rows then, of as many
  /// vectors as a block has, whose weights are copied to one place.
  int64_t packedWeights = -1;
  /// The loop from row to row, from plane to plane, or between filters of which
  /// each reads the same vectors.
  int64_t loopOfBlocks = -1;
  /// Of windows of channels, the loop from row to row of an image, which is
  /// around that of the columns that are blocks, and how many of its indices
  /// have their columns in one block.
  int64_t loopOfPlanes = -1, planes = 1;
  /// Whether rows, which are no longer padded, lie one behind the other in all
  /// tensors, so that vectors run across them where no border is near: the
  /// channels of an image in NHWC. The tensors have the last two axes as one.
  bool mergesRows = false;
  /// Whether something is the same in all of these rows, so that vectors may
  /// not run from one row into the next one.
  bool repeatsRows = false;
  /// Elements of a vector of one such row.
  int64_t lanesOfRow = 1;
  /// The outer reduction loops that are loops. The iterations of the others, of
  /// static number, are written out.
  size_t rolledReductions = 0;
  /// Whether vectors are those of AVX-512: there are 32 of them, comparisons
  /// make masks of bits, not vectors, and a scalar that one vector is
  /// multiplied by is an operand in memory.
  bool hasAvx512 = false;
  /// Whether the consumer is the maximum of a window, as `isMaximumOfWindow`
  /// has it, whose parts neighbours share.
  bool isMaximum = false;
  /// Elementwise ops behind the consumer, each the only user of the result of
  /// the one before: the division of an average pool, an activation. The loops
  /// compute them, too.
  SmallVector<linalg::LinalgOp> epilogue;
  /// The padded axes along rows whose ends are composed as vectors, one for
  /// each pad, null for a pad that rows do not run along. Empty if no ends are.
  SmallVector<std::optional<RowPad>> rowPads;
  /// Whether the borders of rows that are copied, and that another loop moves,
  /// are vectors where all that one reads is a stretch of a border.
  bool hasVectorsOutside = false;
  /// Elements of a vector of a row that is too short for ends of `lanes`; as
  /// many if such rows are padded. Of padded rows, those of the shortest one.
  int64_t lanesOfShortRow = 1;
  /// Whether a row is one vector, both ends of which are composed.
  bool isRowOneVector = false;
  /// How the loops run over padded copies of the sources, where run time finds
  /// rows whose ends cannot be composed; null if it finds none.
  std::shared_ptr<const LoopPlan> ofPaddedRows;
  SmallVector<Destination> destinations;
  /// Whether the destinations are those of the consumer, not of what is behind
  /// it.
  bool isInPlace = true;

  /// Whether elements may be computed twice, and are the same.
  bool isIdempotent() const {
    return !isInPlace || llvm::none_of(destinations, [](const Destination &d) {
      return d.isAddedTo;
    });
  }
  /// Whether the ends of the rows of a block, and the rows that are left, are
  /// computed row by row, which is less code.
  bool rollsEnds() const {
    return rows > 1 && !blocksBorders && !isRowOneVector && !keepsEnds;
  }
  /// Whether both ends of rows of which a block has so many vectors are one
  /// block.
  bool pairsEnds(int64_t copies) const { return blocksBorders && copies > 1; }
  /// Whether the rows in borders are computed between the others, in the order
  /// of the result, and not behind all of them, which is less code. Copies wait
  /// for memory.
  bool keepsOrder() const { return loopOfWindow >= 0; }
  bool unrollsReductions() const { return rolledReductions == 0; }
  int64_t getRowLoop() const { return parallelLoops.back(); }
  /// The widest borders of `rowPads`.
  RowBorders getRowBorders() const;
  /// Vectors of a row that one iteration computes of so many rows.
  int64_t getCopies(int64_t rowsAtOnce, bool isBorder) const {
    if (isBorder && !blocksBorders)
      return copiesOfBorder;
    return rowsAtOnce == rows ? copies : copiesOfOne;
  }
  /// Whether a loop over blocks of that many is in front of the one over the
  /// vectors that are left. One vector of each row of products is its
  /// iteration, too.
  bool hasBlocks(int64_t rowsAtOnce, int64_t copies, bool isBorder) const {
    return blocksBorders || isBorder ? copies > 1 : rowsAtOnce * copies > 1;
  }
  /// Whether `loop`, which is split, moves the windows of whole rows along the
  /// axis that these run along, as that from patch to patch does. Rows inside
  /// of its borders each have an interior of their own.
  bool movesRows(int64_t loop) const;
  /// Whether the borders of `loop` and of the split loops inside of it, except
  /// the loop along rows, are computed by one nest behind the interior of all
  /// of them. A window that is written out then has one copy for all these
  /// borders instead of one for each.
  bool joinsBorders(int64_t loop) const {
    int64_t innermost = getInnermostSplitLoop();
    return innermost >= 0 && loop != innermost && isSplit(loop);
  }
  /// The innermost split loop around rows; -1 if there are fewer than two such
  /// loops, or if their borders are not joined.
  int64_t getInnermostSplitLoop() const;
  /// Those of these loops that are not in `interior`.
  llvm::SmallBitVector
  getBorderLoops(const llvm::SmallBitVector &interior) const;
  /// The loop along which rows are merged.
  int64_t getMergedLoop() const {
    return mergesRows ? parallelLoops.end()[-2] : -1;
  }
  /// The loop from row to row, of merged ones if there are such; -1 if there is
  /// one row.
  int64_t getLoopOfRows() const {
    size_t inside = mergesRows ? 2 : 1;
    return parallelLoops.size() <= inside ? -1 : parallelLoops.rbegin()[inside];
  }
};

/// Which consumers are planned.
struct FusionChoice {
  /// Bits of a vector; 0 for scalars.
  int64_t vectorBits = 0;
  /// Whether those stay that are expected to be slower.
  bool whereFaster = false;
  /// Whether one that reads no pads stays. A tile whose rows are padded in its
  /// buffer does not.
  bool needsPads = true;
  /// The pads that stay whatever reads them, and why; null for none.
  const DenseMap<Operation *, std::string> *left = nullptr;
};

/// Plans the loops of `op`. The plan has no loops if `op` stays.
LoopPlan planFusedLoops(linalg::LinalgOp op, const FusionChoice &choice);

/// Why loops of `op` do not read the source of `fused`; empty if they do
/// (Legality.cpp).
std::string explainFusion(linalg::LinalgOp op, const FusedPad &fused,
                          const FusionChoice &choice);

/// Why no loops are made of `op`; empty if they can be (Legality.cpp).
std::string explainLoops(linalg::LinalgOp op);

/// The loop along which `axis` of `fused` is split where rows run along loop
/// `row`: that one, or one that moves whole rows along the axis (Legality.cpp).
int64_t getSplitLoop(linalg::LinalgOp op, const FusedPad &fused, int64_t axis,
                     int64_t row);

/// The parallel loop that moves rows of windows along the axis that these,
/// which run along loop `row`, are padded along, if its iterations are few; -1
/// if there is none (RowEnds.cpp).
int64_t findLoopOfWindow(linalg::LinalgOp op, const FusedPad &fused,
                         int64_t row);

/// Plans which ends of the rows of `op` are composed as vectors (RowEnds.cpp).
void planRowEnds(linalg::LinalgOp op, LoopPlan &plan);

/// Bits of a lane of `type`: 0 if vectors of it are not used. Floating point of
/// less than 16 bits and odd integers are computed by code that LLVM writes for
/// each element.
int64_t getLaneBits(Type type);

/// Whether an op of `type` is one of f32 between conversions.
bool isComputedAsF32(Type type);

/// How many indices of `loop` read the pads before and behind sources, as far
/// as these are known.
RowBorders getBorders(const LoopPlan &plan, int64_t loop);

/// The type of the first result of `op`.
inline RankedTensorType getResultType(linalg::LinalgOp op) {
  return cast<RankedTensorType>(op.getDpsInits()[0].getType());
}

/// How many indices of loop `row` read no border, if that is known; with
/// `hasOneEnd`, those that read the narrower one are among them.
std::optional<int64_t> getInterior(linalg::LinalgOp op, const LoopPlan &plan,
                                   int64_t row, bool hasOneEnd = false);

/// Whether the rows of `op`, which `plan` merges and which have weights, are
/// rather computed several at a time, so that they share these
/// (Blocks.cpp).
bool sharesWeightsUnmerged(linalg::LinalgOp op, const LoopPlan &plan);

/// Whether maxima of channels, or sums with weights, if there are some, all of
/// which `plan` merges, are rather computed by blocks of columns (Columns.cpp).
bool prefersColumns(linalg::LinalgOp op, const LoopPlan &plan, bool hasWeights);

/// Whether loops along `axis` of `fused` need not be split: the position that
/// an index reads, as its mode has it, may be computed for each (Columns.cpp).
bool mayMapAxis(const FusedPad &fused, int64_t axis);

/// Whether the first and the last block of `rows` indices of `loop` can have
/// all of those in borders among them: they are all blocks, or there is one
/// between the borders. Of a loop whose extent is not known, run time decides
/// the rest (Columns.cpp).
bool canSpanBorders(linalg::LinalgOp op, const LoopPlan &plan, int64_t loop,
                    int64_t rows);

/// Whether the windows of indices of `loop` that are so far apart have elements
/// in common (Columns.cpp).
bool sharesWindows(linalg::LinalgOp op, const LoopPlan &plan, int64_t loop,
                   int64_t apart = 1);

/// Lets the blocks of maxima of columns have those in borders among them. Where
/// every position that another axis reads is one of the source, it is computed
/// in front of the loop over columns (Columns.cpp).
void spanColumns(linalg::LinalgOp op, LoopPlan &plan);

/// Bytes of `tensor`; nullopt if they are not known (Blocks.cpp).
std::optional<int64_t> getBytes(Value tensor);

/// Plans blocks of sums of products that stay in registers, with the vectors
/// and the scalar of one term: those of the fewest cycles for all indices of
/// the loop that `findLoopOfProducts` finds. Returns whether there are such.
/// (Products.cpp).
bool planProducts(linalg::LinalgOp op, LoopPlan &plan,
                  std::optional<int64_t> inside);

/// Plans how many vectors and rows an iteration of `op` computes
/// (Blocks.cpp). A vector takes `opsOfVector` ops; `inside` elements of a row
/// read no border, if that is known.
void planBlocks(linalg::LinalgOp op, LoopPlan &plan, int64_t opsOfVector,
                std::optional<int64_t> inside);

/// Whether `op` is the maximum of what was there before and an operand: of f32
/// or f64, or of integers, which may be the minimum, too.
bool isMaximumOfWindow(linalg::LinalgOp op);

/// Loads or ops of an element of the result of `op`, the larger number, where
/// the reduction loops run `taps` times and `pads` are read (CodeSize.cpp).
int64_t countOpsOfElement(linalg::LinalgOp op, ArrayRef<FusedPad> pads,
                          int64_t taps);

/// What an op of the body of `op` counts as in code (CodeSize.cpp).
int64_t getCodeOfOp(linalg::LinalgOp op);

/// Makes the code of the loops smaller that `plan` describes, if it exceeds
/// what is worth compiling: with one vector of one row an iteration, and with
/// loops over the window. `plansBlocks` plans the vectors of an iteration anew
/// (CodeSize.cpp).
void limitCode(linalg::LinalgOp op, LoopPlan &plan,
               function_ref<void()> plansBlocks);

/// Why the code of the loops of `op` would be too large however they run, if it
/// reads the source of `fused`; empty if it would not (CodeSize.cpp).
std::string explainLargeCode(linalg::LinalgOp op, const FusedPad &fused);

/// Why `op`, with vectors of `vectorBits` bits, is expected to be slower if it
/// reads the source of `fused` than with the padded tensor; empty if it is not
/// (Profitability.cpp).
std::string explainSlower(linalg::LinalgOp op, const FusedPad &fused,
                          int64_t vectorBits);

/// Elements of a vector of `vectorBits` bits of the widest type that `op` and
/// its `neighbours` compute rows with; 1 if these have to be scalars
/// (Legality.cpp).
int64_t chooseLanes(linalg::LinalgOp op, ArrayRef<linalg::LinalgOp> neighbours,
                    int64_t vectorBits);

} // namespace pad
} // namespace mlir

#endif // PAD_STENCIL_LOOPPLAN_H
