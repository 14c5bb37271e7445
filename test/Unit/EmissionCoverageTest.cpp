//===- EmissionCoverageTest.cpp - Every pair of traits has run ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Pads drawn so that the emitted code goes every way, with elements of every
// width in memory, in every mode, vector width and form, with strides of every
// sign, and with every number given in every manner. Each is compared with
// PadGeometry bit for bit, and the code itself reports the ways that it takes:
// in the long tier, a pair of traits that can occur and never ran is a failure.
//
//===----------------------------------------------------------------------===//

#include "EmissionCoverage.h"
#include "KernelRun.h"
#include "Pad/Rows/CostModel.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What a batch of cases is drawn for.
enum class Aim {
  /// Rows whose numbers are known.
  StaticRows,
  /// Small planes of static rows, which repeat.
  StaticPlanes,
  /// Rows of which some number is not known.
  DynamicRows,
  /// Planes of short rows of which some number is not known.
  DynamicPlanes,
  /// One plane of some short rows of which some number is not known.
  FewRows,
  /// Many tiles, planes or rows, of which some number is not known.
  Tiles,
  /// Rows long enough to be streamed from their source.
  LongRows,
  /// Sources in the interior of the result.
  InPlace,
  /// Empty sources.
  Empty
};
constexpr int64_t kNumAims = static_cast<int64_t>(Aim::Empty) + 1;

/// A case, and the form that it is compiled in.
struct DrawnCase {
  Aim aim;
  DifferentialCase test;
  KernelForm form;
};

/// Draws cases of one width in memory, for vectors of so many lanes.
class CaseDrawer {
public:
  CaseDrawer(Random &random, int64_t bytes, int64_t lanes)
      : random(random), bytes(bytes), lanes(lanes) {}

  DrawnCase drawFor(Aim aim);

private:
  bool flip() { return draw(random, 0, 1); }
  bool isOneIn(int64_t n) { return draw(random, 1, n) == 1; }
  Given drawGiven(bool isStatic) {
    return static_cast<Given>(draw(random, 0, isStatic ? 1 : 2));
  }
  /// An extent next to what changes the way: a multiple of a vector, or a
  /// number of bytes from which on something else is done.
  int64_t drawExtent(int64_t most);
  /// A pad of an axis of dilated extent `dilated`.
  int64_t drawPad(int64_t dilated, int64_t most, bool mayCrop);
  PadAxis drawAxis(AxisMode mode, Aim aim, bool isRow, bool areAllStatic,
                   AxisGiven &given, int64_t most);
  /// Makes an axis one without pads, which the compiler knows if `isKnown`.
  void removePads(PadAxis &axis, AxisGiven &given, bool isKnown);
  /// Chooses type and padding value; false if there is none.
  bool drawType(DifferentialCase &test);
  /// Chooses where the elements are, and which strides the types state.
  void drawLayouts(DifferentialCase &test, bool hasDenseRows, bool isInPlace);

  Random &random;
  int64_t bytes, lanes;
};
} // namespace

int64_t CaseDrawer::drawExtent(int64_t most) {
  static constexpr int64_t kBytes[] = {8,
                                       16,
                                       32,
                                       64,
                                       cost::kMinStreamedLines *
                                           cost::kLineBytes,
                                       cost::kMinStreamedRunBytes,
                                       1023,
                                       3584};
  int64_t extent;
  switch (draw(random, 0, 3)) {
  case 0:
    extent = draw(random, 1, 9);
    break;
  case 1:
    extent = lanes * draw(random, 1, 9) + draw(random, -1, 1);
    break;
  case 2:
    extent = kBytes[draw(random, 0, std::size(kBytes) - 1)] / bytes +
             draw(random, -1, 1);
    break;
  default:
    extent = draw(random, 1, 300);
  }
  return std::clamp<int64_t>(extent, 1, most);
}

int64_t CaseDrawer::drawPad(int64_t dilated, int64_t most, bool mayCrop) {
  int64_t pad;
  switch (draw(random, 0, 6)) {
  case 0:
    return 0;
  case 1:
    pad = lanes + draw(random, -1, 1);
    break;
  case 2:
    pad = dilated + draw(random, -1, 1);
    break;
  case 3:
    // The shortest border that repeats.
    pad = dilated + 1;
    break;
  case 4:
    return mayCrop ? -draw(random, 1, std::min<int64_t>(dilated + 1, 9)) : 1;
  default:
    pad = draw(random, 1, 5);
  }
  return std::min(pad, most);
}

