//===- PadGeometry.cpp - Extents and positions as integers ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadGeometry.h"
#include "Pad/IR/MachineIndex.h"
#include "Pad/IR/PadFormulas.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <iterator>

using namespace mlir;
using namespace mlir::pad;

StringRef mlir::pad::stringifyPadMode(PadMode mode) {
  switch (mode) {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED)                               \
  case PadMode::NAME:                                                          \
    return TEXT;
#include "Pad/IR/PadModes.def"
  }
  llvm_unreachable("unknown padding mode");
}

std::optional<PadMode> mlir::pad::symbolizePadMode(StringRef text) {
  for (PadMode mode : kPadModes)
    if (stringifyPadMode(mode) == text)
      return mode;
  return std::nullopt;
}

std::optional<PadMode> mlir::pad::symbolizePadMode(uint32_t number) {
  if (number >= std::size(kPadModes))
    return std::nullopt;
  return kPadModes[number];
}

std::string mlir::pad::listPadModes() {
  std::string list;
  for (PadMode mode : kPadModes) {
    if (mode != kPadModes[0])
      list += mode == *std::prev(std::end(kPadModes)) ? " or " : ", ";
    list += stringifyPadMode(mode);
  }
  return list;
}

raw_ostream &mlir::pad::operator<<(raw_ostream &os, const AxisMode &mode) {
  return os << stringifyPadMode(mode.mode)
            << (mode.periodic ? " periodic" : "");
}

int64_t mlir::pad::getDirection(PadRunKind kind) {
  return kind == PadRunKind::Forward ? 1 : kind == PadRunKind::Reverse ? -1 : 0;
}

PadExtension mlir::pad::getExtension(PadMode mode) {
  switch (mode) {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED)                               \
  case PadMode::NAME:                                                          \
    return {PadRunKind::EXTENSION, SKIPPED};
#include "Pad/IR/PadModes.def"
  }
  llvm_unreachable("unknown padding mode");
}

std::optional<int64_t> mlir::pad::getDilatedExtent(int64_t extent,
                                                   int64_t interior) {
  if (extent < 0 || interior < 0 ||
      !isDilatedExtentValid<MachineIndex>(extent, interior))
    return std::nullopt;
  MachineIndex step = MachineIndex(interior) + 1;
  return getDilated<MachineIndex>(extent, step).get();
}

std::optional<int64_t> mlir::pad::getPaddedExtent(const PadAxis &axis) {
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  if (!dilated)
    return std::nullopt;
  MachineIndex d = *dilated, low = axis.low, high = axis.high;
  if (!isPaddingValid(d, low, high))
    return std::nullopt;
  return max(low + (d + high), 0).get();
}

std::optional<int64_t> mlir::pad::getPadLimit(PadMode mode, bool periodic,
                                              int64_t dilatedExtent) {
  PadExtension extension = getExtension(mode);
  if (periodic || extension.kind != PadRunKind::Reverse)
    return std::nullopt;
  return getMirrorLimit<MachineIndex>(extension, dilatedExtent).get();
}

std::optional<int64_t> mlir::pad::getSourceIndex(const PadAxis &axis,
                                                 int64_t index) {
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  int64_t position;
  if (!dilated || *dilated == 0 || llvm::SubOverflow(index, axis.low, position))
    return std::nullopt;
  std::optional<MachineIndex> step;
  if (axis.interior != 0)
    step = MachineIndex(axis.interior) + 1;
  SourceIndexMap<MachineIndex> map(getExtension(axis.mode), axis.low, *dilated,
                                   step, /*mayBeEmpty=*/false);
  SourceRead<MachineIndex> read = map.read(index);
  if (!read.hasSource.value_or(true))
    return std::nullopt;
  return read.index.get();
}

bool mlir::pad::readsOnlyPadding(const PadAxis &axis) {
  std::optional<int64_t> extent = getPaddedExtent(axis);
  if (!extent || *extent == 0)
    return false;
  int64_t dilated = *getDilatedExtent(axis.extent, axis.interior);
  if (dilated == 0)
    return true;
  // The positions of the window, both of which fit.
  int64_t start = -axis.low, end = dilated + axis.high;
  if (axis.mode != PadMode::Constant && (start < 0 || end > dilated))
    return false;
  if (start >= dilated || end <= 0)
    return true;
  // The window reads only padding if it ends before the next element.
  start = std::max<int64_t>(start, 0);
  end = std::min(end, dilated);
  uint64_t step = static_cast<uint64_t>(axis.interior) + 1;
  uint64_t behind = static_cast<uint64_t>(start) % step;
  return behind != 0 && static_cast<uint64_t>(end - start) <= step - behind;
}

std::optional<PadAxis> mlir::pad::getUnslicedAxis(const PadAxis &axis,
                                                  int64_t offset,
                                                  int64_t extent) {
  if (offset < 0 || axis.extent < 1 || axis.extent > extent ||
      offset > extent - axis.extent)
    return std::nullopt;
  std::optional<int64_t> dilated = getDilatedExtent(axis.extent, axis.interior);
  if (!dilated)
    return std::nullopt;
  int64_t before = offset, after = extent - axis.extent - offset;
  if (before == 0 && after == 0)
    return axis;
  // A side that extends must read from its own end, and not beyond the other
  // end, where wrap and periodic extensions continue.
  bool readsOneEnd =
      getExtension(axis.mode).kind != PadRunKind::Forward && !axis.periodic;
  std::optional<int64_t> limit =
      getPadLimit(axis.mode, axis.periodic, *dilated);
  auto isKept = [&](int64_t amount, int64_t hidden) {
    return amount <= 0 ||
           (readsOneEnd && hidden == 0 && (!limit || amount <= *limit));
  };
  if (!isKept(axis.low, before) || !isKept(axis.high, after))
    return std::nullopt;
  PadAxis whole = axis;
  whole.extent = extent;
  int64_t step;
  if (llvm::AddOverflow<int64_t>(axis.interior, 1, step) ||
      llvm::MulOverflow(before, step, before) ||
      llvm::MulOverflow(after, step, after) ||
      llvm::SubOverflow(axis.low, before, whole.low) ||
      llvm::SubOverflow(axis.high, after, whole.high) ||
      !getPaddedExtent(whole))
    return std::nullopt;
  return whole;
}
