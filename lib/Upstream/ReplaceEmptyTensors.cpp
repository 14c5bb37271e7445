//===- ReplaceEmptyTensors.cpp - Reshapes and joins of no elements --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's bufferization makes invalid ops of reshapes of empty tensors, and
// of a concatenation whose last tensor is empty.
// test/Upstream/canary-replace-empty-tensors.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/ArithValue.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_REPLACEEMPTYTENSORS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether a static extent of `value` is 0.
static bool isEmpty(Value value) {
  return llvm::is_contained(cast<RankedTensorType>(value.getType()).getShape(),
                            0);
}

/// The extents of `type`, of which `getExtent` computes those that are dynamic.
static SmallVector<OpFoldResult>
getExtents(RankedTensorType type,
           llvm::function_ref<OpFoldResult(int64_t)> getExtent) {
  SmallVector<OpFoldResult> extents =
      getAsIndexOpFoldResult(type.getContext(), type.getShape());
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      extents[axis] = getExtent(axis);
  return extents;
}

/// Replaces `op` by an empty tensor with `extents`, as a `type`.
static void replaceByEmpty(PatternRewriter &rewriter, Operation *op,
                           RankedTensorType type,
                           ArrayRef<OpFoldResult> extents) {
  Value empty =
      tensor::EmptyOp::create(rewriter, op->getLoc(), extents,
                              type.getElementType(), type.getEncoding());
  if (empty.getType() != type)
    empty = tensor::CastOp::create(rewriter, op->getLoc(), type, empty);
  rewriter.replaceOp(op, empty);
}

namespace {
/// A `tensor.collapse_shape` of an empty tensor becomes a `tensor.empty`.
struct EmptyCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSrc()))
      return rewriter.notifyMatchFailure(op, "not known to be empty");
    ArithContext m{rewriter, op.getLoc()};
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    auto getProduct = [&](int64_t axis) {
      ArithValue product = m.constant(1);
      for (int64_t part : groups[axis])
        product = product *
                  m.value(tensor::getMixedSize(m.b, m.loc, op.getSrc(), part));
      return getAsOpFoldResult(product);
    };
    replaceByEmpty(rewriter, op, op.getResultType(),
                   getExtents(op.getResultType(), getProduct));
    return success();
  }
};

/// A `tensor.expand_shape` of an empty tensor becomes a `tensor.empty`.
struct EmptyExpand : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSrc()) && !isEmpty(op.getResult()))
      return rewriter.notifyMatchFailure(op, "not known to be empty");
    replaceByEmpty(rewriter, op, op.getResultType(), op.getMixedOutputShape());
    return success();
  }
};

/// A `tensor.concat` loses the operands that are empty, and becomes a
/// `tensor.empty` if all are.
struct EmptyConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    int64_t dim = op.getDim();
    auto getExtent = [&](Value value) {
      return cast<RankedTensorType>(value.getType()).getDimSize(dim);
    };
    // Where the static extents are all of the result, no other is left.
    int64_t known = 0;
    for (Value input : op.getInputs())
      if (ShapedType::isStatic(getExtent(input)))
        known += getExtent(input);
    bool isKnown = known == getExtent(op.getResult());
    auto hasExtent = [&](Value input) {
      int64_t extent = getExtent(input);
      return ShapedType::isDynamic(extent) ? !isKnown : extent != 0;
    };
    SmallVector<Value> full =
        llvm::to_vector(llvm::make_filter_range(op.getInputs(), hasExtent));
    // The extents of the other axes are those of every operand.
    auto isEmptyElsewhere = [&](Value value) {
      ArrayRef<int64_t> shape =
          cast<RankedTensorType>(value.getType()).getShape();
      return llvm::is_contained(shape.take_front(dim), 0) ||
             llvm::is_contained(shape.drop_front(dim + 1), 0);
    };
    if (full.empty() || isEmptyElsewhere(op.getResult()) ||
        llvm::any_of(op.getInputs(), isEmptyElsewhere)) {
      ArithContext m{rewriter, op.getLoc()};
      auto getSum = [&](int64_t axis) {
        ArithValue sum = m.constant(0);
        for (Value input :
             axis == dim ? op.getInputs() : op.getInputs().take_front())
          sum = sum + m.value(tensor::getMixedSize(m.b, m.loc, input, axis));
        return getAsOpFoldResult(sum);
      };
      replaceByEmpty(rewriter, op, op.getType(),
                     getExtents(op.getType(), getSum));
      return success();
    }
    if (full.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "no input is known to be empty");
    Value joined = full.front();
    if (full.size() > 1)
      joined = tensor::ConcatOp::create(rewriter, op.getLoc(), dim, full);
    if (joined.getType() != op.getType())
      joined =
          tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), joined);
    rewriter.replaceOp(op, joined);
    return success();
  }
};

struct ReplaceEmptyTensors
    : pad::impl::ReplaceEmptyTensorsBase<ReplaceEmptyTensors> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<EmptyCollapse, EmptyExpand, EmptyConcat>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
