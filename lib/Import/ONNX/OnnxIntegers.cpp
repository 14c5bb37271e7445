//===- OnnxIntegers.cpp - Computed integer tensors of ONNX models ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;
using Result = IntegerTensors::Result;

static Result readConstant(IntegerTensors &tensors, const OnnxNode &node) {
  if (llvm::Error error = loadExternalElements(node.getOp()))
    return tensors.unknown("it is a constant, and " +
                           toString(std::move(error)));
  for (StringRef name : {"value", "value_float", "value_floats"})
    if (Attribute value = node.getAttr(name))
      return tensors.getConstant(value);
  Type type = IntegerType::get(node.getOp()->getContext(), 64);
  auto scalar = dyn_cast_if_present<IntegerAttr>(node.getAttr("value_int"));
  if (auto number =
          scalar ? toInt64(scalar.getValue(), scalar.getType()) : std::nullopt)
    return tensors.getScalar(*number, type);
  if (Numbers numbers = readIntegers(node.getAttr("value_ints")))
    return tensors.getVector(*numbers, type);
  return tensors.unknown("it is a constant that holds no numbers");
}

static Result readConstantOfShape(IntegerTensors &tensors,
                                  const OnnxNode &node) {
  Numbers shape = getOnnxIntegers(node, "input", 0, tensors);
  Attribute value = node.getAttr("value");
  if (!value)
    return tensors.unknown("it is computed of floating-point zeros");
  return tensors.repeat(tensors.getConstant(value), shape);
}

/// The extents of the first input of `node`. The extents of computed integers
/// are known even if types do not state them.
static Result readExtents(IntegerTensors &tensors, const OnnxNode &node,
                          int64_t begin = 0, int64_t end = INT64_MAX) {
  Value input = node.getInput(0);
  if (!input)
    return tensors.invalid("it is computed of the shape of nothing");
  Type type = IntegerType::get(node.getOp()->getContext(), 64);
  RankedTensorType tensor = tensors.getTensorType(input);
  if (!tensor || !tensor.hasStaticShape())
    if (Result computed = tensors.tryToAnalyse(input)) {
      SliceRange axes =
          resolveSlice(computed->shape.size(), begin, end, /*step=*/1);
      return tensors.getVector(
          ArrayRef(computed->shape).slice(axes.start, axes.count), type);
    }
  return tensors.getExtents(input, type, begin, end);
}

static Result readShape(IntegerTensors &tensors, const OnnxNode &node) {
  return readExtents(tensors, node, node.getInteger("start", 0),
                     node.getInteger("end", INT64_MAX));
}

static Result readSize(IntegerTensors &tensors, const OnnxNode &node) {
  Result extents = readExtents(tensors, node);
  if (!extents)
    return std::nullopt;
  Result product = tensors.getScalar(1, extents->elementType);
  for (OpFoldResult extent : extents->elements)
    product =
        tensors.combine(ElementFunction::Multiply, product,
                        IntegerTensor{extents->elementType, {}, {extent}});
  return product;
}

/// The first input of `node`, which has the shape of the result.
static Result readSameShape(IntegerTensors &tensors, const OnnxNode &node) {
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  if (Value input = node.getInput(0); input && type && type.hasStaticShape())
    tensors.assumeShape(input, type.getShape());
  return tensors.analyseOpen(node.getInput(0));
}

/// `Cast` to ONNX's number of a type, or to a type.
static Result readCast(IntegerTensors &tensors, const OnnxNode &node) {
  auto to = dyn_cast_if_present<TypeAttr>(node.getAttr("to"));
  Type type = to ? to.getValue()
                 : getOnnxNumberType(node.getOp()->getContext(),
                                     node.getInteger("to", 0));
  if (!type || !(isa<IntegerType>(type) || isReal(type)))
    return tensors.unknown("it is computed by a 'Cast' to another type than "
                           "integers of at most 64 bits and floating point of "
                           "16 to 64 bits");
  return tensors.cast(readSameShape(tensors, node), type);
}

