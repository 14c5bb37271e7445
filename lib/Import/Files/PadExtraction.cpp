//===- PadExtraction.cpp - The pad of one node of a model -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/PadExtraction.h"
#include "ModelNodes.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The tensor of which `op` takes a part or another view; null if `op` computes
/// something.
static Value getMovedTensor(Operation *op) {
  if (auto pad = dyn_cast<PadOp>(op))
    return pad.getSource();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return slice.getSource();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return cast.getSource();
  return {};
}

/// What the node of `pad` computes: its result, or that of the ops of the node
/// that take it on; of the rank that is known.
static Value getNodeResult(PadOp pad) {
  StringRef node = getNodeName(pad->getLoc());
  Value result = pad.getResult();
  for (bool isLast = false; !isLast;) {
    isLast = true;
    for (Operation *user : result.getUsers())
      if (getNodeName(user->getLoc()) == node &&
          getMovedTensor(user) == result &&
          isa<RankedTensorType>(user->getResult(0).getType())) {
        result = user->getResult(0);
        isLast = false;
        break;
      }
  }
  return result;
}

/// Emits the error for a node that is no pad, with the names of those that are.
static void emitNoSuchPad(ModuleOp model, StringRef node) {
  constexpr size_t kMostNames = 20;
  llvm::SmallSetVector<StringRef, 8> names;
  model.walk([&](PadOp pad) { names.insert(getNodeName(pad->getLoc())); });
  if (names.empty()) {
    model.emitError("the model has no pad");
    return;
  }
  InFlightDiagnostic error = model.emitError();
  if (node.empty())
    error << "a node of the model must be named with --node";
  else
    error << "the model has no pad " << quoteName(node);
  error << "; its pads are ";
  llvm::interleaveComma(names.getArrayRef().take_front(kMostNames), error,
                        [&](StringRef name) { error << quoteName(name); });
  if (names.size() > kMostNames)
    error << " and " << names.size() - kMostNames << " more";
}

namespace {
/// Collects the ops that compute the result of a node, and what they are
/// computed from.
class NodeSlice {
public:
  explicit NodeSlice(StringRef node) : node(node) {}

  /// Adds what computes `value`, operands first.
  void add(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !belongs(op)) {
      inputs.insert(value);
      return;
    }
    if (ops.contains(op) || !visited.insert(op).second)
      return;
    // As models have them, the pads come before the padding value.
    auto pad = dyn_cast<PadOp>(op);
    for (Value operand : op->getOperands())
      if (!pad || operand != pad.getValue())
        add(operand);
    if (pad && pad.getValue())
      add(pad.getValue());
    ops.insert(op);
  }

  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }
  ArrayRef<Value> getInputs() const { return inputs.getArrayRef(); }

private:
  /// Whether `op` is part of the pad: it moves the tensor of the node, or
  /// computes a number or a constant from other values.
  bool belongs(Operation *op) {
    if (!op->isRegistered() || op->getNumRegions() != 0 ||
        !isMemoryEffectFree(op))
      return false;
    if (Value moved = getMovedTensor(op))
      // The model does not know the rank of what is cast.
      return getNodeName(op->getLoc()) == node &&
             isa<RankedTensorType>(moved.getType());
    return matchPattern(op, m_Constant()) ||
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>);
  }

  StringRef node;
  llvm::SetVector<Operation *> ops;
  DenseSet<Operation *> visited;
  llvm::SetVector<Value> inputs;
};
} // namespace

/// `name` as an identifier that does not begin with an underscore, because C
/// reserves such names; empty if nothing is left.
static std::string makeCIdentifier(StringRef name) {
  name = name.drop_until([](char c) { return llvm::isAlnum(c); });
  return name.empty() ? std::string() : makeIdentifier(name);
}

static std::string getFunctionName(StringRef node) {
  std::string name = makeCIdentifier(node);
  return name.empty() || name.front() == '_' ? "pad" + name : name;
}

static std::string getArgumentName(Value input, unsigned number) {
  if (number == 0)
    return "source";
  std::string name = makeCIdentifier(getNodeName(input.getLoc()));
  return name.empty() ? "input" + std::to_string(number) : name;
}

OwningOpRef<ModuleOp> mlir::pad::extractPad(ModuleOp model, StringRef node,
                                            StringRef function) {
  llvm::SmallSetVector<Value, 1> results;
  model.walk([&](PadOp pad) {
    if (getNodeName(pad->getLoc()) == node)
      results.insert(getNodeResult(pad));
  });
  if (results.empty()) {
    emitNoSuchPad(model, node);
    return nullptr;
  }
  if (results.size() > 1) {
    model.emitError("the model has ")
        << results.size() << " pads " << quoteName(node)
        << "; give each a name of its own";
    return nullptr;
  }

  NodeSlice slice(node);
  Value result = results.front();
  // The source comes first.
  Value source = result;
  while (Operation *op = source.getDefiningOp()) {
    Value moved = getMovedTensor(op);
    if (!moved || getNodeName(op->getLoc()) != node ||
        !isa<RankedTensorType>(moved.getType()))
      break;
    source = moved;
  }
  SmallVector<Value> inputs = {source};
  slice.add(result);
  for (Value input : slice.getInputs())
    if (input != source)
      inputs.push_back(input);

  Location loc = result.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(model.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  std::string name =
      function.empty() ? getFunctionName(node) : std::string(function);
  auto kernel = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType(ValueRange(inputs).getTypes(), result.getType()));
  Block *body = kernel.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    BlockArgument argument = body->getArgument(number);
    argument.setLoc(NameLoc::get(
        builder.getStringAttr(getArgumentName(input, number)), loc));
    mapping.map(input, argument);
  }
  for (Operation *op : slice.getOps())
    if (!mapping.contains(op->getResult(0)))
      builder.clone(*op, mapping);
  func::ReturnOp::create(builder, loc, mapping.lookup(result));
  return module;
}
