//===- PadConsumers.cpp - Ops that read the results of pads ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Which ops have padding of their own, what they do with it, and when that is
// what a pad does. Operators of one kind have the same name in several systems,
// but attributes of different names and types; OwnPadding.cpp has the numbers.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/PadConsumers.h"
#include "OwnPadding.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What an op that reads windows does with the elements of its own padding.
enum class Window {
  /// Adds products with zeros to a sum.
  Sum,
  /// Adds zeros to a sum, and counts them.
  Average,
  /// Ignores them, as a maximum ignores the least number.
  Max,
  /// Adds products with an operand, the zero point of the tensor.
  QuantizedSum,
  /// Makes the result larger by its stride for each of them, where products
  /// with the zero point would be added.
  TransposedSum,
  /// Reads the number of an attribute there.
  Binary,
  /// Reduces an operand there, the initial value of each window.
  Initial,
  /// Chooses the padding itself: none, or what keeps the extents.
  Implied
};
} // namespace

/// The ops that read windows, by their systems and types, and what they do;
/// those of torch are in `TorchWindow`. An operator of another domain may mean
/// anything.
static constexpr std::tuple<StringLiteral, StringLiteral, Window> kWindows[] = {
    {"tosa", "conv2d conv3d depthwise_conv2d", Window::QuantizedSum},
    {"tosa", "transpose_conv2d", Window::TransposedSum},
    {"tosa", "avg_pool2d", Window::Average},
    {"tosa", "max_pool2d", Window::Max},
    {"stablehlo", "convolution", Window::Sum},
    {"stablehlo", "reduce_window", Window::Initial},
    {"tflite",
     "CONV_2D DEPTHWISE_CONV_2D CONV_3D AVERAGE_POOL_2D L2_POOL_2D MAX_POOL_2D",
     Window::Implied},
    {"onnx openvino ngraph",
     "Conv Convolution GroupConvolution DeformConv DeformableConvolution "
     "LpPool",
     Window::Sum},
    {"onnx openvino ngraph", "ConvInteger QLinearConv", Window::QuantizedSum},
    {"onnx openvino ngraph", "BinaryConvolution", Window::Binary},
    {"onnx openvino ngraph", "AveragePool AvgPool", Window::Average},
    // onnx-mlir has a MaxPool of one result.
    {"onnx openvino ngraph", "MaxPool MaxPoolSingleOut", Window::Max}};

/// What `op` does with its padding; nullopt if it is no op that reads windows.
static std::optional<Window> getWindow(Operation *op) {
  auto [system, type] = op->getName().getStringRef().split('.');
  if (TorchWindow::get(op))
    return type.contains("max_pool")   ? Window::Max
           : type.contains("avg_pool") ? Window::Average
                                       : Window::Sum;
  for (const auto &[systems, types, window] : kWindows)
    if (llvm::is_contained(llvm::split(systems, ' '), system) &&
        llvm::is_contained(llvm::split(types, ' '), type))
      return window;
  return std::nullopt;
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

/// Whether every element of `pad` that is padding has the bits of `constant`.
static bool isPaddedBy(PadOp pad, Attribute constant) {
  TypedAttr value = getConstantValue(pad);
  auto a = dyn_cast_or_null<IntegerAttr>(value);
  auto b = dyn_cast_or_null<IntegerAttr>(constant);
  if (!a || !b)
    return constant && isPaddingValue(pad, constant);
  // A type with a sign and one without are no difference.
  return a.getValue().getBitWidth() == b.getValue().getBitWidth() &&
         a.getValue() == b.getValue();
}

/// Whether that is less than any other number or NaN.
static bool isLeast(PadOp pad) {
  TypedAttr value = getConstantValue(pad);
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isNegative() && number.getValue().isInfinity();
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  auto type = dyn_cast<IntegerType>(pad.getSourceType().getElementType());
  return integer && type &&
         (type.isUnsigned() ? integer.getValue().isZero()
                            : integer.getValue().isMinSignedValue());
}

/// Whether it is what stands for zero. A sum of products with `-0.0` may be
/// `-0.0` where one with `+0.0` is not.
static bool isZero(PadOp pad) {
  if (!pad.getValue())
    return true;
  Type type = pad.getSourceType().getElementType();
  if (isa<quant::QuantizedType>(type))
    return isPaddedBy(pad, getZeroPoint(type));
  TypedAttr value = getConstantValue(pad);
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  auto number = dyn_cast_or_null<FloatAttr>(value);
  return (integer && integer.getValue().isZero()) ||
         (number && number.getValue().isPosZero());
}

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
  if (std::optional<TorchWindow> window = TorchWindow::get(op))
    return window->roundsDown(op);
  return !getFlag(op, "ceil_mode").value_or(false) &&
         isAbsentOr(op, "rounding_type", {0}, {"floor"});
}

/// Whether an average of `op` counts its padding, as it counts that of a pad
/// before it.
static bool countsPadding(Operation *op) {
  if (std::optional<TorchWindow> window = TorchWindow::get(op))
    return window->countsPadding(op);
  return getFlag(op, "count_include_pad").value_or(false) ||
         getFlag(op, "include_padding_in_avg_computation").value_or(false) ||
         !getFlag(op, "exclude_pad").value_or(true);
}