/// `Clip`, whose limits are attributes before version 11, and then inputs.
static Result readClip(IntegerTensors &tensors, const OnnxNode &node) {
  Result result = tensors.analyseOpen(node.getInput(0));
  for (auto [index, name, arithmetic] :
       {std::tuple(1, "min", ElementFunction::Maximum),
        std::tuple(2, "max", ElementFunction::Minimum)}) {
    Value input = node.getInput(index);
    if (!input && !node.getAttr(name))
      continue;
    Result limit = input ? tensors.analyse(input)
                         : tensors.getConstant(node.getAttr(name));
    result = tensors.combine(arithmetic, result, limit);
  }
  return result;
}

static std::optional<ElementFunction> getFunction(const OnnxNode &node) {
  using Function = ElementFunction;
  // A remainder has the sign of the divisor; with `fmod` that of the dividend.
  Function remainder =
      node.getInteger("fmod", 0) != 0 ? Function::Remainder : Function::Modulo;
  return llvm::StringSwitch<std::optional<Function>>(node.getType())
      .Case("Abs", Function::Abs)
      .Case("Add", Function::Add)
      .Case("And", Function::And)
      .Case("Ceil", Function::Ceil)
      .Case("Div", Function::Divide)
      .Case("Equal", Function::Equal)
      .Case("Floor", Function::Floor)
      .Case("Greater", Function::Greater)
      .Case("GreaterOrEqual", Function::GreaterOrEqual)
      .Case("Less", Function::Less)
      .Case("LessOrEqual", Function::LessOrEqual)
      .Case("Max", Function::Maximum)
      .Case("Min", Function::Minimum)
      .Case("Mod", remainder)
      .Case("Mul", Function::Multiply)
      .Case("Neg", Function::Negate)
      .Case("Not", Function::Not)
      .Case("Or", Function::Or)
      .Case("Sign", Function::Sign)
      .Case("Sub", Function::Subtract)
      .Case("Where", Function::Select)
      .Case("Xor", Function::Xor)
      .Default(std::nullopt);
}

static Result readElements(IntegerTensors &tensors, const OnnxNode &node,
                           ElementFunction function) {
  // Before opset 7, an attribute says how to broadcast.
  if (node.getAttr("axis"))
    return tensors.unknown("it is computed by '" + node.getType() +
                           "' with an axis");
  SmallVector<Value> inputs;
  for (unsigned index = 0; index < node.getOp()->getNumOperands(); ++index)
    inputs.push_back(node.getInput(index));
  bool isVariadic = function == ElementFunction::Maximum ||
                    function == ElementFunction::Minimum;
  unsigned count = getArity(function);
  if (llvm::is_contained(inputs, Value()) ||
      (isVariadic ? inputs.empty() : inputs.size() != count))
    return tensors.invalid("it is computed by '" + node.getType() +
                           "' without " + Twine(count) + " inputs");
  return inputs.size() == 1 && isVariadic ? tensors.analyseOpen(inputs.front())
                                          : tensors.compute(function, inputs);
}

/// Ops that only move elements of their first input, as the others or
/// attributes say.
static Result readMoved(IntegerTensors &tensors, const OnnxNode &node) {
  StringRef type = node.getType();
  Result input = tensors.analyse(node.getInput(0));
  if (type == "Gather")
    return tensors.gather(input, tensors.analyse(node.getInput(1)),
                          node.getInteger("axis", 0));
  if (type == "Slice") {
    std::optional<OnnxSlice> slice = getOnnxSlice(node, tensors);
    return slice ? tensors.slice(input, slice->starts, slice->ends, slice->axes,
                                 slice->steps)
                 : std::nullopt;
  }
  if (type == "Transpose")
    return tensors.transpose(
        input,
        readIntegers(node.getAttr("perm")).value_or(SmallVector<int64_t>()));
  if (type == "Squeeze" && !node.has("axes", 1))
    return tensors.squeezeAll(input);
  bool hasAxes = type == "Squeeze" || type == "Unsqueeze";
  Numbers list = getOnnxIntegers(node, hasAxes ? "axes" : "shape", 1, tensors);
  if (hasAxes)
    return type == "Squeeze" ? tensors.squeeze(input, list)
                             : tensors.unsqueeze(input, list);
  return type == "Expand"
             ? tensors.broadcast(input, list)
             : tensors.reshape(input, list,
                               node.getInteger("allowzero", 0) != 0);
}

