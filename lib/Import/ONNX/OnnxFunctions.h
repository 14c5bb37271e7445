//===- OnnxFunctions.h - Functions of ONNX models ---------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXFUNCTIONS_H
#define PAD_LIB_IMPORT_ONNX_ONNXFUNCTIONS_H

#include "OnnxTypes.h"
#include "mlir/IR/Location.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace mlir {
namespace pad {

/// The name of `node`: its own, else that of its first result.
StringRef getOnnxNodeName(const onnx::NodeProto &node);

/// A function of a model: nodes that stand for each node that calls it.
struct OnnxFunction {
  const onnx::FunctionProto *proto;
  /// The version of ONNX's own operators that its nodes are of; none if it
  /// imports no version.
  std::optional<int64_t> version;
  /// The values of attributes that a call need not give.
  std::vector<onnx::AttributeProto> defaults;
  /// The types that the file gives values of the function.
  std::vector<onnx::ValueInfoProto> types;
  /// The number of nodes that replace a call, including those of functions that
  /// the function calls, and the bytes that these nodes take in a file and as
  /// ops. Numbers that do not fit are the greatest integer.
  uint64_t numNodes = 0, numBytes = 0;
};

/// The functions of a model.
class OnnxFunctions {
public:
  /// Reads the functions of `model`, which outlives them; fails with a
  /// diagnostic at `fileLoc`.
  LogicalResult read(const onnx::ModelProto &model, Location fileLoc);

  /// The function that `node` calls; null if it calls none.
  const OnnxFunction *find(const onnx::NodeProto &node) const;

  /// The most bytes that all calls in the graph of the model may take together.
  uint64_t getMostBytes() const { return mostBytes; }

private:
  /// Domain, name and overload.
  using Key = std::tuple<std::string, std::string, std::string>;

  LogicalResult orderFunctions(Location fileLoc);
  void measure(OnnxFunction &function) const;

  std::vector<OnnxFunction> functions;
  std::map<Key, unsigned> numbers;
  uint64_t mostBytes = 0;
};

// ONNX 1.13 added the default attributes of functions, and ONNX 1.16 overloads
// and the types that functions declare. Where the library is older, these are
// unknown fields of its messages, which protobuf keeps by number.

/// The name that tells apart functions of one domain and type; of a node, that
/// of the function it calls. Empty if there is none.
std::string getOnnxOverload(const onnx::NodeProto &node);
std::string getOnnxOverload(const onnx::FunctionProto &function);

/// Appends the attributes of `function` that have defaults; failure if one is
/// damaged or nested too deeply.
LogicalResult readOnnxDefaults(const onnx::FunctionProto &function,
                               std::vector<onnx::AttributeProto> &defaults);

/// Appends the values in `function` whose types it declares; failure if one is
/// damaged or nested too deeply.
LogicalResult readOnnxValueInfos(const onnx::FunctionProto &function,
                                 std::vector<onnx::ValueInfoProto> &values);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXFUNCTIONS_H
