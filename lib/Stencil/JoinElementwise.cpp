//===- JoinElementwise.cpp - Arithmetic on slices of pads as one op -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of whole tensors write a stencil as arithmetic on slices of a padded
// tensor, of which each operation is an op of its own. Here, one op reads all
// slices.
//
//===----------------------------------------------------------------------===//

#include "Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether `value` is a pad or a slice of one.
static bool isPadded(Value value) {
  if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
    value = slice.getSource();
  return value.getDefiningOp<PadOp>();
}

/// The extents of `tensor`. Those of the result of an elementwise op are taken
/// from its destination, so that they do not read the result.
static SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                            Value tensor) {
  while (auto op = tensor.getDefiningOp<linalg::GenericOp>())
    tensor = op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
      slice && slice.getDroppedDims().none())
    return slice.getMixedSizes();
  return tensor::getMixedSizes(builder, loc, tensor);
}

/// The number that all elements of `tensor` equal, as a value at `builder`;
/// null if that is not known.
static Value getUniformValue(OpBuilder &builder, Value tensor) {
  SplatElementsAttr splat;
  if (matchPattern(tensor, m_Constant(&splat))) {
    // There is no typed attribute of a complex number.
    auto number = dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>());
    return number ? Value(arith::ConstantOp::create(builder, tensor.getLoc(),
                                                    number))
                  : Value();
  }
  if (auto made = tensor.getDefiningOp<tensor::SplatOp>())
    return made.getInput();
  auto fill = tensor.getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

namespace {
/// The elementwise ops that compute with pads, slices of pads, or results of
/// such ops.
class ElementwiseOps {
public:
  ElementwiseOps(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Whether `op` is one of them.
  bool computesWithPads(linalg::LinalgOp op) const {
    return linalg::isElementwise(op) &&
           llvm::any_of(op.getDpsInputs(), [&](Value input) {
             return isPadded(input) || ops.contains(input.getDefiningOp());
           });
  }

  /// Adds `op`, which may be a named op, after its producers. Producers that
  /// nothing else needs become part of it.
  void add(linalg::LinalgOp op) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    auto generic = succeeded(made) ? *made : dyn_cast<linalg::GenericOp>(*op);
    if (!generic)
      return;
    replaceDestinations(generic);
    readUniformValues(generic);
    deduplicate(generic);
    while (OpOperand *use = findProducer(generic)) {
      linalg::GenericOp joined = join(generic, *use);
      if (!joined)
        break;
      generic = joined;
      deduplicate(generic);
    }
    ops.insert(generic);
  }

private:
  /// Gives `op` a new destination if it does not read the one that it has, and
  /// that is a pad or computed by one of these ops.
  void replaceDestinations(linalg::GenericOp op) {
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!op.payloadUsesValueFromOperand(&init) &&
          !cast<RankedTensorType>(init.get().getType()).getEncoding() &&
          (isPadded(init.get()) || ops.contains(init.get().getDefiningOp())))
        init.set(tensor::EmptyOp::create(
            rewriter, op.getLoc(),
            getExtents(rewriter, op.getLoc(), init.get()),
            getElementTypeOrSelf(init.get())));
  }

  /// Lets `op` read a number instead of a tensor whose elements all equal it.
  void readUniformValues(linalg::GenericOp op) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      rewriter.setInsertionPoint(op);
      if (!isa<RankedTensorType>(input->get().getType()))
        continue;
      if (Value number = getUniformValue(rewriter, input->get()))
        rewriter.replaceAllUsesWith(op.getMatchingBlockArgument(input), number);
    }
  }

  /// Removes inputs of `op` that it does not read, or that it has twice.
  void deduplicate(linalg::GenericOp &op) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> made =
        linalg::deduplicateOperandsAndRemoveDeadResults(
            rewriter, op, /*removeOutputs=*/false);
    if (succeeded(made))
      op = *made;
  }

  /// An operand of `op` that an elementwise op computes for `op` alone, and
  /// each element of which `op` reads once, not in each iteration of a loop or
  /// in each row.
  OpOperand *findProducer(linalg::GenericOp op) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto producer = input->get().getDefiningOp<linalg::LinalgOp>();
      if (!producer || !producer->hasOneUse() ||
          producer->getBlock() != op->getBlock() ||
          !op.getMatchingIndexingMap(input).isPermutation() ||
          !linalg::isElementwise(producer))
        continue;
      rewriter.setInsertionPoint(producer);
      (void)linalg::generalizeNamedOp(rewriter, producer);
      if (linalg::areElementwiseOpsFusable(input))
        return input;
    }
    return nullptr;
  }

  /// Joins `op` and the producer of its operand `use` to one op. Returns null,
  /// and leaves `op`, if upstream cannot.
  linalg::GenericOp join(linalg::GenericOp op, OpOperand &use) {
    Operation *producer = use.get().getDefiningOp();
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::ElementwiseOpFusionResult> made =
        linalg::fuseElementwiseOps(rewriter, &use);
    if (failed(made))
      return nullptr;
    for (OpResult result : op->getResults())
      rewriter.replaceAllUsesWith(result, made->replacements.lookup(result));
    rewriter.eraseOp(op);
    ops.erase(producer);
    rewriter.eraseOp(producer);
    return cast<linalg::GenericOp>(made->fusedOp);
  }

  RewriterBase &rewriter;
  llvm::SmallPtrSet<Operation *, 8> ops;
};
} // namespace

void mlir::pad::joinElementwise(RewriterBase &rewriter, func::FuncOp function) {
  SmallVector<linalg::LinalgOp> all;
  function.walk([&](linalg::LinalgOp op) { all.push_back(op); });
  ElementwiseOps elementwise(rewriter);
  for (linalg::LinalgOp op : all)
    if (elementwise.computesWithPads(op))
      elementwise.add(op);
}
