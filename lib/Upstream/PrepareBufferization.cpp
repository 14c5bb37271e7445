//===- PrepareBufferization.cpp - Tensors that buffers can hold -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferization stores each element of a splat in the object file
// (test/Upstream/canary-fill-large-splats.mlir), makes invalid ops of reshapes
// and concatenations of empty tensors (canary-replace-empty-tensors.mlir), and
// takes a tensor for overwritten of which a vector of lower rank is written at
// the first element (canary-keep-partly-written.mlir). Each part of this pass
// can go when its test fails.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PREPAREBUFFERIZATION
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Constants of no more elements are stored: they are small, and code that only
/// reads them needs no other memory.
static constexpr int64_t kMaxStoredElements = 1024;

/// Whether tensors of `type` are known to have more than `kMaxStoredElements`
/// elements. Upstream's folds also make constants of dynamic extents.
static bool isLarge(RankedTensorType type) {
  if (!type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return false;
  int64_t count = 1;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(count, extent, count) || count > kMaxStoredElements)
      return true;
  return false;
}

/// Whether `write` may be taken for one of the whole tensor, and is none.
static bool isPartial(vector::TransferWriteOp write) {
  auto type = dyn_cast<RankedTensorType>(write.getBase().getType());
  VectorType written = write.getVectorType();
  return type && type.hasStaticShape() && type.getRank() > written.getRank() &&
         (written.isScalable() ||
          type.getNumElements() != written.getNumElements()) &&
         llvm::all_of(write.getIndices(), [](Value index) {
           return isZeroInteger(OpFoldResult(index));
         });
}

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// Whether a static extent of `tensor` is 0.
static bool isEmpty(Value tensor) {
  return llvm::is_contained(getShape(tensor), 0);
}

/// Replaces `op` by `tensor`, as a tensor of the type of its result.
static LogicalResult replace(PatternRewriter &rewriter, Operation *op,
                             Value tensor) {
  rewriter.replaceOp(op, rewriter.createOrFold<tensor::CastOp>(
                             op->getLoc(), op->getResult(0).getType(), tensor));
  return success();
}

/// Replaces `op`, whose result is empty, by a `tensor.empty`.
static LogicalResult replaceByEmpty(PatternRewriter &rewriter, Operation *op) {
  ReifiedRankedShapedTypeDims extents;
  if (failed(reifyResultShapes(rewriter, op, extents)))
    return rewriter.notifyMatchFailure(op, "its extents are not known");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return replace(rewriter, op,
                 tensor::EmptyOp::create(rewriter, op->getLoc(), extents[0],
                                         type.getElementType(),
                                         type.getEncoding()));
}

/// A constant tensor of one value becomes a `linalg.fill`.
static LogicalResult fillSplat(arith::ConstantOp op,
                               PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!type || !elements || !elements.isSplat() || !isLarge(type))
    return rewriter.notifyMatchFailure(op, "no large splat");
  Location loc = op.getLoc();
  Value element = createScalarConstant(rewriter, loc, type.getElementType(),
                                       elements.getSplatValue<Attribute>());
  if (!element)
    return rewriter.notifyMatchFailure(op, "no op for the element");
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                              type.getElementType(), type.getEncoding());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, element, empty);
  return success();
}

/// A reshape of an empty tensor becomes a `tensor.empty`.
template <typename OpTy>
static LogicalResult emptyReshape(OpTy op, PatternRewriter &rewriter) {
  if (!isEmpty(op.getSrc()) && !isEmpty(op.getResult()))
    return rewriter.notifyMatchFailure(op, "not known to be empty");
  return replaceByEmpty(rewriter, op);
}

/// A `tensor.concat` loses the operands that are empty, and becomes a
/// `tensor.empty` if all are.
static LogicalResult emptyConcat(tensor::ConcatOp op,
                                 PatternRewriter &rewriter) {
  int64_t dim = op.getDim();
  // Where the static extents are all of the result, no other is left.
  int64_t known = 0;
  for (Value input : op.getInputs())
    if (int64_t extent = getShape(input)[dim]; ShapedType::isStatic(extent))
      known += extent;
  bool isKnown = known == op.getType().getDimSize(dim);
  SmallVector<Value> full;
  for (Value input : op.getInputs())
    if (int64_t extent = getShape(input)[dim];
        ShapedType::isDynamic(extent) ? !isKnown : extent != 0)
      full.push_back(input);
  // The extents of the other axes are those of every operand.
  auto isEmptyElsewhere = [&](Value tensor) {
    ArrayRef<int64_t> shape = getShape(tensor);
    return llvm::is_contained(shape.take_front(dim), 0) ||
           llvm::is_contained(shape.drop_front(dim + 1), 0);
  };
  if (full.empty() || isEmptyElsewhere(op.getResult()) ||
      llvm::any_of(op.getInputs(), isEmptyElsewhere))
    return replaceByEmpty(rewriter, op);
  if (full.size() == op.getInputs().size())
    return rewriter.notifyMatchFailure(op, "no input is known to be empty");
  Value joined = full.front();
  if (full.size() > 1)
    joined = tensor::ConcatOp::create(rewriter, op.getLoc(), dim, full);
  return replace(rewriter, op, joined);
}

/// A `vector.transfer_write` of a part of a tensor gets an index that is not
/// known to be zero.
static LogicalResult keepPartlyWritten(vector::TransferWriteOp op,
                                       PatternRewriter &rewriter) {
  if (!isPartial(op))
    return rewriter.notifyMatchFailure(op, "bufferization sees what it is");
  Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                         rewriter.getI64IntegerAttr(0));
  Value index = arith::IndexCastOp::create(rewriter, op.getLoc(),
                                           rewriter.getIndexType(), zero);
  rewriter.modifyOpInPlace(op, [&] { op.getIndicesMutable()[0].set(index); });
  return success();
}

namespace {
struct PrepareBufferization
    : pad::impl::PrepareBufferizationBase<PrepareBufferization> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    addPatterns<fillSplat, emptyReshape<tensor::CollapseShapeOp>,
                emptyReshape<tensor::ExpandShapeOp>, emptyConcat,
                keepPartlyWritten>(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
