//===- ExchangeReport.cpp - Messages of a pad as text ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeReport.h"
#include "Pad/IR/PadOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::pad;

/// Lines of the table. More groups of ranks are counted in one line.
static constexpr size_t kMaxLines = 20;

/// The axes of `pad`, in pieces on the ranks of `spec`.
static llvm::Expected<SmallVector<RankAxis>>
getRankAxes(PadOp pad, const ExchangeSpec &spec, ResultPieces results) {
  SmallVector<RankAxis> axes;
  for (auto [axis, parts] : llvm::enumerate(spec.grid)) {
    std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
    if (!numbers || ShapedType::isDynamic(parts))
      return llvm::createStringError(
          "--plan: axis " + Twine(axis) +
          " has numbers that are known at run time only; give "
          "them in --shape, --low, --high, --interior and --grid");
    llvm::Expected<RankAxis> pieces = getRankAxis(*numbers, parts, results);
    if (!pieces)
      return llvm::createStringError("--plan: axis " + Twine(axis) + ": " +
                                     toString(pieces.takeError()));
    axes.push_back(std::move(*pieces));
  }
  return axes;
}

/// One line: a tensor, its bytes, and the most that one rank has of them.
static void describePieces(llvm::raw_ostream &os, StringRef name,
                           RankedTensorType type, int64_t elementBytes,
                           ArrayRef<RankAxis> axes,
                           SmallVector<Piece<int64_t>> RankAxis::*pieces) {
  int64_t bytes = elementBytes, largest = elementBytes;
  for (auto [extent, axis] : llvm::zip_equal(type.getShape(), axes)) {
    int64_t size = 0;
    for (Piece<int64_t> piece : axis.*pieces)
      size = std::max(size, piece.size);
    bytes *= extent;
    largest *= size;
  }
  os << llvm::formatv("{0}: {1}, {2} bytes, at most {3} on a rank\n", name,
                      type, bytes, largest);
}

llvm::Expected<std::string>
mlir::pad::reportExchange(PadOp pad, const ExchangeSpec &spec) {
  auto sourceType = cast<RankedTensorType>(pad.getSource().getType());
  auto resultType = cast<RankedTensorType>(pad.getResult().getType());
  llvm::Expected<SmallVector<RankAxis>> axes =
      getRankAxes(pad, spec, spec.results);
  if (!axes)
    return axes.takeError();
  bool isGradient = spec.results == ResultPieces::Gradients;
  SmallVector<int64_t> extents = {spec.elementBytes};
  llvm::append_range(extents, resultType.getShape());
  if (!multiplyExtents(extents))
    return llvm::createStringError(
        "--plan: the result has more than 2^63 - 1 bytes");
  llvm::Expected<ExchangePlan> plan =
      ExchangePlan::get(*axes, spec.elementBytes);
  if (!plan)
    return llvm::createStringError("--plan: " + toString(plan.takeError()));

  RankTraffic largest;
  for (const RankGroup &group : plan->getGroups()) {
    const RankTraffic &traffic = group.traffic;
    largest.messagesIn = std::max(largest.messagesIn, traffic.messagesIn);
    largest.bytesIn = std::max(largest.bytesIn, traffic.bytesIn);
    largest.messagesOut = std::max(largest.messagesOut, traffic.messagesOut);
    largest.bytesOut = std::max(largest.bytesOut, traffic.bytesOut);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "ranks: " << plan->getNumRanks() << ", a grid of "
     << (spec.grid.empty() ? "one" : "");
  llvm::interleave(spec.grid, os, "x");
  os << "\n";
  if (isGradient) {
    describePieces(os, "gradient", resultType, spec.elementBytes, *axes,
                   &RankAxis::sources);
    // Pieces of the source are those of its pad.
    axes = getRankAxes(pad, spec, ResultPieces::Disjoint);
    if (!axes)
      return axes.takeError();
    describePieces(os, "result", sourceType, spec.elementBytes, *axes,
                   &RankAxis::sources);
  } else {
    describePieces(os, "source", sourceType, spec.elementBytes, *axes,
                   &RankAxis::sources);
    describePieces(os, "result", resultType, spec.elementBytes, *axes,
                   &RankAxis::results);
  }
  os << llvm::formatv("messages: {0}, at most {1} into a rank and {2} out of "
                      "one\n",
                      plan->getNumMessages(), largest.messagesIn,
                      largest.messagesOut);
  os << llvm::formatv("bytes: {0}, at most {1} into a rank and {2} out of one; "
                      "{3}each rank receives once what it reads and does not "
                      "have\n\n",
                      plan->getNumBytes(), largest.bytesIn, largest.bytesOut,
                      isGradient ? "" : "the least, as ");
  constexpr auto kRow = "{0,10} {1,10} {2,12} {3,16} {4,12} {5,16}\n";
  os << llvm::formatv(kRow, "ranks", "first", "messages in", "bytes in",
                      "messages out", "bytes out");
  ArrayRef<RankGroup> shown = plan->getGroups().take_front(kMaxLines);
  for (const RankGroup &group : shown)
    os << llvm::formatv(kRow, group.numRanks, group.firstRank,
                        group.traffic.messagesIn, group.traffic.bytesIn,
                        group.traffic.messagesOut, group.traffic.bytesOut);
  if (size_t rest = plan->getGroups().size() - shown.size())
    os << llvm::formatv("and {0} more such lines\n", rest);
  return text;
}
