//===- BufferizableOpInterfaceImpl.cpp - Bufferization --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadAmounts.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::pad;

/// Replaces `op` with a `pad.pad_into` from the buffer of its source into
/// `init`.
static LogicalResult bufferizeInto(PadOpInterface op, Value init,
                                   RewriterBase &rewriter,
                                   const BufferizationOptions &options,
                                   BufferizationState &state) {
  FailureOr<Value> source = getBuffer(rewriter, op.getSource(), options, state);
  if (failed(source))
    return failure();
  PadIntoOp::create(rewriter, op.getLoc(), *source, init, PadAmounts(op),
                    op.getValue());
  replaceOpWithBufferizedValues(rewriter, op, init);
  return success();
}

/// Replaces `op` with a `pad.adjoint_into` from the buffer of its gradient into
/// `init`.
static LogicalResult bufferizeInto(AdjointOpInterface op, Value init,
                                   RewriterBase &rewriter,
                                   const BufferizationOptions &options,
                                   BufferizationState &state) {
  FailureOr<Value> gradient =
      getBuffer(rewriter, op.getGradient(), options, state);
  if (failed(gradient))
    return failure();
  auto into = dyn_cast<AdjointIntoOp>(op.getOperation());
  AdjointIntoOp::create(rewriter, op.getLoc(), *gradient, init, PadAmounts(op),
                        into && into.getAccumulate());
  replaceOpWithBufferizedValues(rewriter, op, init);
  return success();
}

/// Whether `slice` is the interior view of the buffer that `op` writes, which
/// is the part of the result that holds the elements of the source.
static bool isInteriorView(tensor::ExtractSliceOp slice, PadIntoOp op,
                           const AnalysisState &state) {
  if (slice.getType().getRank() != op.getRank() ||
      !state.areEquivalentBufferizedValues(slice.getSource(), op.getInit()))
    return false;
  for (auto [offset, low, stride, interior] :
       llvm::zip_equal(slice.getMixedOffsets(), op.getMixedLow(),
                       slice.getMixedStrides(), op.getMixedInterior())) {
    std::optional<int64_t> step = getConstantIntValue(stride);
    std::optional<int64_t> gap = getConstantIntValue(interior);
    if (!isEqualConstantIntOrValue(offset, low) || !step || !gap ||
        *step - 1 != *gap)
      return false;
  }
  return true;
}

/// Whether the elements that `operand` reads, if they were written to the
/// buffer that `op` writes, were written to its interior view. `carried`, if
/// given, is the argument of the loop that yields `operand`, and is then that
/// view, too.
static bool isInteriorView(OpOperand &operand, PadIntoOp op,
                           const AnalysisState &state,
                           BlockArgument carried = {}) {
  auto isView = [&](Value value) {
    if (carried && value == carried)
      return true;
    auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
    return slice && isInteriorView(slice, op, state);
  };
  TraversalConfig config;
  config.followEquivalentOnly = true;
  return llvm::all_of(
      state.findValueInReverseUseDefChain(&operand, isView, config),
      [&](Value value) {
        if (isView(value))
          return true;
        // A loop is not known to return its init before it has been analyzed.
        auto loop = value.getDefiningOp<scf::ForOp>();
        if (!loop)
          return false;
        auto result = cast<OpResult>(value);
        BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
        return isInteriorView(*loop.getTiedLoopInit(result), op, state,
                              carried) &&
               isInteriorView(*loop.getTiedLoopYieldedValue(argument), op,
                              state, argument);
      });
}

namespace {
/// An op that reads its operands, and writes none.
template <typename Model, typename OpTy>
class ReadingModel
    : public BufferizableOpInterface::ExternalModel<Model, OpTy> {
  friend Model;
  ReadingModel() = default;

public:
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }
};

/// `pad.pad` and `pad.adjoint` allocate their result and write into it.
template <typename OpTy>
struct AllocatingModel : ReadingModel<AllocatingModel<OpTy>, OpTy> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  /// A new buffer, in the memory space of what is read.
  FailureOr<BufferLikeType>
  getBufferType(Operation *op, Value, const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocationStack) const {
    FailureOr<BufferLikeType> source = bufferization::getBufferType(
        op->getOperand(0), options, state, invocationStack);
    if (failed(source))
      return failure();
    RankedTensorType type = cast<OpTy>(op).getType();
    return cast<BufferLikeType>(MemRefType::get(
        type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(),
        cast<BaseMemRefType>(*source).getMemorySpace()));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto typed = cast<OpTy>(op);
    FailureOr<Value> tensor = allocateTensorForShapedValue(
        rewriter, op->getLoc(), typed.getResult(), options, state,
        /*copy=*/false);
    if (failed(tensor))
      return failure();
    FailureOr<Value> init = getBuffer(rewriter, *tensor, options, state);
    if (failed(init))
      return failure();
    return bufferizeInto(typed, *init, rewriter, options, state);
  }
};

/// An op that writes into the buffer of its init.
template <typename Model, typename OpTy>
class DestinationModel
    : public DstBufferizableOpInterfaceExternalModel<Model, OpTy> {
  friend Model;
  DestinationModel() = default;

public:
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto typed = cast<OpTy>(op);
    if (typed.hasPureBufferSemantics())
      return success();
    FailureOr<Value> init =
        getBuffer(rewriter, typed.getInit(), options, state);
    if (failed(init))
      return failure();
    return bufferizeInto(typed, *init, rewriter, options, state);
  }
};

/// `pad.pad_into` overwrites its init.
struct PadIntoModel : DestinationModel<PadIntoModel, PadIntoOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    // Every element of the init is overwritten, and none is read.
    return !cast<PadIntoOp>(op).isDpsInit(&operand);
  }

  /// The source may have been written to the interior view of the init. The pad
  /// then overwrites each element of the source with itself.
  bool isNotConflicting(Operation *op, OpOperand *read, OpOperand *write,
                        const AnalysisState &state) const {
    auto padOp = cast<PadIntoOp>(op);
    if (read != &padOp.getSourceMutable() || write != &padOp.getInitMutable())
      return false;
    return isInteriorView(*read, padOp, state);
  }
};

/// `pad.adjoint_into` reads its init if it adds to that.
struct AdjointIntoModel : DestinationModel<AdjointIntoModel, AdjointIntoOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto adjoint = cast<AdjointIntoOp>(op);
    return !adjoint.isDpsInit(&operand) || adjoint.getAccumulate();
  }
};

/// `pad.adjoint_value` reads the buffer of the gradient.
struct AdjointValueModel : ReadingModel<AdjointValueModel, AdjointValueOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto adjoint = cast<AdjointValueOp>(op);
    if (isa<BaseMemRefType>(adjoint.getGradient().getType()))
      return success();
    FailureOr<Value> gradient =
        getBuffer(rewriter, adjoint.getGradient(), options, state);
    if (failed(gradient))
      return failure();
    rewriter.replaceOpWithNewOp<AdjointValueOp>(
        op, *gradient, adjoint.getMixedSourceShape(rewriter),
        PadAmounts(adjoint));
    return success();
  }
};
} // namespace

void mlir::pad::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    // The models create ops of these dialects.
    context->loadDialect<arith::ArithDialect, BufferizationDialect>();
    PadOp::attachInterface<AllocatingModel<PadOp>>(*context);
    PadIntoOp::attachInterface<PadIntoModel>(*context);
    AdjointOp::attachInterface<AllocatingModel<AdjointOp>>(*context);
    AdjointIntoOp::attachInterface<AdjointIntoModel>(*context);
    AdjointValueOp::attachInterface<AdjointValueModel>(*context);
  });
}
