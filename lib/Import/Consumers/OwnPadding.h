//===- OwnPadding.h - The padding attributes of ops -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_CONSUMERS_OWNPADDING_H
#define PAD_LIB_IMPORT_CONSUMERS_OWNPADDING_H

#include "Pad/Import/PadConsumers.h"
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

/// The padding that an op which reads windows has of its own.
class OwnPadding {
public:
  /// That of `op`, which reads a tensor of rank `rank`. Nullopt, and `reason`,
  /// if its attributes do not say.
  static std::optional<OwnPadding> read(Operation *op, int64_t rank,
                                        std::string &reason);

  /// Makes `pad`, a constant pad by what the op pads with, a part of it. Says
  /// why that is not possible; empty if it was.
  std::string add(PadOp pad);

  /// The attributes that say it; none if nothing rewrites them.
  AttributeChanges getAttributes() const;

private:
  /// The padding of entry `entry` of `axes`, at its end if `isHigh`.
  int64_t &at(size_t entry, bool isHigh) {
    return pads[listsSides ? isHigh * axes.size() + entry : 2 * entry + isHigh];
  }

  std::string addAxis(PadOp pad, size_t entry);
  Attribute makeList(StringRef name, ArrayRef<int64_t> numbers) const;

  Operation *op = nullptr;
  /// The attribute; empty if nothing rewrites it.
  StringRef name;
  /// The attribute of the distances between elements of the tensor, which
  /// padding of either sign comes after; empty if the op only pads outwards.
  StringRef dilation;
  /// The axes of the tensor that it pads.
  SmallVector<int64_t> axes;
  /// The numbers of all axes, low and high.
  SmallVector<int64_t> pads;
  /// Whether `pads` lists the low ones of all axes before the high ones.
  bool listsSides = false;
  /// Whether the op has one number for both ends of an axis.
  bool isTwoSided = false;
  /// The distance from an element to the next in what is padded, for each axis.
  SmallVector<int64_t> steps;
  /// The windows' extents, if the padding must be narrower.
  SmallVector<int64_t> windows;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_CONSUMERS_OWNPADDING_H
