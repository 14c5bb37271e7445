//===- VectorMover.h - Runs of elements as vectors --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_VECTORMOVER_H
#define PAD_CONVERSION_PADTOVECTOR_VECTORMOVER_H

#include "Pad/Conversion/EmittedWays.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadFormulas.h"
#include "Pad/Rows/VectorShape.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
namespace pad {

/// A buffer as one dense row of elements from its first: a memref of rank 1.
/// Offsets into it are in elements.
using FlatBuffer = Value;

/// Emits moves of runs: whole vectors, and for the rest the same vector once
/// more, flush with the end. A run shorter than a vector is moved by a mask
/// where the target has masks for that, else by two narrower vectors that
/// overlap or element by element. No element outside the run is read or
/// written.
class VectorMover {
public:
  /// `shape`: the widest vectors, of at least 2 elements; `alignment` is the
  /// one of elements, in bytes; `paddingValue` is one element, null if none is
  /// ever needed. `traces`: code reports what it does.
  VectorMover(OpBuilder &builder, Location loc, IntegerType elementType,
              VectorShape shape, int64_t alignment, Value paddingValue,
              bool traces);

  OpBuilder &builder() { return b; }
  Location location() const { return loc; }
  ArithContext math() { return {b, loc}; }
  /// Stack memory of `size` elements, which is allocated once in the function
  /// around the insertion point, also where that is in a loop; with an
  /// `alignment` in bytes if that is not 0.
  Value allocate(int64_t size, Type type, int64_t alignment = 0);
  /// Has the code report, at this point, that it takes `way`.
  void trace(EmittedWay way) { traceNumber(static_cast<int64_t>(way)); }
  void trace(AdjointWay way) { traceNumber(static_cast<int64_t>(way)); }
  int64_t getLanes() const { return lanes; }
  int64_t getElementBytes() const { return elementType.getWidth() / 8; }
  bool isScalable() const { return shape.isScalable; }
  /// Whether short runs are moved by masks.
  bool hasMasks() const { return shape.hasMasks(elementType.getWidth()); }
  /// Whether lanes can be permuted by numbers that are known only at run time.
  bool canPermute() const { return shape.canPermute(elementType.getWidth()); }
  /// Whether masked loads are available.
  bool hasMaskedLoads() const {
    return hasMasks() ||
           (shape.isa == VectorISA::AVX2 && elementType.getWidth() >= 32);
  }
  IntegerType getElementType() const { return elementType; }
  /// A mover of the vectors whose lanes are permuted (`getPermutedBits`).
  VectorMover withPermutedVectors() const;
  VectorType getVectorType(int64_t width) const {
    return VectorType::get(width, elementType);
  }

