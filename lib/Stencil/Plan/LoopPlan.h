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

/// How vectors can run across rows that lie one behind the other, such as the
/// channels of an image in NHWC: an op that computes every channel in the same
/// way can take the channels of all columns for one row.
struct MergedRows {
  /// Elements of a vector; 1 if that cannot be.
  int64_t lanes = 1;
  /// `LoopPlan::repeatsRows`.
  bool repeats = false;
};

/// Plans vectors, of at most `lanes` elements, across the rows of `op` and of
/// its `neighbours`, if no pad that is split is along them (MergedRows.cpp).
MergedRows planMergedRows(linalg::LinalgOp op,
                          ArrayRef<linalg::LinalgOp> neighbours, int64_t lanes);

/// A padded axis that rows run along and whose ends can be composed of vectors,
/// because a window of static size reads it, and its pads are static.
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
  /// The tensor that the fill or bias writes, or, without these, the operand of
  /// the consumer; and the tensor that the loops write, which is the
  /// destination of the epilogue, if that has one of its own.
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
  /// The parallel loop over the columns of a window that is copied, as im2col
  /// copies it. Its iterations are written out, so that each of them has rows
  /// whose ends are vectors. -1 if there is none.
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
  /// Whether the last block of rows begins inside of the one before it, if the
  /// number of rows is no multiple of a block. Threads do not share a loop over
  /// such blocks.
  bool overlapsBlocks = false;
  /// The same for the last block of the vectors of several rows whose ends are
  /// not composed.
  bool overlapsVectors = false;
  /// Whether no loop except `loopOfBlocks` is split. The position that an index
  /// of another loop reads is computed in front of the innermost loop over
  /// terms, and there is a branch for positions outside of the source.
  bool mapsOuterLoops = false;
  /// Whether the first and the last block include the rows in borders: the
  /// columns of a convolution or a pool whose rows are channels.
  bool spansBorders = false;
  /// The operand of weights that are packed, because a cache of level 1 does
  /// not hold them; -1 if there is none. The outermost loop then runs over
  /// stretches of rows, of as many vectors as a block has, and copies the
  /// weights of each stretch to one place.
  int64_t packedWeights = -1;
  /// The loop whose indices are the rows of a block: from row to row, from
  /// plane to plane, or between filters that read the same vectors. -1 if none.
  int64_t loopOfBlocks = -1;
  /// Where rows are the channels of a column, and blocks have columns of
  /// several rows of an image: the loop from row to row of the image, which is
  /// around `loopOfBlocks`, and how many of its indices one block has.
  int64_t loopOfPlanes = -1, planes = 1;
  /// Whether rows, which are no longer padded, lie one behind the other in all
  /// tensors, so that vectors run across them where no border is near: the
  /// channels of an image in NHWC. The tensors have the last two axes as one.
  bool mergesRows = false;
  /// Whether an operand is the same for all of these rows, such as weights, so
  /// that no vector may run from one row into the next one.
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
  /// Whether rows that are copied, and that another loop moves, have vectors in
  /// their borders: where all that a vector reads is one stretch of a border.
  bool hasVectorsOutside = false;
  /// Elements of a vector of rows that are too short for ends of `lanes`
  /// elements; `lanes` if such rows are padded instead. In a plan of padded
  /// rows, elements of its shortest vector.
  int64_t lanesOfShortRow = 1;
  /// Whether a row is one vector, both ends of which are composed.
  bool isRowOneVector = false;
  /// How the loops run over padded copies of the sources, for rows that turn
  /// out to be too short for composed ends; null if none can be.
  std::shared_ptr<const LoopPlan> ofPaddedRows;
  SmallVector<Destination> destinations;
  /// Whether the destinations are those of the consumer, not of what is behind
  /// it.
  bool isInPlace = true;

  /// Leaves an iteration one vector of one row.
  void dropBlocks() {
    rows = copies = copiesOfOne = copiesOfBorder = planes = 1;
    blocksBorders = spansBorders = false;
    packedWeights = loopOfBlocks = loopOfPlanes = -1;
  }
  /// Whether an element that is computed twice is the same both times.
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
  /// Whether both ends of a row are one block, where a block has so many
  /// vectors of a row.
  bool pairsEnds(int64_t copies) const { return blocksBorders && copies > 1; }
  /// Whether the rows in borders are computed between the others, in the order
  /// of the result, and not behind all of them, which is less code. Copies wait
  /// for memory, which is faster in its own order.
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
  /// Whether blocks of so many vectors have a loop of their own, in front of
  /// the one over the vectors that are left. Blocks of products with one vector
  /// of each row need none: the loop over what is left has such iterations.
  bool hasBlocks(int64_t rowsAtOnce, int64_t copies, bool isBorder) const {
    return blocksBorders || isBorder ? copies > 1 : rowsAtOnce * copies > 1;
  }
  /// Whether `loop`, which is split, moves the windows of whole rows along the
  /// axis that these run along, as the loop from patch to patch does. Each row
  /// in its borders has an interior of its own.
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
  /// The loops that move rows and that are not in `interior`.
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
  /// Whether consumers stay that are expected to be slower.
  bool whereFaster = false;
  /// Whether a consumer that reads no pads stays. A tile of a chain does not:
  /// its buffer has the borders already.
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

