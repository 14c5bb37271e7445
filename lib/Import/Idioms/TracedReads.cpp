//===- TracedReads.cpp - What tensors of other ranks read -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracedReads.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

TracedReads::TracedReads(TensorReads reads) : TensorReads(std::move(reads)) {
  places = llvm::to_vector(llvm::seq<int64_t>(0, axes.size()));
  fixed.assign(axes.size(), -1);
}

std::optional<TracedReads>
TracedReads::makeFilled(RankedTensorType type, const Fill &fill, int64_t rank) {
  if (llvm::none_of(type.getShape(), isListed))
    return std::nullopt;
  TensorReads reads;
  for (int64_t extent : type.getShape())
    reads.axes.push_back(isListed(extent) ? AxisReads(extent, kReadsFill)
                                          : AxisReads{kReadsItself});
  reads.fill = fill;
  TracedReads traced(std::move(reads));
  if (rank != type.getRank())
    traced.places.assign(type.getRank(), -1);
  traced.fixed.assign(rank, -1);
  return traced;
}

bool TracedReads::isAligned() const {
  return llvm::equal(places, llvm::seq<int64_t>(0, fixed.size()));
}

void TracedReads::append(AxisReads reads, int64_t place) {
  axes.push_back(std::move(reads));
  places.push_back(place);
}

void TracedReads::append(const TracedReads &source, int64_t axis) {
  if (source.isLimited(axis))
    limited.push_back(axes.size());
  if (const ModeSet *modes = source.getRepeatingModes(axis))
    repeat(axes.size(), *modes);
  append(source.axes[axis], source.places[axis]);
}

bool TracedReads::drop(const TracedReads &source, int64_t axis) {
  ArrayRef<int64_t> reads = source.axes[axis];
  if (reads.size() != 1 || reads.front() < 0 || source.isLimited(axis) ||
      source.getRepeatingModes(axis))
    return false;
  if (int64_t place = source.places[axis]; place >= 0)
    fixed[place] = reads.front();
  return true;
}

bool TracedReads::merge(const TracedReads &source, int64_t begin, int64_t end) {
  AxisReads merged = {0};
  int64_t place = -1;
  for (int64_t axis = begin; axis < end; ++axis) {
    ArrayRef<int64_t> reads = source.axes[axis];
    if (drop(source, axis))
      continue;
    bool isPlaced = source.places[axis] >= 0;
    if ((isPlaced && place >= 0) || source.isLimited(axis) ||
        source.getRepeatingModes(axis) ||
        merged.size() * reads.size() > static_cast<size_t>(kLongestAxis) ||
        llvm::any_of(reads, [](int64_t read) { return read < kReadsFill; }))
      return false;
    if (isPlaced)
      place = source.places[axis];
    AxisReads product;
    for (int64_t outer : merged)
      for (int64_t inner : reads)
        product.push_back(std::min(outer, inner) < 0 ? kReadsFill
                                                     : outer + inner);
    merged = std::move(product);
  }
  append(std::move(merged), place);
  return true;
}

void TracedReads::align() {
  if (axes.size() != fixed.size())
    return;
  for (auto [axis, index] : llvm::enumerate(fixed)) {
    if (index < 0 || places[axis] >= 0)
      continue;
    for (int64_t &read : axes[axis])
      read = read < 0 ? read : index;
    places[axis] = axis;
    index = -1;
  }
}

std::optional<TracedReads> TracedReads::view(ArrayRef<int64_t> viewAxes,
                                             RankedTensorType from,
                                             RankedTensorType to) const {
  if (viewAxes.size() != axes.size())
    return std::nullopt;
  TracedReads result;
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
    if (origin == -1 && !isListed(extent))
      return std::nullopt;
    if (origin == -1)
      result.append(AxisReads(extent, 0), -1);
    else
      result.append(*this, origin);
  }
  result.align();
  return result;
}

std::optional<TracedReads> TracedReads::reshape(RankedTensorType from,
                                                RankedTensorType to) const {
  // Of several unknown extents, the order is not known.
  if (from.getNumDynamicDims() > 1 ||
      from.getNumDynamicDims() != to.getNumDynamicDims() ||
      llvm::is_contained(from.getShape(), 0))
    return std::nullopt;
  TracedReads result;
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
      result.append({0}, -1);
      ++next;
    } else if (extent == 1) {
      if (!result.drop(*this, axis++))
        return std::nullopt;
    } else {
      int64_t begin = axis++;
      while (extent > 0 && extent < wanted && axis < from.getRank() &&
             isListed(from.getDimSize(axis)))
        extent *= from.getDimSize(axis++);
      if (extent != wanted || !isListed(wanted) ||
          !result.merge(*this, begin, axis))
        return std::nullopt;
      ++next;
    }
  }
  result.align();
  return result;
}
