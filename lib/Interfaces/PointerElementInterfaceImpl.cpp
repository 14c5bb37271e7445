//===- PointerElementInterfaceImpl.cpp - Memrefs of pointers --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Interfaces/AllInterfaces.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

using namespace mlir;

namespace {
/// `!llvm.ptr` may be an element of a memref. Upstream lowers such memrefs, but
/// does not accept their type in IR.
struct PointerElementModel
    : MemRefElementTypeInterface::ExternalModel<PointerElementModel,
                                                LLVM::LLVMPointerType> {};
} // namespace

void mlir::pad::registerPointerElementInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *) {
    LLVM::LLVMPointerType::attachInterface<PointerElementModel>(*context);
  });
}