/// Result `number` of `node`, a `Split`.
static Result readSplit(IntegerTensors &tensors, const OnnxNode &node,
                        unsigned number) {
  Result input = tensors.analyse(node.getInput(0));
  if (!input)
    return std::nullopt;
  std::optional<int64_t> axis =
      tensors.normalizeAxis(node.getInteger("axis", 0), input->shape.size());
  if (!axis)
    return std::nullopt;
  Numbers extents = getOnnxSplit(node, input->shape[*axis], tensors);
  if (!extents)
    return std::nullopt;
  int64_t start = llvm::sum_of(ArrayRef(*extents).take_front(number));
  return tensors.slice(input, *axis, start, start + (*extents)[number]);
}

/// `Concat`. Where one operand is a list of a length that is not known, the
/// length of the result says it.
static Result readConcat(IntegerTensors &tensors, const OnnxNode &node) {
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  bool isList = type && type.getRank() == 1 && type.hasStaticShape();
  int64_t left = isList ? type.getDimSize(0) : 0;
  SmallVector<Result> parts;
  std::optional<unsigned> unknown;
  for (Value input : node.getOp()->getOperands()) {
    parts.push_back(isList && !unknown ? tensors.tryToAnalyse(input)
                                       : tensors.analyse(input));
    if (parts.back())
      left -= parts.back()->elements.size();
    else if (!unknown)
      unknown = parts.size() - 1;
  }
  if (unknown && isList) {
    Value input = node.getOp()->getOperand(*unknown);
    if (left >= 0)
      tensors.assumeShape(input, {left});
    parts[*unknown] = tensors.analyse(input);
  }
  // The default is that of opset 1.
  return tensors.concat(parts, node.getInteger("axis", 1));
}

static Result readReduction(IntegerTensors &tensors, const OnnxNode &node) {
  Result result = tensors.analyse(node.getInput(0));
  if (!result)
    return std::nullopt;
  auto rank = static_cast<int64_t>(result->shape.size());
  // Without axes, it is all of them, or none.
  Numbers axes = SmallVector<int64_t>();
  if (node.has("axes", 1))
    axes = getOnnxIntegers(node, "axes", 1, tensors);
  if (axes && axes->empty() && node.getInteger("noop_with_empty_axes", 0) == 0)
    axes = llvm::to_vector(llvm::seq<int64_t>(rank));
  if (!axes)
    return std::nullopt;
  ElementFunction function = llvm::StringSwitch<ElementFunction>(node.getType())
                                 .Case("ReduceMax", ElementFunction::Maximum)
                                 .Case("ReduceMin", ElementFunction::Minimum)
                                 .Case("ReduceProd", ElementFunction::Multiply)
                                 .Case("ReduceSum", ElementFunction::Add);
  for (int64_t axis : *axes)
    result = tensors.reduce(result, axis, function);
  return node.getInteger("keepdims", 1) != 0 ? result
                                             : tensors.squeeze(result, axes);
}

/// The number of elements from `start` to before `limit`, `delta` apart.
/// Nullopt, with the reason, if that is no number.
static std::optional<int64_t> countRange(IntegerTensors &tensors, int64_t start,
                                         int64_t limit, int64_t delta) {
  int64_t distance;
  if (delta == 0 || llvm::SubOverflow(limit, start, distance))
    return tensors.invalid("it is computed by a 'Range' from " + Twine(start) +
                           " to " + Twine(limit) + " by " + Twine(delta));
  if (distance == 0 || (distance < 0) != (delta < 0))
    return 0;
  return llvm::divideCeil(llvm::AbsoluteValue(distance),
                          llvm::AbsoluteValue(delta));
}

