//===- OnnxIntegers.cpp - What ONNX nodes compute of integers -------------===//
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
#include <numeric>

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;
using Rule = Result (*)(IntegerTensors &, const OnnxNode &);

std::optional<SmallVector<int64_t>>
mlir::pad::getOnnxIntegers(const OnnxNode &node, StringRef attribute,
                           unsigned index, IntegerTensors &tensors) {
  if (Attribute given = node.getAttr(attribute)) {
    if (std::optional<SmallVector<int64_t>> integers = readIntegers(given))
      return integers;
    tensors.unknown("attribute '" + attribute + "' is no list of integers");
    return std::nullopt;
  }
  if (Value input = node.getInput(index))
    return tensors.analyseConstants(input);
  tensors.unknown("'" + attribute + "' of '" + node.getType() + "' is missing");
  return std::nullopt;
}

/// The axes of `node`, an attribute or input `index`; nullopt if it has none.
/// False where they are not known.
static bool readAxes(const OnnxNode &node, unsigned index,
                     IntegerTensors &tensors,
                     std::optional<SmallVector<int64_t>> &axes) {
  if (!node.getAttr("axes") && !node.getInput(index))
    return true;
  axes = getOnnxIntegers(node, "axes", index, tensors);
  return axes.has_value();
}

/// The first input of `node`.
static Result readFirst(IntegerTensors &tensors, const OnnxNode &node) {
  Value input = node.getInput(0);
  return input ? tensors.analyse(input)
               : tensors.unknown("it is computed of nothing");
}

/// The first input of `node`, which has the shape of the result.
static Result readSameShape(IntegerTensors &tensors, const OnnxNode &node) {
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  if (Value input = node.getInput(0); input && type && type.hasStaticShape())
    tensors.assumeShape(input, type.getShape());
  Value input = node.getInput(0);
  return input ? tensors.analyseOpen(input) : readFirst(tensors, node);
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
  if (auto number = scalar ? toInt64(scalar.getValue(), scalar.getType())
                           : std::nullopt) {
    IntegerTensor tensor = tensors.getVector({*number}, type);
    tensor.shape.clear();
    return tensor;
  }
  if (std::optional<SmallVector<int64_t>> numbers =
          readIntegers(node.getAttr("value_ints")))
    return tensors.getVector(*numbers, type);
  return tensors.unknown("it is a constant that holds no numbers");
}

