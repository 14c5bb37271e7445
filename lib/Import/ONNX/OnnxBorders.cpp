//===- OnnxBorders.cpp - Borders as slices of the data --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A pad of a mode other than constant becomes, axis by axis, the concatenation
// of slices of the data. Some back ends have constant pads only, or wrong ones
// of other modes: ONNX Runtime (issues 21496 and 28022), TensorRT (issue 1019),
// coremltools (issue 855).
//
//===----------------------------------------------------------------------===//

#include "OnnxNodeBuilder.h"
#include "OnnxRewrite.h"
#include "OnnxTypes.h"
#include "Pad/Analysis/PadRuns.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::pad;

/// The most tensors that one axis is concatenated of.
static constexpr uint64_t kMostPieces = 1024;

/// The most elements of a border whose positions run time computes.
static constexpr int64_t kMostComputed = 1 << 16;

/// The first opsets with lists of integers as constants, with a `Slice` that
/// has steps, and with a `Mod` of integers.
static constexpr int64_t kFirstIntegers = 9, kFirstSteps = 10, kFirstMod = 10;

/// The end of a `Slice` that leaves nothing at the end of the axis out.
static constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

namespace {
/// A part of a padded axis: elements of the data, or all of them, one after the
/// other, upwards or downwards, as often as `count` says.
struct Piece {
  /// As `Slice` takes them; negative ones count from the back.
  int64_t start = 0, end = kToTheEnd, step = 1;
  int64_t count = 1;

  bool isWhole() const { return start == 0 && end == kToTheEnd && step == 1; }
};
} // namespace

/// The pieces of an axis of `extent` elements that edge extends.
static SmallVector<Piece> getEdgePieces(const PadAxis &axis) {
  SmallVector<Piece> pieces;
  if (axis.low > 0)
    pieces.push_back({0, 1, 1, axis.low});
  pieces.push_back({});
  if (axis.high > 0)
    pieces.push_back({-1, kToTheEnd, 1, axis.high});
  return pieces;
}

/// The pieces of `axis`, of an extent that is known; none if they are too many.
static SmallVector<Piece> getPieces(const PadAxis &axis, int64_t opset) {
  std::optional<SmallVector<PadRun>> runs = getPadRuns(axis, kMostPieces);
  if (!runs)
    return {};
  SmallVector<Piece> pieces;
  for (const PadRun &run : *runs) {
    int64_t first = run.position,
            last = run.getPosition(run.begin + run.length - 1);
    if (run.kind == PadRunKind::Broadcast) {
      pieces.push_back({first, first + 1, 1, run.length});
    } else if (first <= last) {
      bool isWhole = first == 0 && last == axis.extent - 1;
      pieces.push_back({first, isWhole ? kToTheEnd : last + 1, 1});
    } else if (opset >= kFirstSteps) {
      // What is before the first element is no index from the front. An end is
      // clamped:
      // https://github.com/onnx/onnx/blob/main/docs/Changelog.md#Slice-10
      pieces.push_back({first, last == 0 ? -axis.extent - 1 : last - 1, -1});
    } else {
      if (uint64_t(run.length) > kMostPieces)
        return {};
      for (int64_t position = first; position >= last; --position)
        pieces.push_back({position, position + 1, 1});
    }
  }
  return pieces;
}

/// The number of tensors that `pieces` are concatenated of.
static uint64_t countParts(ArrayRef<Piece> pieces, int64_t opset) {
  uint64_t count = 0;
  for (const Piece &piece : pieces)
    count = llvm::SaturatingAdd<uint64_t>(
        count, opset >= kFirstIntegers ? 1 : piece.count);
  return count;
}

/// The numbers of axis `axis` of `pad` after the crop.
static PadAxis getCroppedAxis(const OnnxModelPad &pad, int64_t axis) {
  int64_t extent = pad.sourceType.getDimSize(axis);
  int64_t low = pad.low[axis], high = pad.high[axis];
  if (ShapedType::isStatic(extent))
    extent += std::min<int64_t>(low, 0) + std::min<int64_t>(high, 0);
  return {extent,
          std::max<int64_t>(low, 0),
          std::max<int64_t>(high, 0),
          /*interior=*/0,
          pad.mode,
          /*periodic=*/true};
}

