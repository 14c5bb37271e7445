//===- PadToSCF.cpp - pad.pad_into to scalar loops ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/IR/PadRemarks.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOSCF
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// `pad.pad_into` on memrefs becomes one `scf.for` for each axis of the
/// destination, around a load and a store.
static LogicalResult lowerPadInto(PadIntoOp op, PatternRewriter &rewriter) {
  if (!op.hasPureBufferSemantics())
    return rewriter.notifyMatchFailure(op, "not bufferized");
  Location loc = op.getLoc();
  FailureOr<Value> paddingValue = emitReadPaddingValue(rewriter, loc, op);
  if (failed(paddingValue))
    return rewriter.notifyMatchFailure(op, "no padding value");

  // What the vector path has a version of is reported there.
  if (!PadDialect::ScalarAttrHelper(op.getContext()).isAttrPresent(op))
    remarkPassed(op, "lowering", {})
        << remark::metric("Path", StringRef("scf"));
  SmallVector<SourceIndexMap<ArithValue>, 0> emitters;
  for (const SymbolicPadAxis &axis : getSymbolicAxes(rewriter, loc, op))
    emitters.push_back(emitSourceIndexMap(rewriter, loc, axis));
  ArithContext m{rewriter, loc};
  SmallVector<OpFoldResult> extents =
      memref::getMixedSizes(rewriter, loc, op.getInit());
  skipEmptyLoops(m, extents);
  Value zero = m.constant(0), one = m.constant(1);

  // Each loop computes what its axis reads before it opens the next.
  SmallVector<Value> indices, sourceIndices;
  ArithValue hasSource;
  for (auto [extent, emitter] : llvm::zip_equal(extents, emitters)) {
    auto loop = scf::ForOp::create(rewriter, loc, zero, m.value(extent), one);
    rewriter.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
    SourceRead<ArithValue> read = emitter.read(m(indices.back()));
    sourceIndices.push_back(read.index);
    if (!read.hasSource)
      continue;
    hasSource = hasSource ? hasSource & *read.hasSource : *read.hasSource;
  }

  auto load = [&]() -> Value {
    return memref::LoadOp::create(rewriter, loc, op.getSource(), sourceIndices);
  };
  Value element =
      hasSource ? emitEither(m, hasSource, load, [&] { return *paddingValue; })
                : load();
  memref::StoreOp::create(rewriter, loc, element, op.getInit(), indices);
  rewriter.eraseOp(op);
  return success();
}

namespace {
struct ConvertPadToSCF : pad::impl::ConvertPadToSCFBase<ConvertPadToSCF> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadToSCFPatterns(patterns);
    populateAdjointToSCFPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void mlir::pad::populatePadToSCFPatterns(RewritePatternSet &patterns) {
  addPatterns<lowerPadInto>(patterns);
}
