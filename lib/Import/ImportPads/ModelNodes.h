//===- ModelNodes.h - Names, places and order of nodes ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the readers of all kinds of files make of the nodes of a model.
//
// Ops that come from a node have a NameLoc with the name of the node as
// location; its child is the place in the file. A node in a function of a model
// has a NameLoc with the name of the function between the two, and its own name
// begins with that of the node that calls the function: `call/inner`.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IMPORTPADS_MODELNODES_H
#define PAD_LIB_IMPORT_IMPORTPADS_MODELNODES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace mlir {
namespace pad {

/// `name` between quotes for a message. Characters of UTF-8 stay; control
/// characters, and bytes that are none of UTF-8, are escaped.
std::string quoteName(StringRef name);

/// `name` with everything but ASCII letters, digits and `_` replaced by `_`;
/// never empty, and never begun by a digit.
std::string makeIdentifier(StringRef name);

/// The name of the unregistered op that stands for a node of type `type` from
/// `domain`, which is `system` itself if empty. A domain that is the name of a
/// dialect or of `system` comes after `system`, so that a file cannot name ops
/// that have a meaning here.
std::string makeOpName(StringRef system, StringRef domain, StringRef type,
                       MLIRContext *context);

/// The result of a `NoValue` of `system`, for an operand that a node omits.
Value createNoValue(OpBuilder &builder, Location loc, StringRef system);

/// The main file of `sources`, for what has no lines. MLIR prints its place as
/// FILE:0:0, and that of a location without a line as <unknown>:0.
FileLineColLoc locateFile(const llvm::SourceMgr &sources, MLIRContext *context);

/// The place `offset` bytes behind the beginning of the main file of `sources`;
/// its end if the file is shorter.
Location locateOffset(llvm::SourceMgr &sources, size_t offset,
                      MLIRContext *context);

/// The name of the node at `loc`; empty if it names none.
StringRef getNodeName(Location loc);

/// The text of a message after the name of the node at `loc`:
/// ` in function 'f'`, or nothing if the node is in no function.
std::string describeFunction(Location loc);

/// The beginning of a message about the node at `loc`: `node 'x': `, or nothing
/// if `loc` names no node.
std::string describeNode(Location loc);

/// An output of a node of a graph, both by number; or none yet.
struct NodeOutput {
  static constexpr unsigned kNone = ~0u;

  unsigned node = kNone;
  unsigned output = 0;
};

/// A node of a graph in a file.
struct GraphNode {
  Location loc;
  /// What diagnostics call the node.
  std::string description;
  /// Where its inputs come from.
  SmallVector<NodeOutput> sources = {};

  /// Begins an error about the node, with what it is called.
  InFlightDiagnostic emitError() const {
    return mlir::emitError(loc) << description;
  }
};

/// The numbers of `count` nodes in an order in which each node follows those
/// that it reads, and which is otherwise the given one. Fails with a diagnostic
/// if there is none.
FailureOr<SmallVector<unsigned>>
orderGraph(unsigned count, function_ref<const GraphNode &(unsigned)> getNode);

/// The names of the results of a function. Many results may be of one node, so
/// that a small file asks for gigabytes of names: there is a limit.
class ResultNames {
public:
  /// Adds `name`, or fails with a diagnostic at `loc` if the names then have
  /// more than 64 MiB.
  LogicalResult add(Location loc, StringRef name);
  ArrayRef<std::string> get() const { return names; }

private:
  SmallVector<std::string> names;
  size_t bytes = 0;
};

/// Ends the block of `function` by returning `results`. Arguments and results
/// get their names as the attribute `attribute`.
void finishFunction(OpBuilder &builder, func::FuncOp function,
                    ArrayRef<Value> results, StringRef attribute,
                    ArrayRef<std::string> argumentNames,
                    ArrayRef<std::string> resultNames);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IMPORTPADS_MODELNODES_H
