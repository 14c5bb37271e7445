//===- PadToLinalg.cpp - Pad ops to linalg --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/AdjointSums.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Rows/Loops.h"
#include "Pad/Transforms/Passes.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOLINALG
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether the whole dilated source lies inside the destination, so that an
/// `insert_slice` of it is in bounds whatever the operands are.
static bool keepsWholeSource(PadIntoOp op) {
  auto isNonNegative = [](int64_t pad) {
    return ShapedType::isStatic(pad) && pad >= 0;
  };
  // A static destination proves this only for a static source; a dynamic
  // destination may be smaller than the pads say. An empty source has no slice
  // to insert.
  return op.getSourceType().hasStaticShape() &&
         !llvm::is_contained(op.getSourceType().getShape(), 0) &&
         op.getPaddedType().hasStaticShape() &&
         llvm::all_of(op.getStaticLow(), isNonNegative) &&
         llvm::all_of(op.getStaticHigh(), isNonNegative) &&
         llvm::all_of(op.getStaticInterior(), isNonNegative);
}

/// A constant pad of a static tensor that crops nothing becomes `linalg.fill`
/// and `tensor.insert_slice`.
static LogicalResult lowerToFillAndInsert(PadIntoOp op,
                                          PatternRewriter &rewriter) {
  // On memrefs the source may lie inside the destination, and a fill would
  // overwrite it.
  if (!op.hasPureTensorSemantics())
    return rewriter.notifyMatchFailure(op, "not on tensors");
  if (!op.isConstantPad())
    return rewriter.notifyMatchFailure(op, "not in constant mode");
  if (!keepsWholeSource(op))
    return rewriter.notifyMatchFailure(op, "dynamic, or crops the source");
  if (!canEmitPaddingValue(op))
    return rewriter.notifyMatchFailure(op, "no padding value");

  Location loc = op.getLoc();
  Value value = emitPaddingValue(rewriter, loc, op);
  Value filled =
      linalg::FillOp::create(rewriter, loc, value, op.getInit()).getResult(0);
  SmallVector<OpFoldResult> strides;
  for (OpFoldResult interior : op.getMixedInterior())
    strides.push_back(
        rewriter.getIndexAttr(*getConstantIntValue(interior) + 1));
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, op.getSource(), filled, op.getMixedLow(),
      tensor::getMixedSizes(rewriter, loc, op.getSource()), strides);
  return success();
}

/// Why `op` cannot become a `linalg.generic`; empty if it can.
static StringRef explainNoGeneric(DestinationStyleOpInterface op) {
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return "mixes tensors and memrefs";
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (hasIndexedBody(parent))
      return "in a body whose indices upstream takes for those of the op";
  return "";
}

/// Replaces `op` by a `linalg.generic` over its destination. `emitElement`
/// makes an element of what the destination holds and of the indices of the
/// loops.
static void
replaceByGeneric(DestinationStyleOpInterface op, PatternRewriter &rewriter,
                 function_ref<Value(OpBuilder &, Value held)> emitElement) {
  Value init = op.getDpsInits().front();
  int64_t rank = cast<ShapedType>(init.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, op->getLoc(), op->getResultTypes(), /*inputs=*/ValueRange(),
      init, rewriter.getMultiDimIdentityMap(rank), iterators,
      [&](OpBuilder &b, Location loc, ValueRange held) {
        linalg::YieldOp::create(b, loc, emitElement(b, held.front()));
      });
  rewriter.replaceOp(op, generic.getResults());
}

/// The element at `indices` of `source`, a tensor or a memref.
static Value readElement(OpBuilder &builder, Location loc, Value source,
                         ValueRange indices) {
  if (isa<TensorType>(source.getType()))
    return tensor::ExtractOp::create(builder, loc, source, indices);
  return memref::LoadOp::create(builder, loc, source, indices);
}

/// Whether the source is read, of what is read along each axis; null if it is
/// everywhere.
static Value emitCondition(OpBuilder &builder, PadIntoOp op,
                           ArrayRef<Value> extents,
                           ArrayRef<SourceRead<ArithValue>> reads) {
  ArithContext m{builder, op.getLoc()};
  ArithValue zero = m.constant(0), condition;
  // Upstream's --control-flow-sink moves an index that only a branch needs
  // into the branch, where no linalg.index may be. So the condition needs
  // every index, in a comparison that no range of the index decides. What is
  // known of the outer axes stays outside of the inner loops.
  auto addIndex = [&](int64_t axis) {
    condition = ult(reads[axis].index, select(condition, extents[axis], zero));
  };
  SmallVector<int64_t> leading;
  for (auto [axis, read] : llvm::enumerate(reads)) {
    if (read.hasSource && isZeroInteger(*read.hasSource))
      return *read.hasSource;
    if (read.hasSource)
      condition = condition ? condition & *read.hasSource : *read.hasSource;
    if (op.getMode(axis) == PadMode::Constant)
      continue;
    if (condition)
      addIndex(axis);
    else
      leading.push_back(axis);
  }
  if (condition)
    llvm::for_each(leading, addIndex);
  return condition;
}

