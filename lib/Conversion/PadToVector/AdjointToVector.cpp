//===- AdjointToVector.cpp - pad.adjoint_into to vectors of rows ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointRows.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::pad;

/// Bits of an element in memory, if vectors of it can be added; else 0.
static int64_t getSummedBits(Type type) {
  if (isa<IndexType>(type))
    return 64;
  if (!hasNativeSum(type) || isa<ComplexType>(type))
    return 0;
  int64_t bits = type.getIntOrFloatBitWidth();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits : 0;
}

/// Whether neighbours along the last axis may be neighbours in memory, which
/// the guard finds out where the stride is dynamic.
static bool mayHaveDenseRows(Value memref) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(cast<MemRefType>(memref.getType())
                       .getStridesAndOffset(strides, offset)) &&
         !strides.empty() &&
         (strides.back() == 1 || ShapedType::isDynamic(strides.back()));
}

namespace {
/// `pad.adjoint_into` on memrefs becomes loops around rows that are moved, and
/// where several positions read an element summed, as vectors.
struct LowerAdjointIntoToVectors : OpRewritePattern<AdjointIntoOp> {
  LowerAdjointIntoToVectors(MLIRContext *context,
                            const PadToVectorOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(AdjointIntoOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "not bufferized");
    if (PadDialect::ScalarAttrHelper(op.getContext()).isAttrPresent(op))
      return rewriter.notifyMatchFailure(op, "left to scalar loops");
    if (options.vectors.isScalable)
      return rewriter.notifyMatchFailure(op, "vectors of no fixed size");
    int64_t bits = getSummedBits(op.getGradientType().getElementType());
    if (bits == 0)
      return rewriter.notifyMatchFailure(op, "no vectors of the element type");
    if (!mayHaveDenseRows(op.getGradient()) || !mayHaveDenseRows(op.getInit()))
      return rewriter.notifyMatchFailure(op, "rows are not dense");
    int64_t row = op.getRank() - 1;
    while (row > 0 && PadAmounts(op).isUnpadded(row))
      --row;
    ArrayRef<int64_t> interior = op.getStaticInterior();
    if (!interior.empty() && interior[row] != 0)
      return rewriter.notifyMatchFailure(op, "interior padding in rows");

    Location loc = op.getLoc();
    // LLVM 22 never ends for some sums of 64 bytes that are reversed by
    // AVX-512 VBMI, in SelectionDAG::Legalize.
    VectorShape vectors = options.vectors;
    // Sums of f16 and bf16 are twice as wide as their elements.
    if (bits == 8 ||
        isa<Float16Type, BFloat16Type>(op.getGradientType().getElementType()))
      vectors.bits = std::min<int64_t>(vectors.bits, 256);
    // Rows shorter than that are whole vectors, too.
    auto shorten = [&](int64_t extent) {
      while (!ShapedType::isDynamic(extent) && vectors.bits > 2 * bits &&
             extent < vectors.bits / bits)
        vectors.bits /= 2;
    };
    if (row + 1 == op.getRank()) {
      shorten(op.getGradientType().getShape()[row]);
      shorten(cast<MemRefType>(op.getInit().getType()).getDimSize(row));
    }
    VectorMover mover(rewriter, loc, rewriter.getIntegerType(bits), vectors,
                      bits / 8, /*paddingValue=*/Value(), options.trace);
    AdjointRows rows(mover, op, row);
    mover.ifElse(
        rows.emitGuard(),
        [&] {
          using Ends = AdjointRows::Ends;
          emitVersions(mover, rows, row,
                       {Ends::OneVector, Ends::Vectors, Ends::Elements}, [&] {
                         // Short rows, of which both borders may read a vector.
                         vectors.bits = std::min<int64_t>(vectors.bits, 128);
                         VectorMover narrow(
                             rewriter, loc, mover.getElementType(), vectors,
                             bits / 8, /*paddingValue=*/Value(), options.trace);
                         emitVersions(narrow, AdjointRows(narrow, op, row), row,
                                      Ends::Anywhere,
                                      [&] { emitRows(mover, rows, row); });
                       });
        },
        [&] {
          mover.trace(EmittedWay::Scalar);
          // Extents that do not fit, or rows that are not dense.
          PadDialect::ScalarAttrHelper scalar(op.getContext());
          scalar.setAttr(rewriter.clone(*op), rewriter.getUnitAttr());
        });
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// The first of `versions` that fits, or rows whose ends are elements.
  void emitVersions(VectorMover &mover, const AdjointRows &rows, int64_t row,
                    ArrayRef<AdjointRows::Ends> versions,
                    function_ref<void()> emitOther) const {
    if (versions.empty())
      return emitOther();
    AdjointRows own = rows;
    mover.ifElse(
        own.emitFit(versions.front()),
        [&] {
          own.setEnds(versions.front());
          emitRows(mover, own, row);
        },
        [&] {
          emitVersions(mover, rows, row, versions.drop_front(), emitOther);
        });
  }

  /// All rows, on one thread or shared out.
  void emitRows(VectorMover &mover, AdjointRows &rows, int64_t row) const {
    mover.trace(rows.getWay());
    ArithContext m = mover.math();
    ArithValue count = rows.countRows(), zero = m.constant(0);
    if (!options.parallel || row == 0)
      return rows.emit(zero, count);
    ArithValue bytes = rows.countBytes();
    mover.ifElse(
        bytes >= options.parallelThreshold,
        [&] {
          emitTasks(m, bytes, count, [&](ArithValue begin, ArithValue end) {
            mover.trace(EmittedWay::Threaded);
            rows.emit(begin, end);
          });
        },
        [&] { rows.emit(zero, count); });
  }

  PadToVectorOptions options;
};
} // namespace

void mlir::pad::populateAdjointToVectorPatterns(
    RewritePatternSet &patterns, const PadToVectorOptions &options) {
  patterns.add<LowerAdjointIntoToVectors>(patterns.getContext(), options);
}
