//===- LowerPadToLLVM.cpp - The whole way in one flag ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Pipelines/Pipelines.h"
#include "Pad/Rows/HostTarget.h"
#include "Pad/Target/Passes.h"
#include "Pad/Transforms/Passes.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/SCFToOpenMP/SCFToOpenMP.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Quant/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::pad;

// Whoever builds a pipeline asks the host, where `options` say so; passes do
// not.

static VectorWidth getVectorWidth(const LowerPadToLLVMOptions &options) {
  return options.vectorWidth == VectorWidth::Host ? getHostVectorWidth()
                                                  : options.vectorWidth;
}

static int64_t getNontemporalThreshold(const LowerPadToLLVMOptions &options) {
  return options.nontemporalThreshold == -1
             ? getHostNontemporalThreshold()
             : int64_t(options.nontemporalThreshold);
}

/// Adds CSE, and before it the pass that keeps CSE from confusing the indices
/// of nested linalg ops.
static void addCSE(OpPassManager &pm) {
  pm.addPass(createMarkNestedIndices());
  pm.addPass(createCSEPass());
}

void mlir::pad::buildPadImportPipeline(OpPassManager &pm,
                                       const LowerPadToLLVMOptions &options) {
  // Upstream's canonicalizer makes invalid IR of some slices of linalg.unpack.
  pm.addPass(createPadLowerPacks());
  if (options.import) {
    pm.addPass(createImportPads());
    pm.addPass(createReconcileUnrealizedCastsPass());
  }
}

void mlir::pad::buildPadTensorPipeline(OpPassManager &pm,
                                       const LowerPadToLLVMOptions &options) {
  buildPadImportPipeline(pm, options);
  pm.addPass(createMarkPads());
  pm.addPass(createVerifyPadLowerable());
  // Nothing has folded before.
  pm.addPass(createSplitComplexSums());
  // The views of the input; bufferization makes more. The checks below ask for
  // the extents of views, and upstream crashes on those that are split here.
  pm.addPass(createSplitRankReductions());
  // The checks are made on what else the user wrote, and on both parts of views
  // that were split.
  if (options.runtimeVerification)
    pm.addPass(createGenerateRuntimeVerificationPass());
  if (options.emitCInterface)
    pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());

  pm.addNestedPass<func::FuncOp>(quant::createLowerQuantOps());
  pm.addPass(createPadQuantizedToStorage());
  // Nor yet, and lowering quant ops has made arith ops.
  pm.addPass(createDynamicElementwiseToLinalg());
  addCSE(pm);
  pm.addPass(createCanonicalizeInBounds());

  pm.addPass(createConvertShardedPadToMPI());
  // The arith ops on static extents, which have been folded.
  pm.addPass(createDynamicElementwiseToLinalg({/*staticExtents=*/true}));
  // What is fused is computed as what is not.
  pm.addPass(createContractProducts({options.contract}));
  if (options.fuse != PadFusion::None) {
    PadFuseIntoLoopsOptions fuse;
    fuse.whereFaster = options.fuse == PadFusion::WhereFaster;
    fuse.vectorBits = options.lowering == PadLowering::Vector
                          ? getVectorShape(getVectorWidth(options)).bits
                          : 0;
    pm.addNestedPass<func::FuncOp>(createPadFuseIntoLoops(fuse));
    // Indices are sums of constants, which are equal once they are folded.
    pm.addPass(createCanonicalizeInBounds());
    addCSE(pm);
  }
  if (options.lowering == PadLowering::Linalg) {
    // This pass makes all pads destination style, including those that it
    // leaves.
    pm.addPass(createConvertPadToLinalg());
  } else {
    pm.addPass(createPadProducerIntoPadded());
    pm.addPass(createPadToDestinationStyle());
  }
}

void mlir::pad::buildPadBufferPipeline(OpPassManager &pm,
                                       const LowerPadToLLVMOptions &options) {
  pm.addPass(createPrepareBufferization());
  pm.addPass(createVerifyBufferizable());
  // A memref.realloc frees the old memref, which counts as a deallocation of
  // the input.
  pm.addPass(memref::createExpandReallocPass());
  // The allocations that are the input's, as they are by now.
  pm.addPass(createMarkPads());
  pm.addPass(createMarkManualDeallocation());
  pm.addPass(createEliminateEmptyTensors());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // A loop may carry the tensor that it pads.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createSplitRankReductions());
  // A buffer that all branches yield is one allocation.
  pm.addPass(createCanonicalizeInBounds());
  pm.addPass(createFoldExpandOfCollapse());
  if (options.results == ResultStyle::OutParams) {
    // A clone copies into the out-param.
    pm.addPass(createExpandClones());
    pm.addPass(createResultsToOutParams());
  }
  // In both styles of results, the caller frees what is returned.
  pm.addPass(createDeallocateBuffers());
  pm.addPass(createCanonicalizeInBounds());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  addCSE(pm);
  pm.addPass(createCanonicalizeInBounds());
  pm.addPass(createExpandClones());
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addPass(createGuardAllocations());
}

