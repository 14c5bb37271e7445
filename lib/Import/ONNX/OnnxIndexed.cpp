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

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// Input `index` of `node`.
static Result readInput(IntegerTensors &tensors, const OnnxNode &node,
                        unsigned index) {
  Value input = node.getInput(index);
  return input ? tensors.analyse(input)
               : tensors.unknown("it is computed by '" + node.getType() +
                                 "' without input " + Twine(index));
}

Result mlir::pad::readOnnxCumSum(IntegerTensors &tensors,
                                 const OnnxNode &node) {
  Result input = readInput(tensors, node, 0);
  auto given = input ? getOnnxIntegers(node, "axis", 1, tensors) : std::nullopt;
  if (!given)
    return std::nullopt;
  std::optional<int64_t> axis =
      given->size() == 1 ? normalizeIndex(given->front(), input->shape.size())
                         : std::nullopt;
  if (!axis)
    return tensors.invalid("it is computed by a 'CumSum' along an axis that "
                           "its tensor does not have");
  int64_t extent = input->shape[*axis];
  bool isReversed = node.getInteger("reverse", 0) != 0,
       isExclusive = node.getInteger("exclusive", 0) != 0;
  SmallVector<IntegerTensor> sums(extent);
  Result sum;
  for (int64_t i = 0; i < extent; ++i) {
    int64_t place = isReversed ? extent - 1 - i : i;
    Result part = tensors.slice(*input, {place}, {place + 1}, {*axis}, {1});
    // The sum before the first element is zero.
    if (part && !sum)
      sum = tensors.combine(IntegerArithmetic::Sub, *part, *part);
    Result next = part && sum
                      ? tensors.combine(IntegerArithmetic::Add, *sum, *part)
                      : std::nullopt;
    if (!next)
      return std::nullopt;
    sums[place] = isExclusive ? *sum : *next;
    sum = std::move(next);
  }
  return extent == 0 ? input : tensors.concat(sums, *axis);
}

Result mlir::pad::readOnnxGatherElements(IntegerTensors &tensors,
                                         const OnnxNode &node) {
  Result data = readInput(tensors, node, 0);
  Result indices = data ? readInput(tensors, node, 1) : std::nullopt;
  if (!indices)
    return std::nullopt;
  std::optional<int64_t> axis =
      normalizeIndex(node.getInteger("axis", 0), data->shape.size());
  std::optional<SmallVector<int64_t>> places = getConstants(*indices);
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

Result mlir::pad::readOnnxScatterND(IntegerTensors &tensors,
                                    const OnnxNode &node) {
  Result data = readInput(tensors, node, 0);
  Result indices = data ? readInput(tensors, node, 1) : std::nullopt;
  Result updates = indices ? readInput(tensors, node, 2) : std::nullopt;
  if (!updates)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> places = getConstants(*indices);
  auto reduction = dyn_cast_if_present<StringAttr>(node.getAttr("reduction"));
  size_t depth = indices->shape.empty() ? 0 : indices->shape.back();
  if (!places || indices->shape.empty() || depth > data->shape.size() ||
      (reduction && reduction.getValue() != "none"))
    return tensors.unknown("it is computed by a 'ScatterND' at places known "
                           "only at run time, or that reduces");
  int64_t slice = llvm::product_of(ArrayRef(data->shape).drop_front(depth));
  size_t count = llvm::product_of(ArrayRef(indices->shape).drop_back());
  if (updates->elements.size() != count * slice)
    return tensors.invalid("it is computed by a 'ScatterND' of " +
                           Twine(updates->elements.size()) + " elements, not " +
                           Twine(count * slice));
  for (size_t row = 0; row < count; ++row) {
    SmallVector<int64_t> at;
    for (auto [axis, place] :
         llvm::enumerate(ArrayRef(*places).slice(row * depth, depth))) {
      std::optional<int64_t> index = normalizeIndex(place, data->shape[axis]);
      if (!index)
        return tensors.invalid("it is scattered to place " + Twine(place) +
                               " of " + Twine(data->shape[axis]));
      at.push_back(*index);
    }
    at.resize(data->shape.size());
    int64_t first = linearize(at, computeStrides(data->shape));
    for (int64_t i = 0; i < slice; ++i)
      data->elements[first + i] = updates->elements[row * slice + i];
  }
  return data;
}

/// What a pad makes of `data` along `axis`.
static Result padAxis(IntegerTensors &tensors, const IntegerTensor &data,
                      const IntegerExpr *value, int64_t axis,
                      const PadAxis &numbers) {
  constexpr int64_t most = 1024;
  std::optional<int64_t> padded = getPaddedExtent(numbers);
  if (!padded || *padded > most)
    return tensors.unknown("it is computed by a 'Pad' to more than " +
                           Twine(most) + " elements");
  SmallVector<int64_t> one(data.shape);
  one[axis] = 1;
  SmallVector<IntegerTensor> parts;
  for (int64_t i = 0; i < *padded; ++i) {
    std::optional<int64_t> index = getSourceIndex(numbers, i);
    Result part = index
                      ? tensors.slice(data, {*index}, {*index + 1}, {axis}, {1})
                      : tensors.getFilled(one, value, data.elementType);
    if (!part)
      return std::nullopt;
    parts.push_back(std::move(*part));
  }
  if (parts.empty())
    return tensors.unknown("it is computed by a 'Pad' to nothing");
  return tensors.concat(parts, axis);
}

/// The padding value of `pad`, whose elements are integers.
static Result readPaddingValue(IntegerTensors &tensors, PadOp pad,
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
  Result result = tensors.analyse(pad.getSource());
  Result value = result ? readPaddingValue(tensors, pad, result->elementType)
                        : std::nullopt;
  for (int64_t axis = 0; value && axis < pad.getRank(); ++axis) {
    PadAxis numbers = getKnownNumbers(pad, axis);
    numbers.extent = result->shape[axis];
    std::optional<PadAxis> known = getStaticAxis(numbers);
    if (!known)
      return tensors.unknown("it is computed by a 'Pad' whose pads are known "
                             "only at run time");
    result = padAxis(tensors, *result, value->elements.front(), axis, *known);
    if (!result)
      return std::nullopt;
  }
  return value ? result : std::nullopt;
}
