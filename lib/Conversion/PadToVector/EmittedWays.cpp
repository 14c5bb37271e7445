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
  case EmittedWay::Composed:
    return "composed";
  case EmittedWay::Runs:
    return "runs";
  case EmittedWay::Rows:
    return "rows";
  case EmittedWay::PermutedBlocks:
    return "permuted blocks";
  case EmittedWay::ShortBorders:
    return "short-borders";
  case EmittedWay::Scattered:
    return "scattered";
  case EmittedWay::Masked:
    return "masked";
  case EmittedWay::FewMaskedRows:
    return "few-masked-rows";
  case EmittedWay::FewRows:
    return "few-rows";
  case EmittedWay::LongRows:
    return "long-rows";
  case EmittedWay::Blended:
    return "blended";
  case EmittedWay::BlendedAlone:
    return "blended-alone";
  case EmittedWay::Permuted:
    return "permuted";
  case EmittedWay::Repeats:
    return "repeats";
  case EmittedWay::StreamedRows:
    return "streamed-rows";
  case EmittedWay::StreamedLongRows:
    return "streamed-long-rows";
  case EmittedWay::StreamedPieces:
    return "streamed-pieces";
  case EmittedWay::InPlace:
    return "in-place";
  case EmittedWay::Filled:
    return "filled";
  case EmittedWay::Threaded:
    return "threaded";
  case EmittedWay::Scalar:
    return "scalar";
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
