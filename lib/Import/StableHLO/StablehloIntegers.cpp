//===- StablehloIntegers.cpp - What StableHLO computes of integers --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The indices and amounts that JAX computes: of constants and `iota`, with the
// arithmetic that makes negative ones count from the end, and of extents where
// shapes are polymorphic (`get_dimension_size`). The meaning of the ops is that
// of the StableHLO specification.
//
//===----------------------------------------------------------------------===//

#include "StablehloIntegers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;
using Rule = Result (*)(IntegerTensors &, Operation *);

std::optional<SmallVector<int64_t>>
mlir::pad::getStablehloList(Operation *op, StringRef name,
                            std::optional<int64_t> count) {
  std::optional<SmallVector<int64_t>> list = getIntegers(op->getAttr(name));
  if (list && count && static_cast<int64_t>(list->size()) != *count)
    return std::nullopt;
  return list;
}

static Result readConstant(IntegerTensors &tensors, Operation *op) {
  return tensors.getConstant(getAnyAttr(op, "value"));
}

static Value getOperand(Operation *op, unsigned index) {
  return index < op->getNumOperands() ? op->getOperand(index) : Value();
}

/// `iota`.
static Result readIota(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  auto axis = getStablehloList(op, "iota_dimension", 1);
  if (!type || !type.hasStaticShape() || !axis || axis->front() < 0 ||
      axis->front() >= type.getRank())
    return tensors.unknown("it is an iota of no axis");
  Type element = type.getElementType();
  SmallVector<int64_t> shape(type.getRank(), 1);
  int64_t extent = shape[axis->front()] = type.getDimSize(axis->front());
  if (!tensors.repeat(tensors.getScalar(0, element),
                      SmallVector<int64_t>{extent}))
    return std::nullopt;
  IntegerTensor line = tensors.getVector(
      llvm::to_vector(llvm::seq<int64_t>(0, extent)), element);
  line.shape = shape;
  return tensors.broadcast(line, llvm::to_vector(type.getShape()));
}

static Result readExtent(IntegerTensors &tensors, Operation *op) {
  auto axis = getStablehloList(op, "dimension", 1);
  if (op->getNumOperands() != 1 || !axis || axis->front() < 0)
    return tensors.unknown("it is the extent of no axis");
  return tensors.getExtent(
      op->getOperand(0), IntegerType::get(op->getContext(), 32), axis->front());
}

/// The function of `compare`, whose direction is an attribute of a dialect that
/// is not linked in: `#stablehlo<comparison_direction LT>`.
static std::optional<ElementFunction> getComparison(Operation *op) {
  std::string printed = llvm::to_string(getAnyAttr(op, "comparison_direction"));
  StringRef direction = StringRef(printed).rtrim("> \"").take_back(2);
  return llvm::StringSwitch<std::optional<ElementFunction>>(direction)
      .Case("EQ", ElementFunction::Equal)
      .Case("GE", ElementFunction::GreaterOrEqual)
      .Case("GT", ElementFunction::Greater)
      .Case("LE", ElementFunction::LessOrEqual)
      .Case("LT", ElementFunction::Less)
      .Case("NE", ElementFunction::NotEqual)
      .Default(std::nullopt);
}

/// What op `name`, which is `op` if that is given, computes element by element,
/// if it does.
static std::optional<ElementFunction> getFunction(StringRef name,
                                                  Operation *op) {
  using Function = ElementFunction;
  if (name == "compare")
    return getComparison(op);
  return llvm::StringSwitch<std::optional<Function>>(name)
      .Case("abs", Function::Abs)
      .Case("add", Function::Add)
      .Case("and", Function::And)
      .Case("clamp", Function::Clamp)
      .Case("divide", Function::Divide)
      .Case("maximum", Function::Maximum)
      .Case("minimum", Function::Minimum)
      .Case("multiply", Function::Multiply)
      .Case("negate", Function::Negate)
      .Case("not", Function::Not)
      .Case("or", Function::Or)
      .Case("remainder", Function::Remainder)
      .Case("select", Function::Select)
      .Case("sign", Function::Sign)
      .Case("subtract", Function::Subtract)
      .Default(std::nullopt);
}

static Result readElements(IntegerTensors &tensors, Operation *op) {
  auto function = getFunction(op->getName().stripDialect(), op);
  if (!function || op->getNumOperands() != getArity(*function))
    return tensors.unknown("it is computed by an unknown comparison, or of "
                           "another number of operands");
  return tensors.compute(*function, SmallVector<Value>(op->getOperands()));
}

static Result readConvert(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  Result input = tensors.analyseOpen(getOperand(op, 0));
  return type ? tensors.cast(input, type.getElementType()) : std::nullopt;
}

