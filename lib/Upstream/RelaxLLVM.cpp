//===- RelaxLLVM.cpp - Promises to LLVM that need not hold ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream tells LLVM that each element of a memref is aligned to its size
// (test/Upstream/canary-allow-any-address.mlir) and that no stride of a memref
// is negative (canary-allow-negative-strides.mlir), and its assertions abort
// without writing what C has buffered (canary-flush-before-abort.mlir). Each
// part of this pass can go when its test fails.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::pad {
#define GEN_PASS_DEF_RELAXLLVM
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether code of `module` may run on processors that access any address.
static bool accessesAnyAddress(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getTargetTripleAttrName());
  if (!name)
    return true;
  llvm::Triple triple(name.getValue());
  return triple.isX86() || triple.isAArch64();
}

/// Whether `type` has a pointer in it, as the descriptor of a memref has. The
/// caller of a function has made that as the C ABI says.
static bool isDescriptor(Type type) {
  auto record = dyn_cast<LLVM::LLVMStructType>(type);
  return record &&
         llvm::any_of(record.getBody(), llvm::IsaPred<LLVM::LLVMPointerType>);
}

/// Makes `access`, of a value of `type`, one of any address. An alignment above
/// the size of an element stays: whoever states it has looked at the address.
template <typename AccessOp>
static void allowAnyAddress(AccessOp access, Type type) {
  if (isDescriptor(type))
    return;
  Type element = getElementTypeOrSelf(type);
  uint64_t bytes = DataLayout::closest(access).getTypeSize(element);
  if (access.getAlignment() <= llvm::PowerOf2Ceil(bytes))
    access.setAlignment(1);
}

/// Makes `op`, if it accesses memory, one of any address.
static void allowAnyAddress(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op);
      load && load.getOrdering() == LLVM::AtomicOrdering::not_atomic)
    allowAnyAddress(load, load.getType());
  else if (auto store = dyn_cast<LLVM::StoreOp>(op);
           store && store.getOrdering() == LLVM::AtomicOrdering::not_atomic)
    allowAnyAddress(store, store.getValue().getType());
  else if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
    allowAnyAddress(load, load.getType());
  else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
    allowAnyAddress(store, store.getValue().getType());
  else if (auto gather = dyn_cast<LLVM::masked_gather>(op))
    allowAnyAddress(gather, gather.getType());
  else if (auto scatter = dyn_cast<LLVM::masked_scatter>(op))
    allowAnyAddress(scatter, scatter.getValue().getType());
}

/// Takes away what says that no sum or product of an address is negative.
static void allowNegativeStrides(Operation *op) {
  if (auto address = dyn_cast<LLVM::GEPOp>(op))
    address.setNoWrapFlags(address.getNoWrapFlags() &
                           ~LLVM::GEPNoWrapFlags::nuw);
  if (isa<LLVM::AddOp, LLVM::MulOp>(op)) {
    auto offset = cast<LLVM::IntegerOverflowFlagsInterface>(op);
    offset.setOverflowFlags(offset.getOverflowFlags() &
                            ~LLVM::IntegerOverflowFlags::nuw);
  }
}

/// Whether `op` calls `abort` right after a message, as upstream lowers
/// assertions.
static bool abortsAfterMessage(Operation *op) {
  auto abort = dyn_cast<LLVM::CallOp>(op);
  if (!abort || abort.getCallee() != "abort")
    return false;
  auto print = dyn_cast_or_null<LLVM::CallOp>(op->getPrevNode());
  return print && print.getCallee() == "puts";
}

namespace {
struct RelaxLLVM : pad::impl::RelaxLLVMBase<RelaxLLVM> {
  void runOnOperation() override {
    bool allowsAnyAddress = accessesAnyAddress(getOperation());
    SmallVector<Operation *> aborts;
    getOperation()->walk([&](Operation *op) {
      allowNegativeStrides(op);
      if (allowsAnyAddress)
        allowAnyAddress(op);
      if (abortsAfterMessage(op))
        aborts.push_back(op);
    });
    if (aborts.empty())
      return;
    OpBuilder builder(&getContext());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    FailureOr<LLVM::LLVMFuncOp> flush = LLVM::lookupOrCreateFn(
        builder, getOperation(), "fflush", pointer, builder.getI32Type());
    if (failed(flush))
      return signalPassFailure();
    for (Operation *call : aborts) {
      builder.setInsertionPoint(call);
      Value everyStream =
          LLVM::ZeroOp::create(builder, call->getLoc(), pointer);
      LLVM::CallOp::create(builder, call->getLoc(), *flush, everyStream);
    }
  }
};
} // namespace
