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
#include "Pad/IR/PadGeometry.h"
#include "Pad/Import/ForeignOps.h"
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

static Result readOperand(IntegerTensors &tensors, Operation *op,
                          unsigned index) {
  return index < op->getNumOperands()
             ? tensors.analyseOpen(op->getOperand(index))
             : tensors.unknown("it is computed of nothing");
}

/// A constant of `number` elements in the shape and type of the result.
static Result readConstant(IntegerTensors &tensors, Operation *op) {
  return tensors.getConstant(getAnyAttr(op, "value"));
}

/// `iota`, and `dynamic_iota` of a vector.
static Result readIota(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  auto axis = getStablehloList(op, "iota_dimension", 1);
  if (!type || !axis || axis->front() < 0 || axis->front() >= type.getRank())
    return tensors.unknown("it is an iota of no axis");
  Type element = type.getElementType();
  IntegerTensor zero = tensors.getVector({0}, element);
  if (type.hasStaticShape()) {
    SmallVector<int64_t> shape(type.getRank(), 1);
    int64_t extent = shape[axis->front()] = type.getDimSize(axis->front());
    Result numbers = tensors.getFilled(extent, zero.elements[0], element);
    if (!numbers)
      return std::nullopt;
    IntegerTensor line = tensors.getVector(
        llvm::to_vector(llvm::seq<int64_t>(0, extent)), element);
    line.shape = shape;
    return tensors.broadcast(line, type.getShape());
  }
  Result shape = readOperand(tensors, op, 0);
  if (!shape || type.getRank() != 1 || shape->elements.size() != 1)
    return tensors.unknown("it is an iota of unknown shape");
  return tensors.getOpenRange(zero, *shape);
}

static Result readExtent(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = op->getNumOperands() == 1
                              ? tensors.getTensorType(op->getOperand(0))
                              : RankedTensorType();
  auto axis = getStablehloList(op, "dimension", 1);
  if (!type || !axis || axis->front() < 0 || axis->front() >= type.getRank())
    return tensors.unknown("it is the extent of no axis");
  Result extent = tensors.getExtents(op->getOperand(0),
                                     IntegerType::get(op->getContext(), 32),
                                     axis->front(), axis->front() + 1);
  if (extent)
    extent->shape.clear();
  return extent;
}

/// Ops on two tensors of equal shape.
static Result readBinary(IntegerTensors &tensors, Operation *op) {
  Result lhs = readOperand(tensors, op, 0);
  Result rhs = lhs ? readOperand(tensors, op, 1) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  StringRef name = op->getName().stripDialect();
  if (name == "remainder") {
    // It has the sign of the dividend.
    Result quotient = tensors.combine(IntegerArithmetic::Div, *lhs, *rhs);
    Result product =
        quotient ? tensors.combine(IntegerArithmetic::Mul, *quotient, *rhs)
                 : std::nullopt;
    return product ? tensors.combine(IntegerArithmetic::Sub, *lhs, *product)
                   : std::nullopt;
  }
  // Of truth values, as comparisons make them.
  bool isLogic = name == "and" || name == "or";
  if (isLogic && !lhs->elementType.isInteger(1))
    return tensors.unknown("it is computed by operations on bits");
  return tensors.combine(llvm::StringSwitch<IntegerArithmetic>(name)
                             .Case("add", IntegerArithmetic::Add)
                             .Case("subtract", IntegerArithmetic::Sub)
                             .Case("multiply", IntegerArithmetic::Mul)
                             .Case("divide", IntegerArithmetic::Div)
                             .Cases({"minimum", "and"}, IntegerArithmetic::Min)
                             .Cases({"maximum", "or"}, IntegerArithmetic::Max),
                         *lhs, *rhs);
}

/// The scalar `number` of the type of `tensor`.
static IntegerTensor getScalar(IntegerTensors &tensors, int64_t number,
                               const IntegerTensor &tensor) {
  IntegerTensor scalar = tensors.getVector(number, tensor.elementType);
  scalar.shape.clear();
  return scalar;
}