/// Whether `pad` pads by the zero point of the tensor that `op`, a convolution,
/// reads. That is what it pads with.
static bool isZeroPoint(Operation *op, PadOp pad) {
  bool isTosa = op->getName().getDialectNamespace() == "tosa";
  unsigned operand = isTosa ? 3 : 2;
  // QLinearConv always has this operand, and ConvInteger may omit it.
  if (op->getNumOperands() <= operand ||
      isa<NoneType>(op->getOperand(operand).getType()))
    return isZero(pad);
  DenseElementsAttr point = getConstantTensor(op->getOperand(operand));
  return point && point.isSplat() && isPaddedBy(pad, getElement(point, 0));
}

static bool padsWithZero(Operation *op) {
  double number;
  auto value = op->getAttrOfType<StringAttr>("pad_value");
  return value && !value.getValue().trim().getAsDouble(number) && number == 0;
}

/// Whether no weight of `op`, a convolution, makes more than a zero of a zero.
static bool hasFiniteWeights(Operation *op) {
  Value weights = op->getOperand(1);
  if (!isa<FloatType>(getElementTypeOrSelf(weights.getType())))
    return true;
  auto numbers =
      dyn_cast_if_present<DenseFPElementsAttr>(getConstantTensor(weights));
  return numbers && llvm::all_of(numbers, [](const APFloat &number) {
           return number.isFinite();
         });
}

/// Whether `pad` pads by the initial value of `op`, a
/// `stablehlo.reduce_window`.
static bool isInitial(Operation *op, PadOp pad) {
  Value initial = op->getOperand(1);
  if (DenseElementsAttr constant = getConstantTensor(initial))
    return isPaddedBy(pad, getElement(constant, 0));
  auto extract = pad.getValue()
                     ? pad.getValue().getDefiningOp<tensor::ExtractOp>()
                     : tensor::ExtractOp();
  return extract && extract.getTensor() == initial;
}

/// Why `op`, which reads windows as `window` says, pads with something else
/// than `pad` does, or at other places; empty if it does not.
static StringRef explainWindow(Operation *op, Window window, PadOp pad) {
  if (window == Window::Implied)
    return "the padding of the node follows from the extents";
  if (!pad.isConstantPad())
    return "the pad is not constant";
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
    // The maximum without NaNs of a window of NaNs would be its padding.
    if (auto pool = dyn_cast<tosa::MaxPool2dOp>(op))
      if (pool.getNanMode() != tosa::NanPropagationMode::PROPAGATE)
        return "the node ignores NaNs";
    return isLeast(pad) ? "" : "the node ignores its padding";
  case Window::QuantizedSum:
    return isZeroPoint(op, pad) ? ""
                                : "the padding of the node is its zero point";
  case Window::TransposedSum:
    if (!isZeroPoint(op, pad))
      return "the padding of the node is its zero point";
    return hasFiniteWeights(op) ? "" : "its weights are not known to be finite";
  case Window::Binary:
    return isZero(pad) && padsWithZero(op) ? ""
                                           : "the padding of the node is "
                                             "another number";
  case Window::Initial:
    if (op->getNumOperands() != 2)
      return "the node reduces several tensors";
    return isInitial(op, pad) ? ""
                              : "the padding of the node is its initial value";
  case Window::Implied:
    break;
  }
  llvm_unreachable("every kind of windows is handled");
}

bool mlir::pad::readsWindows(PadReader reader) {
  auto [op, padded] = reader;
  // Other operands are weights, or positions.
  return getWindow(op) && op->getNumOperands() != 0 &&
         op->getOperand(0) == padded &&
         !llvm::is_contained(op->getOperands().drop_front(), padded);
}

void mlir::pad::addReaders(Value value, SmallVectorImpl<PadReader> &readers) {
  for (Operation *user : value.getUsers()) {
    if (isa<tensor::CastOp, UnrealizedConversionCastOp>(user) &&
        user->getNumResults() == 1 && user->getNumOperands() == 1)
      addReaders(user->getResult(0), readers);
    else
      readers.emplace_back(user, value);
  }
}

/// Whether a verifier that looks at static extents only, as those of TOSA do,
/// sees as many of `source` as of `padded`.
static bool hasSameStaticAxes(Type source, Type padded) {
  auto from = cast<RankedTensorType>(source);
  auto to = dyn_cast<RankedTensorType>(padded);
  return to &&
         llvm::equal(from.getShape(), to.getShape(), [](int64_t a, int64_t b) {
           return ShapedType::isDynamic(a) == ShapedType::isDynamic(b);
         });
}

std::optional<AttributeChanges>
mlir::pad::takePadOver(PadReader reader, PadOp pad, std::string &reason) {
  auto [op, padded] = reader;
  reason = readsWindows(reader) ? explainWindow(op, *getWindow(op), pad)
                                : "the node has no padding of its own";
  if (reason.empty() && op->isRegistered() &&
      !hasSameStaticAxes(pad.getSourceType(), padded.getType()))
    reason = "other extents would be static";
  if (!reason.empty())
    return std::nullopt;
  std::optional<OwnPadding> own = OwnPadding::read(op, pad.getRank(), reason);
  if (own)
    reason = own->add(pad);
  if (!reason.empty())
    return std::nullopt;
  return own->getAttributes();
}
