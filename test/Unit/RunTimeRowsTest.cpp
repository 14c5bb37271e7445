//===- RunTimeRowsTest.cpp - Dynamic rows ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Dynamic rows, in one kernel for each mode: short
// ones, few and many of them, also as a single plane, through the caches, and
// longer ones past them. Each result is compared with PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "Pad/Rows/CostModel.h"
#include "TestTier.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// By the width of elements in bits, and vectors of this host.
class RunTimeRows : public testing::TestWithParam<std::tuple<int, int>> {
protected:
  /// `nontemporalThreshold`: bytes of a result from which on it is streamed.
  /// `arePlanesPadded`: whether kernels take the pads of planes, too.
  explicit RunTimeRows(int64_t nontemporalThreshold,
                       bool arePlanesPadded = false)
      : nontemporalThreshold(nontemporalThreshold),
        arePlanesPadded(arePlanesPadded) {}
  static void SetUpTestSuite() { reportFaults(); }
  void SetUp() override {
    vectors = &getTestedVectors()[std::get<1>(GetParam())];
    if (!vectors->isOnHost)
      GTEST_SKIP() << "not on this host";
    context = createKernelContext();
    kernels = std::make_unique<KernelModule>(*context);
    for (const Modes &modes : getModes())
      kernels->add(getName(modes), makeCase(modes, {1}, {1}, {1}), kForm);
    addKernels();
    ASSERT_TRUE(kernels->compile({vectors->name.str(), PadLowering::Vector,
                                  vectors, nontemporalThreshold},
                                 /*optimize=*/false));
  }

  static constexpr KernelForm kForm = KernelForm::MixedMemRef;
  /// Of planes, rows and columns.
  using Modes = std::array<PadMode, 3>;
  /// One for all axes, and rows and columns of several.
  static SmallVector<Modes> getModes() {
    SmallVector<Modes> modes = {
        {PadMode::Edge, PadMode::Constant, PadMode::Wrap},
        {PadMode::Constant, PadMode::Wrap, PadMode::Constant},
        {PadMode::Wrap, PadMode::Edge, PadMode::Reflect},
        {PadMode::Constant, PadMode::Reflect, PadMode::Edge},
        {PadMode::Constant, PadMode::Constant, PadMode::Symmetric}};
    for (PadMode mode : kPadModes)
      modes.push_back({mode, mode, mode});
    return modes;
  }
  static std::string getName(const Modes &modes) {
    std::string name;
    for (PadMode mode : modes)
      name += stringifyPadMode(mode);
    return name;
  }
  static int64_t getBits() { return std::get<0>(GetParam()); }
  int64_t getLanes() const { return vectors->bits / getBits(); }

  DifferentialCase makeCase(const Modes &modes, PadAxis planes, PadAxis rows,
                            PadAxis columns) {
    DifferentialCase test;
    test.type = *llvm::find_if(getElementTypes(), [](const ElementType &type) {
      return type.bytes * 8 == getBits() && type.hasZero;
    });
    test.axes = {planes, rows, columns};
    for (auto [axis, mode] : llvm::zip_equal(test.axes, modes))
      axis.mode = mode;
    AxisGiven given{Given::Argument, Given::Argument, Given::Attribute,
                    /*isSourceStatic=*/false, /*isResultStatic=*/false};
    AxisGiven unpadded{Given::Attribute, Given::Attribute, Given::Attribute,
                       false, false};
    test.given = {arePlanesPadded ? given : unpadded, given, given};
    test.hasValue = test.takesValue();
    drawData(random, test);
    return test;
  }

  /// Runs planes of rows of `columns` in every mode that has such pads.
  void run(PadAxis planes, PadAxis rows, PadAxis columns) {
    if (HasFailure())
      return;
    for (const Modes &modes : getModes()) {
      DifferentialCase test = makeCase(modes, planes, rows, columns);
      if (!llvm::all_of(test.axes, isValidAxis))
        continue;
      runAndCompare(*kernels, getName(modes), test, kForm, test.resultShape(),
                    random);
      if (HasFailure())
        return;
    }
  }

  /// Those that a test has beside the ones of planes.
  virtual void addKernels() {}

  int64_t nontemporalThreshold;
  bool arePlanesPadded;
  Random random;
  const TestedVectors *vectors;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<KernelModule> kernels;
};

struct ShortRows : RunTimeRows {
  ShortRows() : RunTimeRows(INT64_MAX) {}
};
struct LongRows : RunTimeRows {
  LongRows() : RunTimeRows(1) {}
};

