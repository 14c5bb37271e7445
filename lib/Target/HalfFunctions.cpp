//===- HalfFunctions.cpp - Conversions of f16 and bf16 --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfFunctions.h"
#include "Pad/Upstream/Versions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cmath>

using namespace llvm;

namespace {
/// Where a type of IEEE form has its exponent and significand.
struct Format {
  explicit Format(Type *type)
      : type(type), bits(type->getScalarSizeInBits()),
        significand(type->getFPMantissaWidth() - 1),
        bias((1ll << (bits - significand - 2)) - 1) {}

  uint64_t greatestExponent() const { return 2 * bias + 1; }
  uint64_t infinity() const { return greatestExponent() << significand; }
  uint64_t quiet() const { return 1ull << (significand - 1); }

  Type *type;
  int64_t bits, significand, bias;
};
} // namespace

/// An empty function of `module` that only the module sees and that stays
/// although no instruction calls it yet.
static Function *beginFunction(llvm::Module &module, StringRef name, Type *from,
                               Type *to) {
  auto *function =
      Function::Create(FunctionType::get(to, from, /*isVarArg=*/false),
                       GlobalValue::InternalLinkage, name, module);
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  BasicBlock::Create(module.getContext(), "", function);
  appendToCompilerUsed(module, function);
  return function;
}

/// `value` without its lowest `count` bits, rounded to the nearest number, of
/// two the even one.
static Value *emitRounded(IRBuilder<> &b, Value *value, int64_t count) {
  Type *type = value->getType();
  auto constant = [&](uint64_t number) {
    return ConstantInt::get(type, number);
  };
  Value *kept = b.CreateLShr(value, count);
  Value *odd = b.CreateAnd(kept, 1);
  // Half of the last place that is kept, and less by one if that is even.
  Value *half = b.CreateAdd(constant((1ull << (count - 1)) - 1), odd);
  return b.CreateLShr(b.CreateAdd(value, half), count);
}

/// Defines the conversion `name` of `fromType` to the narrower `toType`.
static void defineTruncation(llvm::Module &module, StringRef name,
                             Type *fromType, Type *toType) {
  Function *function = beginFunction(module, name, fromType, toType);
  IRBuilder<> b(&function->getEntryBlock());
  Format from(fromType), to(toType);
  Type *type = b.getIntNTy(from.bits);
  auto constant = [&](uint64_t number) {
    return ConstantInt::get(type, number);
  };
  int64_t dropped = from.significand - to.significand;
  Value *bits = b.CreateBitCast(function->getArg(0), type);
  Value *sign = b.CreateAnd(bits, constant(1ull << (from.bits - 1)));
  Value *magnitude = b.CreateXor(bits, sign);

  // A carry out of the significand is one into the exponent.
  uint64_t rebias = static_cast<uint64_t>(from.bias - to.bias);
  Value *normal = b.CreateSub(emitRounded(b, magnitude, dropped),
                              constant(rebias << to.significand));
  Value *tooLarge = b.CreateICmpUGT(normal, constant(to.infinity()));
  normal = b.CreateSelect(tooLarge, constant(to.infinity()), normal);

  // Denormal numbers of the narrower type; those of the wider one are far below
  // them, unless both have the same exponents.
  Value *result = normal;
  if (rebias != 0) {
    Value *exponent = b.CreateLShr(magnitude, from.significand);
    Value *isSmall = b.CreateICmpULE(exponent, constant(rebias));
    Value *distance = b.CreateSub(constant(rebias + 1), exponent);
    // Numbers that are further away are rounded to zero all the same.
    Value *isFar = b.CreateICmpUGT(distance, constant(from.significand));
    Value *shift = b.CreateSelect(
        isSmall,
        b.CreateSelect(isFar, constant(from.significand + 1), distance),
        constant(1));
    Value *significand = b.CreateOr(
        b.CreateAnd(magnitude, constant((1ull << from.significand) - 1)),
        constant(1ull << from.significand));
    // Ones that are shifted out only matter for what is just half way.
    Value *lost =
        b.CreateShl(significand, b.CreateSub(constant(from.bits), shift));
    Value *sticky = b.CreateZExt(b.CreateICmpNE(lost, constant(0)), type);
    Value *denormal = emitRounded(
        b, b.CreateOr(b.CreateLShr(significand, shift), sticky), dropped);
    result = b.CreateSelect(isSmall, denormal, result);
  }

  Value *payload = b.CreateOr(
      b.CreateAnd(b.CreateLShr(magnitude, dropped), constant(to.quiet() - 1)),
      constant(to.infinity() | to.quiet()));
  Value *isInfinite = b.CreateICmpEQ(magnitude, constant(from.infinity()));
  Value *isNaN = b.CreateICmpUGT(magnitude, constant(from.infinity()));
  result = b.CreateSelect(isInfinite, constant(to.infinity()), result);
  result = b.CreateSelect(isNaN, payload, result);
  result = b.CreateOr(result, b.CreateLShr(sign, from.bits - to.bits));
  result = b.CreateTrunc(result, b.getIntNTy(to.bits));
  b.CreateRet(b.CreateBitCast(result, toType));
}

