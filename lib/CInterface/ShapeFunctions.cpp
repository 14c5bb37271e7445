//===- ShapeFunctions.cpp - Extents of results from extents and scalars ---===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/CInterface/CInterface.h"
#include "Pad/IR/SymbolicPadConstraints.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Upstream/Passes.h"
#include "PadsArguments.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::pad;

/// Removes the attributes of the arguments and results of `function`, because
/// they refer to a body and to results that the function will not have.
static void dropArgAndResultAttrs(func::FuncOp function) {
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
}

/// Makes `function` return the dynamic extents of its tensor results.
static void returnExtents(func::FuncOp function) {
  SmallVector<Type> types;
  for (Type type : function.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      types.append(tensor.getNumDynamicDims(),
                   IndexType::get(function.getContext()));
  function.walk([](func::ReturnOp op) {
    OpBuilder builder(op);
    SmallVector<Value> extents;
    for (Value value : op.getOperands())
      if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
        for (auto [axis, extent] : llvm::enumerate(tensor.getShape()))
          if (ShapedType::isDynamic(extent))
            extents.push_back(
                tensor::DimOp::create(builder, op.getLoc(), value, axis));
    op.getOperandsMutable().assign(extents);
  });
  function.setFunctionType(FunctionType::get(
      function.getContext(), function.getArgumentTypes(), types));
}

/// Marks what selects an extent that fits 64 bits.
static constexpr StringRef kCheckedExtent = "checked_extent";

/// Replaces the pads of `function` by tensors of their extents, and an extent
/// for which numbers exceed 64 bits (C7) by -1.
static void checkExtents(func::FuncOp function) {
  function.walk([](PadOp op) {
    OpBuilder builder(op);
    ArithContext m{builder, op.getLoc()};
    SmallVector<Value> extents;
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
      if (!op.getType().isDynamicDim(axis))
        continue;
      SymbolicPadAxis numbers = getSymbolicAxis(builder, op.getLoc(), op, axis);
      ArithValue extent =
          m.value(emitPaddedExtent(builder, op.getLoc(), numbers));
      auto checked = arith::SelectOp::create(
          builder, op.getLoc(), emitExtentsFit(builder, op.getLoc(), numbers),
          extent, m.constant(-1));
      checked->setAttr(kCheckedExtent, builder.getUnitAttr());
      extents.push_back(checked);
    }
    op.getResult().replaceAllUsesWith(
        tensor::EmptyOp::create(builder, op.getLoc(), op.getType(), extents));
    op.erase();
  });
}

