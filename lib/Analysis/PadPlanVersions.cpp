//===- PadPlanVersions.cpp - The versions of a plan ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/RowConditions.h"
#include "Pad/IR/PartialIndex.h"
#include "Pad/Rows/Loops.h"
#include "PadPlanSteps.h"

using namespace mlir;
using namespace mlir::pad;
using Kind = RowStrategy::Kind;

//===----------------------------------------------------------------------===//
// Strategies and sinks
//===----------------------------------------------------------------------===//

/// The forms of blended rows for elements of `bits`: rows of one to two
/// vectors, longer ones, and shorter ones by narrower vectors.
static SmallVector<RowStrategy> getBlendedRows(const VectorShape &vectors,
                                               int64_t bits) {
  int64_t width = std::max<int64_t>(2, vectors.bits / bits);
  SmallVector<RowStrategy> forms = {
      {Kind::BlendedRows, width, /*isLong=*/false},
      {Kind::BlendedRows, width, /*isLong=*/true}};
  int64_t narrowest =
      std::max(cost::kMinBlendedElements, cost::kMinBlendedBytes * 8 / bits);
  // Most shorter rows are permuted where that can be.
  if (vectors.canPermute(bits) && vectors.getPermutedBits(bits) == vectors.bits)
    narrowest = width / 2;
  while ((width /= 2) >= narrowest)
    forms.push_back({Kind::BlendedRows, width, /*isLong=*/false});
  return forms;
}

/// Whether there may be gaps along `row`, between rows or between planes.
static bool hasInterior(const PadPlan &plan, const PlannedRow &row) {
  return llvm::any_of(
      ArrayRef(plan.axes).take_front(row.axis + 1).take_back(3),
      [](const PlannedAxis &axis) { return axis.hasInterior(); });
}

/// Whether the elements of `row` move one by one, without gaps.
static bool areElementsMoved(const PadPlan &plan, const PlannedRow &row) {
  return !hasInterior(plan, row) && row.innerBlock == 1;
}

/// How `row` is moved through the caches, if it is no static tile. A choice is
/// worth its code where rows may be short.
static SmallVector<RowStrategy> getStoredRows(const PadPlan &plan,
                                              const PlannedRow &row,
                                              const VectorShape &vectors) {
  SmallVector<RowStrategy> strategies;
  int64_t bits = plan.elementBits;
  if (row.axis > 0 && !row.tile && !row.isLong && !vectors.isScalable) {
    bool hasGaps = hasInterior(plan, row), hasMasks = vectors.hasMasks(bits);
    // An unknown inner block may turn out to be one element.
    auto mayBlockBe = [&](int64_t most) {
      return ShapedType::isDynamic(row.innerBlock) || row.innerBlock <= most;
    };
    bool mayBeOfElements = !hasGaps && mayBlockBe(1);
    bool mayBeLong = !hasGaps && mayBlockBe(vectors.bits / bits / 2);
    if (vectors.canPermute(bits))
      strategies.push_back({Kind::PermutedTiles});
    if (mayBeLong && hasMasks && vectors.canPermute(bits))
      strategies.push_back({Kind::LongRows});
    if (mayBeOfElements && hasMasks) {
      strategies.push_back({Kind::MaskedRows});
    } else if (mayBeOfElements) {
      llvm::append_range(strategies, getBlendedRows(vectors, bits));
      strategies.push_back({Kind::ShortBorders});
    }
  }
  strategies.push_back({Kind::Rows});
  return strategies;
}

/// The runs of `axis`, which has no interior pad, as far as its numbers are
/// known.
static AxisRuns<PartialIndex> getKnownRuns(const PlannedAxis &axis) {
  auto toPartial = [](int64_t number) {
    return ShapedType::isDynamic(number) ? PartialIndex()
                                         : PartialIndex(number);
  };
  SourceIndexMap<PartialIndex> positions(
      getExtension(axis.numbers.mode), toPartial(axis.numbers.low),
      toPartial(axis.numbers.extent), /*step=*/std::nullopt,
      /*mayBeEmpty=*/false);
  return AxisRuns<PartialIndex>(positions, toPartial(axis.resultExtent));
}

