//===- TorchPadding.h - The padding operands of torch's ops -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_CONSUMERS_TORCHPADDING_H
#define PAD_LIB_IMPORT_CONSUMERS_TORCHPADDING_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir {
namespace pad {

/// The operands of an op of torch.aten that reads windows
/// (aten/src/ATen/native/native_functions.yaml); 0 for one that it does not
/// have.
struct TorchWindow {
  StringRef name;
  unsigned padding;
  unsigned kernel;
  unsigned ceilMode;
  unsigned countIncludePad;
  unsigned divisorOverride;
  unsigned transposed;
  /// The number of axes that windows slide along; 0 for all but two.
  int64_t rank;

  /// That of `op`; nullopt if it reads no windows, or has other operands.
  static std::optional<TorchWindow> get(Operation *op);

  /// Whether the last window ends inside the tensor.
  bool roundsDown(Operation *op) const;
  /// Whether an average counts padding as it counts elements.
  bool countsPadding(Operation *op) const;
  /// The numbers of `operand`, one for each of `count` axes.
  SmallVector<int64_t> getNumbers(Operation *op, unsigned operand,
                                  size_t count) const;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_CONSUMERS_TORCHPADDING_H
