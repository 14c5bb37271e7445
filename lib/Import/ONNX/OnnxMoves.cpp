//===- OnnxMoves.cpp - ONNX nodes that only move elements -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pad;

/// The nodes of unknown types that are followed to find one out. A node whose
/// operand became a pad reads what is ranked, so few are enough.
static constexpr unsigned kMostUnknown = 3;

static ElementMove readMove(OpResult result, unsigned unknown);

/// The element that `node` repeats, if it is a `ConstantOfShape`, or an
/// `Expand` of one number.
static Fill getRepeated(const OnnxNode &node) {
  if (node.getType() == "ConstantOfShape") {
    Attribute value = node.getAttr("value");
    if (!value)
      return {Value(), FloatAttr::get(
                           Float32Type::get(node.getOp()->getContext()), 0.0)};
    auto elements = dyn_cast<DenseElementsAttr>(value);
    return {Value(), elements ? getElement(elements, 0) : Attribute()};
  }
  Value input = node.getType() == "Expand" ? node.getInput(0) : Value();
  if (!input)
    return {};
  if (Fill fill = getUniformFill(input))
    return fill;
  if (std::optional<OnnxNode> inner =
          OnnxNode::getProducer(input, "ConstantOfShape"))
    return getRepeated(*inner);
  auto type = dyn_cast<RankedTensorType>(input.getType());
  return type && type.getRank() == 0 ? getFill(input) : Fill();
}

/// `type`, that of the result of `node`, with what the shape tells that the
/// node repeats one number in. Null if the rank is not known.
static RankedTensorType inferRepeated(const OnnxNode &node, TensorType type) {
  IntegerTensors tensors(readOnnxIntegers, getTorchTensorType);
  bool isExpand = node.getType() == "Expand";
  Value shape = node.getInput(isExpand ? 1 : 0);
  IntegerTensors::Result given = shape ? tensors.analyse(shape) : std::nullopt;
  auto declared = dyn_cast<RankedTensorType>(type);
  if (!given || given->shape.size() != 1)
    return declared;
  auto extents = llvm::map_to_vector(given->elements, [](OpFoldResult extent) {
    return getConstantIntValue(extent).value_or(ShapedType::kDynamic);
  });
  // The extents of what is expanded count, too.
  RankedTensorType source = getTorchTensorType(node.getInput(0).getType());
  if (isExpand && (!source || !source.hasStaticShape()))
    return declared;
  if (isExpand) {
    int64_t more = source.getRank() - static_cast<int64_t>(extents.size());
    extents.insert(extents.begin(), std::max<int64_t>(more, 0), 1);
    for (auto [extent, own] :
         llvm::zip(llvm::reverse(extents), llvm::reverse(source.getShape())))
      if (own != 1)
        extent = own;
  }
  bool isInvalid = llvm::any_of(extents, [](int64_t extent) {
    return extent < 0 && ShapedType::isStatic(extent);
  });
  if (isInvalid ||
      (declared && failed(verifyCompatibleShape(declared.getShape(), extents))))
    return declared;
  if (declared)
    for (auto [extent, known] : llvm::zip_equal(extents, declared.getShape()))
      if (ShapedType::isDynamic(extent))
        extent = known;
  return RankedTensorType::get(extents, type.getElementType());
}

static bool isPosition(int64_t extent) { return extent < kLargestPosition; }

