//===- EmittedWays.cpp - What emitted code does at run time ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/EmittedWays.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::pad;

StringRef mlir::pad::stringifyEmittedWay(EmittedWay way) {
  switch (way) {
#define PAD_EMITTED_WAY(NAME, TEXT)                                            \
  case EmittedWay::NAME:                                                       \
    return TEXT;
#include "Pad/Conversion/EmittedWays.def"
  }
  llvm_unreachable("unknown way");
}

void mlir::pad::emitTrace(OpBuilder &builder, Location loc, int64_t way) {
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(kTraceFunction);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    function = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), kTraceFunction,
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(builder.getContext()),
            builder.getI64Type()));
  }
  Value number =
      LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(way));
  LLVM::CallOp::create(builder, loc, function, number);
}
