//===- ExpandClones.cpp - Clones as allocations and copies ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream lowers a bufferization.clone only to a dense buffer.
// test/Upstream/canary-expand-clones.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::pad {
#define GEN_PASS_DEF_EXPANDCLONES
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Creates a buffer with the extents of `source` and the strides and offset of
/// `type`. Dynamic strides of `type` are those of `source`, and a dynamic
/// offset is zero.
static Value allocateStrided(OpBuilder &builder, Location loc, Value source,
                             MemRefType type) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, source);
  auto [strides, offset] = type.getStridesAndOffset();
  auto toValue = [&](int64_t number, Value dynamic) -> Value {
    if (ShapedType::isDynamic(number))
      return dynamic;
    return arith::ConstantIndexOp::create(builder, loc, number);
  };
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  // The size is one more than the largest position of an element.
  Value first = toValue(offset, zero);
  Value length = arith::AddIOp::create(builder, loc, first, one);
  SmallVector<OpFoldResult> mixedExtents, mixedStrides;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    Value size = toValue(extent, metadata.getSizes()[axis]);
    Value stride = toValue(strides[axis], metadata.getStrides()[axis]);
    Value last = arith::SubIOp::create(builder, loc, size, one);
    Value span = arith::MulIOp::create(builder, loc, last, stride);
    span = arith::MaxSIOp::create(builder, loc, span, zero);
    length = arith::AddIOp::create(builder, loc, length, span);
    mixedExtents.push_back(ShapedType::isDynamic(extent)
                               ? OpFoldResult(size)
                               : builder.getIndexAttr(extent));
    mixedStrides.push_back(ShapedType::isDynamic(strides[axis])
                               ? OpFoldResult(stride)
                               : builder.getIndexAttr(strides[axis]));
  }
  OpFoldResult mixedOffset = ShapedType::isDynamic(offset)
                                 ? OpFoldResult(first)
                                 : builder.getIndexAttr(offset);
  auto flat =
      MemRefType::get(ShapedType::kDynamic, type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value buffer = memref::AllocOp::create(builder, loc, flat, length);
  return memref::ReinterpretCastOp::create(
      builder, loc, type, buffer, mixedOffset, mixedExtents, mixedStrides);
}

/// A new buffer of `type`, which is strided, with the extents of `source`.
static Value allocate(OpBuilder &builder, Location loc, Value source,
                      MemRefType type) {
  auto dense =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  if (dense != type && !memref::CastOp::areCastCompatible(dense, type))
    return allocateStrided(builder, loc, source, type);
  SmallVector<Value> extents;
  for (auto [axis, extent] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(extent))
      extents.push_back(memref::DimOp::create(builder, loc, source, axis));
  Value buffer = memref::AllocOp::create(builder, loc, dense, extents);
  if (dense != type)
    buffer = memref::CastOp::create(builder, loc, type, buffer);
  return buffer;
}

/// Replaces `op` by an allocation and a copy.
static void expand(bufferization::CloneOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value source = op.getInput();
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!type) {
    // The rank may be known behind a cast.
    while (auto cast = source.getDefiningOp<memref::CastOp>())
      source = cast.getSource();
    type = dyn_cast<MemRefType>(source.getType());
  }
  if (!type || !type.isStrided())
    return;
  Value clone = allocate(builder, loc, source, type);
  memref::CopyOp::create(builder, loc, source, clone);
  if (type != op.getType())
    clone = memref::CastOp::create(builder, loc, op.getType(), clone);
  op.replaceAllUsesWith(clone);
  op.erase();
}

namespace {
struct ExpandClones : pad::impl::ExpandClonesBase<ExpandClones> {
  void runOnOperation() override {
    getOperation()->walk([](bufferization::CloneOp op) { expand(op); });
  }
};
} // namespace
