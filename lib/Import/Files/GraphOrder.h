//===- GraphOrder.h - Order of the nodes of a graph -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_FILES_GRAPHORDER_H
#define PAD_LIB_IMPORT_FILES_GRAPHORDER_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace pad {

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

#endif // PAD_LIB_IMPORT_FILES_GRAPHORDER_H
