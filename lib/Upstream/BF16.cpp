//===- BF16.cpp - Numbers of bf16 without calls of libgcc -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM rounds each number of bf16, of a vector too, by a call of libgcc
// (test/Upstream/canary-compute-bf16-as-f32.mlir);
// `--arith-emulate-unsupported-floats` lets folds drop the rounding between two
// ops. On x86, it carries bf16 as float from block to block, and rounds it back
// by such a call (canary-move-bf16-as-bits.mlir).
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_COMPUTEBF16ASF32
#define GEN_PASS_DEF_MOVEBF16ASBITS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether `type` is bf16 or a vector of it.
static bool isBF16(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return (vector ? vector.getElementType() : type).isBF16();
}

/// Whether `op` does more with numbers of bf16 than to move their bits.
static bool computesBF16(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         !isa<arith::BitcastOp, arith::ConstantOp, arith::SelectOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isBF16) ||
          llvm::any_of(op->getResultTypes(), isBF16));
}

/// `type`, a number or a vector, with elements of `element`.
static Type withElements(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(element) : element;
}

/// The numbers `wide` of f32, which bf16 has, as `type`: their upper halves.
static Value emitUpperHalf(ImplicitLocOpBuilder &b, Value wide, Type type) {
  Type i32 = withElements(type, b.getI32Type());
  Value bits = arith::BitcastOp::create(b, i32, wide);
  Value width = createScalarOrSplatConstant(b, b.getLoc(), i32, 16);
  bits = arith::ShRUIOp::create(b, bits, width);
  bits = arith::TruncIOp::create(b, withElements(type, b.getI16Type()), bits);
  return arith::BitcastOp::create(b, type, bits);
}

/// The numbers `wide`, of more bits than f32 has, as ones of f32 that are
/// rounded to odd: those that f32 lacks have the last place set, so that they
/// are in the middle of two numbers of bf16 only if `wide` is.
static Value emitRoundedToOdd(ImplicitLocOpBuilder &b, Value wide) {
  Type type = wide.getType(), f32 = withElements(type, b.getF32Type()),
       i32 = withElements(type, b.getI32Type());
  Value nearest = arith::TruncFOp::create(b, f32, wide);
  Value back = arith::ExtFOp::create(b, type, nearest);
  // NaNs are neither, and stay.
  Value isAway = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                       math::AbsFOp::create(b, back),
                                       math::AbsFOp::create(b, wide));
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, wide);
  Value bits = arith::BitcastOp::create(b, i32, nearest);
  bits = arith::SubIOp::create(b, bits, arith::ExtUIOp::create(b, i32, isAway));
  bits =
      arith::OrIOp::create(b, bits, arith::ExtUIOp::create(b, i32, isInexact));
  return arith::BitcastOp::create(b, f32, bits);
}

namespace {
/// A rounding of more bits than f32 has becomes one of f32.
struct RoundFromF32 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn().getType());
    if (!isBF16(op.getType()) || from.getIntOrFloatBitWidth() <= 32 ||
        op.getRoundingmode())
      return rewriter.notifyMatchFailure(op, "no rounding of f64 to bf16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, op.getType(), emitRoundedToOdd(b, op.getIn()));
    return success();
  }
};

/// bf16 that becomes more than f32 becomes f32 before.
struct ExtendToF32 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (!isBF16(op.getIn().getType()) || to.isF32())
      return rewriter.notifyMatchFailure(op, "no bf16 that becomes f64");
    Value wide = arith::ExtFOp::create(
        rewriter, op.getLoc(),
        withElements(op.getType(), rewriter.getF32Type()), op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), wide);
    return success();
  }
};

/// An op of bf16 becomes one of f32, whose result is rounded.
struct ComputeAsF32 : RewritePattern {
  ComputeAsF32(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!computesBF16(op) || isa<arith::ExtFOp, arith::TruncFOp>(op))
      return rewriter.notifyMatchFailure(op, "no arithmetic on bf16");

    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    Type f32 = b.getF32Type();
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isBF16(operand.getType()))
        mapping.map(operand,
                    arith::ExtFOp::create(
                        b, withElements(operand.getType(), f32), operand));
    Operation *wide = b.clone(*op, mapping);
    bool isExact = isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                       arith::MinNumFOp, arith::NegFOp>(op);
    SmallVector<Value> results;
    for (Value result : wide->getResults()) {
      Type type = result.getType();
      if (isBF16(type)) {
        result.setType(withElements(type, f32));
        result = isExact ? emitUpperHalf(b, result, type)
                         : arith::TruncFOp::create(b, type, result);
      }
      results.push_back(result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ComputeBF16AsF32 : pad::impl::ComputeBF16AsF32Base<ComputeBF16AsF32> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<ComputeAsF32, ExtendToF32, RoundFromF32>(context);
    arith::populateExpandBFloat16Patterns(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));
    GreedyRewriteConfig config;
    config.enableFolding(false).setStrictness(
        GreedyRewriteStrictness::ExistingAndNewOps);
    PadDialect::HasPadsAttrHelper hasPads(context);
    getOperation()->walk([&](FunctionOpInterface function) {
      if (!hasPads.isAttrPresent(function))
        return;
      hasPads.removeAttr(function);
      SmallVector<Operation *> ops;
      function.walk([&](Operation *op) {
        if (computesBF16(op))
          ops.push_back(op);
      });
      if (failed(applyOpPatternsGreedily(ops, frozen, config)))
        signalPassFailure();
    });
  }
};
} // namespace

