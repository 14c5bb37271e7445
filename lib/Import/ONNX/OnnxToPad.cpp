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
  if (node->getType() == "CenterCropPad")
    return ImportResult::refused(
        "no exporter is known that writes it; give its pads to a Pad");
  if (node->getType() == "Pad")
    return usesItself ? ImportResult::refused("an operand is its own result")
                      : convertOnnxPadNode(*node, rewriter);
  if (usesItself || !llvm::is_contained({"Compress", "Concat", "Gather",
                                         "Reshape", "Slice", "Tile"},
                                        node->getType()))
    return ImportResult::notAPad();
  // Vectors of i64 may be the pads or the shape that another node reads.
  RankedTensorType type = kOnnxMoves.getTensorType(op->getResult(0));
  if (!type || (type.getRank() < 2 && type.getElementType().isInteger(64)))
    return ImportResult::notAPad();
  return convertMovesToPad(op, kOnnxMoves, rewriter);
}
