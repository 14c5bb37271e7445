//===- FitPads.cpp - Pads that read what a tensor reads -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FitPads.h"
#include "Pad/IR/PadOps.h"

using namespace mlir;
using namespace mlir::pad;

static constexpr PadMode kModes[] = {PadMode::Constant, PadMode::Edge,
                                     PadMode::Reflect, PadMode::Symmetric,
                                     PadMode::Wrap};

/// Whether `axis` in `mode` reads exactly `reads`. Everything here is proven by
/// this function.
static bool isProven(PadMode mode, const PadAxis &axis,
                     ArrayRef<int64_t> reads) {
  if (getPaddedExtent(axis) != static_cast<int64_t>(reads.size()))
    return false;
  for (auto [index, read] : llvm::enumerate(reads))
    if (getSourceIndex(mode, axis, index).value_or(kReadsFill) != read)
      return false;
  return true;
}

/// The numbers of an axis with low pad `low` that has the extent of `reads`.
static PadAxis makeAxis(int64_t extent, int64_t low, int64_t interior,
                        ArrayRef<int64_t> reads) {
  int64_t dilated = getDilatedExtent(extent, interior).value_or(0);
  return {extent, low, static_cast<int64_t>(reads.size()) - low - dilated,
          interior};
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
  PadAxis axis =
      makeAxis(extent, (first - reads.begin()) - *first * (interior + 1),
               interior, reads);
  return isProven(PadMode::Constant, axis, reads) ? std::optional(axis)
                                                  : std::nullopt;
}

/// An axis of `mode` that reads `reads`; of several the one with the least low
/// pad, if possible without `periodic`.
static std::optional<PadAxis> fitAxis(PadMode mode, int64_t extent,
                                      ArrayRef<int64_t> reads) {
  PadAxis unpadded{extent, 0, 0, 0};
  if (isProven(mode, unpadded, reads))
    return unpadded;
  if (extent == 0)
    return std::nullopt;
  if (reads.empty())
    return makeAxis(extent, /*low=*/0, /*interior=*/0, reads);
  if (mode == PadMode::Constant)
    return fitConstant(extent, reads);
  std::optional<PadAxis> periodic;
  int64_t most = static_cast<int64_t>(reads.size()) + 2 * extent;
  for (int64_t distance = 0; distance <= most; ++distance)
    for (int64_t low : {distance, -distance}) {
      PadAxis axis = makeAxis(extent, low, /*interior=*/0, reads);
      if (!isProven(mode, axis, reads))
        continue;
      if (isValidPadAxis(mode, /*periodic=*/false, axis))
        return axis;
      if (!periodic)
        periodic = axis;
    }
  return periodic;
}

static bool isExtended(const PadAxis &axis) {
  return axis.low > 0 || axis.high > 0 || axis.interior > 0;
}

/// A mode in which every axis was fitted; `fitted` lists the axes of each mode.
static std::optional<unsigned>
findCommonMode(ArrayRef<SmallVector<std::optional<PadAxis>>> fitted) {
  for (auto [mode, axes] : llvm::enumerate(fitted))
    if (llvm::all_of(axes, [](const auto &axis) { return axis.has_value(); }))
      return mode;
  return std::nullopt;
}

std::optional<SmallVector<FittedPad>>
mlir::pad::fitPads(ArrayRef<int64_t> shape, const TensorReads &reads) {
  SmallVector<SmallVector<std::optional<PadAxis>>> fitted(std::size(kModes));
  for (auto [mode, axes] : llvm::zip_equal(kModes, fitted))
    for (auto [extent, axisReads] : llvm::zip_equal(shape, reads.axes))
      axes.push_back(fitAxis(mode, extent, axisReads));

  // This makes one pad if all axes have a mode in common. Else it makes one pad
  // for each mode; the pads have different axes and therefore commute. The
  // constant one comes last.
  std::optional<unsigned> common = findCommonMode(fitted);
  SmallVector<FittedPad> pads;
  SmallVector<bool> isDone(shape.size(), false);
  SmallVector<int64_t> extents(shape);
  bool extends = false;
  for (unsigned mode : {1u, 2u, 3u, 4u, 0u}) {
    if (common && mode != *common)
      continue;
    FittedPad pad;
    pad.mode = kModes[mode];
    bool changes = false;
    for (auto [axis, fit] : llvm::enumerate(fitted[mode])) {
      if (isDone[axis] || !fit) {
        pad.axes.push_back({extents[axis], 0, 0, 0});
        continue;
      }
      isDone[axis] = true;
      changes |= !fit->isUnpadded();
      extends |= isExtended(*fit);
      pad.periodic |= !isValidPadAxis(pad.mode, /*periodic=*/false, *fit);
      pad.axes.push_back(*fit);
      extents[axis] = reads.axes[axis].size();
    }
    if (changes)
      pads.push_back(std::move(pad));
  }
  if (!extends || !llvm::all_of(isDone, [](bool done) { return done; }))
    return std::nullopt;
  return pads;
}