/// Makes each extent that `function` returns -1 where one that it follows from
/// is.
static LogicalResult returnCheckedExtents(func::FuncOp function) {
  auto result = function.walk([&](func::ReturnOp op) {
    OpBuilder builder(op);
    ArithContext m{builder, op.getLoc()};
    for (OpOperand &extent : op->getOpOperands()) {
      SetVector<Operation *> slice;
      BackwardSliceOptions options;
      options.omitBlockArguments = true;
      options.inclusive = true;
      if (failed(getBackwardSlice(extent.get(), &slice, options)))
        return WalkResult::interrupt();
      Value fits;
      for (Operation *inner : slice) {
        auto checked = dyn_cast<arith::SelectOp>(inner);
        if (!checked || !checked->hasAttr(kCheckedExtent) ||
            checked->getBlock() != op->getBlock())
          continue;
        Value condition = checked.getCondition();
        fits = fits ? Value(m(fits) & condition) : condition;
      }
      if (fits)
        extent.set(select(fits, m(extent.get()), -1));
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

/// The argument and axis that `op` reads an extent of, if that is all it does.
static std::optional<std::pair<BlockArgument, int64_t>>
getArgumentExtent(Operation *op, Block *entry) {
  auto dim = dyn_cast<ShapedDimOpInterface>(op);
  if (!dim)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(dim.getShapedValue());
  std::optional<int64_t> axis = getConstantIntValue(dim.getDimension());
  if (!argument || argument.getOwner() != entry || !axis)
    return std::nullopt;
  return std::pair(argument, *axis);
}

/// Whether `op` reads an element of an argument of `described` that decides
/// extents, or casts one.
static bool readsPads(Operation *op, const CFunction &described) {
  if (isa<tensor::CastOp>(op))
    return true;
  auto extract = dyn_cast<tensor::ExtractOp>(op);
  BlockArgument argument = extract ? getPadsArgument(extract) : BlockArgument();
  return argument &&
         llvm::any_of(described.parameters, [&](const CParameter &parameter) {
           return parameter.decidesExtents &&
                  parameter.number == argument.getArgNumber();
         });
}

/// Whether `op` and the ops in its regions compute only numbers from numbers.
static bool computesNumbers(Operation *op) {
  return isMemoryEffectFree(op) &&
         !op->walk([](Operation *inner) {
              bool touchesData =
                  llvm::any_of(inner->getOperandTypes(),
                               [](Type type) { return isa<ShapedType>(type); });
              return touchesData ? WalkResult::interrupt()
                                 : WalkResult::advance();
            }).wasInterrupted();
}

/// Builds the private function `NAME.shape` in `module` from `source`, which
/// returns extents: its arguments are those of the parameters of `function`
/// that decide them.
static LogicalResult buildShapeFunction(ModuleOp module, func::FuncOp source,
                                        const CFunction &function) {
  auto refuse = [&](Location loc) {
    return emitError(loc)
           << "'@" << function.name
           << "' has no plain C signature: its results have dynamic extents "
              "that the extents and scalars of its arguments do not determine";
  };
  if (!source.getBody().hasOneBlock())
    return refuse(source.getLoc())
           << ", or not without branches; give the results static extents, or "
              "write to a memref argument";
  Block &body = source.getBody().front();

  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.omitUsesFromAbove = false;
  options.omitBlockArguments = true;
  options.inclusive = true;
  options.filter = [&](Operation *op) {
    return op != source && !getArgumentExtent(op, &body);
  };
  for (Value extent : body.getTerminator()->getOperands())
    if (failed(getBackwardSlice(extent, &slice, options)))
      return refuse(extent.getLoc());
  for (Operation *op : slice)
    if (!computesNumbers(op) && !readsPads(op, function))
      return refuse(op->getLoc())
             << " ('" << op->getName()
             << "' would have to run first); give the results static extents, "
                "or write to a memref argument";

  // In the order of the C parameters.
  SmallVector<Type> inputs;
  for (const CParameter &parameter : function.parameters)
    if (parameter.isInShape())
      inputs.push_back(parameter.decidesExtents
                           ? function.arguments[parameter.number]
                           : parameter.type);
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto shape = func::FuncOp::create(
      builder, source.getLoc(), function.name + ".shape",
      builder.getFunctionType(inputs, source.getResultTypes()));
  shape.setPrivate();
  Block *entry = shape.addEntryBlock();

  IRMapping mapping;
  DenseMap<std::pair<unsigned, int64_t>, Value> extents;
  unsigned next = 0;
  for (const CParameter &parameter : function.parameters) {
    if (parameter.role == CParameterRole::Extent)
      extents[{parameter.number, parameter.axis}] = entry->getArgument(next++);
    else if (parameter.isInShape())
      mapping.map(source.getArgument(parameter.number),
                  entry->getArgument(next++));
  }
  builder.setInsertionPointToStart(entry);
  source.walk([&](Operation *op) {
    if (auto extent = getArgumentExtent(op, &body))
      if (Value value =
              extents.lookup({extent->first.getArgNumber(), extent->second}))
        mapping.map(op->getResult(0), value);
  });
  for (Operation &op : body.without_terminator())
    if (slice.contains(&op))
      builder.clone(op, mapping);
  SmallVector<Value> returned;
  for (Value extent : body.getTerminator()->getOperands())
    returned.push_back(mapping.lookup(extent));
  func::ReturnOp::create(builder, source.getLoc(), returned);
  return success();
}

/// Adds the shape functions of `functions` to `module`.
static LogicalResult addShapeFunctions(ModuleOp module,
                                       ArrayRef<CFunction> functions) {
  llvm::StringMap<const CFunction *> needed;
  for (const CFunction &function : functions)
    if (function.hasShapeFunction)
      needed[function.name] = &function;
  if (needed.empty())
    return success();

  // A module of functions that return their arguments has loaded neither
  // dialect.
  module.getContext()
      ->loadDialect<arith::ArithDialect, tensor::TensorDialect>();
  // The copies have other names, so that calls of a function still find the
  // function.
  OwningOpRef<ModuleOp> scratch = module.clone();
  SmallVector<std::pair<func::FuncOp, const CFunction *>> sources;
  for (auto function : llvm::to_vector(scratch->getOps<func::FuncOp>())) {
    dropArgAndResultAttrs(function);
    if (const CFunction *described = needed.lookup(function.getName())) {
      func::FuncOp source = function.clone();
      source.setName(described->name + ".shape");
      checkExtents(source);
      returnExtents(source);
      scratch->insert(std::next(Block::iterator(function)), source);
      sources.emplace_back(source, described);
    }
    function.eraseBody();
    function.setPrivate();
  }
  // Of arith and math on tensors, upstream knows no extents.
  PassManager elementwise(module.getContext());
  elementwise.addNestedPass<func::FuncOp>(createDynamicElementwiseToLinalg());
  if (failed(elementwise.run(*scratch)))
    return failure();
  // A cast to a more static type hides the op whose extents are known.
  RewritePatternSet resolution(module.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(resolution);
  memref::populateResolveShapedTypeResultDimsPatterns(resolution);
  tensor::DimOp::getCanonicalizationPatterns(resolution, module.getContext());
  if (failed(applyPatternsGreedily(*scratch, std::move(resolution))))
    return failure();
  for (auto [source, described] : sources)
    if (failed(returnCheckedExtents(source)))
      return failure();
  PassManager passes(module.getContext());
  OpPassManager &perFunction = passes.nest<func::FuncOp>();
  perFunction.addPass(createCanonicalizeInBounds());
  perFunction.addPass(createCSEPass());
  if (failed(passes.run(*scratch)))
    return failure();
  for (auto [source, described] : sources)
    if (failed(buildShapeFunction(module, source, *described)))
      return failure();
  return success();
}

LogicalResult mlir::pad::prepareCInterface(ModuleOp module,
                                           ArrayRef<CFunction> functions) {
  if (failed(addShapeFunctions(module, functions)))
    return failure();
  Builder builder(module.getContext());
  SymbolTable symbols(module);
  for (const CFunction &described : functions) {
    auto function = symbols.lookup<func::FuncOp>(described.name);
    function->removeAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
    for (auto [number, type] : llvm::enumerate(described.arguments)) {
      if (!isa<TensorType>(type))
        continue;
      // What C passes is const and dense.
      function.setArgAttr(
          number, bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(false));
      function.removeArgAttr(
          number, bufferization::BufferizationDialect::kBufferLayoutAttrName);
    }
  }
  return success();
}