PadAxis CaseDrawer::drawAxis(AxisMode mode, Aim aim, bool isRow,
                             bool areAllStatic, AxisGiven &given,
                             int64_t most) {
  bool isStaticAim = aim == Aim::StaticRows || aim == Aim::StaticPlanes;
  bool isStatic = isStaticAim && (isRow || areAllStatic || flip());
  bool isInPlace = aim == Aim::InPlace;
  while (true) {
    given.low = drawGiven(isStatic);
    given.high = drawGiven(isStatic);
    given.interior = drawGiven(isStatic);
    given.isSourceStatic = isStatic || flip();
    given.isResultStatic = isStatic || flip();
    PadAxis axis;
    axis.mode = mode.mode;
    axis.periodic = mode.periodic;
    axis.extent = aim == Aim::Empty && flip() ? 0 : drawExtent(most);
    if (aim == Aim::LongRows && isRow)
      axis.extent = std::max<int64_t>(axis.extent,
                                      cost::kMinStreamedRunBytes / bytes + 4);
    // Gaps that are not known to be none keep rows out of planes and streams.
    bool hasNoGaps = aim == Aim::FewRows         ? true
                     : aim == Aim::DynamicPlanes ? !isOneIn(8)
                     : aim == Aim::StaticPlanes  ? !isRow && !isOneIn(8)
                     : aim == Aim::LongRows      ? isRow || flip()
                                                 : false;
    if (hasNoGaps)
      given.interior = drawGiven(/*isStatic=*/true);
    bool hasGaps = !hasNoGaps && !isInPlace && isOneIn(isRow ? 3 : 2);
    if (hasGaps)
      axis.interior = isOneIn(4) ? draw(random, 14, 40) : draw(random, 1, 3);
    else if (given.interior != Given::Attribute)
      axis.interior = -draw(random, 0, 3);
    int64_t dilated =
        *getDilatedExtent(axis.extent, std::max<int64_t>(axis.interior, 0));
    axis.low = drawPad(dilated, most, !isInPlace);
    axis.high = drawPad(dilated, most, !isInPlace);
    // In a mode other than constant an empty axis stays empty by the rules.
    if (isValidAxis(axis))
      return axis;
  }
}

void CaseDrawer::removePads(PadAxis &axis, AxisGiven &given, bool isKnown) {
  for (Given *how : {&given.low, &given.high, &given.interior})
    *how = drawGiven(/*isStatic=*/isKnown);
  bool isNegative = given.interior != Given::Attribute && flip();
  axis.low = axis.high = 0;
  axis.interior = isNegative ? -1 : 0;
}

bool CaseDrawer::drawType(DifferentialCase &test) {
  SmallVector<ElementType> types;
  for (const ElementType &type : getElementTypes())
    if (type.bytes == bytes)
      types.push_back(type);
  test.type = types[draw(random, 0, types.size() - 1)];
  bool takesValue = test.takesValue();
  for (auto [axis, given] : llvm::zip_equal(test.axes, test.given))
    takesValue |= given.interior != Given::Attribute;
  test.hasValue = takesValue && (!test.type.hasZero || flip());
  return test.hasValue || test.type.hasZero;
}

void CaseDrawer::drawLayouts(DifferentialCase &test, bool hasDenseRows,
                             bool isInPlace) {
  Layout source = drawLayout(random, test.sourceShape(), hasDenseRows,
                             /*isSource=*/true),
         result = drawLayout(random, test.resultShape(), hasDenseRows,
                             /*isSource=*/false);
  if (isInPlace)
    source = getInteriorLayout(test, result);
  test.layouts = {source, result};
  bool areAllStatic = flip();
  for (AxisGiven &given : test.given)
    given.areStridesStatic = areAllStatic || isOneIn(4);
}

