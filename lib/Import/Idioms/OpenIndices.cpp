//===- OpenIndices.cpp - Indices computed from an extent ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearIndices.h"
#include "TensorReads.h"

using namespace mlir;
using namespace mlir::pad;

/// The longest border, and the longest axis for which indices are evaluated one
/// by one.
static constexpr int64_t kLongestBorder = 256;
static constexpr int64_t kLongestShortAxis = 1024;

static constexpr LinearIndex kExtent = {0, 1, 0};

namespace {
/// The indices of a gather: those before the ones that read themselves, these,
/// and those behind.
class OpenIndices {
public:
  OpenIndices(const IntegerTensor &indices, IndexRule rule,
              LinearEvaluator::ExtentRule isExtent)
      : indices(indices), rule(rule), isExtent(isExtent) {}

  std::optional<OpenReads> read();

private:
  bool findRun();
  bool readEnds();
  bool compareShort(int64_t extent);
  bool hasRun() const { return !indices.length.isNull(); }
  LinearIndex getPlace(int64_t entry) const;
  OpFoldResult getElement(int64_t entry) const {
    return indices.elements[hasRun() ? 0 : entry];
  }

  const IntegerTensor &indices;
  IndexRule rule;
  LinearEvaluator::ExtentRule isExtent;
  /// The number of entries, of which entry `low` is the run if there is one.
  int64_t length = 0, low = 0;
  int64_t leastExtent = 1;
  /// What the other entries read.
  SmallVector<LinearIndex> ends;
  OpenReads result;
};
} // namespace

/// The place of entry `entry` in the vector, of the run that of its index.
LinearIndex OpenIndices::getPlace(int64_t entry) const {
  if (entry == low)
    return {1, 0, low};
  return entry < low ? LinearIndex{0, 0, entry} : LinearIndex{0, 1, entry - 1};
}

/// Finds the entries that read themselves: as many as the axis has, somewhere
/// in a vector that is longer than the axis.
bool OpenIndices::findRun() {
  LinearEvaluator evaluator(isExtent, kExtent, LinearIndex());
  std::optional<LinearIndex> count = evaluator.evaluate(indices.length);
  if (!count || count->extent != 1 || count->place != 0 || count->number < 0 ||
      count->number > kLongestBorder)
    return false;
  leastExtent = evaluator.getLeastExtent();
  length = count->number + 1;
  for (low = 0; low < length; ++low) {
    LinearEvaluator run(isExtent, kExtent, getPlace(low));
    if (!(run.evaluate(getElement(low)) == LinearIndex{1, 0, 0}))
      continue;
    leastExtent = std::max(leastExtent, run.getLeastExtent());
    return true;
  }
  return false;
}

/// Reads the other entries, of an axis that is long enough.
bool OpenIndices::readEnds() {
  for (int64_t entry = 0; entry < length; ++entry) {
    if (hasRun() && entry == low) {
      result.reads.append(AxisReads::makeWhole());
      continue;
    }
    LinearEvaluator evaluator(isExtent, kExtent, getPlace(entry));
    std::optional<LinearIndex> index = evaluator.evaluate(getElement(entry));
    if (rule == IndexRule::Clamped) {
      index = evaluator.getExtreme(index, LinearIndex(), /*isMin=*/false);
      index =
          evaluator.getExtreme(index, LinearIndex{0, 1, -1}, /*isMin=*/true);
    }
    if (rule == IndexRule::FromEnd && index && index->isNumber() &&
        index->number < 0)
      index = evaluator.add(index, kExtent);
    if (!index || index->place != 0)
      return false;
    int64_t distance = index->extent == 0 ? index->number : -1 - index->number;
    if ((index->extent != 0 && index->extent != 1) || distance < 0 ||
        distance > kLongestBorder)
      return false;
    ends.push_back(*index);
    result.reads.append(Segment{{}, {index->extent, index->number}});
    leastExtent =
        std::max({leastExtent, evaluator.getLeastExtent(), distance + 1});
  }
  return leastExtent <= kLongestShortAxis;
}

/// Compares what the entries read of an axis of `extent` elements with what the
/// modes read there.
bool OpenIndices::compareShort(int64_t extent) {
  SmallVector<int64_t> read;
  for (int64_t entry = 0; entry < length; ++entry) {
    bool isRun = hasRun() && entry == low;
    for (int64_t i = 0; i < (isRun ? extent : 1); ++i) {
      LinearIndex place = getPlace(entry);
      LinearIndex at = {0, 0,
                        place.place * i + place.extent * extent + place.number};
      LinearEvaluator evaluator(isExtent, LinearIndex{0, 0, extent}, at);
      std::optional<LinearIndex> value = evaluator.evaluate(getElement(entry));
      // What is an error need not be a pad.
      if (!value)
        return evaluator.isUndefined();
      int64_t index = value->number;
      if (rule == IndexRule::Clamped)
        index = std::max<int64_t>(0, std::min(index, extent - 1));
      else if (rule == IndexRule::FromEnd && index < 0)
        index += extent;
      if (index < 0 || index >= extent)
        return true;
      if (isRun && index != i)
        return false;
      if (!isRun)
        read.push_back(index);
    }
  }
  for (auto [end, index] : llvm::zip_equal(ends, read)) {
    int64_t natural = end.extent * extent + end.number;
    if (natural >= 0 && natural < extent) {
      if (index != natural)
        return false;
      continue;
    }
    if (!result.modes)
      result.modes = llvm::to_vector(kPadModes);
    llvm::erase_if(*result.modes, [&, index = index](PadMode mode) {
      PadAxis axis{extent, kLongestShortAxis, kLongestShortAxis, 0, mode};
      axis.periodic = true;
      return getSourceIndex(axis, natural + axis.low) != index;
    });
    if (result.modes->empty())
      return false;
  }
  return true;
}

std::optional<OpenReads> OpenIndices::read() {
  if (indices.shape.size() != 1)
    return std::nullopt;
  length = low = indices.elements.size();
  if ((hasRun() && !findRun()) || length > kLongestBorder + 1 || !readEnds())
    return std::nullopt;
  for (int64_t extent = 0; extent < leastExtent; ++extent)
    if (!compareShort(extent))
      return std::nullopt;
  return std::move(result);
}

std::optional<OpenReads>
mlir::pad::getOpenReads(const IntegerTensor &indices, IndexRule rule,
                        llvm::function_ref<bool(Value)> isExtent) {
  return OpenIndices(indices, rule, isExtent).read();
}

std::optional<int64_t>
mlir::pad::getOpenPosition(OpFoldResult element,
                           llvm::function_ref<bool(Value)> isExtent) {
  LinearEvaluator any(isExtent, kExtent, LinearIndex());
  LinearEvaluator empty(isExtent, LinearIndex(), LinearIndex());
  std::optional<LinearIndex> position = any.evaluate(element);
  if (!position || any.getLeastExtent() > 1 ||
      !(empty.evaluate(element) == LinearIndex{0, 0, position->number}))
    return std::nullopt;
  if (position->extent == 0 && position->number >= 0)
    return position->number;
  if (position->extent == 1 && position->number <= 0)
    return position->number < 0 ? position->number : INT64_MAX;
  return std::nullopt;
}
