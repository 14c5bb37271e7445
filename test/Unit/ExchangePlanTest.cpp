//===- ExchangePlanTest.cpp - Messages of pads across ranks ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the pieces of a result read, and the messages of all ranks, against sets
// of the elements that each result index reads by PadGeometry.
//
//===----------------------------------------------------------------------===//

#include "Pad/Ranks/ExchangePlan.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::pad;

namespace {
std::string describe(const PadAxis &axis) {
  return (stringifyPadMode(axis.mode) + " of " + Twine(axis.extent) + ", low " +
          Twine(axis.low) + ", high " + Twine(axis.high) + ", interior " +
          Twine(axis.interior))
      .str();
}

/// The elements that result indices `[begin, begin + size)` read.
std::set<int64_t> readElements(const PadAxis &axis, int64_t begin,
                               int64_t size) {
  std::set<int64_t> elements;
  for (int64_t index = begin; index < begin + size; ++index)
    if (std::optional<int64_t> element = getSourceIndex(axis, index))
      elements.insert(*element);
  return elements;
}

/// All axes of `extent` elements with pads of [-`most`, `most`].
template <typename Function>
void forEachAxis(int64_t extent, int64_t most, Function function) {
  for (PadMode mode : kPadModes)
    for (int64_t interior = 0; interior <= 2; ++interior)
      for (int64_t low = -most; low <= most; ++low)
        for (int64_t high = -most; high <= most; ++high)
          function(PadAxis{extent, low, high, interior, mode, true});
}

TEST(ExchangePlan, WindowsHoldWhatIsReadAndNoMore) {
  int64_t compared = 0;
  for (int64_t extent : {0, 1, 2, 3, 5})
    forEachAxis(extent, 7, [&](const PadAxis &axis) {
      SourceIndexMap<MachineIndex> positions = getPositions(axis);
      int64_t padded = *getPaddedExtent(axis);
      for (int64_t begin = 0; begin <= padded; ++begin)
        for (int64_t size = 0; size <= padded - begin; ++size, ++compared) {
          ReadWindow<MachineIndex> window = getReadWindow<MachineIndex>(
              positions, axis.extent, {begin, size});
          std::set<int64_t> expected = readElements(axis, begin, size), actual;
          int64_t first = window.begin.get(), count = window.size.get();
          ASSERT_EQ(count, static_cast<int64_t>(expected.size()))
              << describe(axis) << " at " << begin << " size " << size;
          if (count != 0) {
            ASSERT_TRUE(first >= 0 && first < extent);
            if (axis.mode != PadMode::Wrap || count == extent)
              ASSERT_LE(first + count, extent);
          }
          for (int64_t i = 0; i < count; ++i)
            actual.insert((first + i) % extent);
          ASSERT_EQ(actual, expected)
              << describe(axis) << " at " << begin << " size " << size;
        }
    });
  EXPECT_GT(compared, 100000);
}

/// The readers of a piece are in its part of the ring, which begins and ends
/// with one of them, and is the shortest.
TEST(ExchangePlan, WindowsHoldTheReadersOfPieces) {
  int64_t compared = 0;
  for (int64_t extent : {0, 1, 2, 3, 5})
    forEachAxis(extent, 7, [&](const PadAxis &axis) {
      SourceIndexMap<MachineIndex> pad = getPositions(axis);
      int64_t padded = *getPaddedExtent(axis);
      for (int64_t begin = 0; begin <= extent; ++begin)
        for (int64_t size = 0; size <= extent - begin; ++size, ++compared) {
          std::set<int64_t> readers;
          for (int64_t index = 0; index < padded; ++index)
            if (std::optional<int64_t> element = getSourceIndex(axis, index))
              if (*element >= begin && *element < begin + size)
                readers.insert(index);
          ReadWindow<MachineIndex> window =
              getReaderWindow<MachineIndex>(pad.extension, pad.low, pad.dilated,
                                            pad.step, padded, {begin, size});
          int64_t first = window.begin.get(), count = window.size.get();
          std::string text = describe(axis) + " at " + std::to_string(begin) +
                             " size " + std::to_string(size);
          ASSERT_TRUE(count >= 0 && count <= padded) << text;
          ASSERT_TRUE(count == 0 || (first >= 0 && first < padded)) << text;
          for (int64_t reader : readers)
            ASSERT_LT((reader - first + padded) % padded, count) << text;
          if (readers.empty() || axis.interior != 0)
            continue;
          ASSERT_TRUE(readers.count(first)) << text;
          ASSERT_TRUE(readers.count((first + count - 1) % padded)) << text;
          // It leaves out the longest gap between two readers: in mode wrap of
          // the ring, and in other modes that at its seam.
          int64_t longest = *readers.begin() + padded - 1 - *readers.rbegin();
          if (axis.mode == PadMode::Wrap)
            for (auto it = readers.begin(); std::next(it) != readers.end();
                 ++it)
              longest = std::max(longest, *std::next(it) - *it - 1);
          ASSERT_EQ(count, padded - longest) << text;
        }
    });
  EXPECT_GT(compared, 30000);
}

TEST(ExchangePlan, PadsOfWindowsReadWhatTheResultReads) {
  int64_t compared = 0;
  for (int64_t extent : {0, 1, 2, 3, 5, 8})
    forEachAxis(extent, 9, [&](const PadAxis &axis) {
      if (axis.interior != 0)
        return;
      SourceIndexMap<MachineIndex> positions = getPositions(axis);
      int64_t padded = *getPaddedExtent(axis);
      for (int64_t begin = 0; begin <= padded; ++begin)
        for (int64_t size = 0; size <= padded - begin; ++size) {
          ReadWindow<MachineIndex> window =
              getReadWindow<MachineIndex>(positions, extent, {begin, size});
          LocalPads<MachineIndex> pads = getLocalPads<MachineIndex>(
              positions, extent, {begin, size}, window);
          PadAxis local{window.size.get(), pads.low.get(), pads.high.get(),
                        /*interior=*/0,    axis.mode,      /*periodic=*/true};
          ASSERT_EQ(*getPaddedExtent(local), size)
              << describe(axis) << " at " << begin << " size " << size;
          for (int64_t index = 0; index < size; ++index, ++compared) {
            std::optional<int64_t> element = getSourceIndex(local, index);
            if (element)
              element = (window.begin.get() + *element) % extent;
            ASSERT_EQ(element, getSourceIndex(axis, begin + index))
                << describe(axis) << " at " << begin << " size " << size;
          }
        }
    });
  EXPECT_GT(compared, 1000000);
}

TEST(ExchangePlan, RunsReadWhatEachIndexReads) {
  int64_t compared = 0;
  for (int64_t extent : {1, 2, 3, 5})
    forEachAxis(extent, 7, [&](const PadAxis &axis) {
      SourceIndexMap<MachineIndex> positions = getPositions(axis);
      int64_t padded = *getPaddedExtent(axis), parts = 1 + compared % 3;
      for (int64_t begin = 0; begin < padded; begin += 3) {
        int64_t place = begin, written = begin;
        while (place < padded) {
          ReadRun<MachineIndex> run =
              getReadRun<MachineIndex>(positions, place, padded);
          MachineIndex owner =
              getEvenOwner<MachineIndex>(extent, parts, run.element);
          Piece<MachineIndex> piece =
              getEvenPiece<MachineIndex>(extent, parts, owner);
          run = getRunIn(run, piece);
          ASSERT_GT(run.next.get(), place) << describe(axis);
          for (int64_t i = 0; i < run.count.get(); ++i, ++compared) {
            int64_t index = (run.first + run.stride * i).get();
            // What runs leave out reads nothing.
            for (; written < index; ++written)
              ASSERT_FALSE(getSourceIndex(axis, written)) << describe(axis);
            ASSERT_EQ(index, written++);
            std::optional<int64_t> element = getSourceIndex(axis, index);
            ASSERT_EQ(element.has_value(), !run.isFilled) << describe(axis);
            if (run.isFilled)
              continue;
            ASSERT_EQ(*element, (run.element + run.direction * i).get())
                << describe(axis) << " at " << index;
            ASSERT_TRUE(*element >= piece.begin.get() &&
                        *element < (piece.begin + piece.size).get());
          }
          ASSERT_LE(written, run.next.get());
          place = run.next.get();
        }
        ASSERT_EQ(place, padded);
        for (; written < padded; ++written)
          ASSERT_FALSE(getSourceIndex(axis, written)) << describe(axis);
      }
    });
  EXPECT_GT(compared, 100000);
}

TEST(ExchangePlan, ValuesOfTheIrReadTheSameWindows) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, PadDialect>();
  OpBuilder b(&context);
  ArithContext m{b, b.getUnknownLoc()};
  OwningOpRef<ModuleOp> module = ModuleOp::create(m.loc);
  auto get = [](const ArithValue &value) {
    return *getConstantIntValue(value);
  };
  std::mt19937 random(1);
  for (int64_t extent : {0, 1, 4, 9})
    forEachAxis(extent, 6, [&](const PadAxis &axis) {
      int64_t padded = *getPaddedExtent(axis);
      if (padded == 0 || random() % 8 != 0)
        return;
      b.setInsertionPointToStart(module->getBody());
      int64_t begin = random() % padded, size = random() % (padded - begin) + 1;
      int64_t parts = random() % 3 + 1, part = random() % parts;
      ReadWindow<MachineIndex> expected = getReadWindow<MachineIndex>(
          getPositions(axis), axis.extent, {begin, size});
      SourceIndexMap<ArithValue> positions = emitSourceIndexMap(
          b, m.loc,
          {b.getIndexAttr(axis.extent), b.getIndexAttr(axis.low),
           b.getIndexAttr(axis.high), b.getIndexAttr(axis.interior),
           axis.mode});
      ArithValue whole = m.constant(extent);
      ReadWindow<ArithValue> window = getReadWindow<ArithValue>(
          positions, whole, {m.constant(begin), m.constant(size)});
      ASSERT_EQ(get(window.begin), expected.begin.get()) << describe(axis);
      ASSERT_EQ(get(window.size), expected.size.get()) << describe(axis);
      auto piece =
          getEvenPiece<ArithValue>(whole, m.constant(parts), m.constant(part));
      auto expectedPiece = getEvenPiece<MachineIndex>(extent, parts, part);
      ASSERT_EQ(get(piece.begin), expectedPiece.begin.get());
      ASSERT_EQ(get(getPartsIn(window, whole, piece).getSize()),
                getPartsIn<MachineIndex>(expected, extent, expectedPiece)
                    .getSize()
                    .get());
      module->getBody()->clear();
    });
}