DrawnCase CaseDrawer::drawFor(Aim aim) {
  // Long rows of bytes, and more of them than a small plane has.
  const int64_t kMostElements = aim == Aim::LongRows ? 32000 : 8000;
  static constexpr KernelForm kForms[] = {
      KernelForm::MixedTensor, KernelForm::MixedMemRef,
      KernelForm::MixedStrided, KernelForm::MixedRows};
  KernelForm form = kForms[draw(random, aim == Aim::InPlace ? 2 : 0, 3)];
  while (true) {
    DifferentialCase test;
    bool isPlane = aim == Aim::StaticPlanes || aim == Aim::DynamicPlanes;
    bool hasOuter = isPlane || !isOneIn(4);
    // The last plane of several ends where the source does, the first begins
    // there.
    int64_t rank = isOneIn(isPlane ? 3 : 6) ? 3 : hasOuter ? 2 : 1;
    // Planes so small that they are tiles repeat, too.
    bool areAllStatic = aim == Aim::StaticPlanes && flip();
    if (areAllStatic)
      rank = 3;
    bool isFew = aim == Aim::FewRows;
    if (isFew)
      rank = draw(random, 1, 3);
    // Planes of some rows, or many rows.
    bool isTiles = aim == Aim::Tiles;
    if (isTiles)
      rank = flip() ? 3 : 2;
    test.given.resize(rank);
    SmallVector<AxisMode> modes = drawModes(random, rank);
    int64_t elements = 1;
    for (int64_t axis = 0; axis < rank; ++axis) {
      bool isRow = axis + 1 == rank;
      int64_t most = !isRow    ? (isPlane ? 12 : 5)
                     : isPlane ? std::min<int64_t>(8 * lanes, 150)
                               : 4000 / bytes;
      AxisGiven &given = test.given[axis];
      if (areAllStatic)
        most = isRow ? std::max<int64_t>(lanes, 4) : 4;
      if (isTiles)
        most = isRow ? 9 : rank == 3 ? 9 : 300;
      if (isFew)
        most = isRow ? std::max<int64_t>(flip() ? lanes / 2 : 3 * lanes, 4) : 4;
      PadAxis numbers =
          drawAxis(modes[axis], aim, isRow, areAllStatic, given, most);
      // Few planes are moved row by row, and many of them whole.
      if (isTiles && rank == 3 && axis == 0)
        numbers.extent = flip() ? draw(random, 8, 40)
                                : cost::kMinTilePlanes + draw(random, 0, 20);
      if (isTiles && rank == 2 && axis == 0)
        numbers.extent = std::max<int64_t>(numbers.extent, 100);
      // Fewer rows are moved as a small plane, where there are no masks.
      bool isRows = aim == Aim::LongRows || aim == Aim::DynamicPlanes;
      if (isRows && !isRow && isOneIn(2))
        numbers.extent += cost::kMaxRunRows;
      bool isApart = isTiles && rank == 3 && axis == 0 && !isOneIn(4);
      // Of one plane.
      if (isFew && axis + 2 < rank) {
        numbers.extent = 1;
        isApart = true;
      }
      if (isApart || (isRow && isOneIn(5)))
        removePads(numbers, given,
                   /*isKnown=*/aim == Aim::StaticRows ||
                       aim == Aim::StaticPlanes || flip());
      // Too long for an inner block, where that is known only at run time.
      bool isUnpadded = numbers.low == 0 && numbers.high == 0;
      if (aim == Aim::LongRows && isRow && isUnpadded && flip()) {
        numbers.extent = cost::kMaxInnerBlockBytes / bytes + draw(random, 1, 9);
        given.isSourceStatic = given.isResultStatic = false;
      }
      test.axes.push_back(numbers);
      PadAxis applied = test.axes.back();
      applied.interior = std::max<int64_t>(applied.interior, 0);
      elements *= *getPaddedExtent(applied);
    }
    if (elements > kMostElements || !drawType(test))
      continue;
    drawData(random, test);
    drawLayouts(test, /*hasDenseRows=*/form == KernelForm::MixedRows || flip(),
                /*isInPlace=*/aim == Aim::InPlace);
    return {aim, test, form};
  }
}

/// What cases that go `way` are drawn for.
static Aim getAim(Random &random, int64_t way) {
  if (way < kNumEmittedWays)
    switch (static_cast<EmittedWay>(way)) {
    case EmittedWay::Composed:
    case EmittedWay::Runs:
      return Aim::StaticRows;
    case EmittedWay::Rows:
    case EmittedWay::Scattered:
      return Aim::DynamicRows;
    case EmittedWay::FewMaskedRows:
    case EmittedWay::FewRows:
      return Aim::FewRows;
    case EmittedWay::LongRows:
    case EmittedWay::Masked:
    case EmittedWay::Blended:
    case EmittedWay::BlendedAlone:
    case EmittedWay::ShortBorders:
      return Aim::DynamicPlanes;
    case EmittedWay::Permuted:
      return Aim::Tiles;
    case EmittedWay::Repeats:
      return draw(random, 0, 1) ? Aim::StaticPlanes : Aim::DynamicPlanes;
    case EmittedWay::StreamedRows:
    case EmittedWay::StreamedLongRows:
      return Aim::LongRows;
    case EmittedWay::InPlace:
      return Aim::InPlace;
    case EmittedWay::Filled:
      return Aim::Empty;
    case EmittedWay::StreamedPieces:
      return draw(random, 0, 1) ? Aim::StaticRows : Aim::DynamicRows;
    case EmittedWay::PermutedBlocks:
    case EmittedWay::Threaded:
    case EmittedWay::Scalar:
      break;
    }
  return static_cast<Aim>(draw(random, 0, kNumAims - 1));
}