  /// The number of each lane.
  ArithValue emitLaneIndices(VectorType type);
  /// An element of this value: its sign fills the bits above the 64th.
  ArithValue emitElement(int64_t value);
  /// The padding value in `width` lanes.
  ArithValue getPadding(int64_t width);
  /// `element` in `width` lanes.
  ArithValue splat(ArithValue element, int64_t width);
  ArithValue load(FlatBuffer buffer, ArithValue offset, int64_t width);
  ArithValue loadElement(FlatBuffer buffer, ArithValue offset);
  /// Loads `width` elements, the first one at `offset` and the next ones in
  /// steps of `direction` (`getDirection`): upwards, downwards, or the same one
  /// in all lanes. `mask`, if any, has the lanes to read of the vector in
  /// memory, whose order is upwards.
  ArithValue loadRun(FlatBuffer buffer, ArithValue offset, int64_t width,
                     int64_t direction, ArithValue mask = {});
  void store(ArithValue vector, FlatBuffer buffer, ArithValue offset);
  /// A store past the caches; the address is a multiple of the vector's size.
  void stream(ArithValue vector, FlatBuffer buffer, ArithValue offset);
  void storeElement(ArithValue element, FlatBuffer buffer, ArithValue offset);
  /// Prefetches the cache line of the element at `offset`, which may lie
  /// outside of the buffer.
  void prefetch(FlatBuffer buffer, ArithValue offset);
  /// A mask of the first `count` lanes of a vector, 1 to all of them.
  ArithValue emitLanesBelow(ArithValue count);
  /// A mask of those lanes of a vector whose numbers are in `[first, last)`.
  ArithValue emitLanes(ArithValue first, ArithValue last);
  /// The same where both numbers are 0 to the number of lanes.
  ArithValue emitLanesInside(ArithValue first, ArithValue last);
  /// Loads the lanes of a vector that `mask` has. The other lanes are not read;
  /// they are those of `others`, or zeros.
  ArithValue loadMasked(FlatBuffer buffer, ArithValue offset, ArithValue mask,
                        ArithValue others = {});
  /// Stores the lanes of `vector` that `mask` has; memory of the other lanes is
  /// not written.
  void storeMasked(ArithValue vector, FlatBuffer buffer, ArithValue offset,
                   ArithValue mask);
  /// The operand of `emitPermuted` for `lanes`, the numbers of lanes in
  /// elements of as many bits as the vector's; computed outside of loops.
  ArithValue emitLaneNumbers(ArithValue lanes);
  /// `vector` with the lanes of these numbers; see `VectorShape::canPermute`.
  ArithValue emitPermuted(ArithValue vector, ArithValue laneNumbers);
  /// For each lane of a vector of whole blocks of `innerBlock` elements, at
  /// most half of its lanes, that are read in steps of `direction`, -1 or 0:
  /// the distance of the element that it reads from the first one of the first
  /// block. With `isFromEnd`, lanes are counted from the last one.
  ArithValue emitBlockLanes(ArithValue innerBlock, int64_t direction,
                            bool isFromEnd = false);
  /// Lanes of `lhs` and `rhs` by `mask`; the operand itself for an identity.
  ArithValue shuffle(ArithValue lhs, ArithValue rhs, ArrayRef<int64_t> mask);
  /// `vector` with its lanes in reverse order.
  ArithValue reverse(ArithValue vector);

  /// Stores one element `count` times from `offset` on; `element` emits it, at
  /// a point where `count` is known not to be 0.
  void fill(FlatBuffer buffer, ArithValue offset, ArithValue count,
            function_ref<ArithValue()> element);
  void fillStatic(FlatBuffer buffer, ArithValue offset, int64_t count,
                  function_ref<ArithValue()> element);
  /// Stores `count` padding values.
  void fillPadding(FlatBuffer buffer, ArithValue offset, ArithValue count);

  /// Moves `count` elements, the first one at `sourceOffset` and the next ones
  /// in steps of `direction` (`getDirection`), by little code.
  void copy(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
            ArithValue resultOffset, ArithValue count, int64_t direction = 1);
  /// The same for a known number of elements, with `interior` padding values
  /// between neighbours.
  void copyStatic(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
                  ArithValue resultOffset, int64_t count, int64_t direction = 1,
                  int64_t interior = 0);
  /// A known number of elements upwards, by groups of vectors where they are
  /// many.
  void copyInGroups(FlatBuffer source, ArithValue sourceOffset,
                    FlatBuffer result, ArithValue resultOffset, int64_t count);
  /// At least `getLanes()` elements, `interior` padding values between
  /// neighbours.
  void spread(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
              ArithValue resultOffset, ArithValue count, int64_t interior);

  // Loops, in VectorLoops.cpp.

