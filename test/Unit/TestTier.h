//===- TestTier.h - How much of a suite runs --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_TESTTIER_H
#define PAD_TEST_UNIT_TESTTIER_H

#include "llvm/ADT/StringRef.h"
#include <cstdlib>

namespace mlir {
namespace pad {

/// Whether every seed, vector and case runs (`scripts/check long`), and not
/// only a part of them in which each behaviour is there.
inline bool isLongTier() {
  const char *tier = std::getenv("PAD_TEST_TIER");
  return tier && llvm::StringRef(tier) == "long";
}

/// `all` in the long tier, else `part`.
inline int64_t inTier(int64_t part, int64_t all) {
  return isLongTier() ? all : part;
}

/// Whether case `number` runs: all in the long tier, and one in `step` in the
/// first one. Of each `step` cases in a row it is another one, so that cases
/// which are a product of several lists have every entry of these.
inline bool isOfShare(int64_t number, int64_t step) {
  return isLongTier() || (number + number / step) % step == 0;
}

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_TESTTIER_H
