//===- IndexBodies.cpp - Index arithmetic of bodies -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBodies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::pad;

/// The most ops of a body that are evaluated; more would take too long.
static constexpr unsigned kMostOps = 256;

/// The longest axis for which they are evaluated, index by index.
static constexpr int64_t kLongestAxis = 4096;

/// Whether `type` is that of a tensor of which every index is evaluated.
static bool canEvaluate(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() != 0 && tensor.hasStaticShape() &&
         llvm::all_of(tensor.getShape(),
                      [](int64_t extent) { return extent <= kLongestAxis; });
}

/// The value that the body of `op` yields; null if the body does not have a
/// supported form.
static Value getBodyResult(Operation *op) {
  if (auto generate = dyn_cast_if_present<tensor::GenerateOp>(op))
    return cast<tensor::YieldOp>(generate.getBody().front().getTerminator())
        .getValue();
  auto generic = dyn_cast_if_present<linalg::GenericOp>(op);
  if (!generic || generic.getNumResults() != 1 ||
      generic.getNumLoops() != generic.getNumParallelLoops() ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity())
    return {};
  return generic.getBody()->getTerminator()->getOperand(0);
}

std::optional<int64_t> mlir::pad::getIndexAxis(Value value, Operation *op) {
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return index->getParentOp() == op ? std::optional<int64_t>(index.getDim())
                                      : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && isa<tensor::GenerateOp>(op) &&
      argument.getOwner()->getParentOp() == op)
    return argument.getArgNumber();
  return std::nullopt;
}

