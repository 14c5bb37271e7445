//===- SymbolicPadGeometry.h - Extents and positions as IR ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The arithmetic of PadFormulas.h on values of the IR, for pads that are
// operands and extents that are known only at run time. Shape reification and
// every lowering use it.
//
// Every op emitted is defined for all operands (no division by zero, no
// overflow flags), and a source index is in bounds whenever it is read, even if
// the operands break C2, C5 or C7.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SYMBOLICPADGEOMETRY_H
#define PAD_IR_SYMBOLICPADGEOMETRY_H

#include "Pad/IR/AdjointFormulas.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadFormulas.h"
#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The extents of `shaped`, a tensor or a memref.
SmallVector<OpFoldResult> getMixedExtents(OpBuilder &builder, Location loc,
                                          Value shaped);

/// One axis of a pad whose numbers may be known only at run time: index
/// attributes or index values, in elements.
struct SymbolicPadAxis {
  OpFoldResult extent;
  OpFoldResult low;
  OpFoldResult high;
  OpFoldResult interior;
  PadMode mode = PadMode::Constant;
};

/// Axis `axis` of `op`. A dynamic extent of the source is read with
/// `tensor.dim` or `memref.dim` at `builder`'s insertion point.
SymbolicPadAxis getSymbolicAxis(OpBuilder &builder, Location loc,
                                PadOpInterface op, int64_t axis);

/// The axes of `op`. Dynamic extents of the source are read with `tensor.dim`
/// or `memref.dim` at `builder`'s insertion point.
SmallVector<SymbolicPadAxis> getSymbolicAxes(OpBuilder &builder, Location loc,
                                             PadOpInterface op);

/// The axes of the pad of which `op` is a gradient.
SmallVector<SymbolicPadAxis> getSymbolicAxes(OpBuilder &builder,
                                             AdjointOpInterface op);

/// Axis `axis` of `op` with the numbers that attributes, types and constant
/// operands give, as run time applies them: a negative interior pad counts as 0
/// (C2). A number that is not known is `ShapedType::kDynamic`. Constant
/// operands may break C4 to C7, because the verifier leaves these to run time.
PadAxis getKnownNumbers(PadOpInterface op, int64_t axis);

/// Extent of the source axis after dilation, as an index attribute if all
/// numbers are static, else as an index value. Interior pads that break C2 or
/// C7 count as the nearest ones that do not.
OpFoldResult emitDilatedExtent(OpBuilder &builder, Location loc,
                               const SymbolicPadAxis &axis);

/// `max(0, low + dilated extent + high)` as an index attribute if all numbers
/// are static, else as an index value. With `cropsNothing` no pad is negative;
/// a sum that exceeds 64 bits (C7) then stays negative, which no allocation
/// accepts.
OpFoldResult emitPaddedExtent(OpBuilder &builder, Location loc,
                              const SymbolicPadAxis &axis,
                              bool cropsNothing = false);

/// The extents of the result of `op`, or of its destination: attributes for
/// what the type of a result states, and index values for the rest.
SmallVector<OpFoldResult> emitPaddedExtents(OpBuilder &builder,
                                            PadOpInterface op);

/// Whether `pad` is known not to be negative: a constant, an extent, a maximum
/// with such a number, or by its value bounds.
bool isKnownNonNegative(OpFoldResult pad);

/// Whether `pad` is a constant that is not positive.
bool isKnownNotPositive(OpFoldResult pad);

/// One axis of a pad as two steps: a window of one tensor, and a pad that crops
/// nothing.
struct CropSplit {
  /// The window: its first index, and how many. It is in bounds.
  OpFoldResult offset, size;
  /// Pads that are not negative.
  OpFoldResult low, high;
};

/// Splits one axis without interior padding into a window of the source and a
/// pad of that window. `padded` is the padded extent. This is right in constant
/// mode for any pads, and in every mode for pads that are not positive.
CropSplit emitCropOfSource(OpBuilder &builder, Location loc,
                           const SymbolicPadAxis &axis, OpFoldResult padded);

/// Splits one axis into a pad that crops nothing and a window of
/// its result. `padded` is the padded extent of `axis`. An axis that ends up
/// empty is not extended: it may have nothing to extend (C6).
CropSplit emitCropOfResult(OpBuilder &builder, Location loc,
                           const SymbolicPadAxis &axis, OpFoldResult padded);

/// Result indices of one axis that read neighbouring source elements, one after
/// the other: neither extended nor dilated. Index attributes where static.
struct SymbolicInBoundsRange {
  /// First result index, at most the result extent.
  OpFoldResult begin;
  /// Number of them; may be 0.
  OpFoldResult size;
  /// What `begin` reads; `sourceBegin + size` is at most the source extent, for
  /// all operands.
  OpFoldResult sourceBegin;
};

/// The longest in-bounds range of `axis`, which has no interior padding.
/// `paddedExtent` is the extent of its result.
SymbolicInBoundsRange emitInBoundsRange(OpBuilder &builder, Location loc,
                                        const SymbolicPadAxis &axis,
                                        OpFoldResult paddedExtent);

/// The source indices of `axis`. What does not depend on the result index is
/// emitted here, and so outside of the loops.
SourceIndexMap<ArithValue> emitSourceIndexMap(OpBuilder &builder, Location loc,
                                              const SymbolicPadAxis &axis);

/// The result indices that read the elements of `axis`, whose result has extent
/// `padded`.
ReaderMap<ArithValue> emitReaderMap(OpBuilder &builder, Location loc,
                                    const SymbolicPadAxis &axis,
                                    OpFoldResult padded);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_SYMBOLICPADGEOMETRY_H
