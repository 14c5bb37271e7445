//===- Passes.h - What MLIR 22 cannot do yet --------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// These passes have nothing to do with pads: each does something that the
// pipeline needs and upstream lacks. The tests test/Upstream/canary-*.mlir run
// stock tools and fail when upstream no longer lacks it; the pass can then be
// removed.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_UPSTREAM_PASSES_H
#define PAD_UPSTREAM_PASSES_H

#include "Pad/IR/PadOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace pad {

/// Whether the body of `op` has indices that are, or become, `linalg.index`.
bool hasIndexedBody(Operation *op);

#define GEN_PASS_DECL
#include "Pad/Upstream/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pad/Upstream/Passes.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_UPSTREAM_PASSES_H