static Result readConstantOfShape(IntegerTensors &tensors,
                                  const OnnxNode &node) {
  std::optional<SmallVector<int64_t>> shape =
      getOnnxIntegers(node, "input", 0, tensors);
  if (!shape)
    return std::nullopt;
  Attribute value = node.getAttr("value");
  if (!value)
    return tensors.unknown("it is computed of floating-point zeros");
  Result element = tensors.getConstant(value);
  if (!element)
    return std::nullopt;
  if (element->elements.size() != 1)
    return tensors.invalid("it is computed by a 'ConstantOfShape' whose value "
                           "has not one element");
  return tensors.getFilled(*shape, element->elements.front(),
                           element->elementType);
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
    if (Result computed = tensors.analyse(input)) {
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
  IntegerTensor product = tensors.getVector({1}, extents->elementType);
  product.shape.clear();
  for (int64_t axis = 0; axis < extents->shape.front(); ++axis) {
    IntegerTensor extent = product;
    extent.elements.front() = extents->elements[axis];
    Result next = tensors.combine(IntegerArithmetic::Mul, product, extent);
    if (!next)
      return std::nullopt;
    product = *next;
  }
  return product;
}

/// The type that `Cast` converts to: ONNX's number of it, its name in opsets
/// before 6, or a type.
static Type getCastType(const OnnxNode &node) {
  Attribute to = node.getAttr("to");
  MLIRContext *context = node.getOp()->getContext();
  if (auto type = dyn_cast_if_present<TypeAttr>(to))
    return type.getValue();
  auto get = [&](unsigned width, bool isUnsigned = false) {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  if (auto name = dyn_cast_if_present<StringAttr>(to))
    return llvm::StringSwitch<Type>(name.getValue())
        .Case("DOUBLE", Float64Type::get(context))
        .Case("FLOAT", Float32Type::get(context))
        .Case("FLOAT16", Float16Type::get(context))
        .Case("INT32", get(32))
        .Case("INT64", get(64))
        .Default(Type());
  switch (node.getInteger("to", 0)) {
  case 1:
    return Float32Type::get(context);
  case 2:
    return get(8, /*isUnsigned=*/true);
  case 3:
    return get(8);
  case 4:
    return get(16, /*isUnsigned=*/true);
  case 5:
    return get(16);
  case 6:
    return get(32);
  case 7:
    return get(64);
  case 9:
    return get(1);
  case 10:
    return Float16Type::get(context);
  case 11:
    return Float64Type::get(context);
  case 12:
    return get(32, /*isUnsigned=*/true);
  case 16:
    return BFloat16Type::get(context);
  default:
    return {};
  }
}

static Result readCast(IntegerTensors &tensors, const OnnxNode &node) {
  Type type = getCastType(node);
  if (!node.getInput(0) || !type || !isa<IntegerType, FloatType>(type))
    return tensors.unknown("it is computed by a 'Cast' to another type than "
                           "integers of at most 64 bits and floating point of "
                           "16 to 64 bits");
  Result input = readSameShape(tensors, node);
  return input ? tensors.cast(*input, type) : std::nullopt;
}

static Result readReshape(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  if (!input)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> shape =
      getOnnxIntegers(node, "shape", 1, tensors);
  if (!shape)
    return std::nullopt;
  return tensors.reshape(*input, *shape, node.getInteger("allowzero", 0) != 0);
}

/// `Flatten` to two axes, of which the first has the axes before `axis`.
static Result readFlatten(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  if (!input)
    return std::nullopt;
  int64_t rank = input->shape.size(), axis = node.getInteger("axis", 1);
  if (axis < -rank || axis > rank)
    return tensors.invalid("it is computed by a 'Flatten' at axis " +
                           Twine(axis) + " of a tensor of rank " + Twine(rank));
  ArrayRef<int64_t> shape(input->shape);
  size_t place = axis < 0 ? axis + rank : axis;
  return tensors.reshape(*input,
                         {llvm::product_of(shape.take_front(place)),
                          llvm::product_of(shape.drop_front(place))},
                         /*allowZero=*/true);
}

/// `Ceil` and `Floor`.
static Result readRounded(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readSameShape(tensors, node);
  return input ? tensors.round(*input, node.getType() == "Ceil") : std::nullopt;
}

static Result readSqueeze(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  std::optional<SmallVector<int64_t>> axes;
  if (!input || !readAxes(node, 1, tensors, axes))
    return std::nullopt;
  if (!axes)
    return tensors.squeeze(*input, std::nullopt);
  return tensors.squeeze(*input, ArrayRef<int64_t>(*axes));
}

static Result readUnsqueeze(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  std::optional<SmallVector<int64_t>> axes =
      input ? getOnnxIntegers(node, "axes", 1, tensors) : std::nullopt;
  return axes ? tensors.unsqueeze(*input, *axes) : std::nullopt;
}

static Result readTranspose(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  if (!input)
    return std::nullopt;
  return tensors.transpose(
      *input,
      readIntegers(node.getAttr("perm")).value_or(SmallVector<int64_t>()));
}

std::optional<OnnxSlice> mlir::pad::getOnnxSlice(const OnnxNode &node,
                                                 IntegerTensors &tensors) {
  OnnxSlice slice;
  std::optional<SmallVector<int64_t>> starts =
      getOnnxIntegers(node, "starts", 1, tensors);
  std::optional<SmallVector<int64_t>> ends =
      starts ? getOnnxIntegers(node, "ends", 2, tensors) : std::nullopt;
  std::optional<SmallVector<int64_t>> axes, steps;
  if (!ends || !readAxes(node, 3, tensors, axes))
    return std::nullopt;
  if (node.getInput(4) && !(steps = tensors.analyseConstants(node.getInput(4))))
    return std::nullopt;
  if (!axes)
    axes = llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  if (!steps)
    steps = SmallVector<int64_t>(starts->size(), 1);
  return OnnxSlice{*starts, *ends, *axes, *steps};
}

static Result readSlice(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  std::optional<OnnxSlice> slice =
      input ? getOnnxSlice(node, tensors) : std::nullopt;
  if (!slice)
    return std::nullopt;
  return tensors.slice(*input, slice->starts, slice->ends, slice->axes,
                       slice->steps);
}

static Result readGather(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  Value positions = node.getInput(1);
  Result indices =
      input && positions ? tensors.analyse(positions) : std::nullopt;
  if (!indices)
    return std::nullopt;
  return tensors.gather(*input, *indices, node.getInteger("axis", 0));
}

/// Result `number` of `node`, a `Split`.
static Result readSplit(IntegerTensors &tensors, const OnnxNode &node,
                        unsigned number) {
  Value operand = node.getInput(0);
  Result input = operand ? tensors.analyse(operand) : std::nullopt;
  if (!input)
    return std::nullopt;
  int64_t axis = node.getInteger("axis", 0), rank = input->shape.size();
  if (axis < -rank || axis >= rank)
    return tensors.invalid("it is computed by a split of axis " + Twine(axis) +
                           " of a tensor of rank " + Twine(rank));
  std::optional<SmallVector<int64_t>> extents =
      getOnnxSplit(node, input->shape[axis < 0 ? axis + rank : axis], tensors);
  if (!extents)
    return std::nullopt;
  int64_t start =
      std::accumulate(extents->begin(), extents->begin() + number, int64_t(0));
  return tensors.slice(*input, start, start + (*extents)[number], axis, 1);
}

static Result readExpand(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = readFirst(tensors, node);
  std::optional<SmallVector<int64_t>> shape =
      input ? getOnnxIntegers(node, "shape", 1, tensors) : std::nullopt;
  return shape ? tensors.broadcast(*input, *shape) : std::nullopt;
}

/// The rule of operator `type`; null if the operator computes no integers.
static Rule getRule(StringRef type) {
  return llvm::StringSwitch<Rule>(type)
      .Case("Abs", readOnnxArithmetic)
      .Case("Add", readOnnxArithmetic)
      .Case("And", readOnnxCondition)
      .Case("Cast", readCast)
      .Case("Ceil", readRounded)
      .Case("Clip", readOnnxArithmetic)
      .Case("Concat", readOnnxConcat)
      .Case("Constant", readConstant)
      .Case("ConstantOfShape", readConstantOfShape)
      .Case("CumSum", readOnnxCumSum)
      .Case("Div", readOnnxArithmetic)
      .Case("Equal", readOnnxCondition)
      .Case("Expand", readExpand)
      .Case("Flatten", readFlatten)
      .Case("Floor", readRounded)
      .Case("Gather", readGather)
      .Case("GatherElements", readOnnxGatherElements)
      .Case("Greater", readOnnxCondition)
      .Case("GreaterOrEqual", readOnnxCondition)
      .Case("Identity", readSameShape)
      .Case("Less", readOnnxCondition)
      .Case("LessOrEqual", readOnnxCondition)
      .Case("Max", readOnnxArithmetic)
      .Case("Min", readOnnxArithmetic)
      .Case("Mod", readOnnxArithmetic)
      .Case("Mul", readOnnxArithmetic)
      .Case("Neg", readOnnxArithmetic)
      .Case("Not", readOnnxCondition)
      .Case("Or", readOnnxCondition)
      .Case("Range", readOnnxRange)
      .Cases({"ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"},
             readOnnxReduction)
      .Case("Reshape", readReshape)
      .Cases({"Scatter", "ScatterElements"}, readOnnxScatter)
      .Case("ScatterND", readOnnxScatterND)
      .Case("Shape", readShape)
      .Case("Sign", readOnnxArithmetic)
      .Case("Size", readSize)
      .Case("Slice", readSlice)
      .Case("Squeeze", readSqueeze)
      .Case("Sub", readOnnxArithmetic)
      .Case("Tile", readOnnxTile)
      .Case("Transpose", readTranspose)
      .Case("Unsqueeze", readUnsqueeze)
      .Case("Where", readOnnxCondition)
      .Case("Xor", readOnnxCondition)
      .Default(nullptr);
}

Result mlir::pad::readOnnxIntegers(IntegerTensors &tensors, OpResult result) {
  // A pad of the pads is one that was converted before.
  if (auto pad = dyn_cast<PadOp>(result.getOwner()))
    return readPadOfIntegers(tensors, pad);
  std::optional<OnnxNode> node = OnnxNode::get(result.getOwner());
  if (node && node->getType() == "Split")
    return readSplit(tensors, *node, result.getResultNumber());
  Rule rule = node ? getRule(node->getType()) : nullptr;
  if (!rule)
    return tensors.unknown("it is computed by '" +
                           result.getOwner()->getName().getStringRef() +
                           "', which is not evaluated");
  return rule(tensors, *node);
}

bool mlir::pad::isOnnxShapeArithmetic(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  if (op->getName().getStringRef() == "torch.constant.none")
    return true;
  std::optional<OnnxNode> node = OnnxNode::get(op);
  return node && (llvm::is_contained({"Compress", "NoValue", "Split"},
                                     node->getType()) ||
                  getRule(node->getType()));
}