/// `abs`, `negate`, `sign` or `not`.
static Result readUnary(IntegerTensors &tensors, Operation *op) {
  Result input = readOperand(tensors, op, 0);
  if (!input)
    return std::nullopt;
  StringRef name = op->getName().stripDialect();
  auto scalar = [&](int64_t number) {
    return getScalar(tensors, number, *input);
  };
  if (name == "not") {
    if (!input->elementType.isInteger(1))
      return tensors.unknown("it is computed by operations on bits");
    return tensors.combine(IntegerArithmetic::Equal, *input, scalar(0));
  }
  if (name == "sign") {
    Result most = tensors.combine(IntegerArithmetic::Min, *input, scalar(1));
    return most ? tensors.combine(IntegerArithmetic::Max, *most, scalar(-1))
                : std::nullopt;
  }
  Result negative = tensors.combine(IntegerArithmetic::Sub, scalar(0), *input);
  if (!negative || name == "negate")
    return negative;
  return tensors.combine(IntegerArithmetic::Max, *input, *negative);
}

/// `compare`, whose direction is an attribute of a dialect that is not linked
/// in: `#stablehlo<comparison_direction LT>`.
static Result readCompare(IntegerTensors &tensors, Operation *op) {
  Result lhs = readOperand(tensors, op, 0);
  Result rhs = lhs ? readOperand(tensors, op, 1) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  std::string printed = llvm::to_string(getAnyAttr(op, "comparison_direction"));
  StringRef direction = StringRef(printed).rtrim("> \"").take_back(2);
  if (direction == "GT" || direction == "LE")
    std::swap(lhs, rhs);
  bool isEquality = direction == "EQ" || direction == "NE";
  if (!isEquality && !llvm::is_contained({"LT", "GT", "LE", "GE"}, direction))
    return tensors.unknown("it is computed by an unknown comparison");
  Result result = tensors.combine(isEquality ? IntegerArithmetic::Equal
                                             : IntegerArithmetic::Less,
                                  *lhs, *rhs);
  if (!result || direction == "EQ" || direction == "LT" || direction == "GT")
    return result;
  return tensors.combine(IntegerArithmetic::Equal, *result,
                         getScalar(tensors, 0, *result));
}

/// `select`, and `clamp` of a minimum, a tensor and a maximum.
static Result readTernary(IntegerTensors &tensors, Operation *op) {
  SmallVector<IntegerTensor, 3> inputs;
  for (unsigned index = 0; index < 3; ++index) {
    Result input = readOperand(tensors, op, index);
    if (!input)
      return std::nullopt;
    inputs.push_back(std::move(*input));
  }
  if (op->getName().stripDialect() == "select")
    return tensors.select(inputs[0], inputs[1], inputs[2]);
  Result most = tensors.combine(IntegerArithmetic::Max, inputs[1], inputs[0]);
  return most ? tensors.combine(IntegerArithmetic::Min, *most, inputs[2])
              : std::nullopt;
}

static Result readConvert(IntegerTensors &tensors, Operation *op) {
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  Result input = type ? readOperand(tensors, op, 0) : std::nullopt;
  if (!input)
    return std::nullopt;
  return tensors.cast(*input, type.getElementType());
}

/// Ops that only move elements: `concatenate`, `slice`, `reverse`, `reshape`
/// and `broadcast_in_dim`.
static Result readMoved(IntegerTensors &tensors, Operation *op) {
  StringRef name = op->getName().stripDialect();
  RankedTensorType type = tensors.getTensorType(op->getResult(0));
  SmallVector<IntegerTensor> inputs;
  for (Value operand : op->getOperands()) {
    Result input = tensors.analyse(operand);
    if (!input)
      return std::nullopt;
    inputs.push_back(std::move(*input));
  }
  if (inputs.empty() || !type || !type.hasStaticShape())
    return tensors.unknown("it is computed of nothing, or of unknown shape");
  const IntegerTensor &first = inputs.front();
  int64_t rank = first.shape.size();
  if (name == "reshape")
    return tensors.reshape(first, type.getShape(), /*allowZero=*/true);
  if (name == "concatenate") {
    auto axis = getStablehloList(op, "dimension", 1);
    return axis ? tensors.concat(inputs, axis->front()) : std::nullopt;
  }
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (name == "slice") {
    auto starts = getStablehloList(op, "start_indices", rank);
    auto limits = getStablehloList(op, "limit_indices", rank);
    auto strides = getStablehloList(op, "strides", rank);
    return starts && limits && strides
               ? tensors.slice(first, *starts, *limits, all, *strides)
               : std::nullopt;
  }
  if (name == "reverse") {
    auto axes = getStablehloList(op, "dimensions", std::nullopt);
    if (!axes)
      return std::nullopt;
    SmallVector<int64_t> last(axes->size(), -1), end(axes->size(), INT64_MIN);
    return tensors.slice(first, last, end, *axes, last);
  }
  auto axes = getStablehloList(op, "broadcast_dimensions", rank);
  if (!axes || !llvm::is_sorted(*axes))
    return tensors.unknown("it is computed by a broadcast that transposes");
  SmallVector<int64_t> shape(type.getRank(), 1);
  for (auto [axis, extent] : llvm::zip_equal(*axes, first.shape)) {
    if (axis < 0 || axis >= type.getRank())
      return tensors.unknown("it is broadcast to axes that are none");
    shape[axis] = extent;
  }
  Result placed = tensors.reshape(first, shape, /*allowZero=*/true);
  return placed ? tensors.broadcast(*placed, type.getShape()) : std::nullopt;
}

