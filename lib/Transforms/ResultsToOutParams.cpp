//===- ResultsToOutParams.cpp - Write results where the caller says -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::pad {
#define GEN_PASS_DEF_RESULTSTOOUTPARAMS
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Whether a caller cannot allocate all results of `function` from its type.
static bool hasDynamicResults(func::FuncOp function) {
  return llvm::any_of(function.getResultTypes(), [](Type type) {
    auto shaped = dyn_cast<BaseMemRefType>(type);
    return shaped && (!shaped.hasRank() || !shaped.hasStaticShape());
  });
}

/// The functions of `module` that an op calls in a way that upstream cannot
/// rewrite: with dynamic results, or by address.
static SmallVector<func::FuncOp> getCalledForReturn(ModuleOp module) {
  // One walk for all functions.
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  llvm::DenseMap<Attribute, bool> isCalledOnly;
  if (uses)
    for (SymbolTable::SymbolUse use : *uses) {
      Attribute name = use.getSymbolRef().getRootReference();
      bool &callsOnly = isCalledOnly.try_emplace(name, true).first->second;
      callsOnly &= isa<func::CallOp>(use.getUser());
    }
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (auto use = isCalledOnly.find(function.getSymNameAttr());
        use != isCalledOnly.end() &&
        (hasDynamicResults(function) || !use->second))
      functions.push_back(function);
  return functions;
}

/// Makes callers in `module` use a private twin of `function`, so that the
/// function itself can change for callers outside.
static func::FuncOp splitOffTwin(ModuleOp module, func::FuncOp function) {
  func::FuncOp twin = function.clone();
  twin.setPrivate();
  StringAttr name =
      SymbolTable(module).insert(twin, std::next(Block::iterator(function)));
  // The uses are known: getCalledForReturn() has seen them.
  (void)SymbolTable::replaceAllSymbolUses(function, name, module);
  return twin;
}

namespace {
struct ResultsToOutParams
    : pad::impl::ResultsToOutParamsBase<ResultsToOutParams> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::SmallPtrSet<Operation *, 4> returning;
    for (func::FuncOp function : getCalledForReturn(module)) {
      bool isCalledOutside = function.isPublic() && !function.isDeclaration();
      returning.insert(isCalledOutside ? splitOffTwin(module, function)
                                       : function);
    }

    bufferization::BufferResultsToOutParamsOpts options;
    options.hoistStaticAllocs = true;
    options.hoistDynamicAllocs = true;
    options.modifyPublicFunctions = true;
    options.filterFn = [&](func::FuncOp *function) {
      return !returning.contains(*function);
    };
    if (failed(bufferization::promoteBufferResultsToOutParams(module, options)))
      signalPassFailure();
  }
};
} // namespace
