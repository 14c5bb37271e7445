//===- RewritePacksTest.cpp - Packs and unpacks, executed -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// How a plane is packed.
struct Packing {
  /// A few tiles of axis 1, or of both axes, and of either order.
  Packing(CaseBuilder &b, ArrayRef<int64_t> extents, bool isDynamic) {
    known = isDynamic ? b.pick({Known::Attribute, Known::Argument})
                      : Known::Attribute;
    add(b, 1, b.choose(1, 4));
    if (b.choose(0, 1))
      add(b, 0, 2);
    if (b.choose(0, 1))
      outer = {1, 0};
    SmallVector<int64_t> counts(extents);
    for (auto [axis, tile] : llvm::zip_equal(position, tiles))
      counts[axis] = llvm::divideCeil(extents[axis], tile);
    packed = outer.empty() ? counts : applyPermutation(counts, outer);
    shape = packed;
    if (isDynamic)
      shape.assign(packed.size(), ShapedType::kDynamic);
    for (int64_t tile : tiles) {
      packed.push_back(tile);
      shape.push_back(known == Known::Attribute ? tile : ShapedType::kDynamic);
    }
  }

  void add(CaseBuilder &b, int64_t axis, int64_t tile) {
    position.push_back(axis);
    tiles.push_back(tile);
    sizes.push_back(b.addIndex(tile, known));
  }
  /// Whether no tile of `extents` has padding.
  bool divides(ArrayRef<int64_t> extents) const {
    return llvm::all_of(llvm::zip_equal(position, tiles), [&](auto tile) {
      return extents[std::get<0>(tile)] % std::get<1>(tile) == 0;
    });
  }

  Known known;
  SmallVector<int64_t> position, tiles, outer, packed, shape;
  SmallVector<OpFoldResult> sizes;
};
} // namespace

static SmallVector<int64_t> chooseExtents(CaseBuilder &b) {
  return {b.choose(1, 3), b.choose(1, 7)};
}

/// A pack of `source`, of extents `extents`; null if it lacks a padding value.
static Value addPack(CaseBuilder &b, Value source, ArrayRef<int64_t> extents,
                     Value value, bool isDynamic) {
  Packing packing(b, extents, isDynamic);
  if (!value && !packing.divides(extents))
    return {};
  Value dest = b.addTensor(RankedTensorType::get(packing.shape, b.f32()),
                           packing.packed);
  return linalg::PackOp::create(
             b.builder, b.loc, source, dest, packing.position, packing.sizes,
             value ? std::optional<Value>(value) : std::nullopt, packing.outer)
      ->getResult(0);
}

/// An unpack to a tensor of extents `extents`, an argument or an empty one.
static Value addUnpack(CaseBuilder &b, ArrayRef<int64_t> extents,
                       bool isDynamic) {
  Packing packing(b, extents, isDynamic);
  Value source = b.addTensor(RankedTensorType::get(packing.shape, b.f32()),
                             packing.packed);
  Value dest = b.choose(0, 1)
                   ? b.addTensor(extents, b.f32(), isDynamic)
                   : tensor::EmptyOp::create(
                         b.builder, b.loc,
                         b.addIndices(extents, isDynamic ? Known::Argument
                                                         : Known::Attribute),
                         b.f32())
                         .getResult();
  return linalg::UnPackOp::create(b.builder, b.loc, source, dest,
                                  packing.position, packing.sizes,
                                  packing.outer)
      ->getResult(0);
}

TEST(RewritePacks, LowerPack) {
  Rewrite rewrite = byPattern(
      "lowerPack", populatePadLowerPacksPatterns,
      [](CaseBuilder &b) {
        SmallVector<int64_t> extents = chooseExtents(b);
        bool isDynamic = b.choose(0, 1);
        Value source = b.addTensor(extents, b.f32(), b.choose(0, 1));
        Value value =
            b.choose(0, 2) ? b.addScalar(b.f32(), 0x80000000) : Value();
        Value packed = addPack(b, source, extents, value, isDynamic);
        if (!packed)
          return false;
        b.finish(packed);
        return true;
      },
      3000);
  rewrite.compiled = 10;
  runRewrite(rewrite);
}

