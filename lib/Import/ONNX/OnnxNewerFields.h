//===- OnnxNewerFields.h - Fields an older library lacks --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ONNX 1.13 added the default attributes of functions, and ONNX 1.16 overloads
// and the types that functions declare. Where the library is older, these are
// unknown fields of its messages, which protobuf keeps by number.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXNEWERFIELDS_H
#define PAD_LIB_IMPORT_ONNX_ONNXNEWERFIELDS_H

#include "OnnxTypes.h"
#include <string>
#include <vector>

namespace mlir {
namespace pad {

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

#endif // PAD_LIB_IMPORT_ONNX_ONNXNEWERFIELDS_H
