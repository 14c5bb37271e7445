//===- OnnxPad.h - Pads of ONNX models --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXPAD_H
#define PAD_LIB_IMPORT_ONNX_ONNXPAD_H

#include "OnnxNode.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/GraphPads.h"

namespace mlir {
namespace pad {

/// What a `Pad` node says, read before anything is created.
class OnnxPadReader : public GraphPad {
public:
  /// `node` outlives the reader.
  explicit OnnxPadReader(const OnnxNode &node)
      : GraphPad(node.getOp(), readOnnxIntegers, getTorchTensorType),
        node(node) {}

  /// Reads the node, or refuses it.
  void read();
  /// Whether it was refused because a type is not known.
  bool hasOpenType() const { return openType; }

  /// After `read`: the pads of every axis, as the node has them, that is,
  /// negative pads crop before the mode reads the source. What only run time
  /// knows is a value that `create` makes.
  const ImportedPad &getPad() const { return pad; }
  RankedTensorType getSourceType() const { return sourceType; }

  /// Creates what the node computes, once.
  PadOp create(OpBuilder &builder, Location loc);

private:
  void readMode();
  void readSource();
  void readPads();
  void readAxes();
  void readValue();
  /// Reads the padding value of a constant pad: the default of the element
  /// type, a constant, or a tensor of one element.
  void readConstantMode();
  /// The same of the attribute `value` of opsets 1 and 2, a float.
  void readValueAttribute(Attribute attribute);
  /// The same of a constant tensor or scalar.
  void readConstant(Attribute attribute);
  void checkCrops();
  void checkPad() {
    refuse(explainInvalidPad(
        sourceType, UnrankedTensorType::get(sourceType.getElementType()), pad));
  }
  /// Checks the type that the node states for its result.
  void checkResult();

  /// The number of axes that are padded, as far as it is known without the
  /// pads.
  std::optional<int64_t> countPaddedAxes() const;
  /// Sets the type of a source of which only the rank is known.
  void setUnknownShape(Type elementType, int64_t rank);

  /// The padding value; null for the default.
  Value createValue(OpBuilder &builder, Location loc) const;

  const OnnxNode &node;
  /// `low` of all axes that are padded, then `high`.
  IntegerTensor pads;
  bool openType = false;
};

/// Replaces the result of `node` by `value`, a tensor of a type that can be
/// cast to its type. What computed its operands stays, also if it was made for
/// `node` alone: an earlier pad may be a part of it.
void replaceOnnxNode(const OnnxNode &node, Value value, RewriterBase &rewriter);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXPAD_H