/// The parallel loop over the columns of a window that is copied, not reduced,
/// if they are few: it moves rows, which run along loop `row`, along the axis
/// that they are padded along. -1 if there is none (RowEnds.cpp).
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

/// How many indices of `loop` read the pads before and behind sources. Pads
/// that are not known count as none.
RowBorders getBorders(const LoopPlan &plan, int64_t loop);

/// The type of the first result of `op`.
inline RankedTensorType getResultType(linalg::LinalgOp op) {
  return cast<RankedTensorType>(op.getDpsInits()[0].getType());
}

/// How many indices of loop `row` read no border, if that is known. With
/// `hasOneEnd`, those that read the narrower border count, too.
std::optional<int64_t> getInterior(linalg::LinalgOp op, const LoopPlan &plan,
                                   int64_t row, bool hasOneEnd = false);

/// Whether the rows of `op`, which have weights and which `plan` merges, should
/// be computed several at a time instead, so that they share the weights
/// (Blocks.cpp).
bool sharesWeightsUnmerged(linalg::LinalgOp op, const LoopPlan &plan);

/// Whether the rows of `op`, which are channels and which `plan` merges, should
/// be computed by blocks of columns instead: maxima, or, with `hasWeights`,
/// sums with weights of each channel (Columns.cpp).
bool prefersColumns(linalg::LinalgOp op, const LoopPlan &plan, bool hasWeights);

/// Whether loops along `axis` of `fused` need not be split, because the
/// position that the mode reads may be computed for each index (Columns.cpp).
bool mayMapAxis(const FusedPad &fused, int64_t axis);

/// Whether the first and the last block of `rows` indices of `loop` can include
/// all indices in borders: there are no other blocks, or those between read no
/// border. If the extent of the loop is not known, the loops find out the rest
/// at run time (Columns.cpp).
bool canSpanBorders(linalg::LinalgOp op, const LoopPlan &plan, int64_t loop,
                    int64_t rows);

/// Whether the windows of two indices of `loop` that are `apart` steps apart
/// have elements in common (Columns.cpp).
bool sharesWindows(linalg::LinalgOp op, const LoopPlan &plan, int64_t loop,
                   int64_t apart = 1);

/// Lets blocks of columns include those in borders, if that can be. Axes along
/// which every index reads the source, by a mode other than constant, then need
/// no split loop either: the position that they read is computed in front of
/// the loop over columns (Columns.cpp).
void spanColumns(linalg::LinalgOp op, LoopPlan &plan);

/// Bytes of `tensor`; nullopt if they are not known (Blocks.cpp).
std::optional<int64_t> getBytes(Value tensor);

/// Plans blocks of sums of products, which stay in registers together with the
/// vectors and the scalar of one term. The blocks chosen take the fewest cycles
/// for all indices of the loop that `findLoopOfProducts` finds. Returns false
/// if `op` is no sum of products (Products.cpp).
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

/// Makes the loops of `plan` less code, if they exceed the limits of code:
/// first one vector of one row an iteration, then loops over the window, for
/// which `plansBlocks` plans the vectors of an iteration anew (CodeSize.cpp).
void limitCode(linalg::LinalgOp op, LoopPlan &plan,
               function_ref<void()> plansBlocks);

/// Why the loops of `op` would be too much code in any form, if it reads the
/// source of `fused`; empty if they would not (CodeSize.cpp).
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
