//===- PadNeighboursTest.cpp - Rewrites of pads and linalg ops ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Transforms/Passes.h"
#include "RewriteHarness.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

static SmallVector<utils::IteratorType> getParallel(int64_t rank) {
  return SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel);
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

namespace {
/// What a producer writes to.
enum class Destination { Empty, Filled, Unread };
} // namespace

/// A tensor of the elements of `source`, with their lowest bit flipped.
static Value addProducer(CaseBuilder &b, Value source,
                         Destination destination) {
  auto type = cast<RankedTensorType>(source.getType());
  Value one = b.addConstant(type.getElementType(), 1);
  Value init = source;
  if (destination != Destination::Unread)
    init = tensor::EmptyOp::create(
        b.builder, b.loc, tensor::getMixedSizes(b.builder, b.loc, source),
        type.getElementType());
  if (destination == Destination::Filled)
    init = linalg::FillOp::create(b.builder, b.loc, one, init).getResult(0);
  AffineMap identity = b.builder.getMultiDimIdentityMap(type.getRank());
  return linalg::GenericOp::create(
             b.builder, b.loc, type, source, init, {identity, identity},
             getParallel(type.getRank()),
             [&](OpBuilder &body, Location loc, ValueRange arguments) {
               Value bit =
                   destination == Destination::Filled ? arguments[1] : one;
               Value flipped =
                   arith::XOrIOp::create(body, loc, arguments[0], bit);
               linalg::YieldOp::create(body, loc, flipped);
             })
      .getResult(0);
}

TEST(PadNeighbours, ProducerIntoPadded) {
  Rewrite rewrite("producer into padded");
  rewrite.populate = populatePadProducerIntoPaddedPatterns;
  rewrite.drawn = 6000;
  rewrite.compiled = 12;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode first = b.chooseMode(), mode = first;
    SmallVector<PadAxis> axes;
    SmallVector<int64_t> shape;
    for (int64_t left = b.choose(1, 2); left > 0; --left) {
      std::optional<PadAxis> axis = b.chooseAxis(mode);
      if (!axis)
        return false;
      axes.push_back(*axis);
      shape.push_back(axis->extent);
      mode = b.chooseOther(first);
    }
    Value x = b.addTensor(shape, b.i32(), b.choose(0, 1));
    Value made = addProducer(
        b, x,
        b.pick({Destination::Empty, Destination::Filled, Destination::Unread}));
    Value value = b.choose(0, 1) && first.mode == PadMode::Constant
                      ? b.addConstant(b.i32(), 77)
                      : Value();
    b.finish(b.addPad(made, axes, value,
                      b.pick({Known::Attribute, Known::Constant})));
    return true;
  };
  runRewrite(rewrite);
}

/// Pads known at run time, computed after the producer.
TEST(PadNeighbours, ProducerIntoPaddedByBoundedPads) {
  Rewrite rewrite("producer into padded by bounded pads");
  rewrite.populate = populatePadProducerIntoPaddedPatterns;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode, /*hasInterior=*/false);
    if (!axis)
      return false;
    Value x = b.addTensor({axis->extent}, b.i32(), /*isDynamic=*/true);
    Value low = b.addScalar(b.builder.getIndexType(), axis->low);
    Value made = addProducer(b, x, Destination::Empty);
    AffineExpr symbol = b.builder.getAffineSymbolExpr(0);
    AffineExpr zero = b.builder.getAffineConstantExpr(0);
    AffineMap map =
        AffineMap::get(0, 1, {symbol, zero}, b.builder.getContext());
    Value bounded = affine::AffineMaxOp::create(b.builder, b.loc, map, low);
    Value pad = PadOp::create(b.builder, b.loc, made, mode.mode,
                              {OpFoldResult(bounded)}, {b.addIndex(axis->high)},
                              {}, Value(), mode.periodic);
    b.finish(pad);
    return true;
  };
  runRewrite(rewrite);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {
/// A combiner and numbers to pad by and to start from, as bits.
struct Combiner {
  StringRef name;
  bool isFloat;
  uint64_t values[3];
};
constexpr uint64_t kInfinity = 0x7F800000, kSign = 0x80000000;
constexpr uint64_t kOne = 0x3F800000, kTwo = 0x40000000, kNaN = 0x7FC00000;
const Combiner kCombiners[] = {
    {"arith.addf", true, {0, kSign, kOne}},
    {"arith.mulf", true, {kOne, 0, kTwo}},
    {"arith.maximumf", true, {kSign | kInfinity, kSign, 0}},
    {"arith.minimumf", true, {kInfinity, kSign, 0}},
    {"arith.addi", false, {0, 1, 255}},
    {"arith.muli", false, {1, 0, 2}},
    {"arith.andi", false, {255, 15, 0}},
    {"arith.ori", false, {0, 3, 255}},
    {"arith.xori", false, {0, 1, 255}},
    {"arith.maxsi", false, {128, 3, 127}},
    {"arith.minsi", false, {127, 3, 128}},
    {"arith.maxui", false, {0, 3, 255}},
    {"arith.minui", false, {255, 3, 0}},
    // NaNs of several payloads.
    {"arith.maxnumf", true, {kSign | kInfinity, kNaN, kOne}},
    {"arith.minnumf", true, {kInfinity, kNaN, kOne}},
};

/// What becomes of an element before it is combined.
enum class Element { Itself, Square, TimesOther };
} // namespace

