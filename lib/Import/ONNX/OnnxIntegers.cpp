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
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;
using Result = IntegerTensors::Result;

/// Whether an attribute or input `index` gives `node` a list.
static bool hasIntegers(const OnnxNode &node, StringRef attribute,
                        unsigned index) {
  return node.getAttr(attribute) || node.getInput(index);
}

Numbers mlir::pad::getOnnxIntegers(const OnnxNode &node, StringRef attribute,
                                   unsigned index, IntegerTensors &tensors) {
  if (Attribute given = node.getAttr(attribute)) {
    if (Numbers integers = readIntegers(given))
      return integers;
    return tensors.unknown("attribute '" + attribute +
                           "' is no list of integers");
  }
  if (Value input = node.getInput(index))
    return tensors.analyseConstants(input);
  return tensors.unknown("'" + attribute + "' of '" + node.getType() +
                         "' is missing");
}

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
                          int64_t begin, std::optional<int64_t> end) {
  Value input = node.getInput(0);
  if (!input)
    return tensors.invalid("it is computed of the shape of nothing");
  Type type = IntegerType::get(node.getOp()->getContext(), 64);
  RankedTensorType tensor = tensors.getTensorType(input);
  if (!tensor || !tensor.hasStaticShape())
    if (Result computed = tensors.tryToAnalyse(input)) {
      SliceRange axes =
          resolveSlice(computed->shape.size(), begin,
                       end.value_or(computed->shape.size()), /*step=*/1);
      return tensors.getVector(
          ArrayRef(computed->shape).slice(axes.start, axes.count), type);
    }
  return tensors.getExtents(input, type, begin, end);
}

static Result readShape(IntegerTensors &tensors, const OnnxNode &node) {
  std::optional<int64_t> end;
  if (node.getAttr("end"))
    end = node.getInteger("end", 0);
  return readExtents(tensors, node, node.getInteger("start", 0), end);
}

static Result readSize(IntegerTensors &tensors, const OnnxNode &node) {
  Result extents = readExtents(tensors, node, 0, std::nullopt);
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

/// `Ceil` and `Floor`.
static Result readRounded(IntegerTensors &tensors, const OnnxNode &node) {
  return tensors.round(readSameShape(tensors, node), node.getType() == "Ceil");
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
      .Case("Div", Function::Divide)
      .Case("Equal", Function::Equal)
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

std::optional<OnnxSlice> mlir::pad::getOnnxSlice(const OnnxNode &node,
                                                 IntegerTensors &tensors) {
  Numbers starts = getOnnxIntegers(node, "starts", 1, tensors);
  Numbers ends = getOnnxIntegers(node, "ends", 2, tensors);
  if (!starts || !ends)
    return std::nullopt;
  Numbers axes = llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  Numbers steps = SmallVector<int64_t>(starts->size(), 1);
  if (hasIntegers(node, "axes", 3))
    axes = getOnnxIntegers(node, "axes", 3, tensors);
  if (node.getInput(4))
    steps = tensors.analyseConstants(node.getInput(4));
  if (!axes || !steps)
    return std::nullopt;
  return OnnxSlice{*starts, *ends, *axes, *steps};
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
  if (type == "Squeeze" && !hasIntegers(node, "axes", 1))
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

Numbers mlir::pad::getOnnxSplit(const OnnxNode &node, int64_t extent,
                                IntegerTensors &tensors) {
  int64_t count = node.getOp()->getNumResults();
  SmallVector<int64_t> extents;
  if (hasIntegers(node, "split", 1)) {
    Numbers given = getOnnxIntegers(node, "split", 1, tensors);
    if (!given)
      return std::nullopt;
    extents = *given;
  } else {
    // From version 18 on, the last part may be smaller.
    int64_t part = llvm::divideCeil(extent, count);
    bool isLastSmaller = node.getOpset().value_or(18) >= 18;
    for (int64_t i = 0; i < count && (isLastSmaller || part * count == extent);
         ++i)
      extents.push_back(std::clamp<int64_t>(extent - i * part, 0, part));
  }
  bool isPart = llvm::all_of(
      extents, [&](int64_t part) { return part >= 0 && part <= extent; });
  if (isPart && static_cast<int64_t>(extents.size()) == count &&
      llvm::sum_of(extents) == extent)
    return extents;
  return tensors.invalid("it is computed by a split of " + Twine(extent) +
                         " elements into parts that are not as many");
}

/// Result `number` of `node`, a `Split`.
static Result readSplit(IntegerTensors &tensors, const OnnxNode &node,
                        unsigned number) {
  Result input = tensors.analyse(node.getInput(0));
  if (!input)
    return std::nullopt;
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 0), input->shape.size());
  if (!axis)
    return tensors.invalid("it is computed by a split of an axis that its "
                           "tensor does not have");
  Numbers extents = getOnnxSplit(node, input->shape[*axis], tensors);
  if (!extents)
    return std::nullopt;
  int64_t start = llvm::sum_of(ArrayRef(*extents).take_front(number));
  return tensors.slice(input, *axis, start, start + (*extents)[number]);
}

/// The rule of operator `type`; null if the operator computes no integers, or
/// by a function of elements.
static OnnxRule getRule(StringRef type) {
  return llvm::StringSwitch<OnnxRule>(type)
      .Case("Cast", readCast)
      .Cases({"Ceil", "Floor"}, readRounded)
      .Case("Clip", readClip)
      .Case("Constant", readConstant)
      .Case("ConstantOfShape", readConstantOfShape)
      .Cases({"Expand", "Gather", "Reshape", "Slice"}, readMoved)
      .Cases({"Squeeze", "Transpose", "Unsqueeze"}, readMoved)
      .Case("Identity", readSameShape)
      .Case("Shape", readShape)
      .Case("Size", readSize)
      .Default(getIndexedRule(type));
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
