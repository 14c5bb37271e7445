//===- ExchangePlan.cpp - Messages of a pad across ranks ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Ranks/ExchangePlan.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/ShardedPadOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <tuple>

using namespace mlir;
using namespace mlir::pad;

using MachinePiece = Piece<MachineIndex>;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static MachinePiece read(Piece<int64_t> piece) {
  return {piece.begin, piece.size};
}

static Piece<int64_t> makeEvenPiece(int64_t extent, int64_t parts,
                                    int64_t index) {
  MachinePiece piece = getEvenPiece<MachineIndex>(extent, parts, index);
  return {piece.begin.get(), piece.size.get()};
}

static llvm::Error makeTooManyRanksError() {
  return makeError("the grid has more than " + llvm::Twine(kMaxPlannedRanks) +
                   " ranks, for which no plan is made");
}

llvm::Expected<RankAxis> mlir::pad::getRankAxis(const PadAxis &numbers,
                                                int64_t parts,
                                                ResultPieces results) {
  if (parts > kMaxPlannedRanks)
    return makeTooManyRanksError();
  std::optional<int64_t> extent = getPaddedExtent(numbers);
  if (!extent ||
      *getDilatedExtent(numbers.extent, numbers.interior) > int64_t(1) << 61)
    return makeError("an extent exceeds 2^61 (C7)");
  bool isHalo = results == ResultPieces::Halo;
  if (isHalo && numbers.interior != 0)
    return makeError("halos have no interior pad; use disjoint pieces");
  RankAxis axis;
  axis.numbers = numbers;
  if (results == ResultPieces::Gradients)
    axis.numbers = PadAxis{*extent, 0, 0, 0, PadMode::Wrap, false};
  SourceIndexMap<MachineIndex> pad = getPositions(numbers);
  for (int64_t part = 0; part < parts; ++part) {
    Piece<int64_t> source = makeEvenPiece(numbers.extent, parts, part);
    if (results == ResultPieces::Gradients) {
      axis.sources.push_back(makeEvenPiece(*extent, parts, part));
      ReadWindow<MachineIndex> window = getReaderWindow<MachineIndex>(
          pad.extension, pad.low, pad.dilated, pad.step, *extent, read(source));
      axis.results.push_back({window.begin.get(), window.size.get()});
      continue;
    }
    axis.sources.push_back(source);
    if (!isHalo) {
      axis.results.push_back(makeEvenPiece(*extent, parts, part));
      continue;
    }
    MachinePiece piece =
        getHaloPiece<MachineIndex>(read(source), numbers.low, numbers.high);
    axis.results.push_back({piece.begin.get(), piece.size.get()});
  }
  return axis;
}

//===----------------------------------------------------------------------===//
// One axis
//===----------------------------------------------------------------------===//

void mlir::pad::forEachTransfer(
    const RankAxis &axis, function_ref<void(int64_t, int64_t, int64_t)> body) {
  SourceIndexMap<MachineIndex> positions = getPositions(axis.numbers);
  for (auto [reader, result] : llvm::enumerate(axis.results)) {
    ReadWindow<MachineIndex> window = getReadWindow<MachineIndex>(
        positions, axis.numbers.extent, read(result));
    for (auto [owner, source] : llvm::enumerate(axis.sources)) {
      int64_t count =
          getPartsIn<MachineIndex>(window, axis.numbers.extent, read(source))
              .getSize()
              .get();
      if (owner != reader && count != 0)
        body(owner, reader, count);
    }
  }
}