/// A reduction of the first or the last of the two axes of `source`. `extent`
/// is that axis' extent.
static Value addReduction(CaseBuilder &b, Value source,
                          const Combiner &combiner, Element element,
                          int64_t reduced, int64_t extent, Value init,
                          bool special) {
  AffineExpr d0 = b.builder.getAffineDimExpr(0),
             d1 = b.builder.getAffineDimExpr(1);
  AffineMap outer = AffineMap::get(2, 0, reduced == 1 ? d0 : d1),
            inner = AffineMap::get(2, 0, reduced == 1 ? d1 : d0);
  SmallVector<utils::IteratorType> iterators = getParallel(2);
  iterators[reduced] = utils::IteratorType::reduction;
  SmallVector<Value> inputs = {source};
  SmallVector<AffineMap> maps = {b.builder.getMultiDimIdentityMap(2)};
  Type type = getElementTypeOrSelf(source);
  if (element == Element::TimesOther) {
    bool isDynamic =
        cast<RankedTensorType>(source.getType()).isDynamicDim(reduced);
    inputs.push_back(b.addTensor({extent}, type, isDynamic, special));
    maps.push_back(inner);
  }
  maps.push_back(outer);
  return linalg::GenericOp::create(
             b.builder, b.loc, init.getType(), inputs, init, maps, iterators,
             [&](OpBuilder &body, Location loc, ValueRange arguments) {
               Value number = arguments.front();
               if (element != Element::Itself) {
                 Value factor = arguments.drop_back().back();
                 StringRef mul = combiner.isFloat ? "arith.mulf" : "arith.muli";
                 number =
                     body.create(loc, StringAttr::get(type.getContext(), mul),
                                 {number, factor}, {type})
                         ->getResult(0);
               }
               Value combined = body.create(loc,
                                            StringAttr::get(type.getContext(),
                                                            combiner.name),
                                            {arguments.back(), number}, {type})
                                    ->getResult(0);
               linalg::YieldOp::create(body, loc, combined);
             })
      .getResult(0);
}

/// A reduction of a pad of `x`. The result starts from an argument, or from one
/// of the numbers of the combiner.
static void addReductionOfPad(CaseBuilder &b, Value x, ArrayRef<PadAxis> axes,
                              int64_t reduced, const Combiner &combiner,
                              bool special) {
  Type type = getElementTypeOrSelf(x);
  bool isConstant = llvm::any_of(
      axes, [](const PadAxis &axis) { return axis.mode == PadMode::Constant; });
  Value value = isConstant
                    ? b.addConstant(type, combiner.values[b.choose(0, 2)])
                    : Value();
  Value pad = b.addPad(x, axes, value);
  int64_t kept = 1 - reduced, start = b.choose(0, 3);
  Value init;
  if (start == 3) {
    int64_t extent = cast<RankedTensorType>(pad.getType()).getDimSize(kept);
    init = b.addTensor(RankedTensorType::get({extent}, type),
                       {*getPaddedExtent(axes[kept])}, special);
  } else {
    init = tensor::EmptyOp::create(
        b.builder, b.loc, {tensor::getMixedSize(b.builder, b.loc, pad, kept)},
        type);
    Value number = b.addConstant(type, combiner.values[start]);
    init = linalg::FillOp::create(b.builder, b.loc, number, init).getResult(0);
  }
  Element element =
      b.pick({Element::Itself, Element::Square, Element::TimesOther});
  b.finish(addReduction(b, pad, combiner, element, reduced,
                        *getPaddedExtent(axes[reduced]), init, special));
}

/// Every combiner, padding value and start, over rows that are -0.0 or a NaN
/// alone too.
TEST(PadNeighbours, FoldIntoReductions) {
  Rewrite rewrite("fold into reductions");
  rewrite.populate = populatePadFoldIntoReductionsPatterns;
  // Which NaN a processor makes of two is left open.
  rewrite.compiled = 0;
  rewrite.build = [](CaseBuilder &b) {
    const Combiner &combiner = b.choices.pick(ArrayRef<Combiner>(kCombiners));
    PadAxis axis;
    axis.extent = b.choose(0, 3);
    axis.low = b.choose(0, 1);
    axis.high = b.choose(0, 1);
    axis.interior = b.choose(0, 1);
    Value x =
        b.addTensor({3, axis.extent}, combiner.isFloat ? b.f32() : b.i8());
    addReductionOfPad(b, x, {{3, 0, 0, 0}, axis},
                      /*reduced=*/1, combiner, /*special=*/true);
    return true;
  };
  runRewrite(rewrite);
}

/// Any pads, of either axis.
TEST(PadNeighbours, FoldAnyPadsIntoReductions) {
  Rewrite rewrite("fold any pads into reductions");
  rewrite.populate = populatePadFoldIntoReductionsPatterns;
  rewrite.drawn = 6000;
  rewrite.compiled = 12;
  rewrite.build = [](CaseBuilder &b) {
    const Combiner &combiner =
        b.choices.pick(ArrayRef<Combiner>(kCombiners).drop_back(2));
    AxisMode mode = {b.choose(0, 9) ? PadMode::Constant : PadMode::Edge, false};
    int64_t reduced = b.choose(0, 1);
    PadAxis axes[2];
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    axes[reduced] = *axis;
    axes[1 - reduced].extent = b.choose(1, 3);
    axes[1 - reduced].low = b.choose(-1, 1);
    axes[1 - reduced].high = b.choose(0, 1);
    axes[1 - reduced].mode = b.choose(0, 3) ? mode.mode : PadMode::Edge;
    Value x = b.addTensor({axes[0].extent, axes[1].extent},
                          combiner.isFloat ? b.f32() : b.i8(),
                          /*isDynamic=*/b.choose(0, 1), /*special=*/false);
    addReductionOfPad(b, x, axes, reduced, combiner, /*special=*/false);
    return true;
  };
  runRewrite(rewrite);
}
