//===- FitPads.cpp - Pads that read what a tensor reads -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPads.h"
#include "Pad/IR/PadOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether `axis` reads exactly `reads`. Everything here is proven by
/// this function.
static bool isProven(const PadAxis &axis, ArrayRef<int64_t> reads) {
  if (getPaddedExtent(axis) != static_cast<int64_t>(reads.size()))
    return false;
  for (auto [index, read] : llvm::enumerate(reads))
    if (getSourceIndex(axis, index).value_or(kReadsFill) != read)
      return false;
  return true;
}

/// How many of `reads` are not those of `axis`, up to `most`.
static size_t countOthers(const PadAxis &axis, ArrayRef<int64_t> reads,
                          size_t most) {
  size_t others = 0;
  for (auto [index, read] : llvm::enumerate(reads)) {
    others += getSourceIndex(axis, index).value_or(kReadsFill) != read;
    if (others == most)
      break;
  }
  return others;
}

/// An axis with low pad `low` that has the extent of `reads`.
static PadAxis makeAxis(PadMode mode, int64_t extent, int64_t low,
                        int64_t interior, ArrayRef<int64_t> reads) {
  int64_t dilated = getDilatedExtent(extent, interior).value_or(0);
  return {extent, low, static_cast<int64_t>(reads.size()) - low - dilated,
          interior, mode};
}

/// Interior paddings that an axis which reads `reads` may have: the numbers of
/// fill values in a row, the first few.
static SmallVector<int64_t> getLikelyInteriors(ArrayRef<int64_t> reads) {
  constexpr size_t most = 4;
  SmallVector<int64_t> interiors;
  int64_t length = 0;
  auto endRow = [&] {
    if (interiors.size() < most && !llvm::is_contained(interiors, length))
      interiors.push_back(length);
    length = 0;
  };
  endRow();
  for (int64_t read : reads) {
    if (read == kReadsFill)
      ++length;
    else if (length > 0)
      endRow();
  }
  endRow();
  return interiors;
}

/// An axis of constant mode that reads `reads`.
static std::optional<PadAxis> fitConstant(int64_t extent,
                                          ArrayRef<int64_t> reads) {
  auto isRead = [](int64_t read) { return read >= 0; };
  const int64_t *first = llvm::find_if(reads, isRead);
  if (first == reads.end())
    return std::nullopt;
  const int64_t *second = std::find_if(first + 1, reads.end(), isRead);
  int64_t interior = second == reads.end() ? 0 : second - first - 1;
  PadAxis axis = makeAxis(PadMode::Constant, extent,
                          (first - reads.begin()) - *first * (interior + 1),
                          interior, reads);
  return isProven(axis, reads) ? std::optional(axis) : std::nullopt;
}

/// The axis of `mode` and of an extent that is not listed that has as many
/// indices before and behind its own ones as `reads` has.
static std::optional<PadAxis> makeOpenAxis(PadMode mode, int64_t extent,
                                           ArrayRef<int64_t> reads) {
  const int64_t *run = llvm::find(reads, kReadsItself);
  if (llvm::count(reads, kReadsItself) != 1)
    return std::nullopt;
  return PadAxis{extent, run - reads.begin(), reads.end() - run - 1,
                 /*interior=*/0, mode};
}

/// What entry `entry` of the reads of `axis`, whose extent is not listed, is if
/// the axis is longer than its borders.
static int64_t getOpenRead(PadAxis axis, int64_t entry) {
  if (entry == axis.low)
    return kReadsItself;
  if (ShapedType::isDynamic(axis.extent))
    axis.extent = kLast / 2;
  int64_t index = entry < axis.low ? entry : entry - 1 + axis.extent;
  int64_t read = getSourceIndex(axis, index).value_or(kReadsFill);
  return read > axis.extent / 2 ? kLast - (axis.extent - 1 - read) : read;
}

/// Such an axis if it reads `reads` whatever the extent is.
static std::optional<PadAxis> fitOpen(PadMode mode, int64_t extent,
                                      ArrayRef<int64_t> reads) {
  std::optional<PadAxis> axis = makeOpenAxis(mode, extent, reads);
  if (!axis || std::max(axis->low, axis->high) > kLongestAxis / 2)
    return std::nullopt;
  for (auto [entry, read] : llvm::enumerate(reads))
    if (getOpenRead(*axis, entry) != read)
      return std::nullopt;
  return axis;
}

