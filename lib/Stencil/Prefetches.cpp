//===- Prefetches.cpp - Rows that are read ahead --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefetches.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/Rows/CostModel.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pad;

std::pair<Value, int64_t> mlir::pad::splitIndex(Value index) {
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

void mlir::pad::emitPrefetches(OpBuilder &builder, scf::ForOp loop) {
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
  // If vectors are only copied, they are those of windows, and earlier
  // iterations have read their lines: with prefetches, im2col took 1.3 times as
  // long with AVX2.
  auto writes = loop.getBody()->getOps<vector::TransferWriteOp>();
  if (reads.size() > 1 && static_cast<std::ptrdiff_t>(reads.size()) <=
                              std::distance(writes.begin(), writes.end()))
    return;
  llvm::SmallSetVector<std::tuple<Value, Value, int64_t>, 8> lines;
  for (vector::TransferReadOp read : reads) {
    Value source = read.getBase();
    if (getRow(read) != newest.lookup(source))
      continue;
    int64_t bytes = *getElementBytes(getElementTypeOrSelf(source));
    auto [base, offset] = splitIndex(read.getIndices().back());
    // Operands that are the same for all rows are in a cache.
    if (base && base.getDefiningOp<arith::RemUIOp>())
      continue;
    if (!lines.insert(
            {source, base,
             llvm::divideFloorSigned(offset * bytes, cost::kLineBytes)}))
      continue;
    builder.setInsertionPointAfter(read);
    ArithContext m{builder, read.getLoc()};
    SmallVector<Value> indices(read.getIndices());
    indices.back() = m(indices.back()) + stencil::kPrefetchBytes / bytes;
    memref::PrefetchOp::create(builder, m.loc, source, indices,
                               /*isWrite=*/false, /*localityHint=*/3,
                               /*isDataCache=*/true);
  }
}
