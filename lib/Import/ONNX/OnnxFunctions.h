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
#include "mlir/IR/OperationSupport.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace mlir {
namespace pad {

/// Whether the operators of `domain` are ONNX's own.
bool isOnnxDomain(StringRef domain);

/// The versions of operators that a model or a function of it imports.
struct OnnxVersions {
  /// That of ONNX's own operators.
  std::optional<int64_t> standard;
  /// Those of other domains.
  NamedAttrList others;
};

/// The versions that `imports` state. `emitError` begins an error with the name
/// of the model or function that imports them.
FailureOr<OnnxVersions> readOnnxVersions(
    MLIRContext *context,
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    EmitError emitError);

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
};

/// The functions of a model.
class OnnxFunctions {
public:
  /// Reads the functions of `model`, which outlives them; fails with a
  /// diagnostic at `fileLoc`. They may be recursive.
  LogicalResult read(const onnx::ModelProto &model, Location fileLoc);

  /// The function that `node` calls; null if it calls none.
  const OnnxFunction *find(const onnx::NodeProto &node) const;

private:
  /// Domain, name and overload.
  using Key = std::tuple<std::string, std::string, std::string>;

  std::vector<OnnxFunction> functions;
  std::map<Key, unsigned> numbers;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXFUNCTIONS_H
