//===- TensorReads.cpp - What the elements of a tensor read ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

TensorReads::TensorReads(SmallVector<AxisReads> all)
    : axes(std::move(all)),
      places(llvm::to_vector(llvm::seq<int64_t>(0, axes.size()))),
      fixed(axes.size()) {}

std::optional<TensorReads>
TensorReads::makeFilled(RankedTensorType type, const Fill &fill, int64_t rank) {
  if (llvm::all_of(type.getShape(), ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<AxisReads> axes;
  for (int64_t extent : type.getShape())
    axes.push_back(ShapedType::isDynamic(extent)
                       ? AxisReads::makeWhole()
                       : AxisReads::makeUniform(Segment::Kind::Fill, extent));
  TensorReads traced(std::move(axes));
  traced.fill = fill;
  if (rank != type.getRank())
    traced.places.assign(type.getRank(), -1);
  traced.fixed.assign(rank, std::nullopt);
  return traced;
}

bool TensorReads::isAligned() const {
  return llvm::equal(places, llvm::seq<int64_t>(0, fixed.size()));
}

void TensorReads::append(AxisReads reads, int64_t place) {
  axes.push_back(std::move(reads));
  places.push_back(place);
}

void TensorReads::append(const TensorReads &source, int64_t axis) {
  if (source.isLimited(axis))
    limited.push_back(axes.size());
  if (const ModeSet *modes = source.getRepeatingModes(axis))
    repeat(axes.size(), *modes);
  append(source.axes[axis], source.places[axis]);
}

bool TensorReads::drop(const TensorReads &source, int64_t axis) {
  std::optional<AxisNumber> read = source.axes[axis].getOnlyElement();
  if (!read || source.isLimited(axis) || source.getRepeatingModes(axis))
    return false;
  if (int64_t place = source.places[axis]; place >= 0)
    fixed[place] = read;
  return true;
}

bool TensorReads::merge(const TensorReads &source, int64_t begin, int64_t end) {
  AxisReads merged = AxisReads::makeUniform(Segment::Kind::Elements, 1);
  int64_t place = -1;
  for (int64_t axis = begin; axis < end; ++axis) {
    const AxisReads &reads = source.axes[axis];
    if (drop(source, axis))
      continue;
    bool isPlaced = source.places[axis] >= 0;
    std::optional<AxisReads> product = merged.multiply(reads);
    if ((isPlaced && place >= 0) || source.isLimited(axis) ||
        source.getRepeatingModes(axis) || !product)
      return false;
    if (isPlaced)
      place = source.places[axis];
    merged = std::move(*product);
  }
  append(std::move(merged), place);
  return true;
}

void TensorReads::align() {
  if (axes.size() != fixed.size())
    return;
  for (auto [axis, index] : llvm::enumerate(fixed)) {
    if (!index || places[axis] >= 0)
      continue;
    AxisReads placed;
    for (Segment segment : axes[axis].getSegments()) {
      segment.begin = *index;
      placed.append(segment);
    }
    axes[axis] = std::move(placed);
    places[axis] = axis;
    index = std::nullopt;
  }
}

std::optional<TensorReads> TensorReads::view(ArrayRef<int64_t> viewAxes,
                                             RankedTensorType from,
                                             RankedTensorType to) const {
  if (viewAxes.size() != axes.size())
    return std::nullopt;
  TensorReads result;
  result.fill = fill;
  result.fixed = fixed;
  SmallVector<int64_t> origins(to.getRank(), -1);
  for (auto [axis, place] : llvm::enumerate(viewAxes)) {
    int64_t extent = from.getDimSize(axis);
    if (place == -1 && extent == 1) {
      if (!result.drop(*this, axis))
        return std::nullopt;
      continue;
    }
    if (place < 0 || place >= to.getRank() || origins[place] != -1 ||
        (!to.isDynamicDim(place) && ShapedType::isStatic(extent) &&
         to.getDimSize(place) != extent))
      return std::nullopt;
    origins[place] = axis;
  }
  for (auto [origin, extent] : llvm::zip_equal(origins, to.getShape())) {
    if (origin == -1 && ShapedType::isDynamic(extent))
      return std::nullopt;
    if (origin == -1)
      result.append(AxisReads::makeUniform(Segment::Kind::Elements, extent),
                    -1);
    else
      result.append(*this, origin);
  }
  result.align();
  return result;
}

std::optional<TensorReads> TensorReads::reshape(RankedTensorType from,
                                                RankedTensorType to) const {
  // Of several unknown extents, the order is not known.
  if (from.getNumDynamicDims() > 1 ||
      from.getNumDynamicDims() != to.getNumDynamicDims() ||
      llvm::is_contained(from.getShape(), 0))
    return std::nullopt;
  TensorReads result;
  result.fill = fill;
  result.fixed = fixed;
  int64_t axis = 0, next = 0;
  auto getExtent = [](RankedTensorType type, int64_t axis) {
    return axis < type.getRank() ? type.getDimSize(axis) : 0;
  };
  while (axis < from.getRank() || next < to.getRank()) {
    int64_t extent = getExtent(from, axis), wanted = getExtent(to, next);
    if (extent == wanted) {
      result.append(*this, axis);
      ++axis;
      ++next;
    } else if (wanted == 1) {
      result.append(AxisReads::makeUniform(Segment::Kind::Elements, 1), -1);
      ++next;
    } else if (extent == 1) {
      if (!result.drop(*this, axis++))
        return std::nullopt;
    } else {
      int64_t begin = axis++;
      while (extent > 0 && extent < wanted && axis < from.getRank() &&
             !from.isDynamicDim(axis) &&
             from.getDimSize(axis) <= wanted / extent)
        extent *= from.getDimSize(axis++);
      if (extent != wanted || ShapedType::isDynamic(wanted) ||
          !result.merge(*this, begin, axis))
        return std::nullopt;
      ++next;
    }
  }
  result.align();
  return result;
}

bool TensorReads::isFilled() const {
  return llvm::all_of(axes, [](const AxisReads &reads) {
    return llvm::none_of(reads.getSegments(),
                         [](const Segment &part) { return part.isElement(); });
  });
}

const ModeSet *TensorReads::getRepeatingModes(int64_t axis) const {
  const RepeatedAxis *found = llvm::find_if(
      repeated, [&](const RepeatedAxis &entry) { return entry.axis == axis; });
  return found == repeated.end() ? nullptr : &found->modes;
}

void TensorReads::repeat(int64_t axis, ModeSet modes) {
  for (RepeatedAxis &entry : repeated)
    if (entry.axis == axis) {
      llvm::erase_if(entry.modes, [&](PadMode mode) {
        return !llvm::is_contained(modes, mode);
      });
      return;
    }
  repeated.push_back({axis, std::move(modes)});
}

/// The tensor of rank 0 of which `value` is the element, or `value`.
static Value getHolder(Value value) {
  auto extract = value ? value.getDefiningOp<tensor::ExtractOp>() : nullptr;
  return extract && extract.getIndices().empty() ? extract.getTensor() : value;
}

bool Fill::operator==(const Fill &other) const {
  // Systems with signed integers mean the same bits.
  auto integer = dyn_cast_if_present<IntegerAttr>(constant);
  auto same = dyn_cast_if_present<IntegerAttr>(other.constant);
  if (integer && same)
    return integer.getValue().getBitWidth() == same.getValue().getBitWidth() &&
           integer.getValue() == same.getValue();
  return constant ? constant == other.constant
                  : getHolder(value) == getHolder(other.value);
}

Fill mlir::pad::getFill(Value value) {
  Attribute constant = getConstantAttribute(value);
  if (auto tensor = dyn_cast_if_present<DenseElementsAttr>(constant))
    constant = getElement(tensor, 0);
  return {value, constant};
}

Fill mlir::pad::getUniformFill(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (auto fill = dyn_cast_if_present<linalg::FillOp>(op))
    return getFill(fill.value());
  if (auto splat = dyn_cast_if_present<tensor::SplatOp>(op))
    return getFill(splat.getInput());
  return {Value(), getUniformElement(dyn_cast_if_present<ElementsAttr>(
                       getConstantAttribute(tensor)))};
}

std::optional<Fill> mlir::pad::mergeFills(const Fill &a, const Fill &b) {
  if (a && b && !(a == b))
    return std::nullopt;
  return a ? a : b;
}

std::optional<TensorReads> TensorReads::take(ArrayRef<AxisReads> outer,
                                             const Fill &outerFill) const {
  std::optional<Fill> merged = mergeFills(fill, outerFill);
  if (!merged || axes.size() != outer.size())
    return std::nullopt;
  TensorReads reads = *this;
  reads.fill = *merged;
  for (auto [axis, outerReads] : llvm::enumerate(outer)) {
    bool isWhole = outerReads.isWhole();
    bool readsElements =
        llvm::any_of(outerReads.getSegments(), [](const Segment &segment) {
          return segment.isElement() && segment.length.isFixed();
        });
    std::optional<AxisReads> taken = axes[axis].take(outerReads);
    if (!taken || (getRepeatingModes(axis) && !isWhole) ||
        (isLimited(axis) && readsElements))
      return std::nullopt;
    reads.axes[axis] = std::move(*taken);
  }
  return reads;
}
