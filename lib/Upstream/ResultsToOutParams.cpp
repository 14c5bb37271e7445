//===- ResultsToOutParams.cpp - Write results where the caller says -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's out-params lose what a clone copies, and refuse callers inside the
// module if a result has dynamic extents.
// test/Upstream/canary-results-to-out-params.mlir fails when this can go.
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/BufferOrigins.h"
#include "Pad/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::pad {
#define GEN_PASS_DEF_RESULTSTOOUTPARAMS
#include "Pad/Upstream/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether buffer deallocation leaves `function` alone.
static bool isManuallyDeallocated(func::FuncOp function) {
  return PadDialect::ManualDeallocationAttrHelper(function.getContext())
      .isAttrPresent(function);
}

/// Whether callers in the module need a memref that `function` returns: they do
/// not know its extents, or a function that frees memrefs itself may return a
/// view of what it is passed.
static bool mustReturn(func::FuncOp function) {
  bool mayReturnView = isManuallyDeallocated(function);
  return llvm::any_of(function.getResultTypes(), [&](Type type) {
    auto shaped = dyn_cast<BaseMemRefType>(type);
    return shaped &&
           (mayReturnView || !shaped.hasRank() || !shaped.hasStaticShape());
  });
}

/// The functions of `module` whose callers in it upstream cannot rewrite: by
/// address, or because the function must return.
static SmallVector<func::FuncOp> getCalledForReturn(ModuleOp module) {
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    ArrayRef<Operation *> callers = users.getUsers(function);
    bool isCalledOnly = llvm::all_of(callers, llvm::IsaPred<func::CallOp>);
    if (!callers.empty() && (!isCalledOnly || mustReturn(function)))
      functions.push_back(function);
  }
  return functions;
}

/// Makes callers in `module` use a private twin of `function`, so that the
/// function itself can change for callers outside.
static func::FuncOp splitOffTwin(ModuleOp module, func::FuncOp function) {
  func::FuncOp twin = function.clone();
  twin.setPrivate();
  StringAttr name =
      SymbolTable(module).insert(twin, std::next(Block::iterator(function)));
  // The uses are known, because getCalledForReturn() has found them.
  (void)SymbolTable::replaceAllSymbolUses(function, name, module);
  return twin;
}

/// Whether `alloc` lives until the end of its function and exists once at a
/// time, so that an out-param can replace it.
static bool livesToTheEnd(memref::AllocOp alloc, func::FuncOp function,
                          const BufferViewFlowAnalysis &flow) {
  if (alloc->hasAttr(bufferization::BufferizationDialect::kManualDeallocation))
    return false;
  Block *block = alloc->getBlock();
  if (llvm::any_of(block->getSuccessors(),
                   [&](Block *next) { return next->isReachable(block); }))
    return false;
  bool calleesFree = isManuallyDeallocated(function);
  for (Value alias : flow.resolve(alloc.getMemref()))
    for (Operation *user : alias.getUsers())
      if (isa<memref::DeallocOp, bufferization::DeallocOp>(user) ||
          (calleesFree && isa<CallOpInterface>(user)))
        return false;
  return true;
}

/// Replaces allocations in `function` by its out-params where `copies` would
/// only copy the allocation to the out-param. Erases these copies.
static void writeInPlace(func::FuncOp function,
                         SmallVector<memref::CopyOp> &copies) {
  // What an allocation flows to stays so when others are replaced.
  BufferViewFlowAnalysis flow(function);
  llvm::erase_if(copies, [&](memref::CopyOp copy) {
    auto alloc = copy.getSource().getDefiningOp<memref::AllocOp>();
    Value outParam = copy.getTarget();
    // Another return may fill the out-param from an allocation that lives at
    // the same time as this one.
    if (!alloc || alloc.getType() != outParam.getType() ||
        !outParam.hasOneUse() || !livesToTheEnd(alloc, function, flow))
      return false;
    copy.erase();
    alloc.replaceAllUsesWith(outParam);
    alloc.erase();
    return true;
  });
}