/// Defines the conversion `name` of `fromType` to `toType`, which has its
/// denormal numbers as normal ones.
static void defineExtension(llvm::Module &module, StringRef name,
                            Type *fromType, Type *toType) {
  Function *function = beginFunction(module, name, fromType, toType);
  IRBuilder<> b(&function->getEntryBlock());
  Format from(fromType), to(toType);
  Type *type = b.getIntNTy(to.bits);
  auto constant = [&](uint64_t number) {
    return ConstantInt::get(type, number);
  };
  int64_t added = to.significand - from.significand;
  Value *bits = b.CreateZExt(
      b.CreateBitCast(function->getArg(0), b.getIntNTy(from.bits)), type);
  Value *magnitude = b.CreateAnd(bits, constant((1ull << (from.bits - 1)) - 1));
  Value *sign = b.CreateShl(b.CreateXor(bits, magnitude), to.bits - from.bits);
  Value *wide = b.CreateShl(magnitude, added);
  Value *result =
      b.CreateAdd(wide, constant(static_cast<uint64_t>(to.bias - from.bias)
                                 << to.significand));

  Value *isDenormal =
      b.CreateICmpULT(magnitude, constant(1ull << from.significand));
  Value *denormal = b.CreateBitCast(
      b.CreateFMul(
          b.CreateUIToFP(magnitude, toType),
          ConstantFP::get(toType,
                          std::ldexp(1.0, static_cast<int>(1 - from.bias -
                                                           from.significand)))),
      type);
  result = b.CreateSelect(isDenormal, denormal, result);
  result = b.CreateSelect(b.CreateICmpUGE(magnitude, constant(from.infinity())),
                          b.CreateOr(wide, constant(to.infinity())), result);
  result = b.CreateSelect(b.CreateICmpUGT(magnitude, constant(from.infinity())),
                          b.CreateOr(result, constant(to.quiet())), result);
  b.CreateRet(b.CreateBitCast(b.CreateOr(result, sign), toType));
}

void mlir::pad::defineHalfFunctions(llvm::Module &module,
                                    llvm::TargetMachine &machine) {
  bool hasHalf = false, hasBFloat = false, roundsToHalf = false,
       roundsToBFloat = false;
  auto visit = [&](llvm::Type *type) {
    hasHalf |= type->getScalarType()->isHalfTy();
    hasBFloat |= type->getScalarType()->isBFloatTy();
  };
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : instructions(function)) {
      visit(instruction.getType());
      for (llvm::Value *operand : instruction.operands())
        visit(operand->getType());
      // LLVM computes that of f16 as one of f64.
      if (auto *intrinsic = dyn_cast<llvm::IntrinsicInst>(&instruction))
        roundsToHalf |=
            (intrinsic->getIntrinsicID() == llvm::Intrinsic::fma ||
             intrinsic->getIntrinsicID() == llvm::Intrinsic::fmuladd) &&
            intrinsic->getType()->getScalarType()->isHalfTy();
      if (!isa<llvm::FPTruncInst>(instruction) ||
          !instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy())
        continue;
      roundsToHalf |= instruction.getType()->getScalarType()->isHalfTy();
      roundsToBFloat |= instruction.getType()->getScalarType()->isBFloatTy();
    }
  const llvm::Triple &triple = machine.getTargetTriple();
  auto has = [&](llvm::StringRef x86, llvm::StringRef riscv) {
    llvm::StringRef feature = triple.isX86()     ? x86
                              : triple.isRISCV() ? riscv
                                                 : "";
    return !feature.empty() &&
           getMCSubtargetInfo(machine).checkFeatures(feature.str());
  };
  // AArch64 has an instruction for each of them, or a few.
  if (triple.isAArch64())
    return;
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *f16 = llvm::Type::getHalfTy(context),
             *bf16 = llvm::Type::getBFloatTy(context),
             *f32 = llvm::Type::getFloatTy(context),
             *f64 = llvm::Type::getDoubleTy(context);
  if (hasHalf && !has("+f16c", "+zfhmin")) {
    defineTruncation(module, "__truncsfhf2", f32, f16);
    defineExtension(module, "__extendhfsf2", f16, f32);
  }
  if (roundsToHalf && !has("+avx512fp16", "+zfhmin"))
    defineTruncation(module, "__truncdfhf2", f64, f16);
  if (hasBFloat && !has("", "+zfbfmin"))
    defineTruncation(module, "__truncsfbf2", f32, bf16);
  if (roundsToBFloat)
    defineTruncation(module, "__truncdfbf2", f64, bf16);
}