namespace {
/// Compiles and runs batches of cases of one width in memory.
class CoverageRun {
public:
  explicit CoverageRun(int64_t elementBits)
      : elementBits(elementBits), random(elementBits), coverage(elementBits) {}

  /// Runs cases for every aim by the vector way `batch`, and by the other
  /// lowerings if `all`.
  void runBatch(int64_t batch, bool all);
  /// Runs cases that have the traits of `pairs`, which have not run yet.
  void runFor(ArrayRef<TraitPair> pairs);
  const EmissionCoverage &getCoverage() const { return coverage; }

private:
  Way getWay(const TestedVectors &vectors, bool streams, bool hasThreads) const;
  void runKernels(ArrayRef<DrawnCase> cases, ArrayRef<Way> ways);

  int64_t elementBits;
  Random random;
  EmissionCoverage coverage;
};
} // namespace

/// The ways that the code reported since the last call.
static SmallVector<int64_t> takeWays(const Way &way) {
  uint64_t traced =
      takeTracedWays() &
      ~(uint64_t(1) << static_cast<int64_t>(EmittedWay::PermutedBlocks));
  if (way.lowering != PadLowering::Vector)
    return {way.lowering == PadLowering::SCF ? kWaySCF : kWayLinalg};
  SmallVector<int64_t> ways;
  for (int64_t number = 0; number < kNumEmittedWays; ++number)
    if (traced >> number & 1)
      ways.push_back(number);
  return ways;
}

void CoverageRun::runKernels(ArrayRef<DrawnCase> cases, ArrayRef<Way> ways) {
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  auto getKernelName = [](size_t k) { return "case" + std::to_string(k); };
  for (auto [k, drawn] : llvm::enumerate(cases))
    kernels.add(getKernelName(k), drawn.test, drawn.form);
  for (const Way &way : ways) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/false));
    for (auto [k, drawn] : llvm::enumerate(cases)) {
      takeTracedWays();
      runAndCompare(kernels, getKernelName(k), drawn.test, drawn.form,
                    drawn.test.resultShape(), random,
                    /*inPlace=*/drawn.aim == Aim::InPlace);
      SmallVector<int64_t> ways = takeWays(way);
      coverage.record(getTraits(drawn.test, drawn.form, way), ways);
      // Only borders are written. A pad of nothing has none, and other
      // lowerings move rows that are known to have gaps.
      bool hasGaps = !drawn.test.axes.empty() &&
                     drawn.test.given.back().areStridesStatic &&
                     drawn.test.layouts->source.strides.back() != 1;
      bool isPadded = llvm::any_of(drawn.test.axes, [](const PadAxis &axis) {
        return axis.low != 0 || axis.high != 0;
      });
      auto took = [&](EmittedWay taken) {
        return llvm::is_contained(ways, static_cast<int64_t>(taken));
      };
      if (drawn.aim == Aim::InPlace && isPadded && !hasGaps &&
          way.lowering == PadLowering::Vector)
        EXPECT_TRUE(took(EmittedWay::InPlace) || took(EmittedWay::Scalar))
            << kernels.print(getKernelName(k));
    }
  }
}

Way CoverageRun::getWay(const TestedVectors &vectors, bool streams,
                        bool hasThreads) const {
  Way way = {("vector, " + vectors.name + (streams ? ", streamed" : "") +
              (hasThreads ? ", threads" : ""))
                 .str(),
             PadLowering::Vector, &vectors};
  way.nontemporalThreshold = streams ? 1 : INT64_MAX;
  if (hasThreads)
    way.threads = PadThreads::OpenMP;
  way.parallelThreshold = 1;
  way.traces = true;
  return way;
}

void CoverageRun::runBatch(int64_t batch, bool all) {
  constexpr int64_t kCases = 3 * kNumAims;
  const TestedVectors &vectors = getHostVectors(batch);
  // All vectors through the caches, and then past them.
  bool isStreamed = batch / getTestedVectors().size() % 2 == 1;
  CaseDrawer drawer(random, elementBits / 8, vectors.bits / elementBits);
  std::vector<DrawnCase> cases;
  for (int64_t k = 0; k < kCases; ++k)
    cases.push_back(drawer.drawFor(static_cast<Aim>(k % kNumAims)));
  SmallVector<Way> ways = {getWay(vectors, /*streams=*/isStreamed,
                                  /*hasThreads=*/batch % 3 == 2)};
  if (all)
    ways.append({{"scf", PadLowering::SCF}, {"linalg", PadLowering::Linalg}});
  runKernels(cases, ways);
}