/// Whether `value` is defined outside of `op`.
static bool isOutside(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// `value`, which is defined in `op`, as a fill that can be created before
/// `op`.
static Fill getInvariantFill(Value value, Operation *op) {
  Fill fill = getFill(value);
  if (fill.constant)
    fill.value = Value();
  else if (!isOutside(value, op))
    return {};
  return fill;
}

/// The value that block number `region` of `branch` yields, if the block does
/// nothing else.
static Value getBranch(scf::IfOp branch, unsigned region) {
  if (branch.getNumResults() != 1 || branch->getRegion(region).empty())
    return {};
  return branch->getRegion(region).front().getTerminator()->getOperand(0);
}

std::optional<IndexBody> mlir::pad::getIndexBody(Operation *op) {
  Value value = getBodyResult(op);
  if (!value)
    return std::nullopt;
  IndexBody body;
  while (true) {
    Value condition, whenTrue, whenFalse;
    if (auto select = value.getDefiningOp<arith::SelectOp>()) {
      condition = select.getCondition();
      whenTrue = select.getTrueValue();
      whenFalse = select.getFalseValue();
    } else if (auto branch = value.getDefiningOp<scf::IfOp>()) {
      condition = branch.getCondition();
      whenTrue = getBranch(branch, 0);
      whenFalse = getBranch(branch, 1);
    } else {
      break;
    }
    if (!whenTrue || !whenFalse || !condition.getType().isInteger(1))
      return std::nullopt;
    Fill fill = getInvariantFill(whenFalse, op);
    bool truth = static_cast<bool>(fill);
    if (!truth)
      fill = getInvariantFill(whenTrue, op);
    if (!fill || (body.fill && !(body.fill == fill)))
      return std::nullopt;
    body.fill = fill;
    body.conditions.emplace_back(condition, truth);
    value = truth ? whenTrue : whenFalse;
  }
  body.extract = value.getDefiningOp<tensor::ExtractOp>();
  if (!body.extract || !isOutside(body.extract.getTensor(), op) ||
      body.extract.getTensor().getType().getRank() !=
          cast<RankedTensorType>(op->getResult(0).getType()).getRank())
    return std::nullopt;
  return body;
}

Value mlir::pad::getBodySource(Operation *op) {
  std::optional<IndexBody> body = getIndexBody(op);
  return body ? body->extract.getTensor() : Value();
}

namespace {
/// Evaluates scalars of a body for given indices, by folding clones of the ops
/// that compute them.
class Evaluator {
public:
  explicit Evaluator(Operation *op) : op(op) {}

  /// Collects the ops that compute `value`; false if some may have effects or
  /// depend on other values than indices.
  bool add(Value value);
  /// The axes whose indices `value` depends on.
  const llvm::SmallSetVector<int64_t, 4> &getAxes(Value value) {
    return axes[value];
  }
  /// `value` where the index of `axis` is `index`; null if it does not fold.
  Attribute evaluate(Value value, int64_t axis, int64_t index);

private:
  Operation *op;
  unsigned visited = 0;
  /// Owns the clones.
  Block scratch;
  /// The ops in their order, and their clones.
  SmallVector<std::pair<Operation *, Operation *>> clones;
  llvm::DenseMap<Value, llvm::SmallSetVector<int64_t, 4>> axes;
};
} // namespace

bool Evaluator::add(Value value) {
  if (axes.contains(value))
    return true;
  if (std::optional<int64_t> axis = getIndexAxis(value, op)) {
    axes[value].insert(*axis);
    return true;
  }
  Operation *definition = value.getDefiningOp();
  if (++visited > kMostOps || !definition || !isPure(definition) ||
      definition->getNumRegions() != 0 || definition->getNumResults() != 1)
    return false;
  llvm::SmallSetVector<int64_t, 4> all;
  // The extent of a tensor is static here, whichever op defines the tensor.
  auto dim = dyn_cast<tensor::DimOp>(definition);
  for (Value operand : definition->getOperands()) {
    if (dim && operand == dim.getSource())
      continue;
    if (!add(operand))
      return false;
    all.insert_range(axes[operand]);
  }
  Operation *clone = definition->cloneWithoutRegions();
  scratch.push_back(clone);
  clones.emplace_back(definition, clone);
  axes[value] = std::move(all);
  return true;
}

Attribute Evaluator::evaluate(Value value, int64_t axis, int64_t index) {
  llvm::DenseMap<Value, Attribute> known;
  auto find = [&](Value part) -> Attribute {
    if (std::optional<int64_t> indexAxis = getIndexAxis(part, op))
      return *indexAxis == axis
                 ? IntegerAttr::get(IndexType::get(op->getContext()), index)
                 : Attribute();
    return known.lookup(part);
  };
  for (auto [definition, clone] : clones) {
    SmallVector<Attribute> operands =
        llvm::map_to_vector(definition->getOperands(), find);
    SmallVector<OpFoldResult> results;
    if (failed(clone->fold(operands, results)) || results.empty())
      continue;
    if (auto attribute = dyn_cast<Attribute>(results.front()))
      known[definition->getResult(0)] = attribute;
    else if (auto same = dyn_cast<Value>(results.front()))
      known[definition->getResult(0)] = find(same);
  }
  return find(value);
}

/// Splits the condition that `value` is `truth` into several: an `and` that
/// must be true into its two operands, and an `or` that must be false into its
/// two operands.
static void splitCondition(Value value, bool truth,
                           SmallVectorImpl<std::pair<Value, bool>> &parts) {
  Operation *op = value.getDefiningOp();
  if (truth ? isa_and_nonnull<arith::AndIOp>(op)
            : isa_and_nonnull<arith::OrIOp>(op)) {
    splitCondition(op->getOperand(0), truth, parts);
    splitCondition(op->getOperand(1), truth, parts);
    return;
  }
  parts.emplace_back(value, truth);
}

std::optional<BodyReads> mlir::pad::getBodyReads(Operation *op) {
  std::optional<IndexBody> body = getIndexBody(op);
  if (!body || !canEvaluate(op->getResult(0).getType()) ||
      !canEvaluate(body->extract.getTensor().getType()))
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  RankedTensorType sourceType = body->extract.getTensor().getType();
  SmallVector<std::pair<Value, bool>> conditions;
  for (auto [condition, truth] : body->conditions)
    splitCondition(condition, truth, conditions);

  Evaluator evaluator(op);
  auto dependsOnlyOn = [&](Value value, std::optional<int64_t> axis) {
    return evaluator.add(value) && evaluator.getAxes(value).size() <= 1 &&
           (!axis || evaluator.getAxes(value).empty() ||
            evaluator.getAxes(value).front() == *axis);
  };
  for (auto [axis, index] : llvm::enumerate(body->extract.getIndices()))
    if (!dependsOnlyOn(index, axis))
      return std::nullopt;
  for (auto [condition, truth] : conditions)
    if (!dependsOnlyOn(condition, std::nullopt))
      return std::nullopt;

  BodyReads result{body->extract.getTensor(), {}};
  result.reads.fill = body->fill;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    AxisReads &reads = result.reads.axes.emplace_back();
    Value read = body->extract.getIndices()[axis];
    for (int64_t index = 0; index < extent; ++index) {
      bool isRead = true;
      for (auto [condition, truth] : conditions) {
        const auto &axes = evaluator.getAxes(condition);
        if (!axes.empty() && axes.front() != static_cast<int64_t>(axis))
          continue;
        auto value = dyn_cast_if_present<IntegerAttr>(
            evaluator.evaluate(condition, axis, index));
        if (!value)
          return std::nullopt;
        isRead &= value.getValue().isZero() != truth;
      }
      if (!isRead) {
        reads.append(AxisReads::makeUniform(Segment::Kind::Fill, 1));
        continue;
      }
      auto value = dyn_cast_if_present<IntegerAttr>(
          evaluator.evaluate(read, axis, index));
      if (!value || value.getInt() < 0 ||
          value.getInt() >= sourceType.getDimSize(axis))
        return std::nullopt;
      reads.append(AxisReads::makeList(value.getInt()));
    }
  }
  return result;
}