bool mlir::pad::mayStreamLongRows(const PadPlan &plan, const PlannedRow &row) {
  return row.axis > 0 && !row.tile && areElementsMoved(plan, row) &&
         plan.vectors.canPermute(plan.elementBits);
}

/// Whether rows can be streamed from their source: they have long data between
/// borders that fit the stage. Nullopt where that is known only at run time.
static std::optional<bool> knowsRowsStreamable(const PadPlan &plan,
                                               const PlannedRow &row) {
  const PlannedAxis &axis = plan.axes[row.axis];
  if (axis.hasInterior())
    return false;
  if (!axis.isStatic() || ShapedType::isDynamic(row.innerBlock))
    return std::nullopt;
  PartialIndex bytes = row.innerBlock * plan.elementBits / 8;
  return areRowsStreamable(getKnownRuns(axis), bytes,
                           cost::kMinStreamedLines * cost::kLineBytes)
      .mayHold();
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// Whether the extents of unpadded axes, or strides, have to turn out as
/// planned.
static bool assumesOperands(PadIntoOp op, const PadPlan &plan) {
  auto isAssumed = [&](int64_t axis) {
    bool isKnown = !op.getSourceType().isDynamicDim(axis) &&
                   !op.getPaddedType().isDynamicDim(axis);
    return isPlannedUnpadded(op, axis) && !isKnown;
  };
  return plan.assumesUnitStride ||
         llvm::any_of(llvm::seq<int64_t>(0, op.getRank()), isAssumed);
}

/// Whether the source may be empty, so that there is nothing to extend (C6).
static bool mayBeEmpty(const PadPlan &plan) {
  return llvm::any_of(plan.axes, [](const PlannedAxis &axis) {
    return axis.numbers.mode != PadMode::Constant &&
           (ShapedType::isDynamic(axis.numbers.extent) ||
            axis.numbers.extent == 0);
  });
}

namespace {
/// Makes the list of versions, guard by guard: each step is given a version as
/// far as it is decided, decides one thing more, and gives what it may be to
/// the next step, the better one first.
class VersionChooser {
public:
  VersionChooser(PadIntoOp op, const PadPlan &plan,
                 const PadPlanOptions &options)
      : op(op), plan(plan), options(options) {}

  SmallVector<PadVersion> choose();

private:
  /// One plane of a few rows, if there may be such.
  void chooseFewRows(const PadVersion &version);
  /// In place, as one small plane, past the caches, or through them.
  void chooseSink(const PadVersion &version);
  /// Tiles, if there are such, or rows by `strategies`.
  void chooseTiles(PadVersion version, ArrayRef<RowStrategy> strategies);
  /// What kernels know: planes, or a plane.
  void choosePlanes(PadVersion version, ArrayRef<RowStrategy> strategies);
  /// What threads share where the result is large.
  void chooseWork(const PadVersion &version, ArrayRef<RowStrategy> strategies);
  void addParallel(PadVersion version, SharedWork work,
                   ArrayRef<RowStrategy> strategies);
  void add(PadVersion version, ArrayRef<RowStrategy> strategies);

  /// How many of `numLoops` outer loops give threads enough to share.
  int64_t getNumShared(int64_t numLoops) const;
  /// Whether the first `count` axes have but one index.
  bool areSingle(int64_t count) const;
  const PlannedRow &getRow(const PadVersion &version) const {
    return plan.rows[version.row];
  }

  PadIntoOp op;
  const PadPlan &plan;
  const PadPlanOptions &options;
  SmallVector<PadVersion> versions;
};
} // namespace

void VersionChooser::add(PadVersion version, ArrayRef<RowStrategy> strategies) {
  version.strategies.assign(strategies.begin(), strategies.end());
  versions.push_back(std::move(version));
}

bool VersionChooser::areSingle(int64_t count) const {
  return llvm::all_of(
      ArrayRef(plan.axes).take_front(count),
      [](const PlannedAxis &axis) { return axis.resultExtent == 1; });
}

int64_t VersionChooser::getNumShared(int64_t numLoops) const {
  int64_t numShared = 0, iterations = 1;
  while (numShared < numLoops && iterations < cost::kManyIterations) {
    int64_t extent = plan.axes[numShared++].resultExtent;
    // Of two run-time extents one is taken to be large.
    iterations *= ShapedType::isDynamic(extent)
                      ? cost::kManyIterations / 8
                      : std::min(extent, cost::kManyIterations);
  }
  return numShared;
}

void VersionChooser::addParallel(PadVersion version, SharedWork work,
                                 ArrayRef<RowStrategy> strategies) {
  version.guards.push_back(PadGuard::ResultShareable);
  version.sharedWork = work;
  // Blended planes are whole.
  add(version,
      llvm::filter_to_vector(strategies, [&](const RowStrategy &strategy) {
        return work != SharedWork::Rows || strategy.kind != Kind::BlendedRows;
      }));
}

void VersionChooser::chooseWork(const PadVersion &version,
                                ArrayRef<RowStrategy> strategies) {
  int64_t row = getRow(version).axis, numLoops = version.numLoops;
  int64_t numAxes = numLoops > 0 ? numLoops : std::max<int64_t>(row, 1);
  if (options.isParallel && !areSingle(numAxes)) {
    PadVersion parallel = version;
    parallel.numShared = numLoops;
    addParallel(parallel,
                numLoops > 0 ? SharedWork::Iterations
                : row == 2   ? SharedWork::PlanesOrRows
                : row == 1   ? SharedWork::Rows
                             : SharedWork::RowIndices,
                strategies);
  }
  add(version, strategies);
}

void VersionChooser::choosePlanes(PadVersion version,
                                  ArrayRef<RowStrategy> strategies) {
  // In place, loops tell planes whose data is there.
  int64_t inside = strategies.front().kind == Kind::Borders ? 1 : 2;
  version.numLoops = std::max<int64_t>(getRow(version).axis - inside, 0);
  chooseWork(version, strategies);
}

void VersionChooser::chooseTiles(PadVersion version,
                                 ArrayRef<RowStrategy> strategies) {
  const PlannedRow &row = getRow(version);
  // A row of many pieces is parted by a loop, and so at run time.
  bool isInPieces =
      row.isRowTile() && version.sink == PadSink::StreamPieces &&
      row.tile->getResultSize() > cost::kMaxPieceBytes * 8 / plan.elementBits;
  if (!row.tile || isInPieces)
    return choosePlanes(version, strategies);
  // Threads that share one row have parts of it.
  if (options.isParallel && row.isRowTile() && row.tileBegin == 0 &&
      !areSingle(1))
    addParallel(version, SharedWork::RowIndices, strategies);
  version.numLoops = row.tileBegin;
  bool groupsTiles = version.groupsTiles(row);
  if (groupsTiles || (row.areBordersLast && version.sink == PadSink::Store))
    --version.numLoops;
  RowStrategy tile{Kind::StaticTile};
  PadVersion parallel = version;
  parallel.numShared = getNumShared(version.numLoops);
  if (options.isParallel && groupsTiles && version.numLoops == 0)
    addParallel(parallel, SharedWork::TileGroups, tile);
  else if (options.isParallel && !areSingle(parallel.numShared))
    addParallel(parallel, SharedWork::Iterations, tile);
  add(version, tile);
}

void VersionChooser::chooseFewRows(const PadVersion &version) {
  const PlannedRow &row = getRow(version);
  if (row.tile || row.isLong || !areElementsMoved(plan, row) ||
      plan.vectors.isScalable)
    return;
  SmallVector<AxisRuns<PartialIndex>, 0> axes;
  for (const PlannedAxis &axis : ArrayRef(plan.axes).take_front(row.axis + 1))
    axes.push_back(getKnownRuns(axis));
  int64_t lanes = plan.vectors.bits / plan.elementBits;
  bool hasMasks = plan.vectors.hasMasks(plan.elementBits);
  auto addFor = [&](PadGuard guard, Kind kind) {
    PadVersion few = version;
    few.guards.push_back(guard);
    add(few, RowStrategy{kind});
  };
  if (hasMasks && isPlaneOfVectors(axes, lanes).mayHold())
    addFor(PadGuard::PlaneOfVectors, Kind::FewMaskedRows);
  if (isPlaneOfRuns(axes, lanes, hasMasks).mayHold())
    addFor(PadGuard::PlaneOfRuns, Kind::FewRows);
}

void VersionChooser::chooseSink(const PadVersion &version) {
  const PlannedRow &row = getRow(version);
  if (plan.mayBeInPlace) {
    PadVersion inPlace = version;
    inPlace.guards.push_back(PadGuard::SourceInPlace);
    choosePlanes(inPlace, RowStrategy{Kind::Borders});
  }
  chooseFewRows(version);
  // A scalable vector may hold less or more than a line. The stage is memory of
  // the function.
  if (options.canStream && plan.axes.front().isResultDense &&
      plan.elementBits <= 64 && !plan.vectors.isScalable &&
      getAllocationScope(op->getBlock())) {
    PadVersion streamed = version;
    streamed.guards.push_back(PadGuard::ResultStreamable);
    if (plan.elementBits > 8)
      streamed.guards.push_back(PadGuard::ElementsAligned);
    bool isOfRows = !row.tile || row.isRowTile();
    std::optional<bool> areStreamable = knowsRowsStreamable(plan, row);
    if (isOfRows && !areStreamable.has_value())
      streamed.guards.push_back(PadGuard::RowsStreamable);
    streamed.sink = isOfRows && areStreamable.value_or(true)
                        ? PadSink::StreamRows
                        : PadSink::StreamPieces;
    SmallVector<RowStrategy> strategies;
    if (streamed.sink == PadSink::StreamRows && mayStreamLongRows(plan, row))
      strategies.push_back({Kind::StreamedLongRows});
    strategies.push_back({Kind::StreamedRows});
    chooseTiles(streamed, strategies);
  }
  chooseTiles(version, getStoredRows(plan, row, plan.vectors));
}

SmallVector<PadVersion> VersionChooser::choose() {
  PadVersion version;
  bool hasAssumption = assumesOperands(op, plan),
       needsSource = mayBeEmpty(plan);
  if (hasAssumption)
    version.guards.push_back(PadGuard::OperandsAsPlanned);
  PadVersion fill = version;
  if (needsSource)
    version.guards.push_back(PadGuard::SourceNotEmpty);
  for (auto [index, row] : llvm::enumerate(plan.rows)) {
    PadVersion ofRow = version;
    ofRow.row = index;
    if (ShapedType::isDynamic(row.innerBlock))
      ofRow.guards.push_back(PadGuard::InnerBlockSmall);
    if (row.assumesUnpaddedBlock)
      ofRow.guards.push_back(PadGuard::InnerBlockUnpadded);
    chooseSink(ofRow);
  }
  if (needsSource)
    add(fill, RowStrategy{Kind::Fill});
  if (hasAssumption)
    add(PadVersion(), RowStrategy{Kind::ScalarLoops});
  return std::move(versions);
}

SmallVector<PadVersion>
mlir::pad::chooseVersions(PadIntoOp op, const PadPlan &plan,
                          const PadPlanOptions &options) {
  return VersionChooser(op, plan, options).choose();
}
