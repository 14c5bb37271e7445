//===- OnnxPad.cpp - ONNX nodes that pad to pad.pad -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxPad.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether the model does not say what type `value` has, which an operator of
/// another domain makes, or which is an element of a sequence.
static bool isUnknown(Value value) {
  auto type = dyn_cast<OpaqueType>(value.getType());
  return type && type.getDialectNamespace() == "onnx" &&
         type.getTypeData() == "Unknown";
}

void OnnxPadReader::readMode() {
  StringRef name = "constant";
  if (Attribute attribute = node.getAttr("mode")) {
    auto text = dyn_cast<StringAttr>(attribute);
    if (!text)
      return refuse("attribute 'mode' is no string");
    name = text.getValue();
  }
  static constexpr PadMode kModes[] = {PadMode::Constant, PadMode::Edge,
                                       PadMode::Reflect, PadMode::Wrap};
  std::optional<PadMode> mode = symbolizePadMode(name);
  if (!mode || !llvm::is_contained(kModes, *mode))
    return refuse("mode '" + name +
                  "' is not one of ONNX's: constant, edge, reflect and wrap");
  setMode(*mode, *mode == PadMode::Reflect);
  std::optional<int64_t> opset = node.getOpset();
  if (opset && *opset < 19 && mode == PadMode::Wrap)
    refuse("mode 'wrap' is of opset 19 or later, but the node is of opset " +
           Twine(*opset));
}

void OnnxPadReader::readPads() {
  Attribute attribute = node.getAttr("pads");
  StringRef name = "pads";
  if (Attribute paddings = node.getAttr("paddings")) {
    if (attribute)
      return refuse("both attributes 'pads' and 'paddings' are given");
    attribute = paddings;
    name = "paddings";
  }
  Value input = node.getInput(1);
  if (attribute && input)
    return refuse("pads are given twice, as attribute '" + name +
                  "' and as operand");
  if (!attribute && !input)
    return refuse("it has no pads: neither operand 'pads' nor an attribute");
  std::optional<int64_t> opset = node.getOpset();
  if (opset && attribute && *opset >= 11)
    return refuse(
        "pads are operands from opset 11 on, but the node is of opset " +
        Twine(*opset) + " and has attribute '" + name + "'");
  if (opset && input && *opset < 11)
    return refuse("pads are attributes before opset 11, but the node is of "
                  "opset " +
                  Twine(*opset) + " and has them as operand");
  if (attribute) {
    std::optional<SmallVector<int64_t>> numbers = readIntegers(attribute);
    if (!numbers)
      return refuse("attribute '" + name + "' is no list of integers");
    pads = tensors.getVector(*numbers, IntegerType::get(op->getContext(), 64));
    return;
  }
  if (std::optional<int64_t> count = countPaddedAxes())
    tensors.assumeShape(input, {2 * *count});
  IntegerTensors::Result tensor = tensors.analyse(input);
  openType = !tensor && isUnknown(input);
  if (!tensor)
    return refuse("'pads' cannot be evaluated: " + tensors.getReason());
  if (tensor->shape.size() > 2 ||
      (tensor->shape.size() == 2 && tensor->shape.front() != 1))
    return refuse("'pads' has rank " + Twine(tensor->shape.size()) +
                  ", but must be a list of numbers of rank 1");
  if (tensor->elementType.isUnsignedInteger() ||
      tensor->elementType.isInteger(1))
    refuse("'pads' has elements without sign, but must have 64-bit integers");
  if (isa<FloatType>(tensor->elementType))
    refuse("'pads' is in floating point, but must have 64-bit integers");
  pads = *tensor;
}

void OnnxPadReader::readSource() {
  Value source = node.getInput(0);
  if (!source)
    return refuse("it has no operand 'data'");
  if (auto unranked = dyn_cast<UnrankedTensorType>(source.getType())) {
    // The result has the same rank.
    if (auto result = getTorchTensorType(op->getResult(0).getType()))
      setUnknownShape(unranked.getElementType(), result.getRank());
    return;
  }
  sourceType = getTorchTensorType(source.getType());
  openType = isUnknown(source);
  if (!sourceType)
    refuse("'data' has type " + llvm::to_string(source.getType()) +
           ", which is no tensor of known elements");
}

void OnnxPadReader::setUnknownShape(Type elementType, int64_t rank) {
  sourceType = RankedTensorType::get(
      SmallVector<int64_t>(rank, ShapedType::kDynamic), elementType);
}

std::optional<int64_t> OnnxPadReader::countPaddedAxes() const {
  Value input = node.getInput(3);
  if (!input)
    return sourceType ? std::optional(sourceType.getRank()) : std::nullopt;
  // What is invalid is said when the axes are read.
  IntegerTensors probe(readOnnxIntegers, getTorchTensorType);
  IntegerTensors::Result given = probe.analyse(input);
  if (!given || given->shape.size() != 1)
    return std::nullopt;
  return given->shape.front();
}

