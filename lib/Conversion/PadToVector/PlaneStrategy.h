//===- PlaneStrategy.h - Ways to move planes --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_PLANESTRATEGY_H
#define PAD_CONVERSION_PADTOVECTOR_PLANESTRATEGY_H

#include "FlatView.h"
#include "LoopNest.h"
#include "Pad/Analysis/PadPlan.h"
#include "PlaneKernel.h"
#include "StreamWriter.h"

namespace mlir {
namespace pad {

/// What strategies are told of a pad.
struct PlaneContext {
  VectorMover &mover;
  const KernelTraits &traits;
  const FlatView &source;
  /// Rows of a plane, null if there is but one; and the indices of a row.
  const AxisValues *outer;
  const AxisValues &row;
  /// Elements of an inner block.
  ArithValue innerBlock;
  /// Whether other rows of the pad, if not these, have inner blocks of several
  /// elements.
  bool mayHaveInnerBlocks;
};

/// How the planes of a version are written.
struct PlaneTarget {
  /// What goes through the stage, if they are written past the caches.
  StreamWriter::Staging staging;
  /// The most elements of an inner block.
  int64_t maxInnerBlock;
  StreamWriter::Memory memory;
  /// The first offset that is written by means of `memory`.
  ArithValue begin;
  /// The writer of code outside of kernels; null if the mover stores.
  StreamWriter *writer = nullptr;
  /// Whether the result holds the data already, so that borders remain.
  bool isDataThere = false;
};

/// What a strategy is told of the calls that it would emit.
struct PlaneUse {
  /// An `i1`: whether every call has all rows of planes.
  ArithValue arePlanesWhole;
  /// An `i1`: whether a later strategy for long rows fits. The last one, which
  /// always fits, does not count.
  ArithValue fitsLater;
  /// The number of calls, all of which move equally many planes.
  ArithValue numCalls;
};

/// Moves dynamic planes by kernels. Each subclass is in a file of its own, with
/// a function that creates it.
class PlaneStrategy {
public:
  explicit PlaneStrategy(const PlaneContext &context)
      : context(context), traits(context.traits) {}
  virtual ~PlaneStrategy() = default;

  /// Emits, outside of the loops, what all planes of `operands` share; an `i1`:
  /// whether moving them so is legal and profitable.
  virtual ArithValue emitFits(const PlaneOperands &operands,
                              const PlaneUse &use);
  /// Whether this strategy moves the long rows that it fits faster than
  /// permuted tiles do.
  virtual bool isForLongRows() const { return true; }
  /// Moves the planes of `operands`.
  virtual void emit(const PlaneOperands &operands,
                    const PlaneTarget &target) = 0;

protected:
  /// A call of the kernel `kind`, whose body `build` emits where the module has
  /// none yet.
  void callKernel(StringRef kind, const PlaneOperands &operands,
                  ValueRange extraOperands,
                  function_ref<void(PlaneKernel &)> build) const;
  /// The same for a kernel that writes past the caches, as `target` says.
  void callStreamingKernel(
      StringRef kind, const PlaneOperands &operands, const PlaneTarget &target,
      function_ref<void(PlaneKernel &, StreamWriter &)> build) const;

  const PlaneContext &context;
  /// The traits of the kernels of this strategy.
  KernelTraits traits;
};

/// One that moves rows of elements: kernels of its kind know no inner blocks,
/// and it fits where these turn out to have one element.
class ElementStrategy : public PlaneStrategy {
public:
  explicit ElementStrategy(const PlaneContext &context)
      : PlaneStrategy(context) {
    traits.hasInnerBlocks = false;
  }

protected:
  /// An `i1`: whether inner blocks have one element.
  ArithValue emitAreElements() const;
};

#define PAD_PLANE_STRATEGY(NAME, TEXT)                                         \
  std::unique_ptr<PlaneStrategy> create##NAME(const PlaneContext &context,     \
                                              const RowStrategy &strategy);
#include "Pad/Analysis/RowStrategies.def"

/// The emission of `strategy`. `context` outlives it.
std::unique_ptr<PlaneStrategy> createPlaneStrategy(const PlaneContext &context,
                                                   const RowStrategy &strategy);

/// The body of a kernel that moves row by row: `emitRow(sourceOffset,
/// resultOffset, bordersOnly)` for the source and the result of each row with
/// data, and padding values for what reads none, by `writer` if there is one.
/// With `isOnePlane`, there is but the plane that begins where the operands
/// say; with `bordersOnly`, its data is there already.
void emitPlaneRows(PlaneKernel &kernel, LoopNest::Inner emitRow,
                   StreamWriter *writer = nullptr, bool isOnePlane = false,
                   bool bordersOnly = false);

/// Where the first index of the window of a row goes.
ArithValue getWindowOffset(PlaneKernel &kernel, ArithValue rowOffset);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_PLANESTRATEGY_H
