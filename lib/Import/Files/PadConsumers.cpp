//===- PadConsumers.cpp - Ops that read the results of pads ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An op can take a pad over if it computes the same result from the source with
// larger numbers in its own padding attributes. Operators of one kind have the
// same name in several systems, but attributes of different names and types.
//
//===----------------------------------------------------------------------===//

#include "PadConsumers.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ForeignOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What an op that reads windows does with the elements of its own padding.
enum class Window {
  /// Adds zeros to a sum.
  Sum,
  /// Adds zeros to a sum, and counts them.
  Average,
  /// Ignores them, as a maximum ignores the least number.
  Max,
  /// Adds products with an operand, the zero point of the tensor.
  QuantizedSum,
  /// Reads the number of an attribute there.
  Binary
};
} // namespace

/// What the operator `type` of any system does with its padding; nullopt if it
/// reads no windows.
static std::optional<Window> getWindow(StringRef type) {
  return llvm::StringSwitch<std::optional<Window>>(type)
      .Cases({"Conv", "Convolution", "GroupConvolution"}, Window::Sum)
      .Cases({"DeformConv", "DeformableConvolution", "LpPool"}, Window::Sum)
      .Cases({"ConvInteger", "QLinearConv"}, Window::QuantizedSum)
      .Case("BinaryConvolution", Window::Binary)
      .Cases({"AveragePool", "AvgPool"}, Window::Average)
      .Case("MaxPool", Window::Max)
      .Default(std::nullopt);
}

/// Whether the operator `type` reads each element once.
static bool isElementwise(StringRef type) {
  static const llvm::StringSet<> types = {
      "Abs",     "Add",      "Cast",     "Ceil",      "Clamp",    "Clip",
      "Convert", "Div",      "Divide",   "Elu",       "Erf",      "Exp",
      "Floor",   "Gelu",     "HardTanh", "HardSwish", "HSwish",   "LeakyRelu",
      "Log",     "Max",      "Maximum",  "Min",       "Minimum",  "Mish",
      "Mul",     "Multiply", "Neg",      "Negative",  "Not",      "Pow",
      "Power",   "PRelu",    "Relu",     "Round",     "Selu",     "Sigmoid",
      "Sign",    "Softplus", "Sqrt",     "Sub",       "Subtract", "Swish",
      "Tanh",    "Where"};
  return types.contains(type);
}

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

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