void OnnxPadReader::readAxes() {
  Value input = node.getInput(3);
  if (!sourceType) {
    openType = static_cast<bool>(input);
    if (input)
      return refuse(
          "the rank of 'data' is not known, and 'axes' does not tell it");
    // The list has two pads for each axis.
    setUnknownShape(getElementTypeOrSelf(node.getInput(0).getType()),
                    pads.elements.size() / 2);
  }
  int64_t rank = sourceType.getRank();
  IntegerTensor axes = tensors.getVector(
      llvm::to_vector(llvm::seq<int64_t>(rank)), pads.elementType);
  if (input) {
    std::optional<int64_t> opset = node.getOpset();
    if (opset && *opset < 18)
      return refuse("'axes' is an operand from opset 18 on, but the node is of "
                    "opset " +
                    Twine(*opset));
    tensors.assumeShape(input, {int64_t(pads.elements.size()) / 2});
    IntegerTensors::Result given = tensors.analyse(input);
    openType = !given && isUnknown(input);
    if (!given)
      return refuse("'axes' cannot be evaluated: " + tensors.getReason());
    axes = *given;
  }
  llvm::SmallDenseSet<int64_t> seen;
  for (OpFoldResult element : axes.elements) {
    std::optional<int64_t> number = getConstantIntValue(element);
    if (!number)
      continue;
    std::optional<int64_t> axis = normalizeIndex(*number, rank);
    if (!axis)
      return refuse("'axes' has " + Twine(*number) + ", but 'data' has rank " +
                    Twine(rank));
    if (!seen.insert(*axis).second)
      return refuse("'axes' has axis " + Twine(*axis) + " more than once");
  }
  if (axes.shape.size() != 1 || int64_t(axes.elements.size()) > rank)
    return refuse("'axes' has " + Twine(axes.elements.size()) +
                  " elements in a tensor of rank " + Twine(axes.shape.size()) +
                  ", but must be a list of at most " + Twine(rank) +
                  " axes, the rank of 'data'");
  if (pads.elements.size() != 2 * axes.elements.size())
    return refuse("'pads' has " + Twine(pads.elements.size()) +
                  " elements, but " + Twine(axes.elements.size()) +
                  " axes are padded; give two for each axis");
  pads.shape = {2, int64_t(axes.elements.size())};
  IntegerTensors::Result all = tensors.scatter(pads, axes, rank);
  if (!all)
    return refuse("'axes' cannot be evaluated: " + tensors.getReason());
  pad.low.assign(ArrayRef(all->elements).take_front(rank));
  pad.high.assign(ArrayRef(all->elements).drop_front(rank));
}

void OnnxPadReader::readValue() {
  if (getMode() != PadMode::Constant)
    return;
  readConstantMode();
  Value given = node.getInput(2);
  openType = isRefused() && given && isUnknown(given);
}

void OnnxPadReader::checkCrops() {
  refuse(explainNegativeExtent(sourceType, pad));
  for (int64_t axis = 0; axis < sourceType.getRank(); ++axis) {
    PadAxis numbers = pad.getStaticNumbers(sourceType, axis);
    std::optional<PadAxis> known = getStaticAxis(numbers);
    if (!known || getMode() == PadMode::Constant)
      continue;
    // The extent that the mode reads, if it is not negative.
    PadAxis crop{known->extent, std::min<int64_t>(known->low, 0),
                 std::min<int64_t>(known->high, 0)};
    std::optional<int64_t> left = getPaddedExtent(crop);
    bool extends = known->low > 0 || known->high > 0;
    if (!left || (extends && *left == 0))
      refuse("axis " + Twine(axis) + " of extent " + Twine(known->extent) +
             " with pads " + Twine(known->low) + " and " + Twine(known->high) +
             " leaves mode '" + stringifyPadMode(getMode()) +
             "' nothing to extend: crop less, or pad with a constant");
  }
}

void OnnxPadReader::checkResult() {
  Type claimed = op->getResult(0).getType();
  openType = isUnknown(op->getResult(0));
  if (RankedTensorType ranked = getTorchTensorType(claimed))
    claimed = ranked;
  if (!isa<TensorType>(claimed))
    return refuse("its result has type " + llvm::to_string(claimed) +
                  ", which is no tensor of known elements");
  RankedTensorType type =
      inferPaddedType(sourceType, decomposeMixedValues(pad.low).first,
                      decomposeMixedValues(pad.high).first, {});
  if (!tensor::CastOp::areCastCompatible(type, claimed))
    refuse("its result is of type " + llvm::to_string(type) +
           ", but the node claims " + llvm::to_string(claimed));
}

