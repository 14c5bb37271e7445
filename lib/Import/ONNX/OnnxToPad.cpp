//===- OnnxToPad.cpp - ONNX nodes that pad to pad.pad ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxPad.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// CenterCropPad
//
// It gives each axis a stated extent: of what an axis lacks or has too much,
// half is at its low end, rounded towards zero, and the rest at its high end.
// That is a constant pad, with negative pads where it crops:
// https://github.com/onnx/onnx/blob/main/docs/Operators.md#CenterCropPad
//===----------------------------------------------------------------------===//

/// Reads the axes that `node` changes, of `rank`. Says why that is not
/// possible; empty if it was.
static std::string readAxes(const OnnxNode &node, int64_t rank,
                            SmallVectorImpl<int64_t> &axes) {
  Attribute attribute = node.getAttr("axes");
  if (!attribute) {
    llvm::append_range(axes, llvm::seq(rank));
    return "";
  }
  std::optional<SmallVector<int64_t>> given = readIntegers(attribute);
  if (!given)
    return "attribute 'axes' is no list of integers";
  for (int64_t number : *given) {
    std::optional<int64_t> axis = normalizeIndex(number, rank);
    if (!axis)
      return "'axes' has " + std::to_string(number) +
             ", but 'input_data' has rank " + std::to_string(rank);
    axes.push_back(*axis);
    if (llvm::is_contained(ArrayRef(axes).drop_back(), axes.back()))
      return "'axes' has axis " + std::to_string(axes.back()) +
             " more than once";
  }
  return "";
}

/// The pads that give axis `axis` of `source` the extent `target`.
static std::pair<OpFoldResult, OpFoldResult>
createPads(OpBuilder &builder, Location loc, Value source, int64_t axis,
           OpFoldResult target) {
  ArithContext m{builder, loc};
  ArithValue missing =
      m.value(target) -
      m.value(tensor::getMixedSize(builder, loc, source, axis));
  ArithValue low = sdiv(missing, 2);
  return {getAsOpFoldResult(low), getAsOpFoldResult(missing - low)};
}

ImportResult mlir::pad::convertOnnxCenterCropPad(const OnnxNode &node,
                                                 RewriterBase &rewriter) {
  Operation *op = node.getOp();
  Value source = node.getInput(0), shape = node.getInput(1);
  if (op->getNumResults() != 1 || !source || !shape)
    return ImportResult::refused(
        "it does not have operands 'input_data' and 'shape' and one result");
  RankedTensorType sourceType = getOnnxTensorType(source.getType());
  if (!sourceType)
    return ImportResult::open("'input_data' has type " +
                              llvm::to_string(source.getType()) +
                              ", of which the rank is not known");
  SmallVector<int64_t> axes;
  int64_t rank = sourceType.getRank();
  if (std::string reason = readAxes(node, rank, axes); !reason.empty())
    return ImportResult::refused(reason);
  IntegerTensors tensors(readOnnxIntegers, getOnnxTensorType);
  tensors.assumeShape(shape, {int64_t(axes.size())});
  IntegerTensors::Result targets = tensors.analyse(shape);
  if (!targets)
    return ImportResult::open("'shape' cannot be evaluated: " +
                              tensors.getReason());
  if (targets->shape.size() != 1 || targets->elements.size() != axes.size())
    return ImportResult::refused(
        "'shape' has " + Twine(targets->elements.size()) + " elements, but " +
        Twine(axes.size()) + " axes are cropped or padded");

  ImportedPad pad;
  pad.setMode(PadMode::Constant);
  pad.low.assign(rank, rewriter.getIndexAttr(0));
  pad.high = pad.low;
  SmallVector<int64_t> extents(sourceType.getShape());
  for (auto [axis, element] : llvm::zip_equal(axes, targets->elements)) {
    std::optional<int64_t> target = getConstant(element);
    if (target && *target < 0)
      return ImportResult::refused("'shape' has " + Twine(*target) +
                                   " for axis " + Twine(axis) +
                                   ", but must have extents of at least 0");
    bool isKnown = target && ShapedType::isStatic(extents[axis]);
    int64_t missing = isKnown ? *target - extents[axis] : 0;
    pad.low[axis] = isKnown ? OpFoldResult(rewriter.getIndexAttr(missing / 2))
                            : OpFoldResult();
    pad.high[axis] =
        isKnown ? OpFoldResult(rewriter.getIndexAttr(missing - missing / 2))
                : OpFoldResult();
    extents[axis] = target.value_or(ShapedType::kDynamic);
  }
  auto resultType = RankedTensorType::get(extents, sourceType.getElementType());
  std::string reason = explainInvalidPad(sourceType, resultType, pad);
  if (reason.empty())
    reason = explainOtherResult(node, resultType);
  if (!reason.empty())
    return ImportResult::refused(reason);

  Location loc = op->getLoc();
  source = createBridge(rewriter, loc, sourceType, source);
  SmallVector<OpFoldResult> numbers =
      tensors.emit(rewriter, loc, targets->elements);
  for (auto [axis, target] : llvm::zip_equal(axes, numbers))
    if (!pad.low[axis])
      std::tie(pad.low[axis], pad.high[axis]) =
          createPads(rewriter, loc, source, axis, target);
  replaceOnnxNode(node,
                  createImportedPad(rewriter, loc, source, resultType, pad),
                  rewriter);
  return ImportResult::converted();
}