static Result readRange(IntegerTensors &tensors, const OnnxNode &node) {
  SmallVector<Result, 3> in;
  SmallVector<int64_t, 3> known;
  for (unsigned index = 0; index < 3; ++index) {
    const Result &tensor =
        in.emplace_back(tensors.analyse(node.getInput(index)));
    if (!tensor)
      return std::nullopt;
    if (tensor->elements.size() != 1)
      return tensors.invalid("it is computed by a 'Range' of no scalars");
    if (isa<FloatType>(tensor->elementType))
      return tensors.unknown("it is computed by a 'Range' in floating point");
    if (std::optional<int64_t> number =
            getConstantIntValue(tensor->elements.front()))
      known.push_back(*number);
  }
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  std::optional<int64_t> count;
  if (known.size() == 3)
    count = countRange(tensors, known[0], known[1], known[2]);
  else if (type && type.getRank() == 1 && type.hasStaticShape())
    count = type.getDimSize(0);
  else if (getConstantIntValue(in[2]->elements.front()) == 1)
    return tensors.getOpenRange(in[0], in[1]);
  if (!count)
    return tensors.unknown("it is computed by a 'Range' of a length known only "
                           "at run time");
  // A file may ask for any number of elements.
  Result deltas =
      tensors.getFilled({*count}, in[2]->elements[0], in[2]->elementType);
  if (!deltas)
    return std::nullopt;
  IntegerTensor places = tensors.getVector(
      llvm::to_vector(llvm::seq<int64_t>(*count)), in[2]->elementType);
  return tensors.combine(
      ElementFunction::Add,
      tensors.combine(ElementFunction::Multiply, places, deltas), in[0]);
}

/// `Scatter` and `ScatterElements` of a vector, at places that are known.
static Result readScatter(IntegerTensors &tensors, const OnnxNode &node) {
  Result data = tensors.analyse(node.getInput(0));
  Numbers places = tensors.analyseConstants(node.getInput(1));
  Result updates = tensors.analyse(node.getInput(2));
  if (!updates)
    return std::nullopt;
  auto reduction = dyn_cast_if_present<StringAttr>(node.getAttr("reduction"));
  if (data->shape.size() != 1 || updates->elements.size() != places->size() ||
      (reduction && reduction.getValue() != "none"))
    return tensors.unknown("it is computed by a '" + node.getType() +
                           "' of no vector, or that reduces");
  for (auto [place, update] : llvm::zip_equal(*places, updates->elements)) {
    std::optional<int64_t> index = normalizeIndex(place, data->shape.front());
    if (!index)
      return tensors.invalid("it is scattered to place " + Twine(place) +
                             " of " + Twine(data->shape.front()) + " elements");
    data->elements[*index] = update;
  }
  return data;
}

/// What nodes of one type compute of integers.
using OnnxRule = Result (*)(IntegerTensors &tensors, const OnnxNode &node);

/// The rule of operator `type`; null if the operator computes no integers, or
/// by a function of elements.
static OnnxRule getRule(StringRef type) {
  return llvm::StringSwitch<OnnxRule>(type)
      .Case("Cast", readCast)
      .Case("Clip", readClip)
      .Case("Concat", readConcat)
      .Case("Constant", readConstant)
      .Case("ConstantOfShape", readConstantOfShape)
      .Cases({"Expand", "Gather", "Reshape", "Slice"}, readMoved)
      .Cases({"Squeeze", "Transpose", "Unsqueeze"}, readMoved)
      .Case("Identity", readSameShape)
      .Case("Range", readRange)
      .Cases({"ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"},
             readReduction)
      .Cases({"Scatter", "ScatterElements"}, readScatter)
      .Case("Shape", readShape)
      .Case("Size", readSize)
      .Default(nullptr);
}

Result mlir::pad::readOnnxIntegers(IntegerTensors &tensors, OpResult result) {
  std::optional<OnnxNode> node = OnnxNode::get(result.getOwner());
  if (node && node->getType() == "Split")
    return readSplit(tensors, *node, result.getResultNumber());
  if (auto function = node ? getFunction(*node) : std::nullopt)
    return readElements(tensors, *node, *function);
  if (OnnxRule rule = node ? getRule(node->getType()) : nullptr)
    return rule(tensors, *node);
  return tensors.unknown("it is computed by '" +
                         result.getOwner()->getName().getStringRef() +
                         "', which is not evaluated");
}

bool mlir::pad::isOnnxShapeArithmetic(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  if (op->getName().getStringRef() == "torch.constant.none")
    return true;
  std::optional<OnnxNode> node = OnnxNode::get(op);
  return node && (llvm::is_contained({"Compress", "NoValue", "Split"},
                                     node->getType()) ||
                  getFunction(*node) || getRule(node->getType()));
}
