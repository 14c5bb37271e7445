//===- AllowAnyAddress.cpp - Memrefs that begin anywhere ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream tells LLVM that each element of a memref is aligned to its size.
// test/Upstream/canary-allow-any-address.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::pad {
#define GEN_PASS_DEF_ALLOWANYADDRESS
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

namespace {
struct AllowAnyAddress : pad::impl::AllowAnyAddressBase<AllowAnyAddress> {
  void runOnOperation() override {
    if (!accessesAnyAddress(getOperation()))
      return;
    getOperation()->walk([](Operation *op) {
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
    });
  }
};
} // namespace
