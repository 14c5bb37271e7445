//===- StreamFusedRows.cpp - Rows of fused consumers past the caches ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::pad {
#define GEN_PASS_DEF_STREAMFUSEDROWS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// How far ahead the rows of sources are prefetched: a page, which processors
/// do not cross by themselves.
static constexpr int64_t kPrefetchBytes = 4096;

/// Blocks of a row from which on it is written past the caches: the vectors at
/// its ends are not, and a line that is partly in a cache costs more than one
/// that is all there.
static constexpr int64_t kMinStreamedBlocks = 8;

namespace {
/// The writes of an iteration of a loop over blocks of a row.
struct RowWrites {
  SmallVector<vector::TransferWriteOp> writes;
  TypedValue<MemRefType> result;
  int64_t elementBytes = 0;
};
} // namespace

/// Whether `index` is that of `loop` and `offset`.
static bool isAhead(Value index, scf::ForOp loop, int64_t offset) {
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    return sum.getLhs() == loop.getInductionVar() &&
           getConstantIntValue(sum.getRhs()) == offset;
  return index == loop.getInductionVar() && offset == 0;
}

/// An index as a value, null for none, and what is added to it.
static std::pair<Value, int64_t> splitIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return {Value(), *constant};
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> more = getConstantIntValue(sum.getRhs()))
      return {sum.getLhs(), *more};
  if (auto difference = index.getDefiningOp<arith::SubIOp>())
    if (std::optional<int64_t> less = getConstantIntValue(difference.getRhs()))
      return {difference.getLhs(), -*less};
  return {index, 0};
}

/// Prefetches, `kPrefetchBytes` ahead, the lines that an iteration of `loop`
/// reads of the row of each source that no row before it has read: the one with
/// the greatest index.
static void emitPrefetches(OpBuilder &builder, scf::ForOp loop) {
  auto getRow = [](vector::TransferReadOp read) {
    return splitIndex(read.getIndices().drop_back().back()).second;
  };
  SmallVector<vector::TransferReadOp> reads;
  llvm::MapVector<Value, int64_t> newest;
  for (auto read : loop.getBody()->getOps<vector::TransferReadOp>()) {
    if (!isa<MemRefType>(read.getBase().getType()) ||
        read.getIndices().size() < 2 ||
        !getElementBytes(getElementTypeOrSelf(read.getBase())))
      continue;
    reads.push_back(read);
    int64_t &row = newest.try_emplace(read.getBase(), INT64_MIN).first->second;
    row = std::max(row, getRow(read));
  }
  llvm::SmallSetVector<std::tuple<Value, Value, int64_t>, 8> lines;
  for (vector::TransferReadOp read : reads) {
    Value source = read.getBase();
    if (getRow(read) != newest.lookup(source))
      continue;
    int64_t bytes = *getElementBytes(getElementTypeOrSelf(source));
    auto [base, offset] = splitIndex(read.getIndices().back());
    if (!lines.insert(
            {source, base,
             llvm::divideFloorSigned(offset * bytes, cost::kLineBytes)}))
      continue;
    builder.setInsertionPointAfter(read);
    ArithContext m{builder, read.getLoc()};
    SmallVector<Value> indices(read.getIndices());
    indices.back() = m(indices.back()) + kPrefetchBytes / bytes;
    memref::PrefetchOp::create(builder, m.loc, source, indices,
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}

/// Describes the writes of `loop`; nullopt unless they are whole cache lines,
/// one after the other, and all that the loop does.
static std::optional<RowWrites> describeWrites(scf::ForOp loop) {
  RowWrites row;
  if (loop.getNumResults() != 0)
    return std::nullopt;
  SmallVector<Value> read;
  for (Operation &inner : loop.getBody()->without_terminator()) {
    if (inner.getNumRegions() != 0)
      return std::nullopt;
    if (auto write = dyn_cast<vector::TransferWriteOp>(inner))
      row.writes.push_back(write);
    else if (auto vector = dyn_cast<vector::TransferReadOp>(inner))
      read.push_back(vector.getBase());
    else if (auto load = dyn_cast<memref::LoadOp>(inner))
      read.push_back(load.getMemref());
    else if (!isMemoryEffectFree(&inner) && !isa<memref::PrefetchOp>(inner))
      return std::nullopt;
  }
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || row.writes.empty())
    return std::nullopt;
  row.result = dyn_cast<TypedValue<MemRefType>>(row.writes.front().getBase());
  std::optional<int64_t> bytes =
      row.result ? getElementBytes(row.result.getType().getElementType())
                 : std::nullopt;
  // A block that reads what it writes cannot run twice.
  if (!bytes || *step * *bytes % cost::kLineBytes != 0 ||
      !loop.isDefinedOutsideOfLoop(row.result) ||
      llvm::is_contained(read, row.result) ||
      !row.result.getType().isLastDimUnitStride())
    return std::nullopt;
  row.elementBytes = *bytes;
  int64_t written = 0;
  for (vector::TransferWriteOp write : row.writes) {
    if (write.getBase() != row.result || write.getMask() ||
        write.hasOutOfBoundsDim() ||
        !write.getPermutationMap().isMinorIdentity() ||
        write.getVectorType().getRank() != 1 ||
        !isAhead(write.getIndices().back(), loop, written))
      return std::nullopt;
    for (Value index : write.getIndices().drop_back())
      if (!loop.isDefinedOutsideOfLoop(index))
        return std::nullopt;
    written += write.getVectorType().getNumElements();
  }
  if (written != *step)
    return std::nullopt;
  return row;
}

/// The address of the first element of the row that the loop writes from
/// `begin` on, in bytes.
static ArithValue emitAddress(ArithContext m, RowWrites &row,
                              ArithValue begin) {
  auto view = memref::ExtractStridedMetadataOp::create(m.b, m.loc, row.result);
  ArithValue element = m.value(view.getConstifiedMixedOffset());
  SmallVector<OpFoldResult> strides = view.getConstifiedMixedStrides();
  ValueRange indices = row.writes.front().getIndices();
  for (auto [index, stride] :
       llvm::zip_equal(indices.drop_back(), ArrayRef(strides).drop_back()))
    element = element + m(index) * m.value(stride);
  ArithValue base =
      m(memref::ExtractAlignedPointerAsIndexOp::create(m.b, m.loc, row.result));
  return base + (element + begin) * row.elementBytes;
}

/// The first vectors, as many as write `count` elements, of the iteration of
/// `loop` at `index`.
static void emitVectors(OpBuilder &builder, scf::ForOp loop, int64_t count,
                        Value index) {
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), index);
  int64_t written = 0;
  // What only other vectors need is dead.
  for (Operation &inner : loop.getBody()->without_terminator()) {
    auto write = dyn_cast<vector::TransferWriteOp>(inner);
    if (isa<memref::PrefetchOp>(inner) || (write && written >= count))
      continue;
    builder.clone(inner, mapping);
    if (write)
      written += write.getVectorType().getNumElements();
  }
}

