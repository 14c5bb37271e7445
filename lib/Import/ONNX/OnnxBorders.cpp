//===- OnnxBorders.cpp - Borders as slices of the data --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A pad of a mode other than constant becomes the nodes that
// `--convert-pad-to-onnx` makes of it in the opset of the model. Some back ends
// have constant pads only, or wrong ones of other modes: ONNX Runtime (issues
// 21496 and 28022), TensorRT (issue 1019), coremltools (issue 855).
//
//===----------------------------------------------------------------------===//

#include "OnnxRewrite.h"
#include "Pad/Conversion/BackEnd.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The most operands of a concatenation; what repeats more often is tiled.
static constexpr int64_t kMostPieces = 16;

/// Creates the ops of the pad of `source` by `low` and `high` in the mode of
/// `pad`. Null, and the pad stays, if there are none.
static Value emitPad(OpBuilder &builder, OnnxModelPad &pad, Value source,
                     ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  auto op = PadOp::create(builder, pad.loc, source, pad.mode,
                          getAsIndexOpFoldResult(builder.getContext(), low),
                          getAsIndexOpFoldResult(builder.getContext(), high),
                          /*interior=*/{}, /*value=*/Value(),
                          /*periodic=*/pad.mode == PadMode::Reflect);
  std::shared_ptr<const BackEnd> backEnd =
      createOnnxBackEnd(*pad.opset, /*padModes=*/false, kMostPieces);
  PadRecipe recipe = getPadRecipe(op, *backEnd);
  if (recipe.refusal.empty() &&
      recipe.steps.back().kind == RecipeStep::Kind::Fill)
    recipe.refusal = "it reads nothing of its source, which is empty";
  if (!recipe.refusal.empty()) {
    pad.stay(recipe.refusal);
    return {};
  }
  Value result = emitRecipe(builder, op, recipe, *backEnd);
  op.erase();
  return result;
}

/// The ops that take the place of `pad`, of which the argument of `block` is
/// the source. Negative pads crop first.
static bool emitOps(Block &block, OnnxModelPad &pad) {
  OpBuilder builder(pad.loc.getContext());
  builder.setInsertionPointToEnd(&block);
  auto limit = [](ArrayRef<int64_t> pads, bool crops) {
    return llvm::map_to_vector(pads, [&](int64_t number) {
      return crops ? std::min<int64_t>(number, 0)
                   : std::max<int64_t>(number, 0);
    });
  };
  Value data = block.addArgument(pad.sourceType, pad.loc);
  for (bool crops : {true, false})
    if (data)
      data = emitPad(builder, pad, data, limit(pad.low, crops),
                     limit(pad.high, crops));
  return static_cast<bool>(data);
}

/// Writes the ops of `block`, whose argument has the name `source`, as nodes.
/// Returns the name of the last result.
static std::string writeNodes(Block &block, const std::string &source,
                              OnnxNodeBuilder &builder) {
  DenseMap<Value, std::string> names = {{block.getArgument(0), source}};
  std::string last = source;
  for (Operation &op : block) {
    SmallVector<std::string> inputs;
    for (Value operand : op.getOperands())
      inputs.push_back(names.lookup(operand));
    if (auto list = op.getAttrOfType<DenseIntElementsAttr>("value")) {
      last = builder.createConstant(llvm::to_vector(list.getValues<int64_t>()));
    } else if (!isa<tensor::CastOp>(op)) {
      SmallVector<onnx::AttributeProto> attributes;
      for (NamedAttribute attribute : op.getAttrs())
        attributes.push_back(
            makeOnnxAttribute(attribute.getName(), attribute.getValue()));
      last = builder.create(op.getName().stripDialect(), inputs, attributes);
    } else {
      last = inputs.front();
    }
    names[op.getResult(0)] = last;
  }
  return last;
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
    Block block;
    if (!emitOps(block, pad))
      continue;
    OnnxNodeBuilder builder(names, pad.node->output(0));
    std::string result = writeNodes(block, pad.node->input(0), builder);
    std::vector<onnx::NodeProto> nodes = builder.finish(*pad.node, result);
    pad.numNodes = nodes.size();
    pad.rewrite("becomes " + Twine(nodes.size()) +
                (nodes.size() == 1 ? " node" : " nodes"));
    edits.replaced[pad.node] = std::move(nodes);
  }
}
