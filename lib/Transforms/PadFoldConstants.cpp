//===- PadFoldConstants.cpp - Pads of constants ---------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadRuns.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Passes.h"
#include "PadRewriting.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFOLDCONSTANTS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Bytes that one element of `type` takes here: as many as in a dense
/// attribute, but one for an `i1`, which the attribute packs. Nullopt if `type`
/// is not a type of numbers.
static std::optional<int64_t> getNumberBytes(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getNumberBytes(complexType.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth / 8;
  if (!type.isIntOrFloat())
    return std::nullopt;
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Appends the bits of number `attribute` as a dense attribute holds them:
/// little-endian, rounded up to bytes.
static LogicalResult appendBits(Attribute attribute,
                                SmallVectorImpl<char> &bytes) {
  APInt bits;
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    bits = integer.getValue();
  else if (auto number = dyn_cast<FloatAttr>(attribute))
    bits = number.getValue().bitcastToAPInt();
  else
    return failure();
  for (unsigned bit = 0; bit < bits.getBitWidth(); bit += 8)
    bytes.push_back(static_cast<char>(bits.extractBitsAsZExtValue(
        std::min(8u, bits.getBitWidth() - bit), bit)));
  return success();
}

/// The bytes of the padding value of `op`; nullopt if it is not a constant.
static std::optional<SmallVector<char>> getPaddingBytes(PadOp op,
                                                        int64_t elementBytes) {
  if (!op.getValue()) {
    // Every default is zero bits; a quantized constant has no attribute.
    if (!canEmitPaddingValue(op))
      return std::nullopt;
    return SmallVector<char>(elementBytes, 0);
  }
  Attribute attribute;
  if (!matchPattern(op.getValue(), m_Constant(&attribute)))
    return std::nullopt;
  SmallVector<Attribute> parts = {attribute};
  if (auto array = dyn_cast<ArrayAttr>(attribute))
    parts = llvm::to_vector(array.getValue());
  SmallVector<char> bytes;
  for (Attribute part : parts)
    if (failed(appendBits(part, bytes)))
      return std::nullopt;
  if (static_cast<int64_t>(bytes.size()) != elementBytes)
    return std::nullopt;
  return bytes;
}

namespace {
/// The elements of a constant as bytes, in row-major order.
struct ConstantBytes {
  /// One element if `isSplat`.
  ArrayRef<char> data;
  bool isSplat = false;
  /// What `data` refers to where the attribute packs bits.
  SmallVector<char> unpacked;
};
} // namespace

/// Reads the elements of `attribute`; fails if they are not dense numbers.
static LogicalResult readConstant(Attribute attribute, int64_t elementBytes,
                                  ConstantBytes &constant) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute);
      dense && !isa<DenseStringElementsAttr>(dense)) {
    constant.isSplat = dense.isSplat();
    if (!dense.getElementType().isInteger(1)) {
      constant.data = dense.getRawData();
    } else {
      if (constant.isSplat)
        constant.unpacked.push_back(dense.getSplatValue<bool>());
      else
        llvm::append_range(constant.unpacked, dense.getValues<bool>());
      constant.data = constant.unpacked;
    }
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return failure();
    constant.data = blob->getData();
    // It is not specified what a byte of an `i1` means that is neither 0 nor 1.
    if (resource.getType().getElementType().isInteger(1) &&
        !llvm::all_of(constant.data, [](char c) { return c == 0 || c == 1; }))
      return failure();
  } else {
    return failure();
  }
  auto type = cast<ElementsAttr>(attribute).getShapedType();
  int64_t count = constant.isSplat ? 1 : type.getNumElements();
  return success(static_cast<int64_t>(constant.data.size()) ==
                 count * elementBytes);
}

/// A dense attribute of elements that are given as bytes: one for a splat.
static DenseElementsAttr makeDense(RankedTensorType type,
                                   ArrayRef<char> bytes) {
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  SmallVector<bool> bits;
  for (char byte : bytes)
    bits.push_back(byte != 0);
  return DenseElementsAttr::get(type, bits);
}