/// Makes `loop` write whole cache lines past the caches, from the first one on
/// that begins in the row. Vectors write what is before and behind these lines.
static void emitStreamedLoop(OpBuilder &builder, scf::ForOp loop,
                             RowWrites &row) {
  ArithContext m{builder, loop.getLoc()};
  ArithValue begin = m(loop.getLowerBound()), end = m(loop.getUpperBound());
  int64_t step = *getConstantIntValue(loop.getStep()),
          line = cost::kLineBytes / row.elementBytes;
  ArithValue place = udiv(emitAddress(m, row, begin), row.elementBytes);
  ArithValue first = begin + ((0 - place) & (line - 1));
  int64_t lanes = row.writes.front().getVectorType().getNumElements();
  auto emitIf = [&](ArithValue holds, int64_t count, ArithValue index) {
    OpBuilder::InsertionGuard guard(builder);
    auto branch =
        scf::IfOp::create(builder, m.loc, holds, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    emitVectors(builder, loop, count, index);
  };
  auto copyAnnotation = [&](scf::ForOp made) {
    made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  };
  emitIf(begin < first, line, begin);
  ArithValue last = first + udiv(end - first, step) * step;
  auto streamed =
      scf::ForOp::create(builder, m.loc, first, last, m.constant(step));
  copyAnnotation(streamed);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(streamed.getBody());
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), streamed.getInductionVar());
    for (Operation &inner : loop.getBody()->without_terminator()) {
      auto write = dyn_cast<vector::TransferWriteOp>(inner);
      if (!write) {
        builder.clone(inner, mapping);
        continue;
      }
      int64_t bytes = write.getVectorType().getNumElements() * row.elementBytes;
      vector::StoreOp::create(
          builder, m.loc, mapping.lookupOrDefault(write.getVector()),
          row.result,
          llvm::map_to_vector(
              write.getIndices(),
              [&](Value index) { return mapping.lookupOrDefault(index); }),
          /*nontemporal=*/true,
          llvm::MaybeAlign(std::min<int64_t>(bytes, cost::kLineBytes)));
    }
  }
  auto rest =
      scf::ForOp::create(builder, m.loc, last, end - lanes, m.constant(lanes));
  copyAnnotation(rest);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(rest.getBody());
    emitVectors(builder, loop, /*count=*/1, rest.getInductionVar());
  }
  emitIf(last < end, /*count=*/1, end - lanes);
}

/// The outermost of the loops and branches right around `op`, itself if there
/// is none.
static Operation *getNest(Operation *op) {
  while (isa<scf::ForOp, scf::IfOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

namespace {
struct StreamFusedRows : pad::impl::StreamFusedRowsBase<StreamFusedRows> {
  using StreamFusedRowsBase::StreamFusedRowsBase;

  void runOnOperation() override {
    PadDialect::FusedRowAttrHelper mark(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (mark.isAttrPresent(loop))
        loops.push_back(loop);
    });
    llvm::SmallPtrSet<Operation *, 4> fenced;
    OpBuilder builder(&getContext());
    for (scf::ForOp loop : loops) {
      mark.removeAttr(loop);
      emitPrefetches(builder, loop);
      std::optional<RowWrites> row = describeWrites(loop);
      if (!row)
        continue;
      builder.setInsertionPoint(loop);
      ArithContext m{builder, loop.getLoc()};
      ArithValue isLarge = emitBufferBytes(m, row->result, row->elementBytes) >=
                           int64_t(nontemporalThreshold);
      if (isZeroInteger(OpFoldResult(isLarge)))
        continue;
      int64_t step = *getConstantIntValue(loop.getStep());
      // An address that is no multiple of the element is never that of a line.
      ArithValue begin = m(loop.getLowerBound());
      ArithValue streams =
          isLarge &
          (begin + (kMinStreamedBlocks - 1) * step <
           Value(loop.getUpperBound())) &
          eq(urem(emitAddress(m, *row, begin), row->elementBytes), 0);
      auto branch = scf::IfOp::create(builder, m.loc, streams,
                                      /*withElseRegion=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      emitStreamedLoop(builder, loop, *row);
      loop->moveBefore(branch.elseBlock()->getTerminator());
      // Stores past the caches are not ordered with others by themselves.
      Operation *nest = getNest(branch);
      if (!fenced.insert(nest).second)
        continue;
      builder.setInsertionPointAfter(nest);
      LLVM::FenceOp::create(builder, m.loc, LLVM::AtomicOrdering::seq_cst,
                            StringRef());
    }
  }
};
} // namespace