/// Ops that only move elements: `concatenate`, `slice`, `reverse`, `reshape`
/// and `broadcast_in_dim`.
static Result readMoved(IntegerTensors &tensors, Operation *op) {
  StringRef name = op->getName().stripDialect();
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  SmallVector<Result> inputs;
  for (Value operand : op->getOperands())
    inputs.push_back(tensors.analyse(operand));
  if (inputs.empty() || !inputs.front() || !type || !type.hasStaticShape())
    return tensors.unknown("it is computed of nothing, or of unknown shape");
  const Result &first = inputs.front();
  int64_t rank = first->shape.size();
  if (name == "reshape")
    return tensors.reshape(first, llvm::to_vector(type.getShape()),
                           /*allowZero=*/true);
  if (name == "concatenate") {
    auto axis = getStablehloList(op, "dimension", 1);
    return axis ? tensors.concat(inputs, axis->front()) : std::nullopt;
  }
  if (name == "slice")
    return tensors.slice(first, getStablehloList(op, "start_indices", rank),
                         getStablehloList(op, "limit_indices", rank),
                         llvm::to_vector(llvm::seq<int64_t>(0, rank)),
                         getStablehloList(op, "strides", rank));
  if (name == "reverse")
    return tensors.reverse(first,
                           getStablehloList(op, "dimensions", std::nullopt));
  auto axes = getStablehloList(op, "broadcast_dimensions", rank);
  if (!axes || !llvm::is_sorted(*axes))
    return tensors.unknown("it is computed by a broadcast that transposes");
  SmallVector<int64_t> shape(type.getRank(), 1);
  for (auto [axis, extent] : llvm::zip_equal(*axes, first->shape)) {
    if (axis < 0 || axis >= type.getRank())
      return tensors.unknown("it is broadcast to axes that are none");
    shape[axis] = extent;
  }
  return tensors.broadcast(tensors.reshape(first, shape, /*allowZero=*/true),
                           llvm::to_vector(type.getShape()));
}

/// `pad` of a vector, in which what is computed of extents gets its place.
static Result readPad(IntegerTensors &tensors, Operation *op) {
  Result input = tensors.analyse(getOperand(op, 0));
  Result value = tensors.analyse(getOperand(op, 1));
  auto low = getStablehloList(op, "edge_padding_low", 1);
  auto high = getStablehloList(op, "edge_padding_high", 1);
  auto interior = getStablehloList(op, "interior_padding", 1);
  if (!low || !high || std::min(low->front(), high->front()) < 0 ||
      interior != SmallVector<int64_t>{0})
    return tensors.unknown("it is computed by a pad of no vector");
  return tensors.concat(
      {tensors.repeat(value, low), input, tensors.repeat(value, high)}, 0);
}

/// `reduce` of an axis of extent 1 by `and`, as JAX asks whether all numbers of
/// an index are in bounds.
static Result readReduce(IntegerTensors &tensors, Operation *op) {
  auto axes = getStablehloList(op, "dimensions", 1);
  Result input = tensors.analyseOpen(getOperand(op, 0));
  Result initial = tensors.analyseOpen(getOperand(op, 1));
  if (!axes || !initial || op->getNumOperands() != 2 ||
      op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return tensors.unknown("it is computed by a reduction");
  Block &body = op->getRegion(0).front();
  auto starts = getConstants(*initial);
  if (body.getOperations().size() != 2 || starts != SmallVector<int64_t>{1} ||
      body.front().getName().getStringRef() != "stablehlo.and" ||
      body.getTerminator()->getOperands() != body.front().getResults() ||
      body.front().getOperands() != body.getArguments() ||
      !input->elementType.isInteger(1))
    return tensors.unknown("it is computed by a reduction");
  return tensors.squeeze(input, axes);
}

/// The rule of op `name`; null if it computes no integers.
static Rule getRule(StringRef name) {
  return llvm::StringSwitch<Rule>(name)
      .Case("constant", readConstant)
      .Case("iota", readIota)
      .Case("get_dimension_size", readExtent)
      .Case("convert", readConvert)
      .Cases({"concatenate", "slice", "reverse", "reshape"}, readMoved)
      .Case("broadcast_in_dim", readMoved)
      .Case("pad", readPad)
      .Case("reduce", readReduce)
      .Default(nullptr);
}

static Rule getRule(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->getNumResults() != 1 || !name.consume_front("stablehlo."))
    return nullptr;
  return name == "compare" || getFunction(name, op) ? readElements
                                                    : getRule(name);
}

Result mlir::pad::readStablehloIntegers(IntegerTensors &tensors,
                                        OpResult result) {
  Rule rule = getRule(result.getOwner());
  if (!rule)
    return tensors.unknown("it is computed by '" +
                           result.getOwner()->getName().getStringRef() +
                           "', which is not evaluated");
  return rule(tensors, result.getOwner());
}

bool mlir::pad::isStablehloIndices(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() > 1 || !type.getElementType().isInteger())
    return false;
  // Data is the first operand of what moves it.
  for (OpOperand &use : value.getUses())
    if (!isStablehloArithmetic(use.getOwner()) &&
        (use.getOperandNumber() == 0 ||
         !use.getOwner()->getName().getStringRef().starts_with("stablehlo.")))
      return false;
  IntegerTensors tensors(readStablehloIntegers);
  Result numbers = tensors.analyse(value);
  if (!numbers)
    return false;
  // Nothing is read at run time but extents.
  llvm::SetVector<Operation *> ops;
  auto insert = [&](Value drafted) {
    if (Operation *op = drafted ? drafted.getDefiningOp() : nullptr)
      ops.insert(op);
  };
  for (OpFoldResult element : numbers->elements)
    insert(dyn_cast<Value>(element));
  for (size_t next = 0; next < ops.size(); ++next)
    llvm::for_each(ops[next]->getOperands(), insert);
  return llvm::none_of(ops, llvm::IsaPred<tensor::ExtractOp>);
}

bool mlir::pad::isStablehloArithmetic(Operation *op) {
  return getRule(op) &&
         (op->getNumRegions() == 0 || op->getName().stripDialect() == "reduce");
}
