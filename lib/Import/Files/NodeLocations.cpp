//===- NodeLocations.cpp - Places and order of the nodes of a model -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "ImportNames.h"

using namespace mlir;
using namespace mlir::pad;

Location mlir::pad::locateOffset(llvm::SourceMgr &sources, size_t offset,
                                 MLIRContext *context) {
  unsigned file = sources.getMainFileID();
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(file);
  const char *position =
      buffer->getBufferStart() + std::min(offset, buffer->getBufferSize());
  auto [line, column] =
      sources.getLineAndColumn(llvm::SMLoc::getFromPointer(position), file);
  return FileLineColLoc::get(context, buffer->getBufferIdentifier(), line,
                             column);
}

StringRef mlir::pad::getNodeName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().getValue() : StringRef();
}

std::string mlir::pad::describeFunction(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  auto function = name ? dyn_cast<NameLoc>(name.getChildLoc()) : NameLoc();
  return function ? " in function " + quoteName(function.getName()) : "";
}

std::string mlir::pad::describeNode(Location loc) {
  StringRef name = getNodeName(loc);
  return name.empty()
             ? ""
             : "node " + quoteName(name) + describeFunction(loc) + ": ";
}

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