  /// Covers `count` elements with vectors of `getLanes()`, the last flush with
  /// the end; or, if they are fewer and some, by `maskedBody` where the target
  /// has masks, else one by one. The bodies are given the first element of
  /// each. `inPairs`: as `forVectorPairs` has them.
  void forElements(ArithValue count, function_ref<void(ArithValue)> vectorBody,
                   function_ref<void(ArithValue)> elementBody,
                   function_ref<void()> maskedBody, bool inPairs = false);
  /// Covers elements `[first, end)` with vectors, of which the last may reach
  /// up to a vector beyond `end`; at least one, where that is not known. Two at
  /// a time: of a loop that moves one, LLVM makes a call of memcpy, which takes
  /// as long as a row of some hundred bytes.
  void forVectorPairs(ArithValue first, ArithValue end,
                      function_ref<void(ArithValue)> body);
  /// Both ends of an axis, left and right, by the same code: `body` is given
  /// whether it is the right one.
  void forBothEnds(function_ref<void(ArithValue)> body);
  /// `for (i = low; i < high; i += step)`; nothing where that is empty.
  void forLoop(ArithValue low, ArithValue high, int64_t step,
               function_ref<void(ArithValue)> body);
  void forLoop(ArithValue low, ArithValue high, ArithValue step,
               function_ref<void(ArithValue)> body);
  /// Both branches see the insertion point inside; only one is built for a
  /// constant condition.
  void ifElse(ArithValue condition, function_ref<void()> thenBranch,
              function_ref<void()> elseBranch);

private:
  void traceNumber(int64_t way);
  /// A mask of `count` lanes, 1 to all of them, at one end of the vector.
  ArithValue emitShiftedMask(ArithValue count, bool isAtEnd);
  /// A run of 1 to `lanes` elements by a mask.
  void copyMasked(FlatBuffer source, ArithValue sourceOffset, FlatBuffer result,
                  ArithValue resultOffset, ArithValue count, bool isReverse);
  /// The widest vector that `count` elements, at least one, fill.
  int64_t getWidthFor(int64_t count) const;
  /// At least `width` elements by vectors of `width`.
  void copyVectors(FlatBuffer source, ArithValue sourceOffset,
                   FlatBuffer result, ArithValue resultOffset, ArithValue count,
                   int64_t width, bool isReverse, int64_t interior);
  /// The first element of a run at `offset` of `buffer`, but the one at 0, that
  /// begins an aligned vector.
  ArithValue emitFirstAligned(FlatBuffer buffer, ArithValue offset);
  /// Covers `count >= lanes` elements at `offset` of `buffer` with vectors that
  /// are aligned but for the first and the last.
  void forAlignedVectors(FlatBuffer buffer, ArithValue offset, ArithValue count,
                         function_ref<void(ArithValue)> body);
  /// Covers `count >= width` elements with vectors: `steady` at 0, `width`, ...
  /// for all but the last, and `last` for that, flush with the end. `inPairs`:
  /// as `forVectorPairs` has them.
  void forVectors(ArithValue count, int64_t width,
                  function_ref<void(ArithValue)> steady,
                  function_ref<void(ArithValue)> last, bool inPairs = false);

  /// `fill` and `copy` by scalable vectors (ScalableMoves.cpp).
  void fillScalable(FlatBuffer buffer, ArithValue offset, ArithValue count,
                    ArithValue element);
  void copyScalable(FlatBuffer source, ArithValue sourceOffset,
                    FlatBuffer result, ArithValue resultOffset,
                    ArithValue count);
  void reverseScalable(FlatBuffer source, ArithValue sourceOffset,
                       FlatBuffer result, ArithValue resultOffset,
                       ArithValue count);
  VectorType getScalableType(Type element) const;
  /// Lanes of a scalable vector.
  ArithValue getScalableLanes();
  /// Covers `count` elements: `body` is given 0, lanes, ... and the mask of the
  /// lanes that are among them.
  void forMasked(ArithValue count,
                 function_ref<void(ArithValue, ArithValue)> body);

  OpBuilder &b;
  Location loc;
  IntegerType elementType;
  VectorShape shape;
  int64_t lanes;
  llvm::MaybeAlign alignment;
  ArithValue paddingValue;
  bool traces;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_VECTORMOVER_H