namespace {
/// How one axis is extended.
struct AxisPlan {
  int64_t axis;
  PadAxis numbers;
  /// None where run time computes the positions that the borders read.
  SmallVector<Piece> pieces;
};
} // namespace

/// How each axis of `pad` is extended that is. Nullopt, and the pad stays, if
/// there is no way for one of them.
static std::optional<SmallVector<AxisPlan>> planAxes(OnnxModelPad &pad) {
  SmallVector<AxisPlan> plans;
  for (int64_t axis : llvm::seq(pad.sourceType.getRank())) {
    AxisPlan plan{axis, getCroppedAxis(pad, axis), {}};
    const PadAxis &numbers = plan.numbers;
    if (numbers.isUnpadded())
      continue;
    bool isSliced =
        pad.mode == PadMode::Edge || ShapedType::isStatic(numbers.extent);
    if (isSliced) {
      plan.pieces = pad.mode == PadMode::Edge ? getEdgePieces(numbers)
                                              : getPieces(numbers, *pad.opset);
      if (plan.pieces.empty() ||
          countParts(plan.pieces, *pad.opset) > kMostPieces) {
        pad.stay("axis " + Twine(axis) + " with pads " + Twine(numbers.low) +
                 " and " + Twine(numbers.high) + " would be more than " +
                 Twine(kMostPieces) + " slices");
        return std::nullopt;
      }
    } else if (*pad.opset < kFirstMod) {
      pad.stay("the extent of axis " + Twine(axis) +
               " is known only at run time, and opset " + Twine(*pad.opset) +
               " has no Mod to compute with it; give the model static shapes, "
               "or convert it to opset " +
               Twine(kFirstMod));
      return std::nullopt;
    } else if (numbers.low > kMostComputed || numbers.high > kMostComputed) {
      pad.stay("the extent of axis " + Twine(axis) +
               " is known only at run time, and its pads " +
               Twine(numbers.low) + " and " + Twine(numbers.high) + " exceed " +
               Twine(kMostComputed));
      return std::nullopt;
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

/// Crops what the negative pads of `pad` crop; `input` if there is nothing.
static std::string createCrop(OnnxNodeBuilder &builder, const OnnxModelPad &pad,
                              const std::string &input) {
  OnnxSlice slice;
  for (auto [axis, low, high] : llvm::enumerate(pad.low, pad.high)) {
    if (low >= 0 && high >= 0)
      continue;
    slice.axes.push_back(axis);
    slice.starts.push_back(std::max<int64_t>(-low, 0));
    slice.ends.push_back(high < 0 ? high : kToTheEnd);
    slice.steps.push_back(1);
  }
  return slice.axes.empty() ? input : builder.createSlice(input, slice);
}

/// Concatenates the pieces of axis `plan.axis` of `input`.
static std::string createAxis(OnnxNodeBuilder &builder,
                              const std::string &input, int64_t rank,
                              const AxisPlan &plan) {
  std::map<std::tuple<int64_t, int64_t, int64_t>, std::string> slices;
  SmallVector<std::string> parts;
  for (const Piece &piece : plan.pieces) {
    if (piece.isWhole()) {
      parts.push_back(input);
      continue;
    }
    std::string &slice = slices[{piece.start, piece.end, piece.step}];
    if (slice.empty())
      slice = builder.createSlice(
          input, {{piece.start}, {piece.end}, {plan.axis}, {piece.step}});
    if (piece.count > 1 && builder.getOpset() >= kFirstIntegers) {
      SmallVector<int64_t> shape(rank, 1);
      shape[plan.axis] = piece.count;
      parts.push_back(
          builder.create("Expand", {slice, builder.createConstant(shape)}));
      continue;
    }
    parts.append(piece.count, slice);
  }
  return builder.create("Concat", parts, makeOnnxAttribute("axis", plan.axis));
}

/// `number` where it is not 0, else 1, of a list of numbers that are not
/// negative.
static std::string createAtLeastOne(OnnxNodeBuilder &builder,
                                    const std::string &number) {
  std::string one = builder.createConstant(1);
  std::string isZero =
      builder.create("Sub", {one, builder.create("Sign", number)});
  return builder.create("Add", {number, isZero});
}

/// Extends axis `plan.axis` of `input`, whose extent only run time knows, in
/// mode reflect or wrap. A position is computed as docs/Semantics.md has it;
/// that of an empty axis is out of its range, and an error.
static std::string createComputedAxis(OnnxNodeBuilder &builder,
                                      const std::string &input,
                                      const AxisPlan &plan) {
  const PadAxis &numbers = plan.numbers;
  std::string extent = builder.createSlice(
      builder.create("Shape", input), {{plan.axis}, {plan.axis + 1}, {0}, {1}});
  bool isReflect = numbers.mode == PadMode::Reflect;
  // The distance to the last element, after which reflection turns back.
  std::string last, period;
  if (isReflect) {
    last = builder.create("Sub", {extent, builder.createConstant(1)});
    std::string distance = builder.create("Abs", last);
    period =
        createAtLeastOne(builder, builder.create("Add", {distance, distance}));
  } else {
    period = createAtLeastOne(builder, extent);
  }
  auto createBorder = [&](int64_t begin, int64_t end, bool isBehind) {
    std::string position =
        builder.createConstant(llvm::to_vector(llvm::seq(begin, end)));
    if (isBehind && isReflect)
      position = builder.create("Add", {position, extent});
    position = builder.create("Mod", {position, period});
    if (isReflect) {
      std::string left =
          builder.create("Abs", builder.create("Sub", {position, last}));
      position = builder.create("Sub", {last, left});
    }
    return builder.create("Gather", {input, position},
                          makeOnnxAttribute("axis", plan.axis));
  };
  SmallVector<std::string> parts;
  if (numbers.low > 0)
    parts.push_back(createBorder(-numbers.low, 0, /*isBehind=*/false));
  parts.push_back(input);
  if (numbers.high > 0)
    parts.push_back(createBorder(0, numbers.high, /*isBehind=*/true));
  return builder.create("Concat", parts, makeOnnxAttribute("axis", plan.axis));
}

/// Whether `Slice`, `Concat` and `Expand` take elements of `type` in every
/// version in which `Pad` does: those that are younger than BFLOAT16 they take
/// in none.
static bool isSliceable(Type type) {
  for (int64_t code : llvm::seq_inclusive<int64_t>(1, onnx_type::BFloat16))
    if (getOnnxElementType(type.getContext(), code) == type)
      return true;
  return false;
}

void mlir::pad::replaceBorders(MutableArrayRef<OnnxModelPad> pads,
                               OnnxNames &names, OnnxEdits &edits) {
  for (OnnxModelPad &pad : pads) {
    if (!pad.isOpen())
      continue;
    if (pad.mode == PadMode::Constant) {
      pad.stay("it is a constant pad");
      continue;
    }
    if (!isSliceable(pad.sourceType.getElementType())) {
      pad.stay("no Slice and Concat of ONNX take elements of its type");
      continue;
    }
    std::optional<SmallVector<AxisPlan>> plans = planAxes(pad);
    if (!plans)
      continue;
    OnnxNodeBuilder builder(names, pad.node->output(0), *pad.opset);
    const std::string &source = pad.node->input(0);
    std::string data = createCrop(builder, pad, source);
    for (const AxisPlan &plan : *plans)
      data = plan.pieces.empty()
                 ? createComputedAxis(builder, data, plan)
                 : createAxis(builder, data, pad.sourceType.getRank(), plan);
    if (data == source)
      builder.create("Identity", source);
    std::vector<onnx::NodeProto> nodes = builder.finish(*pad.node);
    pad.rewrite("becomes " + Twine(nodes.size()) +
                (nodes.size() == 1 ? " node" : " nodes"));
    edits.replaced[pad.node] = std::move(nodes);
  }
}