TEST(ExchangePlan, PiecesMeetAndTheFirstHaveOneMore) {
  for (int64_t extent = 0; extent < 20; ++extent)
    for (int64_t parts = 1; parts < 12; ++parts) {
      int64_t end = 0;
      for (int64_t part = 0; part < parts; ++part) {
        auto piece = getEvenPiece<MachineIndex>(extent, parts, part);
        EXPECT_EQ(piece.begin.get(), end);
        EXPECT_EQ(piece.size.get(),
                  extent / parts + (part < extent % parts ? 1 : 0));
        end += piece.size.get();
      }
      EXPECT_EQ(end, extent);
    }
}

/// Random numbers of one pad on many ranks.
class RandomRanks {
public:
  explicit RandomRanks(unsigned seed) : random(seed) {}

  int64_t choose(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }

  /// An axis of at most `mostExtent` elements on `parts` ranks. Some pads are
  /// twice as long as the axis if `isOftenRepeated` holds.
  RankAxis makeAxis(int64_t mostExtent, int64_t parts, bool isOftenRepeated) {
    PadAxis numbers;
    numbers.mode = kPadModes[choose(0, std::size(kPadModes) - 1)];
    numbers.periodic = true;
    numbers.extent = choose(0, 9) ? choose(1, mostExtent) : 0;
    bool isHalo = choose(0, 1);
    numbers.interior = isHalo ? 0 : choose(0, 5) / 4;
    int64_t most =
        isOftenRepeated && choose(0, 3) == 0 ? 2 * numbers.extent + 2 : 3;
    numbers.low = choose(-most / 2, most);
    numbers.high = choose(-most / 2, most);
    llvm::Expected<RankAxis> axis = getRankAxis(
        numbers, parts, isHalo ? ResultPieces::Halo : ResultPieces::Disjoint);
    EXPECT_TRUE(bool(axis));
    // Pieces of any sizes.
    if (choose(0, 3) == 0)
      divide(axis->sources, numbers.extent);
    if (!isHalo && choose(0, 3) == 0)
      divide(axis->results, *getPaddedExtent(numbers));
    return std::move(*axis);
  }

private:
  void divide(SmallVector<Piece<int64_t>> &pieces, int64_t extent) {
    SmallVector<int64_t> bounds = {0, extent};
    while (bounds.size() <= pieces.size())
      bounds.push_back(choose(0, extent));
    llvm::sort(bounds);
    for (size_t i = 0; i < pieces.size(); ++i)
      pieces[i] = {bounds[i], bounds[i + 1] - bounds[i]};
  }