/// Whether the padding value of `pad` is zero, of either sign.
static bool isZero(PadOp pad) {
  if (!pad.getValue())
    return true;
  TypedAttr value = getConstantPaddingValue(pad);
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  auto number = dyn_cast_or_null<FloatAttr>(value);
  return (integer && integer.getValue().isZero()) ||
         (number && number.getValue().isZero());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The flag in attribute `name`: a number, a boolean, or text. Nullopt if it is
/// absent or something else.
static std::optional<bool> getFlag(Operation *op, StringRef name) {
  Attribute attribute = op->getAttr(name);
  if (auto integer = dyn_cast_if_present<IntegerAttr>(attribute))
    return !integer.getValue().isZero();
  auto text = dyn_cast_if_present<StringAttr>(attribute);
  if (!text)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<bool>>(text.getValue().lower())
      .Cases({"true", "1"}, true)
      .Cases({"false", "0"}, false)
      .Default(std::nullopt);
}

/// Whether attribute `name` is absent, one of the numbers that `codes` are, or
/// one of `texts`, in either case.
static bool isAbsentOr(Operation *op, StringRef name, ArrayRef<int64_t> codes,
                       ArrayRef<StringRef> texts) {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return true;
  if (auto text = dyn_cast<StringAttr>(attribute))
    return llvm::is_contained(texts, text.getValue().lower());
  auto integer = dyn_cast<IntegerAttr>(attribute);
  std::optional<int64_t> code =
      integer ? integer.getValue().trySExtValue() : std::nullopt;
  return code && llvm::is_contained(codes, *code);
}

/// Whether the padding of `op` is given by its attributes and can be larger: it
/// neither follows from the extents nor refers to a dilated tensor.
static bool hasExplicitPadding(Operation *op) {
  // nGraph's numbers of EXPLICIT and VALID.
  for (StringRef name : {"auto_pad", "pad_type"})
    if (!isAbsentOr(op, name, {0, 3}, {"notset", "explicit", "valid"}))
      return false;
  // Padding comes after the dilation of the tensor.
  Attribute dilations = op->getAttr("data_dilation_strides");
  std::optional<SmallVector<int64_t>> strides = getIntegers(dilations);
  return !dilations || (strides && llvm::all_of(*strides, [](int64_t stride) {
                          return stride == 1;
                        }));
}

/// Whether the last window of `op` ends inside the tensor. If it does not, the
/// padding of the op decides whether that window counts.
static bool roundsDown(Operation *op) {
  return !getFlag(op, "ceil_mode").value_or(false) &&
         isAbsentOr(op, "rounding_type", {0}, {"floor"});
}

/// Whether an average of `op` counts its padding, as it counts that of a pad
/// before it.
static bool countsPadding(Operation *op) {
  return getFlag(op, "count_include_pad").value_or(false) ||
         getFlag(op, "include_padding_in_avg_computation").value_or(false) ||
         !getFlag(op, "exclude_pad").value_or(true);
}

/// Whether the zero point of the tensor that `op`, a quantized convolution,
/// reads is known to be zero.
static bool hasNoZeroPoint(Operation *op) {
  // QLinearConv always has this operand, and ConvInteger may omit it.
  if (op->getNumOperands() <= 2 || isa<NoneType>(op->getOperand(2).getType()))
    return true;
  DenseElementsAttr point = getConstantTensor(op->getOperand(2));
  return point && point.getElementType().isInteger() && point.isSplat() &&
         point.getSplatValue<APInt>().isZero();
}

/// Whether the padding of `op`, a binary convolution, is zero.
static bool padsWithZero(Operation *op) {
  double number;
  auto value = op->getAttrOfType<StringAttr>("pad_value");
  return value && !value.getValue().trim().getAsDouble(number) && number == 0;
}

/// Whether `op`, which reads windows as `window` says, can do what `pad` does.
static bool canTakePad(Operation *op, Window window, PadOp pad) {
  if (!pad.isConstantPad() || !isImageBorder(pad) || !hasExplicitPadding(op))
    return false;
  switch (window) {
  case Window::Sum:
    return isZero(pad) && roundsDown(op);
  case Window::Average:
    return isZero(pad) && roundsDown(op) && countsPadding(op);
  case Window::Max:
    // The positions of the maxima are those in the padded tensor.
    return isLowest(pad) && roundsDown(op) &&
           (op->getNumResults() < 2 || op->getResult(1).use_empty());
  case Window::QuantizedSum:
    return isZero(pad) && hasNoZeroPoint(op);
  case Window::Binary:
    return isZero(pad) && padsWithZero(op);
  }
  llvm_unreachable("every kind of windows is handled");
}

PadConsumer::Kind mlir::pad::classifyConsumer(Operation *op, Value padded,
                                              PadOp pad) {
  // An operator of another domain may mean anything.
  auto [system, type] = op->getName().getStringRef().split('.');
  if (system != "onnx" && system != "openvino" && system != "ngraph")
    return PadConsumer::Kind::NeedsTensor;
  std::optional<Window> window = getWindow(type);
  // Other operands are weights, or positions.
  bool isData = !op->getOperands().empty() && op->getOperand(0) == padded &&
                !llvm::is_contained(op->getOperands().drop_front(), padded);
  if (window && isData)
    return canTakePad(op, *window, pad) ? PadConsumer::Kind::TakesPad
                                        : PadConsumer::Kind::CanFuse;
  return isElementwise(type) ? PadConsumer::Kind::CanFuse
                             : PadConsumer::Kind::NeedsTensor;
}