TEST_P(ShortRows, MatchTheOracle) {
  int64_t lanes = getLanes();
  // Next to a vector or two, with each border in one of them or in both.
  for (int64_t extent :
       {int64_t(1), lanes / 2 + 1, lanes - 1, lanes, lanes + 1, 2 * lanes + 3})
    for (int64_t low : {int64_t(0), int64_t(1), lanes / 2, lanes - 1, lanes})
      for (int64_t high : {int64_t(0), int64_t(1), lanes - 1, lanes + 1})
        run({2}, {2, 1, 1}, {extent, low, high});

  // Behind crops, also of so much that a border is longer than the data; and
  // beside one, with a border of a whole vector.
  for (int64_t extent : {int64_t(2), lanes / 2 + 1, lanes + 1, 3 * lanes})
    for (int64_t low : {int64_t(-1), 1 - extent})
      for (int64_t high :
           {int64_t(-1), int64_t(0), std::min(extent - 1, lanes - 1), lanes}) {
        run({2}, {2, 1, 1}, {extent, low, high});
        run({2}, {2, 1, 1}, {extent, high, low});
      }

  // Rows that follow each other, of which several are one tile.
  for (PadAxis columns : {PadAxis{3, 1, 1}, PadAxis{lanes - 1, 0, 0},
                          PadAxis{lanes - 2, lanes / 2, 1}})
    run({1}, {3 * cost::kMinGroupedTiles + 1, 0, 0}, columns);

  // The same between borders and behind crops, of one plane and of several.
  for (PadAxis rows : {PadAxis{0, 2, 3}, PadAxis{0, -1, 2}, PadAxis{0, 1, -4},
                       PadAxis{0, -2, -3}})
    for (PadAxis columns : {PadAxis{3, 1, 1}, PadAxis{lanes / 2 - 1, 1, 1},
                            PadAxis{lanes, 1, 0}}) {
      rows.extent = 3 * cost::kMinGroupedTiles + 5;
      run({1}, rows, columns);
      rows.extent = 40;
      run({cost::kMinGroupedTiles / 8}, rows, columns);
    }
  // Borders that the table has no room for.
  run({1}, {4 * cost::kMaxTileRows, 3 * cost::kMaxTileRows, 1}, {3, 1, 1});

  // Enough of them for a table of permutations: of rows, or of planes.
  for (int64_t planes : {int64_t(7), cost::kMinTilePlanes + 3})
    for (int64_t rows : {int64_t(3), cost::kMinTileRows})
      for (PadAxis columns :
           {PadAxis{3, 2, 1}, PadAxis{lanes, 1, 0}, PadAxis{lanes + 5, 3, 2}})
        run({planes}, {rows, 2, 2}, columns);

  // Planes of less than a vector, in a piece for each row.
  run({cost::kMinTilePlanes + 3}, {4, 1, 1}, {2 * lanes + 3, -lanes, -lanes});

  // More pieces than the table holds: of 8 lanes, the largest tile of rows
  // shorter than a vector.
  constexpr int64_t kWidth = 6, kRows = cost::kMaxTileElements / kWidth;
  static_assert(kRows * kWidth / 8 > cost::kMaxTilePieces);
  if (lanes == 8)
    run({cost::kMinTilePlanes}, {kRows - 5, 3, 2}, {kWidth - 3, 2, 1});
}

/// One plane of few rows, and a row alone.
struct FewRows : RunTimeRows {
  FewRows() : RunTimeRows(INT64_MAX, /*arePlanesPadded=*/true) {}

  static std::string getRowName(PadMode mode) {
    return (stringifyPadMode(mode) + "Row").str();
  }
  DifferentialCase makeRow(PadMode mode, PadAxis columns) {
    DifferentialCase test =
        makeCase({mode, mode, mode}, PadAxis{1}, PadAxis{1}, columns);
    test.axes.erase(test.axes.begin(), test.axes.begin() + 2);
    test.given.erase(test.given.begin(), test.given.begin() + 2);
    drawData(random, test);
    return test;
  }
  void addKernels() override {
    for (PadMode mode : kPadModes)
      kernels->add(getRowName(mode), makeRow(mode, {1}), kForm);
  }
  void runRow(PadAxis columns) {
    for (PadMode mode : kPadModes) {
      DifferentialCase test = makeRow(mode, columns);
      if (!HasFailure() && llvm::all_of(test.axes, isValidAxis))
        runAndCompare(*kernels, getRowName(mode), test, kForm,
                      test.resultShape(), random);
    }
  }
};