/// Whether `op` only moves its operands and results, so that it can move bits
/// as well.
static bool movesOnly(Operation *op) {
  return isa<LLVM::LLVMFuncOp, LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp,
             LLVM::BrOp, LLVM::CondBrOp, LLVM::SwitchOp, LLVM::CallOp,
             LLVM::ReturnOp, LLVM::ConstantOp, LLVM::ZeroOp, LLVM::UndefOp,
             LLVM::PoisonOp, LLVM::FreezeOp, LLVM::InsertValueOp,
             LLVM::ExtractValueOp, LLVM::InsertElementOp,
             LLVM::ExtractElementOp, LLVM::ShuffleVectorOp>(op);
}

namespace {
/// Replaces bf16 by i16: in vectors, literal structs, arrays and types of
/// functions, and in constants.
struct Bits : AttrTypeReplacer {
  Bits() {
    addReplacement([](BFloat16Type type) -> Type {
      return IntegerType::get(type.getContext(), 16);
    });
    addReplacement([this](LLVM::LLVMStructType type) -> std::optional<Type> {
      if (type.isIdentified())
        return type;
      return LLVM::LLVMStructType::getLiteral(
          type.getContext(),
          llvm::map_to_vector(type.getBody(),
                              [this](Type field) { return replace(field); }),
          type.isPacked());
    });
    addReplacement([](FloatAttr value) -> std::optional<Attribute> {
      if (!value.getType().isBF16())
        return value;
      return IntegerAttr::get(IntegerType::get(value.getContext(), 16),
                              value.getValue().bitcastToAPInt());
    });
    addReplacement([](DenseElementsAttr value) -> std::optional<Attribute> {
      if (!value.getElementType().isBF16())
        return value;
      return value.bitcast(IntegerType::get(value.getContext(), 16));
    });
  }

  /// Whether `type` is or holds bf16 that can be bits.
  bool holdsBF16(Type type) { return replace(type) != type; }
};
} // namespace

/// Casts the operands of `op`, which computes, from what will be bits. What
/// computes has numbers and vectors, but no structs or arrays of bf16.
static void restoreOperands(Operation *op, Bits &bits) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (Type type = operand.get().getType(); bits.holdsBF16(type))
      operand.set(
          LLVM::BitcastOp::create(builder, op->getLoc(), type, operand.get()));
}

/// Casts the results of `op`, which computes, to bits for their users.
static void passOnBits(Operation *op, Bits &bits) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    if (!bits.holdsBF16(result.getType()))
      continue;
    auto moved = LLVM::BitcastOp::create(
        builder, op->getLoc(), bits.replace(result.getType()), result);
    result.replaceAllUsesExcept(moved, moved);
  }
}

/// The functions of `module` whose bf16 values become bits: those with pads of
/// bf16, and those that have to agree with one of them on a signature. Which
/// function a call by address takes is not known, so all of those agree.
static SmallVector<LLVM::LLVMFuncOp> findFunctions(ModuleOp module,
                                                   Bits &bits) {
  // The module stands for the callees by address.
  llvm::EquivalenceClasses<Operation *> agreeing;
  SymbolTableCollection symbols;
  module.walk([&](Operation *op) {
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op)) {
      auto function = symbols.lookupNearestSymbolFrom<LLVM::LLVMFuncOp>(
          op, address.getGlobalNameAttr());
      if (function && bits.holdsBF16(function.getFunctionType()))
        agreeing.unionSets(module, function);
      return;
    }
    auto holdsBF16 = [&](Type type) { return bits.holdsBF16(type); };
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
    Bits bits;
    SmallVector<Operation *> moving, computing;
    for (LLVM::LLVMFuncOp function : findFunctions(getOperation(), bits))
      function.walk([&](Operation *op) {
        (movesOnly(op) ? moving : computing).push_back(op);
      });
    for (Operation *op : computing)
      restoreOperands(op, bits);
    for (Operation *op : computing)
      passOnBits(op, bits);
    // What computes keeps the types of its results, not those of its regions.
    for (Operation *op : computing)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            argument.setType(bits.replace(argument.getType()));
    for (Operation *op : moving)
      bits.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                             /*replaceTypes=*/true);
  }
};
} // namespace