void OnnxPadReader::read() {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    refuse("it does not have exactly one result");
  // Cropping first does not change extents and, after `checkCrops`, does not
  // change what is invalid.
  for (void (OnnxPadReader::*step)() :
       {&OnnxPadReader::readMode, &OnnxPadReader::readSource,
        &OnnxPadReader::readPads, &OnnxPadReader::readAxes,
        &OnnxPadReader::readValue, &OnnxPadReader::checkCrops,
        &OnnxPadReader::checkPad, &OnnxPadReader::checkResult})
    if (!isRefused())
      (this->*step)();
}

PadOp OnnxPadReader::create(OpBuilder &builder, Location loc) {
  Value source = node.getInput(0);
  source = isa<UnrankedTensorType>(source.getType())
               ? tensor::CastOp::create(builder, loc, sourceType, source)
               : createBridge(builder, loc, sourceType, source);
  tensors.emit(builder, loc, {&pad.low, &pad.high});
  Value given;
  if (getMode() == PadMode::Constant)
    given = createValue(builder, loc);
  else
    source = createCropFirst(builder, loc, source, pad);
  return PadOp::create(builder, loc, RankedTensorType(), source, pad, given);
}

void mlir::pad::replaceOnnxNode(const OnnxNode &node, Value value,
                                RewriterBase &rewriter) {
  Operation *op = node.getOp();
  Location loc = op->getLoc();
  Type claimed = op->getResult(0).getType();
  Type tensor =
      isa<TensorType>(claimed) ? claimed : getTorchTensorType(claimed);
  if (value.getType() != tensor)
    value = tensor::CastOp::create(rewriter, loc, tensor, value);
  rewriter.replaceOp(op, createBridge(rewriter, loc, claimed, value));
}

/// Replaces `node`, a `Pad`, by what it computes.
static ImportResult convertPadNode(const OnnxNode &node,
                                   RewriterBase &rewriter) {
  OnnxPadReader reader(node);
  reader.read();
  if (reader.isRefused())
    return reader.hasOpenType() ? ImportResult::open(reader.getReason())
                                : ImportResult::refused(reader.getReason());
  SmallVector<Value> operands(node.getOp()->getOperands());
  replaceOnnxNode(node, reader.create(rewriter, node.getOp()->getLoc()),
                  rewriter);
  eraseUnused(rewriter, operands, isOnnxShapeArithmetic);
  return ImportResult::converted();
}

/// Whether the numbers of `vector` are computed of extents.
static bool isOfExtents(Value vector) {
  constexpr unsigned most = 64;
  llvm::SetVector<Value> values;
  values.insert(vector);
  for (unsigned next = 0; next < values.size() && next < most; ++next) {
    Operation *op = values[next].getDefiningOp();
    std::optional<OnnxNode> node = op ? OnnxNode::get(op) : std::nullopt;
    if (!node || !isOnnxShapeArithmetic(op))
      continue;
    if (node->getType() == "Shape" || node->getType() == "Size")
      return true;
    // Operands behind the first one are indices, shapes or axes of the others.
    bool readsAll = llvm::is_contained(
        {"Add", "Concat", "Div", "Max", "Min", "Mul", "Sub"}, node->getType());
    values.insert_range(op->getOperands().take_front(readsAll ? ~0u : 1));
  }
  return false;
}

ImportResult mlir::pad::convertOnnxToPad(Operation *op,
                                         RewriterBase &rewriter) {
  if (op->getName().getStringRef() == "com.microsoft.Pad")
    return ImportResult::refused("it is an operator of ONNX Runtime; make it a "
                                 "Pad of ONNX, which has the same pads");
  std::optional<OnnxNode> node = OnnxNode::get(op);
  if (!node)
    return ImportResult::notAPad();
  rewriter.setInsertionPoint(op);
  // In a region without dominance.
  bool usesItself = llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getDefiningOp() == op;
  });
  if (node->getType() == "CenterCropPad")
    return ImportResult::refused(
        "no exporter is known that writes it; give its pads to a Pad");
  if (node->getType() == "Pad")
    return usesItself ? ImportResult::refused("an operand is its own result")
                      : convertPadNode(*node, rewriter);
  if (usesItself || !llvm::is_contained({"Compress", "Concat", "Gather",
                                         "Reshape", "Slice", "Tile"},
                                        node->getType()))
    return ImportResult::notAPad();
  // Vectors of i64, and of numbers that become such, may be the pads or the
  // shape that another node reads.
  Value result = op->getResult(0);
  RankedTensorType type = kOnnxMoves.getTensorType(result);
  if (!type || (type.getRank() < 2 &&
                (type.getElementType().isInteger(64) || isOfExtents(result))))
    return ImportResult::notAPad();
  return convertMovesToPad(op, kOnnxMoves, rewriter);
}
