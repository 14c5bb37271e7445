//===- PlaneKernel.h - Functions that move planes ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Rows and planes of dynamic numbers are moved by functions of
// the module, which all of its pads share that have the mode, the width of
// elements and the form in common. So each has the registers to itself, and a
// further pad costs little more than calls.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PLANEKERNEL_H
#define PAD_CONVERSION_PADTOVECTOR_PLANEKERNEL_H

#include "AxisValues.h"
#include "RowEmitter.h"
#include "VectorMover.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir {
namespace pad {

/// What a kernel is told of the planes it moves: index values in memory of its
/// caller, extents and strides in elements. A plane has rows along one axis,
/// here the outer one, and planes follow each other along another.
enum class PlaneNumber : int64_t {
  PlanesExtent,
  PlanesLow,
  PlanesInterior,
  PlanesResultExtent,
  PlaneSourceStride,
  PlaneResultStride,
  OuterExtent,
  OuterLow,
  OuterInterior,
  OuterResultExtent,
  OuterSourceStride,
  OuterResultStride,
  RowExtent,
  RowLow,
  RowInterior,
  RowResultExtent,
  /// Dense elements in each index of the row.
  InnerBlock,
  /// From the lowest element of the source in memory to behind the highest one;
  /// what lies between may be read.
  SourceBegin,
  SourceEnd
};

/// The number of `PlaneNumber`s.
constexpr int64_t kNumPlaneNumbers =
    static_cast<int64_t>(PlaneNumber::SourceEnd) + 1;

/// What the kernels of a pad have in common, and no number says.
struct KernelTraits {
  /// Of planes, of their rows, and of the indices of a row.
  PadMode planesMode, outerMode, rowMode;
  IntegerType elementType;
  VectorShape vectors;
  /// Bytes to which elements are aligned.
  int64_t alignment;
  /// Whether there may be interior pads along rows, and between rows or planes.
  bool hasRowInterior, hasOuterInterior;
  /// Whether inner blocks may be of several elements.
  bool hasInnerBlocks;
  /// Whether code reports what it does.
  bool traces;
  /// Whether LLVM compiles it for size, because more code does not make it
  /// faster (docs/Performance.md).
  bool isForSize = false;
  /// Whether LLVM may move its code to where it is called. Such a kernel has no
  /// loops that LLVM makes calls of memset or memcpy of.
  bool mayBeInlined = false;

  bool hasInterior() const { return hasRowInterior || hasOuterInterior; }
  /// Whether the padding value may be read at all.
  bool readsPadding() const {
    return getExtension(planesMode).isFilled() ||
           getExtension(outerMode).isFilled() ||
           getExtension(rowMode).isFilled() || hasInterior();
  }
};

/// Operands of every kernel.
struct PlaneOperands {
  FlatBuffer source;
  /// Where the source of the first plane begins.
  ArithValue sourceOffset;
  FlatBuffer result;
  /// Where the first plane, with all of its rows, begins in the result.
  ArithValue resultOffset;
  /// The rows to write, numbered from plane to plane.
  RowWindow rows;
  /// Result indices of each row: all of them, unless there is but one row.
  RowWindow window;
  /// A memref of `PlaneNumber`s.
  Value numbers;
  /// The padding value, one element.
  ArithValue padding;
};

ArithValue loadPlaneNumber(ArithContext m, Value numbers, PlaneNumber number);
void storePlaneNumber(ArithContext m, Value numbers, PlaneNumber number,
                      ArithValue value);

/// The body of a kernel while it is emitted.
struct PlaneKernel {
  PlaneKernel(OpBuilder &b, Location loc, const KernelTraits &traits,
              const PlaneOperands &operands, ValueRange extraOperands);
  /// One of the extra operands that are numbers.
  ArithValue getExtra(int64_t index) {
    return mover.math()(extraOperands[index]);
  }
  /// One of the numbers.
  ArithValue load(PlaneNumber number) {
    return loadPlaneNumber(mover.math(), operands.numbers, number);
  }

  /// What is done for a plane: where its source and its result begin, which of
  /// its rows, and an `i1`: whether it reads the source; null if all do.
  using Body =
      function_ref<void(ArithValue, ArithValue, RowWindow, ArithValue)>;
  /// Planes that have some of `rows`. With `isOnePlane`, an `i1`, there is but
  /// one, which begins where the operands say.
  void forPlanes(RowWindow rows, ArithValue isOnePlane, Body body);

  const KernelTraits &traits;
  VectorMover mover;
  PlaneOperands operands;
  /// Planes, their rows, and the indices of a row.
  AxisValues planes, outer, row;
  ArithValue innerBlock;
  /// Operands beside those that every kernel has.
  ValueRange extraOperands;
};

/// The kernel `kind` of `traits` in the module around the insertion point of
/// `b`, for operands of the types of `operands` and `extraOperands`, and with
/// results of `results`. Where it is not there yet, `build` emits its body and
/// returns what it returns.
func::FuncOp
getPlaneKernel(OpBuilder &b, StringRef kind, const KernelTraits &traits,
               const PlaneOperands &operands, ValueRange extraOperands,
               TypeRange results,
               function_ref<SmallVector<Value>(PlaneKernel &)> build);

/// A call of `kernel`; its results.
ValueRange callPlaneKernel(OpBuilder &b, Location loc, func::FuncOp kernel,
                           const PlaneOperands &operands,
                           ValueRange extraOperands);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PLANEKERNEL_H
