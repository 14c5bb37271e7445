//===- PadToOnnx.cpp - Pads to ONNX ---------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The operators are those of https://onnx.ai/onnx/operators: Pad, Slice,
// Concat, Tile, Expand, Reshape and Constant, from opset 13 on.
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/BackEnd.h"
#include "Pad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::pad {
#define GEN_PASS_DEF_CONVERTPADTOONNX
#include "Pad/Conversion/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

using Kind = RecipeStep::Kind;

namespace {
class OnnxBackEnd : public BackEnd {
public:
  explicit OnnxBackEnd(const ConvertPadToOnnxOptions &options)
      : options(options) {}

  StringRef getName() const override { return "ONNX"; }
  StringRef getDialect() const override { return "onnx"; }

  BackEndTraits getTraits() const override {
    BackEndTraits traits;
    traits.padCrops = traits.padsAtRunTime = traits.hasEmptyTensors = true;
    traits.sliceCropsEnd = traits.sliceReverses = true;
    traits.maxPieces = options.maxPieces;
    if (options.padModes)
      traits.padModes = {PadMode::Edge, PadMode::Reflect};
    // Pad-19 brought it.
    if (options.padModes && (options.opset == 0 || options.opset >= 19))
      traits.padModes.push_back(PadMode::Wrap);
    return traits;
  }

  std::string explainElementType(Type type) const override;
  Value emitPadding(OpBuilder &builder, PadOp op) const override;
  Value emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
             ValueRange operands,
             function_ref<Value()> getPadding) const override;

private:
  ConvertPadToOnnxOptions options;
};
} // namespace

/// The types of Slice-13, which later opsets have, too, and of Pad-13.
std::string OnnxBackEnd::explainElementType(Type type) const {
  if (isa<quant::QuantizedType>(type))
    return "which are integers in ONNX; pad the storage "
           "(--pad-quantized-to-storage)";
  bool hasType = type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  if (auto complexType = dyn_cast<ComplexType>(type))
    hasType = complexType.getElementType().isF32() ||
              complexType.getElementType().isF64();
  else if (auto integer = dyn_cast<IntegerType>(type))
    hasType = integer.isSignlessInteger(1) ||
              (!integer.isSigned() &&
               llvm::is_contained({8, 16, 32, 64}, integer.getWidth()));
  return hasType ? "" : "which ONNX's Slice-13 does not have; bitcast them";
}

static Value emitConstant(OpBuilder &builder, Location loc,
                          DenseElementsAttr value) {
  return createForeignOp(builder, loc, "onnx.Constant",
                         cast<RankedTensorType>(value.getType()), {},
                         builder.getNamedAttr("value", value));
}

/// A list of numbers as an operand.
static Value emitList(OpBuilder &builder, Location loc,
                      ArrayRef<int64_t> numbers) {
  return emitConstant(builder, loc, builder.getI64TensorAttr(numbers));
}

Value OnnxBackEnd::emitPadding(OpBuilder &builder, PadOp op) const {
  if (DenseElementsAttr constant = getConstantPadding(op, {}))
    return emitConstant(builder, op.getLoc(), constant);
  return emitPaddingTensor(builder, op, {});
}

/// One Slice, whose negative numbers count from the end. Those that are out of
/// range mean the end, or, backwards, the beginning.
static Value emitSlice(OpBuilder &builder, Location loc, const RecipeStep &step,
                       Value operand) {
  SmallVector<int64_t> starts, ends, axes, steps;
  for (auto [axis, slice] : llvm::enumerate(step.slices)) {
    bool isBackwards = static_cast<int64_t>(axis) == step.axis;
    if (slice.isWhole() && !isBackwards)
      continue;
    auto [begin, end] = slice;
    int64_t first = begin.isFromEnd ? -begin.offset : begin.offset;
    int64_t last = end.isFromEnd ? -end.offset : end.offset;
    bool endsAtEnd = end.isFromEnd && end.offset == 0;
    bool beginsAtBegin = !begin.isFromEnd && begin.offset == 0;
    axes.push_back(axis);
    steps.push_back(isBackwards ? -1 : 1);
    if (isBackwards) {
      starts.push_back(last - 1);
      ends.push_back(beginsAtBegin ? INT64_MIN : first - 1);
    } else {
      starts.push_back(first);
      ends.push_back(endsAtEnd ? INT64_MAX : last);
    }
  }
  SmallVector<Value> operands = {operand, emitList(builder, loc, starts),
                                 emitList(builder, loc, ends),
                                 emitList(builder, loc, axes)};
  if (step.axis >= 0)
    operands.push_back(emitList(builder, loc, steps));
  return createForeignOp(builder, loc, "onnx.Slice", step.type, operands);
}