TEST(RewritePacks, LowerUnpack) {
  Rewrite rewrite = byPattern(
      "lowerUnpack", populatePadLowerPacksPatterns,
      [](CaseBuilder &b) {
        SmallVector<int64_t> extents = chooseExtents(b);
        b.finish(addUnpack(b, extents, b.choose(0, 1)));
        return true;
      },
      3000);
  rewrite.compiled = 10;
  runRewrite(rewrite);
}

TEST(RewritePacks, PadIntoPack) {
  runRewrite(byPattern(
      "foldPadIntoPack", populatePadFoldIntoPacksPatterns,
      [](CaseBuilder &b) {
        SmallVector<int64_t> extents = chooseExtents(b);
        AxisMode mode = b.chooseOther({PadMode::Constant});
        PadAxis axes[] = {{extents[0], 0, b.choose(0, 1)},
                          {extents[1], b.pick<int64_t>({0, 0, 1}),
                           b.choose(-1, 3), 0, mode.mode, mode.periodic}};
        Value source = b.addTensor(extents, b.f32(), b.choose(0, 3) == 0);
        Value value = b.addScalar(b.f32(), 0x80000000);
        for (PadAxis &axis : axes)
          extents[&axis - axes] = *getPaddedExtent(axis);
        // Upstream folds a pack of one number whatever its padding value is
        // (test/Upstream/canary-pack-of-splat.mlir).
        if (axes[1].low >= extents[1])
          return false;
        Value padded = b.addPad(source, axes, b.choose(0, 1) ? value : Value());
        Value packed = addPack(b, padded, extents,
                               b.choose(0, 1) ? value : Value(), false);
        if (!packed)
          return false;
        b.finish(packed);
        return true;
      },
      6000));
}

/// The extents of a part of `extents` that is not empty.
static SmallVector<int64_t> chooseLess(CaseBuilder &b,
                                       ArrayRef<int64_t> extents) {
  return llvm::map_to_vector(
      extents, [&](int64_t extent) { return b.choose(1, extent); });
}

/// Whether `sizes` of the begin of what `unpack` gives leave out no tile.
/// Upstream's canonicalizer makes invalid IR of other slices.
static bool keepsTiles(linalg::UnPackOp unpack, ArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> position = unpack.getInnerDimsPos();
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    const auto *tiled = llvm::find(position, axis);
    int64_t tile = tiled == position.end()
                       ? 1
                       : unpack.getStaticInnerTiles()[tiled - position.begin()];
    if (llvm::divideCeil(size, tile) !=
        llvm::divideCeil(getTensorType(unpack.getDest()).getDimSize(axis),
                         tile))
      return false;
  }
  return true;
}

TEST(RewritePacks, SliceIntoUnpack) {
  runRewrite(byPattern(
      "foldSliceIntoUnpack", populatePadFoldIntoPacksPatterns,
      [](CaseBuilder &b) {
        SmallVector<int64_t> extents = chooseExtents(b);
        Value whole = addUnpack(b, extents, /*isDynamic=*/false);
        SmallVector<int64_t> sizes = chooseLess(b, extents);
        if (!keepsTiles(whole.getDefiningOp<linalg::UnPackOp>(), sizes))
          return false;
        SmallVector<OpFoldResult> zeros(2, b.addIndex(0)),
            ones(2, b.addIndex(1));
        b.finish(tensor::ExtractSliceOp::create(b.builder, b.loc, whole, zeros,
                                                b.addIndices(sizes), ones)
                     .getResult());
        return true;
      },
      3000));
}

TEST(RewritePacks, CropIntoUnpack) {
  runRewrite(byPattern(
      "foldCropIntoUnpack", populatePadFoldIntoPacksPatterns,
      [](CaseBuilder &b) {
        SmallVector<int64_t> extents = chooseExtents(b);
        Value whole = addUnpack(b, extents, /*isDynamic=*/false);
        SmallVector<PadAxis> axes;
        for (auto [extent, size] :
             llvm::zip_equal(extents, chooseLess(b, extents)))
          axes.push_back({extent, 0, size - extent, 0, b.chooseMode().mode});
        b.finish(b.addPad(whole, axes));
        return true;
      },
      3000));
}
