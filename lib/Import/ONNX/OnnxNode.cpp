//===- OnnxNode.cpp - ONNX nodes in the three forms of IR, and their types ===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;

/// Removes the version from the end of an operator's name and returns it:
/// onnx-mlir calls `Pad` of version 13 `PadV13`.
static std::optional<int64_t> consumeVersion(StringRef &type) {
  StringRef name = type.rtrim("0123456789");
  int64_t version;
  if (!name.consume_back("V") || name.empty() ||
      type.drop_front(name.size() + 1).getAsInteger(10, version))
    return std::nullopt;
  type = name;
  return version;
}

std::optional<OnnxNode> OnnxNode::get(Operation *op) {
  StringRef name = op->getName().getStringRef();
  bool isTorch = name == "torch.operator";
  if (isTorch) {
    auto attribute = dyn_cast_if_present<StringAttr>(getAnyAttr(op, "name"));
    name = attribute ? attribute.getValue() : "";
  }
  if (op->isRegistered() || !name.consume_front("onnx."))
    return std::nullopt;
  std::optional<int64_t> version = consumeVersion(name);
  return OnnxNode(op, name, version, isTorch);
}

std::optional<OnnxNode> OnnxNode::getProducer(Value value, StringRef type) {
  Operation *op = value.getDefiningOp();
  std::optional<OnnxNode> node = op ? get(op) : std::nullopt;
  return node && node->getType() == type ? node : std::nullopt;
}

std::optional<int64_t> OnnxNode::getOpset() const {
  if (version)
    return version;
  StringRef name =
      isTorch ? "torch.onnx_meta.opset_version" : "onnx.opset_version";
  for (Operation *owner = op; owner; owner = owner->getParentOp())
    if (auto opset = owner->getAttrOfType<IntegerAttr>(name))
      return opset.getValue().trySExtValue();
  return std::nullopt;
}

Attribute OnnxNode::getAttr(StringRef name) const {
  return getAnyAttr(op, isTorch ? ("torch.onnx." + name).str() : name.str());
}

int64_t OnnxNode::getInteger(StringRef name, int64_t otherwise) const {
  auto attribute = dyn_cast_if_present<IntegerAttr>(getAttr(name));
  if (!attribute)
    return otherwise;
  return attribute.getValue().trySExtValue().value_or(otherwise);
}

Value OnnxNode::getInput(unsigned index) const {
  if (index >= op->getNumOperands())
    return {};
  Value input = op->getOperand(index);
  if (isa<NoneType>(input.getType()) || isTorchType(input.getType(), "none"))
    return {};
  return lookThroughCasts(input);
}

Value mlir::pad::lookThroughCasts(Value value) {
  while (auto castOp = value.getDefiningOp<tensor::CastOp>()) {
    if (!isa<RankedTensorType>(castOp.getSource().getType()))
      break;
    value = castOp.getSource();
  }
  return value;
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

std::optional<OnnxSlice> mlir::pad::getOnnxSlice(const OnnxNode &node,
                                                 IntegerTensors &tensors) {
  Numbers starts = getOnnxIntegers(node, "starts", 1, tensors);
  Numbers ends = getOnnxIntegers(node, "ends", 2, tensors);
  if (!starts || !ends)
    return std::nullopt;
  Numbers axes = llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  Numbers steps = SmallVector<int64_t>(starts->size(), 1);
  if (node.has("axes", 3))
    axes = getOnnxIntegers(node, "axes", 3, tensors);
  if (node.getInput(4))
    steps = tensors.analyseConstants(node.getInput(4));
  if (!axes || !steps)
    return std::nullopt;
  return OnnxSlice{*starts, *ends, *axes, *steps};
}

Numbers mlir::pad::getOnnxSplit(const OnnxNode &node, int64_t extent,
                                IntegerTensors &tensors) {
  int64_t count = node.getOp()->getNumResults();
  SmallVector<int64_t> extents;
  if (node.has("split", 1)) {
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
  // Sums of the parts of a damaged model may exceed 64 bits.
  int64_t rest = extent;
  bool isPart = llvm::all_of(
      extents, [&](int64_t part) { return part >= 0 && (rest -= part) >= 0; });
  if (isPart && rest == 0 && static_cast<int64_t>(extents.size()) == count)
    return extents;
  return tensors.invalid("it is computed by a split of " + Twine(extent) +
                         " elements into parts that are not as many");
}

/// Element types as MLIR spells them, in the order of their numbers, or `-`.
/// Those after bf16 are younger than the messages of the linked library.
static constexpr StringLiteral kElementTypes =
    "- f32 ui8 i8 ui16 i16 i32 i64 - i1 f16 f64 ui32 ui64 complex<f32> "
    "complex<f64> bf16 f8E4M3FN f8E4M3FNUZ f8E5M2 f8E5M2FNUZ ui4 i4 f4E2M1FN "
    "f8E8M0FNU ui2 i2";

Type mlir::pad::getOnnxNumberType(MLIRContext *context, int64_t code) {
  SmallVector<StringRef> types;
  StringRef(kElementTypes).split(types, ' ');
  if (code < 0 || code >= static_cast<int64_t>(types.size()) ||
      types[code] == "-")
    return {};
  return parseType(types[code], context);
}
