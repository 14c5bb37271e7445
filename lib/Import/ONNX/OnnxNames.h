//===- OnnxNames.h - Names of the values of a model -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXNAMES_H
#define PAD_LIB_IMPORT_ONNX_ONNXNAMES_H

#include "OnnxProto.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace mlir {
namespace pad {

/// The names of the values in the graphs of a model. Functions have names of
/// their own.
class OnnxNames {
public:
  /// `model` outlives the names.
  explicit OnnxNames(const onnx::ModelProto &model);

  /// A new name that begins with `base`.
  std::string create(StringRef base);

  /// The nodes that have the value `name` as an input, once for each.
  ArrayRef<const onnx::NodeProto *> getReaders(StringRef name) const {
    auto found = reads.find(name);
    if (found == reads.end())
      return {};
    return found->second;
  }
  /// How many inputs of nodes the value `name` is.
  unsigned countReads(StringRef name) const { return getReaders(name).size(); }
  /// Whether `node` calls a function of the model.
  bool isCall(const onnx::NodeProto &node) const;
  /// Whether a graph returns the value `name`.
  bool isReturned(StringRef name) const { return returned.contains(name); }

  /// Whether several graphs have a value `name`.
  bool isAmbiguous(StringRef name) const { return ambiguous.contains(name); }

  /// States that nodes read `name` now in the place of `old`, which one node
  /// made of `name` and nothing returns.
  void replace(StringRef old, StringRef name);

private:
  void add(const onnx::GraphProto &graph);

  /// All names, those of values that a graph has, and some of these.
  llvm::StringSet<> names, defined, ambiguous, returned;
  llvm::StringMap<SmallVector<const onnx::NodeProto *, 1>> reads;
  /// What has taken the place of a value.
  llvm::StringMap<std::string> replaced;
  const onnx::ModelProto &model;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXNAMES_H
