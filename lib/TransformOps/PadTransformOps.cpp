//===- PadTransformOps.cpp - Pads in transform scripts --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/TransformOps/PadTransformOps.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::pad;
using namespace mlir::transform;

#define GET_OP_CLASSES
#include "Pad/TransformOps/PadTransformOps.cpp.inc"

/// The silenceable error of `op`, which left `target` as it is, with the reason
/// that the rewrite gave last.
static DiagnosedSilenceableFailure refuse(TransformOpInterface op,
                                          TransformRewriter &rewriter,
                                          Operation *target) {
  auto *listener =
      static_cast<ErrorCheckingTrackingListener *>(rewriter.getListener());
  std::string reason = listener->getLatestMatchFailureMessage();
  DiagnosedSilenceableFailure failure = op.emitSilenceableError()
                                        << "leaves the op as it is: " << reason;
  failure.attachNote(target->getLoc()) << "the op";
  return failure;
}

/// The error of `op` where `target` is no `pad.pad`.
static DiagnosedSilenceableFailure refuseOtherOp(TransformOpInterface op,
                                                 Operation *target) {
  DiagnosedSilenceableFailure failure = op.emitSilenceableError()
                                        << "takes a handle of 'pad.pad', but "
                                           "it has '"
                                        << target->getName() << "'";
  failure.attachNote(target->getLoc()) << "the op";
  return failure;
}

//===----------------------------------------------------------------------===//
// PadFuseIntoConsumerOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
PadFuseIntoConsumerOp::apply(TransformRewriter &rewriter,
                             TransformResults & /*results*/,
                             TransformState &state) {
  PadTileAndFuseOptions options;
  options.tileSizes = llvm::to_vector(getTileSizes());
  options.parallel = getParallel();
  for (int64_t size : options.tileSizes)
    if (size < 0)
      return emitDefiniteFailure() << "tile_sizes has " << size
                                   << "; give 0 for a loop that is not tiled";
  for (Operation *target : state.getPayloadOps(getTarget())) {
    auto consumer = dyn_cast<linalg::LinalgOp>(target);
    if (!consumer)
      return emitSilenceableError() << "takes a handle of linalg ops, but it "
                                       "has '"
                                    << target->getName() << "'";
    if (failed(tileAndFusePads(rewriter, consumer, options)))
      return refuse(*this, rewriter, target);
  }
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// PadSplitBorderOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
PadSplitBorderOp::applyToOne(TransformRewriter &rewriter, Operation *target,
                             ApplyToEachResultList &results,
                             TransformState & /*state*/) {
  auto pad = dyn_cast<PadOp>(target);
  if (!pad)
    return refuseOtherOp(*this, target);
  rewriter.setInsertionPoint(pad);
  FailureOr<Value> replacement =
      decomposeBorders(rewriter, pad, getMaxPieces());
  if (failed(replacement))
    return refuse(*this, rewriter, target);
  results.push_back(replacement->getDefiningOp());
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// PadProducerIntoPaddedOp
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure PadProducerIntoPaddedOp::applyToOne(
    TransformRewriter &rewriter, Operation *target,
    ApplyToEachResultList &results, TransformState & /*state*/) {
  auto pad = dyn_cast<PadOp>(target);
  if (!pad)
    return refuseOtherOp(*this, target);
  rewriter.setInsertionPoint(pad);
  FailureOr<PadIntoOp> padInto = produceIntoPadded(rewriter, pad);
  if (failed(padInto))
    return refuse(*this, rewriter, target);
  results.push_back(*padInto);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
class PadTransformOps : public TransformDialectExtension<PadTransformOps> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PadTransformOps)

  void init() {
    declareDependentDialect<PadDialect>();
    declareGeneratedDialect<linalg::LinalgDialect>();
    declareGeneratedDialect<scf::SCFDialect>();
    declareGeneratedDialect<tensor::TensorDialect>();
    registerTransformOps<
#define GET_OP_LIST
#include "Pad/TransformOps/PadTransformOps.cpp.inc"
        >();
  }
};
} // namespace

void mlir::pad::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<PadTransformOps>();
}
