//===- OnnxLists.cpp - Lists of numbers that ONNX nodes make --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// The operands of `node`, a `Concat`. Where one of them is a list whose length
/// is not known, the length of the result says it.
static std::optional<SmallVector<IntegerTensor>>
readParts(IntegerTensors &tensors, const OnnxNode &node) {
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  bool isList = type && type.getRank() == 1 && type.hasStaticShape();
  int64_t left = isList ? type.getDimSize(0) : 0;
  SmallVector<IntegerTensor> parts(node.getOp()->getNumOperands());
  std::optional<unsigned> unknown;
  for (auto [i, input] : llvm::enumerate(node.getOp()->getOperands())) {
    if (Result part = tensors.analyse(input)) {
      left -= part->elements.size();
      parts[i] = std::move(*part);
      continue;
    }
    if (!isList || unknown)
      return std::nullopt;
    unknown = i;
  }
  if (!unknown)
    return parts;
  Value input = node.getOp()->getOperand(*unknown);
  if (left >= 0)
    tensors.assumeShape(input, {left});
  Result part = tensors.analyse(input);
  if (!part)
    return std::nullopt;
  parts[*unknown] = std::move(*part);
  return parts;
}

Result mlir::pad::readOnnxConcat(IntegerTensors &tensors,
                                 const OnnxNode &node) {
  auto parts = readParts(tensors, node);
  // The default is that of opset 1.
  return parts ? tensors.concat(*parts, node.getInteger("axis", 1))
               : std::nullopt;
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

Result mlir::pad::readOnnxRange(IntegerTensors &tensors, const OnnxNode &node) {
  SmallVector<IntegerTensor, 3> inputs;
  SmallVector<int64_t, 3> known;
  for (unsigned index = 0; index < 3; ++index) {
    Value input = node.getInput(index);
    Result tensor = input ? tensors.analyse(input) : std::nullopt;
    if (!tensor)
      return std::nullopt;
    if (tensor->elements.size() != 1)
      return tensors.invalid("it is computed by a 'Range' of no scalars");
    if (isa<FloatType>(tensor->elementType))
      return tensors.unknown("it is computed by a 'Range' in floating point");
    if (std::optional<int64_t> number = getConstant(tensor->elements.front()))
      known.push_back(*number);
    inputs.push_back(std::move(*tensor));
  }
  RankedTensorType type = tensors.getTensorType(node.getOp()->getResult(0));
  std::optional<int64_t> count;
  if (known.size() == 3)
    count = countRange(tensors, known[0], known[1], known[2]);
  else if (type && type.getRank() == 1 && type.hasStaticShape())
    count = type.getDimSize(0);
  else if (getConstant(inputs[2].elements.front()) == 1)
    return tensors.getOpenRange(inputs[0], inputs[1]);
  else
    tensors.unknown("it is computed by a 'Range' of a length known only at "
                    "run time");
  Result deltas = count ? tensors.getFilled({*count}, inputs[2].elements[0],
                                            inputs[2].elementType)
                        : std::nullopt;
  if (!deltas)
    return std::nullopt;
  Result distances = tensors.combine(
      IntegerArithmetic::Mul,
      tensors.getVector(llvm::to_vector(llvm::seq<int64_t>(*count)),
                        deltas->elementType),
      *deltas);
  return distances
             ? tensors.combine(IntegerArithmetic::Add, *distances, inputs[0])
             : std::nullopt;
}

Result mlir::pad::readOnnxScatter(IntegerTensors &tensors,
                                  const OnnxNode &node) {
  SmallVector<IntegerTensor, 3> inputs;
  for (unsigned index = 0; index < 3; ++index) {
    Value input = node.getInput(index);
    Result tensor = input ? tensors.analyse(input) : std::nullopt;
    if (!tensor)
      return std::nullopt;
    inputs.push_back(std::move(*tensor));
  }
  IntegerTensor &data = inputs[0], &updates = inputs[2];
  std::optional<SmallVector<int64_t>> places = getConstants(inputs[1]);
  auto reduction = dyn_cast_if_present<StringAttr>(node.getAttr("reduction"));
  int64_t count = data.elements.size();
  if (!places || data.shape.size() != 1 ||
      places->size() != updates.elements.size() ||
      (reduction && reduction.getValue() != "none"))
    return tensors.unknown("it is computed by a scatter of no vector, at "
                           "places known only at run time, or that reduces");
  for (auto [place, update] : llvm::zip_equal(*places, updates.elements)) {
    if (place < -count || place >= count)
      return tensors.invalid("it is scattered to place " + Twine(place) +
                             " of " + Twine(count) + " elements");
    data.elements[place < 0 ? place + count : place] = update;
  }
  return data;
}

std::optional<SmallVector<int64_t>>
mlir::pad::getOnnxSplit(const OnnxNode &node, int64_t extent,
                        IntegerTensors &tensors) {
  int64_t count = node.getOp()->getNumResults();
  SmallVector<int64_t> extents;
  if (node.getAttr("split") || node.getInput(1)) {
    auto given = getOnnxIntegers(node, "split", 1, tensors);
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
  tensors.invalid("it is computed by a split of " + Twine(extent) +
                  " elements into parts that are not as many");
  return std::nullopt;
}
