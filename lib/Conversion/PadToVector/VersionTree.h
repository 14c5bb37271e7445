//===- VersionTree.h - Versions as a tree of branches -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_PADTOVECTOR_VERSIONTREE_H
#define PAD_CONVERSION_PADTOVECTOR_VERSIONTREE_H

#include "PadEmitter.h"

namespace mlir {
namespace pad {

/// Emits the versions of a plan as a tree of branches, in which each
/// guard is evaluated at most once, and the first version whose guards hold is
/// run.
class VersionTree {
public:
  /// `paddingValue` is one element as memory holds it; null if none is read.
  VersionTree(OpBuilder &b, PadIntoOp op, const PadPlan &plan,
              const PadToVectorOptions &options, Value paddingValue);

  /// The whole pad.
  void emit();

private:
  /// A version, and those of its guards that are not found out yet.
  struct Candidate {
    const PadVersion *version;
    SmallVector<PadGuard> guards;
  };
  /// Those of `candidates` that are left where all `guards` hold, or where one
  /// of them does not; up to one that has no guards left.
  static SmallVector<Candidate> select(ArrayRef<Candidate> candidates,
                                       ArrayRef<PadGuard> guards, bool hold);
  /// The next guards to find out: those of the first candidate that the same
  /// candidates need.
  static SmallVector<PadGuard> getNextGuards(ArrayRef<Candidate> candidates);

  /// The tree of `candidates`. `emitter` has the numbers of rows that are
  /// emitted already; null if there are none. `arePlanesNumbered` says whether
  /// it has written those of planes to memory.
  void emitCandidates(ArrayRef<Candidate> candidates, PadEmitter *emitter,
                      bool arePlanesNumbered);
  /// Whether the operands are as the plan assumes: the same extents of source
  /// and destination on axes that are not padded, and innermost strides of 1.
  ArithValue emitAreOperandsAsPlanned();
  /// Leaves the pad to `--convert-pad-to-scf`.
  void emitScalarLoops();

  PadIntoOp op;
  const PadPlan &plan;
  const PadToVectorOptions &options;
  VectorMover mover;
};

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_PADTOVECTOR_VERSIONTREE_H
