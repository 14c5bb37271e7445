//===- OnnxPad.h - Pads of ONNX models --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXPAD_H
#define PAD_LIB_IMPORT_ONNX_ONNXPAD_H

#include "OnnxScalar.h"
#include "Pad/IR/PadOps.h"
#include "Pad/Import/ImportedPad.h"
#include "Pad/Import/PadImport.h"

namespace mlir {
namespace pad {

/// What a `Pad` node says, read before anything is created.
class OnnxPadReader {
public:
  /// `node` outlives the reader.
  explicit OnnxPadReader(const OnnxNode &node)
      : node(node), tensors(readOnnxIntegers, getOnnxTensorType) {}

  /// Reads the node; empty, or why it cannot be converted.
  std::string read();
  /// Whether `read` has failed because a type is not known.
  bool hasOpenType() const { return openType; }

  /// After `read`: the pads of every axis, as the node has them, that is,
  /// negative pads crop before the mode reads the source. What only run time
  /// knows is null.
  const ImportedPad &getPad() const { return staticPad; }
  /// After `read`: the type of the source.
  RankedTensorType getSourceType() const { return sourceType; }

  /// Creates what the node computes.
  PadOp create(OpBuilder &builder, Location loc);

private:
  std::string readMode();
  std::string readSource();
  std::string readPads();
  std::string readAxes();
  std::string explainCrops() const;

  /// The number of axes that are padded, as far as it is known without the
  /// pads.
  std::optional<int64_t> countPaddedAxes() const;
  /// Sets the type of a source of which only the rank is known.
  void setUnknownShape(Type elementType, int64_t rank);

  /// The source, as a tensor of `sourceType`.
  Value createSource(OpBuilder &builder, Location loc) const;
  /// Crops the axes that negative pads crop and others may extend, because a
  /// mode other than constant reads only what is left. `pad` keeps the rest.
  Value createCrop(OpBuilder &builder, Location loc, Value source,
                   ImportedPad &pad) const;

  const OnnxNode &node;
  IntegerTensors tensors;
  ImportedPad staticPad;
  /// `low` of all axes that are padded, then `high`; after `readAxes`, of all
  /// axes.
  IntegerTensor pads;
  /// Null as long as the rank is not known.
  RankedTensorType sourceType;
  OnnxScalar value;
  bool openType = false;
};

/// Replaces `node`, a `Pad`, by what it computes.
ImportResult convertOnnxPadNode(const OnnxNode &node, RewriterBase &rewriter);

/// Replaces `node`, a `CenterCropPad`, by a constant pad.
ImportResult convertOnnxCenterCropPad(const OnnxNode &node,
                                      RewriterBase &rewriter);

/// Replaces the result of `node` by `value`, a tensor of a type that can be
/// cast to its type, and erases what computed its operands if nothing else
/// needs that.
void replaceOnnxNode(const OnnxNode &node, Value value, RewriterBase &rewriter);

/// Why `type` does not fit the type that `node` states for its result; empty if
/// it fits.
std::string explainOtherResult(const OnnxNode &node, RankedTensorType type);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXPAD_H
