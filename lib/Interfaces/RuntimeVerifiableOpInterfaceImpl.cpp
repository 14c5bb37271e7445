//===- RuntimeVerifiableOpInterfaceImpl.cpp - Checks at run time ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/SymbolicPadConstraints.h"
#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Asserts, in front of the op, each constraint that static numbers leave open.
template <typename OpTy, typename InterfaceTy = PadOpInterface>
struct PadRuntimeVerification
    : RuntimeVerifiableOpInterface::ExternalModel<
          PadRuntimeVerification<OpTy, InterfaceTy>, OpTy> {
  void generateRuntimeVerification(
      Operation *op, OpBuilder &builder, Location loc,
      function_ref<std::string(Operation *, StringRef)> describe) const {
    for (const SymbolicConstraint &constraint :
         emitConstraints(builder, loc, cast<InterfaceTy>(op)))
      cf::AssertOp::create(builder, loc, constraint.holds,
                           describe(op, constraint.message));
  }
};
} // namespace

void mlir::pad::registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PadDialect *) {
    // The models create ops of these dialects.
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         memref::MemRefDialect, tensor::TensorDialect>();
    PadOp::attachInterface<PadRuntimeVerification<PadOp>>(*context);
    PadIntoOp::attachInterface<PadRuntimeVerification<PadIntoOp>>(*context);
    AdjointOp::attachInterface<
        PadRuntimeVerification<AdjointOp, AdjointOpInterface>>(*context);
    AdjointIntoOp::attachInterface<
        PadRuntimeVerification<AdjointIntoOp, AdjointOpInterface>>(*context);
    AdjointValueOp::attachInterface<
        PadRuntimeVerification<AdjointValueOp, AdjointOpInterface>>(*context);
  });
}
