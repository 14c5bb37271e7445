//===- PrefetchSplitStores.cpp - Lines that vectors end in ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "Prefetches.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PREFETCHSPLITSTORES
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A vector that is written into a row of a buffer.
struct RowWrite {
  TypedValue<MemRefType> buffer;
  OperandRange indices;
  int64_t lanes = 0, elementBytes = 0;
};
} // namespace

/// Describes the write `op`, through the caches; nullopt if it is none of a
/// vector of a row.
static std::optional<RowWrite> getRowWrite(Operation *op) {
  std::optional<RowWrite> row;
  VectorType type;
  if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
    if (write.getMask() || write.hasOutOfBoundsDim() ||
        !write.getPermutationMap().isMinorIdentity() ||
        !isa<MemRefType>(write.getBase().getType()))
      return std::nullopt;
    row = {cast<TypedValue<MemRefType>>(write.getBase()), write.getIndices()};
    type = write.getVectorType();
  } else if (auto store = dyn_cast<vector::StoreOp>(op)) {
    if (store.getNontemporal())
      return std::nullopt;
    row = {store.getBase(), store.getIndices()};
    type = store.getVectorType();
  } else {
    return std::nullopt;
  }
  std::optional<int64_t> bytes = getElementBytes(type.getElementType());
  // The elements of a buffer may be vectors themselves.
  MemRefType buffer = row->buffer.getType();
  if (!bytes || type.getRank() != 1 || type.isScalable() ||
      buffer.getRank() == 0 || !buffer.isLastDimUnitStride() ||
      buffer.getElementType() != type.getElementType())
    return std::nullopt;
  row->lanes = type.getNumElements();
  row->elementBytes = *bytes;
  return row;
}

/// Whether the next access to memory behind `op`, which writes `row`, writes the
/// vector right behind it.
static bool isContinued(const RowWrite &row, Operation *op) {
  Operation *next = op->getNextNode();
  while (next && isMemoryEffectFree(next))
    next = next->getNextNode();
  std::optional<RowWrite> other;
  if (next)
    other = getRowWrite(next);
  if (!other || other->buffer != row.buffer ||
      other->indices.drop_back() != row.indices.drop_back())
    return false;
  auto [base, offset] = splitIndex(row.indices.back());
  return splitIndex(other->indices.back()) ==
         std::pair(base, offset + row.lanes);
}

/// Whether a cache of level 1 holds all of the buffer that `row` is in, and as
/// much of a source.
static bool isSmall(const RowWrite &row) {
  auto whole = cast<MemRefType>(getWholeBuffer(row.buffer).getType());
  std::optional<int64_t> bytes =
      getTensorBytes(whole.getShape(), row.elementBytes);
  return bytes && *bytes < stencil::kMinPrefetchedBytes;
}

namespace {
struct PrefetchSplitStores
    : pad::impl::PrefetchSplitStoresBase<PrefetchSplitStores> {
  using PrefetchSplitStoresBase::PrefetchSplitStoresBase;

  void runOnOperation() override {
    PadDialect::FusedNestAttrHelper isNest(&getContext());
    // A nest over tiles has others inside.
    llvm::SetVector<Operation *> writes;
    getOperation()->walk([&](scf::ForOp nest) {
      if (!isNest.isAttrPresent(nest))
        return;
      isNest.removeAttr(nest);
      nest->walk([&](Operation *op) {
        if (getRowWrite(op))
          writes.insert(op);
      });
    });
    OpBuilder builder(&getContext());
    for (Operation *op : writes) {
      RowWrite row = *getRowWrite(op);
      if (row.lanes * row.elementBytes <= stencil::kBytesOfHeader ||
          isSmall(row) || isContinued(row, op))
        continue;
      builder.setInsertionPoint(op);
      ArithContext m{builder, op->getLoc()};
      SmallVector<Value> last(row.indices);
      last.back() = m(last.back()) + (row.lanes - 1);
      memref::PrefetchOp::create(builder, m.loc, row.buffer, last,
                                 /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
    }
  }
};
} // namespace
