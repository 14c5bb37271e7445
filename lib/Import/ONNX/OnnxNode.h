//===- OnnxNode.h - ONNX nodes as unregistered ops --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One view of the three ways in which IR holds an ONNX node: `onnx.Pad` and
// onnx-mlir's `onnx.PadV13`, and torch-mlir's `torch.operator` of that name.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXNODE_H
#define PAD_LIB_IMPORT_ONNX_ONNXNODE_H

#include "Pad/Import/IntegerTensors.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace mlir {
namespace pad {

/// An op that is a node of ONNX's own operators.
class OnnxNode {
public:
  /// The node that `op` is; nullopt if it is none.
  static std::optional<OnnxNode> get(Operation *op);

  /// The node that computes `value`, if it is of `type`.
  static std::optional<OnnxNode> getProducer(Value value, StringRef type);

  Operation *getOp() const { return op; }

  /// The operator's name without a version: `Pad`.
  StringRef getType() const { return type; }

  /// The version of ONNX's operators that the node is of. Its name gives it, or
  /// an attribute of the node (nodes of a function have one if the function is
  /// of another version than the model), or the model around it. Nullopt if
  /// none gives it.
  std::optional<int64_t> getOpset() const;

  /// The attribute `name`; null if it is absent.
  Attribute getAttr(StringRef name) const;

  /// The attribute `name` if it is an integer, or `otherwise`.
  int64_t getInteger(StringRef name, int64_t otherwise) const;

  /// Input `index`; null if it is absent. If the input is a cast to a less
  /// static shape, this is the operand of the cast, because nodes that were
  /// converted end in such a cast.
  Value getInput(unsigned index) const;

  /// Whether an attribute or input `index` gives a list.
  bool has(StringRef attribute, unsigned index) const {
    return getAttr(attribute) || getInput(index);
  }

private:
  OnnxNode(Operation *op, StringRef type, std::optional<int64_t> version,
           bool isTorch)
      : op(op), type(type), version(version), isTorch(isTorch) {}

  Operation *op;
  StringRef type;
  std::optional<int64_t> version;
  bool isTorch;
};

/// `value`, or the ranked tensor of which it is a cast.
Value lookThroughCasts(Value value);

/// Integers of an attribute or, where that is absent, of input `index`, whose
/// elements have to be known. Nullopt if neither gives them; `tensors` then has
/// the reason.
IntegerTensors::Numbers getOnnxIntegers(const OnnxNode &node,
                                        StringRef attribute, unsigned index,
                                        IntegerTensors &tensors);

/// The extents of the results of `node`, a `Split` of any version, of an axis
/// of `extent` elements. Nullopt, with the reason, if some are known only at
/// run time, or are not all of the axis.
IntegerTensors::Numbers getOnnxSplit(const OnnxNode &node, int64_t extent,
                                     IntegerTensors &tensors);

/// What an ONNX node computes of integers (see IntegerTensors::OpRule).
IntegerTensors::Result readOnnxIntegers(IntegerTensors &tensors,
                                        OpResult result);

/// What `Slice` takes of one axis.
struct OnnxSlice {
  SmallVector<int64_t> starts, ends, axes, steps;
};

/// The numbers of `node`, a `Slice`, of any version. Nullopt if some are known
/// only at run time, or are missing.
std::optional<OnnxSlice> getOnnxSlice(const OnnxNode &node,
                                      IntegerTensors &tensors);

/// Numbers of element types in TensorProto.DataType.
namespace onnx_type {
enum Code : int32_t {
  Undefined = 0,
  Float = 1,
  Int64 = 7,
  String = 8,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15
};
} // namespace onnx_type

/// The type of numbers that have the number `code`; null if ONNX has none.
Type getOnnxNumberType(MLIRContext *context, int64_t code);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXNODE_H
