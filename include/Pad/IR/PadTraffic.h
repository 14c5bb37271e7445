//===- PadTraffic.h - The bytes that a pad moves ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADTRAFFIC_H
#define PAD_IR_PADTRAFFIC_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The bytes of a tensor of these extents, each element of `elementBytes`;
/// nullopt if that is not known, or no number of 63 bits.
std::optional<int64_t> getTensorBytes(ArrayRef<int64_t> shape,
                                      std::optional<int64_t> elementBytes);

/// The bytes that a pad moves at least; nullopt where they are known only at
/// run time.
struct PadTraffic {
  /// Of the part of the source that the result needs.
  std::optional<int64_t> read;
  /// Of the result.
  std::optional<int64_t> written;
};

/// The bytes that `pad` moves at least, where an element takes `elementBytes`;
/// nullopt if that is not known.
PadTraffic getTraffic(PadOpInterface pad, std::optional<int64_t> elementBytes);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADTRAFFIC_H
