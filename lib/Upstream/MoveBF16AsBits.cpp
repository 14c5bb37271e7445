//===- MoveBF16AsBits.cpp - bf16 without float registers ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// LLVM carries bf16 as float on x86, and rounds it back by a call of libgcc.
// test/Upstream/canary-move-bf16-as-bits.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_MOVEBF16ASBITS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` only moves its operands and results, so that it can move bits
/// as well.
static bool movesOnly(Operation *op) {
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp, LLVM::BrOp,
             LLVM::CondBrOp, LLVM::SwitchOp, LLVM::CallOp, LLVM::ReturnOp,
             LLVM::ConstantOp, LLVM::ZeroOp, LLVM::UndefOp, LLVM::PoisonOp,
             LLVM::FreezeOp, LLVM::InsertValueOp, LLVM::ExtractValueOp,
             LLVM::InsertElementOp, LLVM::ExtractElementOp,
             LLVM::ShuffleVectorOp>(op);
}

/// Replaces bf16 by i16 in `type`: in vectors, literal structs, arrays and
/// function types as well.
static Type toBits(Type type) {
  if (type.isBF16())
    return IntegerType::get(type.getContext(), 16);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(toBits(vector.getElementType()));
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return LLVM::LLVMArrayType::get(toBits(array.getElementType()),
                                    array.getNumElements());
  if (auto record = dyn_cast<LLVM::LLVMStructType>(type);
      record && !record.isIdentified())
    return LLVM::LLVMStructType::getLiteral(
        type.getContext(), llvm::map_to_vector(record.getBody(), toBits),
        record.isPacked());
  if (auto function = dyn_cast<LLVM::LLVMFunctionType>(type)) {
    SmallVector<Type> inputs =
        llvm::map_to_vector(function.getParams(), toBits);
    return LLVM::LLVMFunctionType::get(toBits(function.getReturnType()), inputs,
                                       function.isVarArg());
  }
  return type;
}

/// Replaces bf16 numbers by their bits in the value of a constant.
static Attribute toBits(Attribute value) {
  if (auto scalar = dyn_cast<FloatAttr>(value);
      scalar && scalar.getType().isBF16())
    return IntegerAttr::get(toBits(scalar.getType()),
                            scalar.getValue().bitcastToAPInt());
  if (auto dense = dyn_cast<DenseElementsAttr>(value);
      dense && dense.getElementType().isBF16())
    return dense.bitcast(toBits(dense.getElementType()));
  if (auto array = dyn_cast<ArrayAttr>(value))
    return ArrayAttr::get(value.getContext(),
                          llvm::map_to_vector(array, [](Attribute element) {
                            return toBits(element);
                          }));
  return value;
}

/// Casts `value`, which is or will be of type `from`, to type `to`, which has
/// bits in the place of bf16, or bf16 in the place of bits.
static Value convert(OpBuilder &builder, Location loc, Value value, Type from,
                     Type to) {
  if (from == to)
    return value;
  ArrayRef<Type> fields, toFields;
  SmallVector<Type> elements, toElements;
  if (auto record = dyn_cast<LLVM::LLVMStructType>(from)) {
    fields = record.getBody();
    toFields = cast<LLVM::LLVMStructType>(to).getBody();
  } else if (auto array = dyn_cast<LLVM::LLVMArrayType>(from)) {
    elements.assign(array.getNumElements(), array.getElementType());
    toElements.assign(array.getNumElements(),
                      cast<LLVM::LLVMArrayType>(to).getElementType());
    fields = elements;
    toFields = toElements;
  } else {
    return LLVM::BitcastOp::create(builder, loc, to, value);
  }
  Value result = LLVM::PoisonOp::create(builder, loc, to);
  for (auto [index, field, toField] : llvm::enumerate(fields, toFields)) {
    int64_t position = index;
    Value element =
        LLVM::ExtractValueOp::create(builder, loc, field, value, position);
    element = convert(builder, loc, element, field, toField);
    result = LLVM::InsertValueOp::create(builder, loc, to, result, element,
                                         position);
  }
  return result;
}

