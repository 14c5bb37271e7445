//===- IntegerTensorFunctions.cpp - What ops compute of integers ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;
using Result = IntegerTensors::Result;

/// The elements at `offset` plus `strides` times each index of `shape`.
static IntegerTensor readStrided(const IntegerTensor &tensor,
                                 ArrayRef<int64_t> shape, int64_t offset,
                                 ArrayRef<int64_t> strides) {
  IntegerTensor read{tensor.elementType, llvm::to_vector(shape), {}};
  SmallVector<int64_t> basis = computeStrides(shape);
  for (int64_t i = 0, count = llvm::product_of(shape); i < count; ++i)
    read.elements.push_back(
        tensor.elements[offset + linearize(delinearize(i, basis), strides)]);
  return read;
}

/// `shape` as the end of an error.
static std::string toString(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[";
  llvm::interleaveComma(shape, os);
  os << "]";
  return text;
}

Result IntegerTensors::getFilled(ArrayRef<int64_t> shape, OpFoldResult element,
                                 Type elementType) {
  if (llvm::any_of(shape, [](int64_t extent) { return extent < 0; }))
    return invalid("it is computed with the negative extent of shape " +
                   toString(shape));
  if (!isSmall(shape))
    return std::nullopt;
  IntegerTensor tensor{elementType, llvm::to_vector(shape), {}};
  tensor.elements.assign(llvm::product_of(shape), element);
  return tensor;
}

Result IntegerTensors::repeat(const Result &tensor, const Numbers &shape) {
  if (!tensor || !shape)
    return std::nullopt;
  if (tensor->elements.size() != 1)
    return unknown("it is computed by a Broadcast of several numbers");
  return getFilled(*shape, tensor->elements[0], tensor->elementType);
}

Result IntegerTensors::getOpenRange(const Result &start, const Result &limit) {
  Result length = combine(ElementFunction::Subtract, limit, start);
  if (!length)
    return std::nullopt;
  MLIRContext *context = start->elementType.getContext();
  Value place =
      draft.addArgument(IndexType::get(context), UnknownLoc::get(context));
  originals.emplace_back();
  IntegerTensor range{start->elementType,
                      {ShapedType::kDynamic},
                      {place},
                      length->elements.front()};
  return combine(ElementFunction::Add, start, range);
}

/// The strides of `tensor` where it is broadcast to `rank` axes.
static SmallVector<int64_t> getBroadcastStrides(const IntegerTensor &tensor,
                                                size_t rank) {
  SmallVector<int64_t> strides(rank - tensor.shape.size(), 0);
  for (auto [extent, stride] :
       llvm::zip_equal(tensor.shape, computeStrides(tensor.shape)))
    strides.push_back(extent == 1 ? 0 : stride);
  return strides;
}

std::optional<SmallVector<IntegerTensor>>
IntegerTensors::broadcastTogether(ArrayRef<const IntegerTensor *> tensors) {
  size_t rank = 0;
  OpFoldResult length;
  for (const IntegerTensor *tensor : tensors) {
    rank = std::max<size_t>(rank, tensor->shape.size());
    if (tensor->length)
      length = tensor->length;
  }
  if (length) {
    for (const IntegerTensor *tensor : tensors)
      if (rank != 1 || tensor->elements.size() != 1 ||
          (tensor->length && tensor->length != length))
        return unknown("it is computed of vectors of which lengths are known "
                       "only at run time");
    return llvm::map_to_vector(tensors, [&](const IntegerTensor *tensor) {
      return IntegerTensor{tensor->elementType,
                           {ShapedType::kDynamic},
                           tensor->elements,
                           length};
    });
  }
  SmallVector<int64_t> shape(rank, 1);
  for (const IntegerTensor *tensor : tensors)
    for (auto [axis, extent] : llvm::enumerate(llvm::reverse(tensor->shape))) {
      int64_t &merged = shape[rank - 1 - axis];
      if (extent != 1 && merged != 1 && extent != merged)
        return invalid("it is computed of tensors of shapes " +
                       llvm::join(llvm::map_range(tensors,
                                                  [](const IntegerTensor *t) {
                                                    return toString(t->shape);
                                                  }),
                                  " and ") +
                       ", which do not broadcast");
      merged = extent == 1 ? merged : extent;
    }
  if (!isSmall(shape))
    return std::nullopt;
  return llvm::map_to_vector(tensors, [&](const IntegerTensor *tensor) {
    return readStrided(*tensor, shape, 0, getBroadcastStrides(*tensor, rank));
  });
}

Result IntegerTensors::broadcast(const Result &tensor, const Numbers &shape) {
  Result other = tensor && shape
                     ? getFilled(*shape, getNumber(0, tensor->elementType),
                                 tensor->elementType)
                     : std::nullopt;
  auto inputs = other ? broadcastTogether({&*tensor, &*other}) : std::nullopt;
  return inputs ? Result(std::move(inputs->front())) : std::nullopt;
}

Result IntegerTensors::concat(ArrayRef<Result> tensors, int64_t axis) {
  if (tensors.empty())
    return invalid("it is computed of a concatenation of nothing");
  if (!llvm::all_of(tensors, [](const Result &t) { return t.has_value(); }))
    return std::nullopt;
  IntegerTensor result{
      tensors.front()->elementType, tensors.front()->shape, {}};
  std::optional<int64_t> place = normalizeAxis(axis, result.shape.size());
  if (!place)
    return std::nullopt;
  for (const Result &tensor : tensors.drop_front()) {
    SmallVector<int64_t> expected = tensor->shape;
    if (expected.size() == result.shape.size())
      expected[*place] = result.shape[*place];
    if (expected != result.shape)
      return invalid("it is computed of a concatenation of shapes " +
                     toString(result.shape) + " and " +
                     toString(tensor->shape));
    result.shape[*place] += tensor->shape[*place];
    if (!isSmall(result.shape))
      return std::nullopt;
  }
  int64_t rows = llvm::product_of(ArrayRef(result.shape).take_front(*place));
  for (int64_t row = 0; row < rows; ++row)
    for (const Result &tensor : tensors) {
      size_t length = tensor->elements.size() / rows;
      llvm::append_range(
          result.elements,
          ArrayRef(tensor->elements).slice(row * length, length));
    }
  return result;
}

Result IntegerTensors::reshape(const Result &tensor, const Numbers &shape,
                               bool allowZero) {
  if (!tensor || !shape)
    return std::nullopt;
  IntegerTensor result{tensor->elementType, *shape, tensor->elements};
  int64_t count = 1;
  std::optional<size_t> rest;
  for (auto [axis, extent] : llvm::enumerate(result.shape)) {
    if (extent == 0 && !allowZero && axis < tensor->shape.size())
      extent = tensor->shape[axis];
    if (extent == -1 && !rest)
      rest = axis;
    else if (extent < 0 || extent > int64_t(tensor->elements.size()))
      count = -1;
    else if (llvm::MulOverflow(count, extent, count))
      count = -1;
    if (count < 0)
      break;
  }
  int64_t elements = tensor->elements.size();
  if (rest && count > 0 && elements % count == 0) {
    result.shape[*rest] = elements / count;
    count = elements;
  }
  if (count != elements || llvm::is_contained(result.shape, -1))
    return invalid("it is computed by a reshape of shape " +
                   toString(tensor->shape) + " to " + toString(*shape));
  return result;
}

Result IntegerTensors::squeeze(const Result &tensor, const Numbers &axes) {
  if (!tensor || !axes)
    return std::nullopt;
  llvm::SmallBitVector dropped(tensor->shape.size());
  for (int64_t axis : *axes) {
    std::optional<int64_t> place = normalizeAxis(axis, tensor->shape.size());
    if (!place)
      return std::nullopt;
    if (tensor->shape[*place] != 1)
      return invalid("it is computed by dropping axis " + Twine(axis) +
                     " of shape " + toString(tensor->shape) +
                     ", whose extent is not 1");
    dropped.set(*place);
  }
  IntegerTensor result{tensor->elementType, {}, tensor->elements};
  for (auto [axis, extent] : llvm::enumerate(tensor->shape))
    if (!dropped.test(axis))
      result.shape.push_back(extent);
  return result;
}

Result IntegerTensors::squeezeAll(const Result &tensor) {
  Result result = tensor;
  if (result)
    llvm::erase(result->shape, 1);
  return result;
}

Result IntegerTensors::unsqueeze(const Result &tensor, const Numbers &axes) {
  if (!tensor || !axes)
    return std::nullopt;
  int64_t rank = tensor->shape.size() + axes->size();
  llvm::SmallBitVector added(rank);
  for (int64_t axis : *axes) {
    std::optional<int64_t> place = normalizeAxis(axis, rank);
    if (!place)
      return std::nullopt;
    if (added.test(*place))
      return invalid("it is computed by adding axis " + Twine(axis) +
                     " more than once");
    added.set(*place);
  }
  IntegerTensor result{tensor->elementType, {}, tensor->elements};
  const int64_t *extent = tensor->shape.begin();
  for (int64_t axis = 0; axis < rank; ++axis)
    result.shape.push_back(added.test(axis) ? 1 : *extent++);
  return result;
}

Result IntegerTensors::transpose(const Result &tensor,
                                 const Numbers &permutation) {
  if (!tensor || !permutation)
    return std::nullopt;
  int64_t rank = tensor->shape.size();
  SmallVector<int64_t> order = *permutation;
  if (order.empty())
    order = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(rank)));
  if (!isPermutationVector(order) || int64_t(order.size()) != rank)
    return invalid("it is computed by a transposition to axes " +
                   toString(order) + " of a tensor of rank " + Twine(rank));
  return readStrided(*tensor, applyPermutation(tensor->shape, order), 0,
                     applyPermutation(computeStrides(tensor->shape), order));
}

