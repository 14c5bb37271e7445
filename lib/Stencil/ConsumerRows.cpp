//===- ConsumerRows.cpp - Rows of consumers that vectors run along --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some consumers that front ends write cannot be computed by vectors of results
// as they are: the filters of a convolution of TOSA and the weights of a linear
// layer are contiguous along channels that are summed, and a depthwise
// convolution of TOSA has an innermost axis of one element. Here, such filters
// are transposed once, and such axes are dropped.
//
//===----------------------------------------------------------------------===//

#include "ConsumerRows.h"
#include "Pad/Rows/StencilCostModel.h"
#include "Plan/LoopPlan.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether a consumer of a pad reads its source.
using ReadsSources = function_ref<bool(linalg::LinalgOp)>;

/// The pad that `tensor` is, is a slice of, or is computed from by a unary
/// elementwise op; null if there is none.
static PadOp findPad(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (op && linalg::isElementwise(op) && op.getNumDpsInputs() == 1)
    tensor = op.getInputs()[0];
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    tensor = slice.getSource();
  return tensor.getDefiningOp<PadOp>();
}

/// The ops of `function` that loops can compute.
static SmallVector<linalg::LinalgOp> collectOps(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    bool isEncoded = llvm::any_of(op->getOperandTypes(), [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getEncoding();
    });
    if (op.hasPureTensorSemantics() && !isEncoded && explainLoops(op).empty())
      ops.push_back(op);
  });
  return ops;
}

static linalg::GenericOp generalize(RewriterBase &rewriter,
                                    linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  return generic ? generic : *linalg::generalizeNamedOp(rewriter, op);
}

/// Whether each element of `input` is read often enough for its transposition
/// to take less time than it saves.
static bool isReadOften(linalg::LinalgOp op, AffineMap input) {
  int64_t uses = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!input.isFunctionOfDim(loop)) {
      if (ShapedType::isDynamic(range))
        return true;
      uses = llvm::SaturatingMultiply<uint64_t>(uses, range);
    }
  return uses >= stencil::kMinUsesOfTransposed;
}

/// The axes of `input` in the order in which the rows of the result of `op` run
/// along the last one. Empty if they do already, or run along no axis.
static SmallVector<int64_t> getTransposition(linalg::LinalgOp op,
                                             OpOperand &input) {
  AffineMap map = op.getMatchingIndexingMap(&input);
  int64_t row = getResultLoops(op).back();
  if (!map.isProjectedPermutation() || !map.isFunctionOfDim(row) ||
      map.getResults().back().isFunctionOfDim(row) || !isReadOften(op, map))
    return {};
  SmallVector<int64_t> axes;
  for (int64_t axis : llvm::seq<int64_t>(map.getNumResults()))
    if (!map.getResult(axis).isFunctionOfDim(row))
      axes.push_back(axis);
  axes.push_back(
      *map.getResultPosition(getAffineDimExpr(row, op.getContext())));
  return axes;
}

/// Emits `tensor` with its axes in the order of `axes`. The loops are in the
/// order of `tensor`, so that vectors are loaded: LLVM would gather a vector
/// element by element, and write out all loops around that.
static linalg::GenericOp emitTransposed(OpBuilder &builder, Location loc,
                                        Value tensor, ArrayRef<int64_t> axes) {
  Value empty = tensor::EmptyOp::create(
      builder, loc,
      applyPermutation(tensor::getMixedSizes(builder, loc, tensor), axes),
      getElementTypeOrSelf(tensor));
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(axes.size()),
      AffineMap::getPermutationMap(axes, builder.getContext())};
  SmallVector<utils::IteratorType> loops(axes.size(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, loc, empty.getType(), tensor, empty, maps, loops,
      [](OpBuilder &builder, Location loc, ValueRange elements) {
        linalg::YieldOp::create(builder, loc, elements.front());
      });
}

/// Replaces `op` by a copy that reads `operands` by `maps`, if `isFaster` holds
/// for the copy. Returns it, or null if `op` stays.
static linalg::GenericOp replaceOperands(RewriterBase &rewriter,
                                         linalg::LinalgOp op,
                                         ArrayRef<Value> operands,
                                         ArrayRef<AffineMap> maps,
                                         ReadsSources isFaster) {
  linalg::GenericOp copy = generalize(
      rewriter, cast<linalg::LinalgOp>(rewriter.clone(*op.getOperation())));
  copy->setOperands(operands);
  copy.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  if (isFaster(copy)) {
    rewriter.replaceOp(op, copy);
    return copy;
  }
  rewriter.eraseOp(copy);
  return nullptr;
}

/// Lets `op` read pads instead of expansions of them (tensor.expand_shape), as
/// the transposition reads that a `linalg.pack` becomes. Returns what `op` is
/// then.
static linalg::LinalgOp readThroughExpansions(RewriterBase &rewriter,
                                              linalg::LinalgOp op,
                                              ReadsSources isFaster) {
  SmallVector<Value> operands(op->getOperands());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  llvm::SetVector<Operation *> expansions;
  for (auto [operand, map] : llvm::zip_equal(operands, maps)) {
    auto expand = operand.getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !findPad(expand.getSrc()) || !map.isProjectedPermutation())
      continue;
    ArrayRef<int64_t> shape = expand.getResultType().getShape();
    SmallVector<AffineExpr> indices;
    for (const ReassociationIndices &group : expand.getReassociationIndices()) {
      if (ShapedType::isDynamicShape(
              ArrayRef(shape).slice(group.front() + 1, group.size() - 1)))
        return op;
      AffineExpr index = rewriter.getAffineConstantExpr(0);
      for (int64_t axis : group)
        index = index * shape[axis] + map.getResult(axis);
      indices.push_back(index);
    }
    map = AffineMap::get(map.getNumDims(), 0, indices, op.getContext());
    operand = expand.getSrc();
    expansions.insert(expand);
  }
  // Each loop has to run along an axis.
  if (expansions.empty() ||
      !inversePermutation(concatAffineMaps(maps, op.getContext())))
    return op;
  rewriter.setInsertionPoint(op);
  linalg::GenericOp made =
      replaceOperands(rewriter, op, operands, maps, isFaster);
  if (!made)
    return op;
  // The expansion would remain a user of the pad.
  for (Operation *expansion : expansions)
    if (expansion->use_empty())
      rewriter.eraseOp(expansion);
  return made;
}

