//===- RewriteTypes.cpp - The same functions with other types -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteTypes.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::pad;

/// Gives the results of `op` the types that follow from those of its operands;
/// false if the op leaves them open.
static bool followOperands(Operation *op) {
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
    for (auto [init, result] : llvm::zip(dps.getDpsInits(), op->getResults()))
      result.setType(init.getType());
    return true;
  }
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumOperands() == 0)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type)
    return false;
  for (OpResult result : op->getResults())
    result.setType(type.clone(getElementTypeOrSelf(result)));
  return true;
}

void mlir::pad::changeTypes(
    func::FuncOp function,
    const llvm::DenseMap<Value, SmallVector<int64_t>> &shapes, Random &random) {
  auto change = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    auto found = shapes.find(value);
    if (!type || found == shapes.end() || draw(random, 0, 1))
      return;
    SmallVector<int64_t> shape(type.getShape());
    for (auto [extent, actual] : llvm::zip_equal(shape, found->second))
      if (draw(random, 0, 1))
        extent = ShapedType::isDynamic(extent) ? actual : ShapedType::kDynamic;
    value.setType(type.clone(shape));
  };
  Block &body = function.getBody().front();
  llvm::for_each(body.getArguments(), change);
  for (Operation &op : body.without_terminator())
    if (!followOperands(&op) &&
        isa<PadOp, tensor::CastOp, tensor::CollapseShapeOp, tensor::PadOp>(op))
      change(op.getResult(0));
  function.setFunctionType(
      FunctionType::get(function.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
}
