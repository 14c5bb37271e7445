//===- IntegerTensors.cpp - Reading computed integer tensors --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/IntegerTensors.h"
#include "Pad/Upstream/Versions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// The most elements of a tensor that is analysed: pads have two for each axis.
static constexpr int64_t kMaxElements = 1024;
/// The longest chain of ops that is followed.
static constexpr int64_t kMaxDepth = 256;

Attribute mlir::pad::getAnyAttr(Operation *op, StringRef name) {
  if (Attribute attribute = op->getAttr(name))
    return attribute;
  auto properties =
      dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
  return properties ? properties.get(name) : Attribute();
}

bool mlir::pad::hasNoSign(Type elementType) {
  return elementType.isUnsignedInteger() || elementType.isInteger(1);
}

/// Whether tensors of `type` hold integers that fit 64 bits.
static bool isIntegerElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return isa<IndexType>(type) || (integer && integer.getWidth() <= 64);
}

std::optional<int64_t> mlir::pad::toInt64(const APInt &number, Type type) {
  if (!hasNoSign(type))
    return number.trySExtValue();
  return number.getActiveBits() < 64
             ? std::optional<int64_t>(number.getZExtValue())
             : std::nullopt;
}

DenseElementsAttr mlir::pad::getDenseElements(Attribute attribute) {
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(attribute);
  if (!resource)
    return dyn_cast_if_present<DenseElementsAttr>(attribute);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  return blob && isValidRawBuffer(resource.getType(), blob->getData())
             ? DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                                   blob->getData())
             : DenseElementsAttr();
}

/// Elements of a splat that are listed: one of some bytes may have 2^31.
static constexpr int64_t kMostEqualIntegers = 1 << 20;

std::optional<SmallVector<int64_t>>
mlir::pad::getIntegers(Attribute attribute) {
  SmallVector<int64_t> integers;
  auto push = [&](const APInt &number, Type type) {
    std::optional<int64_t> integer = toInt64(number, type);
    if (integer)
      integers.push_back(*integer);
    return integer.has_value();
  };
  auto pushAttribute = [&](Attribute entry) {
    auto integer = dyn_cast<IntegerAttr>(entry);
    return integer && push(integer.getValue(), integer.getType());
  };
  if (isa_and_present<IntegerAttr>(attribute) && pushAttribute(attribute))
    return integers;
  if (auto list = dyn_cast_if_present<ArrayAttr>(attribute);
      list && llvm::all_of(list, pushAttribute))
    return integers;
  if (auto list = dyn_cast_if_present<DenseI64ArrayAttr>(attribute))
    return SmallVector<int64_t>(list.asArrayRef());
  if (auto list = dyn_cast_if_present<DenseI32ArrayAttr>(attribute))
    return SmallVector<int64_t>(list.asArrayRef());
  if (auto list = dyn_cast_if_present<DenseI16ArrayAttr>(attribute))
    return SmallVector<int64_t>(list.asArrayRef());
  if (auto list = dyn_cast_if_present<DenseI8ArrayAttr>(attribute))
    return SmallVector<int64_t>(list.asArrayRef());
  if (auto tensor = dyn_cast_if_present<DenseIntElementsAttr>(
          getDenseElements(attribute));
      tensor && (!tensor.isSplat() || tensor.size() <= kMostEqualIntegers) &&
      llvm::all_of(tensor, [&](const APInt &number) {
        return push(number, tensor.getElementType());
      }))
    return integers;
  return std::nullopt;
}

std::optional<SmallVector<int64_t>>
mlir::pad::readIntegers(Attribute attribute) {
  auto elements = dyn_cast_if_present<ElementsAttr>(attribute);
  bool isList = !elements || (elements.getShapedType().getRank() <= 1 &&
                              elements.getNumElements() <= kMaxElements);
  return isList && !isa_and_present<IntegerAttr>(attribute)
             ? getIntegers(attribute)
             : std::nullopt;
}

IntegerTensors::IntegerTensors(OpRule opRule, TypeRule typeRule)
    : opRule(std::move(opRule)), typeRule(std::move(typeRule)) {}

std::optional<SmallVector<int64_t>>
mlir::pad::getConstants(const IntegerTensor &tensor) {
  if (tensor.length)
    return std::nullopt;
  return getConstantIntValues(tensor.elements);
}

std::nullopt_t IntegerTensors::unknown(const Twine &why) {
  if (!isInvalid && !hasFailed)
    reason = why.str();
  hasFailed = true;
  return std::nullopt;
}

