//===- BufferOrigins.h - Where buffers come from ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_UPSTREAM_BUFFERORIGINS_H
#define PAD_UPSTREAM_BUFFERORIGINS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
namespace pad {

/// Where the buffers behind the memrefs of a function come from: the
/// allocations, results of calls, arguments, globals and results of unknown ops
/// that may reach a memref through views, selections, branches and loops.
class BufferOrigins {
public:
  using Values = llvm::SmallPtrSet<Value, 4>;

  /// Analyzes `function` as it is now.
  explicit BufferOrigins(func::FuncOp function);

  /// The values of which `memref` may be one, or a view of one.
  Values find(Value memref) const;

  /// Whether the function owns the buffer of `origin`: it is an allocation, or
  /// the result of a call, which the callee no longer owns.
  static bool isOwned(Value origin);

private:
  /// For each memref, the memrefs from which it may be made without an
  /// allocation.
  llvm::DenseMap<Value, Values> sources;
  /// The results of ops that may make their results in an unknown way.
  Values unknown;
};

} // namespace pad
} // namespace mlir

#endif // PAD_UPSTREAM_BUFFERORIGINS_H
