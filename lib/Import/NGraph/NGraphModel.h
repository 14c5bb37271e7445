//===- NGraphModel.h - The functions of an nGraph file ----------*- C++ -*-===//
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

#include "ImportNames.h"
#include "NGraphText.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
namespace pad {

/// An output of a node, both by number.
struct NGraphOutput {
  unsigned node;
  unsigned index;
};

/// One node of a function.
struct NGraphNode {
  std::string name;
  /// The name that users gave the node, or else `name`.
  std::string friendlyName;
  StringRef op;
  Location loc;
  const llvm::json::Object *object;
  SmallVector<NGraphOutput> inputs = {};
  unsigned outputs = 1;

  /// What diagnostics call the node.
  std::string describe() const { return "node " + quoteName(name); }
};

/// One function: its nodes in the order of the file, and an order in which each
/// follows those that it reads.
struct NGraphFunction {
  std::string name;
  Location loc;
  SmallVector<NGraphNode, 0> nodes = {};
  SmallVector<unsigned> order = {};
  SmallVector<unsigned> parameters = {};
  SmallVector<NGraphOutput> results = {};
};

/// A parsed file.
class NGraphFile {
public:
  NGraphFile(llvm::SourceMgr &sources, MLIRContext *context)
      : sources(sources), context(context), root(nullptr) {}

  /// Parses the file's text; fails with a diagnostic.
  LogicalResult parse();

  /// The functions of the file; fails with a diagnostic. They refer to this
  /// file.
  FailureOr<SmallVector<NGraphFunction, 0>> readFunctions();

private:
  using NodeNumbers = llvm::StringMap<unsigned>;

  Location getLocationAt(size_t offset);
  /// The beginning of a message about the node that has `fault`.
  std::string describeNode(const NGraphTextFault &fault) const;
  FailureOr<NGraphFunction> readFunction(const llvm::json::Object &object,
                                         unsigned number);
  FailureOr<NGraphNode> readNode(const llvm::json::Value &value, Location loc);
  FailureOr<NGraphOutput> readOutput(const llvm::json::Value &value,
                                     const NodeNumbers &numbers, Location loc,
                                     const Twine &what);
  LogicalResult readInputs(NGraphFunction &function,
                           const NodeNumbers &numbers);
  LogicalResult readInterface(const llvm::json::Object &object,
                              NGraphFunction &function,
                              const NodeNumbers &numbers);

  llvm::SourceMgr &sources;
  MLIRContext *context;
  llvm::json::Value root;
  NGraphTextScan scan;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_NGRAPH_NGRAPHMODEL_H
