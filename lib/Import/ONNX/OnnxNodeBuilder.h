//===- OnnxNodeBuilder.h - Makes nodes of a model ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXNODEBUILDER_H
#define PAD_LIB_IMPORT_ONNX_ONNXNODEBUILDER_H

#include "OnnxNames.h"
#include "OnnxNode.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace mlir {
namespace pad {

/// An attribute that is an integer, or a list of integers.
onnx::AttributeProto makeOnnxAttribute(StringRef name, int64_t value);
onnx::AttributeProto makeOnnxAttribute(StringRef name,
                                       ArrayRef<int64_t> values);

/// Makes the nodes that take the place of one node.
class OnnxNodeBuilder {
public:
  /// The nodes are of version `opset` of ONNX's operators. The names of the
  /// values begin with `base`.
  OnnxNodeBuilder(OnnxNames &names, StringRef base, int64_t opset)
      : names(names), base(base), opset(opset) {}

  int64_t getOpset() const { return opset; }

  /// The output of a node; equal nodes are one.
  std::string create(StringRef type, ArrayRef<std::string> inputs,
                     ArrayRef<onnx::AttributeProto> attributes = {});

  /// A list of integers, of opset 9 or later: before, a `Constant` had floats.
  std::string createConstant(ArrayRef<int64_t> list);

  /// The nodes so far, which compute `result`. The last one gets the name and
  /// the output of `node`, whose place they take.
  std::vector<onnx::NodeProto> finish(const onnx::NodeProto &node,
                                      const std::string &result);

private:
  OnnxNames &names;
  std::string base;
  int64_t opset;
  std::vector<onnx::NodeProto> nodes;
  /// By the bytes of a node without its output.
  llvm::StringMap<std::string> outputs;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXNODEBUILDER_H
