//===- GraphPads.h - Pads of OpenVINO, nGraph, TFLite -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_GRAPHPADS_H
#define PAD_IMPORT_GRAPHPADS_H

#include "Pad/Import/ImportedPad.h"
#include "Pad/Import/IntegerTensors.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// The integers of attribute `name`, which is text such as "0,1" (OpenVINO), an
/// integer, or a list of them (nGraph). Nullopt if it is absent or none of
/// them.
std::optional<SmallVector<int64_t>> getIntegerList(Operation *op,
                                                   StringRef name);

/// The integer of attribute `name`; nullopt if it is absent or none.
std::optional<int64_t> getInteger(Operation *op, StringRef name);

/// What an op of OpenVINO, nGraph or TFLite computes of integers (see
/// IntegerTensors::OpRule), of those that they have under the same name.
IntegerTensors::Result analyseSharedOp(IntegerTensors &tensors,
                                       OpResult result);

/// Whether `op` is such an op, a constant, or stands for an omitted input.
bool isSharedArithmetic(Operation *op);

/// Reads operand `index` of `op`, a vector of pads, and sets `numbers`: null
/// where one is known only at run time. Where its type leaves open how many
/// they are, the rank of what is padded says it. On failure, `reason` is a
/// clause.
std::optional<IntegerTensor> readPads(IntegerTensors &tensors, Operation *op,
                                      unsigned index, StringRef name,
                                      SmallVectorImpl<OpFoldResult> &numbers,
                                      std::string &reason);

/// Why a pad exceeds what its mode allows where it does not repeat, or is
/// negative, if `noNegative`, a clause, says that this is not allowed; empty if
/// it is not known to. The system calls the pads `lowName` and `highName`, and
/// the mode `modeName`.
std::string explainLimits(RankedTensorType type, const ImportedPad &pad,
                          StringRef lowName, StringRef highName,
                          StringRef modeName, StringRef noNegative);

/// Why `value` cannot be the padding value of a source of element type
/// `elementType`; empty if it can.
std::string explainNotPaddingValue(Value value, StringRef name,
                                   Type elementType);

/// The type of the tensor that `op` pads by `pad`. If the type of its operand
/// has no rank, the pads give it. Null if the operand or the result is not a
/// tensor of numbers; `reason` is then a clause.
RankedTensorType getPaddedType(Operation *op, const ImportedPad &pad,
                               std::string &reason);

/// Replaces `op` by `pad` of its first operand, as a tensor of `sourceType`,
/// with the padding value `value`, a scalar, if that is not null. Erases the
/// constants named `constantName` that only it has used.
void replacePad(Operation *op, RankedTensorType sourceType,
                const ImportedPad &pad, Value value, StringRef constantName,
                RewriterBase &rewriter);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_GRAPHPADS_H