/// `pad` of a vector, in which what is computed of extents gets its place.
static Result readPad(IntegerTensors &tensors, Operation *op) {
  Result input = readOperand(tensors, op, 0);
  Result value = input ? readOperand(tensors, op, 1) : std::nullopt;
  auto low = getStablehloList(op, "edge_padding_low", 1);
  auto high = getStablehloList(op, "edge_padding_high", 1);
  auto interior = getStablehloList(op, "interior_padding", 1);
  if (!value || value->elements.size() != 1 || input->shape.size() != 1 ||
      input->length || !low || !high || !interior)
    return tensors.unknown("it is computed by a pad of no vector");
  PadAxis axis = {input->shape.front(), low->front(), high->front(),
                  interior->front()};
  std::optional<int64_t> extent =
      axis.interior < 0 ? std::nullopt : getPaddedExtent(axis);
  Result padded = extent ? tensors.getFilled(*extent, value->elements.front(),
                                             input->elementType)
                         : std::nullopt;
  if (!padded)
    return tensors.unknown("it is computed by a pad that is too long");
  for (auto [index, element] : llvm::enumerate(padded->elements))
    if (std::optional<int64_t> source = getSourceIndex(axis, index))
      element = input->elements[*source];
  return padded;
}

/// `reduce` of an axis of extent 1 by `and`, as JAX asks whether all numbers of
/// an index are in bounds.
static Result readReduce(IntegerTensors &tensors, Operation *op) {
  auto axes = getStablehloList(op, "dimensions", 1);
  Result input = readOperand(tensors, op, 0);
  Result initial = input ? readOperand(tensors, op, 1) : std::nullopt;
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
  return tensors.squeeze(*input, ArrayRef<int64_t>(*axes));
}

/// The rule of op `name`; null if it computes no integers.
static Rule getRule(StringRef name) {
  return llvm::StringSwitch<Rule>(name)
      .Case("constant", readConstant)
      .Cases({"iota", "dynamic_iota"}, readIota)
      .Case("get_dimension_size", readExtent)
      .Cases({"add", "subtract", "multiply", "divide", "remainder"}, readBinary)
      .Cases({"maximum", "minimum", "and", "or"}, readBinary)
      .Cases({"abs", "negate", "sign", "not"}, readUnary)
      .Case("compare", readCompare)
      .Cases({"select", "clamp"}, readTernary)
      .Case("convert", readConvert)
      .Cases({"concatenate", "slice", "reverse", "reshape"}, readMoved)
      .Case("broadcast_in_dim", readMoved)
      .Case("pad", readPad)
      .Case("reduce", readReduce)
      .Default(nullptr);
}

/// The rule of `op`, or null.
static Rule getRule(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return op->getNumResults() == 1 && name.consume_front("stablehlo.")
             ? getRule(name)
             : nullptr;
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
  llvm::SetVector<const IntegerExpr *> exprs(numbers->elements.begin(),
                                             numbers->elements.end());
  for (size_t next = 0; next < exprs.size(); ++next) {
    if (exprs[next]->kind == IntegerExpr::Kind::Element)
      return false;
    for (const IntegerExpr *part :
         {exprs[next]->lhs, exprs[next]->rhs, exprs[next]->condition})
      if (part)
        exprs.insert(part);
  }
  return true;
}

bool mlir::pad::isStablehloArithmetic(Operation *op) {
  return getRule(op) &&
         (op->getNumRegions() == 0 || op->getName().stripDialect() == "reduce");
}
