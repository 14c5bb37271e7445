//===- OnnxIndexed.cpp - Integers of ONNX that are moved by indices -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
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

static Result readTile(IntegerTensors &tensors, const OnnxNode &node) {
  Result result = tensors.analyse(node.getInput(0));
  Numbers times = tensors.analyseConstants(node.getInput(1));
  if (!result || !times)
    return std::nullopt;
  // Before version 6, both other inputs are scalars.
  if (times->size() != result->shape.size() || node.getInput(2))
    return tensors.unknown("it is computed by a 'Tile' that has not a number "
                           "for each axis");
  for (auto [axis, count] : llvm::enumerate(*times)) {
    constexpr int64_t most = 1024;
    if (count < 1 || count > most)
      return tensors.unknown("it is computed by a 'Tile' of " + Twine(count) +
                             " copies");
    result = tensors.concat(SmallVector<Result>(count, result), axis);
  }
  return result;
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

static Result readCumSum(IntegerTensors &tensors, const OnnxNode &node) {
  Result input = tensors.analyse(node.getInput(0));
  std::optional<int64_t> given = tensors.analyseNumber(node.getInput(1));
  if (!input || !given)
    return std::nullopt;
  std::optional<int64_t> axis = normalizeIndex(*given, input->shape.size());
  if (!axis)
    return tensors.invalid("it is computed by a 'CumSum' along an axis that "
                           "its tensor does not have");
  int64_t extent = input->shape[*axis];
  bool isReversed = node.getInteger("reverse", 0) != 0,
       isExclusive = node.getInteger("exclusive", 0) != 0;
  SmallVector<Result> sums(extent);
  Result sum;
  for (int64_t i = 0; i < extent; ++i) {
    int64_t place = isReversed ? extent - 1 - i : i;
    Result part = tensors.slice(input, *axis, place, place + 1);
    // The sum before the first element is zero.
    if (i == 0)
      sum = tensors.combine(ElementFunction::Subtract, part, part);
    Result next = tensors.combine(ElementFunction::Add, sum, part);
    sums[place] = isExclusive ? sum : next;
    sum = std::move(next);
  }
  return extent == 0 ? input : tensors.concat(sums, *axis);
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
  Result deltas =
      tensors.getFilled({*count}, in[2]->elements[0], in[2]->elementType);
  Result distances = tensors.combine(
      ElementFunction::Multiply,
      tensors.getVector(llvm::to_vector(llvm::seq<int64_t>(*count)),
                        in[2]->elementType),
      deltas);
  return tensors.combine(ElementFunction::Add, distances, in[0]);
}

/// `GatherElements` at places that are known.
static Result readGatherElements(IntegerTensors &tensors,
                                 const OnnxNode &node) {
  Result data = tensors.analyse(node.getInput(0));
  Result indices = tensors.analyse(node.getInput(1));
  if (!data || !indices)
    return std::nullopt;
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 0), data->shape.size());
  Numbers places = getConstants(*indices);
  if (!axis || !places || indices->shape.size() != data->shape.size())
    return tensors.unknown("it is computed by a 'GatherElements' at places "
                           "known only at run time, or of another rank");
  IntegerTensor result{data->elementType, indices->shape, {}};
  SmallVector<int64_t> strides = computeStrides(indices->shape),
                       dataStrides = computeStrides(data->shape);
  for (auto [number, place] : llvm::enumerate(*places)) {
    SmallVector<int64_t> at = delinearize(number, strides);
    std::optional<int64_t> chosen = normalizeIndex(place, data->shape[*axis]);
    at[*axis] = chosen.value_or(0);
    if (!chosen || llvm::any_of(llvm::zip_equal(at, data->shape), [](auto one) {
          return std::get<0>(one) >= std::get<1>(one);
        }))
      return tensors.invalid("it is gathered from place " + Twine(place) +
                             ", which its tensor does not have");
    result.elements.push_back(data->elements[linearize(at, dataStrides)]);
  }
  return result;
}

