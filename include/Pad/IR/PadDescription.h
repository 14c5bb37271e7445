//===- PadDescription.h - What a pad says, to be rewritten ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADDESCRIPTION_H
#define PAD_IR_PADDESCRIPTION_H

#include "Pad/IR/PadAmounts.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// The operands and attributes of a pad op of either form: rewrites change a
/// description, ask whether it is valid, and build the op anew.
struct PadDescription : PadAmounts {
  explicit PadDescription(PadOpInterface op);

  Value source;
  /// Null where absent.
  Value value;

  /// Whether the verifier accepts the description instead of `op`, with
  /// the result or destination that `op` has (C3 to C7). False also where a pad
  /// of a memref into itself would move elements.
  bool isValidFor(PadOpInterface op) const;

  /// The same if the result or destination, `padded`, has another type.
  bool isValidFor(PadOpInterface op, Value padded) const;

  /// The type of the result of the description: that of `op`, with the extents
  /// that the description makes static.
  RankedTensorType getResultType(PadOp op) const;
};

/// Replaces `op` by a pad of the same form that `description`, which is valid
/// for `op`, describes. The result is cast where its type is more static.
void replaceWithPad(RewriterBase &rewriter, PadOpInterface op,
                    const PadDescription &description);

/// The one pad that `op` is together with `inner`, the pad of its source, axis
/// by axis. Where one of them does not pad the axis, it has the pads and the
/// mode of the other one. Else it has the sum of their pads, if `op` only
/// crops, or if both extend in the same way and `inner` has not cropped what
/// `op` extends. Nullopt, and `reason`, if there is none.
std::optional<PadDescription> addPads(PadOpInterface op, PadOp inner,
                                      StringRef &reason);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADDESCRIPTION_H
