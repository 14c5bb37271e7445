//===- TFLiteToPad.cpp - Pads of TFLite to pad.pad ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What PAD and PADV2 mean is what their common kernel does, which takes a
// padding value if it has a third input: tensorflow/lite/kernels/pad.cc. The
// limits of MIRROR_PAD are those that TensorFlow states:
// https://www.tensorflow.org/api_docs/python/tf/raw_ops/MirrorPad
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The quantization of one tensor, as kernels see it.
struct Quantization {
  bool isQuantized = false;
  /// Zero unless there is just one of each.
  float scale = 0;
  int64_t zeroPoint = 0;
  /// Why `zeroPoint` is not that of all elements, as a clause.
  std::string reason;
};
} // namespace

/// Reads entry `position` of the list `name` of `op`.
static Quantization getQuantization(Operation *op, StringRef name,
                                    unsigned position) {
  Quantization result;
  auto list = op->getAttrOfType<ArrayAttr>(name);
  auto entry = list && position < list.size()
                   ? dyn_cast<DictionaryAttr>(list[position])
                   : DictionaryAttr();
  if (!entry || entry.empty())
    return result;
  result.isQuantized = true;
  auto scales = entry.getAs<DenseF32ArrayAttr>("scale");
  auto zeroPoints = entry.getAs<DenseI64ArrayAttr>("zero_point");
  if (entry.get("custom") || !scales || !zeroPoints) {
    result.reason = "is quantized in a way of its own, without a zero point";
  } else if (scales.size() == 1 && zeroPoints.size() == 1) {
    result.scale = scales[0];
    result.zeroPoint = zeroPoints[0];
  } else if (llvm::any_of(zeroPoints.asArrayRef(),
                          [](int64_t point) { return point != 0; })) {
    result.reason = "is quantized along an axis, with several zero points";
  }
  return result;
}

/// Whether the kernel pads elements of `type` with a zero point, if they are
/// quantized. It pads others with zero, whatever their quantization is.
static bool hasZeroPoint(Type type) {
  return type.isUnsignedInteger(8) || type.isSignlessInteger(8) ||
         type.isSignlessInteger(16);
}

/// Whether the kernel asks how elements of `type` are quantized: those without
/// a sign always, and others where the input is quantized.
static bool usesQuantization(Operation *op, Type type) {
  return hasZeroPoint(type) &&
         (type.isUnsignedInteger() ||
          getQuantization(op, "operand_quantization", 0).isQuantized);
}

/// Makes `pad`, which `op` is, pad with what its kernel takes where no value is
/// given: the zero point of the result, or zero.
static void readZeroPoint(Operation *op, GraphPad &pad) {
  Type type = pad.getElementType();
  if (!hasZeroPoint(type))
    return;
  Quantization result = getQuantization(op, "result_quantization", 0);
  if (!result.reason.empty())
    return pad.refuse("its result " + result.reason +
                      "; give constant_values (PADV2)");
  int64_t zeroPoint = result.zeroPoint;
  // Older kernels do not look at the input.
  if (zeroPoint != 0 && !usesQuantization(op, type))
    return pad.refuse("its result has zero point " + Twine(zeroPoint) +
                      ", but its input is not quantized, and versions of "
                      "TFLite pad that with the zero point or with 0; give "
                      "constant_values (PADV2)");
  unsigned width = type.getIntOrFloatBitWidth();
  if (type.isUnsignedInteger()
          ? zeroPoint < 0 || !llvm::isUIntN(width, zeroPoint)
          : !llvm::isIntN(width, zeroPoint))
    return pad.refuse("the zero point " + Twine(zeroPoint) +
                      " of its result is no number of type " +
                      llvm::to_string(type));
  if (zeroPoint != 0)
    pad.setValue(
        IntegerAttr::get(type, APInt(width, zeroPoint, /*isSigned=*/true,
                                     /*implicitTrunc=*/true)));
}

/// Refuses `constant_values` that are quantized otherwise than the result of
/// `op`, as the kernel does.
static void checkQuantization(Operation *op, GraphPad &pad) {
  Quantization result = getQuantization(op, "result_quantization", 0);
  Quantization value = getQuantization(op, "operand_quantization", 2);
  for (const Quantization *one : {&result, &value})
    if (!one->reason.empty())
      return pad.refuse(
          (one == &result ? "its result " : "input 'constant_values' ") +
          one->reason);
  auto describe = [](const Quantization &one) {
    return llvm::to_string(llvm::format("scale %g and zero point %lld",
                                        one.scale,
                                        static_cast<long long>(one.zeroPoint)));
  };
  if (value.scale != result.scale || value.zeroPoint != result.zeroPoint)
    pad.refuse("input 'constant_values' has " + describe(value) +
               ", but the result has " + describe(result) +
               "; quantize both in the same way");
}

