//===- OnnxScalar.h - Padding values of ONNX nodes --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXSCALAR_H
#define PAD_LIB_IMPORT_ONNX_ONNXSCALAR_H

#include "OnnxNode.h"

namespace mlir {
namespace pad {

/// The padding value that a node gives: the default of the element type, a
/// constant, or a tensor of one element.
struct OnnxScalar {
  /// An integer, a float or a pair of them; null if not constant.
  Attribute constant;
  /// A scalar, or a tensor of one element; null if there is none.
  Value value;
};

/// The padding value of `node`, a `Pad` of elements of `elementType`, in
/// constant mode. Nullopt, with `reason`, if it has none of that type.
std::optional<OnnxScalar>
readPaddingValue(const OnnxNode &node, Type elementType, std::string &reason);

/// Creates `scalar` as a value of `elementType`; null for the default.
Value createPaddingValue(OpBuilder &builder, Location loc,
                         const OnnxScalar &scalar, Type elementType);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXSCALAR_H