std::nullopt_t IntegerTensors::invalid(const Twine &why) {
  isInvalid |= !hasFailed;
  if (!hasFailed)
    reason = why.str();
  hasFailed = true;
  return std::nullopt;
}

/// Whether a tensor has at most `kMaxElements`; their number may exceed 64
/// bits.
static bool hasFewElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent > 0 && count > kMaxElements / extent)
      return false;
    count *= extent;
  }
  return true;
}

bool IntegerTensors::isSmall(ArrayRef<int64_t> shape) {
  bool hasFew = hasFewElements(shape);
  if (!hasFew)
    unknown("it is computed from a tensor of more than " + Twine(kMaxElements) +
            " elements");
  return hasFew;
}

std::optional<int64_t> mlir::pad::normalizeIndex(int64_t index,
                                                 int64_t extent) {
  if (index < -extent || index >= extent)
    return std::nullopt;
  return index < 0 ? index + extent : index;
}

std::optional<int64_t> IntegerTensors::normalizeAxis(int64_t axis,
                                                     int64_t rank) {
  std::optional<int64_t> place = normalizeIndex(axis, rank);
  if (!place)
    invalid("it is computed with axis " + Twine(axis) +
            " of a tensor of rank " + Twine(rank));
  return place;
}

void IntegerTensors::assumeShape(Value value, ArrayRef<int64_t> shape) {
  Type elementType;
  if (RankedTensorType type = getTensorType(value)) {
    if (succeeded(verifyCompatibleShape(type.getShape(), shape)))
      elementType = type.getElementType();
  } else if (auto type = dyn_cast<UnrankedTensorType>(value.getType())) {
    elementType = type.getElementType();
  }
  if (!elementType)
    return;
  assumed[value] = RankedTensorType::get(shape, elementType);
  hasFailed = false;
  // An analysis that failed without the shape may succeed now.
  auto entry = known.find(value);
  if (entry != known.end() && !entry->second.isPending && !entry->second.tensor)
    known.erase(entry);
}

RankedTensorType IntegerTensors::getTensorType(Value value) const {
  RankedTensorType type = assumed.lookup(value);
  return type ? type : getDeclaredType(value);
}

RankedTensorType IntegerTensors::getDeclaredType(Value value) const {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type;
  return typeRule ? typeRule(value.getType()) : RankedTensorType();
}

IntegerTensors::Result IntegerTensors::getConstant(Attribute attribute) {
  if (Result reals = getRealConstant(attribute))
    return reals;
  auto elements = dyn_cast_if_present<ElementsAttr>(attribute);
  if (!elements)
    return unknown("it is a constant without elements");
  Type type = elements.getElementType();
  auto values = isIntegerElement(type) &&
                        hasFewElements(elements.getShapedType().getShape())
                    ? dyn_cast_if_present<DenseIntElementsAttr>(
                          getDenseElements(attribute))
                    : DenseIntElementsAttr();
  if (!values)
    return unknown("it is a constant of more than " + Twine(kMaxElements) +
                   " elements, of elements that are no integers of at most 64 "
                   "bits, f32 or f64, or one that was elided");
  SmallVector<int64_t> numbers;
  for (const APInt &value : values) {
    std::optional<int64_t> number = toInt64(value, type);
    if (!number)
      return invalid("it is computed of the constant " +
                     llvm::toString(value, 10, /*Signed=*/false) +
                     ", which exceeds " + Twine(INT64_MAX));
    numbers.push_back(*number);
  }
  IntegerTensor tensor = getVector(numbers, type);
  tensor.shape = llvm::to_vector(elements.getShapedType().getShape());
  return tensor;
}

IntegerTensor IntegerTensors::getVector(ArrayRef<int64_t> numbers,
                                        Type elementType) {
  IntegerTensor tensor{elementType, {int64_t(numbers.size())}, {}};
  for (int64_t number : numbers)
    tensor.elements.push_back(getNumber(number, elementType));
  return tensor;
}

IntegerTensor IntegerTensors::getScalar(int64_t number, Type elementType) {
  return {elementType, {}, {getNumber(number, elementType)}};
}

