//===- ExpandCopies.cpp - Clones and copies of memrefs --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lowers a bufferization.clone only to a dense buffer
// (test/Upstream/canary-expand-clones.mlir), and copies strided memrefs by a
// call of its runtime library (canary-memref-copy-to-linalg.mlir).
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::pad {
#define GEN_PASS_DEF_EXPANDCLONES
#define GEN_PASS_DEF_MEMREFCOPYTOLINALG
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Creates a buffer with the extents of `source` and the strides and offset of
/// `type`. Dynamic strides of `type` are those of `source`, and a dynamic
/// offset is zero.
static Value allocateStrided(OpBuilder &builder, Location loc, Value source,
                             MemRefType type) {
  ArithContext m{builder, loc};
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, source);
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  auto mix = [&](ArrayRef<int64_t> numbers, ValueRange values) {
    SmallVector<OpFoldResult> mixed =
        getAsIndexOpFoldResult(builder.getContext(), numbers);
    for (auto [number, value] : llvm::zip_equal(mixed, values))
      if (ShapedType::isDynamic(*getConstantIntValue(number)))
        number = value;
    return mixed;
  };
  SmallVector<OpFoldResult> sizes = mix(type.getShape(), metadata.getSizes());
  SmallVector<OpFoldResult> strides = mix(staticStrides, metadata.getStrides());
  int64_t offset = ShapedType::isDynamic(staticOffset) ? 0 : staticOffset;
  // The size is one more than the largest position of an element.
  ArithValue length = m.constant(offset + 1);
  for (auto [size, stride] : llvm::zip_equal(sizes, strides))
    length = length + max((m.value(size) - 1) * m.value(stride), 0);
  auto flat =
      MemRefType::get(ShapedType::kDynamic, type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value buffer = memref::AllocOp::create(builder, loc, flat, length);
  return memref::ReinterpretCastOp::create(builder, loc, type, buffer,
                                           ShapedType::isDynamic(staticOffset)
                                               ? OpFoldResult(m.constant(0))
                                               : builder.getIndexAttr(offset),
                                           sizes, strides);
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

struct MemRefCopyToLinalg
    : pad::impl::MemRefCopyToLinalgBase<MemRefCopyToLinalg> {
  void runOnOperation() override {
    getOperation()->walk([](memref::CopyOp op) {
      if (!isa<MemRefType>(op.getSource().getType()) ||
          !isa<MemRefType>(op.getTarget().getType()))
        return;
      OpBuilder builder(op);
      linalg::makeMemRefCopyOp(builder, op.getLoc(), op.getSource(),
                               op.getTarget());
      op.erase();
    });
  }
};
} // namespace
