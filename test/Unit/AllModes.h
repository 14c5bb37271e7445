//===- AllModes.h - The modes, for tests that go through them ---*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_ALLMODES_H
#define PAD_TEST_UNIT_ALLMODES_H

#include "Pad/IR/PadGeometry.h"
#include <iterator>

namespace mlir {
namespace pad {

/// Every mode, constant first.
inline constexpr PadMode kAllModes[] = {PadMode::Constant, PadMode::Edge,
                                        PadMode::Reflect, PadMode::Symmetric,
                                        PadMode::Wrap};
static_assert(std::size(kAllModes) == getMaxEnumValForPadMode() + 1,
              "tests go through all modes");

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_ALLMODES_H
