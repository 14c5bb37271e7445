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
#include "mlir/IR/Matchers.h"
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
  Binary,
  /// Chooses the padding itself: none, or what keeps the extents (TFLite).
  Implied
};
} // namespace

/// The operator that `op` is of; empty for other ops, because an operator of
/// another domain may mean anything.
static StringRef getOperator(Operation *op) {
  auto [system, type] = op->getName().getStringRef().split('.');
  bool isKnown = system == "onnx" || system == "openvino" ||
                 system == "ngraph" || system == "tflite";
  return isKnown ? type : "";
}

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
      .Cases({"CONV_2D", "DEPTHWISE_CONV_2D", "CONV_3D"}, Window::Implied)
      .Cases({"AVERAGE_POOL_2D", "L2_POOL_2D", "MAX_POOL_2D"}, Window::Implied)
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
  // TFLite's names.
  static const llvm::StringSet<> upperTypes = {
      "ABS",        "ADD",
      "CAST",       "CEIL",
      "COS",        "DEQUANTIZE",
      "DIV",        "ELU",
      "EXP",        "FLOOR",
      "GELU",       "HARD_SWISH",
      "LEAKY_RELU", "LOG",
      "LOGISTIC",   "MAXIMUM",
      "MINIMUM",    "MUL",
      "NEG",        "POW",
      "PRELU",      "QUANTIZE",
      "RELU",       "RELU_N1_TO_1",
      "RELU6",      "ROUND",
      "RSQRT",      "SELECT",
      "SELECT_V2",  "SIGN",
      "SIN",        "SQRT",
      "SQUARE",     "SQUARED_DIFFERENCE",
      "SUB",        "TANH"};
  return types.contains(type) || upperTypes.contains(type);
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

/// The padding value of `pad` if it is a constant. Integers with a sign are
/// casts of those without.
static TypedAttr getConstantValue(PadOp pad) {
  if (!pad.getValue())
    return getConstantPaddingValue(pad);
  Value value = pad.getValue();
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  if (cast && cast.getNumOperands() == 1 && value.getType().isInteger() &&
      cast.getOperand(0).getType().isInteger(
          value.getType().getIntOrFloatBitWidth()))
    value = cast.getOperand(0);
  TypedAttr constant;
  return matchPattern(value, m_Constant(&constant)) ? constant : TypedAttr();
}

/// Whether the padding value of `pad` is the lowest of its type.
static bool isLowest(PadOp pad) {
  TypedAttr value = getConstantValue(pad);
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isNegative() &&
           (number.getValue().isInfinity() || number.getValue().isLargest());
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  Type type = pad.getSourceType().getElementType();
  return integer &&
         (type.isUnsignedInteger() ? integer.getValue().isZero()
                                   : integer.getValue().isMinSignedValue());
}

/// Whether the padding value of `pad` is zero, of either sign.
static bool isZero(PadOp pad) {
  if (!pad.getValue())
    return true;
  TypedAttr value = getConstantValue(pad);
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

/// Whether the padding value of `pad` is the zero point of the tensor that
/// `op`, a quantized convolution, reads. That is what it pads with.
static bool isZeroPoint(Operation *op, PadOp pad) {
  // QLinearConv always has this operand, and ConvInteger may omit it.
  if (op->getNumOperands() <= 2 || isa<NoneType>(op->getOperand(2).getType()))
    return isZero(pad);
  DenseElementsAttr point = getConstantTensor(op->getOperand(2));
  if (!point || !point.getElementType().isInteger() || !point.isSplat())
    return false;
  auto zero = point.getSplatValue<APInt>();
  auto value = dyn_cast_or_null<IntegerAttr>(getConstantValue(pad));
  return zero.isZero() ? isZero(pad) : value && value.getValue() == zero;
}

/// Whether the padding of `op`, a binary convolution, is zero.
static bool padsWithZero(Operation *op) {
  double number;
  auto value = op->getAttrOfType<StringAttr>("pad_value");
  return value && !value.getValue().trim().getAsDouble(number) && number == 0;
}

/// Why `op`, which reads windows as `window` says, cannot do what `pad` does;
/// empty if it can.
static StringRef explainWindow(Operation *op, Window window, PadOp pad) {
  if (window == Window::Implied)
    return "the padding of the node follows from the extents";
  if (!pad.isConstantPad())
    return "the pad is not constant";
  if (!isImageBorder(pad))
    return "the pad crops, pads batch or channels, or is known only at run "
           "time";
  if (!hasExplicitPadding(op))
    return "the padding of the node follows from the extents or from dilation";
  if (!roundsDown(op))
    return "the padding of the node decides whether its last window counts";
  switch (window) {
  case Window::Sum:
    return isZero(pad) ? "" : "the padding of the node is zero";
  case Window::Average:
    if (!countsPadding(op))
      return "the node does not count its padding";
    return isZero(pad) ? "" : "the padding of the node is zero";
  case Window::Max:
    // The positions of the maxima are those in the padded tensor.
    if (op->getNumResults() >= 2 && !op->getResult(1).use_empty())
      return "positions in the padded tensor are read";
    return isLowest(pad) ? "" : "the node ignores its padding";
  case Window::QuantizedSum:
    return isZeroPoint(op, pad) ? ""
                                : "the padding of the node is its zero point";
  case Window::Binary:
    return isZero(pad) && padsWithZero(op) ? ""
                                           : "the padding of the node is "
                                             "another number";
  case Window::Implied:
    break;
  }
  llvm_unreachable("every kind of windows is handled");
}

/// What `op` does with the padding of `padded`, if it reads windows of it.
static std::optional<Window> getWindowOf(Operation *op, Value padded) {
  // Other operands are weights, or positions.
  bool isData = !op->getOperands().empty() && op->getOperand(0) == padded &&
                !llvm::is_contained(op->getOperands().drop_front(), padded);
  return isData ? getWindow(getOperator(op)) : std::nullopt;
}

StringRef mlir::pad::explainNotTaken(Operation *op, Value padded, PadOp pad) {
  std::optional<Window> window = getWindowOf(op, padded);
  return window ? explainWindow(op, *window, pad)
                : "the node has no padding of its own";
}

PadConsumer::Kind mlir::pad::classifyConsumer(Operation *op, Value padded,
                                              PadOp pad) {
  if (getWindowOf(op, padded))
    return explainNotTaken(op, padded, pad).empty()
               ? PadConsumer::Kind::TakesPad
               : PadConsumer::Kind::CanFuse;
  return isElementwise(getOperator(op)) ? PadConsumer::Kind::CanFuse
                                        : PadConsumer::Kind::NeedsTensor;
}