  std::mt19937 random;
};

/// The coordinates of rank `rank` in a grid, the last axis first.
SmallVector<int64_t> getCoordinates(ArrayRef<RankAxis> axes, int64_t rank) {
  SmallVector<int64_t> coordinates(axes.size());
  for (size_t axis = axes.size(); axis-- > 0;) {
    auto numParts = static_cast<int64_t>(axes[axis].sources.size());
    coordinates[axis] = rank % numParts;
    rank /= numParts;
  }
  return coordinates;
}

/// Each element of the product of `sets`, one of each axis.
template <typename Function>
void forEachElement(ArrayRef<std::set<int64_t>> sets,
                    SmallVectorImpl<int64_t> &element, Function function) {
  size_t axis = element.size();
  if (axis == sets.size())
    return function();
  for (int64_t index : sets[axis]) {
    element.push_back(index);
    forEachElement(sets, element, function);
    element.pop_back();
  }
}

/// Compares the plan of `axes` with the elements that each rank reads, one
/// after the other. Counts the messages.
void checkPlan(ArrayRef<RankAxis> axes, int64_t elementBytes,
               int64_t &numMessages) {
  llvm::Expected<ExchangePlan> plan = ExchangePlan::get(axes, elementBytes);
  ASSERT_TRUE(bool(plan));
  int64_t numRanks = plan->getNumRanks();
  auto getOwner = [&](ArrayRef<int64_t> element) {
    int64_t rank = 0;
    for (auto [axis, index] : llvm::zip_equal(axes, element)) {
      int64_t part = 0;
      while (index >= axis.sources[part].begin + axis.sources[part].size)
        ++part;
      rank = rank * axis.sources.size() + part;
    }
    return rank;
  };
  std::vector<RankTraffic> expected(numRanks);
  int64_t messages = 0, bytes = 0;
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    SmallVector<std::set<int64_t>> reads;
    for (auto [axis, part] : llvm::zip_equal(axes, getCoordinates(axes, rank)))
      reads.push_back(readElements(axis.numbers, axis.results[part].begin,
                                   axis.results[part].size));
    std::map<int64_t, int64_t> received;
    SmallVector<int64_t> element;
    forEachElement(reads, element, [&] { ++received[getOwner(element)]; });
    for (auto [owner, count] : received) {
      if (owner == rank)
        continue;
      ++expected[rank].messagesIn;
      expected[rank].bytesIn += count * elementBytes;
      ++expected[owner].messagesOut;
      expected[owner].bytesOut += count * elementBytes;
      ++messages;
      bytes += count * elementBytes;
    }
  }
  std::map<int64_t, const RankGroup *> groups;
  for (const RankGroup &group : plan->getGroups())
    groups[group.firstRank] = &group;
  int64_t numGrouped = 0;
  for (int64_t rank = 0; rank < numRanks; ++rank) {
    ASSERT_TRUE(plan->getTraffic(getCoordinates(axes, rank)) == expected[rank])
        << "rank " << rank << ": " << describe(axes.front().numbers);
    if (auto group = groups.find(rank); group != groups.end()) {
      ASSERT_TRUE(group->second->traffic == expected[rank]);
      numGrouped += group->second->numRanks;
      ASSERT_EQ(group->second->numRanks,
                std::count(expected.begin(), expected.end(), expected[rank]));
    }
  }
  EXPECT_EQ(numGrouped, numRanks);
  EXPECT_EQ(plan->getNumMessages(), messages);
  EXPECT_EQ(plan->getNumBytes(), bytes);
  numMessages += messages;
}

