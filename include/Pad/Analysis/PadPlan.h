//===- PadPlan.h - How a pad is best moved ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The analysis in front of --convert-pad-to-vector. Its result is all of the
// decision: which axes are one, which of them makes the rows, and an ordered
// list of versions of the code, of which the code takes the first one whose
// guards hold. Emission follows it and decides nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_PADPLAN_H
#define PAD_ANALYSIS_PADPLAN_H

#include "Pad/Analysis/PadRuns.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Rows/VectorShape.h"

namespace mlir {
namespace pad {

/// What a plan is made for.
struct PadPlanOptions {
  VectorShape vectors;
  /// Whether the memrefs may share memory.
  bool mayAlias = false;
  /// Whether large results may be written past the caches.
  bool canStream = true;
  /// Whether threads may share large results.
  bool isParallel = false;
};

/// Neighbouring axes of a `pad.pad_into` on memrefs that are handled as one:
/// `first`, which may be padded, and unpadded ones that are dense inside it.
struct PlannedAxis {
  /// Axes `[first, end)` of the op.
  int64_t first = 0, end = 0;
  /// Extent and pads in elements of the innermost axis merged;
  /// `ShapedType::kDynamic` where not static. The mode is that of `first`.
  PadAxis numbers;
  int64_t resultExtent = 0;
  /// Whether what lies inside of neighbours along the axis is adjacent in
  /// memory, in the source and in the result.
  bool isDense = false;
  /// Whether the result has no gaps from here inwards.
  bool isResultDense = false;
  /// Whether source and result may differ along the axis.
  bool isPadded = false;

  /// Whether every number is known, and the pads give the extent of the result:
  /// constant operands and extents may break C4 and C7 at run time.
  bool isStatic() const;
  /// Whether there may be gaps between its elements.
  bool hasInterior() const { return numbers.interior != 0; }
};

/// The axis whose runs are moved, and how much of it is known.
struct PlannedRow {
  /// The one of `PadPlan::axes`. At most one axis lies inside it: that of the
  /// inner block.
  int64_t axis = 0;
  /// Elements of the inner block, which is unpadded and dense and moves as a
  /// whole; `ShapedType::kDynamic` where that is known only at run time.
  int64_t innerBlock = 1;
  /// Whether pads of the inner block's axis have to turn out to be zeros.
  bool assumesUnpaddedBlock = false;
  /// Whether rows are known to be long: an inner axis that is no inner block.
  bool isLong = false;
  /// What is composed at compile time, of the axes from `tileBegin` to `axis`.
  std::optional<StaticTile> tile;
  int64_t tileBegin = 0;
  /// Whether the axis around the tile, where it is stored, is moved in two
  /// steps: first its data, in a loop without branches, then its borders, which
  /// are filled or copied from the data.
  bool areBordersLast = false;
  /// In mode wrap, where the borders of that axis are then copied by one move:
  /// the distance, in rows of the result, from the border in front of the data
  /// to equal rows behind it. It is the least multiple of the source's extent D
  /// (wrap reads `j mod D`) for which the two do not overlap.
  std::optional<int64_t> wrapDistance;
  /// What is composed of neighbours in the data of the axis around the tile,
  /// and how many of these that are: enough to fill vectors.
  std::optional<StaticTile> dataTile;
  int64_t dataGroup = 1;
  /// Whether, where borders are moved last, groups begin at multiples of
  /// `dataGroup`, where the result, if it begins at a vector, begins at one
  /// again. The first group and the last one are moved into the data, and move
  /// some tiles twice.
  bool areGroupsAligned = false;
  /// Whether long copies of the tile, where it is stored, go in groups of
  /// vectors.
  bool copiesInGroups = false;

  /// Whether the tile is the row and nothing more.
  bool isRowTile() const { return tile && tileBegin == axis; }
};

/// A condition checked at run time.
enum class PadGuard {
  /// Unpadded axes have the same extents in source and result, and innermost
  /// strides are 1.
  OperandsAsPlanned,
  /// The source has elements, so that there is something to extend.
  SourceNotEmpty,
  /// The inner block has 1 to `cost::kMaxInnerBlockBytes` bytes.
  InnerBlockSmall,
  /// The axis of the inner block turns out to have no pads.
  InnerBlockUnpadded,
  /// The source is the interior view of the result.
  SourceInPlace,
  /// There is one plane, of few rows that fit a vector each.
  PlaneOfVectors,
  /// There is one plane, of so few rows that they are moved run by run.
  PlaneOfRuns,
  /// The result is large enough to be written past the caches.
  ResultStreamable,
  /// The result begins at a multiple of the size of its elements, so that whole
  /// elements fill its cache lines.
  ElementsAligned,
  /// Rows have long data between borders that fit the stage.
  RowsStreamable,
  /// The result is large enough for threads.
  ResultShareable
};

/// How rows can be moved.
struct RowStrategy {
  enum class Kind {
#define PAD_STRATEGY(NAME, TEXT) NAME,
#include "Pad/Analysis/RowStrategies.def"
  };
  Kind kind = Kind::Rows;
  /// Of blended rows: elements of their vectors, and whether rows may have more
  /// than two of them.
  int64_t width = 0;
  bool isLong = false;

