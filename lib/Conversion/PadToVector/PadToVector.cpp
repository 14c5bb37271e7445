//===- PadToVector.cpp - pad.pad_into to vectors of rows ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "Pad/Conversion/Passes.h"
#include "Pad/IR/PadRemarks.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Rows/Loops.h"
#include "PadEmitter.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOVECTOR
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The instructions of `isa` that code of `module` may use: they are those of
/// x86.
static VectorISA getVectorISA(ModuleOp module, VectorISA isa) {
  auto triple = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getTargetTripleAttrName());
  return triple && !llvm::Triple(triple.getValue()).isX86() ? VectorISA::None
                                                            : isa;
}

/// Whether one of the memrefs is a view of an argument that overlaps nothing
/// else, and the other one a view of another argument or of an allocation.
/// MLIR's alias analysis does not know `llvm.noalias`.
static bool areKnownDistinct(Value lhs, Value rhs) {
  auto getRoot = [](Value memref) {
    while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
      memref = view.getViewSource();
    return memref;
  };
  Value roots[] = {getRoot(lhs), getRoot(rhs)};
  auto isArgument = [](Value root) {
    auto argument = dyn_cast<BlockArgument>(root);
    return argument &&
           isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock();
  };
  auto overlapsNothing = [&](Value root) {
    if (!isArgument(root))
      return false;
    auto argument = cast<BlockArgument>(root);
    return cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
               .getArgAttr(argument.getArgNumber(),
                           LLVM::LLVMDialect::getNoAliasAttrName()) != nullptr;
  };
  return roots[0] != roots[1] && llvm::any_of(roots, overlapsNothing) &&
         llvm::all_of(roots, [&](Value root) {
           return isArgument(root) || root.getDefiningOp<memref::AllocOp>();
         });
}

namespace {
/// `pad.pad_into` on memrefs becomes loops around rows that are moved as
/// vectors.
struct LowerPadIntoToVectors : OpRewritePattern<PadIntoOp> {
  LowerPadIntoToVectors(MLIRContext *context, const PadToVectorOptions &options,
                        AliasAnalysis &aliases)
      : OpRewritePattern(context), options(options), aliases(aliases) {}

  LogicalResult matchAndRewrite(PadIntoOp op,
                                PatternRewriter &rewriter) const override {
    // The twin of an op whose operands turn out not to be as planned.
    PadDialect::ScalarAttrHelper scalar(op.getContext());
    if (scalar.isAttrPresent(op))
      return rewriter.notifyMatchFailure(op, "left to scalar loops");
    std::string reason;
    bool mayAlias = !aliases.alias(op.getSource(), op.getInit()).isNo() &&
                    !areKnownDistinct(op.getSource(), op.getInit());
    std::optional<PadPlan> plan =
        planPad(op,
                {options.vectors, mayAlias,
                 /*canStream=*/options.nontemporalThreshold != INT64_MAX,
                 options.parallel},
                reason);
    if (!plan) {
      remarkMissed(op, "lowering", reason);
      if (options.remarks)
        op.emitRemark() << "not moved as vectors: " << reason;
      return rewriter.notifyMatchFailure(op, reason);
    }
    bool needsValue = mayReadPaddingValue(op);
    if (needsValue && !canEmitPaddingValue(op))
      return rewriter.notifyMatchFailure(op, "no padding value");
    emitRemark(op, *plan);

    Location loc = op.getLoc();
    if (!getAllocationScope(op->getBlock())) {
      // The numbers of planes, which kernels get, are stack memory.
      auto scope = memref::AllocaScopeOp::create(rewriter, loc, TypeRange());
      rewriter.setInsertionPointToStart(
          rewriter.createBlock(&scope.getBodyRegion()));
      memref::AllocaScopeReturnOp::create(rewriter, loc, ValueRange());
      rewriter.setInsertionPointToStart(&scope.getBodyRegion().front());
    }
    Value paddingValue;
    if (needsValue)
      paddingValue =
          emitMemoryBits(rewriter, loc, emitPaddingValue(rewriter, loc, op),
                         plan->elementBits);
    emitVersions(rewriter, op, *plan, options, paddingValue);
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Says how `op` is moved: to the remark engine, and with the option
  /// `remarks` as a diagnostic, with each version as a note.
  void emitRemark(PadIntoOp op, const PadPlan &plan) const {
    auto data = remarkPassed(op, "lowering",
                             getTraffic(op, plan.elementBits / CHAR_BIT));
    if (!data && !options.remarks)
      return;
    std::string text;
    llvm::raw_string_ostream os(text);
    plan.printAxes(os);
    data << remark::metric("Path", StringRef("vector"))
         << remark::metric("VectorBits", plan.vectors.bits)
         << remark::metric("Pad", text);
    InFlightDiagnostic remark =
        options.remarks ? op.emitRemark() : InFlightDiagnostic();
    remark << "moved as vectors: " << text;
    for (const PadVersion &version : plan.versions) {
      text.clear();
      plan.printVersion(os, version);
      data << remark::metric("Version", text);
      if (options.remarks)
        remark.attachNote() << text;
    }
  }

  PadToVectorOptions options;
  AliasAnalysis &aliases;
};

struct ConvertPadToVector
    : pad::impl::ConvertPadToVectorBase<ConvertPadToVector> {
  using ConvertPadToVectorBase::ConvertPadToVectorBase;

  void runOnOperation() override {
    if (nontemporalThreshold < -1) {
      getOperation()->emitError("nontemporal-threshold is ")
          << int64_t(nontemporalThreshold)
          << ", but must be a number of bytes, or -1 for what the "
             "module states";
      return signalPassFailure();
    }
    if (parallelThreshold < 0) {
      getOperation()->emitError("parallel-threshold is ")
          << int64_t(parallelThreshold) << ", but must be a number of bytes";
      return signalPassFailure();
    }
    PadToVectorOptions options;
    options.vectors = getVectorShape(vectorWidth);
    options.vectors.isa = getVectorISA(getOperation(), vectorISA);
    options.nontemporalThreshold =
        getNontemporalThreshold(getOperation(), nontemporalThreshold);
    options.parallel = parallel;
    options.parallelThreshold = parallelThreshold;
    options.remarks = remarks;
    options.trace = trace;
    RewritePatternSet patterns(&getContext());
    populatePadToVectorPatterns(patterns, options,
                                getAnalysis<AliasAnalysis>());
    populateAdjointToVectorPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    PadDialect::KernelAttrHelper kernel(&getContext());
    getOperation()->walk([&](func::FuncOp function) {
      if (kernel.isAttrPresent(function))
        kernel.removeAttr(function);
    });
  }
};
} // namespace

void mlir::pad::populatePadToVectorPatterns(RewritePatternSet &patterns,
                                            const PadToVectorOptions &options,
                                            AliasAnalysis &aliases) {
  patterns.add<LowerPadIntoToVectors>(patterns.getContext(), options, aliases);
}
