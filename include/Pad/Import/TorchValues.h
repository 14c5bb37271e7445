//===- TorchValues.h - Values of the torch dialect --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Types and constants of torch-mlir's `torch` dialect, which is not linked in:
// its types are opaque text, its ops unregistered. Casts bridge its values and
// those of MLIR's own types.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_TORCHVALUES_H
#define PAD_IMPORT_TORCHVALUES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include <optional>

namespace mlir {
namespace pad {

/// Whether `type` is `!torch.NAME`.
bool isTorchType(Type type, StringRef name);

/// The tensor type that `!torch.vtensor<[1,?],si64>` stands for,
/// `tensor<1x?xsi64>`, or `type` itself if it is a ranked tensor; null for any
/// other.
RankedTensorType getTorchTensorType(Type type);

/// `type`, a `!torch.vtensor` or a ranked tensor, with the extents of `shaped`.
Type getTorchType(Type type, RankedTensorType shaped);

/// `type` with signless integers, which ops compute with.
RankedTensorType getSignless(RankedTensorType type);

/// The name of an op `torch.aten.NAME`, or of a `torch.operator` of that name;
/// empty for any other.
StringRef getAtenName(Operation *op);

/// Whether `op` makes constants or lists of them.
bool isTorchConstant(Operation *op);

/// The elements of a `torch.prim.ListConstruct`; nullopt if `list` is made by
/// any other op.
std::optional<SmallVector<Value>> getTorchList(Value list);

/// The constant `!torch.int` that `value` is.
std::optional<int64_t> getTorchInt(Value value);

/// The constant `!torch.str` that `value` is.
std::optional<StringRef> getTorchString(Value value);

/// Whether `value` is `torch.constant.none`.
bool isTorchNone(Value value);

/// Whether `value` is a constant number that is zero.
bool isTorchZero(Value value);

/// Creates a `!torch.list<int>` of `numbers`.
Value createTorchList(OpBuilder &builder, Location loc,
                      ArrayRef<int64_t> numbers);

/// Creates the index that `value`, a `!torch.int` that is not constant, stands
/// for.
Value createTorchIndex(OpBuilder &builder, Location loc, Value value);

/// Why `scalar`, a number of Python, cannot be an element of `elementType` by
/// PyTorch's conversion; empty if it can.
std::string explainNotScalar(Value scalar, Type elementType);

/// Creates `scalar`, for which `explainNotScalar` has nothing to say, as an
/// element of `elementType` without its sign.
Value createTorchScalar(OpBuilder &builder, Location loc, Value scalar,
                        Type elementType);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_TORCHVALUES_H