SliceRange mlir::pad::resolveSlice(int64_t extent, int64_t start, int64_t end,
                                   int64_t step) {
  // This does not overflow, because the extent is added only to negative
  // numbers.
  start = start < 0 ? start + extent : start;
  end = end < 0 ? end + extent : end;
  int64_t lowest = step > 0 ? 0 : -1;
  int64_t highest = step > 0 ? extent : extent - 1;
  start = std::clamp(start, lowest, highest);
  end = std::clamp(end, lowest, highest);
  int64_t distance = step > 0 ? end - start : start - end;
  if (distance <= 0)
    return {std::max<int64_t>(0, std::min(start, extent)), 0};
  // Of INT64_MIN, all but one bit are zeros: its magnitude is unsigned.
  uint64_t magnitude = step > 0 ? uint64_t(step) : -uint64_t(step);
  return {start, int64_t((uint64_t(distance) - 1) / magnitude) + 1};
}

Result IntegerTensors::slice(const Result &tensor, const Numbers &starts,
                             const Numbers &ends, const Numbers &axes,
                             const Numbers &steps) {
  if (!tensor || !starts || !ends || !axes || !steps)
    return std::nullopt;
  if (starts->size() != axes->size() || ends->size() != axes->size() ||
      steps->size() != axes->size())
    return invalid("it is computed by a slice with " + Twine(starts->size()) +
                   " starts, " + Twine(ends->size()) + " ends, " +
                   Twine(axes->size()) + " axes and " + Twine(steps->size()) +
                   " steps");
  SmallVector<int64_t> shape = tensor->shape;
  SmallVector<int64_t> strides = computeStrides(tensor->shape);
  int64_t offset = 0;
  llvm::SmallBitVector sliced(shape.size());
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, *axes, *steps)) {
    std::optional<int64_t> place = normalizeAxis(axis, shape.size());
    if (!place)
      return std::nullopt;
    if (step == 0 || sliced.test(*place))
      return invalid("it is computed by a slice of axis " + Twine(axis) +
                     (step == 0 ? " with step 0" : " that is given twice"));
    sliced.set(*place);
    SliceRange range = resolveSlice(shape[*place], start, end, step);
    if (range.count > 0)
      offset += range.start * strides[*place];
    shape[*place] = range.count;
    // A step that leaves the axis has no second element to lead to.
    strides[*place] = range.count > 1 ? strides[*place] * step : 0;
  }
  return readStrided(*tensor, shape, offset, strides);
}