//===----------------------------------------------------------------------===//
// All nodes
//===----------------------------------------------------------------------===//

std::string mlir::pad::explainOtherResult(const OnnxNode &node,
                                          RankedTensorType type) {
  Type claimed = node.getOp()->getResult(0).getType();
  if (RankedTensorType ranked = getOnnxTensorType(claimed))
    claimed = ranked;
  if (!isa<TensorType>(claimed))
    return "its result has type " + llvm::to_string(claimed) +
           ", which is no tensor of known elements";
  if (tensor::CastOp::areCastCompatible(type, claimed))
    return "";
  return "its result is of type " + llvm::to_string(type) +
         ", but the node claims " + llvm::to_string(claimed);
}

void mlir::pad::replaceOnnxNode(const OnnxNode &node, Value value,
                                RewriterBase &rewriter) {
  Operation *op = node.getOp();
  Location loc = op->getLoc();
  Type claimed = op->getResult(0).getType();
  Type tensor = claimed;
  if (!isa<TensorType>(claimed))
    tensor = getOnnxTensorType(claimed);
  if (value.getType() != tensor)
    value = tensor::CastOp::create(rewriter, loc, tensor, value);
  value = createBridge(rewriter, loc, claimed, value);
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(op, value);
  eraseUnused(rewriter, operands, isOnnxShapeArithmetic);
}

ImportResult mlir::pad::convertOnnxToPad(Operation *op,
                                         RewriterBase &rewriter) {
  std::optional<OnnxNode> node = OnnxNode::get(op);
  if (!node)
    return ImportResult::notAPad();
  rewriter.setInsertionPoint(op);
  // In a region without dominance.
  bool usesItself = llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getDefiningOp() == op;
  });
  bool isPad = node->getType() == "Pad",
       isCenterCropPad = node->getType() == "CenterCropPad";
  if (usesItself && (isPad || isCenterCropPad))
    return ImportResult::refused("an operand is its own result");
  if (usesItself)
    return ImportResult::notAPad();
  if (isPad)
    return convertOnnxPadNode(*node, rewriter);
  if (isCenterCropPad)
    return convertOnnxCenterCropPad(*node, rewriter);
  if (!llvm::is_contained(
          {"Compress", "Concat", "Gather", "Reshape", "Slice", "Tile"},
          node->getType()))
    return ImportResult::notAPad();
  // Vectors of i64 may be the pads or the shape that another node reads.
  RankedTensorType type = kOnnxMoves.getTensorType(op->getResult(0));
  if (!type || (type.getRank() < 2 && type.getElementType().isInteger(64)))
    return ImportResult::notAPad();
  return convertMovesToPad(op, kOnnxMoves, rewriter);
}