/// The type of `value`. Where the model leaves it open, as files without shape
/// inference do, it is that of what its node takes of known types, of which at
/// most `unknown` nodes are followed.
static RankedTensorType inferType(Value value, unsigned unknown) {
  value = lookThroughCasts(value);
  auto tensor = dyn_cast<TensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (std::optional<OnnxNode> node = op ? OnnxNode::get(op) : std::nullopt;
      node && tensor && getRepeated(*node))
    return inferRepeated(*node, tensor);
  if (RankedTensorType type = getTorchTensorType(value.getType()))
    return type;
  auto result = dyn_cast<OpResult>(value);
  if (!tensor || !result || unknown == 0)
    return {};
  ElementMove move = readMove(result, unknown - 1);
  if (!move)
    return {};
  // Neither sums of extents nor multiples exceed 64 bits.
  auto inferSource = [&](Value source) {
    RankedTensorType type = inferType(source, unknown - 1);
    return type && llvm::all_of(type.getShape(), isPosition)
               ? type
               : RankedTensorType();
  };
  SmallVector<int64_t> shape;
  if (move.kind == ElementMove::Kind::Take) {
    RankedTensorType source = inferSource(move.sources.front());
    if (!source)
      return {};
    for (auto [reads, extent] : llvm::zip_equal(move.reads, source.getShape()))
      shape.push_back(ShapedType::isDynamic(extent)
                          ? extent
                          : reads.getLength().of({0, extent}).number);
  } else if (move.kind == ElementMove::Kind::Join) {
    int64_t joined = 0;
    for (Value part : move.sources) {
      RankedTensorType type = inferSource(part);
      if (!type || move.axis >= type.getRank() || !isPosition(joined))
        return {};
      int64_t extent = type.getDimSize(move.axis);
      joined = ShapedType::isDynamic(extent) || ShapedType::isDynamic(joined)
                   ? ShapedType::kDynamic
                   : joined + extent;
      shape.assign(type.getShape());
    }
    shape[move.axis] = joined;
  } else {
    return {};
  }
  return RankedTensorType::get(shape, tensor.getElementType());
}

static RankedTensorType getTensorType(Value value) {
  return inferType(value, kMostUnknown);
}

/// The numbers that `value` is, if it is given and they are constant.
static IntegerTensors::Numbers getConstants(Value value) {
  IntegerTensors tensors(readOnnxIntegers, getTorchTensorType);
  return value ? tensors.analyseConstants(value) : std::nullopt;
}

/// `Slice` of any version. Negative steps, of version 10 on, reverse.
static ElementMove readSlice(const OnnxNode &node, Value input,
                             RankedTensorType type) {
  IntegerTensors tensors(readOnnxIntegers, getTorchTensorType);
  std::optional<OnnxSlice> slice = getOnnxSlice(node, tensors);
  if (!slice || slice->starts.size() != slice->ends.size() ||
      slice->axes.size() != slice->starts.size() ||
      slice->steps.size() != slice->starts.size())
    return {};
  SmallVector<AxisSlice> slices;
  for (auto [start, end, given, step] :
       llvm::zip_equal(slice->starts, slice->ends, slice->axes, slice->steps)) {
    std::optional<int64_t> axis = normalizeIndex(given, type.getRank());
    if (!axis)
      return {};
    int64_t extent = type.getDimSize(*axis);
    // Backwards from before the first element, implementations differ: the
    // start is limited to the first element, or nothing is taken.
    RankedTensorType result =
        getTorchTensorType(node.getOp()->getResult(0).getType());
    bool isKnown = ShapedType::isStatic(extent)
                       ? start >= -extent
                       : start >= -1 || (result && !result.isDynamicDim(*axis));
    if (step < 0 && !isKnown)
      return {};
    slices.push_back({*axis, start, end, step});
  }
  return ElementMove::makeSlice(input, type, slices);
}

/// `Gather` at a vector of indices, which may be negative from version 11 on.
static ElementMove readGather(const OnnxNode &node, Value input,
                              RankedTensorType type) {
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 0), type.getRank());
  Value positions = node.getInput(1);
  if (!axis || !positions)
    return {};
  IntegerTensors tensors(readOnnxIntegers, getTorchTensorType);
  IntegerTensors::Result indices = tensors.analyseOpen(positions);
  if (!indices)
    return {};
  IndexRule rule = node.getOpset().value_or(11) >= 11 ? IndexRule::FromEnd
                                                      : IndexRule::InBounds;
  return ElementMove::makeGather(input, type, *axis, tensors, *indices, rule,
                                 kOnnxMoves);
}

