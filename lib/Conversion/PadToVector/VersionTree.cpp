//===- VersionTree.cpp - Versions as a tree of branches -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the tree.
class VersionTree {
public:
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
} // namespace

VersionTree::VersionTree(OpBuilder &b, PadIntoOp op, const PadPlan &plan,
                         const PadToVectorOptions &options, Value paddingValue)
    : op(op), plan(plan), options(options),
      mover(b, op.getLoc(), b.getIntegerType(plan.elementBits), plan.vectors,
            plan.elementAlignment, paddingValue, options.trace) {}

SmallVector<VersionTree::Candidate>
VersionTree::select(ArrayRef<Candidate> candidates, ArrayRef<PadGuard> guards,
                    bool hold) {
  auto isFoundOut = [&](PadGuard guard) {
    return llvm::is_contained(guards, guard);
  };
  SmallVector<Candidate> left;
  for (const Candidate &candidate : candidates) {
    if (!hold && llvm::any_of(candidate.guards, isFoundOut))
      continue;
    left.push_back(candidate);
    llvm::erase_if(left.back().guards, isFoundOut);
    if (left.back().guards.empty())
      break;
  }
  return left;
}

SmallVector<PadGuard>
VersionTree::getNextGuards(ArrayRef<Candidate> candidates) {
  ArrayRef<PadGuard> guards = candidates.front().guards;
  return llvm::filter_to_vector(guards, [&](PadGuard guard) {
    return llvm::all_of(candidates, [&](const Candidate &candidate) {
      return llvm::is_contained(candidate.guards, guards.front()) ==
             llvm::is_contained(candidate.guards, guard);
    });
  });
}

ArithValue VersionTree::emitAreOperandsAsPlanned() {
  ArithContext m = mover.math();
  ArithValue areAsPlanned = m.condition(true);
  auto require = [&](OpFoldResult lhs, OpFoldResult rhs) {
    areAsPlanned = areAsPlanned & eq(m.value(lhs), m.value(rhs));
  };
  SmallVector<OpFoldResult> results =
      memref::getMixedSizes(m.b, m.loc, op.getInit());
  SmallVector<OpFoldResult> sources =
      memref::getMixedSizes(m.b, m.loc, op.getSource());
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
    if (isPlannedUnpadded(op, axis))
      require(sources[axis], results[axis]);
  if (!plan.assumesUnitStride)
    return areAsPlanned;
  for (Value memref : {op.getSource(), op.getInit()})
    require(memref::ExtractStridedMetadataOp::create(m.b, m.loc, memref)
                .getConstifiedMixedStrides()
                .back(),
            m.b.getIndexAttr(1));
  return areAsPlanned;
}

void VersionTree::emitScalarLoops() {
  mover.trace(EmittedWay::Scalar);
  Operation *scalar = mover.builder().clone(*op);
  PadDialect::ScalarAttrHelper(op.getContext())
      .setAttr(scalar, mover.builder().getUnitAttr());
}

void VersionTree::emitCandidates(ArrayRef<Candidate> candidates,
                                 PadEmitter *emitter, bool arePlanesNumbered) {
  const Candidate &first = candidates.front();
  const PadVersion &version = *first.version;
  if (version.isBy(RowStrategy::Kind::ScalarLoops))
    return emitScalarLoops();
  SmallVector<PadGuard> guards = getNextGuards(candidates);
  bool isOfOperands = guards == ArrayRef(PadGuard::OperandsAsPlanned);
  std::unique_ptr<PadEmitter> ofRow;
  if (!isOfOperands && (!emitter || emitter->getRow() != version.row)) {
    ofRow = std::make_unique<PadEmitter>(mover, op, plan, version.row, options);
    emitter = ofRow.get();
    arePlanesNumbered = false;
  }
  // As late as all that is left needs them.
  bool needsNumbers = !isOfOperands && !arePlanesNumbered &&
                      llvm::all_of(candidates, [&](const Candidate &candidate) {
                        return candidate.version->needsPlaneNumbers() ||
                               candidate.version->row != version.row;
                      });
  if (needsNumbers) {
    emitter->emitPlaneNumbers();
    arePlanesNumbered = true;
  }
  if (guards.empty())
    return emitter->emit(version);
  ArithValue hold;
  for (PadGuard guard : guards) {
    ArithValue holds =
        isOfOperands ? emitAreOperandsAsPlanned() : emitter->emitGuard(guard);
    hold = hold ? hold & holds : holds;
  }
  auto emitWhere = [&](bool holds) {
    emitCandidates(select(candidates, guards, holds), emitter,
                   arePlanesNumbered);
  };
  mover.ifElse(hold, [&] { emitWhere(true); }, [&] { emitWhere(false); });
}

void VersionTree::emit() {
  SmallVector<Candidate> candidates;
  for (const PadVersion &version : plan.versions)
    candidates.push_back({&version, version.guards});
  emitCandidates(select(candidates, {}, /*hold=*/true), /*emitter=*/nullptr,
                 /*arePlanesNumbered=*/false);
}

void mlir::pad::emitVersions(OpBuilder &b, PadIntoOp op, const PadPlan &plan,
                             const PadToVectorOptions &options,
                             Value paddingValue) {
  VersionTree(b, op, plan, options, paddingValue).emit();
}
