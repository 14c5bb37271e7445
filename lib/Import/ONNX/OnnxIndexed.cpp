//===- OnnxIndexed.cpp - Integers of ONNX that are moved by indices -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;
using Result = IntegerTensors::Result;

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

/// `tensor` with axis `axis` reduced to one element.
static Result reduceAxis(IntegerTensors &tensors, const IntegerTensor &tensor,
                         int64_t axis, ElementFunction function) {
  if (tensor.shape[axis] == 0)
    return tensors.unknown("it is computed by a reduction of nothing");
  Result reduced = tensors.slice(tensor, axis, 0, 1);
  for (int64_t i = 1; i < tensor.shape[axis]; ++i)
    reduced = tensors.combine(function, reduced,
                              tensors.slice(tensor, axis, i, i + 1));
  return reduced;
}

static Result readReduction(IntegerTensors &tensors, const OnnxNode &node) {
  Result result = tensors.analyse(node.getInput(0));
  if (!result)
    return std::nullopt;
  auto rank = static_cast<int64_t>(result->shape.size());
  // Without axes, it is all of them, or none.
  Numbers axes = SmallVector<int64_t>();
  if (node.getAttr("axes") || node.getInput(1))
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
  for (int64_t axis : *axes) {
    std::optional<int64_t> place = normalizeIndex(axis, rank);
    if (!place)
      return tensors.invalid("it is computed by a reduction of an axis that "
                             "its tensor does not have");
    result = reduceAxis(tensors, *result, *place, function);
    if (!result)
      return std::nullopt;
  }
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
  Result distances = tensors.combine(
      ElementFunction::Multiply,
      tensors.getVector(llvm::to_vector(llvm::seq<int64_t>(*count)),
                        in[2]->elementType),
      deltas);
  return tensors.combine(ElementFunction::Add, distances, in[0]);
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

OnnxRule mlir::pad::getIndexedRule(StringRef type) {
  return llvm::StringSwitch<OnnxRule>(type)
      .Case("Concat", readConcat)
      .Case("Range", readRange)
      .Cases({"ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"},
             readReduction)
      .Cases({"Scatter", "ScatterElements"}, readScatter)
      .Default(nullptr);
}