Result IntegerTensors::slice(const Result &tensor, int64_t axis, int64_t begin,
                             int64_t end) {
  using List = SmallVector<int64_t>;
  return slice(tensor, List{begin}, List{end}, List{axis}, List{1});
}

Result IntegerTensors::reduce(const Result &tensor, int64_t axis,
                              ElementFunction function) {
  auto place =
      tensor ? normalizeAxis(axis, tensor->shape.size()) : std::nullopt;
  if (!place)
    return std::nullopt;
  int64_t extent = tensor->shape[*place];
  if (extent == 0)
    return unknown("it is computed by a reduction of nothing");
  Result reduced = slice(tensor, *place, 0, 1);
  for (int64_t i = 1; i < extent; ++i)
    reduced = combine(function, reduced, slice(tensor, *place, i, i + 1));
  return reduced;
}

Result IntegerTensors::reverse(const Result &tensor, const Numbers &axes) {
  if (!axes)
    return std::nullopt;
  SmallVector<int64_t> last(axes->size(), -1), end(axes->size(), INT64_MIN);
  return slice(tensor, last, end, axes, last);
}

Result IntegerTensors::gather(const Result &tensor, const Result &indices,
                              int64_t axis) {
  if (!tensor || !indices)
    return std::nullopt;
  std::optional<int64_t> place = normalizeAxis(axis, tensor->shape.size());
  if (!place)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> numbers = getConstants(*indices);
  if (!numbers)
    return unknown("it is gathered at indices known only at run time");
  int64_t extent = tensor->shape[*place];
  for (int64_t &index : *numbers) {
    if (index < -extent || index >= extent)
      return invalid("it is gathered at index " + Twine(index) +
                     " of an axis of " + Twine(extent) + " elements");
    index = index < 0 ? index + extent : index;
  }
  ArrayRef<int64_t> outer = ArrayRef(tensor->shape).take_front(*place);
  ArrayRef<int64_t> inner = ArrayRef(tensor->shape).drop_front(*place + 1);
  IntegerTensor result{tensor->elementType, llvm::to_vector(outer), {}};
  llvm::append_range(result.shape, indices->shape);
  llvm::append_range(result.shape, inner);
  if (!isSmall(result.shape))
    return std::nullopt;
  int64_t row = llvm::product_of(inner);
  for (int64_t i = 0, count = llvm::product_of(outer); i < count; ++i)
    for (int64_t index : *numbers)
      llvm::append_range(
          result.elements,
          ArrayRef(tensor->elements).slice((i * extent + index) * row, row));
  return result;
}