SmallVector<ExchangePlan::PartTraffic>
ExchangePlan::countParts(const RankAxis &axis) {
  size_t numParts = axis.sources.size();
  SmallVector<PartTraffic> parts(numParts);
  SourceIndexMap<MachineIndex> positions = getPositions(axis.numbers);
  // Parts before each one that have elements, and windows that begin to hold
  // all of a part less those that end to.
  SmallVector<int64_t> numHolders = {0}, covers(numParts + 1, 0);
  for (Piece<int64_t> source : axis.sources)
    numHolders.push_back(numHolders.back() + (source.size != 0));
  auto getOwner = [&](int64_t element) {
    return llvm::upper_bound(axis.sources, element,
                             [](int64_t element, Piece<int64_t> source) {
                               return element < source.begin;
                             }) -
           axis.sources.begin() - 1;
  };
  for (size_t reader = 0; reader < numParts; ++reader) {
    ReadWindow<MachineIndex> window = getReadWindow<MachineIndex>(
        positions, axis.numbers.extent, read(axis.results[reader]));
    int64_t begin = window.begin.get(), size = window.size.get();
    if (size == 0)
      continue;
    PartTraffic &part = parts[reader];
    part.elements = size;
    part.own = getPartsIn<MachineIndex>(window, axis.numbers.extent,
                                        read(axis.sources[reader]))
                   .getSize()
                   .get();
    auto readInterval = [&](int64_t begin, int64_t end) {
      int64_t first = getOwner(begin), last = getOwner(end - 1);
      part.owners += numHolders[last + 1] - numHolders[first];
      ++parts[first].readers;
      if (first == last) {
        parts[first].sent += end - begin;
        return std::pair(first, last);
      }
      ++parts[last].readers;
      parts[first].sent += axis.sources[first + 1].begin - begin;
      parts[last].sent += end - axis.sources[last].begin;
      ++covers[first + 1];
      --covers[last];
      return std::pair(first, last);
    };
    int64_t wrapped = begin + size - axis.numbers.extent;
    int64_t first =
        readInterval(begin, begin + size - std::max<int64_t>(wrapped, 0)).first;
    // One part may hold the begin and the end of the window.
    if (wrapped > 0 && readInterval(0, wrapped).second == first) {
      --part.owners;
      --parts[first].readers;
    }
  }
  int64_t numWhole = 0;
  for (size_t i = 0; i < numParts; ++i) {
    numWhole += covers[i];
    if (axis.sources[i].size != 0)
      parts[i].readers += numWhole;
    parts[i].sent += numWhole * axis.sources[i].size;
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// All axes
//===----------------------------------------------------------------------===//

RankTraffic ExchangePlan::getTraffic(ArrayRef<PartTraffic> parts,
                                     int64_t elementBytes) {
  // Products of numbers that may be too large; the differences are not.
  MachineIndex owners = 1, readers = 1, in = elementBytes, out = elementBytes,
               own = elementBytes;
  bool readsItself = true;
  for (const PartTraffic &part : parts) {
    owners = owners * part.owners;
    readers = readers * part.readers;
    in = in * part.elements;
    out = out * part.sent;
    own = own * part.own;
    readsItself &= part.own != 0;
  }
  int64_t self = readsItself ? 1 : 0;
  return {(owners - self).get(), (in - own).get(), (readers - self).get(),
          (out - own).get()};
}

RankTraffic ExchangePlan::getTraffic(ArrayRef<int64_t> coordinates) const {
  SmallVector<PartTraffic> parts;
  for (auto [axis, coordinate] : llvm::zip_equal(axes, coordinates))
    parts.push_back(axis[coordinate]);
  return getTraffic(parts, elementBytes);
}

llvm::Error ExchangePlan::group() {
  // Parts of one axis with the same numbers: how many, and the first one.
  struct PartGroup {
    PartTraffic part;
    int64_t numParts = 0, first = 0;
  };
  SmallVector<SmallVector<PartGroup>> partGroups;
  for (ArrayRef<PartTraffic> parts : axes) {
    SmallVector<PartGroup> &axisGroups = partGroups.emplace_back();
    std::map<std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t>, size_t>
        places;
    for (auto [index, part] : llvm::enumerate(parts)) {
      auto [place, isNew] = places.try_emplace(
          {part.owners, part.elements, part.own, part.readers, part.sent},
          axisGroups.size());
      if (isNew)
        axisGroups.push_back({part, 0, static_cast<int64_t>(index)});
      ++axisGroups[place->second].numParts;
    }
  }
  std::map<std::tuple<int64_t, int64_t, int64_t, int64_t>, size_t> places;
  SmallVector<size_t> indices(axes.size(), 0);
  SmallVector<PartTraffic> parts(axes.size());
  for (bool isDone = false; !isDone;) {
    RankGroup next{{}, 1, 0};
    for (auto [axis, index] : llvm::enumerate(indices)) {
      const PartGroup &part = partGroups[axis][index];
      parts[axis] = part.part;
      next.numRanks *= part.numParts;
      next.firstRank = next.firstRank * axes[axis].size() + part.first;
    }
    next.traffic = getTraffic(parts, elementBytes);
    int64_t bytes;
    if (llvm::MulOverflow(next.traffic.bytesIn, next.numRanks, bytes) ||
        llvm::AddOverflow(numBytes, bytes, numBytes))
      return makeError("the messages of all ranks have more than 2^63 - 1 "
                       "bytes");
    numMessages += next.traffic.messagesIn * next.numRanks;
    auto [place, isNew] =
        places.try_emplace({next.traffic.messagesIn, next.traffic.bytesIn,
                            next.traffic.messagesOut, next.traffic.bytesOut},
                           groups.size());
    if (isNew) {
      groups.push_back(next);
    } else {
      RankGroup &known = groups[place->second];
      known.numRanks += next.numRanks;
      known.firstRank = std::min(known.firstRank, next.firstRank);
    }
    // The next ones, the last axis first.
    isDone = true;
    for (size_t axis = axes.size(); axis-- > 0;) {
      if (++indices[axis] < partGroups[axis].size()) {
        isDone = false;
        break;
      }
      indices[axis] = 0;
    }
  }
  llvm::sort(groups, [](const RankGroup &a, const RankGroup &b) {
    return a.firstRank < b.firstRank;
  });
  return llvm::Error::success();
}

llvm::Expected<ExchangePlan> ExchangePlan::get(ArrayRef<RankAxis> axes,
                                               int64_t elementBytes) {
  ExchangePlan plan;
  plan.elementBytes = elementBytes;
  SmallVector<int64_t> extents = {elementBytes};
  for (const RankAxis &axis : axes) {
    extents.push_back(axis.numbers.extent);
    auto numParts = static_cast<int64_t>(axis.sources.size());
    if (llvm::MulOverflow(plan.numRanks, numParts, plan.numRanks) ||
        plan.numRanks > kMaxPlannedRanks)
      return makeTooManyRanksError();
  }
  if (!multiplyExtents(extents))
    return makeError("the source has more than 2^63 - 1 bytes");
  for (const RankAxis &axis : axes)
    plan.axes.push_back(countParts(axis));
  if (llvm::Error error = plan.group())
    return std::move(error);
  return plan;
}
