//===- PadCosts.cpp - What the pads of a model cost at least --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SourceHull.h"
#include "Pad/Import/PadReport.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::pad;

/// The bytes of a tensor of these extents; none if that is not known, or no
/// number of 63 bits.
static std::optional<int64_t> getBytes(ArrayRef<int64_t> shape,
                                       Type elementType) {
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> bytes = getElementBytes(elementType);
  for (int64_t extent : shape) {
    if (!bytes || ShapedType::isDynamic(extent))
      return std::nullopt;
    bytes = llvm::checkedMul(*bytes, extent);
  }
  return bytes;
}

/// The extents of the part of the source that the result needs;
/// `ShapedType::kDynamic` where they are not known.
static SmallVector<int64_t> getNeededShape(PadOp pad) {
  SmallVector<int64_t> shape;
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    int64_t extent = pad.getSourceType().getDimSize(axis);
    if (std::optional<PadAxis> numbers = getStaticAxis(pad, axis);
        numbers && numbers->interior == 0)
      if (std::optional<SourceHull> hull =
              getSourceHull(pad.getMode(), *numbers))
        extent = hull->axis.extent;
    shape.push_back(extent);
  }
  return shape;
}

/// Whether `pad` pads only the axes of an image behind batch and channels, with
/// numbers that the model knows, and crops nothing.
static bool isImageBorder(PadOp pad) {
  if (pad.hasInterior() || pad.getRank() < 3)
    return false;
  for (auto list : {pad.getStaticLow(), pad.getStaticHigh()})
    for (auto [axis, amount] : llvm::enumerate(list))
      if (ShapedType::isDynamic(amount) || amount < 0 ||
          (axis < 2 && amount != 0))
        return false;
  return true;
}

/// Whether the padding value of `pad` is the lowest of its type.
static bool isLowest(PadOp pad) {
  TypedAttr value = getConstantPaddingValue(pad);
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isNegative() &&
           (number.getValue().isInfinity() || number.getValue().isLargest());
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  return integer && (integer.getType().isUnsignedInteger()
                         ? integer.getValue().isZero()
                         : integer.getValue().isMinSignedValue());
}

/// What an op that is named `name`, without its dialect, could do with `pad`.
static PadConsumer::Kind classify(StringRef name, PadOp pad) {
  static const llvm::StringSet<> convolutions = {"Conv",
                                                 "ConvInteger",
                                                 "QLinearConv",
                                                 "DeformConv",
                                                 "Convolution",
                                                 "GroupConvolution",
                                                 "BinaryConvolution",
                                                 "DeformableConvolution"};
  static const llvm::StringSet<> averagePools = {"AveragePool", "AvgPool",
                                                 "LpPool"};
  static const llvm::StringSet<> elementwise = {
      "Abs",     "Add",      "Cast",     "Ceil",      "Clamp",    "Clip",
      "Convert", "Div",      "Divide",   "Elu",       "Erf",      "Exp",
      "Floor",   "Gelu",     "HardTanh", "HardSwish", "HSwish",   "LeakyRelu",
      "Log",     "Max",      "Maximum",  "Min",       "Minimum",  "Mish",
      "Mul",     "Multiply", "Neg",      "Negative",  "Not",      "Pow",
      "Power",   "PRelu",    "Relu",     "Round",     "Selu",     "Sigmoid",
      "Sign",    "Softplus", "Sqrt",     "Sub",       "Subtract", "Swish",
      "Tanh",    "Where"};
  bool isConvolution = convolutions.contains(name);
  bool isAverage = averagePools.contains(name), isMax = name == "MaxPool";
  bool isConstant = pad.getMode() == PadMode::Constant && isImageBorder(pad);
  TypedAttr value = getConstantPaddingValue(pad);
  auto isZero = [&] {
    if (!pad.getValue())
      return true;
    auto integer = dyn_cast_or_null<IntegerAttr>(value);
    auto number = dyn_cast_or_null<FloatAttr>(value);
    return (integer && integer.getValue().isZero()) ||
           (number && number.getValue().isZero());
  };
  if (isConstant &&
      (((isConvolution || isAverage) && isZero()) || (isMax && isLowest(pad))))
    return PadConsumer::Kind::TakesPad;
  if (isConvolution || isAverage || isMax || elementwise.contains(name))
    return PadConsumer::Kind::CanFuse;
  return PadConsumer::Kind::NeedsTensor;
}

/// Adds the ops that read `value`, the result of `pad` or a cast of it.
static void addConsumers(Value value, PadOp pad,
                         SmallVectorImpl<PadConsumer> &consumers) {
  for (Operation *user : value.getUsers()) {
    if (auto cast = dyn_cast<tensor::CastOp>(user)) {
      addConsumers(cast.getResult(), pad, consumers);
      continue;
    }
    StringRef name = user->getName().getStringRef();
    consumers.push_back(PadConsumer{getNodeName(user->getLoc()).str(),
                                    name.str(),
                                    classify(name.rsplit('.').second, pad)});
  }
}

std::vector<PadCost> mlir::pad::analyzePads(ModuleOp model) {
  std::vector<PadCost> costs;
  model.walk([&](PadOp pad) {
    Type elementType = pad.getSourceType().getElementType();
    PadCost cost;
    cost.pad = pad;
    cost.node = getNodeName(pad.getLoc());
    cost.bytesRead = getBytes(getNeededShape(pad), elementType);
    cost.bytesWritten = getBytes(pad.getPaddedType().getShape(), elementType);
    addConsumers(pad.getResult(), pad, cost.consumers);
    costs.push_back(std::move(cost));
  });
  return costs;
}