void CoverageRun::runFor(ArrayRef<TraitPair> pairs) {
  constexpr size_t kMostCases = 28;
  constexpr int64_t kDraws = 2000;
  // One compilation serves those that want what the first one wants.
  auto wants = [&](const TraitPair &pair, EmittedWay way) {
    return pair.a == Dimension::Way && pair.valueA == static_cast<int64_t>(way);
  };
  auto wantsStream = [&](const TraitPair &pair) {
    return wants(pair, EmittedWay::StreamedRows) ||
           wants(pair, EmittedWay::StreamedLongRows) ||
           wants(pair, EmittedWay::StreamedPieces);
  };
  const TraitPair &first = pairs.front();
  const TestedVectors *vectors =
      &getHostVectors(draw(random, 0, getTestedVectors().size() - 1));
  if (first.b == Dimension::Vectors && first.valueB > 0)
    vectors = &getTestedVectors()[first.valueB - 1];
  // Masks and permutations are not in all of them.
  for (int64_t k = 0;
       first.a == Dimension::Way &&
       coverage.isUnreachableByVectors(
           first.valueA, vectors - getTestedVectors().begin() + 1);
       ++k)
    vectors = &getHostVectors(k);
  // Those that are no vectors.
  bool isScalar =
      (first.a == Dimension::Way && first.valueA >= kNumEmittedWays) ||
      (first.a == Dimension::Vectors && first.valueA == 0);
  SmallVector<Way> ways = {{"scf", PadLowering::SCF},
                           {"linalg", PadLowering::Linalg}};
  if (!isScalar)
    ways = {getWay(*vectors, wantsStream(first),
                   wants(first, EmittedWay::Threaded))};
  CaseDrawer drawer(random, elementBits / 8, vectors->bits / elementBits);
  std::vector<DrawnCase> cases;
  for (const TraitPair &pair : pairs) {
    for (int64_t k = 0; k < kDraws && cases.size() < kMostCases; ++k) {
      int64_t wanted = pair.a == Dimension::Way ? pair.valueA : kWaySCF;
      DrawnCase drawn = drawer.drawFor(getAim(random, wanted));
      CaseTraits traits = getTraits(drawn.test, drawn.form, ways.front());
      auto has = [&](Dimension dimension, int64_t value) {
        return dimension == Dimension::Way ||
               traits[static_cast<size_t>(dimension)] == value;
      };
      if (!has(pair.a, pair.valueA) || !has(pair.b, pair.valueB))
        continue;
      cases.push_back(drawn);
      // Some of them go another way at run time.
      if (pair.a != Dimension::Way || k % 4 == 3)
        break;
    }
  }
  runKernels(cases, ways);
}

namespace {
/// By bits of an element in memory.
class Coverage : public testing::TestWithParam<int> {};
} // namespace

/// Batches for every aim, and then, in the long tier, for the pairs that have
/// not run.
TEST_P(Coverage, EveryReachablePairRuns) {
  constexpr int64_t kMostSearches = 120;
  const int64_t kBatches = inTier(2, 14), kScalarBatches = inTier(1, 3);
  reportFaults();
  CoverageRun run(GetParam());
  for (int64_t batch = 0; batch < kBatches && !HasFailure(); ++batch)
    run.runBatch(batch, /*all=*/batch < kScalarBatches);
  for (int64_t search = 0;
       isLongTier() && search < kMostSearches && !HasFailure(); ++search) {
    std::vector<TraitPair> holes =
        run.getCoverage().findErrors(/*hasRun=*/false);
    if (holes.empty())
      break;
    // What one kind of compilation cannot give does not keep the others back.
    std::rotate(holes.begin(), holes.begin() + search % holes.size(),
                holes.end());
    run.runFor(holes);
  }
  std::string table = run.getCoverage().print();
  puts(table.c_str());
  for (const TraitPair &pair : run.getCoverage().findErrors(/*hasRun=*/true))
    ADD_FAILURE() << describe(pair) << " ran, but are said to be unreachable";
  if (!isLongTier())
    return;
  for (const TraitPair &pair : run.getCoverage().findErrors(/*hasRun=*/false))
    ADD_FAILURE() << describe(pair) << " never ran";
}
INSTANTIATE_TEST_SUITE_P(Bits, Coverage, testing::Values(8, 16, 32, 64, 128));