/// `ScatterND`, and scatters of elements of a vector, at places that are known.
static Result readScatter(IntegerTensors &tensors, const OnnxNode &node) {
  Result data = tensors.analyse(node.getInput(0));
  Result indices = tensors.analyse(node.getInput(1));
  Result updates = tensors.analyse(node.getInput(2));
  Numbers places = indices ? getConstants(*indices) : std::nullopt;
  auto reduction = dyn_cast_if_present<StringAttr>(node.getAttr("reduction"));
  if (!places || (reduction && reduction.getValue() != "none"))
    return tensors.unknown("it is computed by a '" + node.getType() +
                           "' at places known only at run time, or that "
                           "reduces");
  if (!updates)
    return std::nullopt;
  SmallVector<int64_t> rows = indices->shape;
  if (node.getType() != "ScatterND")
    rows.push_back(data->shape.size() == 1 ? 1 : 0);
  size_t depth = rows.empty() ? 0 : rows.pop_back_val();
  if (depth == 0 || depth > data->shape.size())
    return tensors.unknown("it is computed by a '" + node.getType() +
                           "' at no places, or of no vector");
  size_t slice = llvm::product_of(ArrayRef(data->shape).drop_front(depth)),
         count = llvm::product_of(rows);
  if (updates->elements.size() != count * slice)
    return tensors.invalid("it is computed by a '" + node.getType() + "' of " +
                           Twine(updates->elements.size()) + " elements, not " +
                           Twine(count * slice));
  for (size_t row = 0; row < count; ++row) {
    SmallVector<int64_t> at(data->shape.size());
    for (size_t axis = 0; axis < depth; ++axis) {
      int64_t place = (*places)[row * depth + axis];
      std::optional<int64_t> index = normalizeIndex(place, data->shape[axis]);
      if (!index)
        return tensors.invalid("it is scattered to place " + Twine(place) +
                               " of " + Twine(data->shape[axis]) + " elements");
      at[axis] = *index;
    }
    llvm::copy(ArrayRef(updates->elements).slice(row * slice, slice),
               data->elements.begin() +
                   linearize(at, computeStrides(data->shape)));
  }
  return data;
}

OnnxRule mlir::pad::getIndexedRule(StringRef type) {
  return llvm::StringSwitch<OnnxRule>(type)
      .Case("Concat", readConcat)
      .Case("CumSum", readCumSum)
      .Case("GatherElements", readGatherElements)
      .Case("Range", readRange)
      .Cases({"ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"},
             readReduction)
      .Cases({"Scatter", "ScatterElements", "ScatterND"}, readScatter)
      .Case("Tile", readTile)
      .Default(nullptr);
}

/// The padding value of `pad`, whose elements are integers.
static Result readPaddingNumber(IntegerTensors &tensors, PadOp pad,
                                Type elementType) {
  APInt number;
  if (!pad.getValue())
    return tensors.getVector({0}, elementType);
  if (matchPattern(pad.getValue(), m_ConstantInt(&number)))
    if (std::optional<int64_t> known = toInt64(number, elementType))
      return tensors.getVector({*known}, elementType);
  auto extract = pad.getValue().getDefiningOp<tensor::ExtractOp>();
  Result value = extract ? tensors.analyse(extract.getTensor()) : std::nullopt;
  if (!value || value->elements.size() != 1)
    return tensors.unknown("it is computed by a 'Pad' by a number that is not "
                           "understood");
  return value;
}

Result mlir::pad::readPadOfIntegers(IntegerTensors &tensors, PadOp pad) {
  Result source = tensors.analyse(pad.getSource());
  if (!source)
    return std::nullopt;
  SmallVector<PadAxis> axes;
  for (int64_t axis = 0; axis < pad.getRank(); ++axis) {
    PadAxis numbers = getKnownNumbers(pad, axis);
    numbers.extent = source->shape[axis];
    std::optional<PadAxis> known = getStaticAxis(numbers);
    if (!known)
      return tensors.unknown("it is computed by a 'Pad' whose pads are known "
                             "only at run time");
    axes.push_back(*known);
  }
  return tensors.pad(
      source, readPaddingNumber(tensors, pad, source->elementType), axes);
}
