//===- VerifyBufferizable.cpp - Ops that tensors cannot leave -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

namespace mlir::pad {
#define GEN_PASS_DEF_VERIFYBUFFERIZABLE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` is a constant of unknown extents. Upstream's folds make such
/// constants, although they hold no elements.
static bool isShapelessConstant(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto type = constant ? dyn_cast<ShapedType>(constant.getType()) : nullptr;
  return type && !type.hasStaticShape();
}

/// Reports `op`, a constant of unknown extents.
static void reportShapelessConstant(Operation *op) {
  Type type = op->getResult(0).getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  bool hasEncoding = tensor && tensor.getEncoding();
  op->emitOpError()
      << "of type " << type
      << " has no extents: an upstream fold made it of an op whose operands "
         "are equal; "
      << (hasEncoding
              ? "convert them to tensors without an encoding first"
              : "run --pad-dynamic-elementwise-to-linalg before the pass "
                "that folds");
}

namespace {
struct VerifyBufferizable
    : pad::impl::VerifyBufferizableBase<VerifyBufferizable> {
  void runOnOperation() override {
    Operation *reported = nullptr;
    getOperation()->walk([&](Operation *op) {
      auto isTensor = [](Type type) { return isa<TensorType>(type); };
      if (llvm::none_of(op->getOperandTypes(), isTensor) &&
          llvm::none_of(op->getResultTypes(), isTensor))
        return;
      // Bufferization leaves them alone.
      Operation *table = op->getParentWithTrait<OpTrait::SymbolTable>();
      if (table != getOperation()) {
        if (table != reported)
          table->emitOpError()
              << "cannot be lowered: it has tensors, and is inside of another "
                 "module; run this on it, by 'builtin.module("
              << table->getName() << "(...))', or move its functions out";
        reported = table;
        signalPassFailure();
        return;
      }
      if (isShapelessConstant(op)) {
        reportShapelessConstant(op);
        signalPassFailure();
        return;
      }
      if (isa<bufferization::BufferizableOpInterface>(op))
        return;
      Dialect *dialect = op->getDialect();
      if (dialect &&
          dialect->hasPromisedInterface(
              op->getName().getTypeID(),
              bufferization::BufferizableOpInterface::getInterfaceID())) {
        op->emitOpError() << "cannot be lowered: the external models of '"
                          << dialect->getNamespace()
                          << "' are not registered; register all dialects of "
                             "MLIR and of Pad with them (registerAllDialects)";
        signalPassFailure();
        return;
      }
      op->emitOpError() << "cannot be lowered: it works on tensors, and has no "
                           "form on memrefs; rewrite it first, or read it by "
                           "the option 'import' if it pads";
      signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
