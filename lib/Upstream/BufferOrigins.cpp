//===- BufferOrigins.cpp - Where buffers come from ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Upstream/BufferOrigins.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::pad;

BufferOrigins::BufferOrigins(func::FuncOp function) {
  BufferViewFlowAnalysis flow(function);
  for (const auto &[source, results] : flow)
    for (Value result : results)
      if (!isOwned(result)) {
        sources[result].insert(source);
        if (flow.mayBeTerminalBuffer(result))
          unknown.insert(result);
      }
}

bool BufferOrigins::isOwned(Value origin) {
  Operation *op = origin.getDefiningOp();
  if (!op)
    return false;
  if (isa<CallOpInterface>(op))
    return true;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects &&
         effects.getEffectOnValue<MemoryEffects::Allocate>(origin).has_value();
}

BufferOrigins::Values BufferOrigins::find(Value memref) const {
  Values origins;
  Values visited;
  SmallVector<Value> worklist = {memref};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!visited.insert(value).second)
      continue;
    auto from = sources.find(value);
    if (from == sources.end() || unknown.contains(value))
      origins.insert(value);
    if (from != sources.end())
      worklist.append(from->second.begin(), from->second.end());
  }
  return origins;
}
