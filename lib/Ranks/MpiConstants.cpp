//===- MpiConstants.cpp - What differs between MPI libraries --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MpiConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::pad;

Type MpiConstants::getHandleType() const {
  MLIRContext *context = module.getContext();
  if (isMpich())
    return IntegerType::get(context, 32);
  return LLVM::LLVMPointerType::get(context);
}

Value MpiConstants::getHandle(OpBuilder &builder, Location loc, int32_t number,
                              StringRef object) const {
  if (isMpich())
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(number));
  if (!module.lookupSymbol(object)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(builder, loc, builder.getI8Type(),
                           /*isConstant=*/false, LLVM::Linkage::External,
                           object, Attribute());
  }
  return LLVM::AddressOfOp::create(builder, loc, getHandleType(), object);
}

Value MpiConstants::getWorld(OpBuilder &builder, Location loc) const {
  return getHandle(builder, loc, 0x44000000, "ompi_mpi_comm_world");
}

Value MpiConstants::getByteType(OpBuilder &builder, Location loc) const {
  return getHandle(builder, loc, 0x4c00010d, "ompi_mpi_byte");
}

Value MpiConstants::getInt64Type(OpBuilder &builder, Location loc) const {
  return getHandle(builder, loc, 0x4c00083a, "ompi_mpi_int64_t");
}

Value MpiConstants::getMaximum(OpBuilder &builder, Location loc) const {
  return getHandle(builder, loc, 0x58000001, "ompi_mpi_op_max");
}

Value MpiConstants::getIgnoredStatuses(OpBuilder &builder, Location loc) const {
  Value address =
      LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                               builder.getI64IntegerAttr(isMpich() ? 1 : 0));
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}
