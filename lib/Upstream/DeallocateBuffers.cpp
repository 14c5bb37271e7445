//===- DeallocateBuffers.cpp - Who frees which buffer ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's buffer deallocation refuses a function that frees what it did not
// allocate, frees other allocations twice, and leaves out no function
// (test/Upstream/canary-mark-manual-deallocation.mlir). It lets a function
// return one buffer twice (canary-return-distinct-buffers.mlir).
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/BufferOrigins.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::pad {
#define GEN_PASS_DEF_DEALLOCATEBUFFERS
#define GEN_PASS_DEF_MARKMANUALDEALLOCATION
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Excludes `op` from buffer deallocation.
static void mark(Operation *op) {
  op->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
              UnitAttr::get(op->getContext()));
}

/// Whether `function` is, or holds, anything of tensor type.
static bool hasTensors(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) {
    return bufferization::hasTensorSemantics(op) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The functions of `module` that have a `memref.dealloc` or a
/// `bufferization.dealloc`, or call one that has.
static llvm::SetVector<Operation *> findFreeing(ModuleOp module) {
  llvm::SetVector<Operation *> freeing;
  auto addFunctionOf = [&](Operation *op) {
    if (auto function = op->getParentOfType<func::FuncOp>())
      freeing.insert(function);
  };
  module.walk([&](Operation *op) {
    if (isa<memref::DeallocOp, bufferization::DeallocOp>(op))
      addFunctionOf(op);
  });
  llvm::StringMap<SmallVector<Operation *>> calls;
  module.walk([&](func::CallOp op) { calls[op.getCallee()].push_back(op); });
  for (size_t next = 0; next < freeing.size(); ++next)
    for (Operation *call : calls[SymbolTable::getSymbolName(freeing[next])])
      addFunctionOf(call);
  return freeing;
}

/// Excludes from deallocation the allocation that `op` frees, which `memref` is
/// or is a view of. Refuses a memref of unknown owner.
static LogicalResult markFreed(Operation *op, Value memref) {
  Operation *origin = memref.getDefiningOp();
  while (auto view = dyn_cast_or_null<ViewLikeOpInterface>(origin)) {
    memref = view.getViewSource();
    origin = memref.getDefiningOp();
  }
  if (auto alloc = dyn_cast_or_null<memref::AllocOp>(origin)) {
    mark(alloc);
    return success();
  }
  // The caller owns arguments.
  if (auto argument = dyn_cast<BlockArgument>(memref);
      argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
      argument.getOwner()->isEntryBlock())
    return success();
  InFlightDiagnostic error =
      op->emitOpError()
      << "may free a memref that is neither a memref.alloc nor an argument of "
         "its function, which has tensors: buffer deallocation may free it as "
         "well; move this op to a function without tensors";
  error.attachNote(memref.getLoc()) << "the memref is made here";
  return error;
}

/// Replaces each memref that `op` returns by a clone if it may be in the buffer
/// of an earlier one.
static void cloneShared(func::ReturnOp op, const BufferOrigins &origins) {
  OpBuilder builder(op);
  BufferOrigins::Values returned;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    BufferOrigins::Values buffers = origins.find(operand.get());
    if (llvm::any_of(buffers,
                     [&](Value buffer) { return returned.contains(buffer); }))
      operand.set(
          bufferization::CloneOp::create(builder, op.getLoc(), operand.get()));
    else
      returned.insert(buffers.begin(), buffers.end());
  }
}

namespace {
struct MarkManualDeallocation
    : pad::impl::MarkManualDeallocationBase<MarkManualDeallocation> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::SetVector<Operation *> freeing = findFreeing(module);
    if (freeing.empty())
      return;
    SymbolTable symbols(module);
    PadDialect::ManualDeallocationAttrHelper manual(&getContext());
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (!hasTensors(function)) {
        manual.setAttr(function, UnitAttr::get(&getContext()));
        continue;
      }
      WalkResult result = function.walk([&](Operation *op) {
        if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
          mark(op);
          return WalkResult(markFreed(op, dealloc.getMemref()));
        }
        if (isa<bufferization::DeallocOp>(op))
          return WalkResult(
              op->emitOpError()
              << "deallocates buffers of a function that still has tensors; "
                 "bufferize before buffer deallocation, or leave both to this "
                 "pipeline");
        auto call = dyn_cast<func::CallOp>(op);
        if (!call)
          return WalkResult::advance();
        if (llvm::any_of(call.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
          return WalkResult(
              op->emitOpError()
              << "returns a memref in a module that frees memrefs itself, to a "
                 "function with tensors: buffer deallocation may free it as "
                 "well; call it in a function without tensors");
        if (freeing.contains(symbols.lookup(call.getCallee())))
          for (Value operand : call.getOperands())
            if (isa<BaseMemRefType>(operand.getType()) &&
                failed(markFreed(op, operand)))
              return WalkResult::interrupt();
        return WalkResult::advance();
      });
      if (result.wasInterrupted())
        return signalPassFailure();
    }
  }
};

struct DeallocateBuffers : pad::impl::DeallocateBuffersBase<DeallocateBuffers> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    PadDialect::ManualDeallocationAttrHelper manual(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (manual.isAttrPresent(function)) {
        // It says itself what it returns and frees.
        manual.removeAttr(function);
        continue;
      }
      if (function.isExternal())
        continue;
      BufferOrigins origins(function);
      function.walk([&](func::ReturnOp op) { cloneShared(op, origins); });
      if (failed(bufferization::deallocateBuffersOwnershipBased(
              function, bufferization::DeallocationOptions(), symbols)))
        return signalPassFailure();
    }
  }
};
} // namespace