TEST(ExchangePlan, SendsWhatEachRankReads) {
  RandomRanks random(7);
  int64_t numMessages = 0;
  for (int i = 0; i < 20000; ++i) {
    SmallVector<RankAxis> axes;
    int64_t rank = random.choose(1, 4);
    for (int64_t axis = 0; axis < rank; ++axis)
      axes.push_back(random.makeAxis(rank < 3 ? 12 : 5, random.choose(1, 4),
                                     /*isOftenRepeated=*/true));
    checkPlan(axes, 1 << random.choose(0, 4), numMessages);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(numMessages, 100000);
}

TEST(ExchangePlan, PlansTenThousandRanks) {
  RandomRanks random(8);
  int64_t numMessages = 0;
  const SmallVector<int64_t> grids[] = {
      {10000}, {100, 100}, {21, 22, 21}, {10, 10, 10, 10}};
  for (const SmallVector<int64_t> &grid : grids)
    for (int i = 0; i < 5; ++i) {
      SmallVector<RankAxis> axes;
      for (int64_t parts : grid)
        axes.push_back(
            random.makeAxis(2 * parts, parts, /*isOftenRepeated=*/false));
      checkPlan(axes, 8, numMessages);
      if (HasFatalFailure())
        return;
    }
  EXPECT_GT(numMessages, 200000);
}

TEST(ExchangePlan, RefusesWhatDoesNotFit) {
  auto getText = [](llvm::Error error) { return toString(std::move(error)); };
  PadAxis axis{8, 1, 1, 0, PadMode::Wrap};
  EXPECT_EQ(
      getText(getRankAxis(axis, kMaxPlannedRanks + 1, ResultPieces::Disjoint)
                  .takeError()),
      "the grid has more than 4194304 ranks, for which no plan is made");
  RankAxis wide =
               *getRankAxis(axis, kMaxPlannedRanks / 2, ResultPieces::Disjoint),
           narrow = *getRankAxis(axis, 3, ResultPieces::Disjoint);
  EXPECT_EQ(getText(ExchangePlan::get({wide, narrow}, 8).takeError()),
            "the grid has more than 4194304 ranks, for which no plan is made");
  axis.extent = (int64_t(1) << 61) + 1;
  EXPECT_EQ(getText(getRankAxis(axis, 2, ResultPieces::Halo).takeError()),
            "an extent exceeds 2^61 (C7)");
  axis.extent = INT64_MAX / 4;
  RankAxis large = *getRankAxis(axis, 2, ResultPieces::Halo);
  EXPECT_EQ(getText(ExchangePlan::get({large, large}, 1).takeError()),
            "the source has more than 2^63 - 1 bytes");
  axis.low = axis.extent;
  RankAxis whole = *getRankAxis(axis, 4, ResultPieces::Halo);
  EXPECT_EQ(getText(ExchangePlan::get({whole}, 2).takeError()),
            "the messages of all ranks have more than 2^63 - 1 bytes");
  // A crop of almost all that 64 bits hold leaves nothing of a piece.
  axis = {8, INT64_MIN / 2, INT64_MIN / 2, 0, PadMode::Edge};
  EXPECT_EQ(getRankAxis(axis, 2, ResultPieces::Halo)->results[1].size, 0);
  axis = {8, 1, 1, 1, PadMode::Constant};
  EXPECT_EQ(getText(getRankAxis(axis, 2, ResultPieces::Halo).takeError()),
            "halos have no interior pad; use disjoint pieces");
}
} // namespace
