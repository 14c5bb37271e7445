//===- MoveBF16AsBits.cpp - bf16 without float registers ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_MOVEBF16ASBITS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` only moves its operands and results, and so takes bits as well.
static bool movesOnly(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp, LLVM::BrOp,
             LLVM::CondBrOp, LLVM::SwitchOp, LLVM::CallOp, LLVM::ReturnOp,
             LLVM::ConstantOp, LLVM::ZeroOp, LLVM::UndefOp, LLVM::PoisonOp>(op);
}

/// Replaces bf16 by i16 in `type` if it is that or a function type.
static Type toBits(Type type) {
  if (type.isBF16())
    return IntegerType::get(type.getContext(), 16);
  if (auto function = dyn_cast<LLVM::LLVMFunctionType>(type)) {
    SmallVector<Type> inputs =
        llvm::map_to_vector(function.getParams(), toBits);
    return LLVM::LLVMFunctionType::get(toBits(function.getReturnType()), inputs,
                                       function.isVarArg());
  }
  return type;
}

/// Retypes what `op` defines: results, block arguments, signature, value.
static void retype(Operation *op) {
  for (Value result : op->getResults())
    result.setType(toBits(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(toBits(argument.getType()));
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    function.setFunctionType(
        cast<LLVM::LLVMFunctionType>(toBits(function.getFunctionType())));
  if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
    if (auto value = dyn_cast<FloatAttr>(constant.getValue());
        value && value.getType().isBF16())
      constant.setValueAttr(IntegerAttr::get(
          toBits(value.getType()), value.getValue().bitcastToAPInt()));
}

namespace {
struct MoveBF16AsBits : pad::impl::MoveBF16AsBitsBase<MoveBF16AsBits> {
  void runOnOperation() override {
    // Arithmetic first: its operands become casts of what will be bits.
    getOperation()->walk([](Operation *op) {
      if (movesOnly(op) || isa<LLVM::BitcastOp, LLVM::LLVMFuncOp>(op))
        return;
      OpBuilder builder(op);
      Type bits = builder.getI16Type(), bf16 = builder.getBF16Type();
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get().getType() == bf16) {
          Value asBits = LLVM::BitcastOp::create(builder, op->getLoc(), bits,
                                                 operand.get());
          operand.set(
              LLVM::BitcastOp::create(builder, op->getLoc(), bf16, asBits));
        }
      builder.setInsertionPointAfter(op);
      for (Value result : op->getResults()) {
        if (result.getType() != bf16)
          continue;
        Value asBits =
            LLVM::BitcastOp::create(builder, op->getLoc(), bits, result);
        Value back =
            LLVM::BitcastOp::create(builder, op->getLoc(), bf16, asBits);
        result.replaceAllUsesExcept(back, asBits.getDefiningOp());
      }
    });
    // A cast from bf16 to bits of a value that is bits by now folds away, and
    // so does the cast back for ops that move.
    getOperation()->walk([](Operation *op) {
      if (movesOnly(op) || isa<LLVM::LLVMFuncOp>(op))
        retype(op);
      if (!movesOnly(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (auto cast = operand.get().getDefiningOp<LLVM::BitcastOp>();
            cast && cast.getType().isBF16())
          operand.set(cast.getArg());
    });
  }
};
} // namespace
