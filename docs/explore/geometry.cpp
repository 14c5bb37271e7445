//===- geometry.cpp - PadGeometry for the explorer page -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the explorer page calls, compiled to WebAssembly with
// lib/IR/PadGeometry.cpp by scripts/build-explorer. Nothing is computed here.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadGeometry.h"
#include <iterator>

using namespace mlir::pad;

#define EXPLORER_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// Results are never negative, so -1 stands for "none".
static int64_t orNone(std::optional<int64_t> number) {
  return number.value_or(-1);
}

EXPLORER_EXPORT(countModes) uint32_t countModes() {
  return std::size(kPadModes);
}

/// The name of a mode, which ends in a null character.
EXPLORER_EXPORT(getModeName) const char *getModeName(uint32_t mode) {
  return stringifyPadMode(static_cast<PadMode>(mode)).data();
}

EXPLORER_EXPORT(getDilatedExtent)
int64_t dilatedExtent(int64_t extent, int64_t interior) {
  return orNone(getDilatedExtent(extent, interior));
}

EXPLORER_EXPORT(getPaddedExtent)
int64_t paddedExtent(int64_t extent, int64_t low, int64_t high,
                     int64_t interior) {
  return orNone(getPaddedExtent({extent, low, high, interior}));
}

EXPLORER_EXPORT(getPadLimit)
int64_t padLimit(uint32_t mode, bool periodic, int64_t dilatedExtent) {
  return orNone(
      getPadLimit(static_cast<PadMode>(mode), periodic, dilatedExtent));
}

EXPLORER_EXPORT(getSourceIndex)
int64_t sourceIndex(int64_t extent, int64_t low, int64_t high, int64_t interior,
                    uint32_t mode, bool periodic, int64_t index) {
  return orNone(getSourceIndex(
      {extent, low, high, interior, static_cast<PadMode>(mode), periodic},
      index));
}