/// Adds the passes that turn structured ops on memrefs, from the input or from
/// bufferization, into loops.
static void addLoops(OpPassManager &pm, const LowerPadToLLVMOptions &options) {
  if (options.lowering == PadLowering::Linalg)
    pm.addPass(createConvertPadToLinalg());
  bool fuses = options.fuse != PadFusion::None;
  if (fuses && options.threads == PadThreads::OpenMP)
    pm.addNestedPass<func::FuncOp>(
        createShareFusedNests({options.parallelThreshold}));
  if (fuses) {
    StreamFusedRowsOptions stream;
    stream.nontemporalThreshold = getNontemporalThreshold(options);
    stream.vectorBits = getVectorShape(getVectorWidth(options)).bits;
    pm.addNestedPass<func::FuncOp>(createStreamFusedRows(stream));
    if ((options.splitStores == SplitStores::Host
             ? getHostSplitStores()
             : options.splitStores) == SplitStores::Slow)
      pm.addNestedPass<func::FuncOp>(createPrefetchSplitStores());
  }
  pm.addPass(createMemRefCopyToLinalg());
  pm.addPass(createSkipEmptyLoops());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(createConvertVectorToLLVMPass());
  // Pads are lowered last, because the passes above would only walk the many
  // ops that they become.
  if (options.lowering == PadLowering::Vector) {
    ConvertPadToVectorOptions vector;
    vector.vectorWidth = getVectorWidth(options);
    vector.vectorISA = options.vectorISA == VectorISA::Host
                           ? getHostVectorISA()
                           : VectorISA(options.vectorISA);
    vector.nontemporalThreshold = getNontemporalThreshold(options);
    vector.parallel = options.threads == PadThreads::OpenMP;
    vector.parallelThreshold = options.parallelThreshold;
    vector.trace = options.trace;
    pm.addPass(createConvertPadToVector(vector));
  }
  pm.addPass(createConvertPadToSCF());
  if (options.threads == PadThreads::OpenMP) {
    pm.addPass(createForallToParallelLoopPass());
    pm.addPass(createConvertSCFToOpenMPPass());
    pm.addPass(createInlineAllocaScopes());
  }
}

/// Adds the passes that lower memrefs and loops to the LLVM dialect.
static void addLLVM(OpPassManager &pm) {
  // This pass makes a memref.reshape to extents of run time a cast.
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(createExpandDynamicShapes());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createComputeBF16AsF32());
  pm.addPass(createLowerContractedProducts());
  pm.addPass(createCanonicalizeInBounds());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  // The aborts come from runtime verification and from checks that models ask
  // for.
  pm.addPass(createRelaxLLVM());
  pm.addPass(createMoveBF16AsBits());
  pm.addPass(createCanonicalizerPass());
}

void mlir::pad::buildPadCodePipeline(OpPassManager &pm,
                                     const LowerPadToLLVMOptions &options) {
  // The pads and views of a caller that has made memrefs by passes of its own.
  pm.addPass(createMarkPads());
  pm.addPass(createSplitRankReductions());
  addLoops(pm, options);
  addLLVM(pm);
  pm.addPass(createVerifyPadLowered());
  pm.addPass(createPadReportCodeSize());
}

void mlir::pad::buildLowerPadToLLVMPipeline(
    OpPassManager &pm, const LowerPadToLLVMOptions &options) {
  buildPadTensorPipeline(pm, options);
  buildPadBufferPipeline(pm, options);
  buildPadCodePipeline(pm, options);
}

void mlir::pad::buildLowerExchangeToLLVMPipeline(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

/// Registers a pipeline of passes on modules. Upstream's own registration ends
/// the process where it is nested in another op.
static void registerPipeline(StringRef name, StringRef description,
                             void (*build)(OpPassManager &,
                                           const LowerPadToLLVMOptions &)) {
  registerPassPipeline(
      name, description,
      [=](OpPassManager &pm, StringRef text,
          function_ref<LogicalResult(const Twine &)> onError) {
        std::optional<StringRef> op = pm.getOpName();
        if (op && *op != ModuleOp::getOperationName())
          return onError("Can't add pipeline '" + name + "' restricted to '" +
                         ModuleOp::getOperationName() +
                         "' on a PassManager intended to run on '" + *op +
                         "', did you intend to nest?");
        LowerPadToLLVMOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        build(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> onOptions) {
        onOptions(LowerPadToLLVMOptions());
      });
}

void mlir::pad::registerPadPipelines() {
  registerPipeline(
      "lower-pad-to-llvm",
      "Lower functions with pads to the LLVM dialect, ready for native code",
      buildLowerPadToLLVMPipeline);
  registerPipeline(
      "pad-tensor-pipeline",
      "First part of --lower-pad-to-llvm: tensors in destination style",
      buildPadTensorPipeline);
  registerPipeline(
      "pad-buffer-pipeline",
      "Second part of --lower-pad-to-llvm: memrefs, with their owners",
      buildPadBufferPipeline);
  registerPipeline(
      "pad-code-pipeline",
      "Third part of --lower-pad-to-llvm: loops, vectors, the LLVM dialect",
      buildPadCodePipeline);
}