/// Emits the element at the indices of the loops: that of the source, or the
/// padding value.
static Value emitElement(OpBuilder &builder, PadIntoOp op,
                         ArrayRef<SourceIndexMap<ArithValue>> emitters,
                         ArrayRef<Value> extents, Value paddingValue) {
  Location loc = op.getLoc();
  ArithContext m{builder, loc};
  SmallVector<Value> indices;
  SmallVector<SourceRead<ArithValue>> reads;
  for (auto [axis, emitter] : llvm::enumerate(emitters)) {
    reads.push_back(
        emitter.read(m(linalg::IndexOp::create(builder, loc, axis))));
    indices.push_back(reads.back().index);
  }
  Value hasSource = emitCondition(builder, op, extents, reads);
  auto readSource = [&] {
    return readElement(builder, loc, op.getSource(), indices);
  };
  return hasSource ? emitEither(m, m(hasSource), readSource,
                                [&] { return paddingValue; })
                   : readSource();
}

/// Any other pad becomes one `linalg.generic` over the destination, whose body
/// computes the position to read.
static LogicalResult lowerToGeneric(PadIntoOp op, PatternRewriter &rewriter) {
  if (StringRef reason = explainNoGeneric(op); !reason.empty())
    return rewriter.notifyMatchFailure(op, reason);
  Location loc = op.getLoc();
  FailureOr<Value> paddingValue = emitReadPaddingValue(rewriter, loc, op);
  if (failed(paddingValue))
    return rewriter.notifyMatchFailure(op, "no padding value");

  SmallVector<SymbolicPadAxis> axes = getSymbolicAxes(rewriter, loc, op);
  SmallVector<SourceIndexMap<ArithValue>, 0> emitters;
  SmallVector<Value> extents;
  for (const SymbolicPadAxis &axis : axes) {
    emitters.push_back(emitSourceIndexMap(rewriter, loc, axis));
    extents.push_back(
        getValueOrCreateConstantIndexOp(rewriter, loc, axis.extent));
  }
  replaceByGeneric(op, rewriter, [&](OpBuilder &b, Value) {
    return emitElement(b, op, emitters, extents, *paddingValue);
  });
  return success();
}

/// `pad.adjoint_into` becomes one `linalg.generic` over the destination, whose
/// body sums what reads an element.
static LogicalResult lowerAdjointToGeneric(AdjointIntoOp op,
                                           PatternRewriter &rewriter) {
  if (StringRef reason = explainNoGeneric(op); !reason.empty())
    return rewriter.notifyMatchFailure(op, reason);
  Type elementType = op.getGradientType().getElementType();
  if (!hasNativeSum(elementType))
    return rewriter.notifyMatchFailure(op, "no sums of the element type");

  Location loc = op.getLoc();
  SmallVector<ReaderMap<ArithValue>, 0> maps = emitReaderMaps(rewriter, op);
  replaceByGeneric(op, rewriter, [&](OpBuilder &b, Value held) {
    ArithContext m{b, loc};
    ElementSums sums(b, loc, elementType);
    SmallVector<Readers<ArithValue>> readers;
    for (auto [axis, map] : llvm::enumerate(maps))
      readers.push_back(map.get(m(linalg::IndexOp::create(b, loc, axis))));
    Value element =
        sums.close(emitReaderSum(b, loc, sums, readers, [&](ValueRange at) {
          return sums.open(readElement(b, loc, op.getGradient(), at));
        }));
    // A5
    return op.getAccumulate()
               ? sums.close(sums.add(sums.open(held), sums.open(element)))
               : element;
  });
  return success();
}

namespace {
struct ConvertPadToLinalg
    : pad::impl::ConvertPadToLinalgBase<ConvertPadToLinalg> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadToLinalgPatterns(patterns);
    populateAdjointToLinalgPatterns(patterns);
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace

void mlir::pad::populatePadToLinalgPatterns(RewritePatternSet &patterns) {
  populatePadToDestinationStylePatterns(patterns);
  addPatterns<lowerToFillAndInsert>(patterns, /*benefit=*/2);
  addPatterns<lowerToGeneric>(patterns);
}

void mlir::pad::populateAdjointToLinalgPatterns(RewritePatternSet &patterns) {
  addPatterns<lowerAdjointToGeneric>(patterns);
}
