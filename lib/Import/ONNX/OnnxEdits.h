//===- OnnxEdits.h - Changes of the bytes of a model ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Nodes of a model are changed in the bytes of its file, and every byte that is
// no part of them stays as it is: the order of fields, fields that the linked
// library does not know, and lengths that are not written in the shortest way.
// Only the lengths of the messages around a change are written anew.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXEDITS_H
#define PAD_LIB_IMPORT_ONNX_ONNXEDITS_H

#include "OnnxProto.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace mlir {
namespace pad {

/// Attributes of a node that stays, by name: a value, or nothing where the
/// attribute is removed.
using OnnxAttributeEdits =
    std::map<std::string, std::optional<onnx::AttributeProto>>;

/// What is changed in the graphs of a model. Functions stay as they are.
struct OnnxEdits {
  /// The nodes that take the place of a node; none where it is removed.
  DenseMap<const onnx::NodeProto *, std::vector<onnx::NodeProto>> replaced;
  /// The attributes of a node that stays.
  DenseMap<const onnx::NodeProto *, OnnxAttributeEdits> attributes;
  /// What nodes read in the place of a value, by its name, after the edits
  /// above. The value that takes the place may be renamed, too.
  llvm::StringMap<std::string> renamed;
};

/// Writes the bytes of `model` after `edits` to `os`. `bytes` are those that it
/// was read from.
void applyOnnxEdits(StringRef bytes, const onnx::ModelProto &model,
                    const OnnxEdits &edits, raw_ostream &os);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXEDITS_H
