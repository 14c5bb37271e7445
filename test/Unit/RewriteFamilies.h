//===- RewriteFamilies.h - Cases of opt-in rewrites -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITEFAMILIES_H
#define PAD_TEST_UNIT_REWRITEFAMILIES_H

#include "RewriteHarness.h"

namespace mlir {
namespace pad {

/// A rewrite by the pattern of class `pattern` in a set.
Rewrite byPattern(std::string pattern,
                  std::function<void(RewritePatternSet &)> populate,
                  std::function<bool(CaseBuilder &)> build, int64_t drawn);

/// No padding value, or a negative zero, where one may be given (C3).
Value chooseValue(CaseBuilder &b, ArrayRef<PadAxis> axes, Type type,
                  bool isConstant = false);

/// An axis of extent `extent` with one of a few pads; all would be too many for
/// a second axis.
PadAxis chooseFewPads(CaseBuilder &b, AxisMode mode, int64_t extent);

/// The extents of the source.
SmallVector<int64_t> getExtents(ArrayRef<PadAxis> axes);

/// A pad of an argument by `axes`, of the open type if `isDynamic`.
Value addPadOfArgument(CaseBuilder &b, ArrayRef<PadAxis> axes, Type type,
                       bool isDynamic, Known known = Known::Attribute);

/// The type of a tensor.
inline RankedTensorType getTensorType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITEFAMILIES_H
