//===- RewriteFamilies.cpp - Cases of opt-in rewrites ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"

using namespace mlir;
using namespace mlir::pad;

Rewrite mlir::pad::byPattern(std::string pattern,
                             std::function<void(RewritePatternSet &)> populate,
                             std::function<bool(CaseBuilder &)> build,
                             int64_t drawn) {
  Rewrite rewrite(pattern);
  rewrite.pattern = std::move(pattern);
  rewrite.populate = std::move(populate);
  rewrite.build = std::move(build);
  rewrite.drawn = drawn;
  return rewrite;
}

Value mlir::pad::chooseValue(CaseBuilder &b, ArrayRef<PadAxis> axes, Type type,
                             bool isConstant) {
  bool takesValue = llvm::any_of(axes, [](const PadAxis &a) {
    return a.mode == PadMode::Constant || a.interior != 0;
  });
  if (!takesValue || !b.choose(0, 1))
    return {};
  uint64_t bits = uint64_t(1) << (getBitWidth(type) - 1);
  return isConstant ? b.addConstant(type, bits) : b.addScalar(type, bits);
}

PadAxis mlir::pad::chooseFewPads(CaseBuilder &b, AxisMode mode,
                                 int64_t extent) {
  auto [low, high] = b.pick<std::pair<int64_t, int64_t>>(
      {{0, 0}, {1, -1}, {-1, 2}, {2, 1}, {-2, 0}});
  int64_t limit = getPadLimit(mode.mode, mode.periodic, extent)
                      .value_or(std::numeric_limits<int64_t>::max());
  return {extent,    std::min(low, limit), std::min(high, limit), 0,
          mode.mode, mode.periodic};
}

SmallVector<int64_t> mlir::pad::getExtents(ArrayRef<PadAxis> axes) {
  return llvm::map_to_vector(axes, [](const PadAxis &a) { return a.extent; });
}

Value mlir::pad::addPadOfArgument(CaseBuilder &b, ArrayRef<PadAxis> axes,
                                  Type type, bool isDynamic, Known known) {
  Value source = b.addTensor(getExtents(axes), type, isDynamic);
  Value value = chooseValue(b, axes, type);
  return b.addPad(source, axes, value, known);
}