/// Result `number` of `Split`.
static ElementMove readSplit(const OnnxNode &node, Value input,
                             RankedTensorType type, unsigned number) {
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 0), type.getRank());
  if (!axis || type.isDynamicDim(*axis) || !isPosition(type.getDimSize(*axis)))
    return {};
  IntegerTensors tensors(readOnnxIntegers, getTorchTensorType);
  int64_t extent = type.getDimSize(*axis);
  IntegerTensors::Numbers parts = getOnnxSplit(node, extent, tensors);
  if (!parts)
    return {};
  int64_t start = llvm::sum_of(ArrayRef<int64_t>(*parts).take_front(number));
  return ElementMove::makeSlice(
      input, type, AxisSlice{*axis, start, start + (*parts)[number]});
}

/// `Compress` by constants: the elements of an axis where they are true.
/// tf2onnx makes a symmetric pad of a constant pad by one element, a reflection
/// and this, which takes that element out again (tf2onnx/onnx_opset/nn.py,
/// `convert_symmetric_pads`).
static ElementMove readCompress(const OnnxNode &node, Value input,
                                RankedTensorType type) {
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", type.getRank()), type.getRank());
  IntegerTensors::Numbers kept = getConstants(node.getInput(1));
  if (!axis || !kept || type.isDynamicDim(*axis))
    return {};
  AxisReads reads;
  for (auto [index, isKept] : llvm::enumerate(*kept))
    if (isKept)
      reads.append(AxisReads::makeList(index));
  return ElementMove::makeTake(input, type.getRank(), *axis, std::move(reads));
}

/// `Tile`, of which a scalar number of times and an axis are of version 1.
static ElementMove readTile(const OnnxNode &node, Value input,
                            RankedTensorType type) {
  IntegerTensors::Numbers counts = getConstants(node.getInput(1));
  if (!counts || node.getOpset().value_or(6) < 6)
    return {};
  return ElementMove::makeTile(input, type, *counts);
}

/// `Concat`: before version 4, its axis is 1 where none is given.
static ElementMove readConcat(const OnnxNode &node, RankedTensorType type) {
  if (!node.getAttr("axis") && node.getOpset().value_or(4) >= 4)
    return {};
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 1), type.getRank());
  if (!axis)
    return {};
  return ElementMove::makeJoin(node.getOp()->getOperands(), *axis);
}

static ElementMove readMove(OpResult result, unsigned unknown) {
  Operation *op = result.getOwner();
  std::optional<OnnxNode> node = OnnxNode::get(op);
  if (!node)
    return {};
  if (Fill fill = getRepeated(*node))
    return ElementMove::makeFill(fill);
  Value input = node->getInput(0);
  RankedTensorType type =
      input ? inferType(input, unknown) : RankedTensorType();
  if (!type)
    return {};
  StringRef name = node->getType();
  if (name == "Split")
    return readSplit(*node, input, type, result.getResultNumber());
  if (op->getNumResults() != 1)
    return {};
  if (name == "Compress")
    return readCompress(*node, input, type);
  if (name == "Concat")
    return readConcat(*node, type);
  if (name == "Slice")
    return readSlice(*node, input, type);
  if (name == "Gather")
    return readGather(*node, input, type);
  if (name == "Tile")
    return readTile(*node, input, type);
  RankedTensorType resultType = getTorchTensorType(op->getResult(0).getType());
  if (!resultType)
    return {};
  if (name == "Expand")
    return ElementMove::makeBroadcast(input, type, resultType);
  if (name == "Identity" || name == "Reshape" || name == "Squeeze" ||
      name == "Unsqueeze")
    return ElementMove::makeReshape(input, type, resultType);
  return {};
}

static ElementMove readOnnxMove(OpResult result) {
  return readMove(result, kMostUnknown);
}

const MoveSystem mlir::pad::kOnnxMoves = {readOnnxMove, getTensorType,
                                          isOnnxShapeArithmetic};
