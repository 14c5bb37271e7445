//===- FitPads.cpp - Pads that read what a tensor reads -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "Pad/IR/PadOps.h"
#include "TensorReads.h"

using namespace mlir;
using namespace mlir::pad;

/// An extent that is not known is taken to be this: longer than all borders.
static constexpr int64_t kOpenExtent = int64_t(1) << 56;
/// The widest border of such an axis.
static constexpr int64_t kWidestOpenBorder = int64_t(1) << 20;

std::optional<AxisReads> mlir::pad::getReads(const PadAxis &axis,
                                             size_t limit) {
  std::optional<SmallVector<PadRun>> runs = getPadRuns(axis, limit);
  if (!runs)
    return std::nullopt;
  AxisReads reads;
  // Elements of a dilated axis have gaps between them.
  int64_t distance = axis.interior + 1, length = 0;
  for (const PadRun &run : *runs)
    for (int64_t index = 0; index < run.length; index += length) {
      int64_t step = getDirection(run.kind);
      int64_t position = run.position + step * index,
              rest = position % distance;
      bool isElement = !run.isFilled() && rest == 0;
      length = run.length - index;
      if (step != 0 && distance != 1)
        length = std::min(length, isElement  ? 1
                                  : step > 0 ? distance - rest
                                             : rest);
      using Kind = Segment::Kind;
      reads.append(Segment{isElement ? Kind::Elements : Kind::Fill,
                           {0, position / distance},
                           {0, length},
                           step});
      if (reads.getSegments().size() > limit)
        return std::nullopt;
    }
  return reads;
}

/// Whether `axis` reads exactly `reads`. Everything here is proven by this
/// function.
static bool isProven(const PadAxis &axis, const AxisReads &reads) {
  if (getPaddedExtent(axis) != reads.getLength().number)
    return false;
  // One segment may be two runs, of which one has one element.
  std::optional<AxisReads> runs =
      getReads(axis, 3 * reads.getSegments().size() + 4);
  return runs && *runs == reads;
}

/// An axis with low pad `low` that has the extent of `reads`.
static PadAxis makeAxis(PadMode mode, int64_t extent, int64_t low,
                        int64_t interior, const AxisReads &reads) {
  int64_t dilated = getDilatedExtent(extent, interior).value_or(0);
  return {extent, low, reads.getLength().number - low - dilated, interior,
          mode};
}

/// Interior paddings that an axis which reads `reads` may have: the numbers of
/// fill values in a row, the first few.
static SmallVector<int64_t> getLikelyInteriors(const AxisReads &reads) {
  constexpr size_t most = 4;
  SmallVector<int64_t> interiors = {0};
  for (const Segment &segment : reads.getSegments())
    if (segment.kind == Segment::Kind::Fill && interiors.size() < most &&
        !llvm::is_contained(interiors, segment.length.number))
      interiors.push_back(segment.length.number);
  return interiors;
}

/// Low pads by which an axis of `mode`, of `dilated` positions that are
/// `distance` apart, may read `reads`; the least ones come first.
static SmallVector<int64_t> getLikelyLows(PadMode mode, int64_t dilated,
                                          int64_t distance,
                                          const AxisReads &reads) {
  PadExtension extension = getExtension(mode);
  // Borders repeat, so that one element tells where they begin, upwards or
  // downwards; but those of one element each do not.
  bool repeats = extension.kind != PadRunKind::Broadcast;
  int64_t period = extension.kind == PadRunKind::Reverse ? 2 : 1;
  period *= std::max<int64_t>(dilated - extension.skipped, 1);
  SmallVector<int64_t> lows;
  int64_t index = 0;
  for (const Segment &segment : reads.getSegments()) {
    int64_t length = segment.length.number;
    for (int64_t at : {int64_t(0), length - 1}) {
      int64_t position = segment.getPosition({0, at}).number * distance;
      int64_t place = index + at;
      if (!segment.isElement())
        continue;
      lows.push_back(place - position);
      for (int64_t shift :
           {place - position, place + position + 1 - extension.skipped})
        for (int64_t times = -2; repeats && times <= 2; ++times)
          lows.push_back(shift % period + times * period);
    }
    if (repeats && !lows.empty())
      break;
    index += length;
  }
  llvm::sort(lows, [](int64_t lhs, int64_t rhs) {
    return std::make_pair(std::abs(lhs), lhs < 0) <
           std::make_pair(std::abs(rhs), rhs < 0);
  });
  lows.erase(llvm::unique(lows), lows.end());
  return lows;
}

/// An axis of constant mode that reads `reads`.
static std::optional<PadAxis> fitConstant(int64_t extent,
                                          const AxisReads &reads) {
  std::optional<int64_t> first, second;
  int64_t index = 0, position = 0;
  for (const Segment &segment : reads.getSegments()) {
    if (segment.isElement() && first && !second)
      second = index;
    if (segment.isElement() && !first) {
      first = index;
      position = segment.begin.number;
      if (segment.length.number > 1)
        second = index + 1;
    }
    index += segment.length.number;
  }
  if (!first)
    return std::nullopt;
  int64_t interior = second ? *second - *first - 1 : 0;
  std::optional<int64_t> shift = multiplyExtents({position, interior + 1});
  if (!shift || *shift > kOpenExtent)
    return std::nullopt;
  PadAxis axis =
      makeAxis(PadMode::Constant, extent, *first - *shift, interior, reads);
  return isProven(axis, reads) ? std::optional(axis) : std::nullopt;
}

/// An axis of `mode` that reads `reads`; of several the one with the least low
/// pad, if possible without `periodic`, and without negative pads.
static std::optional<PadAxis> fitListed(PadMode mode, int64_t extent,
                                        const AxisReads &reads) {
  PadAxis unpadded{extent, 0, 0, 0, mode};
  if (isProven(unpadded, reads))
    return unpadded;
  if (extent == 0)
    return std::nullopt;
  if (reads.getSegments().empty())
    return makeAxis(mode, extent, /*low=*/0, /*interior=*/0, reads);
  if (mode == PadMode::Constant)
    return fitConstant(extent, reads);
  std::optional<PadAxis> crop, periodic;
  for (int64_t interior : getLikelyInteriors(reads)) {
    int64_t dilated = getDilatedExtent(extent, interior).value_or(0);
    if (dilated == 0 || dilated > 2 * kOpenExtent)
      continue;
    for (int64_t low : getLikelyLows(mode, dilated, interior + 1, reads)) {
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

/// The same of an axis of any extent. Of one that is not known, the borders are
/// the same for all extents.
static std::optional<PadAxis> fitAxis(PadMode mode, int64_t extent,
                                      const AxisReads &reads) {
  if (reads.isWhole())
    return PadAxis{extent, 0, 0, 0, mode};
  if (!ShapedType::isDynamic(extent))
    return fitListed(mode, extent, reads);
  if (!(reads.getLength().extents == 1))
    return std::nullopt;
  std::optional<PadAxis> axis =
      fitListed(mode, kOpenExtent, reads.of(kOpenExtent));
  if (!axis || std::min(axis->low, axis->high) < 0 ||
      std::max(axis->low, axis->high) > kWidestOpenBorder)
    return std::nullopt;
  axis->extent = extent;
  return axis;
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