/// Frees what `copies`, the last ops of `function`, copy to out-params, because
/// the caller would have owned it.
static void freeCopied(func::FuncOp function, ArrayRef<memref::CopyOp> copies) {
  BufferOrigins origins(function);
  llvm::MapVector<Block *, SmallVector<Value>> copied;
  llvm::SmallSetVector<Value, 4> arguments;
  for (memref::CopyOp copy : copies) {
    BufferOrigins::Values buffers = origins.find(copy.getSource());
    // A memref that turns out to be an argument belongs to the caller, and
    // the owner of one that is neither an argument nor owned is unknown.
    if (llvm::none_of(buffers, BufferOrigins::isOwned) ||
        !llvm::all_of(buffers, [&](Value buffer) {
          return BufferOrigins::isOwned(buffer) ||
                 llvm::is_contained(function.getArguments(), buffer);
        }))
      continue;
    copied[copy->getBlock()].push_back(copy.getSource());
    for (Value buffer : buffers)
      if (!BufferOrigins::isOwned(buffer))
        arguments.insert(buffer);
  }
  for (auto &[block, memrefs] : copied) {
    OpBuilder builder(block->getTerminator());
    Location loc = block->getTerminator()->getLoc();
    Value always = arith::ConstantIntOp::create(builder, loc, 1, 1);
    bufferization::DeallocOp::create(builder, loc, memrefs,
                                     SmallVector<Value>(memrefs.size(), always),
                                     arguments.getArrayRef());
  }
}

namespace {
struct ResultsToOutParams
    : pad::impl::ResultsToOutParamsBase<ResultsToOutParams> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    // Upstream crashes where it does not know whether symbols are used.
    WalkResult known = module.walk([](Operation *op) {
      if (op->getDialect() || op->getNumRegions() != 1)
        return WalkResult::advance();
      op->emitError() << "may call functions in a way that is not known, "
                         "because it is not registered and has a region; "
                         "lower it first";
      return WalkResult::interrupt();
    });
    if (known.wasInterrupted())
      return signalPassFailure();
    llvm::SmallPtrSet<Operation *, 4> returning;
    for (func::FuncOp function : getCalledForReturn(module)) {
      bool isCalledOutside = function.isPublic() && !function.isDeclaration();
      returning.insert(isCalledOutside ? splitOffTwin(module, function)
                                       : function);
    }

    // Upstream would replace every op that allocates, even a clone, whose copy
    // is then lost, or an allocation that is freed on another path.
    llvm::MapVector<Operation *, SmallVector<memref::CopyOp>> copies;
    bufferization::BufferResultsToOutParamsOpts options;
    options.modifyPublicFunctions = true;
    options.memCpyFn = [&](OpBuilder &builder, Location loc, Value from,
                           Value to) {
      auto copy = memref::CopyOp::create(builder, loc, from, to);
      copies[copy->getParentOfType<func::FuncOp>()].push_back(copy);
      return success();
    };
    options.filterFn = [&](func::FuncOp *function) {
      return !returning.contains(*function);
    };
    if (failed(bufferization::promoteBufferResultsToOutParams(module, options)))
      return signalPassFailure();

    for (auto &[op, ofFunction] : copies) {
      auto function = cast<func::FuncOp>(op);
      // A result is written while arguments are still read.
      for (memref::CopyOp copy : ofFunction)
        if (auto outParam = dyn_cast<BlockArgument>(copy.getTarget()))
          function.setArgAttr(outParam.getArgNumber(),
                              LLVM::LLVMDialect::getNoAliasAttrName(),
                              UnitAttr::get(&getContext()));
      writeInPlace(function, ofFunction);
      // Elsewhere, buffer deallocation is still to come.
      if (isManuallyDeallocated(function))
        freeCopied(function, ofFunction);
    }
  }
};
} // namespace
