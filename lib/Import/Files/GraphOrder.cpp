//===- GraphOrder.cpp - Order of the nodes of a graph ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphOrder.h"

using namespace mlir;

FailureOr<SmallVector<unsigned>>
mlir::pad::orderNodes(ArrayRef<SmallVector<unsigned>> predecessors,
                      unsigned &onCycle) {
  enum class State : char { New, Open, Done };
  SmallVector<State> states(predecessors.size(), State::New);
  SmallVector<unsigned> order;
  // The nodes from a root to the current one, each with the number of its
  // predecessors that have been visited. This is not a recursion, because files
  // may nest deeper than a call stack.
  SmallVector<std::pair<unsigned, unsigned>> path;
  for (unsigned root = 0; root < predecessors.size(); ++root) {
    if (states[root] != State::New)
      continue;
    states[root] = State::Open;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto &[node, visited] = path.back();
      if (visited == predecessors[node].size()) {
        states[node] = State::Done;
        order.push_back(node);
        path.pop_back();
        continue;
      }
      unsigned next = predecessors[node][visited++];
      if (states[next] == State::Open) {
        onCycle = next;
        return failure();
      }
      if (states[next] == State::New) {
        states[next] = State::Open;
        path.push_back({next, 0});
      }
    }
  }
  return order;
}