/// An axis of `mode` that reads `reads`; of several the one with the least low
/// pad, if possible without `periodic`, and without negative pads.
static std::optional<PadAxis> fitAxis(PadMode mode, int64_t extent,
                                      ArrayRef<int64_t> reads) {
  PadAxis unpadded{extent, 0, 0, 0, mode};
  if (readsItself(reads))
    return unpadded;
  if (!isListed(extent))
    return fitOpen(mode, extent, reads);
  if (isProven(unpadded, reads))
    return unpadded;
  if (extent == 0)
    return std::nullopt;
  if (reads.empty())
    return makeAxis(mode, extent, /*low=*/0, /*interior=*/0, reads);
  if (mode == PadMode::Constant)
    return fitConstant(extent, reads);
  std::optional<PadAxis> crop, periodic;
  for (int64_t interior : getLikelyInteriors(reads)) {
    int64_t dilated = getDilatedExtent(extent, interior).value_or(extent);
    int64_t most = static_cast<int64_t>(reads.size()) + 2 * dilated;
    for (int64_t distance = 0; distance <= most; ++distance)
      for (int64_t low : {distance, -distance}) {
        PadAxis axis = makeAxis(mode, extent, low, interior, reads);
        if (!isProven(axis, reads))
          continue;
        bool isValid = isValidPadAxis(axis);
        if (isValid && axis.low >= 0 && axis.high >= 0)
          return axis;
        std::optional<PadAxis> &other = isValid ? crop : periodic;
        if (!other)
          other = axis;
      }
  }
  if (periodic)
    periodic->periodic = true;
  return crop ? crop : periodic;
}

static bool isExtended(const PadAxis &axis) {
  return axis.low > 0 || axis.high > 0 || axis.interior > 0;
}

/// The axes that were fitted in one mode.
using FittedAxes = SmallVector<std::optional<PadAxis>>;

static bool areAllFitted(const FittedAxes &axes) {
  return llvm::all_of(axes, [](const auto &axis) { return axis.has_value(); });
}

std::optional<SmallVector<PadAxis>>
mlir::pad::fitPad(ArrayRef<int64_t> shape, const TensorReads &reads) {
  SmallVector<FittedAxes> fitted;
  for (PadMode mode : kPadModes) {
    FittedAxes &axes = fitted.emplace_back();
    for (auto [axis, extent] : llvm::enumerate(shape)) {
      axes.push_back(fitAxis(mode, extent, reads.axes[axis]));
      const ModeSet *repeating = reads.getRepeatingModes(axis);
      if (!repeating || !axes.back() || axes.back()->isUnpadded())
        continue;
      axes.back()->periodic = getExtension(mode).kind == PadRunKind::Reverse;
      if (!llvm::is_contained(*repeating, mode))
        axes.back() = std::nullopt;
    }
  }

  // All axes have a mode in common, or each has its own. Of those that an axis
  // may have, constant comes last.
  if (FittedAxes *common = llvm::find_if(fitted, areAllFitted);
      common != fitted.end())
    fitted = {std::move(*common)};
  std::rotate(fitted.begin(), fitted.begin() + 1, fitted.end());
  SmallVector<PadAxis> axes;
  bool extends = false;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    std::optional<PadAxis> fit;
    for (const FittedAxes &axes : fitted)
      if (!fit)
        fit = axes[axis];
    if (!fit)
      return std::nullopt;
    extends |= isExtended(*fit);
    axes.push_back(*fit);
  }
  if (!extends)
    return std::nullopt;
  return axes;
}

/// The low pads by which most of `reads` are elements of the source at their
/// places; of equally many, the least ones come first.
static SmallVector<int64_t> getLikelyLows(ArrayRef<int64_t> reads) {
  llvm::MapVector<int64_t, int64_t> votes;
  for (auto [index, read] : llvm::enumerate(reads))
    if (read >= 0)
      ++votes[static_cast<int64_t>(index) - read];
  auto sorted = votes.takeVector();
  llvm::sort(sorted, [](auto &a, auto &b) {
    return std::make_tuple(-a.second, std::abs(a.first), a.first) <
           std::make_tuple(-b.second, std::abs(b.first), b.first);
  });
  constexpr size_t most = 4;
  sorted.truncate(std::min(most, sorted.size()));
  return llvm::map_to_vector(sorted, [](auto &vote) { return vote.first; });
}

