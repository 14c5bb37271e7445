//===- Body.cpp - The body of a consumer on scalars or vectors ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Body.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::pad;

Value mlir::pad::emitLanes(OpBuilder &builder, Location loc, Value value,
                           int64_t lanes) {
  if (lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get(lanes, value.getType()), value);
}

/// The index of loop `row` for each lane.
static Value emitRowIndices(OpBuilder &builder, Location loc, Value first,
                            int64_t lanes) {
  if (lanes == 1)
    return first;
  auto type = VectorType::get(lanes, builder.getIndexType());
  return arith::AddIOp::create(builder, loc,
                               emitLanes(builder, loc, first, lanes),
                               vector::StepOp::create(builder, loc, type));
}

/// Computes `inner`, an op of the body of `op`, from the values in `mapping`.
static void emitOp(OpBuilder &builder, linalg::LinalgOp op, Operation &inner,
                   ArrayRef<ArithValue> indices, int64_t row, int64_t lanes,
                   IRMapping &mapping) {
  Location loc = op.getLoc();
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    auto loop = static_cast<int64_t>(index.getDim());
    Value value = indices[loop];
    mapping.map(index.getResult(),
                loop == row ? emitRowIndices(builder, loc, value, lanes)
                            : value);
    return;
  }
  SmallVector<Value> operands =
      llvm::map_to_vector(inner.getOperands(), [&](Value operand) {
        return mapping.lookupOrDefault(operand);
      });
  // What is the same in all lanes is computed as a scalar. Elements of the
  // consumer may be vectors, too, but then there is one lane.
  if (lanes == 1 || llvm::none_of(operands, [](Value operand) {
        return isa<VectorType>(operand.getType());
      })) {
    builder.clone(inner, mapping);
    return;
  }
  for (Value &operand : operands)
    operand = emitLanes(builder, loc, operand, lanes);
  OperationState state(
      inner.getLoc(), inner.getName(), operands,
      llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get(lanes, type);
      }));
  state.propertiesAttr = inner.getPropertiesAsAttribute();
  mapping.map(inner.getResults(), builder.create(state)->getResults());
}

SmallVector<Value> mlir::pad::emitFusedBody(OpBuilder &builder,
                                            linalg::LinalgOp op,
                                            ArrayRef<BodyInputs> copies,
                                            int64_t row, int64_t lanes) {
  SmallVector<IRMapping> mappings(copies.size());
  for (auto [copy, mapping] : llvm::zip_equal(copies, mappings))
    for (auto [argument, value] :
         llvm::zip_equal(op.getBlock()->getArguments(), copy.arguments))
      if (value)
        mapping.map(argument, value);
  for (Operation &inner : op.getBlock()->without_terminator())
    for (auto [copy, mapping] : llvm::zip_equal(copies, mappings))
      emitOp(builder, op, inner, copy.indices, row, lanes, mapping);
  SmallVector<Value> made;
  for (IRMapping &mapping : mappings)
    for (Value yielded : op.getBlock()->getTerminator()->getOperands())
      made.push_back(emitLanes(builder, op.getLoc(),
                               mapping.lookupOrDefault(yielded), lanes));
  return made;
}