IntegerTensors::Result IntegerTensors::getExtents(Value tensor,
                                                  Type elementType,
                                                  int64_t begin, int64_t end) {
  RankedTensorType type = getTensorType(tensor);
  if (!type)
    return unknown("it is computed from the shape of a tensor of unknown rank");
  // Axes out of range count as the first and the last axis.
  SliceRange axes = resolveSlice(type.getRank(), begin, end, /*step=*/1);
  IntegerTensor extents{elementType, {axes.count}, {}};
  ImplicitLocOpBuilder builder = getDraft(tensor.getContext());
  for (int64_t axis = axes.start; axis < axes.start + axes.count; ++axis) {
    OpFoldResult extent = builder.getIndexAttr(type.getDimSize(axis));
    if (type.isDynamicDim(axis))
      extent = Value(tensor::DimOp::create(builder, getStandIn(tensor), axis));
    extents.elements.push_back(wrap(extent, elementType));
  }
  return extents;
}

IntegerTensors::Result IntegerTensors::getExtent(Value tensor, Type elementType,
                                                 int64_t axis) {
  RankedTensorType type = getTensorType(tensor);
  std::optional<int64_t> place =
      type ? normalizeIndex(axis, type.getRank()) : std::nullopt;
  if (!place)
    return unknown("it is the extent of no axis");
  Result extent = getExtents(tensor, elementType, *place, *place + 1);
  extent->shape.clear();
  return extent;
}

/// Why a tensor of unknown shape cannot be read at run time; `reason` says why
/// its elements are not known before. A tensor from which it is computed may
/// have given the same reason.
static std::string explainUnknownCount(StringRef reason) {
  StringRef end = ", and the number of its elements is not known otherwise";
  if (reason.empty())
    return "the number of its elements is not known; give its type a static "
           "shape";
  return reason.ends_with(end) ? reason.str() : (reason + end).str();
}

IntegerTensors::Result IntegerTensors::readAtRunTime(Value value) {
  hasFailed = false;
  RankedTensorType type = getTensorType(value);
  if (!type || !type.hasStaticShape())
    return unknown(explainUnknownCount(reason));
  if (!isIntegerElement(type.getElementType()))
    return unknown("its elements are no integers of at most 64 bits");
  if (!isSmall(type.getShape()))
    return std::nullopt;
  IntegerTensor tensor{
      type.getElementType(), llvm::to_vector(type.getShape()), {}};
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i)
    tensor.elements.push_back(getElement(value, i));
  return tensor;
}

IntegerTensors::Result IntegerTensors::analyseOnce(Value value) {
  Attribute attribute;
  if (matchPattern(value, m_Constant(&attribute)))
    if (Result constant = getConstant(attribute))
      return constant;
  auto result = dyn_cast<OpResult>(value);
  if (result) {
    if (Result tensor = opRule(*this, result))
      return tensor;
    if (isInvalid)
      return std::nullopt;
  }
  return readAtRunTime(value);
}

IntegerTensors::Result IntegerTensors::analyse(Value value) {
  Result tensor = analyseOpen(value);
  if (!tensor || !tensor->length)
    return tensor;
  unknown("it is computed by a range of a length known only at run time");
  return readAtRunTime(value);
}

IntegerTensors::Result IntegerTensors::tryToAnalyse(Value value) {
  Result tensor = analyse(value);
  hasFailed = isInvalid;
  return tensor;
}

IntegerTensors::Result IntegerTensors::analyseOpen(Value value) {
  if (depth == 0)
    hasFailed = false;
  if (hasFailed)
    return std::nullopt;
  if (!value)
    return unknown("it is computed of nothing");
  auto [entry, isNew] = known.try_emplace(value);
  if (!isNew) {
    if (!entry->second.tensor)
      unknown(entry->second.reason);
    return entry->second.tensor;
  }
  if (depth == kMaxDepth) {
    known.erase(entry);
    return unknown("it is computed by a chain of more than " +
                   Twine(kMaxDepth) + " operations");
  }
  ++depth;
  // What is invalid stays the reason, whatever else is analysed.
  if (!isInvalid)
    reason.clear();
  Result tensor = analyseOnce(value);
  --depth;
  hasFailed = !tensor;
  known[value] = {tensor, reason, /*isPending=*/false};
  return tensor;
}

IntegerTensors::Numbers IntegerTensors::analyseConstants(Value value) {
  Result tensor = analyse(value);
  Numbers numbers = tensor ? getConstants(*tensor) : std::nullopt;
  if (!numbers)
    return unknown("it is computed with numbers known only at run time");
  return numbers;
}

std::optional<int64_t> IntegerTensors::analyseNumber(Value value) {
  Numbers numbers = analyseConstants(value);
  if (!numbers || numbers->size() != 1)
    return unknown("it is computed with a list where one number is expected");
  return numbers->front();
}