/// Retypes the arguments of the blocks of `op`, a function or a parallel
/// region.
static void retypeArguments(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(toBits(argument.getType()));
}

/// Retypes what `op`, which only moves, defines: results, signature, value.
static void retype(Operation *op) {
  for (Value result : op->getResults())
    result.setType(toBits(result.getType()));
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
    function.setFunctionType(
        cast<LLVM::LLVMFunctionType>(toBits(function.getFunctionType())));
  if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
    constant.setValueAttr(toBits(constant.getValue()));
}

/// Casts the operands of `op`, which computes, from what will be bits.
static void restoreOperands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    operand.set(
        convert(builder, op->getLoc(), operand.get(), toBits(type), type));
  }
}

/// Casts the results of `op`, which computes, to bits for their users.
static void passOnBits(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    auto uses = llvm::map_to_vector(result.getUses(),
                                    [](OpOperand &use) { return &use; });
    Value bits = convert(builder, op->getLoc(), result, result.getType(),
                         toBits(result.getType()));
    for (OpOperand *use : uses)
      use->set(bits);
  }
}

/// Whether `type` is or holds bf16 that can be bits.
static bool holdsBF16(Type type) { return toBits(type) != type; }

/// The functions of `module` whose bf16 values become bits: those with pads of
/// bf16, and those that have to agree with one of them on a signature. Which
/// function a call by address takes is not known, so all of those agree.
static SmallVector<LLVM::LLVMFuncOp> findFunctions(ModuleOp module) {
  // The module stands for the callees by address.
  llvm::EquivalenceClasses<Operation *> agreeing;
  SymbolTableCollection symbols;
  module.walk([&](Operation *op) {
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
      auto function = symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
          op, address.getGlobalNameAttr());
      if (function && holdsBF16(function.getFunctionType()))
        agreeing.unionSets(module, function);
      return;
    }
    auto call = dyn_cast<LLVM::CallOp>(op);
    if (!call || (llvm::none_of(op->getOperandTypes(), holdsBF16) &&
                  llvm::none_of(op->getResultTypes(), holdsBF16)))
      return;
    Operation *callee = module;
    if (FlatSymbolRefAttr name = call.getCalleeAttr())
      if (auto function =
              symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(op, name))
        callee = function;
    agreeing.unionSets(op->getParentOfType<LLVM::LLVMFuncOp>(), callee);
  });

  PadDialect::HasBf16PadsAttrHelper hasBF16Pads(module.getContext());
  llvm::SmallPtrSet<Operation *, 4> leaders;
  module.walk([&](LLVM::LLVMFuncOp function) {
    if (!hasBF16Pads.isAttrPresent(function))
      return;
    hasBF16Pads.removeAttr(function);
    leaders.insert(agreeing.getOrInsertLeaderValue(function));
  });
  SmallVector<LLVM::LLVMFuncOp> functions;
  module.walk([&](LLVM::LLVMFuncOp function) {
    if (leaders.contains(agreeing.getOrInsertLeaderValue(function)))
      functions.push_back(function);
  });
  return functions;
}

namespace {
struct MoveBF16AsBits : pad::impl::MoveBF16AsBitsBase<MoveBF16AsBits> {
  void runOnOperation() override {
    SmallVector<Operation *> moving, computing;
    for (LLVM::LLVMFuncOp function : findFunctions(getOperation()))
      function.walk([&](Operation *op) {
        if (movesOnly(op) || isa<LLVM::LLVMFuncOp>(op))
          moving.push_back(op);
        else
          computing.push_back(op);
      });
    for (Operation *op : computing)
      restoreOperands(op);
    for (Operation *op : computing)
      passOnBits(op);
    for (Operation *op : computing)
      retypeArguments(op);
    for (Operation *op : moving) {
      retypeArguments(op);
      retype(op);
    }
  }
};
} // namespace