/// The bytes of the padded constant, in row-major order.
static SmallVector<char> padBytes(ArrayRef<PadAxis> axes,
                                  const ConstantBytes &source,
                                  ArrayRef<char> value) {
  StaticTile tile(axes, /*innerBlock=*/1);
  size_t bytes = value.size();
  SmallVector<char> result;
  result.reserve(tile.getResultSize() * bytes);
  for (int64_t i = 0, e = tile.getResultSize(); i < e; ++i) {
    std::optional<int64_t> read = tile.getSource(i);
    llvm::append_range(
        result,
        read ? source.data.slice(source.isSplat ? 0 : *read * bytes, bytes)
             : value);
  }
  return result;
}

namespace {
/// A pad of a constant, with static pads and a constant value, becomes the
/// padded constant: a splat of any size, or a constant of at most `maxElements`
/// elements.
struct FoldConstantPad : OpRewritePattern<PadOp> {
  FoldConstantPad(MLIRContext *context, int64_t maxElements)
      : OpRewritePattern(context), maxElements(maxElements) {}

  LogicalResult matchAndRewrite(PadOp op,
                                PatternRewriter &rewriter) const override {
    Attribute attribute;
    if (!matchPattern(op.getSource(), m_Constant(&attribute)))
      return rewriter.notifyMatchFailure(op, "source is not a constant");
    if (PadAmounts(op).isNoOp())
      return rewriter.notifyMatchFailure(op, "pads nothing");
    Type elementType = op.getSourceType().getElementType();
    std::optional<int64_t> bytes = getNumberBytes(elementType);
    ConstantBytes source;
    if (!llvm::sys::IsLittleEndianHost || !bytes ||
        failed(readConstant(attribute, *bytes, source)))
      return rewriter.notifyMatchFailure(op, "source is not dense numbers");
    SmallVector<PadAxis> axes;
    SmallVector<int64_t> shape;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      std::optional<PadAxis> numbers = getStaticAxis(op, axis);
      std::optional<int64_t> extent =
          numbers ? getPaddedExtent(*numbers) : std::nullopt;
      if (!extent)
        return rewriter.notifyMatchFailure(op, "not static");
      axes.push_back(*numbers);
      shape.push_back(*extent);
    }
    std::optional<int64_t> count = multiplyExtents(shape);
    if (!count)
      return rewriter.notifyMatchFailure(op, "too many elements");
    SmallVector<char> value(*bytes, 0);
    if (mayReadPaddingValue(op)) {
      std::optional<SmallVector<char>> given = getPaddingBytes(op, *bytes);
      if (!given)
        return rewriter.notifyMatchFailure(op, "value is not a constant");
      value = *given;
    }
    // A splat of the padding value, or in a mode that never reads that.
    bool isSplat = source.isSplat && (!mayReadPaddingValue(op) ||
                                      source.data == ArrayRef<char>(value));
    if (!isSplat && *count > maxElements)
      return rewriter.notifyMatchFailure(op, "exceeds max-elements");

    auto type =
        RankedTensorType::get(shape, elementType, op.getType().getEncoding());
    SmallVector<char> elements = isSplat ? SmallVector<char>(source.data)
                                         : padBytes(axes, source, value);
    Operation *constant =
        op.getSource().getDefiningOp()->getDialect()->materializeConstant(
            rewriter, makeDense(type, elements), type, op.getLoc());
    if (!constant)
      return rewriter.notifyMatchFailure(op, "no constant of this type");
    rewriter.replaceOp(op, castTo(rewriter, op.getLoc(), constant->getResult(0),
                                  op.getType()));
    return success();
  }

private:
  int64_t maxElements;
};

struct PadFoldConstants : pad::impl::PadFoldConstantsBase<PadFoldConstants> {
  using PadFoldConstantsBase::PadFoldConstantsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadFoldConstantsPatterns(patterns, maxElements);
    if (failed(applyOnly(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadFoldConstantsPatterns(RewritePatternSet &patterns,
                                                 int64_t maxElements) {
  patterns.add<FoldConstantPad>(patterns.getContext(), maxElements);
}