/// Transposes inputs of `op` along whose last axis rows of its result do not
/// run.
static void transposeInputs(RewriterBase &rewriter, linalg::LinalgOp op,
                            ReadsSources isFaster) {
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands(op->getOperands());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Operation *> made;
  for (OpOperand *input : op.getDpsInputOperands()) {
    SmallVector<int64_t> axes = getTransposition(op, *input);
    if (axes.empty() || findPad(input->get()))
      continue;
    linalg::GenericOp transposition =
        emitTransposed(rewriter, op.getLoc(), input->get(), axes);
    made.push_back(transposition);
    operands[input->getOperandNumber()] = transposition.getResult(0);
    AffineMap &map = maps[input->getOperandNumber()];
    map = AffineMap::get(
        map.getNumDims(), 0,
        applyPermutation(SmallVector<AffineExpr>(map.getResults()), axes),
        op.getContext());
  }
  if (made.empty())
    return;
  if (!replaceOperands(rewriter, op, operands, maps, isFaster)) {
    for (Operation *transposition : made)
      rewriter.eraseOp(transposition);
    return;
  }
  RewritePatternSet patterns(rewriter.getContext());
  linalg::populateConstantFoldLinalgOperations(
      patterns, [](OpOperand *) { return true; });
  (void)applyOpPatternsGreedily(made, std::move(patterns));
}

void mlir::pad::readAlongRows(RewriterBase &rewriter, func::FuncOp function,
                              function_ref<bool(OpOperand &, PadOp)> isFused) {
  auto readsSource = [&](linalg::LinalgOp op) {
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      PadOp pad = findPad(input->get());
      return pad && isFused(*input, pad);
    });
  };
  for (linalg::LinalgOp op : collectOps(function))
    transposeInputs(rewriter, readThroughExpansions(rewriter, op, readsSource),
                    readsSource);
}

/// Whether the axes of operands of `op` that `loop` runs along can be dropped:
/// no window runs along them, so that they have as many elements as the loop
/// has iterations, and no operand that has one is a slice of a pad.
static bool canDropAxes(linalg::LinalgOp op, int64_t loop) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isSlice =
        !operand.get().getDefiningOp<PadOp>() && findPad(operand.get());
    return llvm::all_of(map.getResults(), [&](AffineExpr index) {
      return !index.isFunctionOfDim(loop) ||
             (isa<AffineDimExpr>(index) && !isSlice);
    });
  });
}

/// Drops the innermost axes of the result of `op` while they have one element.
/// Returns the new op; null if there is no such axis.
static linalg::GenericOp dropUnitRows(RewriterBase &rewriter,
                                      linalg::LinalgOp op) {
  SmallVector<int64_t> loops = getResultLoops(op),
                       ranges = op.getStaticLoopRanges();
  SmallVector<unsigned> dropped;
  for (; loops.size() > 1 && ranges[loops.back()] == 1 &&
         canDropAxes(op, loops.back());
       loops.pop_back())
    dropped.push_back(loops.back());
  if (dropped.empty())
    return nullptr;
  linalg::GenericOp generic = generalize(rewriter, op);
  linalg::ControlDropUnitDims control;
  control.controlFn = [&](Operation *) { return dropped; };
  FailureOr<linalg::DropUnitDimsResult> made =
      linalg::dropUnitDims(rewriter, generic, control);
  if (failed(made))
    return nullptr;
  rewriter.replaceOp(generic, made->replacements);
  return cast<linalg::GenericOp>(*made->resultOp);
}

LogicalResult mlir::pad::dropUnitRows(RewriterBase &rewriter,
                                      func::FuncOp function) {
  // The reshapes to move or fold: of pads, of destinations, and of other
  // reshapes.
  SmallVector<Operation *> reshapes;
  llvm::SmallPtrSet<Operation *, 4> behind;
  for (linalg::LinalgOp op : collectOps(function)) {
    bool isConsumer = llvm::any_of(op->getOperands(),
                                   [](Value input) { return findPad(input); });
    if (!isConsumer && !behind.contains(op))
      continue;
    SmallVector<Operation *> users(op->getUsers());
    rewriter.setInsertionPoint(op);
    linalg::GenericOp made = ::dropUnitRows(rewriter, op);
    if (!made)
      continue;
    for (Value operand : made->getOperands())
      if (auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>())
        reshapes.push_back(collapse);
    for (Operation *user : users)
      if (auto next = dyn_cast<linalg::LinalgOp>(user);
          next && linalg::isElementwise(next))
        behind.insert(next);
      else if (isa<tensor::CollapseShapeOp>(user))
        reshapes.push_back(user);
  }
  if (reshapes.empty())
    return success();
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  populatePadPropagateReshapePatterns(patterns, ReshapeDirection::Up);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  linalg::FillOp::getCanonicalizationPatterns(patterns, context);
  return applyOpPatternsGreedily(reshapes, std::move(patterns));
}
