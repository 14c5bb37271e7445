//===- NodeLocations.h - Places and order of nodes --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Ops that come from a node have a NameLoc with the name of the node as
// location; its child is the place in the file. A node in a function of a model
// has a NameLoc with the name of the function between the two, and its own name
// begins with that of the node that calls the function: `call/inner`.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_FILES_NODELOCATIONS_H
#define PAD_LIB_IMPORT_FILES_NODELOCATIONS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace mlir {
namespace pad {

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

/// The numbers of the nodes in an order in which each node follows its
/// predecessors, and which is otherwise the given one. Fails if there is none;
/// `onCycle` is then a node that depends on itself.
FailureOr<SmallVector<unsigned>>
orderNodes(ArrayRef<SmallVector<unsigned>> predecessors, unsigned &onCycle);

/// Writes that order of `nodes` to `order`. Nodes have a location and a name
/// for diagnostics; `getPredecessors` gives the numbers of the nodes that one
/// reads. Emits an error if there is no order.
template <typename NodesT, typename GetPredecessorsT>
LogicalResult orderGraph(const NodesT &nodes, GetPredecessorsT getPredecessors,
                         SmallVector<unsigned> &order) {
  SmallVector<SmallVector<unsigned>> predecessors;
  for (const auto &node : nodes)
    predecessors.push_back(getPredecessors(node));
  unsigned onCycle;
  FailureOr<SmallVector<unsigned>> found = orderNodes(predecessors, onCycle);
  if (failed(found))
    return emitError(nodes[onCycle].loc)
           << nodes[onCycle].describe()
           << " depends on its own result: the graph has a cycle";
  order = std::move(*found);
  return success();
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_FILES_NODELOCATIONS_H