/// A Pad by `pads`, the low ones and then the high ones.
static Value emitPad(OpBuilder &builder, Location loc, const RecipeStep &step,
                     Value operand, Value pads,
                     function_ref<Value()> getPadding) {
  SmallVector<Value> inputs = {operand, pads};
  if (step.mode == PadMode::Constant)
    inputs.push_back(getPadding());
  // ONNX names these modes as the dialect does.
  StringRef mode = stringifyPadMode(step.mode);
  return createForeignOp(
      builder, loc, "onnx.Pad", step.type, inputs,
      builder.getNamedAttr("mode", builder.getStringAttr(mode)));
}

Value OnnxBackEnd::emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
                        ValueRange operands,
                        function_ref<Value()> getPadding) const {
  Location loc = op.getLoc();
  Value operand = operands.empty() ? Value() : operands.front();
  switch (step.kind) {
  case Kind::Pad: {
    SmallVector<int64_t> pads = collect(step.pads, &PadAxis::low);
    llvm::append_range(pads, collect(step.pads, &PadAxis::high));
    return emitPad(builder, loc, step, operand, emitList(builder, loc, pads),
                   getPadding);
  }
  case Kind::RunTimePad: {
    SmallVector<OpFoldResult> pads = op.getMixedLow();
    llvm::append_range(pads, op.getMixedHigh());
    return emitPad(builder, loc, step, operand, emitNumbers(builder, loc, pads),
                   getPadding);
  }
  case Kind::Slice:
    return emitSlice(builder, loc, step, operand);
  case Kind::Concat: {
    IntegerAttr axis = builder.getIntegerAttr(
        builder.getIntegerType(64, /*isSigned=*/true), step.axis);
    return createForeignOp(builder, loc, "onnx.Concat", step.type, operands,
                           builder.getNamedAttr("axis", axis));
  }
  case Kind::Tile: {
    SmallVector<int64_t> counts(step.type.getRank(), 1);
    counts[step.axis] = step.count;
    bool isElement = step.type.getDimSize(step.axis) == step.count;
    return createForeignOp(builder, loc,
                           isElement ? "onnx.Expand" : "onnx.Tile", step.type,
                           {operand, emitList(builder, loc, counts)});
  }
  case Kind::Reshape: {
    SmallVector<int64_t> shape =
        llvm::map_to_vector(step.type.getShape(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? int64_t(-1) : extent;
        });
    return createForeignOp(builder, loc, "onnx.Reshape", step.type,
                           {operand, emitList(builder, loc, shape)});
  }
  case Kind::Fill:
    return createForeignOp(
        builder, loc, "onnx.Expand", step.type,
        {getPadding(), emitList(builder, loc, step.type.getShape())});
  case Kind::Source:
  case Kind::Reverse:
    break;
  }
  llvm_unreachable("no recipe for ONNX has this step");
}

/// The least opset that an op around or below `root` states; 0 if none does.
static int64_t findOpset(Operation *root) {
  int64_t least = 0;
  auto read = [&](Operation *op) {
    auto opset = op->getAttrOfType<IntegerAttr>("onnx.opset_version");
    if (!opset)
      return;
    int64_t number = opset.getValue().trySExtValue().value_or(INT64_MAX);
    least = least == 0 ? number : std::min(least, number);
  };
  for (Operation *op = root->getParentOp(); op; op = op->getParentOp())
    read(op);
  root->walk(read);
  return least;
}

namespace {
struct ConvertPadToOnnx
    : BackEndPass<pad::impl::ConvertPadToOnnxBase<ConvertPadToOnnx>> {
  using BackEndPass::BackEndPass;

  std::shared_ptr<const BackEnd> createBackEnd() override {
    Operation *root = getOperation();
    ConvertPadToOnnxOptions options;
    options.opset = opset == 0 ? findOpset(root) : opset;
    options.padModes = padModes;
    options.maxPieces = maxPieces;
    if (options.opset != 0 && (options.opset < 13 || options.opset > 25)) {
      root->emitError() << "the opset is " << options.opset
                        << ", but must be 13 to 25; convert the model, or give "
                           "option 'opset'";
      return nullptr;
    }
    return std::make_shared<OnnxBackEnd>(options);
  }
};
} // namespace

void mlir::pad::populatePadToOnnxPatterns(
    RewritePatternSet &patterns, const ConvertPadToOnnxOptions &options) {
  populatePadToBackEndPatterns(patterns,
                               std::make_shared<OnnxBackEnd>(options));
}
