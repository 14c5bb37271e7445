//===- PadToOnnx.cpp - Pads to ONNX ---------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The operators are those of https://onnx.ai/onnx/operators: Pad, Slice,
// Concat, Tile, Expand, Reshape and Constant, and where run time computes
// positions, Gather, Shape and arithmetic. The pass makes those from opset 13
// on; models of older ones are rewritten (`pad-translate --rewrite-onnx`).
//
//===----------------------------------------------------------------------===//

#include "OnnxOps.h"
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

/// The first opsets with lists of integers as constants, with a `Slice` that
/// has steps, and with a `Mod` of integers.
static constexpr int64_t kFirstIntegers = 9, kFirstSteps = 10, kFirstMod = 10;

/// The most tensors that take the place of an op that an opset does not have.
static constexpr int64_t kMostParts = 1024;

/// The most elements of a border whose positions run time computes.
static constexpr int64_t kMostComputed = 1 << 16;

namespace {
class OnnxBackEnd : public BackEnd {
public:
  OnnxBackEnd(int64_t opset, bool padModes, int64_t maxPieces)
      : BackEnd("ONNX", "onnx", maxPieces),
        opset(opset == 0 ? INT64_MAX : opset) {
    traits.padCrops = traits.padsAtRunTime = traits.hasEmptyTensors = true;
    traits.sliceCropsEnd = traits.sliceBeginsFromEnd = true;
    traits.sliceClamps = true;
    traits.sliceReverses = this->opset >= kFirstSteps;
    traits.computesPositions = true;
    if (padModes)
      traits.padModes = {PadMode::Edge, PadMode::Reflect};
    // Pad-19 brought it.
    if (padModes && this->opset >= 19)
      traits.padModes.push_back(PadMode::Wrap);
  }

  std::string explainElementType(Type type) const override;
  std::string explainStep(const PadRecipe &recipe,
                          const RecipeStep &step) const override;
  Value emitPadding(OpBuilder &builder, PadOp op) const override;
  Value emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
             ValueRange operands,
             function_ref<Value()> getPadding) const override;

private:
  Value emitSlice(OpBuilder &builder, Location loc, const RecipeStep &step,
                  Value operand) const;
  Value emitReverse(OpBuilder &builder, Location loc, const RecipeStep &step,
                    Value operand) const;
  Value emitTile(OpBuilder &builder, Location loc, const RecipeStep &step,
                 Value operand) const;

  int64_t opset;
};
} // namespace

/// The types of Slice-13, which later opsets have, too, and of Pad-13. Strings
/// are pointers here.
std::string OnnxBackEnd::explainElementType(Type type) const {
  if (isa<quant::QuantizedType>(type))
    return "which are integers in ONNX; pad the storage "
           "(--pad-quantized-to-storage)";
  bool hasType = type.isF16() || type.isBF16() || type.isF32() ||
                 type.isF64() || isa<LLVM::LLVMPointerType>(type);
  if (auto complexType = dyn_cast<ComplexType>(type))
    hasType = complexType.getElementType().isF32() ||
              complexType.getElementType().isF64();
  else if (auto integer = dyn_cast<IntegerType>(type))
    hasType = integer.isSignlessInteger(1) ||
              (!integer.isSigned() &&
               llvm::is_contained({8, 16, 32, 64}, integer.getWidth()));
  return hasType ? "" : "which ONNX's Slice-13 does not have; bitcast them";
}

std::string OnnxBackEnd::explainStep(const PadRecipe &recipe,
                                     const RecipeStep &step) const {
  if (readsPadding(recipe, step) &&
      isa<LLVM::LLVMPointerType>(step.type.getElementType()))
    return "it needs a padding value, which is no pointer in ONNX; pad in "
           "another mode";
  std::string axis = ("axis " + Twine(step.axis)).str();
  std::string convert = "; convert the model to opset ";
  // Other ops take the place of those that older opsets do not have.
  int64_t parts = 0, first = kFirstIntegers;
  if (step.kind == Kind::Tile && opset < kFirstIntegers)
    parts = step.count;
  if (step.kind == Kind::Reverse) {
    parts = step.type.getDimSize(step.axis);
    first = kFirstSteps;
  }
  if (ShapedType::isDynamic(parts) || parts > kMostParts)
    return (axis + " would be more than " + Twine(kMostParts) +
            " tensors in opset " + Twine(opset) + convert + Twine(first))
        .str();
  if (step.kind != Kind::Computed)
    return "";
  if (opset < kFirstMod)
    return ("the extent of " + axis + " is known only at run time, and opset " +
            Twine(opset) +
            " has no Mod to compute with it; state the extent, or convert "
            "the model to opset " +
            Twine(kFirstMod))
        .str();
  const PadAxis &pad = step.pads[step.axis];
  if (std::max(pad.low, pad.high) <= kMostComputed)
    return "";
  return ("the extent of " + axis +
          " is known only at run time, and its pads " + Twine(pad.low) +
          " and " + Twine(pad.high) + " exceed " + Twine(kMostComputed) +
          "; state the extent, or pad less")
      .str();
}