/// Reads `paddings`, which has a row `low, high` for each axis.
static void readPaddings(Operation *op, GraphPad &pad) {
  Value paddings = op->getOperand(1);
  auto type = dyn_cast<TensorType>(paddings.getType());
  std::string typeText =
      "input 'paddings' has type " + llvm::to_string(paddings.getType());
  if (!type || !type.getElementType().isSignlessInteger())
    return pad.refuse(typeText + ", but must be a tensor of signed integers");
  IntegerTensors &tensors = pad.getTensors();
  for (Value padded : {op->getOperand(0), Value(op->getResult(0))})
    if (auto ranked = dyn_cast<RankedTensorType>(padded.getType()))
      tensors.assumeShape(paddings, {ranked.getRank(), 2});
  IntegerTensors::Result rows = tensors.analyse(paddings);
  if (rows && (rows->shape.size() != 2 || rows->shape[1] != 2))
    return pad.refuse(typeText + ", but must have two numbers for each axis of "
                                 "the source (C1)");
  pad.setNumbers("paddings", rows, {&ImportedPad::low, &ImportedPad::high});
}

/// Makes the last input of `op`, which is named `name`, the padding value, and
/// refuses more or less than one element of the type that is padded.
static void readValue(Operation *op, StringRef name, GraphPad &pad) {
  Value value = op->getOperands().back();
  pad.setValue(value);
  Type elementType = pad.getElementType();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (elementType &&
      (!type || !type.hasStaticShape() || type.getNumElements() != 1 ||
       type.getElementType() != elementType))
    pad.refuse("input '" + name + "' has type " +
               llvm::to_string(value.getType()) +
               ", but must have one element of type " +
               llvm::to_string(elementType) + " (C3)");
}

static void readMode(Operation *op, GraphPad &pad) {
  auto text = op->getAttrOfType<StringAttr>("mode");
  if (!text)
    return pad.refuse(
        "it has no attribute 'mode', which is that of MirrorPadOptions");
  bool isReflect = text.getValue() == "REFLECT";
  if (!isReflect && text.getValue() != "SYMMETRIC")
    pad.refuse("attribute 'mode' is '" + text.getValue() +
               "', but must be REFLECT (0) or SYMMETRIC (1)");
  pad.setMode(isReflect ? PadMode::Reflect : PadMode::Symmetric);
}

/// Reads the `dilations` of a DILATE, which pads by one less between elements,
/// and by nothing at the ends.
static void readDilations(Operation *op, GraphPad &pad) {
  StringRef name = "dilations";
  Type index = IndexType::get(op->getContext());
  IntegerTensors &tensors = pad.getTensors();
  pad.setNumbers(name,
                 tensors.combine(ElementFunction::Subtract,
                                 tensors.cast(pad.readVector(1, name), index),
                                 tensors.getScalar(1, index)),
                 &ImportedPad::interior);
  for (auto [axis, number] : llvm::enumerate(pad.get(&ImportedPad::interior))) {
    std::optional<int64_t> interior = getConstantIntValue(number);
    if (interior && *interior < 0)
      pad.refuse("input 'dilations' has " + Twine(*interior + 1) +
                 " for axis " + Twine(axis) + ", but must have at least 1");
  }
  IntegerTensor none = tensors.getVector(
      SmallVector<int64_t>(pad.get(&ImportedPad::interior).size(), 0), index);
  for (GraphPad::List list : {&ImportedPad::low, &ImportedPad::high})
    pad.setNumbers(name, none, list);
}

/// Converts a STABLEHLO_PAD or a DILATE. Their kernels take the padding value
/// as it is: tensorflow/lite/kernels/stablehlo_pad.cc and dilate.cc.
static ImportResult convertInteriorPad(Operation *op, bool isDilate,
                                       RewriterBase &rewriter) {
  unsigned count = isDilate ? 3 : 2;
  if (op->getNumOperands() != count || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "TFLite", Twine(count));
  GraphPad pad(op);
  pad.setMode(PadMode::Constant);
  if (isDilate)
    readDilations(op, pad);
  for (auto [name, list] : kStablehloLists)
    if (!isDilate)
      pad.readAttribute(name, list);
  pad.readSource();
  pad.checkNumbers();
  readValue(op, "padding_value", pad);
  return pad.convert(isSharedArithmetic, rewriter);
}

ImportResult mlir::pad::convertTFLiteToPad(Operation *op,
                                           RewriterBase &rewriter) {
  StringRef name = op->getName().getStringRef();
  if (name == "tflite.DILATE" || name == "tflite.STABLEHLO_PAD")
    return convertInteriorPad(op, name == "tflite.DILATE", rewriter);
  bool isMirror = name == "tflite.MIRROR_PAD";
  if (!isMirror && name != "tflite.PAD" && name != "tflite.PADV2")
    return ImportResult::notAPad();
  unsigned count = op->getNumOperands();
  if (count < 2 || count > (isMirror ? 2 : 3) || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "TFLite", isMirror ? "2" : "2 or 3");
  GraphPad pad(op);
  pad.setMode(PadMode::Constant);
  if (isMirror)
    readMode(op, pad);
  if (!pad.isRefused())
    readPaddings(op, pad);
  pad.readSource();
  pad.checkLimits("paddings[:, 0]", "paddings[:, 1]", "mode",
                  "TFLite has no negative paddings; crop with SLICE");
  pad.checkNumbers();
  Type elementType = pad.getElementType();
  if (count == 3 && !isa<NoneType>(op->getOperand(2).getType())) {
    readValue(op, "constant_values", pad);
    if (elementType && usesQuantization(op, elementType))
      checkQuantization(op, pad);
  } else if (elementType && !isMirror) {
    readZeroPoint(op, pad);
  }
  return pad.convert(isSharedArithmetic, rewriter);
}
