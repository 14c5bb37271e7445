//===- PadRewriting.h - What pad rewrites share -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_TRANSFORMS_PADREWRITING_H
#define PAD_LIB_TRANSFORMS_PADREWRITING_H

#include "Pad/IR/PadAmounts.h"
#include "Pad/IR/PadFill.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// Whether `op` works on tensors whose types may be rewritten axis by axis: no
/// memrefs, no encoding, and no quantization along an axis.
bool hasPlainTensors(PadOpInterface op);

/// Pads `source` by `amounts` to replace `op`: into `init` where it is
/// given, else to a new tensor of `resultType`. `value`, which may be null, is
/// dropped where it may not be given (C3).
Value emitPad(OpBuilder &builder, PadOpInterface op, Value source,
              const PadAmounts &amounts, Value value,
              RankedTensorType resultType, Value init = {});

/// The destination of `op` on tensors; null for `pad.pad`.
Value getTensorInit(PadOpInterface op);

/// Whether one operand of `user` is the only use of `pad`, apart from uses of
/// its extents.
bool isOnlyUsedBy(PadOp pad, Operation *user);

/// Replaces each `tensor.dim` of `pad` by ops that compute its extents.
void replaceDims(RewriterBase &rewriter, PadOp pad);

/// `init` where a later op reads what is written to it in place; null for a
/// `tensor.empty`, which has no memory yet.
Value getWrittenInit(Value init);

/// `value`, cast to `type` if it has another.
Value castTo(OpBuilder &builder, Location loc, Value value,
             RankedTensorType type);

/// Applies `patterns` greedily below `root`, and nothing else: no folding.
LogicalResult applyOnly(Operation *root, RewritePatternSet &&patterns);

/// A pass without options that applies what `populate` adds so.
template <typename Base, void (*populate)(RewritePatternSet &)>
struct PatternPass : Base {
  void runOnOperation() override {
    RewritePatternSet patterns(&this->getContext());
    populate(patterns);
    if (failed(applyOnly(this->getOperation(), std::move(patterns))))
      this->signalPassFailure();
  }
};

/// Which side of a pad has more elements.
enum class PadEffect { Unknown, Same, Grows, Shrinks };

/// Whether the result of `op` has more or fewer elements than its source, as
/// far as types and signs say.
PadEffect getPadEffect(PadOpInterface op);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_TRANSFORMS_PADREWRITING_H
