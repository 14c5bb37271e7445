//===- AdjointToLinalg.cpp - Gradients of pads to linalg ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/AdjointSums.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::pad;

/// `pad.adjoint_into` becomes one `linalg.generic` over the destination, whose
/// body sums what reads an element.
static LogicalResult lowerAdjointToGeneric(AdjointIntoOp op,
                                           PatternRewriter &rewriter) {
  if (!op.hasPureTensorSemantics() && !op.hasPureBufferSemantics())
    return rewriter.notifyMatchFailure(op, "mixes tensors and memrefs");
  Type elementType = op.getGradientType().getElementType();
  if (!hasNativeSum(elementType))
    return rewriter.notifyMatchFailure(op, "no sums of the element type");
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (hasIndexedBody(parent))
      return rewriter.notifyMatchFailure(
          op, "in a body whose indices upstream takes for those of the op");

  Location loc = op.getLoc();
  SmallVector<ReaderMap<ArithValue>, 0> maps = emitReaderMaps(rewriter, op);
  int64_t rank = op.getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, op->getResultTypes(), /*inputs=*/ValueRange(),
      op.getInit(), rewriter.getMultiDimIdentityMap(rank), iterators,
      [&](OpBuilder &b, Location, ValueRange held) {
        ArithContext m{b, loc};
        ElementSums sums(b, loc, elementType);
        SmallVector<Readers<ArithValue>> readers;
        for (auto [axis, map] : llvm::enumerate(maps))
          readers.push_back(map.get(m(linalg::IndexOp::create(b, loc, axis))));
        Value element =
            sums.close(emitReaderSum(b, loc, sums, readers, [&](ValueRange at) {
              return sums.open(op.hasPureTensorSemantics()
                                   ? Value(tensor::ExtractOp::create(
                                         b, loc, op.getGradient(), at))
                                   : Value(memref::LoadOp::create(
                                         b, loc, op.getGradient(), at)));
            }));
        // A5
        if (op.getAccumulate())
          element =
              sums.close(sums.add(sums.open(held.front()), sums.open(element)));
        linalg::YieldOp::create(b, loc, element);
      });
  rewriter.replaceOp(op, generic.getResults());
  return success();
}

void mlir::pad::populateAdjointToLinalgPatterns(RewritePatternSet &patterns) {
  addPatterns<lowerAdjointToGeneric>(patterns);
}
