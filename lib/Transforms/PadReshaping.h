//===- PadReshaping.h - Axes of pads in groups ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_TRANSFORMS_PADRESHAPING_H
#define PAD_LIB_TRANSFORMS_PADRESHAPING_H

#include "PadRewriting.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir {
namespace pad {

/// Whether axis `axis` is statically of extent 1.
inline bool isUnit(ShapedType type, int64_t axis) {
  return type.getDimSize(axis) == 1;
}

/// Whether upstream can lower the collapse of `type` by `groups`, and the
/// expansion back to it. Of each group, the product of the static extents fits
/// 64 bits, and no static zero is beside a dynamic extent: the verifiers want
/// the collapsed extent to be dynamic, bufferization makes it a static zero,
/// and the expansion divides by it.
bool canCollapse(ShapedType type, ArrayRef<ReassociationIndices> groups);

/// Expands `source` to `type`. `sizes` has an entry for each axis.
Value emitExpandShape(OpBuilder &builder, Location loc, RankedTensorType type,
                      Value source, ArrayRef<ReassociationIndices> groups,
                      ArrayRef<OpFoldResult> sizes);

/// The pads of the groups if `amounts`, the pads of their axes, can be
/// collapsed: at most one axis of a group is padded, and then the others have
/// extent 1 in `sourceType` and `paddedType`. Nullopt otherwise.
std::optional<PadAmounts> collapseAmounts(const PadAmounts &amounts,
                                          ArrayRef<ReassociationIndices> groups,
                                          ShapedType sourceType,
                                          ShapedType paddedType);

/// The pads of the axes if `amounts`, which has an entry for each group, can be
/// expanded: the pads of a group go to its one axis that does not have extent 1
/// in `type`, or to the last one if all have. Nullopt if several do not.
std::optional<PadAmounts> expandAmounts(const PadAmounts &amounts,
                                        ArrayRef<ReassociationIndices> groups,
                                        ShapedType type);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_TRANSFORMS_PADRESHAPING_H
