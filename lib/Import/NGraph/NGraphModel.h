//===- NGraphModel.h - Files of nGraph's serializer -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The contents of a file of nGraph's serializer, checked, but without a meaning
// for any node. Such a file is a JSON list of functions
//   {"name", "parameters": [node, ...], "result": [output, ...], "ops": [node]}
// with nodes
//   {"name", "op", "inputs": [output, ...], "outputs": [name, ...], ...}
// where an output is the name of a node or {"node", "index"}. Versions differ
// in `friendly_name`, `op_version` (0 if absent), `control_deps`, in whether
// results are Result nodes, and in how they write element types and shapes.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_NGRAPH_NGRAPHMODEL_H
#define PAD_LIB_IMPORT_NGRAPH_NGRAPHMODEL_H

#include "ModelNodes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace mlir {
namespace pad {

/// One node of a function.
struct NGraphNode : GraphNode {
  std::string name;
  /// The name that users gave the node, or else `name`.
  std::string friendlyName;
  StringRef op;
  const llvm::json::Object *object;
  unsigned outputs = 1;
};

/// One function: its nodes in the order of the file, and an order in which each
/// follows those that it reads.
struct NGraphFunction {
  std::string name;
  Location loc;
  SmallVector<NGraphNode, 0> nodes = {};
  SmallVector<unsigned> order = {};
  SmallVector<unsigned> parameters = {};
  SmallVector<NodeOutput> results = {};
};

/// A parsed file.
class NGraphFile {
public:
  NGraphFile(llvm::SourceMgr &sources, MLIRContext *context);

  /// Parses the file's text; fails with a diagnostic.
  LogicalResult parse();

  /// The functions of the file; fails with a diagnostic. They refer to this
  /// file.
  FailureOr<SmallVector<NGraphFunction, 0>> readFunctions();

private:
  using NodeNumbers = llvm::StringMap<unsigned>;

  FailureOr<NGraphFunction> readFunction(const llvm::json::Object &object);
  FailureOr<NGraphNode> readNode(const llvm::json::Value &value);
  FailureOr<NodeOutput> readOutput(const llvm::json::Value &value,
                                   const NodeNumbers &numbers, Location loc,
                                   const Twine &what);
  LogicalResult readInputs(NGraphFunction &function,
                           const NodeNumbers &numbers);
  LogicalResult readInterface(const llvm::json::Object &object,
                              NGraphFunction &function,
                              const NodeNumbers &numbers);

  llvm::SourceMgr &sources;
  MLIRContext *context;
  /// The file; what is in it has no place of its own.
  Location fileLoc;
  llvm::json::Value root;
};

/// The entries of `value`, a list; or `value` alone.
inline ArrayRef<llvm::json::Value> getList(const llvm::json::Value &value) {
  if (const llvm::json::Array *list = value.getAsArray())
    return ArrayRef(list->data(), list->size());
  return value;
}

/// The element type that `value` says: a C type ("float", "char" for booleans),
/// a short name ("f32"), or an object with one in `c_type_string`. Null if it
/// says none.
Type getNGraphElementType(const llvm::json::Value &value, MLIRContext *context);

/// The tensor type of a shape: a list with null or -1 for what is known only
/// at run time; null, or the list of -2 alone, for an unknown rank. Null if
/// `value` is none.
TensorType getNGraphType(const llvm::json::Value &value, Type elementType);

/// The type that a Parameter or Constant declares, in itself or in
/// `value_type`; fails with a diagnostic.
FailureOr<TensorType> readNGraphType(const NGraphNode &node,
                                     MLIRContext *context);

/// The elements of a Constant: as many as its shape has, or one for all, as
/// text or as numbers. Fails with a diagnostic.
FailureOr<DenseElementsAttr> readNGraphConstant(const NGraphNode &node,
                                                MLIRContext *context);

/// What the outputs of a node that is neither are, by its inputs.
/// Files state at most `output_shapes`, and not always these; an output whose
/// shape is neither stated nor known has no rank.
SmallVector<Type> inferNGraphTypes(const NGraphNode &node, ValueRange inputs,
                                   MLIRContext *context);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_NGRAPH_NGRAPHMODEL_H