/// The axis without interior padding that reads most of what `reads` does, of a
/// few likely ones; nullopt if more than half of it differs.
static std::optional<PadAxis> getNearest(int64_t extent,
                                         ArrayRef<int64_t> reads) {
  std::optional<PadAxis> nearest;
  size_t fewest = reads.size() / 2 + 1;
  for (int64_t low : getLikelyLows(reads))
    for (PadMode mode : kPadModes) {
      PadAxis axis = makeAxis(mode, extent, low, /*interior=*/0, reads);
      size_t others = countOthers(axis, reads, fewest);
      if (others >= fewest)
        continue;
      fewest = others;
      nearest = axis;
    }
  if (nearest)
    nearest->periodic = !isValidPadAxis(*nearest);
  return nearest;
}

/// What an index of an axis reads, as text.
static std::string describe(int64_t read) {
  if (read == kReadsFill)
    return "the fill value";
  if (read > kLongestAxis)
    return "element " + std::to_string(kLast - read) + " from the end";
  return "element " + std::to_string(read);
}

/// Index `index` of axis `axis` reads `read`, but `padded` in the pad
/// `nearest`.
static std::string describeDifference(const std::string &index, int64_t axis,
                                      int64_t read, int64_t padded,
                                      const PadAxis &nearest) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "index " << index << " of axis " << axis << " is " << describe(read)
      << " of the tensor that its parts come from, but " << describe(padded)
      << " in the nearest pad, " << AxisMode{nearest.mode, nearest.periodic}
      << " with low " << nearest.low << " and high " << nearest.high;
  return text;
}

/// Where `reads` of axis `axis`, whose extent is not listed, differ from those
/// of the nearest pad; empty if more than half of the borders does.
static std::string explainOpen(int64_t axis, int64_t extent,
                               ArrayRef<int64_t> reads) {
  std::string text;
  int64_t fewest = (static_cast<int64_t>(reads.size()) + 1) / 2;
  for (PadMode mode : kPadModes) {
    std::optional<PadAxis> nearest = makeOpenAxis(mode, extent, reads);
    if (!nearest)
      return "";
    auto differs = [&](int64_t entry) {
      return getOpenRead(*nearest, entry) != reads[entry];
    };
    auto entries = llvm::seq<int64_t>(0, reads.size());
    int64_t others = llvm::count_if(entries, differs);
    if (others == 0 || others >= fewest ||
        llvm::any_of(reads, [](int64_t read) { return read < kReadsItself; }))
      continue;
    fewest = others;
    int64_t first = *llvm::find_if(entries, differs);
    std::string index = std::to_string(first);
    if (first > nearest->low)
      index = std::to_string(reads.size() - 1 - first) + " from the end";
    text = describeDifference(index, axis, reads[first],
                              getOpenRead(*nearest, first), *nearest);
  }
  return text;
}

std::string mlir::pad::explainNoPad(ArrayRef<int64_t> shape,
                                    const TensorReads &reads) {
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    const AxisReads &axisReads = reads.axes[axis];
    auto fits = [&, extent = extent](PadMode mode) {
      return fitAxis(mode, extent, axisReads).has_value();
    };
    if (llvm::any_of(kPadModes, fits))
      continue;
    if (!isListed(extent))
      return explainOpen(axis, extent, axisReads);
    if (extent == 0 ||
        llvm::any_of(axisReads, [](int64_t read) { return read < kReadsFill; }))
      return "";
    std::optional<PadAxis> nearest = getNearest(extent, axisReads);
    if (!nearest)
      return "";
    for (auto [index, read] : llvm::enumerate(axisReads)) {
      int64_t padded = getSourceIndex(*nearest, index).value_or(kReadsFill);
      if (read == padded)
        continue;
      return describeDifference(std::to_string(index), axis, read, padded,
                                *nearest);
    }
  }
  return "";
}