TEST_P(FewRows, MatchTheOracle) {
  int64_t lanes = getLanes();
  // Rows of up to a vector and a little more, with borders on both sides or
  // behind crops, or of more than one run.
  for (int64_t extent :
       {int64_t(1), int64_t(2), int64_t(5), lanes / 2 + 1, lanes - 1, lanes})
    for (int64_t low : {int64_t(-1), int64_t(0), int64_t(1), lanes / 2})
      for (int64_t high : {int64_t(-1), int64_t(0), int64_t(2), lanes / 2}) {
        run({1}, {3, 1, 2}, {extent, low, high});
        runRow({extent, low, high});
      }
  // Without masks, longer ones, next to the longest border and row.
  constexpr int64_t kBorder = cost::kMaxRunBorder;
  for (int64_t extent : {2 * lanes + 3, cost::kMaxRunVectors * lanes - 3})
    for (int64_t low :
         {int64_t(-1), int64_t(0), int64_t(1), kBorder, kBorder + 1})
      for (int64_t high : {int64_t(-1), int64_t(0), int64_t(2), kBorder}) {
        run({1}, {3, 1, 2}, {extent, low, high});
        runRow({extent, low, high});
      }
  // Rows that repeat others, or are cropped; none, few, and too many of them.
  for (int64_t extent :
       {int64_t(1), int64_t(2), int64_t(4), cost::kMaxRunPlaneElements / 5 - 2,
        cost::kMaxRunRows - 2, cost::kMaxFewRows - 2})
    for (int64_t low : {-5, -1, 0, 1, 3})
      for (int64_t high : {-5, -1, 0, 1, 2})
        for (PadAxis columns : {PadAxis{3, 1, 1}, PadAxis{2, 0, 0}})
          run({1}, {extent, low, high}, columns);
  // The plane is one of several, or none of the source.
  for (PadAxis planes : {PadAxis{2, 0, 0}, PadAxis{2, -1, 0}, PadAxis{2, 0, -1},
                         PadAxis{3, -1, -1}, PadAxis{1, 1, 0}, PadAxis{1, 0, 1},
                         PadAxis{1, 1, -1}, PadAxis{1, -1, 1}, PadAxis{0, 1, 0},
                         PadAxis{0, 0, 1}})
    run(planes, {2, 1, 1}, {3, 1, 1});
}

TEST_P(LongRows, MatchTheOracle) {
  int64_t lanes = getLanes();
  int64_t line = cost::kLineBytes * 8 / getBits();
  // Next to the shortest data, with borders of up to a vector and of more.
  SmallVector<int64_t> pads = {-1,        0,     lanes / 2 - 1, lanes / 2,
                               lanes - 1, lanes, lanes + 1};
  int64_t shortest = cost::kMinStreamedLines * line;
  for (int64_t data : {int64_t(1), line + 1, shortest - 1, shortest,
                       shortest + lanes + 3, shortest + 5 * line})
    for (int64_t low : pads)
      for (int64_t high : pads) {
        int64_t cropped =
            std::min<int64_t>(low, 0) + std::min<int64_t>(high, 0);
        run({2}, {2, 1, 1}, {data - cropped, low, high});
      }
  // Planes of padding values between others, and rows without borders.
  for (PadAxis rows : {PadAxis{0, 2, 3}, PadAxis{0, -1, 2}, PadAxis{0, 1, -4},
                       PadAxis{0, -2, -3}})
    for (PadAxis columns :
         {PadAxis{shortest + 7, 2, 1}, PadAxis{shortest, 0, 0}}) {
      rows.extent = 9;
      run({3}, rows, columns);
    }
}

/// Elements of each of `widths` bits with each of the tested vectors, or with
/// one of those that the host has.
std::vector<std::tuple<int, int>> pairWithVectors(ArrayRef<int> widths) {
  std::vector<std::tuple<int, int>> pairs;
  for (auto [number, width] : llvm::enumerate(widths)) {
    if (!isLongTier()) {
      int vectors = &getHostVectors(number) - getTestedVectors().data();
      pairs.emplace_back(width, vectors);
      continue;
    }
    for (size_t vectors = 0; vectors < getTestedVectors().size(); ++vectors)
      pairs.emplace_back(width, vectors);
  }
  return pairs;
}

INSTANTIATE_TEST_SUITE_P(Bits, ShortRows,
                         testing::ValuesIn(pairWithVectors({8, 32, 64})));
INSTANTIATE_TEST_SUITE_P(
    Bits, FewRows, testing::ValuesIn(pairWithVectors({8, 16, 32, 64, 128})));
INSTANTIATE_TEST_SUITE_P(Bits, LongRows,
                         testing::ValuesIn(pairWithVectors({8, 16, 32, 64})));
} // namespace