Value OnnxBackEnd::emitPadding(OpBuilder &builder, PadOp op) const {
  if (DenseElementsAttr constant = getConstantPadding(op, {}))
    return emitOnnxConstant(builder, op.getLoc(), constant);
  return emitPaddingTensor(builder, op, {});
}

/// One Slice, whose negative numbers count from the end. Those that are out of
/// range mean the end, or, backwards, the beginning.
Value OnnxBackEnd::emitSlice(OpBuilder &builder, Location loc,
                             const RecipeStep &step, Value operand) const {
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
  if (opset < kFirstSteps)
    return createForeignOp(
        builder, loc, "onnx.Slice", step.type, operand,
        {builder.getNamedAttr("axes", builder.getI64ArrayAttr(axes)),
         builder.getNamedAttr("ends", builder.getI64ArrayAttr(ends)),
         builder.getNamedAttr("starts", builder.getI64ArrayAttr(starts))});
  SmallVector<Value> operands = {operand, emitOnnxList(builder, loc, starts),
                                 emitOnnxList(builder, loc, ends),
                                 emitOnnxList(builder, loc, axes)};
  if (step.axis >= 0)
    operands.push_back(emitOnnxList(builder, loc, steps));
  return createForeignOp(builder, loc, "onnx.Slice", step.type, operands);
}

/// A Concat of slices of one element each.
Value OnnxBackEnd::emitReverse(OpBuilder &builder, Location loc,
                               const RecipeStep &step, Value operand) const {
  RecipeStep part;
  part.slices.resize(step.type.getRank());
  SmallVector<int64_t> shape(step.type.getShape());
  int64_t extent = std::exchange(shape[step.axis], 1);
  part.type = step.type.clone(shape);
  SmallVector<Value> parts;
  for (int64_t end = extent; end > 0; --end) {
    part.slices[step.axis] = {{end - 1, false}, {end, false}};
    parts.push_back(emitSlice(builder, loc, part, operand));
  }
  return emitOnnxConcat(builder, loc, step.type, parts, step.axis);
}

/// An Expand of one element, a Tile, or a Concat.
Value OnnxBackEnd::emitTile(OpBuilder &builder, Location loc,
                            const RecipeStep &step, Value operand) const {
  if (opset < kFirstIntegers)
    return emitOnnxConcat(builder, loc, step.type,
                          SmallVector<Value>(step.count, operand), step.axis);
  SmallVector<int64_t> counts(step.type.getRank(), 1);
  counts[step.axis] = step.count;
  bool isElement = step.type.getDimSize(step.axis) == step.count;
  return createForeignOp(builder, loc, isElement ? "onnx.Expand" : "onnx.Tile",
                         step.type,
                         {operand, emitOnnxList(builder, loc, counts)});
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
    return emitPad(builder, loc, step, operand,
                   emitOnnxList(builder, loc, pads), getPadding);
  }
  case Kind::RunTimePad: {
    SmallVector<OpFoldResult> pads = op.getMixedLow();
    llvm::append_range(pads, op.getMixedHigh());
    return emitPad(builder, loc, step, operand, emitNumbers(builder, loc, pads),
                   getPadding);
  }
  case Kind::Slice:
    return emitSlice(builder, loc, step, operand);
  case Kind::Concat:
    return emitOnnxConcat(builder, loc, step.type, operands, step.axis);
  case Kind::Reverse:
    return emitReverse(builder, loc, step, operand);
  case Kind::Tile:
    return emitTile(builder, loc, step, operand);
  case Kind::Computed:
    return emitComputedBorders(builder, loc, step, operand, opset);
  case Kind::Reshape: {
    SmallVector<int64_t> shape =
        llvm::map_to_vector(step.type.getShape(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? int64_t(-1) : extent;
        });
    return createForeignOp(builder, loc, "onnx.Reshape", step.type,
                           {operand, emitOnnxList(builder, loc, shape)});
  }
  case Kind::Fill:
    return createForeignOp(
        builder, loc, "onnx.Expand", step.type,
        {getPadding(), emitOnnxList(builder, loc, step.type.getShape())});
  case Kind::Source:
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
    int64_t version = opset == 0 ? findOpset(root) : opset;
    if (version == 0 || (version >= 13 && version <= 25))
      return createOnnxBackEnd(version, padModes, maxPieces);
    root->emitError() << "the opset is " << version
                      << ", but must be 13 to 25; convert the model, or give "
                         "option 'opset'";
    return nullptr;
  }
};
} // namespace

std::shared_ptr<const BackEnd>
mlir::pad::createOnnxBackEnd(int64_t opset, bool padModes, int64_t maxPieces) {
  return std::make_shared<OnnxBackEnd>(opset, padModes, maxPieces);
}

void mlir::pad::populatePadToOnnxPatterns(
    RewritePatternSet &patterns, const ConvertPadToOnnxOptions &options) {
  populatePadToBackEndPatterns(
      patterns,
      createOnnxBackEnd(options.opset, options.padModes, options.maxPieces));
}
