//===- OnnxSkeleton.h - ONNX models without their weights -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXSKELETON_H
#define PAD_LIB_IMPORT_ONNX_ONNXSKELETON_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

// The messages of ONNX 1.12, as the linked library has them. Fields that later
// versions added are read by their numbers, or skipped.
#define ONNX_ML 1
#define ONNX_NAMESPACE onnx
#include "onnx/onnx_pb.h"

namespace mlir {
namespace pad {

/// What the message of a model does not have: it is in files, of which only
/// that is read that somebody asks for.
struct OnnxData {
  /// The folder of the model; empty for one from standard input.
  std::string folder;
  /// The bytes of large tensors in the model, of which the message has only
  /// the numbers.
  std::vector<StringRef> leftOut;

  /// The bytes of `tensor`, if they are left out.
  std::optional<StringRef> getLeftOut(const onnx::TensorProto &tensor) const;
};

/// The model in `bytes` without the elements of its large tensors, which
/// `leftOut` gets. They are not read. What is damaged stays as it is.
std::string makeOnnxSkeleton(StringRef bytes, std::vector<StringRef> &leftOut);

/// A field of a message of protobuf, as it is in a file.
struct WireField {
  int number = 0;
  /// Whether it has a length, as texts, messages and packed lists have.
  bool hasLength = false;
  /// The whole field, and what follows its length.
  StringRef bytes, payload;
  /// Of a field of variable length that has none of these, its number.
  uint64_t value = 0;
};

/// Takes the first field from `message`; nullopt, and takes nothing, if that is
/// empty or damaged. Nothing of a payload is read.
std::optional<WireField> readWireField(StringRef &message);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXSKELETON_H