  bool operator==(const RowStrategy &other) const {
    return kind == other.kind && width == other.width && isLong == other.isLong;
  }
};

/// How a version writes the result.
enum class PadSink {
  /// Through the caches.
  Store,
  /// Past them: rows straight from their source, but for their ends.
  StreamRows,
  /// Past them, by pieces that are composed in a stage.
  StreamPieces
};

/// What each task of a parallel version has a stretch of.
enum class SharedWork {
  /// There is one task.
  None,
  /// Linearized iterations of the first `PadVersion::numShared` axes.
  Iterations,
  /// Planes, where they are many; else rows.
  PlanesOrRows,
  /// Rows of the plane.
  Rows,
  /// Indices of the row.
  RowIndices,
  /// Groups of tiles, of the one axis around them.
  TileGroups
};

/// One version of the code.
struct PadVersion {
  /// The conditions that it needs, in the order in which they are checked.
  SmallVector<PadGuard> guards;
  /// The one of `PadPlan::rows`.
  int64_t row = 0;
  /// Outer axes that loops go around; strategies know the others.
  int64_t numLoops = 0;
  /// The first one that fits the numbers of rows and planes is taken; the last
  /// one always does.
  SmallVector<RowStrategy> strategies;
  PadSink sink = PadSink::Store;
  SharedWork sharedWork = SharedWork::None;
  /// Outer axes whose iterations threads share.
  int64_t numShared = 0;

  bool isParallel() const { return sharedWork != SharedWork::None; }
  /// Whether there is but one strategy, and this is it.
  bool isBy(RowStrategy::Kind kind) const {
    return strategies.size() == 1 && strategies.front().kind == kind;
  }
  /// Whether the data of the axis around the tiles of `plannedRow` is moved by
  /// groups of them, and its borders tile by tile, in the order of memory.
  bool groupsTiles(const PlannedRow &plannedRow) const {
    bool areBordersLast = plannedRow.areBordersLast && sink == PadSink::Store;
    return plannedRow.dataGroup > 1 && sink != PadSink::StreamRows &&
           !areBordersLast;
  }
  /// Whether functions of the module move its planes, and whether they read the
  /// numbers of those from memory.
  bool callsKernels() const {
    return !isBy(RowStrategy::Kind::StaticTile) &&
           !isBy(RowStrategy::Kind::Fill) &&
           !isBy(RowStrategy::Kind::ScalarLoops);
  }
  bool needsPlaneNumbers() const {
    return callsKernels() && !isBy(RowStrategy::Kind::FewRows) &&
           !isBy(RowStrategy::Kind::FewMaskedRows);
  }
};

/// How a `pad.pad_into` on memrefs is moved.
struct PadPlan {
  /// The vectors that it is moved by.
  VectorShape vectors;
  /// Bits that an element takes in memory: 8, 16, 32, 64 or 128.
  int64_t elementBits = 0;
  /// Bytes to which elements are aligned: less than their size for complex.
  int64_t elementAlignment = 0;
  /// Whether innermost strides that are not static have to turn out to be 1.
  bool assumesUnitStride = false;
  /// Whether the source may be the interior view of the destination.
  bool mayBeInPlace = false;
  /// From outer to inner.
  SmallVector<PlannedAxis> axes;
  /// Rows that versions choose from: one with an inner block that run time
  /// knows the size of, if there may be such, and one that is always right.
  SmallVector<PlannedRow, 2> rows;
  /// In the order in which run time tries them. The last one has no guards.
  SmallVector<PadVersion> versions;

  /// The modes, the elements and the axes, as one line of a remark.
  void printAxes(raw_ostream &os) const;
  /// One of the versions, as one line of a remark.
  void printVersion(raw_ostream &os, const PadVersion &version) const;
  /// All of that.
  void print(raw_ostream &os) const;
};

/// Whether `row`, where it is written past the caches, may be by rows whose
/// ends are permuted: elements that move one by one between borders.
bool mayStreamLongRows(const PadPlan &plan, const PlannedRow &row);

/// Whether a plan takes source and result of `op` to be the same along `axis`:
/// its pads are known to be zeros, and no static extents differ. Extents that
/// are not static have to turn out to be equal.
bool isPlannedUnpadded(PadIntoOp op, int64_t axis);

/// The plan of `op`; none where rows cannot be moved as vectors: `reason` then
/// says why.
std::optional<PadPlan> planPad(PadIntoOp op, const PadPlanOptions &options,
                               std::string &reason);

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_PADPLAN_H
